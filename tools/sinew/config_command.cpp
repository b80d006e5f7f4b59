#include <iostream>
#include <memory>

#include "tools/sinew/command.h"
#include "tools/sinew/options.h"

namespace sinew {

void add_config_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ConfigOptions>();
  CLI::App* command = app.add_subcommand("config", "Show the configuration");
  command->require_subcommand(1);
  CLI::App* dump = command->add_subcommand("dump", "Print every key with unit, default and range, as TOML");
  options->add_to(*dump);
  dump->footer(
      "Examples:\n"
      "  sinew config dump > sinew.toml\n"
      "  sinew config dump --config sinew.toml --set import.unit=cm");
  dump->callback([=, &invocation] {
    invocation = {"config dump", false, [=] {
                    const Config config = options->config();
                    std::cout << config.dump() << "\n# hash of these values: " << config.hash() << '\n';
                    return static_cast<int>(kOk);
                  }};
  });
}

}  // namespace sinew
