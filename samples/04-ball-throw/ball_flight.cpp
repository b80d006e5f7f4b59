#include "samples/04-ball-throw/ball_flight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace sinew::samples {

namespace {

using Eigen::Vector2d;

constexpr double kRestSpeed = 0.1;
/// At 14 m/s and a restitution of 0.75 a ball lies after 17 bounces on one floor.
constexpr int kMostFlights = 60;

struct Hit {
  double time = std::numeric_limits<double>::infinity();
  const Surface* surface = nullptr;
};

/// Times when a + b t + c t^2 / 2 = 0, in order.
std::vector<double> roots(double a, double b, double c) {
  if (c == 0) return b == 0 ? std::vector<double>{} : std::vector<double>{-a / b};
  const double discriminant = b * b - 2 * a * c;
  if (discriminant < 0) return {};
  // The form that does not subtract two numbers that are nearly equal.
  const double q = -(b + std::copysign(std::sqrt(discriminant), b));
  std::vector<double> times{q / c};
  if (q != 0) times.push_back(2 * a / q);
  std::sort(times.begin(), times.end());
  return times;
}

/// The first time at which the ball is on the surface and moves into it. A ball that just bounced off moves away.
std::optional<double> hit_time(const Flight& flight, const Surface& surface) {
  const int axis = surface.axis;
  for (const double t :
       roots(flight.position[axis] - surface.place, flight.velocity[axis], flight.acceleration[axis])) {
    const double other = flight.at(t)[1 - axis];
    const bool into = flight.velocity_at(t)[axis] * surface.normal < 0;
    if (t >= 0 && into && other >= surface.from && other <= surface.to) return t;
  }
  return std::nullopt;
}

Hit first_hit(const Flight& flight, const std::vector<Surface>& surfaces) {
  Hit first;
  for (const Surface& surface : surfaces) {
    const std::optional<double> time = hit_time(flight, surface);
    if (time && *time < first.time) first = {*time, &surface};
  }
  return first;
}

Flight bounced(const Flight& flight, const Hit& hit, double restitution) {
  const int axis = hit.surface->axis;
  Flight next{.begin = flight.begin + hit.time,
              .duration = 0,
              .position = flight.at(hit.time),
              .velocity = flight.velocity_at(hit.time),
              .acceleration = flight.acceleration};
  next.position[axis] = hit.surface->place;
  next.velocity[axis] *= -restitution;
  if (axis == 1 && hit.surface->normal > 0 && next.velocity[1] < kRestSpeed) {
    next.velocity.setZero();
    next.acceleration.setZero();
  }
  return next;
}

/// Where a function of opposite signs at both ends is zero.
template <typename Function>
double bisect(const Function& function, double from, double to) {
  const bool rising = function(to) > 0;
  for (int i = 0; i < 50; ++i) {
    const double middle = (from + to) / 2;
    ((function(middle) > 0) == rising ? to : from) = middle;
  }
  return (from + to) / 2;
}

/// The squared distance is a polynomial of the fourth degree in t: its minima are zeros of (p - g) . v, a cubic, which
/// changes its sign at most once between the zeros of its own derivative.
double closest_in_flight(const Flight& flight, const Vector2d& point) {
  const Vector2d offset = flight.position - point;
  const double v = flight.velocity.dot(flight.acceleration);
  std::vector<double> ends = roots(flight.velocity.squaredNorm() + offset.dot(flight.acceleration), 3 * v,
                                   3 * flight.acceleration.squaredNorm());
  std::erase_if(ends, [&](double t) { return !(t > 0 && t < flight.duration); });
  ends.insert(ends.begin(), 0.0);
  ends.push_back(flight.duration);
  const auto slope = [&](double t) { return (flight.at(t) - point).dot(flight.velocity_at(t)); };
  double closest = std::min((flight.at(0) - point).norm(), (flight.at(flight.duration) - point).norm());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    if (slope(ends[i]) < 0 && slope(ends[i + 1]) > 0) {
      closest = std::min(closest, (flight.at(bisect(slope, ends[i], ends[i + 1])) - point).norm());
    }
  }
  return closest;
}

void add_block(Room& room, const Vector2d& lower, const Vector2d& upper) {
  for (const int axis : {0, 1}) {
    room.surfaces.push_back({axis, -1, lower[axis], lower[1 - axis], upper[1 - axis]});
    room.surfaces.push_back({axis, 1, upper[axis], lower[1 - axis], upper[1 - axis]});
  }
}

}  // namespace

Room example_room() {
  constexpr double kHigh = 1e3;  // the walls go on above what is drawn
  Room room{.corner = {8, 4}, .surfaces = {}, .start = {1, 1}};
  room.surfaces.push_back({1, 1, 0, 0, room.corner.x()});
  room.surfaces.push_back({0, 1, 0, 0, kHigh});
  room.surfaces.push_back({0, -1, room.corner.x(), 0, kHigh});
  add_block(room, {3, 0}, {4.2, 1.2});
  add_block(room, {6.6, 1.9}, {8, 2.1});
  return room;
}

std::vector<Flight> throw_ball(const Room& room, double speed, double angle, double duration) {
  Flight flight{.begin = 0,
                .duration = 0,
                .position = room.start,
                .velocity = speed * Vector2d(std::cos(angle), std::sin(angle)),
                .acceleration = {0, -room.gravity}};
  std::vector<Flight> way;
  while (static_cast<int>(way.size()) < kMostFlights) {
    const Hit hit = first_hit(flight, room.surfaces);
    flight.duration = std::min(hit.time, duration - flight.begin);
    way.push_back(flight);
    if (hit.time >= duration - flight.begin) break;
    flight = bounced(flight, hit, room.restitution);
  }
  return way;
}

Vector2d position_at(const std::vector<Flight>& way, double time) {
  const auto after =
      std::find_if(way.begin() + 1, way.end(), [&](const Flight& flight) { return flight.begin > time; });
  const Flight& flight = *(after - 1);
  return flight.at(std::clamp(time - flight.begin, 0.0, flight.duration));
}

double closest_distance(const std::vector<Flight>& way, const Vector2d& point) {
  double closest = std::numeric_limits<double>::infinity();
  for (const Flight& flight : way) closest = std::min(closest, closest_in_flight(flight, point));
  return closest;
}

}  // namespace sinew::samples
