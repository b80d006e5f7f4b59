#include "pipelines/synth_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exporters/gltf/gltf_check.h"
#include "exporters/gltf/gltf_export.h"
#include "libanim/support/index.h"
#include "pipelines/shape_mesh.h"
#include "pipelines/synth_json.h"

namespace sinew {

namespace {

/// Said of the clip: what it is, and whether it is good.
void note_synthesis(const SynthPlan& plan, const SynthResult& result, Asset& asset) {
  const std::string place = "clip " + plan.task.name;
  asset.ledger.add(NoteCode::kSynthesis, place, "made from the goals of the task: " + result.report.sentence);
  if (!result.report.success) asset.ledger.add(NoteCode::kSuspect, place, "it does not pass the check of its physics");
}

void note_misses(const SynthClip& motion, Asset& asset) {
  constexpr double kWorthANote = 0.02;  // m: twice what a contact may be off
  for (const SynthLimbReport& limb : motion.limbs) {
    if (limb.missed < kWorthANote) continue;
    asset.ledger.add(NoteCode::kSuspect, "clip " + asset.clips.front().name,
                     fmt::format("{} misses its place by up to {:.1f} cm: the limb does not reach farther", limb.limb,
                                 100 * limb.missed));
  }
}

/// When limbs come down and go up, and on what.
std::vector<GltfEvent> events_of(const SynthProblem& problem, const SynthMotion& motion, const SynthPart& part,
                                 int character) {
  std::vector<GltfEvent> events;
  const auto name_of = [&](std::size_t limb, int contact) {
    const std::string& name = problem.characters[to_size(character)].limbs[limb].name;
    const SynthContact& c = motion.contacts[to_size(contact)];
    return c.target == SynthContact::Target::kEnvironment ? name : name + ":" + target_name(problem, c);
  };
  const std::vector<std::vector<int>>& planted = part.motion.planted;
  for (int frame = 0; frame < part.motion.clip.frames(); ++frame) {
    for (std::size_t limb = 0; limb < planted.size(); ++limb) {
      const int before = frame == 0 ? -1 : planted[limb][to_size(frame) - 1];
      const int now = planted[limb][to_size(frame)];
      if (before == now) continue;
      if (before >= 0) events.push_back({name_of(limb, before), "up", frame});
      if (now >= 0) events.push_back({name_of(limb, now), "down", frame});
    }
  }
  return events;
}

SynthOutput write_output(const std::filesystem::path& file, Asset asset, const GltfEmbedding& embedding) {
  SynthOutput output;
  output.file = file;
  Ledger notes;
  output.bytes = export_gltf(asset, {GltfContainer::kBinary, &embedding}, notes);
  check_gltf(output.bytes, asset);
  output.reread = reread(asset, output.bytes, ExportFormat::kGlb, {});
  asset.ledger.append(notes);
  output.asset = std::move(asset);
  return output;
}

/// A box as a character of one joint.
Character box_character(const SynthObject& object) {
  Character character;
  character.name = object.name;
  character.skeleton.joints.push_back({object.name, kNoParent, object.start, false});
  character.skins.push_back({object.name, {0}, {object.start.inverse().matrix()}});
  Primitive primitive;
  primitive.influences.emplace_back();
  FigureShape shape;
  shape.kind = ShapeKind::kBox;
  shape.half = object.half;
  append_shape(primitive, shape, object.start, 0);
  Mesh& mesh = character.meshes.emplace_back();
  mesh.name = object.name;
  mesh.primitives.push_back(std::move(primitive));
  return character;
}

Clip box_clip(const SynthProblem& problem, const SynthMotion& motion, int object, const Skeleton& skeleton,
              double frame_rate) {
  constexpr double kSameFrame = 1e-6;  // the end is a frame when it is one but for rounding
  const int frames = static_cast<int>(std::floor(motion.duration() * frame_rate + kSameFrame)) + 1;
  Clip clip = rest_clip(skeleton, frames, frame_rate);
  for (int i = 0; i < frames; ++i) {
    const double time = std::min(i / frame_rate, motion.duration());
    const Transform pose = evaluate(motion, object_track(problem, object), time).pose;
    clip.frame_rotations(i)[0] = pose.rotation;
    clip.frame_translations(i)[0] = pose.translation;
  }
  make_continuous(clip);
  return clip;
}

Asset object_asset(const SynthRequest& request, const SynthPlan& plan, const SynthResult& result, int object) {
  Asset asset;
  asset.source = plan.source;
  asset.character = box_character(plan.problem.objects[to_size(object)]);
  asset.clips.push_back(
      box_clip(plan.problem, result.motion(), object, asset.character.skeleton, request.clip.frame_rate));
  asset.clips.front().name = plan.task.name;
  note_synthesis(plan, result, asset);
  return asset;
}

}  // namespace

SynthPart synth_part(const SynthRequest& request, const SynthPlan& plan, const SynthResult& result, int character) {
  const SynthActor& actor = plan.actors[to_size(character)];
  SynthPart part;
  part.motion =
      clip_of_motion(plan.problem, result.motion(), character, actor.asset.character, actor.figure, request.clip);
  part.asset = actor.asset;
  part.asset.source = plan.source;
  part.asset.clips = {part.motion.clip};
  part.asset.clips.front().name = plan.task.name;
  note_synthesis(plan, result, part.asset);
  note_misses(part.motion, part.asset);
  part.synthesis = synthesis_json(plan.problem, result, actor.name);
  return part;
}

std::vector<SynthOutput> export_synth(const SynthRequest& request, const SynthPlan& plan, const SynthResult& result) {
  std::vector<SynthOutput> outputs;
  const auto next_file = [&] { return plan.outputs[outputs.size()]; };
  GltfEmbedding embedding;
  for (int i = 0; i < static_cast<int>(plan.actors.size()); ++i) {
    SynthPart part = synth_part(request, plan, result, i);
    embedding.synthesis = std::move(part.synthesis);
    embedding.events = events_of(plan.problem, result.motion(), part, i);
    outputs.push_back(write_output(next_file(), std::move(part.asset), embedding));
  }
  embedding.events.clear();
  for (int i = 0; i < static_cast<int>(plan.problem.objects.size()); ++i) {
    embedding.synthesis = synthesis_json(plan.problem, result, plan.problem.objects[to_size(i)].name);
    outputs.push_back(write_output(next_file(), object_asset(request, plan, result, i), embedding));
  }
  return outputs;
}

}  // namespace sinew
