#include "pipelines/report_run.h"

#include <nlohmann/json.hpp>

#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = 256U << 20U;
constexpr std::size_t kMostRows = 20000;  // a page draws them all

Json run_of(const Json& data) {
  const Json& track = data.at("track");
  Json run = {{"sentence", data.at("sentence").get<std::string>()},   {"seconds", track.at("seconds").get<double>()},
              {"cpu_seconds", track.at("cpu_seconds").get<double>()}, {"steps", track.at("steps").get<std::int64_t>()},
              {"restarts", track.at("restarts").get<int>()},          {"history", Json::array()}};
  if (data.contains("refine")) run["refine"] = data.at("refine").at("sentence").get<std::string>();
  const Json& history = track.at("history");
  for (std::size_t i = 0; i < std::min(history.size(), kMostRows); ++i) {
    Json row = Json::object();
    for (const auto& [key, value] : history.at(i).items()) {
      if (value.is_number()) row[key] = value;
    }
    run["history"].push_back(std::move(row));
  }
  return run;
}

}  // namespace

std::string read_run_report(const std::filesystem::path& file) {
  try {
    const Json report = Json::parse(as_text(read_file(file, kMostBytes)));
    return run_of(report.at("data")).dump(-1, ' ', false, Json::error_handler_t::replace);
  } catch (const Json::exception& error) {
    throw Error::asset("", "expected what `sinew bake --json` prints: " + printable(error.what(), 200))
        .in_file(file.string());
  }
}

}  // namespace sinew
