// Which physics step, which contacts, which feet: penetration, anchor gap, liveliness and cost of each choice, on the
// sample motions played open loop on the ground (the hero falls in most of them, which is what makes contacts hard) and
// on a stance that is pushed. Prints the tables of RESULTS.md.
#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "importers/import_file.h"
#include "libanim/kinematics/clip_edit.h"
#include "libanim/kinematics/figure_builder.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/simulation/world.h"
#include "libanim/support/index.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Setting {
  const char* name;
  SimulationOptions options;
};

SimulationOptions options_of(int substeps, bool speculative, double contact_erp) {
  SimulationOptions options;
  options.substeps = substeps;
  options.speculative = speculative;
  options.contact_erp = contact_erp;
  return options;
}

std::vector<Setting> settings() {
  return {{"1/30 s, speculative (default)", options_of(1, true, 0.3)},
          {"1/30 s, on touch", options_of(1, false, 0.3)},
          {"2 x 1/60 s, speculative", options_of(2, true, 0.3)},
          {"2 x 1/60 s, on touch", options_of(2, false, 0.3)},
          {"1/30 s, speculative, contact ERP 0.8", options_of(1, true, 0.8)},
          {"1/30 s, on touch, contact ERP 0.8", options_of(1, false, 0.8)}};
}

struct Measured {
  std::vector<double> depth;  ///< below the ground, per frame (unit: m)
  double gap = 0;
  double speed = 0;  ///< of the fastest body (unit: m/s)
  double cpu = 0;
  int steps = 0;

  void add(const Figure& figure, const StateRecord& record) {
    std::vector<Transform> poses;
    for (const BodyState& body : record.bodies) {
      poses.push_back(body.pose());
      speed = std::max(speed, body.linear().norm());
    }
    depth.push_back(std::max(0.0, -lowest_point(figure, poses)));
    gap = std::max(gap, anchor_gap(figure, record));
    ++steps;
  }
  [[nodiscard]] double percentile(double share) {
    std::sort(depth.begin(), depth.end());
    return depth[static_cast<std::size_t>(share * static_cast<double>(depth.size() - 1))];
  }
};

/// Plays a clip's joint motion from its first frame, a hand's breadth above the ground.
void play(const Asset& motion, const SimulationOptions& options, Measured& measured) {
  const Skeleton& skeleton = motion.character.skeleton;
  const Figure figure = build_figure(motion.character).figure;
  const Clip clip = resample(skeleton, motion.clips.front(), options.control_rate);
  World world(figure, {}, options);
  std::vector<Transform> first = bodies_from_pose(figure, skeleton, world_at(skeleton, clip, 0));
  const double lift = 0.1 - lowest_point(figure, first);
  for (Transform& body : first) body.translation.y() += lift;
  StateRecord record = record_from_bodies(first);
  for (int i = 1; i < clip.frames(); ++i) {
    const auto bodies = bodies_from_pose(figure, skeleton, world_at(skeleton, clip, i));
    const std::vector<Quat> target = joint_rotations(figure, record_from_bodies(bodies));
    const Control control = control_towards(figure, record, target, world.control_step());
    const double start = cpu_seconds();
    world.step(record, control, record);
    measured.cpu += cpu_seconds() - start;
    measured.add(figure, record);
  }
}

void compare_steps(const std::vector<Asset>& motions) {
  fmt::print("\n| step and contacts | penetration max | p99 | mean | anchor gap | fastest body | us per 1/30 s |\n");
  fmt::print("|---|---|---|---|---|---|---|\n");
  for (const Setting& setting : settings()) {
    Measured m;
    for (const Asset& motion : motions) play(motion, setting.options, m);
    double mean = 0;
    for (const double d : m.depth) mean += d / static_cast<double>(m.depth.size());
    fmt::print("| {} | {:.1f} mm | {:.1f} | {:.2f} | {:.1f} mm | {:.1f} m/s | {:.0f} |\n", setting.name,
               1e3 * m.percentile(1), 1e3 * m.percentile(0.99), 1e3 * mean, 1e3 * m.gap, m.speed,
               1e6 * m.cpu / m.steps);
  }
}

/// Largest push against the chest, held for 0.2 s, after which the held stance is still standing (unit: N).
double largest_push(const Figure& figure, const Vec3& direction) {
  const auto stands = [&](double force) {
    Scene scene;
    scene.pushes.push_back({figure.bodies[to_size(*figure.find_body(Part::kChest, Side::kCentre))].name, 0.5, 0.2,
                            force * direction, Vec3::Zero(), Vec3::Zero()});
    World world(figure, scene, {});
    StateRecord record = record_from_bodies(stance(figure));
    const double height = centre_of_mass(figure, record).y();
    for (int i = 0; i < 120; ++i) world.step(record, holding_control(figure), record);
    return centre_of_mass(figure, record).y() > 0.9 * height;
  };
  double low = 0;
  double high = 1000;
  while (high - low > 2) (stands(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
  return low;
}

void compare_feet(const Character& hero) {
  fmt::print("\n| feet | push ahead | aside | back | penetration max | us per 1/30 s |\n|---|---|---|---|---|---|\n");
  for (const FootShape feet : {FootShape::kBox, FootShape::kCapsule}) {
    FigureOptions options;
    options.feet = feet;
    const Figure figure = build_figure(hero, options).figure;
    World world(figure, {}, {});
    Measured m;
    StateRecord record = record_from_bodies(stance(figure));
    for (int i = 0; i < 300; ++i) {
      const double start = cpu_seconds();
      world.step(record, holding_control(figure), record);
      m.cpu += cpu_seconds() - start;
      m.add(figure, record);
    }
    fmt::print("| {} | {:.0f} N | {:.0f} N | {:.0f} N | {:.2f} mm | {:.0f} |\n",
               feet == FootShape::kBox ? "box" : "capsule", largest_push(figure, Vec3::UnitZ()),
               largest_push(figure, Vec3::UnitX()), largest_push(figure, -Vec3::UnitZ()), 1e3 * m.percentile(1),
               1e6 * m.cpu / m.steps);
  }
}

}  // namespace
}  // namespace sinew

int main() {
  using namespace sinew;
  const auto data = test::source_dir() / "samples/data";
  std::vector<Asset> motions;
  for (const char* file : {"walk.bvh", "jump.bvh", "getup.bvh", "wave.bvh"}) {
    motions.push_back(import_file(data / file, {}));
  }
  compare_steps(motions);
  compare_feet(import_file(data / "hero.glb", {}).character);
}
