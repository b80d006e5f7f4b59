#include "pipelines/dataset_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/text.h"
#include "pipelines/config_keys.h"

namespace sinew {

namespace {

bool is_word(std::string_view text) {
  return !text.empty() && text.size() <= 40 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

DatasetSplit parse_split(std::string_view part) {
  const std::size_t equals = part.find('=');
  DatasetSplit split{std::string(part.substr(0, equals)), 0};
  const std::string_view number = equals == std::string_view::npos ? "" : part.substr(equals + 1);
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), split.share);
  if (problem != std::errc() || end != number.data() + number.size()) {
    throw Error::usage(fmt::format("splits: expected NAME=SHARE, found '{}'", printable(part)));
  }
  return split;
}

}  // namespace

void DatasetForm::validate() const {
  features.validate();
  std::set<std::string> names;
  double sum = 0;
  for (const DatasetSplit& split : splits) {
    if (!is_word(split.name)) {
      throw Error::usage(
          fmt::format("splits: expected a name of letters, digits and underscores, found '{}'", printable(split.name)));
    }
    if (!names.insert(split.name).second) throw Error::usage("splits: two are called " + split.name);
    if (!(split.share > 0 && split.share <= 1)) throw Error::usage("splits: expected 0 < share <= 1");
    sum += split.share;
  }
  constexpr double kRounding = 1e-9;
  if (!(std::abs(sum - 1) < kRounding)) {
    throw Error::usage(fmt::format("splits: expected shares whose sum is 1, found {}", shortest(sum)));
  }
}

std::vector<DatasetSplit> parse_splits(std::string_view text) {
  std::vector<DatasetSplit> splits;
  while (true) {
    const std::size_t comma = text.find(',');
    splits.push_back(parse_split(text.substr(0, comma)));
    if (comma == std::string_view::npos) return splits;
    text.remove_prefix(comma + 1);
  }
}

const std::string& split_of(const std::vector<DatasetSplit>& splits, std::string_view episode) {
  const std::string hash = sha256_hex(as_bytes(episode));
  std::uint32_t bits = 0;
  std::from_chars(hash.data(), hash.data() + 8, bits, 16);
  const double place = bits / 4294967296.0;
  double end = 0;
  for (const DatasetSplit& split : splits) {
    end += split.share;
    if (place < end) return split.name;
  }
  return splits.back().name;
}

std::vector<ConfigKey> dataset_keys() {
  const FeatureOptions o;
  return {
      flag_key("dataset.joint_angles", o.joint_angles, "observe the angle of every actuated axis"),
      flag_key("dataset.joint_velocities", o.joint_velocities,
               "observe how fast every actuated axis turns; unset it for the thesis' own features"),
      flag_key("dataset.root_orientation", o.root_orientation,
               "observe the root's tilt: the heights of its three unit axes"),
      flag_key("dataset.heights", o.heights, "observe the height of every body above what is below it"),
      flag_key("dataset.velocity", o.velocity, "observe the velocity of the centre of mass in the root's axes"),
      flag_key("dataset.changes", o.changes,
               "observe what becomes of velocity and heading over dataset.horizon: for policies that are told where to "
               "go"),
      number_key("dataset.horizon", o.horizon, "s", 0.01, 1000, "how far dataset.changes looks ahead"),
  };
}

FeatureOptions feature_options(const Config& config) {
  FeatureOptions o;
  o.joint_angles = config.flag("dataset.joint_angles");
  o.joint_velocities = config.flag("dataset.joint_velocities");
  o.root_orientation = config.flag("dataset.root_orientation");
  o.heights = config.flag("dataset.heights");
  o.velocity = config.flag("dataset.velocity");
  o.changes = config.flag("dataset.changes");
  o.horizon = config.number("dataset.horizon");
  o.validate();
  return o;
}

}  // namespace sinew
