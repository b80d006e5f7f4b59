#include "tests/libanim/validity/small_takes.h"

#include <cmath>

#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/fingerprint.h"
#include "libanim/support/index.h"
#include "libanim/validity/record_clip.h"
#include "tests/libanim/simulation/small_figures.h"

namespace sinew::test {

void simulate_again(Take& take) {
  World world(take.figure, take.scene, take.simulation);
  StateRecord record = take.start;
  for (TakeStep& step : take.steps) {
    world.step(record, step.control, record, &step.report);
    step.record = record;
  }
}

Take small_take(const SmallTakeOptions& options) {
  const SmallFigure model = small_humanoid_model();
  Take take;
  take.name = "wave";
  take.character.name = "small";
  take.character.skeleton = model.skeleton;
  take.figure = model.figure;
  take.scene = options.scene;
  take.simulation = options.simulation;
  take.reference = rest_clip(model.skeleton, options.frames, options.simulation.control_rate);
  take.start = World(take.figure, take.scene, take.simulation).initial_record();
  for (std::size_t b = 0; b < take.figure.bodies.size(); ++b) take.start.bodies[b].position[1] += options.lift;
  for (int i = 0; i + 1 < options.frames; ++i) {
    TakeStep step;
    step.control = holding_control(take.figure);
    for (std::size_t j = 0; j < take.figure.joints.size(); ++j) {
      if (take.figure.bodies[j + 1].part != Part::kUpperArm) continue;
      const int flexion = take.figure.first_axis(static_cast<int>(j)) + 1;
      step.control.axes[to_size(flexion)].target = 2 * std::cos(0.3 * i);
    }
    step.cost = 0.1 * i;
    take.steps.push_back(std::move(step));
  }
  simulate_again(take);
  take.reference = record_clip(take);
  take.reference.name = "wave";
  take.ledger.add(NoteCode::kResample, "clip wave", "made on the control grid");
  take.excesses = {{0, 1, 0.05, 3, 2}};
  take.provenance = {"0.0.0", simulation_fingerprint(), "configuration", 7, {{"reference", "wave.bvh", "00"}}};
  return take;
}

}  // namespace sinew::test
