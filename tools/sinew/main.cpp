#include <exception>
#include <iostream>
#include <new>
#include <string_view>

#include "importers/assimp/assimp_import.h"
#include "libanim/support/error.h"
#include "pipelines/batch_outcome.h"
#include "tools/sinew/command.h"
#include "tools/sinew/json_output.h"
#include "tools/sinew/terminal.h"
#include "tools/sinew/version.h"

namespace {

using sinew::Error;
using sinew::ErrorKind;

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage: return sinew::kUsageError;
    case ErrorKind::kAsset: return sinew::kAssetRefused;
    case ErrorKind::kIo: return sinew::kIoError;
    case ErrorKind::kInternal: break;
  }
  return sinew::kInternalError;
}

int report(const sinew::Invocation& invocation, const Error& error) {
  const int code = exit_code(error.kind());
  sinew::say(std::string("sinew: ") + error.what(), sinew::Tone::kError);
  if (error.kind() == ErrorKind::kInternal) sinew::say("this is a bug of Sinew: please report it with the input file");
  if (invocation.json) sinew::print_error(invocation.name, code, error);
  return code;
}

int run(const sinew::Invocation& invocation) {
  try {
    const int code = invocation.run();
    std::cout.flush();
    if (!std::cout) throw Error::io("standard output", "cannot write");
    return code;
  } catch (const Error& error) {
    return report(invocation, error);
  } catch (const std::bad_alloc&) {
    return report(invocation, Error::asset("", std::string(sinew::kNoMemoryMessage)));
  } catch (const std::exception& error) {
    return report(invocation, Error::internal(error.what()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == sinew::kAssimpWorkerArgument)
    return sinew::assimp_worker_main(argc, argv);

  sinew::Invocation invocation;
  CLI::App app("Sinew turns motion capture and goals into physically valid animation.\n", "sinew");
  app.set_version_flag("--version", std::string("sinew ") + sinew::kVersion);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  sinew inspect walk.bvh\n"
      "  sinew convert walk.bvh walk.glb\n"
      "  sinew bake walk.bvh -c hero.glb -o walk.glb\n"
      "  sinew synth walk.toml -c hero.glb -o walk.glb\n"
      "  sinew verify walk.glb\n"
      "  sinew report walk.glb -o walk.png\n\n"
      "`sinew COMMAND --help` says more. Exit codes: 0 ok, 1 below the required quality, 2 usage or configuration,\n"
      "3 input refused, 4 input/output, 5 budget spent, 6 internal error, 128+n signal n.");
  add_inspect_command(app, invocation);
  add_convert_command(app, invocation);
  add_figure_command(app, invocation);
  add_retarget_command(app, invocation);
  add_bake_command(app, invocation);
  add_track_command(app, invocation);
  add_refine_command(app, invocation);
  add_synth_command(app, invocation);
  add_batch_command(app, invocation);
  add_dataset_command(app, invocation);
  add_verify_command(app, invocation);
  add_report_command(app, invocation);
  add_bench_command(app, invocation);
  add_config_command(app, invocation);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, std::cout, std::cerr) == 0 ? sinew::kOk : sinew::kUsageError;
  }
  return run(invocation);
}
