#include "pipelines/dataset_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "pipelines/dataset_figure_json.h"
#include "pipelines/running_statistics.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;
constexpr int kMostDepth = 32;
constexpr const char* kKind = "sinew training set";

// Columns of which statistics are kept, where an episode has them.
const std::vector<std::string> kMeasured = {"observations", "actions", "spline_actions", "rewards"};

Json parse(const std::string& text) {
  try {
    return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
      if (depth > kMostDepth) throw Error::asset("", fmt::format("JSON is nested deeper than {}", kMostDepth));
      return true;
    });
  } catch (const Json::exception& error) {
    throw Error::asset("", fmt::format("expected JSON: {}", printable(error.what(), 200)));
  }
}

Json features_json(const FeatureOptions& o) {
  return {{"joint_angles", o.joint_angles},
          {"joint_velocities", o.joint_velocities},
          {"root_orientation", o.root_orientation},
          {"heights", o.heights},
          {"velocity", o.velocity},
          {"changes", o.changes},
          {"horizon", o.horizon}};
}

std::vector<double> doubles_of(const TrainingArray& array) {
  if (array.type == ArrayType::kFloat64) return array.values<double>();
  const std::vector<float> values = array.values<float>();
  return {values.begin(), values.end()};
}

/// A name that Minari allows.
std::string minari_name(const std::string& name) {
  std::string result;
  for (const char c : name)
    result += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' ? c : '_';
  return result.empty() ? "set" : result;
}

std::string box_space(std::uint64_t size, const char* low, const char* high) {
  const auto list = [&](const char* word) {
    std::string text;
    for (std::uint64_t i = 0; i < size; ++i) text += i == 0 ? word : fmt::format(", {}", word);
    return text;
  };
  return fmt::format(R"({{"type": "Box", "dtype": "float32", "shape": [{}], "low": [{}], "high": [{}]}})", size,
                     list(low), list(high));
}

}  // namespace

struct DatasetSummary::Implementation {
  DatasetForm form;
  Json common;
  Json episodes = Json::array();
  std::set<std::string> names;
  std::map<std::string, RunningStatistics> statistics;
  std::map<std::string, std::uint64_t> widths;
  std::uint64_t pairs = 0;

  void add(const Take& setting, const TrainingEpisode& episode) {
    const Json mine = common_json(setting, episode, form);
    if (episodes.empty()) common = mine;
    if (mine != common) {
      throw Error::usage(
          fmt::format("episode {} has another figure, rate or kind of control than the first ({}): they "
                      "belong in different training sets",
                      printable(episode.name), json_difference(common.dump(), mine.dump())));
    }
    if (!names.insert(episode.name).second) {
      throw Error::usage(fmt::format("two episodes are called {}", printable(episode.name)));
    }
    episodes.push_back(episode_json(setting, episode));
    pairs += episode.pairs();
    for (const std::string& name : kMeasured) {
      if (episode.arrays.contains(name)) measure(name, episode.array(name), episode.pairs());
    }
  }

  /// Of the rows that begin a step: the last observation is not learned from.
  void measure(const std::string& name, const TrainingArray& array, std::uint64_t rows) {
    const std::vector<double> values = doubles_of(array);
    const std::size_t width = values.size() / array.rows();
    widths[name] = width;
    for (std::uint64_t i = 0; i < rows; ++i) {
      statistics[name].add(std::span<const double>(values).subspan(i * width, width));
    }
  }

  [[nodiscard]] Json splits_json() const {
    Json shares = Json::object();
    Json lists = Json::object();
    for (const DatasetSplit& split : form.splits) {
      shares[split.name] = split.share;
      Json list = Json::array();
      for (const Json& episode : episodes) {
        if (episode.at("split") == split.name) list.push_back(episode.at("name"));
      }
      lists[split.name] = list;
    }
    return {{"rule", "first 32 bits of the SHA-256 of the episode's name, as a share of 2^32"},
            {"shares", shares},
            {"episodes", lists}};
  }

  [[nodiscard]] Json statistics_json() const {
    Json json = Json::object();
    for (const auto& [name, s] : statistics) {
      json[name] = {{"mean", s.mean()}, {"std", s.deviation()}, {"min", s.least()}, {"max", s.greatest()}};
    }
    return json;
  }

  [[nodiscard]] Json description() const {
    Json json = {{"kind", kKind},         {"schema", kSchema},
                 {"sinew", form.version}, {"configuration", form.configuration},
                 {"pairs", pairs},        {"features", features_json(form.features)}};
    json.update(common);
    json["episodes"] = episodes;
    json["splits"] = splits_json();
    json["statistics"] = statistics_json();
    return json;
  }
};

DatasetSummary::DatasetSummary(DatasetForm form) : implementation_(std::make_unique<Implementation>()) {
  form.validate();
  implementation_->form = std::move(form);
}

DatasetSummary::~DatasetSummary() = default;
DatasetSummary::DatasetSummary(DatasetSummary&&) noexcept = default;
DatasetSummary& DatasetSummary::operator=(DatasetSummary&&) noexcept = default;

void DatasetSummary::add(const Take& setting, const TrainingEpisode& episode) {
  implementation_->add(setting, episode);
}

std::size_t DatasetSummary::episodes() const { return implementation_->episodes.size(); }
std::uint64_t DatasetSummary::pairs() const { return implementation_->pairs; }
const DatasetForm& DatasetSummary::form() const { return implementation_->form; }

std::string DatasetSummary::description() const { return implementation_->description().dump(1) + "\n"; }

std::string DatasetSummary::environment() const {
  // robomimic wants a name, a type (2 is gym) and arguments; there is no such environment to be made, but readers of
  // data do not make one.
  const Json& control = implementation_->common.at("control");
  const Json json = {{"env_name", "sinew"},
                     {"type", 2},
                     {"env_kwargs",
                      {{"figure", implementation_->common.at("figure").at("name")},
                       {"control_dt", control.at("control_dt")},
                       {"physics_dt", control.at("physics_dt")}}}};
  return json.dump();
}

std::string DatasetSummary::minari_metadata(const std::string& name) const {
  const Json json = {
      {"total_episodes", episodes()},
      {"total_steps", pairs()},
      {"data_format", "hdf5"},
      {"observation_space", box_space(implementation_->widths.at("observations"), "-Infinity", "Infinity")},
      {"action_space", box_space(implementation_->widths.at("actions"), "-1.0", "1.0")},
      {"dataset_id", "sinew/" + minari_name(name) + "-v0"},
      {"minari_version", "0.5.0"},
      {"algorithm_name", "sinew " + implementation_->form.version}};
  return json.dump(1) + "\n";
}

DatasetForm parse_dataset_form(const std::string& description) {
  const Json json = parse(description);
  try {
    if (json.at("kind") != kKind || json.at("schema") != kSchema) {
      throw Error::asset("description", fmt::format("expected a '{}' of schema {}", kKind, kSchema));
    }
    DatasetForm form;
    form.version = json.at("sinew").get<std::string>();
    form.configuration = json.at("configuration").get<std::string>();
    const Json& f = json.at("features");
    form.features = {f.at("joint_angles").get<bool>(),     f.at("joint_velocities").get<bool>(),
                     f.at("root_orientation").get<bool>(), f.at("heights").get<bool>(),
                     f.at("velocity").get<bool>(),         f.at("changes").get<bool>(),
                     f.at("horizon").get<double>()};
    form.splits.clear();
    for (const auto& [name, share] : json.at("splits").at("shares").items()) {
      form.splits.push_back({name, share.get<double>()});
    }
    form.validate();
    return form;
  } catch (const Json::exception& error) {
    throw Error::asset("description", printable(error.what(), 200));
  } catch (const Error& error) {
    throw Error::asset("description", error.message());
  }
}

std::string index_json(const std::string& description, const std::vector<DatasetFile>& files) {
  Json json = parse(description);
  Json list = Json::array();
  for (const DatasetFile& file : files) {
    list.push_back({{"file", file.file}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  json["files"] = list;
  return json.dump(1) + "\n";
}

DatasetIndex parse_index(const std::string& text) {
  Json json = parse(text);
  try {
    DatasetIndex index;
    for (const Json& entry : json.at("files")) {
      DatasetFile file{entry.at("file").get<std::string>(), entry.at("bytes").get<std::uint64_t>(),
                       entry.at("sha256").get<std::string>()};
      const std::filesystem::path path(file.file);
      const bool inside = !file.file.empty() && path.is_relative() &&
                          std::ranges::none_of(path, [](const auto& part) { return part == ".." || part == "."; });
      if (!inside) throw Error::asset("files", "expected paths within the folder, found " + printable(file.file));
      index.files.push_back(std::move(file));
    }
    json.erase("files");
    index.description = json.dump(1) + "\n";
    return index;
  } catch (const Json::exception& error) {
    throw Error::asset("", printable(error.what(), 200));
  }
}

std::string json_difference(const std::string& a, const std::string& b) {
  // Objects of the plain kind compare without regard to the order of keys.
  const Json first = parse(a);
  const Json second = parse(b);
  if (first == second) return {};
  const nlohmann::json patch = nlohmann::json::diff(nlohmann::json(first), nlohmann::json(second));
  return patch.empty() ? "the order of keys" : printable(patch.front().at("path").get<std::string>(), 200);
}

}  // namespace sinew
