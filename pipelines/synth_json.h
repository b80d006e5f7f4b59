#pragma once

#include <string>

#include "libanim/stages/synthesise/synthesise.h"

namespace sinew {

/// What a search found, attempt by attempt: {success, sentence, best, attempts: [{start, cost, iterations, evaluations,
/// sentence, check}]}. Without times, so that it can be part of a result.
[[nodiscard]] std::string synth_report_json(const SynthReport& report);

/// What a file of a synthesised motion holds beside the animation, under `extras.sinew.synthesis` of the asset:
///  - `task`, `phases` (times of their boundaries), `report` (see synth_report_json);
///  - `contacts`: of every contact that `body` has a part in (a character or an object of the problem, by its name):
///    {name, target, activity: c per phase};
///  - `forces`: {rate, contacts: [{name, force, moment, point}]}: a vector per sample at i / rate, world, on who
///  touches,
///    moments about the point (unit: N, N m, m, s), rounded to 0.001; contacts that never push are left out.
[[nodiscard]] std::string synthesis_json(const SynthProblem& problem, const SynthResult& result,
                                         const std::string& body);

/// The name of what a contact touches: "environment", or an object's or a character's.
[[nodiscard]] std::string target_name(const SynthProblem& problem, const SynthContact& contact);

}  // namespace sinew
