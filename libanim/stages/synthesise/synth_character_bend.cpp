#include "libanim/stages/synthesise/synth_character_bend.h"

#include <algorithm>
#include <cmath>

#include "libanim/math/rotation.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A chain whose bends add up to less than this in the neutral stance is straight (unit: rad).
constexpr double kStraight = 0.2;
/// No joint bends further than this (unit: rad).
constexpr double kLargestBend = 2.7;
constexpr int kFactorSteps = 64;
constexpr int kBisections = 50;

}  // namespace

ChainBend::ChainBend(const SynthChain& chain, const Vec3& pole) {
  for (std::size_t k = 0; k + 1 < chain.knots.size(); ++k) bones_.emplace_back(chain.knots[k + 1] - chain.knots[k]);
  straight_.assign(bones_.size(), Vec3::Zero());
  bend_ = straight_;
  double bent = 0;
  for (std::size_t i = 0; i < bones_.size(); ++i) {
    length_ += bones_[i].norm();
    if (i == 0) continue;
    bend_[i] = log_rotation(Quat::FromTwoVectors(bones_[i - 1], bones_[i]));
    straight_[i] = -bend_[i];
    bent += bend_[i].norm();
  }
  const Vec3 along = bones_.size() == 2 ? bones_.front() : Vec3(chain.joint() - chain.base());
  normal_ = pole.cross(along).normalized();
  if (bent < kStraight) {
    std::ranges::fill(bend_, Vec3::Zero());
    bend_[to_size(chain.split)] = normal_;
  }
  double most = 0;
  for (const Vec3& bend : bend_) most = std::max(most, bend.norm());
  // Bending closes the chain up to some factor; beyond it distances would grow again.
  const double end = kLargestBend / std::max(most, 1e-3);
  largest_ = end / kFactorSteps;
  for (int i = 2; i <= kFactorSteps; ++i) {
    const double factor = end * i / kFactorSteps;
    if (distance_at(factor) >= distance_at(largest_)) break;
    largest_ = factor;
  }
}

std::vector<Quat> ChainBend::scaled(double factor) const {
  std::vector<Quat> turns{Quat::Identity()};
  for (std::size_t i = 1; i < bones_.size(); ++i) {
    turns.push_back(turns.back() * exp_rotation(factor * bend_[i]) * exp_rotation(straight_[i]));
  }
  return turns;
}

Vec3 ChainBend::reach(const std::vector<Quat>& turns) const {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < bones_.size(); ++i) sum += turns[i] * bones_[i];
  return sum;
}

/// The law of cosines.
std::vector<Quat> ChainBend::two_bones(double distance) const {
  const double a = bones_[0].norm();
  const double b = bones_[1].norm();
  const double cosine = std::clamp((distance * distance - a * a - b * b) / (2 * a * b), -1.0, 1.0);
  return {Quat::Identity(), exp_rotation(std::acos(cosine) * normal_) * exp_rotation(straight_[1])};
}

std::vector<Quat> ChainBend::turns(double distance) const {
  if (bones_.size() == 2) return two_bones(distance);
  double low = 0;
  double high = largest_;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (distance_at(middle) > distance ? low : high) = middle;
  }
  return scaled(0.5 * (low + high));
}

}  // namespace sinew
