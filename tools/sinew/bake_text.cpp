#include "tools/sinew/bake_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pipelines/certificate_json.h"

namespace sinew {

namespace {

/// Processor time of the search. Measured per control step: 7.6e-5 s on the sample walk (28 axes), 3.5e-4 s on the
/// trot (69 axes).
double expected_cpu(const BakePlan& plan) {
  constexpr double kStepSeconds = 7.6e-5;
  constexpr double kAxes = 28;
  constexpr double kGrowth = 1.7;
  const double size = std::max(1, plan.take.figure.axis_count()) / kAxes;
  return static_cast<double>(plan.steps) * kStepSeconds * std::pow(size, kGrowth);
}

const char* end_name(BakeEnd end) {
  switch (end) {
    case BakeEnd::kDone: return "done";
    case BakeEnd::kRefused: return "below-quality";
    case BakeEnd::kLost: return "lost";
    case BakeEnd::kBudget: return "budget";
    case BakeEnd::kStopped: break;
  }
  return "stopped";
}

Json history_json(const TrackReport& track) {
  Json history = Json::array();
  for (const TrackIteration& i : track.history) {
    history.push_back({{"start", i.start},
                       {"end", i.end},
                       {"best_end", i.best_end},
                       {"median_end", i.median_end},
                       {"samples", i.samples},
                       {"cost", i.cost},
                       {"distance", i.distance},
                       {"clusters", i.clusters},
                       {"moved", i.moved},
                       {"restarted", i.restarted}});
  }
  return history;
}

Json excesses_json(const Take& take) {
  Json excesses = Json::array();
  for (const LimitExcess& e : take.excesses) {
    const FigureJoint& joint = take.figure.joints[static_cast<std::size_t>(e.joint)];
    excesses.push_back({{"body", take.figure.bodies[static_cast<std::size_t>(joint.child)].name},
                        {"axis", e.axis},
                        {"excess", e.excess},
                        {"frame", e.frame},
                        {"frames", e.frames}});
  }
  return excesses;
}

}  // namespace

Json refine_json(const RefineReport& report) {
  const auto quality = [](const TakeQuality& q) {
    return Json{{"distance", q.distance}, {"worst_distance", q.worst}, {"jerk_ratio", q.jerk}};
  };
  return {{"improved", report.improved}, {"sentence", report.sentence},      {"attempts", report.attempts},
          {"steps", report.steps},       {"before", quality(report.before)}, {"after", quality(report.after)}};
}

Json plan_json(const BakeRequest& request, const BakePlan& plan) {
  const Take& take = plan.take;
  Json inputs = Json::array();
  for (const TakeInput& input : take.provenance.inputs) {
    inputs.push_back({{"role", input.role}, {"file", input.file}, {"sha256", input.sha256}});
  }
  Json outputs = Json::array({request.source.output.string()});
  if (request.take) outputs.push_back(request.take->string());
  return {{"inputs", inputs},
          {"outputs", outputs},
          {"checkpoint", request.checkpoint().string()},
          {"resumable", plan.resumable},
          {"source", source_json(plan.source)},
          {"clip", take.name},
          {"frames", take.reference.frames()},
          {"seconds", plan.seconds()},
          {"control_rate", take.simulation.control_rate},
          {"bodies", take.figure.body_count()},
          {"axes", take.figure.axis_count()},
          {"mass", take.figure.mass()},
          {"same_skeleton", plan.clip.retargeted.same_skeleton},
          {"reference_excesses", excesses_json(take)},
          {"seed", take.provenance.seed},
          {"configuration", take.provenance.configuration},
          {"fingerprint", take.provenance.fingerprint},
          {"expected_steps", plan.steps},
          {"expected_cpu_seconds", expected_cpu(plan)},
          {"ledger", ledger_json(take.ledger)}};
}

Json bake_json(const BakeRequest& request, const BakePlan& plan, const BakeReport& report) {
  Json data = plan_json(request, plan);
  data["end"] = end_name(report.end);
  data["sentence"] = report.sentence;
  data["written"] = report.written;
  data["resumed"] = report.resumed;
  data["bytes"] = report.bytes;
  data["track"] = {{"mean_cost", report.track.mean_cost},
                   {"mean_distance", report.track.mean_distance},
                   {"restarts", report.track.restarts},
                   {"steps", report.track.steps},
                   {"seconds", report.seconds},
                   {"cpu_seconds", report.cpu},
                   {"history", history_json(report.track)}};
  if (report.refine) data["refine"] = refine_json(*report.refine);
  if (report.certificate) data["certificate"] = Json::parse(certificate_json(*report.certificate));
  data["ledger"] = ledger_json(report.ledger);
  return data;
}

std::string plan_text(const BakeRequest& request, const BakePlan& plan) {
  const Take& take = plan.take;
  std::string text;
  for (const TakeInput& input : take.provenance.inputs) {
    text += fmt::format("input     {:<10} {}  sha256 {}\n", input.role, input.file, input.sha256.substr(0, 16));
  }
  text += fmt::format("output    {}\n", request.source.output.string());
  if (request.take) text += fmt::format("output    {}\n", request.take->string());
  text += fmt::format("clip      {}: {:.2f} s, {} frames at {:g} Hz\n", take.name, plan.seconds(),
                      take.reference.frames(), take.simulation.control_rate);
  text += fmt::format("figure    {} bodies, {} axes, {:.1f} kg\n", take.figure.body_count(), take.figure.axis_count(),
                      take.figure.mass());
  text += fmt::format("search    {} control steps, about {:.0f} s of processor time\n", plan.steps, expected_cpu(plan));
  if (plan.resumable) text += fmt::format("resumable from {}\n", request.checkpoint().string());
  return text;
}

}  // namespace sinew
