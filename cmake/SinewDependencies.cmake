# Every third party, under one kind of name: sinew_dep::NAME. All of them are imported targets, so
# that their headers are system headers and our warnings stay about our own code.

include_guard(GLOBAL)
include(FetchCrate)

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

# sinew_dep(NAME targets...): names what a package calls its targets.
function(sinew_dep name)
  add_library(sinew_dep::${name} INTERFACE IMPORTED GLOBAL)
  target_link_libraries(sinew_dep::${name} INTERFACE ${ARGN})
endfunction()

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
sinew_dep(eigen Eigen3::Eigen)

find_package(Ceres 2.1 REQUIRED)
sinew_dep(ceres Ceres::ceres)

find_package(assimp 5.2 REQUIRED)
# Debian's package makes programs link libdraco, which exports a tinygltf of another version: wherever it comes first, calls
# of tinygltf end there and write past our objects. The shared libassimp finds its own libraries.
get_target_property(assimp_type assimp::assimp TYPE)
if(assimp_type STREQUAL "SHARED_LIBRARY")
  set_target_properties(assimp::assimp PROPERTIES INTERFACE_LINK_LIBRARIES "")
endif()
sinew_dep(assimp assimp::assimp)

find_package(TinyGLTF 2.7 REQUIRED)
sinew_dep(tinygltf TinyGLTF::TinyGLTF)

find_package(TBB 2021 REQUIRED)
sinew_dep(tbb TBB::tbb Threads::Threads)

find_package(CLI11 2.1 REQUIRED)
sinew_dep(cli11 CLI11::CLI11)

find_package(nlohmann_json 3.11 REQUIRED)
sinew_dep(json nlohmann_json::nlohmann_json)

find_package(tomlplusplus 3.3 REQUIRED)
sinew_dep(toml tomlplusplus::tomlplusplus)

find_package(fmt 9 REQUIRED)
sinew_dep(fmt fmt::fmt)

find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)
sinew_dep(crypto OpenSSL::Crypto)

find_package(PNG 1.6 REQUIRED)
sinew_dep(png PNG::PNG)

# CMake's own module asks a compiler wrapper and finds the parallel build where both are installed.
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET GLOBAL "hdf5 >= 1.10")
sinew_dep(hdf5 PkgConfig::HDF5)

# Debian's package file of libzip names programs that its development package does not have.
pkg_check_modules(LIBZIP REQUIRED IMPORTED_TARGET GLOBAL "libzip >= 1.7")
sinew_dep(zip PkgConfig::LIBZIP)

find_package(GTest 1.12 REQUIRED)
include(GoogleTest)
sinew_dep(gtest GTest::gtest GTest::gmock)
sinew_dep(gtest_main GTest::gtest_main GTest::gmock)

find_package(benchmark 1.7 REQUIRED)
sinew_dep(benchmark benchmark::benchmark)

# Random123 is headers only and has no package file.
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
mark_as_advanced(RANDOM123_INCLUDE_DIR)
sinew_dep(random123)
target_include_directories(sinew_dep::random123 INTERFACE "${RANDOM123_INCLUDE_DIR}")

# A single-precision ODE has the same header and symbol names, and would go wrong silently.
pkg_check_modules(ODE REQUIRED IMPORTED_TARGET GLOBAL "ode >= 0.16")
pkg_get_variable(ODE_PRECISION ode precision)
if(ODE_PRECISION AND NOT ODE_PRECISION STREQUAL "dDOUBLE")
  message(FATAL_ERROR "ODE ${ODE_VERSION} is built with ${ODE_PRECISION}; a double-precision build (dDOUBLE) is needed")
endif()
sinew_dep(ode PkgConfig::ODE)

# ---- OSQP: include <osqp/osqp.h>, the 0.6 interface ------------------------------------------------------------------

sinew_find_or_fetch(osqp
  HEADER osqp/osqp.h
  LIBRARY osqp
  PROBE "#include <osqp/osqp.h>
         int main(void) { OSQPWorkspace* w = 0; csc* a = 0; OSQPData d; OSQPSettings s; d.A = a;
                          osqp_set_default_settings(&s); return (int)osqp_setup(&w, &d, &s); }"
  CRATE osqp-sys
  VERSION 0.6.3
  SHA256 dad4b3e5fcfe866b3f6f966d79e7bf21e2fd9b04980ae15eaf3afac8fb59931f
  MARKER include/osqp.h)

if(OSQP_SOURCE)
  # OSQP's own build writes into its source folder; this block does the same into the build folder.
  # The options are upstream's defaults, less MKL (loaded at run time, machine dependent) and the
  # Ctrl-C handler (the program's business, not a solver's).
  function(sinew_build_osqp source)
    set(generated "${CMAKE_BINARY_DIR}/_deps/osqp-generated")
    set(qdldl "${source}/lin_sys/direct/qdldl")
    if(NOT EXISTS "${qdldl}/qdldl_sources/src/qdldl.c")
      message(FATAL_ERROR "${source} lacks QDLDL (lin_sys/direct/qdldl/qdldl_sources): a checkout without its submodule?")
    endif()
    file(GLOB headers CONFIGURE_DEPENDS "${source}/include/*.h")
    file(COPY ${headers} DESTINATION "${generated}/include/osqp")

    set(IS_LINUX ON)
    set(PRINTING ON)
    set(PROFILING ON)
    set(DLONG ON)
    configure_file("${source}/configure/osqp_configure.h.in" "${generated}/include/osqp/osqp_configure.h")
    set(QDLDL_FLOAT_TYPE "double")
    set(QDLDL_INT_TYPE "long long")
    set(QDLDL_INT_TYPE_MAX "LLONG_MAX")
    set(QDLDL_BOOL_TYPE "unsigned char")
    configure_file("${qdldl}/qdldl_sources/configure/qdldl_types.h.in" "${generated}/qdldl/qdldl_types.h")

    foreach(part auxil cs error kkt lin_alg lin_sys osqp polish proj scaling util)
      list(APPEND sources "${source}/src/${part}.c")
    endforeach()
    file(GLOB amd CONFIGURE_DEPENDS "${qdldl}/amd/src/*.c")
    sinew_c_library(osqp ${sources} ${amd} "${source}/lin_sys/lib_handler.c"
      "${qdldl}/qdldl_interface.c" "${qdldl}/qdldl_sources/src/qdldl.c")
    target_include_directories(osqp PRIVATE "${generated}/include/osqp" "${generated}/qdldl" "${source}/lin_sys"
      "${qdldl}" "${qdldl}/amd/include" "${qdldl}/qdldl_sources/include")
    target_link_libraries(osqp PUBLIC ${CMAKE_DL_LIBS})

    # OSQP carries its own altered AMD under SuiteSparse's names, and Ceres brings the real one.
    foreach(function 1 2 aat control defaults info order post_tree postorder preprocess valid)
      target_compile_definitions(osqp PRIVATE amd_l_${function}=osqp_amd_l_${function} amd_l${function}=osqp_amd_l${function})
    endforeach()
    foreach(function config malloc calloc realloc free tic toc time version hypot divcomplex)
      target_compile_definitions(osqp PRIVATE SuiteSparse_${function}=osqp_SuiteSparse_${function})
    endforeach()

    sinew_dep(osqp osqp)
    target_include_directories(sinew_dep::osqp INTERFACE "${generated}/include")
  endfunction()
  sinew_build_osqp("${OSQP_SOURCE}")
else()
  sinew_dep(osqp "${OSQP_LIBRARY}")
  target_include_directories(sinew_dep::osqp INTERFACE "${OSQP_INCLUDE_DIR}")
endif()

# ---- ufbx: include <ufbx.h> ------------------------------------------------------------------------------------------

sinew_find_or_fetch(ufbx
  HEADER ufbx.h
  LIBRARY ufbx
  PROBE "#include <ufbx.h>
         int main(void) { ufbx_bake_opts options = { 0 }; ufbx_error error;
                          return ufbx_bake_anim(0, 0, &options, &error) != 0; }"
  CRATE ufbx
  VERSION 0.11.5
  SHA256 260522f1eb74139f0e78b29dd82a58e5437d728c5498024a39e5af7282694240
  MARKER ufbx.c)

if(UFBX_SOURCE)
  sinew_c_library(ufbx "${UFBX_SOURCE}/ufbx.c")
  # Its inflate code shifts by more than 63 bits on purpose unless told not to, which C leaves undefined.
  target_compile_definitions(ufbx PRIVATE UFBX_UBSAN=1)
  sinew_dep(ufbx ufbx)
  target_include_directories(sinew_dep::ufbx INTERFACE "${UFBX_SOURCE}")
else()
  sinew_dep(ufbx "${UFBX_LIBRARY}")
  target_include_directories(sinew_dep::ufbx INTERFACE "${UFBX_INCLUDE_DIR}")
endif()
