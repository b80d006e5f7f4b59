#include "importers/bvh/bvh_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "importers/bvh/bvh_frame_rate.h"
#include "importers/bvh/bvh_hierarchy.h"
#include "importers/bvh/bvh_motion.h"
#include "importers/bvh/bvh_names.h"
#include "importers/bvh/bvh_remarks.h"
#include "importers/bvh/bvh_text.h"
#include "importers/bvh/bvh_unit.h"
#include "importers/bvh/bvh_up_axis.h"
#include "libanim/kinematics/pose.h"

namespace sinew {

namespace {

constexpr std::string_view kAxisNames = "XYZ";

void check_options(const ImportOptions& options) {
  if (options.unit && !(*options.unit >= 1e-9 && *options.unit <= 1e9)) {
    throw Error::usage(fmt::format("unit {:g}: expected metres per file unit from 1e-9 to 1e9", *options.unit));
  }
  if (options.up && kAxisNames.find(*options.up) == std::string_view::npos) {
    throw Error::usage(fmt::format("up axis '{}': expected X, Y or Z", *options.up));
  }
  if (options.frame_rate && !(*options.frame_rate > 0 && *options.frame_rate <= 1e6)) {
    throw Error::usage(fmt::format("frame rate {:g}: expected 0 < rate <= 1e6 Hz", *options.frame_rate));
  }
}

Skeleton skeleton_of(const BvhHierarchy& hierarchy, Ledger& ledger) {
  std::vector<std::string> names = settle_bvh_names(hierarchy, ledger);
  Skeleton skeleton;
  skeleton.joints.resize(hierarchy.joints.size());
  for (std::size_t j = 0; j < hierarchy.joints.size(); ++j) {
    const BvhJoint& source = hierarchy.joints[j];
    Joint& joint = skeleton.joints[j];
    joint.name = std::move(names[j]);
    joint.parent = source.parent;
    joint.end_site = source.end_site;
    joint.rest.translation = source.offset;
  }
  return skeleton;
}

void settle_up(const ImportOptions& options, Asset& asset, Clip& clip) {
  int axis = 1;
  if (options.up) {
    axis = static_cast<int>(kAxisNames.find(*options.up));
    if (axis != 1)
      asset.ledger.add(NoteCode::kAxisTurn, "", fmt::format("{} up, as given; turned to Y up", *options.up));
  } else {
    const BvhUpGuess guess = guess_bvh_up(asset.character.skeleton, clip);
    axis = guess.axis;
    if (axis != 1 || !guess.certain) {
      asset.ledger.add(
          NoteCode::kAxisGuess, "",
          fmt::format("the file does not say which axis is up; taken as {}: {}{}",
                      kAxisNames[static_cast<std::size_t>(axis)], guess.reason, axis == 1 ? "" : "; turned to Y up"));
    }
  }
  asset.source.up = kAxisNames[static_cast<std::size_t>(axis)];
  turn_bvh_to_y_up(asset.character.skeleton, clip, axis);
}

/// Height of the joints in the first frame, or at rest (file units).
double first_height(const Skeleton& skeleton, const Clip& clip) {
  return joint_bounds(clip.frames() > 0 ? world_at(skeleton, clip, 0) : rest_world(skeleton)).size().y();
}

void settle_unit(const ImportOptions& options, Asset& asset, Clip& clip) {
  Skeleton& skeleton = asset.character.skeleton;
  const double height = first_height(skeleton, clip);
  double unit = 1;
  if (options.unit) {
    unit = *options.unit;
    if (unit != 1) {
      asset.ledger.add(
          NoteCode::kUnitScale, "",
          fmt::format("lengths multiplied by {:.6g}, as given: {:.2f} m high in the first pose", unit, height * unit));
    }
  } else {
    const BvhUnitGuess guess = guess_bvh_unit(skeleton);
    unit = guess.metres;
    asset.ledger.add(
        NoteCode::kUnitGuess, "",
        fmt::format("the file has no unit; taken as {} ({:.4g} m), because the longest path along the bones "
                    "is {:.4g} units{}: {:.2f} m high in the first pose",
                    guess.name, unit, guess.span, guess.humanoid ? " and a human's about 2.3 m" : "", height * unit));
  }
  asset.source.unit = unit;
  for (Joint& joint : skeleton.joints) joint.rest.translation *= unit;
  for (Vec3& translation : clip.translations) translation *= unit;
}

/// Takes the translation channels away from inner joints whose positions only repeat OFFSET.
void drop_resting_channels(const Skeleton& skeleton, Clip& clip) {
  const std::size_t width = clip.translated.size();
  std::vector<bool> keep(width, false);
  for (std::size_t i = 0; i < clip.translations.size(); ++i) {
    const Joint& joint = skeleton.joints[static_cast<std::size_t>(clip.translated[i % width])];
    if (joint.parent == kNoParent || clip.translations[i] != joint.rest.translation) keep[i % width] = true;
  }
  if (std::ranges::count(keep, false) == 0) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < clip.translations.size(); ++i) {
    if (keep[i % width]) clip.translations[kept++] = clip.translations[i];
  }
  clip.translations.resize(kept);
  clip.translations.shrink_to_fit();
  std::vector<int> translated;
  for (std::size_t i = 0; i < width; ++i) {
    if (keep[i]) translated.push_back(clip.translated[i]);
  }
  clip.translated = std::move(translated);
}

}  // namespace

Asset import_bvh(ByteSpan bytes, const ImportOptions& options) {
  check_options(options);
  if (bytes.size() > options.limits.max_file_bytes) {
    throw Error::asset("", fmt::format("{} bytes, the limit is {}", bytes.size(), options.limits.max_file_bytes));
  }
  Asset asset;
  asset.source.format = "BVH";
  BvhCursor cursor(as_text(bytes));
  const BvhHierarchy hierarchy = read_bvh_hierarchy(cursor, options.limits);
  asset.character.skeleton = skeleton_of(hierarchy, asset.ledger);
  cursor.take("MOTION");
  const std::uint64_t declared = read_bvh_frame_count(cursor);
  asset.source.frame_rate = read_bvh_frame_rate(cursor, options.frame_rate, asset.ledger);

  Clip clip = read_bvh_frames(cursor, hierarchy, declared, options.limits, asset.ledger);
  clip.name = "motion";
  clip.frame_rate = asset.source.frame_rate;
  settle_relative_positions(hierarchy, clip, asset.ledger);
  settle_up(options, asset, clip);
  settle_unit(options, asset, clip);
  if (clip.frames() > 0) {
    drop_resting_channels(asset.character.skeleton, clip);
    remark_on_clip(asset.character.skeleton, clip, asset.ledger);
    asset.clips.push_back(std::move(clip));
  }
  asset.validate();
  return asset;
}

}  // namespace sinew
