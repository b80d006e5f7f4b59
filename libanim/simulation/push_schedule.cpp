#include "libanim/simulation/push_schedule.h"

#include <algorithm>
#include <cmath>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

int find_target(const Figure& figure, const Scene& scene, const std::string& name) {
  if (const auto body = figure.find_body(name)) return *body;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    if (scene.objects[i].name == name) return figure.body_count() + static_cast<int>(i);
  }
  std::vector<std::string> known;
  known.reserve(figure.bodies.size() + scene.objects.size());
  for (const FigureBody& body : figure.bodies) known.push_back(body.name);
  for (const DynamicObject& object : scene.objects) known.push_back(object.name);
  const std::string nearest = nearest_word(name, known);
  throw Error::asset("pushes", "no body or object is called " + printable(name) +
                                   (nearest.empty() ? std::string() : "; did you mean " + printable(nearest) + "?"));
}

}  // namespace

std::int64_t nearest_step(double seconds, double step) {
  constexpr double kFar = 1e15;
  return static_cast<std::int64_t>(std::clamp(std::floor(seconds / step + 0.5), 0.0, kFar));
}

PushSchedule::PushSchedule(const Figure& figure, const Scene& scene, double step) {
  for (const Push& push : scene.pushes) {
    Entry entry;
    entry.body = find_target(figure, scene, push.body);
    entry.first = nearest_step(push.start, step);
    entry.end = std::max(entry.first + 1, nearest_step(push.start + push.duration, step));
    const Vec3 impulse = push.duration > 0 ? Vec3(push.duration * push.force) : push.impulse;
    entry.force = impulse / (static_cast<double>(entry.end - entry.first) * step);
    entry.point = push.point;
    entries_.push_back(entry);
  }
}

}  // namespace sinew
