# How our own code is compiled. Third-party code is compiled with its own flags.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo" FORCE)
endif()

add_library(sinew_compile INTERFACE)
target_include_directories(sinew_compile INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
target_compile_options(sinew_compile INTERFACE
  -Wall -Wextra -Werror
  # A fused multiply-add rounds once where two operations round twice, and the compiler may choose
  # differently from one build to the next: the same bytes everywhere need it off.
  -ffp-contract=off)

if(SINEW_SANITIZE)
  target_compile_options(sinew_compile INTERFACE -fsanitize=${SINEW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(sinew_compile INTERFACE -fsanitize=${SINEW_SANITIZE})
  target_compile_definitions(sinew_compile INTERFACE SINEW_SANITIZED=1)
endif()
