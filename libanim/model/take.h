#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libanim/model/asset.h"
#include "libanim/model/control.h"
#include "libanim/model/figure.h"
#include "libanim/model/scene.h"
#include "libanim/model/simulation_options.h"
#include "libanim/model/state_record.h"
#include "libanim/model/step_report.h"

namespace sinew {

/// One control interval of a take.
struct TakeStep {
  Control control;     ///< what the motors got
  StateRecord record;  ///< after the step
  StepReport report;   ///< contacts, forces and torques of its physics steps
  double cost = 0;     ///< what the stage that made it gave it; no unit
};

/// A joint whose limit the reference exceeds. The figure's own limits stay as they are: the target is clamped to them.
struct LimitExcess {
  int joint = 0;      ///< of the figure
  int axis = 0;       ///< 0 to 2, as in FigureJoint
  double excess = 0;  ///< largest over the clip (unit: rad)
  int frame = 0;      ///< where
  int frames = 0;     ///< how many frames exceed it
};

/// A file that a take was made from.
struct TakeInput {
  std::string role;    ///< "reference", "character", "scene", "figure"
  std::string file;    ///< name without folders, so that the place does not change the bytes
  std::string sha256;  ///< of the file
};

/// What a take was made from and by. No times, no hosts.
struct Provenance {
  std::string version;        ///< of Sinew
  std::string fingerprint;    ///< CPU feature level and library versions: same fingerprint, same bytes
  std::string configuration;  ///< hash of the effective configuration
  std::uint64_t seed = 0;
  std::vector<TakeInput> inputs;
};

/// The one currency between stages. Parts are optional: retargeting fills only character, figure, scene and reference;
/// tracking adds start and steps.
///
/// validate() checks character, figure, scene, simulation options and reference, and:
///  1. the reference is on the control grid (frame_rate = simulation.control_rate) of the character's skeleton;
///  2. steps is empty or has one entry less than the reference has frames; records have the figure's bodies and the
///     scene's objects, controls an entry per axis, reports `substeps` entries; all numbers are finite,
///     positions and velocities below 1e6;
///  3. physics steps count on from that of `start`, by `substeps` per record; contacts name bodies and boxes that
///  exist;
///     figure and scene have at most 1000 bodies.
struct Take {
  std::string name;
  Character character;
  Figure figure;
  Scene scene;
  SimulationOptions simulation;
  Clip reference;     ///< on the character, on the control grid; also has what is not simulated (fingers, face)
  StateRecord start;  ///< frame 0
  std::vector<TakeStep> steps;  ///< steps[i].record is frame i + 1
  std::vector<LimitExcess> excesses;
  Ledger ledger;
  Provenance provenance;

  /// The record of a frame.
  [[nodiscard]] const StateRecord& record(int frame) const {
    return frame == 0 ? start : steps[static_cast<std::size_t>(frame) - 1].record;
  }
  /// Frames that have a record.
  [[nodiscard]] int frames() const { return start.bodies.empty() ? 0 : static_cast<int>(steps.size()) + 1; }

  /// Throws Error (kAsset) that names the part and the rule.
  void validate() const;
};

}  // namespace sinew
