#include "libanim/stages/retarget/stiff_feet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "libanim/math/smooth_tracks.h"
#include "libanim/stages/retarget/stiff_leg.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// A knee straightens and bends again over this time (unit: s).
constexpr double kStraightenTime = 0.05;
/// A foot that hangs down steeply comes near the ground all at once; its turn begins in time to be no faster than this.
/// Push-offs of walks need 3 (unit: rad/s).
constexpr double kTurnSpeed = 6;
/// Less is not worth a note (unit: rad).
constexpr double kNoTurn = 0.01;

/// What one leg needed, per frame.
struct LegChanges {
  std::vector<double> turn;        ///< of the foot (unit: rad)
  std::vector<double> straighten;  ///< share of the knee's bend
};

/// The least values that are nowhere below the given ones and change by no more than `slope` per frame.
void limit_slope(std::vector<double>& values, double slope) {
  for (std::size_t i = 1; i < values.size(); ++i) values[i] = std::max(values[i], values[i - 1] - slope);
  for (std::size_t i = values.size() - 1; i > 0; --i) values[i - 1] = std::max(values[i - 1], values[i] - slope);
}

void turn_foot(StiffLeg& leg, double frame_rate, std::vector<double>& turned) {
  std::vector<double> turn;
  for (std::size_t f = 0; f < turned.size(); ++f) turn.push_back(leg.needed_turn(static_cast<int>(f)));
  limit_slope(turn, kTurnSpeed / frame_rate);
  for (std::size_t f = 0; f < turned.size(); ++f) turned[f] += leg.turn_up(static_cast<int>(f), turn[f]);
}

LegChanges rest_foot(StiffLeg& leg, int frames, double frame_rate) {
  LegChanges changes{std::vector<double>(to_size(frames), 0), std::vector<double>(to_size(frames), 0)};
  const std::vector<bool> planted = leg.planted();
  turn_foot(leg, frame_rate, changes.turn);
  for (int f = 0; f < frames; ++f) {
    // A planted foot would slide; a squat ends on its toes, with the ankle at its limit and the knee bent on purpose.
    if (!planted[to_size(f)]) changes.straighten[to_size(f)] = leg.needed_straightening(f);
  }
  if (std::ranges::max(changes.straighten) <= 0) return changes;
  const double width = kStraightenTime * frame_rate;
  changes.straighten = largest_around(changes.straighten, static_cast<int>(std::lround(width)));
  smooth(changes.straighten, width);
  for (int f = 0; f < frames; ++f) leg.straighten(f, changes.straighten[to_size(f)]);
  turn_foot(leg, frame_rate, changes.turn);
  return changes;
}

}  // namespace

StiffFeetReport rest_stiff_feet(Take& take) {
  StiffFeetReport report;
  const int frames = take.reference.frames();
  std::vector<bool> changed(to_size(frames), false);
  for (const Side side : {Side::kLeft, Side::kRight}) {
    auto leg = StiffLeg::find(take, side);
    if (!leg) continue;
    const LegChanges changes = rest_foot(*leg, frames, take.reference.frame_rate);
    for (std::size_t f = 0; f < changed.size(); ++f) {
      changed[f] = changed[f] || changes.turn[f] > kNoTurn || changes.straighten[f] > 0;
      report.turn = std::max(report.turn, changes.turn[f]);
      report.straighten = std::max(report.straighten, changes.straighten[f]);
    }
  }
  report.frames = static_cast<int>(std::ranges::count(changed, true));
  if (report.frames > 0) {
    take.ledger.add(NoteCode::kFootPlant, "feet",
                    fmt::format("the figure's feet do not bend at the toes: where their tips would reach into the "
                                "ground, they were turned up by at most {:.0f} degrees and knees straightened by at "
                                "most {:.0f} % ({} frames)",
                                report.turn * 180 / std::numbers::pi, report.straighten * 100, report.frames));
  }
  return report;
}

}  // namespace sinew
