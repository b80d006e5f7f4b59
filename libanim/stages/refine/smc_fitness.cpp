#include "libanim/stages/refine/smc_fitness.h"

#include <algorithm>
#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// (value / tolerance)^2, given value^2; nothing for a term that is left out.
double share(double squared, double tolerance) { return tolerance > 0 ? squared / (tolerance * tolerance) : 0; }

double squared_angle(const Quat& a, const Quat& b) {
  const double angle = angle_between(a, b);
  return angle * angle;
}

std::vector<Vec3> velocities(const Figure& figure, const StateRecord& record) {
  std::vector<Vec3> v;
  v.reserve(figure.bodies.size());
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) v.push_back(record.bodies[i].linear());
  return v;
}

}  // namespace

/// What both costs need.
struct FitnessMeter::Shared {
  std::vector<Transform> poses;
  double angles = 0;  ///< squared, summed over the joints
  double spins = 0;   ///< squared, summed over the bodies
  double place = 0;   ///< squared distance of the root
  double bodies = 0;  ///< mean squared distance of the bodies
};

FitnessParts fitness_parts(const Figure& figure) {
  FitnessParts parts;
  for (std::size_t p = 0; p < figure.points.size(); ++p) {
    const int body = figure.points[p].body;
    const Part part = figure.bodies[to_size(body)].part;
    if (part == Part::kHead || part == Part::kTail) continue;
    parts.points.push_back(static_cast<int>(p));
    if (std::find(parts.extremities.begin(), parts.extremities.end(), body) == parts.extremities.end()) {
      parts.extremities.push_back(body);
    }
  }
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const Part part = figure.bodies[b].part;
    if (part == Part::kHead || part == Part::kChest) parts.stable.push_back(static_cast<int>(b));
  }
  parts.mass = figure.mass();
  return parts;
}

FitnessMeter::FitnessMeter(const Figure& figure, const Scene& scene, const FitnessParts& parts,
                           const SmcOptions& options, double frame_seconds, const StateRecord& before,
                           const StateRecord& now)
    : figure_(figure),
      scene_(scene),
      parts_(parts),
      tolerances_(options.tolerances),
      seconds_(frame_seconds),
      before_(velocities(figure, before)),
      now_(velocities(figure, now)) {}

FitnessMeter::Shared FitnessMeter::shared(const ReferenceFrame& reference, const StateRecord& record) const {
  Shared s;
  s.poses.reserve(figure_.bodies.size());
  for (std::size_t i = 0; i < figure_.bodies.size(); ++i) {
    s.poses.push_back(record.bodies[i].pose());
    s.bodies += (s.poses[i].translation - reference.bodies[i].translation).squaredNorm();
    s.spins += (record.bodies[i].angular() - reference.spins[i]).squaredNorm();
  }
  for (std::size_t j = 0; j < figure_.joints.size(); ++j) {
    const FigureJoint& joint = figure_.joints[j];
    const Quat turned = s.poses[to_size(joint.parent)].rotation.conjugate() * s.poses[to_size(joint.child)].rotation;
    s.angles += squared_angle(turned, reference.joints[j]);
  }
  s.bodies /= static_cast<double>(figure_.bodies.size());
  s.place = (s.poses[0].translation - reference.bodies[0].translation).squaredNorm();
  return s;
}

double FitnessMeter::average(const ReferenceFrame& reference, const StateRecord& record, const Shared& s) const {
  double heads = 0;
  for (const int b : parts_.stable) {
    heads += squared_angle(s.poses[to_size(b)].rotation, reference.bodies[to_size(b)].rotation);
  }
  double slips = 0;
  for (const int p : parts_.points) {
    if (tolerances_.slip <= 0 || !reference.planted[to_size(p)]) continue;
    const double slip = sliding_speed(figure_.points[to_size(p)], record) - reference.slides[to_size(p)];
    if (slip > 0) slips += slip * slip;
  }
  return share(s.angles, tolerances_.angle) + share(s.spins, tolerances_.spin) + share(heads, tolerances_.head) +
         share(s.place, tolerances_.place) + share(slips, tolerances_.slip) + share(s.bodies, tolerances_.bodies);
}

double FitnessMeter::terminal(const ReferenceFrame& reference, const StateRecord& record, const Shared& s) const {
  double heights = 0;
  for (const int p : parts_.points) {
    const FigureContactPoint& point = figure_.points[to_size(p)];
    const Vec3 place = s.poses[to_size(point.body)] * point.position;
    const double ground = ground_height(scene_, place.x(), place.z());
    const double off = place.y() - (std::isfinite(ground) ? ground : 0.0) - reference.heights[to_size(p)];
    heights += off * off;
  }
  Vec3 centre = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();
  for (std::size_t i = 0; i < figure_.bodies.size(); ++i) {
    centre += figure_.bodies[i].mass * s.poses[i].translation;
    velocity += figure_.bodies[i].mass * record.bodies[i].linear();
  }
  centre /= parts_.mass;
  velocity /= parts_.mass;
  double balance = 0;
  for (const int b : parts_.extremities) {
    Vec3 off = s.poses[to_size(b)].translation - centre - reference.from_centre[to_size(b)];
    off.y() = 0;
    balance += off.squaredNorm();
  }
  const SmcTolerances& t = tolerances_;
  return share(s.angles, t.end_angle) + share(s.spins, t.end_spin) +
         share(squared_angle(s.poses[0].rotation, reference.bodies[0].rotation), t.root) +
         share((record.bodies[0].angular() - reference.spins[0]).squaredNorm(), t.root_spin) +
         share(heights, t.end_effectors) + share(balance, t.balance) +
         share((velocity - reference.centre_velocity).squaredNorm(), t.velocity) + share(s.place, t.end_place);
}

void FitnessMeter::add_smoothness(const StateRecord& record) {
  const double per_body = 1.0 / static_cast<double>(now_.size());
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const Vec3 v = record.bodies[i].linear();
    accelerations_ += per_body * ((v - now_[i]) / seconds_).squaredNorm();
    jerks_ += per_body * ((v - 2 * now_[i] + before_[i]) / (seconds_ * seconds_)).squaredNorm();
    before_[i] = now_[i];
    now_[i] = v;
  }
}

void FitnessMeter::add(const ReferenceFrame& reference, const StateRecord& record, bool last_frames) {
  const Shared s = shared(reference, record);
  average_ += average(reference, record, s);
  if (last_frames) {
    const double end = terminal(reference, record, s);
    terminal_ = terminal_ < 0 ? end : std::min(terminal_, end);
  }
  add_smoothness(record);
  ++frames_;
}

double FitnessMeter::least_cost(int planned) const {
  const double sum = average_ + share(accelerations_, tolerances_.acceleration) + share(jerks_, tolerances_.jerk);
  return 0.5 * sum / planned;
}

double FitnessMeter::log_fitness(int planned) const {
  // Above what a frame in control costs: spins that are off by 10 rad/s cost 1.6e6 with the thesis' tolerances.
  constexpr double kLost = 1e9;
  const double missing = kLost * (planned - frames_);
  if (frames_ == 0) return -missing;
  const double smoothness =
      share(accelerations_ / frames_, tolerances_.acceleration) + share(jerks_ / frames_, tolerances_.jerk);
  const double cost = 0.5 * (average_ / frames_ + std::max(0.0, terminal_) + smoothness);
  return -std::min(cost, kLost) - missing;
}

}  // namespace sinew
