#pragma once

#include <span>
#include <string>
#include <vector>

#include "libanim/model/skeleton.h"

namespace sinew {

/// Motion of a skeleton on an exact frame grid: frame i is at time i / frame_rate.
///
/// Every joint has a rotation in every frame. Only the joints listed in `translated` also have a
/// translation (parent_from_joint, which replaces the rest translation); every root is listed.
/// Scale does not exist here: importers fold it into translations.
///
/// validate(skeleton) checks:
///  1. frame_rate is finite and in (0, 1e6];
///  2. at least one frame; rotations has frames x joints, translations frames x translated entries;
///  3. `translated` is strictly increasing, within the skeleton, and has every root;
///  4. all numbers are finite, rotations unit to 1e-9;
///  5. rotations are hemisphere-continuous: successive frames of a joint have a dot product >= 0;
///  6. an end site's rotations are its rest rotation.
struct Clip {
  std::string name;
  double frame_rate = 30.0;        ///< (unit: Hz)
  double start_time = 0.0;         ///< where frame 0 lay in the source (unit: s); information only
  int joint_count = 0;             ///< joints per frame
  std::vector<int> translated;     ///< joints with a translation channel
  std::vector<Quat> rotations;     ///< [frame * joint_count + joint], parent_from_joint
  std::vector<Vec3> translations;  ///< [frame * translated.size() + channel] (unit: m)

  [[nodiscard]] int frames() const {
    return joint_count == 0 ? 0 : static_cast<int>(rotations.size() / static_cast<std::size_t>(joint_count));
  }
  /// Time from the first frame to the last (unit: s).
  [[nodiscard]] double duration() const { return (frames() - 1) / frame_rate; }

  [[nodiscard]] std::span<Quat> frame_rotations(int frame);
  [[nodiscard]] std::span<const Quat> frame_rotations(int frame) const;
  [[nodiscard]] std::span<Vec3> frame_translations(int frame);
  [[nodiscard]] std::span<const Vec3> frame_translations(int frame) const;

  /// Throws Error (kAsset) that names clip, frame, joint and the rule.
  void validate(const Skeleton& skeleton) const;
};

/// A clip with `frames` frames in the skeleton's rest pose; `translated` is completed with the roots.
[[nodiscard]] Clip rest_clip(const Skeleton& skeleton, int frames, double frame_rate, std::vector<int> translated = {});

/// Makes every joint's rotations hemisphere-continuous over the frames (rule 5).
void make_continuous(Clip& clip);

}  // namespace sinew
