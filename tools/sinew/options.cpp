#include "tools/sinew/options.h"

#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/text.h"
#include "pipelines/configuration.h"

namespace sinew {

void ConfigOptions::add_to(CLI::App& command, const std::string& file_names) {
  command.add_option(file_names, file_, "TOML file with configuration keys (see `sinew config dump`)")
      ->type_name("FILE");
  command.add_option("--set", assignments_, "set one configuration key, for example --set import.unit=cm")
      ->type_name("KEY=VALUE")
      ->take_all();
}

Config ConfigOptions::config() const { return config(default_config()); }

Config ConfigOptions::config(Config base) const {
  if (!file_.empty()) base.load(as_text(read_file(file_, std::size_t{1} << 20)), file_);
  for (const std::string& assignment : assignments_) base.set(assignment);
  return base;
}

void SourceOptions::add_to(CLI::App& command) {
  command.add_option("--unit", unit_, "length of one unit of the input: m, dm, cm, mm, inch, ft, yd, cmu, or metres")
      ->type_name("UNIT");
  command.add_option("--up", up_, "up axis of the input: x, y, z, -x, -y, -z")->type_name("AXIS");
  command.add_option("--source-fps", frame_rate_, "frame rate of the input, instead of what the file says")
      ->type_name("HZ")
      ->check(CLI::PositiveNumber);
}

void SourceOptions::apply_to(Config& config) const {
  if (!unit_.empty()) config.set("import.unit=" + unit_);
  if (!up_.empty()) config.set("import.up=" + up_);
  if (frame_rate_ > 0) config.set("import.frame_rate=" + shortest(frame_rate_));
}

}  // namespace sinew
