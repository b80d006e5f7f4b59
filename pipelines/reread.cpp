#include "pipelines/reread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "importers/import_file.h"
#include "libanim/kinematics/pose.h"
#include "libanim/math/rotation.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Joints in the order in which a depth-first writer lists them: a root, all below it, the next root.
std::vector<int> depth_first(const Skeleton& skeleton) {
  const auto children = skeleton.children();
  std::vector<int> open = skeleton.roots();
  std::ranges::reverse(open);
  std::vector<int> order;
  while (!open.empty()) {
    const int joint = open.back();
    open.pop_back();
    order.push_back(joint);
    open.insert(open.end(), children[to_size(joint)].rbegin(), children[to_size(joint)].rend());
  }
  return order;
}

class Comparison {
 public:
  Comparison(const Asset& written, const Asset& read) : written_(written), read_(read) {
    match_joints();
    written_rest_ = rest_world(written.character.skeleton);
    read_rest_ = rest_world(read.character.skeleton);
    report_.joints = written.character.skeleton.size();
  }

  RereadReport run() {
    compare_poses(written_rest_, read_rest_, "rest pose");
    if (written_.clips.size() != read_.clips.size()) {
      throw Error::internal(fmt::format("wrote {} clips, read {}", written_.clips.size(), read_.clips.size()));
    }
    for (std::size_t c = 0; c < written_.clips.size(); ++c) compare_clips(written_.clips[c], read_.clips[c]);
    return report_;
  }

 private:
  /// Both lists in depth-first order agree one to one; a joint that only the file has (a common root above several)
  /// comes first and is left out.
  void match_joints() {
    const auto ours = depth_first(written_.character.skeleton);
    auto theirs = depth_first(read_.character.skeleton);
    if (theirs.size() == ours.size() + 1) theirs.erase(theirs.begin());
    if (ours.size() != theirs.size()) {
      throw Error::internal(fmt::format("wrote {} joints, read {}", ours.size(), theirs.size()));
    }
    counterpart_.resize(ours.size());
    for (std::size_t i = 0; i < ours.size(); ++i) counterpart_[to_size(ours[i])] = theirs[i];
  }

  void compare_clips(const Clip& ours, const Clip& theirs) {
    if (ours.frames() != theirs.frames() || std::abs(ours.frame_rate - theirs.frame_rate) > 1e-9 * ours.frame_rate) {
      throw Error::internal(fmt::format("clip {}: wrote {} frames at {} Hz, read {} at {} Hz", ours.name, ours.frames(),
                                        ours.frame_rate, theirs.frames(), theirs.frame_rate));
    }
    ++report_.clips;
    report_.frames += ours.frames();
    for (int frame = 0; frame < ours.frames(); ++frame) {
      compare_poses(world_at(written_.character.skeleton, ours, frame),
                    world_at(read_.character.skeleton, theirs, frame),
                    fmt::format("clip {}, frame {}", ours.name, frame));
    }
  }

  void compare_poses(const std::vector<Transform>& ours, const std::vector<Transform>& theirs,
                     const std::string& place) {
    for (std::size_t j = 0; j < ours.size(); ++j) {
      const std::size_t k = to_size(counterpart_[j]);
      const double distance = (ours[j].translation - theirs[k].translation).norm();
      const Quat our_turn = ours[j].rotation * written_rest_[j].rotation.conjugate();
      const Quat their_turn = theirs[k].rotation * read_rest_[k].rotation.conjugate();
      const bool end_site = written_.character.skeleton.joints[j].end_site;
      const double angle = end_site ? 0.0 : angle_between(our_turn, their_turn);
      report_.position_error = std::max(report_.position_error, distance);
      report_.rotation_error = std::max(report_.rotation_error, angle);
      // Six single-precision roundings at this distance from the origin, for deep hierarchies.
      const double reach = 6 * 6e-8 * ours[j].translation.norm();
      if (distance <= kExportPrecision + reach && angle <= kExportPrecision) continue;
      throw Error::internal(
          fmt::format("the written file does not read back: {}, joint {} is off by {:.3g} m and {:.3g} rad", place,
                      written_.character.skeleton.joints[j].name, distance, angle));
    }
  }

  const Asset& written_;
  const Asset& read_;
  std::vector<int> counterpart_;
  std::vector<Transform> written_rest_;
  std::vector<Transform> read_rest_;
  RereadReport report_;
};

ImportOptions own_file_options(const Asset& written, ExportFormat format, const ExportOptions& options) {
  ImportOptions import;
  if (format != ExportFormat::kBvh) return import;
  import.unit = bvh_unit(written, options);
  import.up = 'Y';
  return import;
}

}  // namespace

RereadReport reread(const Asset& written, ByteSpan bytes, ExportFormat format, const ExportOptions& options) {
  const char* name = format == ExportFormat::kBvh ? "written.bvh" : "written.glb";
  const Asset read = [&] {
    try {
      return import_bytes(bytes, name, own_file_options(written, format, options));
    } catch (const Error& error) {
      throw Error::internal(std::string("the written file is not readable: ") + error.what());
    }
  }();
  return Comparison(written, read).run();
}

}  // namespace sinew
