#include "libanim/support/error.h"

#include <utility>

namespace sinew {

Error::Error(ErrorKind kind, std::string place, std::string message)
    : kind_(kind), place_(std::move(place)), message_(std::move(message)) {
  compose();
}

Error Error::usage(std::string message) { return {ErrorKind::kUsage, "", std::move(message)}; }

Error Error::asset(std::string place, std::string message) {
  return {ErrorKind::kAsset, std::move(place), std::move(message)};
}

Error Error::io(std::string_view file, std::string message) {
  return Error(ErrorKind::kIo, "", std::move(message)).in_file(file);
}

Error Error::internal(std::string message) { return {ErrorKind::kInternal, "", std::move(message)}; }

Error Error::in_file(std::string_view file) const {
  Error named = *this;
  if (named.file_.empty()) named.file_ = file;
  named.compose();
  return named;
}

void Error::compose() {
  what_.clear();
  for (const std::string* part : {&file_, &place_}) {
    if (!part->empty()) what_ += *part + ": ";
  }
  what_ += message_;
}

}  // namespace sinew
