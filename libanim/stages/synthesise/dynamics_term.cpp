#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cmath>

#include "libanim/stages/synthesise/synth_force_weight.h"
#include "libanim/stages/synthesise/synth_inertia.h"
#include "libanim/stages/synthesise/synth_terms.h"

namespace sinew {

namespace {

using Mat6 = Eigen::Matrix<double, 6, 6>;
using Vec6 = Eigen::Matrix<double, 6, 1>;

/// Inverse of (w I + a stiff spring along each constraint that holds the force): how far a contact's force gives way.
Mat6 compliance(const ContactCone& cone, const Vec6& f, const Vec6& w) {
  constexpr double kNear = 1e-3;  // relative distance at which a constraint counts as active
  constexpr double kStiff = 1e4;
  Mat6 m = w.asDiagonal();
  const auto hold = [&](const Vec6& a) { m += kStiff * a * a.transpose() / a.squaredNorm(); };
  if (cone.grabs) {
    for (int i = 0; i < 6; ++i) {
      const double most = i < 3 ? cone.grab_force : cone.grab_moment;
      if (std::abs(f[i]) > most * (1 - kNear)) {
        hold(Vec6::Unit(i));
      }
    }
    return m.inverse();
  }
  if (f[1] < 1e-5) {
    return Mat6::Zero();
  }
  if (f[1] > cone.most * (1 - kNear)) {
    hold(Vec6::Unit(1));
  }
  const std::array<double, 6> reach{cone.friction, 0, cone.friction, cone.half_length, cone.torsion, cone.half_width};
  for (int i = 0; i < 6; ++i) {
    const double most = reach[static_cast<std::size_t>(i)] * f[1];
    if (i != 1 && std::abs(f[i]) > most * (1 - kNear)) {
      Vec6 a = Vec6::Unit(i) * (f[i] > 0 ? 1. : -1.);
      a[1] = -reach[static_cast<std::size_t>(i)];
      hold(a);
    }
  }
  return m.inverse();
}

}  // namespace

DynamicsTerm::DynamicsTerm(const SynthScene& scene) : scene_(scene) {
  for (std::size_t n = 1; n <= scene.contacts.size(); ++n) {
    qp_.emplace_back(std::vector<ContactCone>(n), 6 * static_cast<int>(scene.bodies.size()));
  }
  const auto rows = static_cast<Eigen::Index>(6 * scene.bodies.size());
  const auto forces = static_cast<Eigen::Index>(6 * scene.contacts.size());
  map_.resize(rows, forces);
  wrench_.resize(rows);
  weights_.resize(forces);
}

LimbLever DynamicsTerm::lever_of(const SynthContact& who, const SampleState& state) const {
  const auto c = static_cast<std::size_t>(who.character);
  return {scene_.problem.characters[c].limbs[static_cast<std::size_t>(who.limb)],
          state.tracks[static_cast<std::size_t>(scene_.torso_of[c])],
          state.tracks[static_cast<std::size_t>(scene_.limb_track(who.character, who.limb))]};
}

/// The derivative of the torques' part of W; the matrix as if the forces were held.
void DynamicsTerm::add_torques(const SynthWeights& weights, const SampleState& state, SampleCost& cost) const {
  for (std::size_t i = 0; i < scene_.patches.size(); ++i) {
    const SynthContact& who = scene_.contacts[i];
    if (who.limb < 0) {
      continue;
    }
    const LimbLever lever = lever_of(who, state);
    const double scale = weights.physics * scene_.patches[i].cost * weights.torque *
                         force_.segment<3>(6 * static_cast<Eigen::Index>(i)).squaredNorm();
    Eigen::VectorXd reach = Eigen::VectorXd::Zero(cost.index.size());
    lever.add_reach(1, scene_.torso_of[static_cast<std::size_t>(who.character)],
                    scene_.limb_track(who.character, who.limb), cost.index, reach);
    cost.gradient += scale * lever.slope * reach;
    if (cost.second_order) {  // of the root of the square, whose derivative is slope / (2 root)
      const double factor = 2 * scale * lever.slope * lever.slope / (4 * lever.square);
      cost.hessian.selfadjointView<Eigen::Lower>().rankUpdate(reach, factor);
    }
  }
}

/// Of what each contact may touch. Objects have one friction, and characters have 1.
void DynamicsTerm::find_friction(const SampleState& state) {
  friction_.assign(scene_.patches.size(), {});
  for (std::size_t i = 0; i < scene_.patches.size(); ++i) {
    const SynthPatchFrame& patch = scene_.patches[i];
    const SynthContact& who = scene_.contacts[i];
    if (who.target == SynthContact::Target::kEnvironment) {
      const SynthTrackState& track = state.tracks[static_cast<std::size_t>(patch.track)];
      friction_[i] = friction_of(scene_.ground, track.p + patch.arm(track.R));
    } else if (who.target == SynthContact::Target::kObject) {
      friction_[i].value = scene_.problem.objects[static_cast<std::size_t>(who.target_index)].friction;
    }
  }
}

/// The derivative of the optimum by the friction below the patches, which changes with their places.
void DynamicsTerm::add_friction(const SynthWeights& weights, const SampleState& state, SampleCost& cost) const {
  for (const int contact : open_) {
    const auto i = static_cast<std::size_t>(contact);
    const SynthPatchFrame& patch = scene_.patches[i];
    if (patch.cone.grabs || friction_[i].slope.isZero(0)) {
      continue;
    }
    const auto at = 6 * static_cast<Eigen::Index>(i);
    const Vec6 f = force_.segment<6>(at);
    const Vec6 g = 2 * (map_.middleCols<6>(at).transpose() * residual_ + weights_.segment<6>(at).cwiseProduct(f));
    const double by_friction = (g[0] * f[0] + g[2] * f[2] + g[4] * f[4]) / friction_[i].value;
    const Vec3 slope = weights.physics * by_friction * friction_[i].slope;
    const Vec3 offset = state.tracks[static_cast<std::size_t>(patch.track)].R * patch.offset;
    cost.gradient.segment<3>(cost.index.p(patch.track)) += slope;
    cost.gradient.segment<3>(cost.index.theta(patch.track)) += offset.cross(slope);
  }
}

/// Rows of a body: force and moment about its centre of mass, in units of its weight.
void DynamicsTerm::assemble(const SynthWeights& weights, const SampleState& state) {
  map_.setZero();
  for (std::size_t i = 0; i < scene_.patches.size(); ++i) {
    const SynthPatchFrame& patch = scene_.patches[i];
    const SynthTrackState& track = state.tracks[static_cast<std::size_t>(patch.track)];
    const Mat3 axes = patch.force_axes(track.R);
    const Vec3 point = track.p + patch.arm(track.R);
    const auto put = [&](int index, double sign) {
      const SynthBody& body = scene_.bodies[static_cast<std::size_t>(index)];
      const double scale = sign * scene_.unit_force / (body.mass * scene_.gravity);
      const Vec3 arm = point - state.tracks[static_cast<std::size_t>(body.track)].p;
      auto block = map_.block<6, 6>(6 * index, 6 * static_cast<Eigen::Index>(i));
      block.topLeftCorner<3, 3>() = scale * axes;
      block.bottomLeftCorner<3, 3>() = scale * cross_matrix(arm) * axes;
      block.bottomRightCorner<3, 3>() = scale * axes;
    };
    put(patch.body, 1);
    if (patch.other_body >= 0) {
      put(patch.other_body, -1);
    }
    const auto at = 6 * static_cast<Eigen::Index>(i);
    weights_.segment<6>(at).setConstant(force_weight(weights, patch.cost, state.s[i]).w);
    if (const SynthContact& who = scene_.contacts[i]; who.limb >= 0 && weights.torque > 0) {
      weights_.segment<3>(at).array() += patch.cost * weights.torque * lever_of(who, state).square;
    }
  }
  for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
    wrench_.segment<6>(6 * static_cast<Eigen::Index>(b)) = inertia_wrench(scene_, scene_.bodies[b], state);
  }
}

/// The inner QP over the contacts that are not closed: force_, residual_, and its optimum.
double DynamicsTerm::solve(const SampleState& state, ContactQpStart* start) {
  open_.clear();
  open_cones_.clear();
  for (std::size_t i = 0; i < scene_.patches.size(); ++i) {
    if (state.s[i] != 0) {
      open_.push_back(static_cast<int>(i));
      open_cones_.push_back(scene_.patches[i].cone_on(friction_[i].value));
    }
  }
  force_.setZero(map_.cols());
  if (open_.empty()) {
    residual_ = -wrench_;
    return residual_.squaredNorm();
  }
  const auto n = static_cast<Eigen::Index>(open_.size());
  open_map_.resize(map_.rows(), 6 * n);
  open_weights_.resize(6 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index from = 6 * open_[static_cast<std::size_t>(i)];
    open_map_.middleCols<6>(6 * i) = map_.middleCols<6>(from);
    open_weights_.segment<6>(6 * i) = weights_.segment<6>(from);
  }
  ContactQpSolver& qp = qp_[open_.size() - 1];
  qp.set_cones(open_cones_);
  const ContactQpResult& result = qp.solve(open_map_, wrench_, open_weights_, start);
  iterations_ += result.iterations;
  for (Eigen::Index i = 0; i < n; ++i) {
    force_.segment<6>(6 * open_[static_cast<std::size_t>(i)]) = result.force.segment<6>(6 * i);
  }
  residual_ = result.residual;
  return result.value;
}

/// d (G f - tau) by the sample's variables, at fixed f.
void DynamicsTerm::add_slopes(const SampleState& state, const SampleIndex& index) {
  slopes_.setZero(map_.rows(), index.size());
  for (const int contact : open_) {
    const auto i = static_cast<std::size_t>(contact);
    const SynthPatchFrame& patch = scene_.patches[i];
    const SynthTrackState& track = state.tracks[static_cast<std::size_t>(patch.track)];
    const Mat3 axes = patch.force_axes(track.R);
    const Vec3 offset = track.R * patch.offset;
    const double turns = patch.rolls ? 0 : 1;  // whether the axes turn with the track
    const auto at = 6 * static_cast<Eigen::Index>(i);
    const Mat3 force = cross_matrix(axes * force_.segment<3>(at));
    const Mat3 moment = cross_matrix(axes * force_.segment<3>(at + 3));
    const auto put = [&](int b, double sign) {
      const SynthBody& body = scene_.bodies[static_cast<std::size_t>(b)];
      const double scale = sign * scene_.unit_force / (body.mass * scene_.gravity);
      const Vec3 arm = track.p + patch.arm(track.R) - state.tracks[static_cast<std::size_t>(body.track)].p;
      slopes_.block<3, 3>(6 * b, index.theta(patch.track)) -= scale * turns * force;
      slopes_.block<3, 3>(6 * b + 3, index.p(patch.track)) -= scale * force;
      slopes_.block<3, 3>(6 * b + 3, index.p(body.track)) += scale * force;
      slopes_.block<3, 3>(6 * b + 3, index.theta(patch.track)) -=
          scale * (turns * (cross_matrix(arm) * force + moment) - force * cross_matrix(offset));
    };
    put(patch.body, 1);
    if (patch.other_body >= 0) {
      put(patch.other_body, -1);
    }
  }
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    subtract_inertia_slopes(scene_, scene_.bodies[i], state, index,
                            slopes_.middleRows(6 * static_cast<Eigen::Index>(i), 6));
  }
}

/// Gauss-Newton with the forces eliminated (variable projection). With A = slopes, V_i the compliance of contact i,
/// U the coupling of s_i and f_i, and P = (I + G V G')^-1, the Schur complement of the forces is
///   [A, -G V U]' P [A, -G V U] + diag(|d sqrt(W) f|^2 - U' V U).
void DynamicsTerm::add_matrix(const SampleState& state, const SynthWeights& weights, SampleCost& cost) {
  Eigen::MatrixXd pliant = Eigen::MatrixXd::Identity(map_.rows(), map_.rows());
  for (const int contact : open_) {
    const auto i = static_cast<std::size_t>(contact);
    const SynthPatchFrame& patch = scene_.patches[i];
    const ForceWeight w = force_weight(weights, patch.cost, state.s[i]);
    const auto at = 6 * static_cast<Eigen::Index>(i);
    const Vec6 f = force_.segment<6>(at);
    const Mat6 v = compliance(patch.cone_on(friction_[i].value), f, weights_.segment<6>(at));
    const auto columns = map_.middleCols<6>(at);
    const Eigen::MatrixXd gv = columns * v;
    pliant += gv * columns.transpose();
    const Vec6 u = w.root * w.root_slope * f;
    slopes_.col(cost.index.s(static_cast<int>(i))) = -gv * u;
    const double rest = std::max(0., w.root_slope * w.root_slope * f.squaredNorm() - u.dot(v * u));
    cost.hessian(cost.index.s(static_cast<int>(i)), cost.index.s(static_cast<int>(i))) += 2 * weights.physics * rest;
  }
  const Eigen::LLT<Eigen::MatrixXd> llt(pliant);
  llt.matrixL().solveInPlace(slopes_);
  cost.hessian.selfadjointView<Eigen::Lower>().rankUpdate(slopes_.transpose(), 2 * weights.physics);
}

void DynamicsTerm::add(const SynthWeights& weights, const SampleState& state, SampleCost& cost, ContactQpStart* start) {
  assemble(weights, state);
  find_friction(state);
  cost.value += weights.physics * solve(state, start);
  add_slopes(state, cost.index);
  cost.gradient += 2 * weights.physics * (slopes_.transpose() * residual_);
  for (std::size_t i = 0; i < scene_.patches.size(); ++i) {
    const ForceWeight w = force_weight(weights, scene_.patches[i].cost, state.s[i]);
    const double square = force_.segment<6>(6 * static_cast<Eigen::Index>(i)).squaredNorm();
    cost.gradient[cost.index.s(static_cast<int>(i))] += weights.physics * 2 * w.root * w.root_slope * square;
  }
  add_friction(weights, state, cost);
  if (weights.torque > 0) {
    add_torques(weights, state, cost);
  }
  if (cost.second_order) {
    add_matrix(state, weights, cost);
  }
}

}  // namespace sinew
