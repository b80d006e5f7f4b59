# anim_library(NAME SOURCES files... [PUBLIC deps...] [PRIVATE deps...])
#
# One library of ours: NAME is the folder's path with '_' for '/', and the sources are relative to
# the folder. PUBLIC dependencies are those whose headers our headers include; third parties stay
# PRIVATE (Eigen excepted).
function(anim_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_SOURCES)
    message(FATAL_ERROR "anim_library(${name}): expected SOURCES, PUBLIC, PRIVATE; got '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC sinew_compile ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
endfunction()

# anim_program(NAME SOURCES files... LINK deps...): an executable in bin/.
function(anim_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE sinew_compile ${ARG_LINK})
endfunction()

# anim_test(NAME SOURCES files... LINK deps... [LABELS labels...]): one GoogleTest program; every
# TEST in it becomes a ctest test. Programs find samples and data through tests/support.
function(anim_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE sinew_compile test_support ${ARG_LINK} sinew_dep::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  set(properties TIMEOUT 600)
  if(ARG_LABELS)
    list(APPEND properties LABELS "${ARG_LABELS}")
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
endfunction()
