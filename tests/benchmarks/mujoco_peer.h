#pragma once

#include <memory>
#include <string>

#include "tests/benchmarks/simulation_states.h"

namespace sinew::bench {

/// The figure on level ground as MuJoCo's XML: the same bodies, masses, inertias, shapes, joints, ranges and friction,
/// Euler integration with the Newton solver at 1/120 s. A motor with the figure's torque limit on every axis, and
/// damping on every joint, which MuJoCo integrates implicitly, so that together they are a velocity servo.
[[nodiscard]] std::string mujoco_model(const Figure& figure);

/// The figure simulated by MuJoCo.
class MujocoPeer {
 public:
  explicit MujocoPeer(const Figure& figure);
  ~MujocoPeer();
  MujocoPeer(const MujocoPeer&) = delete;
  MujocoPeer& operator=(const MujocoPeer&) = delete;

  /// Keeps the pose and velocities of the record's figure as the start of the steps. With `settle`, after 0.2 s in
  /// which MuJoCo, which sees no contact before touch, lets it down on the ground.
  void set_start(const StateRecord& record, bool settle);
  /// 1/30 s from the start: four steps. Returns the height of the root afterwards (unit: m).
  double step(const Control& control);
  /// Contacts per step of 1/120 s, mean since set_start.
  [[nodiscard]] double mean_contacts() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sinew::bench
