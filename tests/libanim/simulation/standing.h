#pragma once

#include <optional>
#include <stdexcept>

#include "libanim/model/take.h"
#include "libanim/simulation/figure_state.h"
#include "tests/libanim/simulation/small_figures.h"

namespace sinew::test {

/// A body that the figure must have.
inline int body_of(const Figure& figure, Part part, Side side) {
  const std::optional<int> body = figure.find_body(part, side);
  if (!body) throw std::out_of_range("the figure has no such body");
  return *body;
}

/// A clip in which the small humanoid stands in its stance.
inline Clip standing_clip(const SmallFigure& model, int frames) {
  std::vector<Transform> rest;
  rest.reserve(model.skeleton.joints.size());
  for (const Joint& joint : model.skeleton.joints) rest.push_back(joint.rest);
  const StateRecord record = record_from_bodies(stance(model.figure));
  const std::vector<Transform> pose = pose_from_record(model.figure, model.skeleton, record, rest);
  Clip clip = rest_clip(model.skeleton, frames, 30);
  for (int f = 0; f < frames; ++f) {
    for (std::size_t j = 0; j < pose.size(); ++j) clip.frame_rotations(f)[j] = pose[j].rotation;
    clip.frame_translations(f)[0] = pose[0].translation;
  }
  make_continuous(clip);
  clip.name = "stand";
  return clip;
}

/// What a tracker gets: the small humanoid, flat ground, and a reference that stands.
inline Take standing_take(int frames) {
  const SmallFigure model = small_humanoid_model();
  Take take;
  take.name = "stand";
  take.character.name = "small";
  take.character.skeleton = model.skeleton;
  take.figure = model.figure;
  take.reference = standing_clip(model, frames);
  return take;
}

/// Carries the clip with a velocity (unit: m/s).
inline void carry(Clip& clip, const Vec3& velocity) {
  for (int f = 0; f < clip.frames(); ++f) clip.frame_translations(f)[0] += velocity * (f / clip.frame_rate);
}

}  // namespace sinew::test
