#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace sinew {

/// Whose fault an error is; the command line turns it into the exit code.
enum class ErrorKind {
  kUsage,     ///< wrong option or configuration (exit 2)
  kAsset,     ///< an input file is refused (exit 3)
  kIo,        ///< reading or writing failed (exit 4)
  kInternal,  ///< a bug of ours (exit 6)
};

/// The one exception type. It says which file, which place in it (line and column, byte offset, JSON
/// path, node name, configuration key), and what was expected against what was found.
///
/// Code that works on bytes throws without a file; whoever knows the path adds it with `in_file`.
class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string place, std::string message);

  [[nodiscard]] static Error usage(std::string message);
  [[nodiscard]] static Error asset(std::string place, std::string message);
  [[nodiscard]] static Error io(std::string_view file, std::string message);
  [[nodiscard]] static Error internal(std::string message);

  /// The same error with the file named; an error that already names a file keeps it.
  [[nodiscard]] Error in_file(std::string_view file) const;

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] const std::string& message() const { return message_; }

  /// "file: place: message", without the parts that are empty.
  [[nodiscard]] const char* what() const noexcept override { return what_.c_str(); }

 private:
  void compose();

  ErrorKind kind_;
  std::string file_;
  std::string place_;
  std::string message_;
  std::string what_;
};

}  // namespace sinew
