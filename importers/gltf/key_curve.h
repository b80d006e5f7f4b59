#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace sinew {

enum class KeyMode { kStep, kLinear, kCubic };

/// Keys of one channel of an animation. Values have `width` numbers per key (3, or 4 for a rotation as x y z w);
/// in cubic mode a key has three such groups: in-tangent, value, out-tangent.
struct KeyCurve {
  KeyMode mode = KeyMode::kLinear;
  std::size_t width = 3;
  std::shared_ptr<const std::vector<double>> times;  ///< strictly increasing (unit: s)
  std::vector<double> values;
};

/// Evaluates a curve as glTF 2.0, appendix C, says: constant before the first and after the last key; steps; lines, and
/// for rotations the shorter great arc; cubic Hermite splines whose tangents are scaled with the key distance, for
/// rotations normalised afterwards. Where the time is within `tolerance` of a key, the result is that key's value, so
/// that frames on keys are exact and steps happen on their frame.
///
/// Times must not decrease from call to call: the segment is found by moving on, not by searching.
class KeySampler {
 public:
  KeySampler(const KeyCurve& curve, double tolerance) : curve_(curve), tolerance_(tolerance) {}
  [[nodiscard]] std::array<double, 4> at(double time);

 private:
  [[nodiscard]] const double* value(std::size_t key) const;
  [[nodiscard]] std::array<double, 4> key_value(std::size_t key) const;
  [[nodiscard]] std::array<double, 4> linear(double u) const;
  [[nodiscard]] std::array<double, 4> cubic(double u, double duration) const;

  const KeyCurve& curve_;
  double tolerance_;
  std::size_t key_ = 0;
};

}  // namespace sinew
