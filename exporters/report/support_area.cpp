#include "exporters/report/support_area.h"

#include <algorithm>

#include "libanim/support/index.h"
#include "libanim/validity/dynamics.h"

namespace sinew {

namespace {

constexpr double kLightTouch = 1e-3;  // (unit: body weights)
constexpr double kUpright = 0.5;      // cosine of 60 degrees

/// Positive when a, b, c turn counter-clockwise about y.
double turn(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.z() - a.z()) * (c.x() - a.x()) - (b.x() - a.x()) * (c.z() - a.z());
}

/// Adds a point to a chain that only turns counter-clockwise; the first `kept` points stay.
void extend(std::vector<Vec3>& chain, const Vec3& point, std::size_t kept) {
  while (chain.size() > kept && turn(chain[chain.size() - 2], chain.back(), point) <= 0) chain.pop_back();
  chain.push_back(point);
}

}  // namespace

std::vector<Vec3> convex_outline(std::span<const Vec3> points) {
  std::vector<Vec3> sorted(points.begin(), points.end());
  const auto before = [](const Vec3& a, const Vec3& b) { return a.z() != b.z() ? a.z() < b.z() : a.x() < b.x(); };
  const auto same = [](const Vec3& a, const Vec3& b) { return a.x() == b.x() && a.z() == b.z(); };
  std::ranges::stable_sort(sorted, before);
  sorted.erase(std::ranges::unique(sorted, same).begin(), sorted.end());
  if (sorted.size() < 3) return sorted;
  // Andrew's monotone chains: one side on the way there, the other on the way back.
  std::vector<Vec3> outline;
  for (const Vec3& point : sorted) extend(outline, point, 1);
  const std::size_t far_end = outline.size();
  for (std::size_t i = sorted.size() - 1; i-- > 0;) extend(outline, sorted[i], far_end);
  outline.pop_back();
  return outline;
}

SupportArea support_area(const Take& take, int frame) {
  SupportArea area;
  if (frame == 0) return area;
  const double weight = take.figure.mass() * kStandardGravity;
  const auto of_figure = [&](int body) { return body >= 0 && body < take.figure.body_count(); };
  std::vector<Vec3> below;
  Vec3 weighted = Vec3::Zero();
  double vertical = 0;
  for (const ContactForce& contact : take.steps[to_size(frame) - 1].report.substeps.back().contacts) {
    if (of_figure(contact.body) == of_figure(contact.other)) continue;
    const double sign = of_figure(contact.body) ? 1 : -1;
    const double pressure = contact.force.dot(contact.normal) / weight;
    if (pressure < kLightTouch) continue;
    area.points.push_back({sign > 0 ? contact.body : contact.other, contact.point, pressure});
    if (sign * contact.normal.y() < kUpright) continue;
    below.push_back(contact.point);
    const double up = std::max(0.0, sign * contact.force.y());
    weighted += up * contact.point;
    vertical += up;
  }
  area.polygon = convex_outline(below);
  if (vertical > 0) area.pressure_centre = weighted / vertical;
  return area;
}

}  // namespace sinew
