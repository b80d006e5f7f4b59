#include "pipelines/synth_task_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/model/scene_toml.h"
#include "libanim/model/toml_values.h"
#include "libanim/support/bytes.h"
#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "libanim/support/text.h"
#include "libanim/support/toml_document.h"
#include "pipelines/scene_file.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

// In the order of GoalKind.
constexpr std::array<std::string_view, 7> kGoalKinds = {"position", "direction", "stand", "handstand",
                                                        "effector", "object",    "still"};
// In the order of StartPose.
constexpr std::array<std::string_view, 6> kStarts = {"neutral", "stand", "back", "stomach", "sit", "fours"};
constexpr std::size_t kMostCharacters = 2;
constexpr std::size_t kMostGoals = 1000;
constexpr TomlRange kPhases{1, 200};
constexpr TomlRange kPhaseTime{0.05, 10};  // s
constexpr TomlRange kPlace{-1e4, 1e4};     // m
constexpr TomlRange kSpeed{-100, 100};     // m/s
constexpr TomlRange kFactor{1e-3, 1e3};
constexpr TomlRange kDegrees{-360, 360};

/// A file beside the task.
fs::path beside(const fs::path& task, const std::string& name) { return task.parent_path() / name; }

template <typename Items>
std::string names_of(const Items& items) {
  std::string names;
  for (const auto& item : items) names += (names.empty() ? "" : ", ") + printable(item.name);
  return names.empty() ? "none" : names;
}

/// The index of what a key names.
template <typename Items>
int named(const TomlTable& table, std::string_view key, std::string_view what, const Items& items) {
  const std::string name = table.text(key);
  const auto found = std::ranges::find_if(items, [&](const auto& item) { return item.name == name; });
  if (found != items.end()) return static_cast<int>(found - items.begin());
  throw table.error(key, fmt::format("there is no {} {}; there is {}", what, printable(name), names_of(items)));
}

void read_times(const TomlTable& root, SynthTask& task) {
  task.phases = static_cast<int>(root.integer("phases", task.phases, kPhases));
  task.phase_time = root.number("phase_time", task.phase_time, kPhaseTime);
  if (!root.has("duration")) return;
  if (root.has("phase_time")) throw root.error("duration", "expected either a duration or a phase_time");
  const TomlRange range{kPhaseTime.lowest * task.phases, kPhaseTime.highest * task.phases};
  task.phase_time = root.number("duration", range) / task.phases;
}

/// The scene file's parts, and what the task adds to them.
Scene read_surroundings(const TomlTable& root, SynthTask& task, const fs::path& file) {
  Scene own = read_scene(root);
  if (!root.has("scene")) return own;
  task.scene = beside(file, root.text("scene"));
  Scene scene = load_scene(task.scene);
  scene.name = own.name;
  if (root.has("gravity")) scene.gravity = own.gravity;
  if (root.has("ground")) scene.ground = own.ground;
  std::ranges::move(own.boxes, std::back_inserter(scene.boxes));
  std::ranges::move(own.objects, std::back_inserter(scene.objects));
  std::ranges::move(own.pushes, std::back_inserter(scene.pushes));
  return scene;
}

/// Synthesis knows less than simulation.
void check_surroundings(const Scene& scene) {
  if (scene.ground.kind == GroundKind::kField) {
    throw Error::asset("ground", "a height field: expected a plane, a slope or none");
  }
  if (!scene.pushes.empty()) throw Error::asset("pushes", "nothing can push a motion that is made from goals");
  for (const DynamicObject& object : scene.objects) {
    const std::string place = "object " + printable(object.name);
    if (object.kind != ObjectKind::kBox) throw Error::asset(place, "a ball: expected a box");
    if (object.release > 0) throw Error::asset(place, "a projectile: expected a box without release");
    if (!object.velocity.isZero(0) || !object.spin.isZero(0)) {
      throw Error::asset(place, "it moves at the start: expected a box at rest");
    }
  }
}

std::string default_name(std::size_t index) { return {static_cast<char>('a' + index)}; }

SynthTaskCharacter read_character(const TomlTable& table, std::size_t index, const fs::path& file) {
  SynthTaskCharacter character;
  character.place = table.place("");
  character.name = table.text("name", default_name(index));
  if (character.name.empty() || character.name.find_first_of("/\\:") != std::string::npos) {
    throw table.error("name", "expected a name without '/', '\\' and ':'");
  }
  if (table.has("file")) character.file = beside(file, table.text("file"));
  if (table.has("figure")) character.figure = beside(file, table.text("figure"));
  if (table.has("start")) character.start = static_cast<StartPose>(table.choice("start", kStarts));
  character.at.position = table.vector("position", Vec3::Zero(), kPlace);
  character.at.heading = read_heading(table);
  character.effort = table.number("effort", 1, kFactor);
  return character;
}

void read_characters(const TomlTable& root, SynthTask& task, const fs::path& file) {
  const std::vector<TomlTable> tables = root.tables("characters");
  if (tables.size() > kMostCharacters) {
    throw root.error("characters", fmt::format("{} of them: expected one or two", tables.size()));
  }
  for (std::size_t i = 0; i < tables.size(); ++i) task.characters.push_back(read_character(tables[i], i, file));
  if (tables.empty()) task.characters.emplace_back().name = default_name(0);
  if (tables.size() > 1 && task.characters[0].name == task.characters[1].name) {
    throw tables[1].error("name", "the name " + printable(task.characters[1].name) + " is there twice");
  }
}

std::array<bool, 3> read_axes(const TomlTable& table) {
  const std::string text = table.text("axes", "xyz");
  std::array<bool, 3> axes{};
  for (const char letter : text) {
    const std::size_t axis = std::string_view("xyz").find(letter);
    if (axis == std::string_view::npos || axes.at(axis)) {
      throw table.error("axes", "\"" + printable(text) + "\": expected some of x, y and z, each once");
    }
    axes.at(axis) = true;
  }
  if (text.empty()) throw table.error("axes", "expected some of x, y and z");
  return axes;
}

/// Keys that only some kinds have.
void read_target(const TomlTable& table, const SynthTask& task, SynthTaskGoal& result) {
  SynthGoal& goal = result.goal;
  switch (goal.kind) {
    case GoalKind::kStand:
    case GoalKind::kHandstand:
    case GoalKind::kStill: return;
    case GoalKind::kDirection: {
      (void)table.number("heading_deg", kDegrees);  // demanded
      const double heading = read_heading(table);
      goal.direction = {std::sin(heading), 0, std::cos(heading)};
      return;
    }
    case GoalKind::kEffector:
      result.limb = table.text("limb");
      goal.timed_velocity = table.has("velocity");
      goal.velocity = table.vector("velocity", Vec3::Zero(), kSpeed);
      goal.position = table.vector("position", kPlace);
      return;
    case GoalKind::kObject: goal.object = named(table, "object", "object", task.surroundings.objects); break;
    case GoalKind::kPosition: break;
  }
  goal.position = table.vector("position", kPlace);
  goal.axes = read_axes(table);
}

SynthTaskGoal read_goal(const TomlTable& table, const SynthTask& task) {
  SynthTaskGoal result;
  SynthGoal& goal = result.goal;
  goal.kind = static_cast<GoalKind>(table.choice("kind", kGoalKinds));
  result.place = table.place("");
  if (table.has("character")) goal.character = named(table, "character", "character", task.characters);
  if (table.has("time")) goal.time = table.number("time", {0, task.phases * task.phase_time});
  goal.weight = table.number("weight", 1, kFactor);
  read_target(table, task, result);
  return result;
}

void read_goals(const TomlTable& root, SynthTask& task) {
  const std::vector<TomlTable> tables = root.tables("goals");
  if (tables.empty()) throw root.error("goals", "expected at least one: there is nothing to be done");
  if (tables.size() > kMostGoals) throw root.error("goals", fmt::format("more than {}", kMostGoals));
  for (const TomlTable& table : tables) task.goals.push_back(read_goal(table, task));
}

}  // namespace

std::vector<fs::path> SynthTask::files() const {
  std::vector<fs::path> files;
  if (scene) files.push_back(*scene);
  for (const SynthTaskCharacter& character : characters) {
    if (!character.file.empty()) files.push_back(character.file);
    if (character.figure) files.push_back(*character.figure);
  }
  return files;
}

SynthTask synth_task_from_toml(std::string_view text, const fs::path& file) {
  const TomlDocument document(text, file.string());
  const TomlTable& root = document.root();
  SynthTask task;
  task.file = file.string();
  read_times(root, task);
  task.surroundings = read_surroundings(root, task, file);
  task.name = task.surroundings.name.empty() ? file.stem().string() : task.surroundings.name;
  read_characters(root, task, file);
  task.touch_characters = root.flag("touch_characters", false);
  read_goals(root, task);
  document.finish();
  try {
    task.surroundings.validate();
    check_surroundings(task.surroundings);
  } catch (const Error& error) {
    throw error.in_file(file.string());
  }
  return task;
}

SynthTask load_synth_task(const fs::path& file) {
  const Bytes bytes = read_file(file, kTomlMaxBytes);
  return synth_task_from_toml(as_text(bytes), file);
}

}  // namespace sinew
