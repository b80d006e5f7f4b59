#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "libanim/support/archive.h"
#include "libanim/support/error.h"

namespace sinew {

/// Writes with ArchiveWriter and reads with ArchiveReader through one description per type, so that the two cannot
/// drift apart: a description is a function template over `Io`, which is one of these two classes.
class ArchiveSaver {
 public:
  explicit ArchiveSaver(ArchiveWriter& archive) : archive_(archive) {}

  template <typename T>
  void value(const T& v) {
    archive_.value(v);
  }
  /// An enum whose values run from 0 to `last`.
  template <typename T>
  void choice(const T& v, T /*last*/, const char* /*what*/) {
    archive_.value(v);
  }
  void text(const std::string& s) { archive_.text(s); }
  /// Elements without padding, as raw memory.
  template <typename T>
  void array(const std::vector<T>& items) {
    archive_.array(items);
  }
  template <typename T, typename Each>
  void list(const std::vector<T>& items, std::size_t /*least*/, Each each) {
    archive_.value(static_cast<std::uint64_t>(items.size()));
    for (const T& item : items) each(*this, item);
  }
  template <typename T, typename Each>
  void maybe(const std::optional<T>& item, Each each) {
    archive_.value(item.has_value());
    if (item) each(*this, *item);
  }

 private:
  ArchiveWriter& archive_;
};

/// The bytes are not trusted: what ArchiveSaver cannot have written is Error (kAsset).
class ArchiveLoader {
 public:
  explicit ArchiveLoader(ArchiveReader& archive) : archive_(archive) {}

  template <typename T>
  void value(T& v) {
    v = archive_.value<T>();
  }
  void value(bool& v) {
    const auto byte = archive_.value<std::uint8_t>();
    if (byte > 1) throw Error::asset("flag", "expected 0 or 1, found " + std::to_string(byte));
    v = byte == 1;
  }
  template <typename T>
  void choice(T& v, T last, const char* what) {
    const auto number = archive_.value<std::underlying_type_t<T>>();
    if (number < 0 || number > static_cast<std::underlying_type_t<T>>(last)) {
      throw Error::asset(what, "no such kind: " + std::to_string(number));
    }
    v = static_cast<T>(number);
  }
  void text(std::string& s) { s = archive_.text(); }
  template <typename T>
  void array(std::vector<T>& items) {
    items = archive_.array<T>();
  }
  /// `least` is the smallest size of one item in bytes: a count that does not fit into the bytes is refused.
  template <typename T, typename Each>
  void list(std::vector<T>& items, std::size_t least, Each each) {
    items.resize(archive_.count(least));
    for (T& item : items) each(*this, item);
  }
  template <typename T, typename Each>
  void maybe(std::optional<T>& item, Each each) {
    bool there = false;
    value(there);
    if (there) each(*this, item.emplace());
  }

 private:
  ArchiveReader& archive_;
};

}  // namespace sinew
