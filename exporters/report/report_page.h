#pragma once

#include <string_view>

namespace sinew {

/// The page as page/build.mjs bundles it, with three places to fill in: kPageTitle, kPageHead and kPageData. Empty in a
/// program that was built without it.
[[nodiscard]] std::string_view report_page();

inline constexpr std::string_view kPageTitle = "sinew:title";  ///< escaped text
inline constexpr std::string_view kPageHead = "sinew:head";    ///< JSON, see html_report.cpp
inline constexpr std::string_view kPageData = "sinew:data";    ///< the arrays in base64

}  // namespace sinew
