#include "libanim/learning/episode.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::int64_t kMostSteps = std::int64_t{1} << 53;
constexpr int kTorqueGroupsAndTime = 4;

/// As a take's validate has it.
constexpr double kMostNumber = 1e6;

bool bounded(const StateRecord& record) {
  const auto small = [](const auto& numbers) {
    return std::ranges::all_of(numbers, [](double x) { return std::abs(x) < kMostNumber; });
  };
  return std::ranges::all_of(record.bodies, [&](const BodyState& body) {
    return small(body.position) && small(body.rotation) && small(body.velocity) && small(body.spin);
  });
}

bool finite(const Control& control) {
  for (const AxisControl& axis : control.axes) {
    if (!std::isfinite(axis.target) || !std::isfinite(axis.torque_limit)) return false;
  }
  return true;
}

/// Checks the pairs of one episode; `expect` names the pair.
class PairChecks {
 public:
  explicit PairChecks(const Episode& episode) : episode_(episode) {}

  void run() {
    for (at_ = 0; at_ < episode_.pairs.size(); ++at_) {
      check_records();
      check_order();
      check_control();
      check_spline();
    }
  }

 private:
  void expect(bool holds, std::string_view rule) const {
    if (holds) return;
    throw Error::asset(fmt::format("episode {}, pair {}", episode_.name, at_), std::string(rule));
  }

  [[nodiscard]] const TrainingPair& pair() const { return episode_.pairs[at_]; }

  void check_records() const {
    const std::size_t bodies = episode_.setting.figure.bodies.size() + episode_.setting.scene.objects.size();
    expect(pair().state.bodies.size() == bodies && pair().next.bodies.size() == bodies,
           fmt::format("expected records of {} bodies and objects", bodies));
    expect(bounded(pair().state) && bounded(pair().next), "expected numbers below 1e6 in the records");
    expect(pair().state.step >= 0 && pair().state.step < kMostSteps, "expected a physics step from 0 to 2^53");
    expect(pair().next.step == pair().state.step + episode_.setting.simulation.substeps,
           "expected the next record `substeps` physics steps later");
  }

  void check_order() const {
    const int frames = episode_.setting.reference.frames();
    expect(pair().frame >= 0 && pair().frame + 1 < frames, fmt::format("expected a frame from 0 to {}", frames - 2));
    if (at_ == 0) return;
    const TrainingPair& before = episode_.pairs[at_ - 1];
    expect(pair().frame == before.frame + 1, "expected the frame after that of the pair before");
    expect(pair().state == before.next, "expected to begin with the record in which the pair before ends");
  }

  void check_control() const {
    const auto axes = to_size(episode_.setting.figure.axis_count());
    expect(pair().control.axes.size() == axes, fmt::format("expected a control of {} axes", axes));
    expect(pair().control.mode == episode_.pairs.front().control.mode, "expected the same mode for all controls");
    expect(finite(pair().control) && std::isfinite(pair().reward), "expected a finite control and reward");
    expect(pair().report.substeps.size() == to_size(episode_.setting.simulation.substeps),
           "expected a report of every physics step");
  }

  void check_spline() const {
    expect(pair().spline.size() == episode_.splines.lower.size(),
           fmt::format("expected a spline of {} numbers", episode_.splines.lower.size()));
    expect(pair().spline.allFinite(), "expected finite numbers in the spline");
  }

  const Episode& episode_;
  std::size_t at_ = 0;
};

void check_form(const Episode& episode) {
  const SplineForm& form = episode.splines;
  const auto expect = [&](bool holds, const char* rule) {
    if (!holds) throw Error::asset(fmt::format("episode {}, splines", episode.name), rule);
  };
  const Eigen::Index size = Eigen::Index{form.points} * (episode.setting.figure.axis_count() + kTorqueGroupsAndTime);
  expect(form.points >= 0 && form.lower.size() == size && form.upper.size() == size,
         "expected bounds for points x (axes + 4) numbers");
  expect(form.lower.allFinite() && form.upper.allFinite() && (form.lower.array() <= form.upper.array()).all(),
         "expected finite bounds, the lower not above the upper");
}

}  // namespace

std::string_view episode_end_name(EpisodeEnd end) {
  return end == EpisodeEnd::kTerminated ? "terminated" : "truncated";
}

void Episode::validate() const {
  setting.validate();
  const auto place = [this] { return "episode " + name; };
  if (setting.frames() != 0) throw Error::asset(place(), "expected a setting without start and steps");
  if (pairs.empty()) throw Error::asset(place(), "expected at least one pair");
  check_form(*this);
  PairChecks(*this).run();
}

Take setting_of(const Take& take) {
  Take setting = take;
  setting.start = {};
  setting.steps.clear();
  return setting;
}

Episode episode_from_take(const Take& take, std::string name) {
  if (take.steps.empty()) throw Error::asset("take " + take.name, "no simulated steps: nothing to learn from");
  Episode episode;
  episode.name = std::move(name);
  episode.setting = setting_of(take);
  episode.end = take.frames() == take.reference.frames() ? EpisodeEnd::kTruncated : EpisodeEnd::kTerminated;
  episode.pairs.reserve(take.steps.size());
  for (int frame = 0; frame < static_cast<int>(take.steps.size()); ++frame) {
    const TakeStep& step = take.steps[to_size(frame)];
    episode.pairs.push_back({take.record(frame), step.control, step.record, step.report, {}, -step.cost, frame});
  }
  return episode;
}

}  // namespace sinew
