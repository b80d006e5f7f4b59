# C libraries that Debian 12 does not package, from one of three places:
#
#   1. a source folder named by the user: -DSINEW_<NAME>_SOURCE_DIR=... (farms without a network)
#   2. the system's own copy, when its header and library are found and the probe links
#   3. the pinned crate from the Rust crate registry, fetched by cargo and checked against its SHA-256
#
# Only the C sources inside the crate are used; no Rust is compiled. Fetched crates are kept in
# SINEW_CACHE_DIR, so that several build folders download once.

include_guard(GLOBAL)
include(CheckCSourceCompiles)

if(DEFINED ENV{XDG_CACHE_HOME})
  set(_sinew_cache "$ENV{XDG_CACHE_HOME}/sinew")
elseif(DEFINED ENV{HOME})
  set(_sinew_cache "$ENV{HOME}/.cache/sinew")
else()
  set(_sinew_cache "${CMAKE_BINARY_DIR}/cache")
endif()
set(SINEW_CACHE_DIR "${_sinew_cache}" CACHE PATH "Where fetched third-party sources are kept between build folders")
unset(_sinew_cache)

# sinew_find_or_fetch(NAME
#   HEADER file LIBRARY name PROBE source      how to recognise a usable system copy
#   CRATE name VERSION x.y.z SHA256 hash       the pinned crate
#   MARKER file)                               a file, relative to the C sources' folder, that proves they are there
#
# Sets <NAME>_SOURCE to the folder of C sources, or to the empty string when the system's copy is
# used: then <NAME>_INCLUDE_DIR and <NAME>_LIBRARY say where it is.
function(sinew_find_or_fetch name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "HEADER;LIBRARY;PROBE;CRATE;VERSION;SHA256;MARKER" "")
  string(TOUPPER ${name} NAME)
  set(SINEW_${NAME}_SOURCE_DIR "" CACHE PATH "Folder with the C sources of ${name} (empty: system copy, else registry)")

  if(SINEW_${NAME}_SOURCE_DIR)
    _sinew_source_root(root ${name} "${SINEW_${NAME}_SOURCE_DIR}" ${ARG_MARKER})
    if(NOT root)
      message(FATAL_ERROR "SINEW_${NAME}_SOURCE_DIR: no ${ARG_MARKER} under ${SINEW_${NAME}_SOURCE_DIR}")
    endif()
    set(origin "given folder ${root}")
  else()
    _sinew_probe_system(${name})
    if(SINEW_${NAME}_SYSTEM_WORKS)
      set(root "")
      set(origin "system ${${NAME}_LIBRARY}")
    else()
      _sinew_fetch_crate(crate_dir ${name})
      _sinew_source_root(root ${name} "${crate_dir}" ${ARG_MARKER})
      if(NOT root)
        message(FATAL_ERROR "crate ${ARG_CRATE} ${ARG_VERSION} carries no ${ARG_MARKER}")
      endif()
      set(origin "crate ${ARG_CRATE} ${ARG_VERSION}")
    endif()
  endif()

  message(STATUS "${name}: ${origin}")
  set(${NAME}_SOURCE "${root}" PARENT_SCOPE)
endfunction()

# The sources lie in the folder itself (an upstream checkout) or in a subfolder of the library's name (a crate).
function(_sinew_source_root result name folder marker)
  set(${result} "" PARENT_SCOPE)
  foreach(candidate "${folder}" "${folder}/${name}")
    if(EXISTS "${candidate}/${marker}")
      set(${result} "${candidate}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

function(_sinew_probe_system name)
  string(TOUPPER ${name} NAME)
  find_path(${NAME}_INCLUDE_DIR ${ARG_HEADER})
  find_library(${NAME}_LIBRARY ${ARG_LIBRARY})
  mark_as_advanced(${NAME}_INCLUDE_DIR ${NAME}_LIBRARY)
  if(${NAME}_INCLUDE_DIR AND ${NAME}_LIBRARY)
    set(CMAKE_REQUIRED_INCLUDES "${${NAME}_INCLUDE_DIR}")
    set(CMAKE_REQUIRED_LIBRARIES "${${NAME}_LIBRARY}" m)
    check_c_source_compiles("${ARG_PROBE}" SINEW_${NAME}_SYSTEM_WORKS)
  endif()
endfunction()

# Sets `result` to the unpacked, verified crate.
function(_sinew_fetch_crate result name)
  set(stem "${ARG_CRATE}-${ARG_VERSION}")
  set(kept "${SINEW_CACHE_DIR}/crates/${stem}.crate")
  set(unpacked "${CMAKE_BINARY_DIR}/_deps/${name}")
  set(stamp "${unpacked}/${ARG_SHA256}.unpacked")
  set(${result} "${unpacked}/${stem}" PARENT_SCOPE)
  if(EXISTS "${stamp}")
    return()
  endif()

  if(EXISTS "${kept}")
    file(SHA256 "${kept}" hash)
  endif()
  if(NOT hash STREQUAL ARG_SHA256)
    _sinew_cargo_fetch(fetched)
    file(SHA256 "${fetched}" hash)
    if(NOT hash STREQUAL ARG_SHA256)
      message(FATAL_ERROR
        "${fetched} is not the file this project was built and tested with.\n"
        "  SHA-256 expected: ${ARG_SHA256}\n  SHA-256 found:    ${hash}")
    endif()
    _sinew_keep("${fetched}" "${kept}")
  else()
    set(fetched "${kept}")
  endif()

  file(REMOVE_RECURSE "${unpacked}")
  file(ARCHIVE_EXTRACT INPUT "${fetched}" DESTINATION "${unpacked}")
  file(TOUCH "${stamp}")
endfunction()

# Copies a file into the cache, where it appears whole or not at all: another build folder may be
# doing the same at this moment. A cache that cannot be written is no error.
function(_sinew_keep file kept)
  get_filename_component(folder "${kept}" DIRECTORY)
  string(RANDOM LENGTH 8 salt)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}" RESULT_VARIABLE status ERROR_QUIET)
  if(status EQUAL 0)
    execute_process(COMMAND "${CMAKE_COMMAND}" -E copy "${file}" "${kept}.${salt}" RESULT_VARIABLE status ERROR_QUIET)
  endif()
  if(status EQUAL 0)
    file(RENAME "${kept}.${salt}" "${kept}")
  else()
    message(STATUS "cannot write to ${folder}: the next build folder will fetch again")
  endif()
endfunction()

# Lets cargo download the crate through the user's own cargo configuration (mirrors, proxies) and
# sets `result` to the .crate file in cargo's home.
function(_sinew_cargo_fetch result)
  string(TOUPPER ${name} NAME)
  string(CONCAT ways_out
    "${name} is not installed and its sources could not be fetched. Any of these helps:\n"
    "  - install ${name} where CMake finds it (header ${ARG_HEADER}, library ${ARG_LIBRARY});\n"
    "  - unpack ${name}'s sources (or the crate ${ARG_CRATE} ${ARG_VERSION}) and pass"
    " -DSINEW_${NAME}_SOURCE_DIR=<folder>, or put the crate at\n"
    "    ${SINEW_CACHE_DIR}/crates/${ARG_CRATE}-${ARG_VERSION}.crate;\n"
    "  - make the Rust crate registry reachable for cargo 1.70 or later (tools/setup installs one).\n")

  find_program(SINEW_CARGO cargo DOC "cargo, only used to download C sources from the Rust crate registry")
  if(NOT SINEW_CARGO)
    message(FATAL_ERROR "${ways_out}The reason: no cargo on this machine.")
  endif()

  set(project "${CMAKE_BINARY_DIR}/_deps/fetch-${name}")
  file(MAKE_DIRECTORY "${project}/src")
  file(WRITE "${project}/src/lib.rs" "")
  file(WRITE "${project}/Cargo.toml"
    "[package]\nname = \"fetch-${name}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n"
    "[workspace]\n"
    "[dependencies]\n${ARG_CRATE} = \"=${ARG_VERSION}\"\n")
  message(STATUS "${name}: fetching crate ${ARG_CRATE} ${ARG_VERSION}")
  execute_process(COMMAND "${SINEW_CARGO}" fetch WORKING_DIRECTORY "${project}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 600)

  if(DEFINED ENV{CARGO_HOME})
    set(cargo_home "$ENV{CARGO_HOME}")
  else()
    set(cargo_home "$ENV{HOME}/.cargo")
  endif()
  # The crate itself may have arrived although one of its Rust dependencies, which we do not need, did not.
  file(GLOB found "${cargo_home}/registry/cache/*/${ARG_CRATE}-${ARG_VERSION}.crate")
  if(NOT found)
    message(FATAL_ERROR "${ways_out}The reason, from cargo (status ${status}):\n${output}")
  endif()
  list(GET found 0 found)
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# sinew_c_library(TARGET sources...): third-party C compiled as a static library, its warnings not ours.
# -ffp-contract=off for the same reason as in our own code; hidden, so that none of its symbols can
# stand in for one of the same name inside a shared library.
function(sinew_c_library target)
  add_library(${target} STATIC EXCLUDE_FROM_ALL ${ARGN})
  target_compile_options(${target} PRIVATE -w -ffp-contract=off)
  target_link_libraries(${target} PUBLIC m)
  set_target_properties(${target} PROPERTIES
    C_STANDARD 99 C_EXTENSIONS ON C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON EXPORT_COMPILE_COMMANDS OFF)
endfunction()
