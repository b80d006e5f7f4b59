#include "libanim/validity/contact_quality.h"

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/contact_detection.h"
#include "libanim/support/index.h"
#include "libanim/validity/body_motion.h"
#include "libanim/validity/surface_gap.h"

namespace sinew {

namespace {

/// Foot points of one motion, and when each is planted.
struct FootTracks {
  std::vector<std::vector<Vec3>> paths;    ///< [point][frame]
  std::vector<std::vector<bool>> planted;  ///< [point][frame]

  [[nodiscard]] bool any_planted(std::size_t frame) const {
    return std::ranges::any_of(planted, [&](const std::vector<bool>& point) { return point[frame]; });
  }
};

FootTracks foot_tracks(const Take& take, const BodyMotion& motion) {
  FootTracks tracks;
  tracks.paths = point_paths(take, foot_points(take.figure), motion);
  for (const std::vector<Vec3>& path : tracks.paths) {
    std::vector<double> ground;
    ground.reserve(path.size());
    for (const Vec3& p : path) ground.push_back(ground_height(take.scene, p.x(), p.z()));
    tracks.planted.push_back(planted_frames(path, ground, take.simulation.control_rate, take.figure.height));
  }
  return tracks;
}

Skate skate_of(const FootTracks& tracks, double rate) {
  std::vector<double> speeds;
  std::vector<int> frames;
  for (std::size_t p = 0; p < tracks.paths.size(); ++p) {
    for (std::size_t f = 0; f < tracks.paths[p].size(); ++f) {
      if (!tracks.planted[p][f]) continue;
      speeds.push_back(horizontal_speed(tracks.paths[p], f, rate));
      frames.push_back(static_cast<int>(f));
    }
  }
  Skate skate;
  skate.speed = spread_of(speeds, frames);
  if (!speeds.empty()) {
    const auto fast = std::ranges::count_if(speeds, [](double v) { return v > kFastSkate; });
    skate.fast_share = static_cast<double>(fast) / static_cast<double>(speeds.size());
  }
  return skate;
}

/// Speed of the fastest planted point in every frame, 0 where none is planted.
std::vector<double> fastest_plants(const FootTracks& tracks, std::size_t frames, double rate) {
  std::vector<double> speeds(frames, 0);
  for (std::size_t p = 0; p < tracks.paths.size(); ++p) {
    for (std::size_t f = 0; f < std::min(frames, tracks.paths[p].size()); ++f) {
      if (tracks.planted[p][f]) speeds[f] = std::max(speeds[f], horizontal_speed(tracks.paths[p], f, rate));
    }
  }
  return speeds;
}

/// How far the figure is from its surroundings in a frame.
struct Clearance {
  double gap = 0;    ///< of the lowest point, negative below the surface, at most kFloatReach (unit: m)
  double depth = 0;  ///< in ground, boxes or objects (unit: m)
};

std::vector<Clearance> clearances(const Take& take, const BodyMotion& result) {
  std::vector<Clearance> frames;
  for (std::size_t f = 0; f < result.size(); ++f) {
    const double gap = surface_gap(take.figure, take.scene, result[f], kFloatReach);
    frames.push_back({gap, std::max({0.0, -gap, object_depth(take, take.record(static_cast<int>(f)))})});
  }
  return frames;
}

/// Speed of a body's material point along the surface, against the other body where that moves.
double slide_speed(const StateRecord& record, const ContactForce& contact) {
  const auto velocity = [&](int body) -> Vec3 {
    if (body < 0) return Vec3::Zero();
    const BodyState& state = record.bodies[to_size(body)];
    return state.linear() + state.angular().cross(contact.point - state.pose().translation);
  };
  const Vec3 relative = velocity(contact.body) - velocity(contact.other);
  return (relative - contact.normal * contact.normal.dot(relative)).norm();
}

Spread solver_skate(const Take& take) {
  constexpr double kCarriesWeight = 0.05;  // of the body weight; lighter touches are brushes
  const double least = kCarriesWeight * take.figure.mass() * take.scene.gravity.norm();
  std::vector<double> speeds;
  std::vector<int> frames;
  for (int i = 0; i < static_cast<int>(take.steps.size()); ++i) {
    const TakeStep& step = take.steps[to_size(i)];
    for (const ContactForce& contact : step.report.substeps.back().contacts) {
      if (contact.body >= take.figure.body_count() || contact.force.dot(contact.normal) <= least) continue;
      speeds.push_back(slide_speed(step.record, contact));
      frames.push_back(i + 1);
    }
  }
  return spread_of(speeds, frames);
}

}  // namespace

ContactQuality contact_quality(const Take& take) {
  ContactQuality quality;
  if (take.frames() == 0) return quality;
  const double rate = take.simulation.control_rate;
  const BodyMotion result = record_motion(take);
  const FootTracks source = foot_tracks(take, clip_motion(take, take.reference));
  std::vector<double> depths;
  std::vector<double> heights;
  std::vector<int> height_frames;
  const std::vector<Clearance> frames = clearances(take, result);
  for (std::size_t f = 0; f < frames.size(); ++f) {
    depths.push_back(frames[f].depth);
    if (!source.any_planted(f)) continue;
    heights.push_back(std::max(0.0, frames[f].gap));
    height_frames.push_back(static_cast<int>(f));
  }
  quality.penetration = spread_of(depths);
  quality.float_height = spread_of(heights, height_frames);
  quality.source = skate_of(source, rate);
  quality.result = skate_of(foot_tracks(take, result), rate);
  quality.solver_skate = solver_skate(take);
  return quality;
}

ContactSeries contact_series(const Take& take) {
  ContactSeries series;
  if (take.frames() == 0) return series;
  const double rate = take.simulation.control_rate;
  const BodyMotion result = record_motion(take);
  for (const Clearance& frame : clearances(take, result)) series.penetration.push_back(frame.depth);
  series.skate = fastest_plants(foot_tracks(take, result), result.size(), rate);
  series.source_skate = fastest_plants(foot_tracks(take, clip_motion(take, take.reference)), result.size(), rate);
  return series;
}

std::vector<ContactEvent> contact_events(const Take& take) {
  const std::vector<int> points = foot_points(take.figure);
  const FootTracks tracks = foot_tracks(take, record_motion(take));
  std::vector<ContactEvent> events;
  for (int f = 0; f < take.frames(); ++f) {
    for (std::size_t p = 0; p < points.size(); ++p) {
      const bool before = f > 0 && tracks.planted[p][to_size(f) - 1];
      if (tracks.planted[p][to_size(f)] == before) continue;
      events.push_back({take.figure.points[to_size(points[p])].name, f, !before});
    }
  }
  return events;
}

}  // namespace sinew
