#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

#include "libanim/support/config.h"

namespace sinew {

/// Configuration from --config FILE and --set key=value, in this order; every command has them.
class ConfigOptions {
 public:
  void add_to(CLI::App& command, const std::string& file_names = "--config");
  /// `base` has what comes before the file: the defaults, or a quality.
  [[nodiscard]] Config config() const;
  [[nodiscard]] Config config(Config base) const;

 private:
  std::string file_;
  std::vector<std::string> assignments_;
};

/// --unit, --up and --source-fps: short forms of the import.* keys.
class SourceOptions {
 public:
  void add_to(CLI::App& command);
  void apply_to(Config& config) const;

 private:
  std::string unit_;
  std::string up_;
  double frame_rate_ = 0;
};

}  // namespace sinew
