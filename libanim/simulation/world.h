#pragma once

#include <memory>

#include "libanim/model/control.h"
#include "libanim/model/figure.h"
#include "libanim/model/scene.h"
#include "libanim/model/simulation_options.h"
#include "libanim/model/state_record.h"
#include "libanim/model/step_report.h"

namespace sinew {

/// A figure in a scene, simulated by ODE. `step` is a pure function: the record that comes out depends on the record
/// that goes in, the control, and what the world was built from, and on nothing else: not on earlier steps, other
/// worlds, threads or the order of calls. See world.cpp for how ODE is held to that.
///
/// A World is not to be used from two threads at once; worlds of the same make are interchangeable (see WorldPool).
class World {
 public:
  World(const Figure& figure, const Scene& scene, const SimulationOptions& options);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// One control interval (`substeps` physics steps). `next` may be `record` itself, and keeps its memory.
  void step(const StateRecord& record, const Control& control, StateRecord& next, StepReport* report = nullptr);
  [[nodiscard]] StateRecord step(const StateRecord& record, const Control& control, StepReport* report = nullptr);

  /// The figure in its rest pose at rest, feet where the rest pose has them, and the scene's objects at their start.
  [[nodiscard]] StateRecord initial_record() const;

  [[nodiscard]] const Figure& figure() const;
  [[nodiscard]] const Scene& scene() const;
  [[nodiscard]] const SimulationOptions& options() const;
  /// Seconds of one control interval, and of one physics step.
  [[nodiscard]] double control_step() const;
  [[nodiscard]] double physics_step() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace sinew
