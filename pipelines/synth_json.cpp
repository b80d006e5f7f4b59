#include "pipelines/synth_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include "libanim/support/index.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

Json check_json(const SynthCheck& check) {
  return {{"pass", check.pass},
          {"task_position", check.task_position},
          {"task_angle", check.task_angle},
          {"task_velocity", check.task_velocity},
          {"force_rms", check.force_rms},
          {"moment_rms", check.moment_rms},
          {"force_peak", check.force_peak},
          {"moment_peak", check.moment_peak},
          {"balanced", check.balanced},
          {"contact_distance", check.contact_distance},
          {"contact_slip", check.contact_slip},
          {"penetration", check.penetration},
          {"stretch", check.stretch},
          {"sentence", check.sentence}};
}

Json attempt_json(const SynthAttempt& attempt) {
  return {{"start", attempt.start},           {"cost", attempt.cost},
          {"iterations", attempt.iterations}, {"evaluations", attempt.evaluations},
          {"sentence", attempt.sentence},     {"check", check_json(attempt.check)}};
}

Json report_object(const SynthReport& report) {
  Json attempts = Json::array();
  for (const SynthAttempt& attempt : report.attempts) attempts.push_back(attempt_json(attempt));
  return {{"success", report.success},
          {"sentence", report.sentence},
          {"best", report.best},
          {"attempts", std::move(attempts)}};
}

/// A millimetre, a millinewton: less is noise, and the file is half as large.
double rounded(double x) { return std::round(1000 * x) / 1000; }

Json vector_json(const Vec3& v) { return Json::array({rounded(v.x()), rounded(v.y()), rounded(v.z())}); }

const std::string& owner_name(const SynthProblem& problem, const SynthContact& contact) {
  return contact.character >= 0 ? problem.characters[to_size(contact.character)].name
                                : problem.objects[to_size(contact.object)].name;
}

bool pushes(const SynthMotion& motion, std::size_t contact) {
  return std::ranges::any_of(
      motion.forces, [&](const std::vector<SynthForce>& sample) { return rounded(sample[contact].force.norm()) > 0; });
}

Json contact_forces(const SynthMotion& motion, std::size_t contact) {
  Json force = Json::array();
  Json moment = Json::array();
  Json point = Json::array();
  for (const std::vector<SynthForce>& sample : motion.forces) {
    force.push_back(vector_json(sample[contact].force));
    moment.push_back(vector_json(sample[contact].moment));
    point.push_back(vector_json(sample[contact].point));
  }
  return {{"name", motion.contacts[contact].name},
          {"force", std::move(force)},
          {"moment", std::move(moment)},
          {"point", std::move(point)}};
}

}  // namespace

std::string synth_report_json(const SynthReport& report) { return report_object(report).dump(); }

std::string target_name(const SynthProblem& problem, const SynthContact& contact) {
  switch (contact.target) {
    case SynthContact::Target::kEnvironment: return "environment";
    case SynthContact::Target::kObject: return problem.objects[to_size(contact.target_index)].name;
    case SynthContact::Target::kCharacter: break;
  }
  return problem.characters[to_size(contact.target_index)].name;
}

std::string synthesis_json(const SynthProblem& problem, const SynthResult& result, const std::string& body) {
  const SynthMotion& motion = result.motion();
  Json contacts = Json::array();
  Json forces = Json::array();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const SynthContact& contact = motion.contacts[i];
    const std::string target = target_name(problem, contact);
    if (owner_name(problem, contact) != body && target != body) continue;
    Json activity = Json::array();
    for (const double c : motion.activity[i]) activity.push_back(rounded(c));
    contacts.push_back({{"name", contact.name}, {"target", target}, {"activity", std::move(activity)}});
    if (pushes(motion, i)) forces.push_back(contact_forces(motion, i));
  }
  Json boundaries = Json::array();
  for (const double time : motion.boundaries) boundaries.push_back(time);
  return Json{{"task", problem.name},
              {"body", body},
              {"phases", std::move(boundaries)},
              {"report", report_object(result.report)},
              {"contacts", std::move(contacts)},
              {"forces", {{"rate", motion.force_rate}, {"contacts", std::move(forces)}}}}
      .dump();
}

}  // namespace sinew
