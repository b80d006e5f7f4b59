#include "tools/sinew/joint_positions.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <set>

#include "libanim/kinematics/pose.h"

namespace sinew {

namespace {

int frame_of(std::string_view text, const Clip& clip) {
  double time = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), time);
  const double frame = time * clip.frame_rate;
  const bool is_number = code == std::errc() && end == text.data() + text.size();
  if (!is_number || !(std::abs(frame - std::round(frame)) < 1e-3) || frame < -0.5 || frame > clip.frames() - 0.5) {
    throw Error::usage(fmt::format("--times {}: expected seconds on the grid of {} frames at {} Hz", text,
                                   clip.frames(), clip.frame_rate));
  }
  return static_cast<int>(std::round(frame));
}

std::vector<int> chosen_frames(const Clip& clip, std::string_view times) {
  const int last = clip.frames() - 1;
  std::set<int> frames;
  if (times == "all") {
    for (int frame = 0; frame <= last; ++frame) frames.insert(frame);
  } else if (times.empty()) {
    for (int i = 0; i < 12; ++i) frames.insert(static_cast<int>(std::lround(last * i / 11.0)));
  }
  while (!times.empty() && times != "all") {
    const std::size_t comma = std::min(times.find(','), times.size());
    frames.insert(frame_of(times.substr(0, comma), clip));
    times.remove_prefix(std::min(comma + 1, times.size()));
  }
  return {frames.begin(), frames.end()};
}

Json sample_json(const std::vector<Transform>& world, int frame, double time) {
  Json positions = Json::array();
  Json rotations = Json::array();
  for (const Transform& t : world) {
    positions.push_back({t.translation.x(), t.translation.y(), t.translation.z()});
    rotations.push_back({t.rotation.x(), t.rotation.y(), t.rotation.z(), t.rotation.w()});
  }
  return {{"frame", frame}, {"time", time}, {"positions", positions}, {"rotations", rotations}};
}

Json joints_json(const Skeleton& skeleton) {
  Json joints = Json::array();
  for (const Joint& joint : skeleton.joints) {
    joints.push_back({{"name", joint.name}, {"parent", joint.parent}, {"end_site", joint.end_site}});
  }
  return joints;
}

}  // namespace

Json joint_positions_json(const Asset& asset, const std::string& clip_name, const std::string& times) {
  const Skeleton& skeleton = asset.character.skeleton;
  Json clips = Json::array();
  for (const Clip& clip : asset.clips) clips.push_back(clip.name);
  Json json = {{"unit_scale", asset.source.unit},
               {"up", "Y"},
               {"up_source", std::string(1, asset.source.up)},
               {"clips", clips},
               {"clip", ""},
               {"clip_index", -1},
               {"fps", 0.0},
               {"frames", 0},
               {"start_time", 0.0},
               {"joints", joints_json(skeleton)},
               {"samples", Json::array()}};
  if (asset.clips.empty() && clip_name.empty()) {
    json["samples"].push_back(sample_json(rest_world(skeleton), 0, 0));
    return json;
  }
  const Clip& clip = select_clip(asset, clip_name);
  json["clip"] = clip.name;
  json["clip_index"] = &clip - asset.clips.data();
  json["fps"] = clip.frame_rate;
  json["frames"] = clip.frames();
  json["start_time"] = clip.start_time;
  for (const int frame : chosen_frames(clip, times)) {
    json["samples"].push_back(sample_json(world_at(skeleton, clip, frame), frame, frame / clip.frame_rate));
  }
  return json;
}

}  // namespace sinew
