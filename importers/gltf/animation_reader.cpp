#include "importers/gltf/animation_reader.h"

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "importers/gltf/accessor_reader.h"
#include "importers/gltf/grid_notes.h"
#include "importers/gltf/key_curve.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

using Times = std::shared_ptr<const std::vector<double>>;

enum class Path { kTranslation, kRotation, kScale };

struct Channel {
  int node = 0;
  Path path = Path::kTranslation;
  KeyCurve curve;
};

/// Key times are usually shared by all channels of an animation, and by many animations.
using TimesCache = std::map<int, Times>;

/// What one animation is read with.
struct AnimationReading {
  GltfContext& context;
  const std::vector<bool>& active;
  TimesCache& cache;
  const tinygltf::Animation& animation;
  std::string place;
};

Times read_times(AnimationReading& reading, int accessor, const std::string& place) {
  Times& cached = reading.cache[accessor];
  if (cached) return cached;
  require_format(accessor_format(reading.context, accessor, place), 1, {kFloatComponent}, place);
  auto times = std::make_shared<std::vector<double>>(read_doubles(reading.context, accessor, place));
  for (std::size_t i = 0; i < times->size(); ++i) {
    const double time = (*times)[i];
    if (!std::isfinite(time) || time < 0) {
      throw Error::asset(place, fmt::format("key {} is at {} s; times must be finite and not negative", i, time));
    }
    if (i > 0 && time <= (*times)[i - 1]) {
      throw Error::asset(
          place, fmt::format("key {} is at {} s, not after the key before it ({} s)", i, time, (*times)[i - 1]));
    }
  }
  return cached = std::move(times);
}

KeyMode read_mode(const std::string& name, const std::string& place) {
  if (name == "LINEAR") return KeyMode::kLinear;
  if (name == "STEP") return KeyMode::kStep;
  if (name == "CUBICSPLINE") return KeyMode::kCubic;
  throw Error::asset(place,
                     fmt::format("interpolation \"{}\"; expected LINEAR, STEP or CUBICSPLINE", printable(name, 30)));
}

/// Unit length for every rotation key; tangents scale with their key.
void normalise_rotations(AnimationReading& reading, KeyCurve& curve, const std::string& place) {
  const std::size_t groups = curve.mode == KeyMode::kCubic ? 3 : 1;
  double worst = 0;
  for (std::size_t key = 0; key < curve.times->size(); ++key) {
    double* group = curve.values.data() + key * groups * 4;
    const Eigen::Map<const Eigen::Vector4d> value(group + (groups == 3 ? 4 : 0));
    const double length = value.norm();
    if (!(length > 1e-6))
      throw Error::asset(place, fmt::format("rotation key {} is zero; expected a unit quaternion", key));
    worst = std::max(worst, std::abs(length - 1));
    Eigen::Map<Eigen::VectorXd>(group, static_cast<Eigen::Index>(groups) * 4) /= length;
  }
  if (worst > 1e-2) {
    reading.context.ledger.add(NoteCode::kRepairedQuaternion, place,
                               fmt::format("rotation keys normalised; lengths were off by up to {:.3g}", worst));
  }
}

KeyCurve read_curve(AnimationReading& reading, int index, Path path) {
  const std::string place = fmt::format("{}/samplers/{}", reading.place, index);
  const tinygltf::AnimationSampler& sampler = reading.animation.samplers[static_cast<std::size_t>(index)];
  KeyCurve curve;
  curve.mode = read_mode(sampler.interpolation, place);
  curve.width = path == Path::kRotation ? 4 : 3;
  curve.times = read_times(reading, sampler.input, place + "/input");
  const AccessorFormat format = accessor_format(reading.context, sampler.output, place + "/output");
  if (path == Path::kRotation && format.component != kFloatComponent) {
    require_format(format, 4, {kByteComponent, kUnsignedByteComponent, kShortComponent, kUnsignedShortComponent},
                   place + "/output");
    if (!format.normalized) throw Error::asset(place + "/output", "integer rotations must be normalised");
  } else {
    require_format(format, curve.width, {kFloatComponent}, place + "/output");
  }
  const std::size_t expected = curve.times->size() * (curve.mode == KeyMode::kCubic ? 3 : 1);
  if (format.count != expected) {
    throw Error::asset(place + "/output",
                       fmt::format("{} values for {} keys; expected {}", format.count, curve.times->size(), expected));
  }
  curve.values = read_doubles(reading.context, sampler.output, place + "/output");
  if (!std::ranges::all_of(curve.values, [](double v) { return std::isfinite(v); })) {
    throw Error::asset(place + "/output", "has values that are not finite numbers");
  }
  if (path == Path::kRotation) normalise_rotations(reading, curve, place + "/output");
  return curve;
}

/// Names the reason why a channel cannot be kept, or nothing.
std::string_view reason_to_drop(const AnimationReading& reading, const tinygltf::AnimationChannel& channel) {
  const std::string& path = channel.target_path;
  if (path == "weights") return "animates morph weights";
  if (path != "translation" && path != "rotation" && path != "scale") return "animates an unknown property";
  if (!reading.active[static_cast<std::size_t>(channel.target_node)]) return "animates a node outside the scene";
  return {};
}

void check_channel(const AnimationReading& reading, const tinygltf::AnimationChannel& channel,
                   const std::string& place) {
  const std::size_t samplers = reading.animation.samplers.size();
  if (static_cast<std::size_t>(channel.sampler) >= samplers) {
    throw Error::asset(place,
                       fmt::format("sampler {} does not exist; the animation has {}", channel.sampler, samplers));
  }
  if (static_cast<std::size_t>(channel.target_node) >= reading.active.size()) {
    throw Error::asset(
        place, fmt::format("node {} does not exist; the file has {}", channel.target_node, reading.active.size()));
  }
}

Path path_of(const std::string& name) {
  return name == "translation" ? Path::kTranslation : name == "rotation" ? Path::kRotation : Path::kScale;
}

std::vector<Channel> read_channels(AnimationReading& reading) {
  std::vector<Channel> channels;
  std::set<std::pair<int, std::string>> targets;
  std::map<std::string_view, int> dropped;
  for (std::size_t i = 0; i < reading.animation.channels.size(); ++i) {
    const tinygltf::AnimationChannel& channel = reading.animation.channels[i];
    const std::string place = fmt::format("{}/channels/{}", reading.place, i);
    check_channel(reading, channel, place);
    if (!targets.emplace(channel.target_node, channel.target_path).second) {
      throw Error::asset(place, fmt::format("node {} has two channels for \"{}\"", channel.target_node,
                                            printable(channel.target_path, 30)));
    }
    if (const std::string_view reason = reason_to_drop(reading, channel); !reason.empty()) {
      ++dropped[reason];
      continue;
    }
    const Path path = path_of(channel.target_path);
    channels.push_back({channel.target_node, path, read_curve(reading, channel.sampler, path)});
  }
  for (const auto& [reason, count] : dropped) {
    reading.context.ledger.add(NoteCode::kDroppedChannel, reading.place,
                               fmt::format("{} channel{} {}", count, count == 1 ? "" : "s that each", reason));
  }
  return channels;
}

std::vector<double> all_times(const std::vector<Channel>& channels) {
  std::set<const std::vector<double>*> distinct;
  for (const Channel& channel : channels) distinct.insert(channel.curve.times.get());
  std::vector<double> times;
  for (const std::vector<double>* some : distinct) times.insert(times.end(), some->begin(), some->end());
  std::ranges::sort(times);
  const auto rest = std::ranges::unique(times);
  times.erase(rest.begin(), rest.end());
  return times;
}

/// The grid in our exporter's extras, when it is there and the keys agree.
std::optional<FrameGrid> grid_of_extras(const AnimationReading& reading, const std::vector<double>& times,
                                        double* start) {
  const tinygltf::Value& extras = reading.animation.extras;
  if (!extras.Has("sinew")) return std::nullopt;
  const tinygltf::Value& sinew = extras.Get("sinew");
  if (!sinew.Has("frames") || !sinew.Has("frame_rate")) return std::nullopt;
  const std::optional<FrameGrid> grid =
      stated_grid(times, sinew.Get("frames").GetNumberAsDouble(), sinew.Get("frame_rate").GetNumberAsDouble());
  if (!grid) {
    reading.context.ledger.add(NoteCode::kSuspect, reading.place,
                               "its extras state a frame grid that its keys do not lie on");
    return std::nullopt;
  }
  *start = sinew.Has("start_time") ? sinew.Get("start_time").GetNumberAsDouble() : grid->start;
  return grid;
}

void sample_channel(const Channel& channel, const FrameGrid& grid, SourceTrack& track) {
  const double end = grid.start + (grid.frames - 1) / grid.rate;
  KeySampler sampler(channel.curve, key_tolerance(end, grid.rate));
  for (std::size_t i = 0; i < track.samples.size(); ++i) {
    const std::array<double, 4> v = sampler.at(grid.start + static_cast<double>(i) / grid.rate);
    Trs& sample = track.samples[i];
    switch (channel.path) {
      case Path::kTranslation: sample.translation = Vec3(v[0], v[1], v[2]); break;
      case Path::kRotation: sample.rotation = Quat(v[3], v[0], v[1], v[2]); break;
      case Path::kScale: sample.scale = Vec3(v[0], v[1], v[2]); break;
    }
  }
}

void check_size(const AnimationReading& reading, const FrameGrid& grid, std::size_t tracks) {
  const ImportLimits& limits = reading.context.options.limits;
  if (!(grid.frames <= static_cast<double>(limits.max_frames))) {
    throw Error::asset(reading.place, fmt::format("{:.0f} frames at {} Hz; at most {} are read", grid.frames, grid.rate,
                                                  limits.max_frames));
  }
  if (grid.frames * static_cast<double>(tracks) > static_cast<double>(limits.max_clip_values)) {
    throw Error::asset(reading.place, fmt::format("{:.0f} frames of {} nodes; at most {} values are read", grid.frames,
                                                  tracks, limits.max_clip_values));
  }
}

std::vector<SourceTrack> sample_tracks(AnimationReading& reading, const std::vector<Channel>& channels,
                                       const FrameGrid& grid, const SourceScene& scene) {
  std::map<int, std::size_t> track_of_node;
  for (const Channel& channel : channels) track_of_node.emplace(channel.node, 0);
  check_size(reading, grid, track_of_node.size());
  const auto frames = static_cast<std::size_t>(grid.frames);
  reading.context.budget.spend(frames * track_of_node.size(), sizeof(Trs), reading.place);
  std::vector<SourceTrack> tracks;
  for (auto& [node, track] : track_of_node) {
    track = tracks.size();
    tracks.push_back({node, std::vector<Trs>(frames, scene.nodes[static_cast<std::size_t>(node)].local)});
  }
  for (const Channel& channel : channels) sample_channel(channel, grid, tracks[track_of_node.at(channel.node)]);
  return tracks;
}

/// An end site never turns against its parent: one that does is an ordinary joint.
void unmark_turning_end_sites(const std::vector<SourceTrack>& tracks, SourceScene& scene) {
  for (const SourceTrack& track : tracks) {
    SourceNode& node = scene.nodes[static_cast<std::size_t>(track.node)];
    const bool turns = std::ranges::any_of(track.samples, [&](const Trs& sample) {
      return std::abs(sample.rotation.dot(node.local.rotation)) < 1 - 1e-12;
    });
    if (turns) node.end_site = false;
  }
}

/// An animated node should have no matrix; it is taken apart, and animated parts replace its own.
void note_animated_matrices(const AnimationReading& reading, const std::vector<SourceTrack>& tracks) {
  const auto count = std::ranges::count_if(tracks, [&](const SourceTrack& track) {
    return !reading.context.model->nodes[static_cast<std::size_t>(track.node)].matrix.empty();
  });
  if (count > 0) {
    reading.context.ledger.add(NoteCode::kSuspect, reading.place,
                               fmt::format("{} animated nodes are given by a matrix", count));
  }
}

}  // namespace

void read_animations(GltfContext& context, const std::vector<bool>& active, SourceScene& scene) {
  TimesCache cache;
  GridNotes notes;
  for (std::size_t i = 0; i < context.model->animations.size(); ++i) {
    AnimationReading reading{context, active, cache, context.model->animations[i], fmt::format("animations/{}", i)};
    if (context.json.channels_without_node[i] > 0) {
      context.ledger.add(NoteCode::kDroppedChannel, reading.place,
                         fmt::format("{} channels target no node", context.json.channels_without_node[i]));
    }
    const std::vector<Channel> channels = read_channels(reading);
    if (channels.empty()) {
      context.ledger.add(NoteCode::kDroppedChannel, reading.place,
                         fmt::format("animation \"{}\" has no channel that moves a node; left out",
                                     printable(reading.animation.name, 60)));
      continue;
    }
    const std::vector<double> times = all_times(channels);
    SourceAnimation animation;
    animation.name = reading.animation.name;
    animation.start_time = times.front();
    std::optional<FrameGrid> grid;
    if (!context.options.frame_rate) grid = grid_of_extras(reading, times, &animation.start_time);
    if (!grid) {
      grid = choose_grid(times, context.options.frame_rate);
      notes.add(animation.name, *grid);
    }
    animation.frame_rate = grid->rate;
    animation.tracks = sample_tracks(reading, channels, *grid, scene);
    animation.frames = static_cast<int>(grid->frames);
    unmark_turning_end_sites(animation.tracks, scene);
    note_animated_matrices(reading, animation.tracks);
    scene.animations.push_back(std::move(animation));
  }
  notes.write(context.options.frame_rate.has_value(), context.ledger);
}

}  // namespace sinew
