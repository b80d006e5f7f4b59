// A primal-dual interior point method (Mehrotra 1992, predictor and corrector) for the contact QP.
//
// The wrench is measured in its unit and every component of a contact's force in what the cone allows for it, f = S g,
// so that all cones become the same one, g_y +- g_j >= 0 for the five other components j and, where it is bounded,
// h_y - g_y >= 0, and all grips the box h +- g_j >= 0. A cone without friction or extent needs no special case: its
// columns of A = map S vanish.
//
//   minimise 1/2 |y|^2 + 1/2 g'Wg,  y = A g - w,  s = G g + h >= 0
//   A'y + W g - G'z = 0,  s_i z_i = mu
//
// The Newton step of all g is  (D + A'A) dg = -(A'y + W g) + G'((mu - c) / s),  D = W + G' diag(z/s) G,  c the
// corrector's term. D has a block per contact, an arrow: diagonal except for the row and column of the normal y. Its
// factors are written so that nothing cancels:
//   e_j = W_j + d+ + d-,  l_j = (d+ - d-) / e_j,  e_y = W_y + d_y- + sum_j (W_j (d+ + d-) + 4 d+ d-) / e_j
// and A'A has the rank of the rows: with  t = (1 + A D^-1 A')^-1 A D^-1 b = A dg  the step is  dg = D^-1 (b - A't).
//
// The iteration ends on the central path at a fixed mu, not at the optimum, and the value counts the barrier
// -mu sum log s: then it is a smooth function of the problem whose derivatives the envelope theorem gives exactly.

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

#include "libanim/optimisation/contact_qp_method.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Array6 = Eigen::Array<double, 6, 1>;

constexpr int kNormal = 1;  ///< the index of f_y

double square(double x) { return x * x; }

/// Both constraints of every component: h + g_j (plus) and h - g_j (minus), where h is g_y for the others in a cone.
struct Pairs {
  Array6 plus;
  Array6 minus;
};

template <int Rows>
struct Block {
  Eigen::Matrix<double, Rows, 6> A;
  Array6 W;
  Array6 S;  ///< f = S g
  Array6 h;  ///< of the box, and of the bound of a cone's normal component
  Pairs on;  ///< 0 for the constraints that a cone does not have: those of its normal component
  Array6 c;  ///< 1 where g_y is the limit: for the others in a cone
  Array6 g, dg;
  Array6 slope;  ///< A'y + W g
  Pairs s, z, ds, dz, v;
  Pairs r, d;  ///< 1 / s, z / s
  Array6 e, l;
};

/// G'v
template <int Rows>
Array6 transposed(const Block<Rows>& block, const Pairs& v) {
  Array6 result = v.plus - v.minus;
  result[kNormal] += (block.c * (v.plus + v.minus)).sum();
  return result;
}

/// G g + h, and G dg with h = 0; the constraints that are off keep the given value.
template <int Rows>
Pairs slack(const Block<Rows>& block, const Array6& g, const Array6& h, double off) {
  const Array6 sum = h + block.c * g[kNormal];
  return {block.on.plus * (sum + g) + (1 - block.on.plus) * off,
          block.on.minus * (sum - g) + (1 - block.on.minus) * off};
}

template <int Rows>
void factorise(Block<Rows>& block) {
  block.r = {block.s.plus.inverse(), block.s.minus.inverse()};
  block.d = {block.z.plus * block.r.plus, block.z.minus * block.r.minus};
  const Array6& plus = block.d.plus;
  const Array6& minus = block.d.minus;
  const Array6 sum = plus + minus;
  block.e = block.W + sum;
  const double own = block.e[kNormal];
  block.e[kNormal] = 1;  // Not yet used: its l and its term below are 0.
  block.l = block.c * (plus - minus) / block.e;
  block.e[kNormal] = own + (block.c * (block.W * sum + 4 * plus * minus) / block.e).sum();
}

/// D^-1 b
template <int Rows>
Array6 solve_block(const Block<Rows>& block, const Array6& b) {
  const double y = (b[kNormal] - (block.l * b).sum()) / block.e[kNormal];
  Array6 q = b / block.e - block.l * y;
  q[kNormal] = y;
  return q;
}

template <int Rows>
class InteriorPoint final : public ContactQpMethod {
 public:
  InteriorPoint(std::span<const ContactCone> cones, int rows, const ContactQpOptions& options)
      : options_(options), blocks_(cones.size()), cones_(cones.begin(), cones.end()) {
    for (Block<Rows>& block : blocks_) block.A.setZero(rows, 6);
    y_.setZero(rows);
    w_.setZero(rows);
    t_.setZero(rows);
    left_.setZero(rows, 6);
    right_.setZero(rows, 6);
    schur_.setZero(rows, rows);
    cholesky_ = Eigen::LLT<Matrix>(schur_);
    count_constraints();
  }

  void set_cones(std::span<const ContactCone> cones) override {
    std::copy(cones.begin(), cones.end(), cones_.begin());
    count_constraints();
  }

  void solve(const ContactQpProblem& problem, ContactQpStart* start, ContactQpResult& result) override {
    take(problem);
    begin();
    if (start != nullptr && resume(*start) && evaluate() > kNear * size_) begin();
    result.converged = iterate(start, result.iterations);
    result.barrier = square(options_.unit) * barrier();
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const Block<Rows>& block = blocks_[i];
      result.force.segment<6>(6 * static_cast<Eigen::Index>(i)) = options_.unit * block.S * block.g;
    }
  }

 private:
  using Vector = Eigen::Matrix<double, Rows, 1>;
  using Matrix = Eigen::Matrix<double, Rows, Rows>;

  void count_constraints() {
    constraints_ = 0;
    for (const ContactCone& cone : cones_) constraints_ += cone.grabs ? 12 : std::isfinite(cone.most) ? 11 : 10;
  }

  void take(const ContactQpProblem& problem) {
    w_ = problem.wrench / options_.unit;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      Block<Rows>& block = blocks_[i];
      scale_block(block, cones_[i]);
      const Eigen::Index column = 6 * static_cast<Eigen::Index>(i);
      block.A = problem.map.template middleCols<6>(column) * block.S.matrix().asDiagonal();
      block.W = problem.weights.template segment<6>(column).array() * block.S.square();
    }
  }

  void scale_block(Block<Rows>& block, const ContactCone& cone) const {
    // A limit below the unit becomes the unit of its component.
    block.on = {Array6::Ones(), Array6::Ones()};
    block.c.setConstant(cone.grabs ? 0 : 1);
    block.c[kNormal] = 0;
    if (cone.grabs) {
      const double force = cone.grab_force / options_.unit;
      const double moment = cone.grab_moment / options_.unit;
      block.S << Eigen::Array3d::Constant(std::min(force, 1.0)), Eigen::Array3d::Constant(std::min(moment, 1.0));
      block.h << Eigen::Array3d::Constant(std::max(force, 1.0)), Eigen::Array3d::Constant(std::max(moment, 1.0));
    } else {
      const double most = cone.most / options_.unit;
      block.S << cone.friction, 1, cone.friction, cone.half_length, cone.torsion, cone.half_width;
      block.S *= std::min(most, 1.0);
      block.h.setZero();
      block.on.plus[kNormal] = 0;
      block.on.minus[kNormal] = std::isfinite(most) ? 1 : 0;
      if (std::isfinite(most)) block.h[kNormal] = std::max(most, 1.0);
    }
  }

  void begin() {
    const double length = std::max(w_.norm(), kShortest);
    size_ = 1;
    for (Block<Rows>& block : blocks_) {
      block.g.setZero();
      if (block.on.plus[kNormal] == 0) block.g[kNormal] = first_force(block, length);
      size_ = std::max(size_, block.A.transpose().lazyProduct(w_).template lpNorm<Eigen::Infinity>());
      block.s = slack(block, block.g, block.h, 1);
      block.z.plus = kFirstBarrier * square(length) * block.on.plus / block.s.plus;
      block.z.minus = kFirstBarrier * square(length) * block.on.minus / block.s.minus;
    }
  }

  /// Of the normal component of a cone; half of what it carries at most.
  double first_force(const Block<Rows>& block, double length) const {
    const double force = kFirstForce * length / (1 + block.W[kNormal]);
    return block.on.minus[kNormal] > 0 ? std::min(force, 0.5 * block.h[kNormal]) : force;
  }

  static constexpr double kStationarity = 1e-9;  ///< of A'y + W g - G'z, relative to A'w
  static constexpr double kCentrality = 1e-2;    ///< of s_i z_i, relative to mu

  // With these the 40,500 problems of a trial (1 to 14 contacts, weights down to 1e-9, wrenches from 1e-3 to 20) took
  // at most 24 iterations, and 10.7, 12.2, 13.9, 14.6 on average for 4, 6, 10 and 14 contacts; with kFirstBarrier =
  // 1e-2 and kFirstForce = 1, 11.0, 13.3, 15.9 and 17.0.
  static constexpr double kFirstBarrier = 1e-3;  ///< for a wrench of length 1
  static constexpr double kFirstForce = 0.3;     ///< for a wrench of length 1 and a weight of 0
  static constexpr double kShortest = 1e-3;      ///< shorter wrenches start as this one
  static constexpr double kToBoundary = 0.995;   ///< part of the way to the nearest constraint

  /// Takes g and z from a start, if it is one of this structure and inside the cones as they are now.
  bool resume(const ContactQpStart& start) {
    if (start.numbers.size() != kSaved * blocks_.size()) return false;
    const double* from = start.numbers.data();
    for (const Block<Rows>& block : blocks_) {
      const Pairs s = slack(block, Eigen::Map<const Array6>(from), block.h, 1);
      if (!(s.plus.minCoeff() > 0 && s.minus.minCoeff() > 0)) return false;
      from += kSaved;
    }
    from = start.numbers.data();
    for (Block<Rows>& block : blocks_) {
      block.g = Eigen::Map<const Array6>(from);
      block.s = slack(block, block.g, block.h, 1);
      block.z = {block.on.plus * Eigen::Map<const Array6>(from + 6),
                 block.on.minus * Eigen::Map<const Array6>(from + 12)};
      from += kSaved;
    }
    return true;
  }

  void save(ContactQpStart& start) const {
    start.numbers.resize(kSaved * blocks_.size());
    double* to = start.numbers.data();
    for (const Block<Rows>& block : blocks_) {
      for (const Array6& part : {block.g, block.z.plus, block.z.minus}) to = std::copy(part.begin(), part.end(), to);
    }
  }

  static constexpr std::size_t kSaved = 18;  ///< numbers per contact in a start

  // A point of the central path at 1e-5 saves a quarter to 40 % of the iterations after changes of 0.1 % and less, a
  // tenth to a fifth after 1 %. After changes of 10 % it would cost more than it saves: hence kNear.
  static constexpr double kSavedBarrier = 1e-5;
  static constexpr double kNear = 0.03;  ///< stationarity up to which a start is used, relative to A'w

  bool iterate(ContactQpStart* start, int& iterations) {
    for (iterations = 0; iterations < options_.max_iterations; ++iterations) {
      const double stationarity = evaluate();
      if (stationarity < kStationarity * size_ && central()) return true;
      const double mu = complementarity();
      if (start != nullptr && mu < kSavedBarrier) {
        save(*start);
        start = nullptr;
      }
      factorise_all();
      choose_direction(mu);
      move(step_length(kToBoundary));
    }
    return false;
  }

  /// Mehrotra's direction: a predictor towards mu = 0 tells how far to aim, the corrector makes up for its curvature.
  /// Near the end, and where the corrector would not get on (it can cycle: 78 of the 40,500 problems), plain Newton.
  void choose_direction(double mu) {
    if (mu < 10 * options_.barrier) {
      direction(options_.barrier, false);
      return;
    }
    direction(0, false);
    const double ratio = complementarity_after(step_length(1)) / mu;
    direction(std::max(ratio * ratio * ratio * mu, options_.barrier), true);
    const double a = step_length(kToBoundary);
    if (a < 0.1 || complementarity_after(a) > 0.8 * mu) direction(std::max(0.3 * mu, options_.barrier), false);
  }

  /// y = A g - w; the largest component of A'y + W g - G'z.
  double evaluate() {
    y_ = -w_;
    for (const Block<Rows>& block : blocks_) y_.noalias() += block.A.lazyProduct(block.g.matrix());
    double largest = 0;
    for (Block<Rows>& block : blocks_) {
      block.slope = block.A.transpose().lazyProduct(y_).array() + block.W * block.g;
      largest = std::max(largest, (block.slope - transposed(block, block.z)).abs().maxCoeff());
    }
    return largest;
  }

  double complementarity() const {
    double sum = 0;
    for (const Block<Rows>& block : blocks_) {
      sum += (block.s.plus * block.z.plus + block.s.minus * block.z.minus).sum();
    }
    return sum / constraints_;
  }

  double complementarity_after(double a) const {
    double sum = 0;
    for (const Block<Rows>& block : blocks_) {
      sum += ((block.s.plus + a * block.ds.plus) * (block.z.plus + a * block.dz.plus)).sum();
      sum += ((block.s.minus + a * block.ds.minus) * (block.z.minus + a * block.dz.minus)).sum();
    }
    return sum / constraints_;
  }

  /// -2 mu sum log s, the logarithm of a product per contact: with s above mu it does not underflow.
  double barrier() const {
    double sum = 0;
    for (const Block<Rows>& block : blocks_) sum += std::log((block.s.plus * block.s.minus).prod());
    return -2 * options_.barrier * sum;
  }

  /// Whether every s_i z_i is the last mu.
  bool central() const {
    const double mu = options_.barrier;
    double worst = 0;
    for (const Block<Rows>& block : blocks_) {
      worst = std::max(worst, (block.on.plus * (block.s.plus * block.z.plus - mu)).abs().maxCoeff());
      worst = std::max(worst, (block.on.minus * (block.s.minus * block.z.minus - mu)).abs().maxCoeff());
    }
    return worst < kCentrality * mu;
  }

  void factorise_all() {
    schur_.setIdentity();
    for (Block<Rows>& block : blocks_) {
      factorise(block);
      left_ = block.A;
      left_.col(kNormal).noalias() -= block.A.lazyProduct(block.l.matrix());
      right_ = left_ * block.e.inverse().matrix().asDiagonal();
      schur_.noalias() += right_.lazyProduct(left_.transpose());
    }
    cholesky_.compute(schur_);
  }

  /// The Newton step towards mu; `corrected` counts the last step's ds dz, which Newton leaves out.
  void direction(double mu, bool corrected) {
    t_.setZero();
    for (Block<Rows>& block : blocks_) {
      block.v = {mu * block.on.plus * block.r.plus, mu * block.on.minus * block.r.minus};
      if (corrected) {
        block.v.plus -= block.ds.plus * block.dz.plus * block.r.plus;
        block.v.minus -= block.ds.minus * block.dz.minus * block.r.minus;
      }
      block.dg = transposed(block, block.v) - block.slope;  // The right-hand side b, for now.
      t_.noalias() += block.A.lazyProduct(solve_block(block, block.dg).matrix());
    }
    cholesky_.solveInPlace(t_);
    for (Block<Rows>& block : blocks_) {
      const Array6 b = block.dg - block.A.transpose().lazyProduct(t_).array();
      block.dg = solve_block(block, b);
      block.ds = slack(block, block.dg, Array6::Zero(), 0);
      block.dz.plus = block.v.plus - block.z.plus - block.d.plus * block.ds.plus;
      block.dz.minus = block.v.minus - block.z.minus - block.d.minus * block.ds.minus;
    }
  }

  /// The given fraction of the way to where the first of all s and z vanishes, at most 1.
  double step_length(double fraction) const {
    double inverse = 1e-300;
    for (const Block<Rows>& block : blocks_) {
      const Array6 s = (block.ds.plus * block.r.plus).min(block.ds.minus * block.r.minus);
      const Array6 z = (block.dz.plus / (block.z.plus + 1 - block.on.plus))
                           .min(block.dz.minus / (block.z.minus + 1 - block.on.minus));
      inverse = std::max(inverse, -s.min(z).minCoeff());
    }
    return std::min(1.0, fraction / inverse);
  }

  void move(double a) {
    for (Block<Rows>& block : blocks_) {
      block.g += a * block.dg;
      block.s = slack(block, block.g, block.h, 1);
      block.z.plus += a * block.dz.plus;
      block.z.minus += a * block.dz.minus;
    }
  }

  ContactQpOptions options_;
  std::vector<Block<Rows>> blocks_;
  std::vector<ContactCone> cones_;
  int constraints_ = 0;
  double size_ = 1;  ///< of the gradient at g = 0, at least 1
  Vector w_, y_, t_;
  Eigen::Matrix<double, Rows, 6> left_, right_;
  Matrix schur_;
  Eigen::LLT<Matrix> cholesky_;
};

}  // namespace

std::unique_ptr<ContactQpMethod> make_interior_point(std::span<const ContactCone> cones, int rows,
                                                     const ContactQpOptions& options) {
  switch (rows) {
    case 6: return std::make_unique<InteriorPoint<6>>(cones, rows, options);
    case 12: return std::make_unique<InteriorPoint<12>>(cones, rows, options);
    case 18: return std::make_unique<InteriorPoint<18>>(cones, rows, options);
    default: return std::make_unique<InteriorPoint<Eigen::Dynamic>>(cones, rows, options);
  }
}

}  // namespace sinew
