#include "libanim/stages/synthesise/synth_trajectory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/math/rotation.h"

namespace sinew {

struct SynthTrajectory::Places {
  Eigen::VectorXd q, q1, q2;  ///< 6 per track: p, r and their derivatives

  [[nodiscard]] Vec3 rotation(int order, int track) const { return of(order).segment<3>(6 * track + 3); }
  [[nodiscard]] const Eigen::VectorXd& of(int order) const { return order == 0 ? q : order == 1 ? q1 : q2; }
};

Eigen::Matrix<double, 3, 4> hermite(double u, double duration) {
  const double h = duration;
  const double u2 = u * u;
  const double u3 = u2 * u;
  Eigen::Matrix<double, 3, 4> m;
  m << 2 * u3 - 3 * u2 + 1, h * (u3 - 2 * u2 + u), -2 * u3 + 3 * u2, h * (u3 - u2),  //
      (6 * u2 - 6 * u) / h, 3 * u2 - 4 * u + 1, (-6 * u2 + 6 * u) / h, 3 * u2 - 2 * u, (12 * u - 6) / (h * h),
      (6 * u - 4) / h, (-12 * u + 6) / (h * h), (6 * u - 2) / h;
  return m;
}

Eigen::Matrix<double, 3, 4> hermite_by_log_duration(double u, double duration) {
  Eigen::Matrix<double, 3, 4> m = hermite(u, duration);
  // Powers of the duration: 0 1 0 1; -1 0 -1 0; -2 -1 -2 -1.
  for (int order = 0; order < 3; ++order) {
    for (int j = 0; j < 4; ++j) {
      m(order, j) *= (j % 2) - order;
    }
  }
  return m;
}

SynthTrajectory::SynthTrajectory(const SynthScene& scene, bool durations)
    : scene_(scene),
      index_{scene.tracks, static_cast<int>(scene.contacts.size())},
      phases_(scene.problem.phases),
      phase_time_(scene.problem.phase_time),
      durations_(durations),
      start_(Eigen::VectorXd::Zero(12 * scene.tracks)) {
  int track = 0;
  const auto put = [&](const Transform& pose) {
    start_.segment<3>(6 * track) = pose.translation;
    start_.segment<3>(6 * track + 3) = log_rotation(pose.rotation);
    ++track;
  };
  for (const SynthStart& start : scene.problem.starts) {
    put(start.torso);
    for (const Transform& effector : start.effectors) {
      put(effector);
    }
  }
  for (const SynthObject& object : scene.problem.objects) {
    put(object.start);
  }
}

Eigen::VectorXd SynthTrajectory::still() const {
  Eigen::VectorXd x(size());
  for (int k = 0; k < phases_; ++k) {
    x.segment(k * block(), start_.size()) = start_;
    x.segment(contact_variable(k, 0), index_.contacts).setOnes();
    if (durations_) {
      x[duration_variable(k)] = 0;
    }
  }
  return x;
}

double SynthTrajectory::duration(const Eigen::VectorXd& x, int phase) const {
  return durations_ ? phase_time_ * std::exp(x[duration_variable(phase)]) : phase_time_;
}

std::string SynthTrajectory::variable_name(int variable) const {
  const int phase = variable / block();
  const int at = variable % block();
  if (durations_ && variable == duration_variable(phase)) {
    return fmt::format("phase {}, duration", phase);
  }
  if (at >= 12 * index_.tracks) {
    return fmt::format("phase {}, contact {}", phase,
                       scene_.contacts[static_cast<std::size_t>(at - 12 * index_.tracks)].name);
  }
  const char* kind = at < 6 * index_.tracks ? "place" : "velocity";
  const int within = at % (6 * index_.tracks);
  return fmt::format("phase {}, track {}, {} of {}{}", phase, within / 6, kind, within % 6 < 3 ? "p." : "r.",
                     "xyz"[within % 3]);
}

SampleTime SynthTrajectory::at(double time) const {
  const double place = time / phase_time_;
  const int phase = std::clamp(static_cast<int>(std::floor(place)), 0, phases_ - 1);
  return {phase, std::clamp(place - phase, 0., 1.)};
}

SynthTrajectory::Places SynthTrajectory::places(const Eigen::VectorXd& x, const SampleTime& when) const {
  return combined(x, when.phase, hermite(when.u, duration(x, when.phase)));
}

SynthTrajectory::Places SynthTrajectory::combined(const Eigen::VectorXd& x, int phase,
                                                  const Eigen::Matrix<double, 3, 4>& basis) const {
  const int n = 6 * index_.tracks;
  const double* before = phase == 0 ? start_.data() : x.data() + (phase - 1) * block();
  const double* after = x.data() + phase * block();
  using Map = Eigen::Map<const Eigen::VectorXd>;
  const Map q0(before, n);
  const Map v0(before + n, n);
  const Map qe(after, n);
  const Map ve(after + n, n);
  const auto combine = [&](int order) -> Eigen::VectorXd {
    return basis(order, 0) * q0 + (basis(order, 1) * kVelocityScale) * v0 + basis(order, 2) * qe +
           (basis(order, 3) * kVelocityScale) * ve;
  };
  return {combine(0), combine(1), combine(2)};
}

void SynthTrajectory::sample(const Eigen::VectorXd& x, const SampleTime& when, SampleState& state) const {
  const Places at = places(x, when);
  state.time = when.u * duration(x, when.phase);
  for (int k = 0; k < when.phase; ++k) {
    state.time += duration(x, k);
  }
  state.tracks.resize(static_cast<std::size_t>(index_.tracks));
  for (int i = 0; i < index_.tracks; ++i) {
    SynthTrackState& track = state.tracks[static_cast<std::size_t>(i)];
    track.p = at.q.segment<3>(6 * i);
    track.v = at.q1.segment<3>(6 * i);
    track.a = at.q2.segment<3>(6 * i);
    track.R = exp_rotation(at.rotation(0, i)).toRotationMatrix();
    const auto motion = angular_motion<double>(at.rotation(0, i), at.rotation(1, i), at.rotation(2, i));
    track.omega = motion.velocity;
    track.alpha = motion.acceleration;
  }
  state.s.resize(static_cast<std::size_t>(index_.contacts));
  for (int i = 0; i < index_.contacts; ++i) {
    state.s[static_cast<std::size_t>(i)] = x[contact_variable(when.phase, i)];
  }
}

namespace {

using Mat9 = Eigen::Matrix<double, 9, 9>;

/// d(theta, omega, alpha) / d(r, r', r''); `order` 0: only theta by r.
Mat9 rotation_chain(const Vec3& r, const Vec3& r1, const Vec3& r2, int order) {
  Mat9 chain = Mat9::Zero();
  chain.topLeftCorner<3, 3>() = rotation_jacobian(r);
  if (order == 0) {
    return chain;
  }
  Vec3Of<Dual<9>> d[3];
  const Vec3* values[3] = {&r, &r1, &r2};
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) {
      d[k][i] = Dual<9>::variable((*values[k])[i], 3 * k + i);
    }
  }
  const auto motion = angular_motion<Dual<9>>(d[0], d[1], d[2]);
  for (int i = 0; i < 3; ++i) {
    chain.row(3 + i) = motion.velocity[i].d.matrix().transpose();
    chain.row(6 + i) = motion.acceleration[i].d.matrix().transpose();
  }
  return chain;
}

}  // namespace

/// From derivatives by (theta, omega, alpha) to derivatives by (r, r', r'').
void SynthTrajectory::to_spline_variables(const Places& at, SampleCost& cost) const {
  const int n = 6 * index_.tracks;
  const int used = cost.used();
  if (cost.second_order) {
    auto matrix = cost.hessian.topLeftCorner(used, used);
    matrix.triangularView<Eigen::StrictlyUpper>() = matrix.transpose();
  }
  // omega does not depend on r'', theta on r alone: of what stops at an order, only the upper left of the chain counts.
  const int orders = cost.order + 1;
  Eigen::MatrixXd strip(used, 3 * orders);
  for (int i = 0; i < index_.tracks; ++i) {
    const Mat9 whole = rotation_chain(at.rotation(0, i), at.rotation(1, i), at.rotation(2, i), cost.order);
    const Eigen::MatrixXd chain = whole.topLeftCorner(3 * orders, 3 * orders);
    const std::array<int, 3> rows{6 * i + 3, n + 6 * i + 3, 2 * n + 6 * i + 3};
    Eigen::VectorXd g(3 * orders);
    for (int k = 0; k < orders; ++k) {
      g.segment<3>(3 * k) = cost.gradient.segment<3>(rows[static_cast<std::size_t>(k)]);
    }
    g = (chain.transpose() * g).eval();
    for (int k = 0; k < orders; ++k) {
      cost.gradient.segment<3>(rows[static_cast<std::size_t>(k)]) = g.segment<3>(3 * k);
    }
    if (!cost.second_order) {
      continue;
    }
    for (int k = 0; k < orders; ++k) {
      strip.middleCols<3>(3 * k) = cost.hessian.middleCols<3>(rows[static_cast<std::size_t>(k)]).topRows(used);
    }
    strip = (strip * chain).eval();
    for (int k = 0; k < orders; ++k) {
      cost.hessian.middleCols<3>(rows[static_cast<std::size_t>(k)]).topRows(used) = strip.middleCols<3>(3 * k);
    }
    for (int k = 0; k < orders; ++k) {
      strip.middleCols<3>(3 * k) =
          cost.hessian.middleRows<3>(rows[static_cast<std::size_t>(k)]).leftCols(used).transpose();
    }
    strip = (strip * chain).eval();
    for (int k = 0; k < orders; ++k) {
      cost.hessian.middleRows<3>(rows[static_cast<std::size_t>(k)]).leftCols(used) =
          strip.middleCols<3>(3 * k).transpose();
    }
  }
}

void SynthTrajectory::pull_back(const Eigen::VectorXd& x, const SampleTime& when, SampleCost& cost,
                                Eigen::VectorXd& gradient, BlockTridiagonal* hessian) const {
  to_spline_variables(places(x, when), cost);
  const int n = 6 * index_.tracks;
  const int contacts = index_.contacts;
  Eigen::Matrix<double, 3, 4> basis = hermite(when.u, duration(x, when.phase));
  basis.col(1) *= kVelocityScale;
  basis.col(3) *= kVelocityScale;
  const int k = when.phase;
  // Columns of `basis`: place and velocity of the block before (0, 1) and of this block (2, 3).
  for (int j = k == 0 ? 2 : 0; j < 4; ++j) {
    const int to = (k - 1 + j / 2) * block() + (j % 2) * n;
    for (int order = 0; order <= cost.order; ++order) {
      gradient.segment(to, n) += basis(order, j) * cost.gradient.segment(order * n, n);
    }
  }
  if (cost.order > 0) {
    gradient.segment(contact_variable(k, 0), contacts) += cost.gradient.tail(contacts);
  }
  if (durations_) {
    pull_back_duration(x, when, cost, basis, gradient, hessian);
  }
  if (hessian == nullptr) {
    return;
  }
  const auto block_at = [&](int i, int j) -> Eigen::Block<Eigen::MatrixXd> {  // of rows i, columns j <= i
    Eigen::MatrixXd& target = i / 2 != j / 2 ? hessian->lower[static_cast<std::size_t>(k)]
                              : i / 2 == 1   ? hessian->diagonal[static_cast<std::size_t>(k)]
                                             : hessian->diagonal[static_cast<std::size_t>(k - 1)];
    return target.block((i % 2) * n, (j % 2) * n, n, n);
  };
  const int first = k == 0 ? 2 : 0;
  for (int j = first; j < 4; ++j) {
    for (int i = j; i < 4; ++i) {
      auto target = block_at(i, j);
      for (int a = 0; a <= cost.order; ++a) {
        for (int b = 0; b <= cost.order; ++b) {
          const double weight = basis(a, i) * basis(b, j);
          target += weight * cost.hessian.block(a * n, b * n, n, n);
        }
      }
    }
    if (cost.order == 0) {
      continue;
    }
    // Contacts (rows, in block k) against places and velocities (columns).
    Eigen::MatrixXd& matrix =
        j / 2 == 1 ? hessian->diagonal[static_cast<std::size_t>(k)] : hessian->lower[static_cast<std::size_t>(k)];
    for (int b = 0; b <= cost.order; ++b) {
      matrix.block(2 * n, (j % 2) * n, contacts, n) += basis(b, j) * cost.hessian.block(3 * n, b * n, contacts, n);
    }
  }
  if (cost.order > 0) {
    hessian->diagonal[static_cast<std::size_t>(k)].block(2 * n, 2 * n, contacts, contacts) +=
        cost.hessian.bottomRightCorner(contacts, contacts);
  }
}

/// The row of tau_k: d q / d tau, d q' / d tau, d q'' / d tau of the sample against all that its phase depends on.
void SynthTrajectory::pull_back_duration(const Eigen::VectorXd& x, const SampleTime& when, const SampleCost& cost,
                                         const Eigen::Matrix<double, 3, 4>& basis, Eigen::VectorXd& gradient,
                                         BlockTridiagonal* hessian) const {
  const int n = 6 * index_.tracks;
  const int k = when.phase;
  const Places by = combined(x, k, hermite_by_log_duration(when.u, duration(x, k)));
  for (int order = 0; order <= cost.order; ++order) {
    gradient[duration_variable(k)] += by.of(order).dot(cost.gradient.segment(order * n, n));
  }
  if (hessian == nullptr) {
    return;
  }
  Eigen::VectorXd pulled = Eigen::VectorXd::Zero(cost.index.size());  // H d
  for (int order = 0; order <= cost.order; ++order) {
    pulled.head(cost.used()) += cost.hessian.middleCols(order * n, n).topRows(cost.used()) * by.of(order);
  }
  Eigen::MatrixXd& diagonal = hessian->diagonal[static_cast<std::size_t>(k)];
  const int row = block() - 1;
  for (int order = 0; order <= cost.order; ++order) {
    diagonal(row, row) += by.of(order).dot(pulled.segment(order * n, n));
  }
  diagonal.row(row).segment(2 * n, index_.contacts) += pulled.tail(index_.contacts).transpose();
  for (int j = k == 0 ? 2 : 0; j < 4; ++j) {
    Eigen::MatrixXd& matrix = j / 2 == 1 ? diagonal : hessian->lower[static_cast<std::size_t>(k)];
    for (int order = 0; order <= cost.order; ++order) {
      matrix.row(row).segment((j % 2) * n, n) += basis(order, j) * pulled.segment(order * n, n).transpose();
    }
  }
}

void SynthTrajectory::hold_contacts(Eigen::VectorXd& gradient, BlockTridiagonal* hessian) const {
  hold(12 * index_.tracks, index_.contacts, gradient, hessian);
}

void SynthTrajectory::hold_durations(Eigen::VectorXd& gradient, BlockTridiagonal* hessian) const {
  hold(block() - 1, 1, gradient, hessian);
}

/// `first`: of `count` variables in every block.
void SynthTrajectory::hold(int first, int count, Eigen::VectorXd& gradient, BlockTridiagonal* hessian) const {
  for (int k = 0; k < phases_; ++k) {
    gradient.segment(k * block() + first, count).setZero();
    if (hessian == nullptr) {
      continue;
    }
    Eigen::MatrixXd& diagonal = hessian->diagonal[static_cast<std::size_t>(k)];
    diagonal.middleRows(first, count).setZero();
    diagonal.middleCols(first, count).setZero();
    diagonal.block(first, first, count, count).setIdentity();
    if (k == 0) {
      continue;
    }
    Eigen::MatrixXd& lower = hessian->lower[static_cast<std::size_t>(k)];
    lower.middleRows(first, count).setZero();
    lower.middleCols(first, count).setZero();
  }
}

}  // namespace sinew
