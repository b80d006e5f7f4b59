#include "importers/scene/resource_loader.h"

#include <algorithm>
#include <system_error>

#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/text.h"

namespace sinew {
namespace fs = std::filesystem;

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

[[noreturn]] void refuse(std::string_view uri, const std::string& reason) {
  throw Error::asset("URI \"" + printable(uri) + "\"", reason);
}

bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 || code == 0x7f;
}

/// The relative path that a URI names, made of plain components only.
fs::path relative_path(std::string_view uri) {
  if (uri.empty()) refuse(uri, "empty; expected the relative path of a file");
  // Decoded first, so that no escape can hide a slash, a colon or a dot from the checks.
  std::string path = percent_decode(uri);
  std::replace(path.begin(), path.end(), '\\', '/');
  if (std::any_of(path.begin(), path.end(), is_control)) refuse(uri, "has control characters in its path");
  if (path.front() == '/') refuse(uri, "is an absolute path; only files in the asset's own folder are read");
  const std::string first = path.substr(0, path.find('/'));
  if (first.find(':') != std::string::npos) {
    refuse(uri, "has a scheme or drive; only relative paths in the asset's own folder are read");
  }
  fs::path result;
  for (const fs::path& part : fs::path(path)) {
    if (part == "..") refuse(uri, "leaves the asset's folder with \"..\"");
    if (!part.empty() && part != ".") result /= part;
  }
  if (result.empty()) refuse(uri, "names no file");
  return result;
}

bool is_inside(const fs::path& file, const fs::path& folder) {
  const auto [end, _] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end() || end->empty();
}

Bytes load_confined(const fs::path& folder, std::string_view uri, std::size_t max_bytes) {
  const fs::path relative = relative_path(uri);
  std::error_code error;
  const fs::path real_folder = fs::canonical(folder, error);
  if (error) throw Error::io(folder.string(), "the asset's folder cannot be read: " + error.message());
  const fs::path file = fs::canonical(folder / relative, error);
  if (error) refuse(uri, "file not found beside the asset (" + error.message() + ")");
  if (!is_inside(file, real_folder)) refuse(uri, "leads out of the asset's folder through a symbolic link");
  // A pipe or device would block or never end.
  if (!fs::is_regular_file(file, error)) refuse(uri, "is not a regular file");
  return read_file(file, max_bytes);
}

}  // namespace

std::string percent_decode(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) refuse(text, "has a '%' that is not followed by two hexadecimal digits");
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return result;
}

ResourceLoader folder_loader(fs::path folder, const ImportLimits& limits) {
  if (folder.empty()) folder = ".";
  return [folder = std::move(folder), max_bytes = limits.max_file_bytes](std::string_view uri) {
    return load_confined(folder, uri, max_bytes);
  };
}

}  // namespace sinew
