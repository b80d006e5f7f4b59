#include "tools/sinew/synth_text.h"

#include <fmt/format.h>

#include <cmath>

#include "pipelines/synth_json.h"
#include "tools/sinew/bake_text.h"
#include "tools/sinew/text_table.h"

namespace sinew {

namespace {

const char* end_name(SynthEnd end) {
  switch (end) {
    case SynthEnd::kDone: return "done";
    case SynthEnd::kFailed: return "failed";
    case SynthEnd::kPhysics: return "physics";
    case SynthEnd::kStopped: break;
  }
  return "stopped";
}

Json character_json(const SynthCharacter& character) {
  Json limbs = Json::array();
  for (const SynthLimb& limb : character.limbs) limbs.push_back(limb.name);
  return {{"name", character.name},
          {"mass", character.mass},
          {"height", character.height},
          {"stance", character.stance},
          {"limbs", limbs}};
}

}  // namespace

Json synth_plan_json(const SynthRequest& request, const SynthPlan& plan) {
  Json inputs = Json::array();
  for (const TakeInput& input : plan.inputs) {
    inputs.push_back({{"role", input.role}, {"file", input.file}, {"sha256", input.sha256}});
  }
  Json outputs = Json::array();
  for (const auto& output : plan.outputs) outputs.push_back(output.string());
  Json characters = Json::array();
  for (const SynthCharacter& character : plan.problem.characters) characters.push_back(character_json(character));
  return {{"inputs", inputs},
          {"outputs", outputs},
          {"task", plan.task.name},
          {"phases", plan.problem.phases},
          {"seconds", plan.problem.duration()},
          {"characters", characters},
          {"objects", plan.problem.objects.size()},
          {"surfaces", plan.problem.surfaces.size()},
          {"goals", plan.problem.goals.size()},
          {"starts", request.search.starts},
          {"seed", request.search.seed},
          {"configuration", request.configuration},
          {"physics", plan.physics.has_value()}};
}

Json synth_json(const SynthRequest& request, const SynthPlan& plan, const SynthFileReport& report) {
  Json data = synth_plan_json(request, plan);
  data["end"] = end_name(report.end);
  data["sentence"] = report.sentence;
  data["written"] = report.written;
  data["report"] = Json::parse(synth_report_json(report.result.report));
  for (std::size_t i = 0; i < report.result.report.attempts.size(); ++i) {
    data["report"]["attempts"][i]["cpu_seconds"] = report.result.report.attempts[i].cpu;
  }
  data["search_seconds"] = report.seconds;
  data["search_cpu_seconds"] = report.cpu;
  Json files = Json::array();
  for (const SynthOutput& output : report.outputs) {
    files.push_back({{"file", output.file.string()},
                     {"bytes", output.bytes.size()},
                     {"frames", output.reread.frames},
                     {"position_error", output.reread.position_error},
                     {"rotation_error", output.reread.rotation_error}});
  }
  data["files"] = std::move(files);
  if (report.bake) data["bake"] = bake_json(*plan.physics, *report.bake_plan, *report.bake);
  data["ledger"] = ledger_json(report.ledger);
  return data;
}

std::string synth_plan_text(const SynthRequest& request, const SynthPlan& plan) {
  std::string text;
  for (const TakeInput& input : plan.inputs) {
    text += fmt::format("input      {:<10} {}  sha256 {}\n", input.role, input.file, input.sha256.substr(0, 16));
  }
  for (const auto& output : plan.outputs) text += fmt::format("output     {}\n", output.string());
  text += fmt::format("task       {}: {} phases, {:.2f} s, {} goal(s), {} object(s), {} surface(s)\n", plan.task.name,
                      plan.problem.phases, plan.problem.duration(), plan.problem.goals.size(),
                      plan.problem.objects.size(), plan.problem.surfaces.size());
  for (const SynthCharacter& character : plan.problem.characters) {
    std::string limbs;
    for (const SynthLimb& limb : character.limbs) limbs += (limbs.empty() ? "" : ", ") + limb.name;
    text += fmt::format("character  {}: {:.1f} kg, {:.2f} m, centre of mass at {:.2f} m, {}\n", character.name,
                        character.mass, character.height, character.stance, limbs);
  }
  text += fmt::format("search     up to {} start(s), seed {}\n", request.search.starts, request.search.seed);
  if (plan.physics) text += "physics    followed, refined and certified as by `sinew bake`\n";
  return text;
}

std::string attempts_text(const SynthReport& report) {
  TextTable table({"start", ">cost", ">iterations", ">goal cm", ">goal deg", ">force %", ">moment %", ">contact mm",
                   ">slip cm/s", ">inside mm", ">cpu s", ""});
  for (const SynthAttempt& a : report.attempts) {
    const SynthCheck& c = a.check;
    table.add_row({fmt::format("{}", a.start), fmt::format("{:.4g}", a.cost), fmt::format("{}", a.iterations),
                   fmt::format("{:.1f}", 100 * c.task_position), fmt::format("{:.1f}", c.task_angle * 180 / M_PI),
                   fmt::format("{:.2f}", 100 * c.force_rms), fmt::format("{:.2f}", 100 * c.moment_rms),
                   fmt::format("{:.1f}", 1000 * c.contact_distance), fmt::format("{:.1f}", 100 * c.contact_slip),
                   fmt::format("{:.1f}", 1000 * c.penetration), fmt::format("{:.1f}", a.cpu),
                   c.pass ? "pass" : "FAIL"});
  }
  return table.text(0);
}

}  // namespace sinew
