#include "libanim/stages/clean/clean.h"

#include <cmath>

#include "libanim/kinematics/contact_tracks.h"
#include "libanim/kinematics/figure_builder.h"
#include "libanim/stages/clean/clean_parts.h"
#include "libanim/support/error.h"

namespace sinew {

void CleanOptions::validate() const {
  const auto demand = [](bool good, const char* rule) {
    if (!good) throw Error::usage(std::string("clean: ") + rule + " is violated");
  };
  const auto in = [](double value, double low, double high) { return value >= low && value <= high; };
  demand(in(break_speed, 0.1, 1e6), "0.1 <= break_speed <= 1e6");
  demand(in(break_ratio, 1, 1e6), "1 <= break_ratio <= 1e6");
  demand(in(frozen_time, 0, 1e6), "0 <= frozen_time <= 1e6");
  demand(in(abrupt_speed, 0, 1e6), "0 <= abrupt_speed <= 1e6");
  demand(in(spike_speed, 1, 1e6), "1 <= spike_speed <= 1e6");
  demand(in(spike_time, 0, 1), "0 <= spike_time <= 1");
  demand(in(spike_angle, 0, 3.2), "0 <= spike_angle <= 3.2");
  demand(in(drift_time, 0.01, 100), "0.01 <= drift_time <= 100");
  demand(in(drift_limit, 0, 1), "0 <= drift_limit <= 1");
  contacts.validate();
}

CleanedClip clean(const Character& character, const Clip& clip, const CleanOptions& options) {
  options.validate();
  const Figure figure = build_figure(character, detailed_figure()).figure;
  CleanedClip result{clip, {}, {}};
  const CleanWork work{character.skeleton, figure, options, result};
  if (options.cut_breaks && clip.frames() > 2) cut_breaks(work);
  if (options.cut_frozen && result.clip.frames() > 2) cut_frozen_ends(work);
  if (options.repair_spikes && result.clip.frames() > 2) repair_spikes(work);
  if (options.retime && result.clip.frames() > 2) retime(work);
  if (options.level_ground) level_ground(work);
  result.report.last_frame = result.report.first_frame + result.clip.frames() - 1;
  make_continuous(result.clip);
  result.clip.validate(character.skeleton);
  return result;
}

}  // namespace sinew
