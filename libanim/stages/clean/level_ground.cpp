#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/kinematics/contact_tracks.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/stages/clean/clean_parts.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Share of the soles' samples that lie below the ground: some, because a sole is soft and markers jitter.
constexpr double kGroundPercentile = 0.1;
/// Fewer supported frames than this do not tell where the ground is.
constexpr double kLeastSupport = 0.05;

double percentile(std::vector<double> values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + at);
  return values[static_cast<std::size_t>(at)];
}

/// Heels and balls; toes of their own are left out, because optical systems guess how they bend (CMU's 63_01 has one 10
/// cm under the ground).
bool is_sole(const Figure& figure, const FigureContactPoint& point) {
  const Part part = figure.bodies[to_size(point.body)].part;
  return part == Part::kFoot || part == Part::kPaw;
}

/// What a figure stood on in one frame.
struct Support {
  int frame = 0;
  double height = 0;
};

/// Height of a foot's other sole points over one of them, as a share of their distance, above which the foot stands on
/// its tip (a push-off, a tucked foot of someone who kneels): it then says nothing about the ground.
constexpr double kOnTip = 0.5;

bool stands_on_tip(const Figure& figure, const std::vector<std::vector<Vec3>>& tracks, std::size_t p, int frame) {
  const Vec3& here = tracks[p][to_size(frame)];
  for (std::size_t other = 0; other < tracks.size(); ++other) {
    if (other == p || figure.points[other].body != figure.points[p].body) continue;
    const Vec3 line = tracks[other][to_size(frame)] - here;
    if (line.y() > kOnTip * line.norm()) return true;
  }
  return false;
}

/// The lowest sole point of each frame, where it rests.
std::vector<Support> sole_supports(const CleanWork& work) {
  const Clip& clip = work.clip();
  const auto tracks = contact_tracks(work.figure, work.skeleton, clip);
  // With a ground as high as the point itself, only its speed decides.
  ContactDetection by_speed = work.options.contacts;
  by_speed.release = 1;
  std::vector<std::vector<bool>> rests(tracks.size());
  for (std::size_t p = 0; p < tracks.size(); ++p) {
    if (!is_sole(work.figure, work.figure.points[p])) continue;
    std::vector<double> own;
    for (const Vec3& position : tracks[p]) own.push_back(position.y());
    rests[p] = planted_frames(tracks[p], own, clip.frame_rate, work.figure.height, by_speed);
  }
  std::vector<Support> supports;
  for (int frame = 0; frame < clip.frames(); ++frame) {
    double lowest = std::numeric_limits<double>::infinity();
    bool rest = false;
    for (std::size_t p = 0; p < tracks.size(); ++p) {
      if (rests[p].empty() || tracks[p][to_size(frame)].y() >= lowest) continue;
      lowest = tracks[p][to_size(frame)].y();
      rest = rests[p][to_size(frame)] && !stands_on_tip(work.figure, tracks, p, frame);
    }
    if (rest) supports.push_back({frame, lowest});
  }
  return supports;
}

/// The lowest point of any body in each frame: for clips in which no foot stands.
std::vector<Support> body_supports(const CleanWork& work) {
  std::vector<Support> supports;
  for (int frame = 0; frame < work.clip().frames(); ++frame) {
    const auto bodies = bodies_from_pose(work.figure, work.skeleton, world_at(work.skeleton, work.clip(), frame));
    supports.push_back({frame, lowest_point(work.figure, bodies)});
  }
  return supports;
}

/// Supports far above the lowest ones say nothing about the ground: a foot that rests in the air, a knee.
std::vector<Support> near_ground(const std::vector<Support>& supports, double ground, double room) {
  std::vector<Support> near;
  for (const Support& s : supports) {
    if (s.height < ground + room) near.push_back(s);
  }
  return near;
}

/// Height of the ground over time: the supports' weighted mean, weights a bell of the given width. Frames without
/// supports nearby take what is nearest.
std::vector<double> slow_ground(const std::vector<Support>& supports, int frames, double width) {
  std::vector<double> ground(to_size(frames), 0);
  for (int frame = 0; frame < frames; ++frame) {
    double sum = 0;
    double weight = 0;
    // Gaps are bridged by a wider bell, so that the ground under a long flight is the mean of both sides.
    for (double reach = width; weight < 1e-6; reach *= 2) {
      sum = weight = 0;
      for (const Support& s : supports) {
        const double u = (s.frame - frame) / reach;
        const double w = std::abs(u) < 3 ? std::exp(-0.5 * u * u) : 0;
        sum += w * s.height;
        weight += w;
      }
    }
    ground[to_size(frame)] = sum / weight;
  }
  return ground;
}

void lower_root(const CleanWork& work, const std::vector<double>& ground) {
  Clip& clip = work.clip();
  for (std::size_t c = 0; c < clip.translated.size(); ++c) {
    if (work.skeleton.joints[to_size(clip.translated[c])].parent != kNoParent) continue;
    for (int frame = 0; frame < clip.frames(); ++frame) clip.frame_translations(frame)[c].y() -= ground[to_size(frame)];
  }
}

}  // namespace

void level_ground(const CleanWork& work) {
  const double height = work.figure.height;
  const int frames = work.clip().frames();
  CleanReport& report = work.result.report;
  std::vector<Support> supports = sole_supports(work);
  const bool on_feet = static_cast<double>(supports.size()) >= kLeastSupport * frames;
  if (!on_feet) supports = body_supports(work);
  std::vector<double> heights;
  for (const Support& s : supports) heights.push_back(s.height);
  const double lowest = percentile(heights, kGroundPercentile);
  // Twice the limit, so that what is too high to be drift is still seen, and refused.
  const auto near = near_ground(supports, lowest, 2 * work.options.drift_limit * height);
  const std::vector<double> slow = slow_ground(near, frames, 0.5 * work.options.drift_time * work.clip().frame_rate);
  report.ground_variation = std::ranges::max(slow) - std::ranges::min(slow);
  report.uneven = near.size() < supports.size() * 4 / 5 || report.ground_variation > work.options.drift_limit * height;
  report.drift_removed = work.options.remove_drift && on_feet && !report.uneven;
  std::vector<double> ground(to_size(frames), lowest);
  if (report.drift_removed) {
    // The mean over a step lies above the lowest samples by the roll of the foot; keep that height.
    std::vector<double> above;
    for (const Support& s : near) above.push_back(s.height - slow[to_size(s.frame)]);
    const double low = percentile(above, kGroundPercentile);
    for (std::size_t i = 0; i < ground.size(); ++i) ground[i] = slow[i] + low;
  }
  report.ground_height = lowest;
  lower_root(work, ground);
  work.result.ledger.add(NoteCode::kGroundLevel, "clip " + work.clip().name,
                         report.drift_removed
                             ? fmt::format("ground at {:.3f} m moved to 0, and its drift of {:.3f} m removed", lowest,
                                           report.ground_variation)
                             : fmt::format("ground at {:.3f} m moved to 0{}", lowest,
                                           report.uneven ? "; stairs or terrain are kept" : ""));
}

}  // namespace sinew
