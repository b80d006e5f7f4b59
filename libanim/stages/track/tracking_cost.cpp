#include "libanim/stages/track/tracking_cost.h"

#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

double distance_on_ground(const Vec3& a, const Vec3& b) { return std::hypot(a.x() - b.x(), a.z() - b.z()); }

/// What several terms need of a record.
struct Moving {
  std::vector<Transform> poses;
  Vec3 centre = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
};

Moving moving(const Figure& figure, const StateRecord& record) {
  Moving state;
  state.poses.reserve(figure.bodies.size());
  double mass = 0;
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    state.poses.push_back(record.bodies[i].pose());
    const double m = figure.bodies[i].mass;
    mass += m;
    state.centre += m * state.poses[i].translation;
    state.velocity += m * record.bodies[i].linear();
  }
  state.centre /= mass;
  state.velocity /= mass;
  return state;
}

double end_effector_heights(const Figure& figure, const Scene& scene, const CostParts& parts,
                            const ReferenceFrame& reference, const Moving& state) {
  double sum = 0;
  for (const int p : parts.end_effectors) {
    const FigureContactPoint& point = figure.points[to_size(p)];
    const Vec3 place = state.poses[to_size(point.body)] * point.position;
    const double ground = ground_height(scene, place.x(), place.z());
    const double height = place.y() - (std::isfinite(ground) ? ground : 0.0);
    sum += std::abs(height - reference.heights[to_size(p)]);
  }
  return sum;
}

double planted_slip(const Figure& figure, const CostParts& parts, const ReferenceFrame& reference,
                    const StateRecord& record) {
  double sum = 0;
  for (const int p : parts.end_effectors) {
    if (!reference.planted[to_size(p)]) continue;
    sum += sliding_speed(figure.points[to_size(p)], record);
  }
  return sum;
}

}  // namespace

CostParts cost_parts(const Figure& figure) {
  CostParts parts;
  for (std::size_t p = 0; p < figure.points.size(); ++p) {
    const Part part = figure.bodies[to_size(figure.points[p].body)].part;
    if (part != Part::kHead && part != Part::kTail) parts.end_effectors.push_back(static_cast<int>(p));
  }
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const Part part = figure.bodies[b].part;
    if (part == Part::kHead || part == Part::kChest) parts.stable.push_back(static_cast<int>(b));
  }
  return parts;
}

CostTerms cost_terms(const Figure& figure, const Scene& scene, const CostParts& parts, const ReferenceFrame& reference,
                     const StateRecord& record) {
  const Moving state = moving(figure, record);
  const Transform root_from_world = state.poses[0].inverse();
  CostTerms terms{};
  auto& [root_position, root_rotation, pose, balance, orientation, stable_head, end_effectors, slip, centre_velocity,
         root_spin, spin] = terms;
  root_position = (state.poses[0].translation - reference.bodies[0].translation).norm();
  root_rotation = angle_between(state.poses[0].rotation, reference.bodies[0].rotation);
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) {
    const Vec3& p = state.poses[i].translation;
    pose += (root_from_world * p - reference.from_root[i]).norm();
    balance += distance_on_ground(p - state.centre, reference.from_centre[i]);
    orientation += angle_between(state.poses[i].rotation, reference.bodies[i].rotation);
    spin += (record.bodies[i].angular() - reference.spins[i]).norm();
  }
  for (const int b : parts.stable) {
    stable_head += angle_between(state.poses[to_size(b)].rotation, reference.bodies[to_size(b)].rotation);
  }
  end_effectors = end_effector_heights(figure, scene, parts, reference, state);
  slip = planted_slip(figure, parts, reference, record);
  centre_velocity = (state.velocity - reference.centre_velocity).norm();
  root_spin = (record.bodies[0].angular() - reference.spins[0]).norm();
  return terms;
}

double weighted_cost(const CostTerms& terms, const TrackWeights& w) {
  const CostTerms weights{w.root_position,   w.root_rotation, w.pose,          w.balance,
                          w.orientation,     w.stable_head,   w.end_effectors, w.slip,
                          w.centre_velocity, w.root_spin,     w.spin};
  double sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) sum += weights[i] * terms[i];
  return sum;
}

}  // namespace sinew
