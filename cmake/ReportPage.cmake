# The page of HTML reports: exporters/report/page with three.js, bundled and minified into one C++ source.
# Sets REPORT_PAGE_SOURCE to that source.
#
# npm fetches what package-lock.json pins, by hash, through the user's own npm configuration (mirrors,
# proxies, cache). A build without the page has to be asked for: -DSINEW_HTML_REPORT=OFF. Such a program
# refuses .html and does everything else.

include_guard(GLOBAL)

option(SINEW_HTML_REPORT "Bundle the page of HTML reports (needs node and npm)" ON)

if(NOT SINEW_HTML_REPORT)
  set(REPORT_PAGE_SOURCE "${PROJECT_SOURCE_DIR}/exporters/report/report_page_none.cpp")
  return()
endif()

find_program(SINEW_NODE node DOC "node 18 or later, bundles the page of HTML reports")
find_program(SINEW_NPM npm DOC "npm, fetches what the page is made of")
if(NOT SINEW_NODE OR NOT SINEW_NPM)
  message(FATAL_ERROR
    "The page of HTML reports is bundled with node and npm, and at least one of them is missing. Either of these helps:\n"
    "  - install them (Debian: apt-get install nodejs npm; tools/setup does it);\n"
    "  - build without HTML reports: -DSINEW_HTML_REPORT=OFF.")
endif()

set(page "${PROJECT_SOURCE_DIR}/exporters/report/page")
set(work "${PROJECT_BINARY_DIR}/_deps/report-page")
set(REPORT_PAGE_SOURCE "${PROJECT_BINARY_DIR}/generated/exporters/report/report_page.cpp")
file(GLOB page_files CONFIGURE_DEPENDS "${page}/*.html" "${page}/*.css" "${page}/*.mjs" "${page}/src/*.js")

add_custom_command(
  OUTPUT "${work}/installed"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${work}"
  COMMAND "${CMAKE_COMMAND}" -E copy "${page}/package.json" "${page}/package-lock.json" "${work}"
  # No script of a package runs: esbuild's would only repeat what its platform package brings.
  COMMAND "${CMAKE_COMMAND}" -E chdir "${work}"
          "${SINEW_NPM}" ci --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error
  COMMAND "${CMAKE_COMMAND}" -E touch "${work}/installed"
  DEPENDS "${page}/package.json" "${page}/package-lock.json"
  COMMENT "Fetching what the page of HTML reports is made of (npm; -DSINEW_HTML_REPORT=OFF does without)"
  VERBATIM)
add_custom_command(
  OUTPUT "${REPORT_PAGE_SOURCE}"
  COMMAND "${SINEW_NODE}" "${page}/build.mjs" "${work}" "${REPORT_PAGE_SOURCE}"
  DEPENDS "${work}/installed" ${page_files}
  COMMENT "Bundling the page of HTML reports"
  VERBATIM)
