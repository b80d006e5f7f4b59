#pragma once

#include <string>

#include "libanim/model/take.h"

namespace sinew {

enum class ReplayKind {
  kBitwise,   ///< from the start record on, all bits of every record and report
  kStepwise,  ///< each step from its stored record, within ReplayTolerance: for another fingerprint
};

/// The replay that a take allows here: bitwise when it was made with this program's fingerprint.
[[nodiscard]] ReplayKind replay_kind(const Take& take);

/// How far one step may differ with another CPU or library. ODE's own solver and ours, over 22 takes of CMU clips,
/// differ by up to 2.5e-12 m, 7e-11 m/s, 5e-9 rad/s and 1.2e-10 weights in a step; the rest is for steps in which a
/// contact is about to open or slide, and two solvers may settle on different sides of it.
struct ReplayTolerance {
  double position = 1e-5;  ///< (unit: m)
  double rotation = 1e-4;  ///< (unit: rad)
  double velocity = 1e-3;  ///< (unit: m/s)
  double spin = 1e-2;      ///< (unit: rad/s)
  double force = 0.01;     ///< sum of the contact forces on the figure (unit: body weights)
};

/// What came out when the stored controls were applied again.
struct ReplayReport {
  ReplayKind kind = ReplayKind::kBitwise;
  int steps = 0;
  int record_frame = -1;  ///< first frame whose record is another than the stored one
  int report_frame = -1;  ///< first frame whose contacts, forces or torques are others
  // Largest differences of one step, of the steps that were compared.
  double position = 0;  ///< (unit: m)
  double rotation = 0;  ///< (unit: rad)
  double velocity = 0;  ///< (unit: m/s)
  double spin = 0;      ///< (unit: rad/s)
  double force = 0;     ///< (unit: body weights)
  std::string failure;  ///< why the simulation itself refused to go on; empty when it did

  [[nodiscard]] bool records_agree() const { return record_frame < 0 && failure.empty(); }
  [[nodiscard]] bool reports_agree() const { return report_frame < 0 && failure.empty(); }
};

/// Bitwise replay ends at the first record that differs. The controls and the start are what is believed; everything
/// else has to follow from them.
[[nodiscard]] ReplayReport replay(const Take& take, ReplayKind kind, const ReplayTolerance& tolerance = {});

}  // namespace sinew
