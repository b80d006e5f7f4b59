#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>

#include "libanim/support/error.h"
#include "libanim/support/files.h"
#include "samples/04-ball-throw/throw_picture.h"

namespace sinew::samples {
namespace {

constexpr int kSteps = 100;
constexpr std::array<int, 4> kDrawn{0, 25, 50, 75};

/// Follows the moving target for one round, prints every tenth step, returns the moments to draw.
std::vector<ThrowMoment> follow(ThrowGoal goal) {
  const KdSamplerOptions options{.greedy_of_bounds = true};
  ThrowTask task;
  task.goal = goal;
  KdSampler sampler(task.lower(), task.upper(), options);
  std::vector<ThrowMoment> moments;
  for (int step = 0; step < kSteps; ++step) {
    task.target = moving_target(step);
    const double distance = throw_step(sampler, options, 0.2, task, Rng(1, {static_cast<std::uint64_t>(step)}));
    if (std::find(kDrawn.begin(), kDrawn.end(), step) != kDrawn.end()) moments.push_back({step, task, sampler});
    if (step % 10 != 0) continue;
    std::printf("%5d  %5.2f %5.2f  %8.3f  %8.3f\n", step, task.target.x(), task.target.y(), distance,
                optimal_distance(task, 150));
  }
  return moments;
}

void run(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const auto& [goal, name] : {std::pair{ThrowGoal::kClosest, "closest"}, {ThrowGoal::kAtTime, "at-time"}}) {
    std::printf("%s\n step  target       best (m)  optimum (m)\n", name);
    const std::vector<ThrowMoment> moments = follow(goal);
    write_file_atomic(folder / (std::string(name) + ".png"), encode_png(draw_throws(moments)), Existing::kReplace);
  }
}

}  // namespace
}  // namespace sinew::samples

// ball_throw FOLDER: writes closest.png and at-time.png into the folder, replacing those that are there.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: ball_throw FOLDER\n", stderr);
    return 2;
  }
  try {
    sinew::samples::run(argv[1]);
    return 0;
  } catch (const sinew::Error& error) {
    std::fprintf(stderr, "ball_throw: %s\n", error.what());
    return error.kind() == sinew::ErrorKind::kIo ? 4 : 6;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ball_throw: %s\n", error.what());
    return 4;
  }
}
