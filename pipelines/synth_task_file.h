#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libanim/model/scene.h"
#include "libanim/stages/synthesise/synth_starts.h"
#include "libanim/stages/synthesise/synth_task.h"

namespace sinew {

/// One who acts in a task.
struct SynthTaskCharacter {
  std::string name;
  std::filesystem::path file;                   ///< empty: the command line has it
  std::optional<std::filesystem::path> figure;  ///< replaces the automatic one
  StartPose start = StartPose::kStand;
  SynthPlace at;
  double effort = 1;  ///< as in SynthProblem
  std::string place;  ///< of its table in the file, for messages
};

/// A goal whose names mean something only when the characters are there.
struct SynthTaskGoal {
  SynthGoal goal;  ///< without limb
  std::string limb;
  std::string place;  ///< of its table in the file, for messages
};

/// What a task file says.
struct SynthTask {
  std::string name;
  std::string file;  ///< where it stands
  int phases = 10;
  double phase_time = 0.5;                     ///< (unit: s)
  bool touch_characters = false;               ///< as in SynthProblem
  std::optional<std::filesystem::path> scene;  ///< the file that parts of `surroundings` came from
  Scene surroundings;                          ///< with its name
  std::vector<SynthTaskCharacter> characters;
  std::vector<SynthTaskGoal> goals;

  /// The files that the task refers to.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
};

/// Reads a task. Errors (kAsset) name file, line, key and what was expected; a key that does not exist is one of them.
/// Everything is optional but what is said to be demanded here. Files are looked for beside the task.
///
///     name = "carry"
///     phases = 10                      # contacts stay as they are within a phase
///     phase_time = 0.5                 # (unit: s), or duration = 5 of the whole motion
///     scene = "../scenes/stairs.toml"  # a scene file; what follows here is added to it
///     touch_characters = false         # hands and feet may hold and push the other one's trunk: climbing on someone
///
/// Surroundings are written as in a scene file (libanim/model/scene_toml.h): gravity, [ground], [[boxes]], [[walls]],
/// [[stairs]], [[objects]]. The ground is a plane, a slope or none; objects are boxes at rest.
///
///     [[characters]]                   # one or two; without any: one that stands at the origin
///     name = "a"                       # of the first; "b" of the second
///     file = "hero.glb"                # -c of the command line comes before it
///     figure = "hero.toml"             # see `sinew figure`
///     start = "stand"                  # or "neutral", "back", "stomach", "sit", "fours": see StartPose
///     position = [0, 0, 0]             # what it begins above (unit: m)
///     heading_deg = 0                  # turn about y, from +z towards +x
///     effort = 1                       # cost of its forces: more, and the other one does more of the work
///
///     [[goals]]                        # demanded: at least one
///     kind = "position"                # demanded, see below
///     character = "a"                  # the first, when left out
///     time = 2.5                       # when (unit: s); at the end, when left out
///     weight = 1
///
/// Kinds of goals, with the keys of their own:
///  - "position": the torso's centre of mass is at position (demanded, unit: m) on the axes = "xz" (else "xyz");
///  - "direction": the torso faces heading_deg (demanded);
///  - "stand", "handstand", "still";
///  - "effector": the middle of the sole or palm of limb = "right_hand" (demanded) is at position (demanded) and, with
///  a
///    velocity = [0, 0, 2] (unit: m/s), has that;
///  - "object": the centre of object = "box" (demanded) is at position (demanded) on the axes.
[[nodiscard]] SynthTask synth_task_from_toml(std::string_view text, const std::filesystem::path& file);

/// The same from a file.
[[nodiscard]] SynthTask load_synth_task(const std::filesystem::path& file);

}  // namespace sinew
