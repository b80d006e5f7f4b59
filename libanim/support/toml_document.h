#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "libanim/support/error.h"

namespace sinew {

using TomlValue = std::variant<bool, std::int64_t, double, std::string>;

/// Both ends included. Numbers are finite in any case.
struct TomlRange {
  double lowest = -std::numeric_limits<double>::max();
  double highest = std::numeric_limits<double>::max();
};

/// One table of a TOML document, read strictly: every getter names its key, and a key that no getter has named is an
/// error (see TomlDocument::finish). A getter with a fallback returns it when the key is missing; one without demands
/// the key. What is wrong (missing, type, length, range) is an Error with line, column, the key's full name, what
/// was found and what was expected. A table keeps its document alive.
class TomlTable {
 public:
  [[nodiscard]] bool has(std::string_view key) const;

  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key, bool fallback) const;
  [[nodiscard]] std::int64_t integer(std::string_view key, const TomlRange& range) const;
  [[nodiscard]] std::int64_t integer(std::string_view key, std::int64_t fallback, const TomlRange& range) const;
  [[nodiscard]] double number(std::string_view key, const TomlRange& range = {}) const;
  [[nodiscard]] double number(std::string_view key, double fallback, const TomlRange& range = {}) const;
  [[nodiscard]] std::string text(std::string_view key) const;
  [[nodiscard]] std::string text(std::string_view key, std::string fallback) const;
  /// One of the given words: its index.
  [[nodiscard]] std::size_t choice(std::string_view key, std::span<const std::string_view> words) const;

  /// An array of exactly `count` numbers.
  [[nodiscard]] std::vector<double> numbers(std::string_view key, std::size_t count, const TomlRange& range = {}) const;
  [[nodiscard]] Eigen::Vector3d vector(std::string_view key, const TomlRange& range = {}) const;
  [[nodiscard]] Eigen::Vector3d vector(std::string_view key, const Eigen::Vector3d& fallback,
                                       const TomlRange& range = {}) const;
  /// An array of arrays of numbers, all of the same length.
  [[nodiscard]] std::vector<std::vector<double>> rows(std::string_view key, const TomlRange& range = {}) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;

  [[nodiscard]] TomlTable table(std::string_view key) const;
  /// An array of tables; empty when the key is missing.
  [[nodiscard]] std::vector<TomlTable> tables(std::string_view key) const;

  /// For walking over whatever is there, in the order of the file's names: a scalar's value, its place, a sub-table.
  [[nodiscard]] std::vector<std::string> keys() const;
  [[nodiscard]] bool is_table(std::string_view key) const;
  [[nodiscard]] TomlValue value(std::string_view key) const;

  /// "line 3, column 7" of a key, or of the table where it has no such key.
  [[nodiscard]] std::string place(std::string_view key) const;
  /// An error at a key that says "full.key: message", for rules that a getter cannot check.
  [[nodiscard]] Error error(std::string_view key, std::string_view message) const;

 private:
  friend class TomlDocument;
  struct Shared;
  struct Node;
  TomlTable(std::shared_ptr<Shared> shared, std::size_t index) : shared_(std::move(shared)), index_(index) {}
  [[nodiscard]] Node find(std::string_view key) const;
  [[nodiscard]] Node demand(std::string_view key, std::string_view expected) const;
  [[nodiscard]] Node demand_array(std::string_view key, std::string_view expected) const;
  [[nodiscard]] std::vector<double> number_array(const Node& node, std::string_view key, const TomlRange& range) const;
  [[nodiscard]] double checked_number(const Node& node, std::string_view key, const TomlRange& range) const;
  [[nodiscard]] TomlTable open(const Node& node, std::string name) const;
  [[nodiscard]] std::string full_name(std::string_view key) const;
  [[nodiscard]] Error refuse(const Node& node, std::string_view key, std::string_view expected) const;

  std::shared_ptr<Shared> shared_;
  std::size_t index_;
};

/// A TOML file. It is hostile input: its size, nesting and number of values are bounded before the parser sees it
/// (kTomlMaxBytes and below).
class TomlDocument {
 public:
  /// `file` is for messages. Errors are of the given kind: kAsset for scenes and figures, kUsage for a configuration.
  TomlDocument(std::string_view text, std::string_view file, ErrorKind kind = ErrorKind::kAsset);

  [[nodiscard]] const TomlTable& root() const { return root_; }

  /// To be called after all reading: throws for the first key that nobody asked for, with the nearest that somebody
  /// did. A table that nobody asked for is such a key as a whole.
  void finish() const;

 private:
  TomlTable root_;
};

// Of our own files the largest are scenes with 4 million heights (37 MB). At these limits the parser needs some 700 MB.
inline constexpr std::size_t kTomlMaxBytes = std::size_t{48} << 20;
inline constexpr int kTomlMaxDepth = 32;                  ///< of brackets, and of the parts of one dotted key
inline constexpr std::size_t kTomlMaxValues = 5'000'000;  ///< counted by their commas
inline constexpr std::size_t kTomlMaxLines = 1'000'000;

}  // namespace sinew
