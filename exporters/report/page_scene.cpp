#include "exporters/report/page_scene.h"

#include <algorithm>
#include <cmath>

#include "exporters/report/outer_forces.h"
#include "exporters/report/support_area.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/index.h"
#include "libanim/validity/joint_quality.h"

namespace sinew {

namespace {

constexpr double kFieldMargin = 6;  // around the root's way (unit: m)

/// A range of a field's points along one side.
struct FieldRange {
  int first = 0;
  int last = 0;
  [[nodiscard]] int points(int step) const { return (last - first) / step + 1; }
};

FieldRange field_range(double least, double most, double origin, double spacing, int count) {
  const auto index = [&](double place) {
    return static_cast<int>(std::clamp((place - origin) / spacing, 0.0, static_cast<double>(count - 1)));
  };
  return {index(least - kFieldMargin), std::max(index(most + kFieldMargin), std::min(1, count - 1))};
}

PageJson page_field(PageArrays& arrays, const Take& take) {
  const HeightField& field = take.scene.ground.field;
  Vec3 least = take.record(0).bodies[0].pose().translation;
  Vec3 most = least;
  for (int frame = 0; frame < take.frames(); ++frame) {
    const Vec3 root = take.record(frame).bodies[0].pose().translation;
    least = least.cwiseMin(root);
    most = most.cwiseMax(root);
  }
  const FieldRange columns = field_range(least.x(), most.x(), field.origin.x(), field.spacing, field.columns);
  const FieldRange rows = field_range(least.z(), most.z(), field.origin.z(), field.spacing, field.rows);
  int step = 1;
  while (columns.points(step) * rows.points(step) > kMostFieldPoints) ++step;
  PageFloats heights;
  for (int row = rows.first; row <= rows.last; row += step) {
    for (int column = columns.first; column <= columns.last; column += step) {
      heights << field.origin.y() + field.heights[to_size(row) * to_size(field.columns) + to_size(column)];
    }
  }
  arrays.add("field", heights.values());
  return {{"heights", "field"},
          {"columns", columns.points(step)},
          {"rows", rows.points(step)},
          {"spacing", step * field.spacing},
          {"x", field.origin.x() + columns.first * field.spacing},
          {"z", field.origin.z() + rows.first * field.spacing},
          {"thinned", step}};
}

PageJson page_objects(PageArrays& arrays, const Take& take) {
  PageJson objects = PageJson::array();
  PageFloats poses;
  for (int frame = 0; frame < take.frames(); ++frame) {
    for (std::size_t i = 0; i < take.scene.objects.size(); ++i) {
      const Transform pose = take.record(frame).bodies[take.figure.bodies.size() + i].pose();
      poses << pose.translation << pose.rotation.normalized();
    }
  }
  for (const DynamicObject& object : take.scene.objects) {
    const bool ball = object.kind == ObjectKind::kBall;
    objects.push_back({{"kind", ball ? "sphere" : "box"},
                       {"radius", object.radius},
                       {"half", page_json(object.half)},
                       {"first", static_cast<int>(std::ceil(object.release * take.simulation.control_rate - 1e-9))}});
  }
  if (!objects.empty()) arrays.add("objects", poses.values());
  return objects;
}

}  // namespace

PageJson page_scene(PageArrays& arrays, const Take& take) {
  const Ground& ground = take.scene.ground;
  PageJson json = PageJson::object();
  if (ground.kind == GroundKind::kPlane) {
    json["plane"] = {{"point", page_json(ground.point)}, {"normal", page_json(ground.normal)}};
  }
  if (ground.kind == GroundKind::kField) json["field"] = page_field(arrays, take);
  json["boxes"] = PageJson::array();
  for (const StaticBox& box : take.scene.boxes) {
    json["boxes"].push_back({{"position", page_json(box.pose.translation)},
                             {"rotation", page_json(box.pose.rotation)},
                             {"half", page_json(box.half)}});
  }
  json["objects"] = page_objects(arrays, take);
  return json;
}

PageJson page_physics(PageArrays& arrays, const Take& take) {
  PageRows forces(7);
  PageRows contacts(5);
  PageRows polygons(3);
  PageRows pressures(3);
  PageFloats centres;
  std::vector<std::uint8_t> use(take.figure.joints.size(), 0);  // no step led to frame 0
  for (int frame = 0; frame < take.frames(); ++frame) {
    for (const OuterForce& force : outer_forces(take, frame)) forces.row() << force.body << force.point << force.force;
    const SupportArea area = support_area(take, frame);
    for (const SupportPoint& p : area.points) contacts.row() << p.body << p.point << p.pressure;
    for (const Vec3& corner : area.polygon) polygons.row() << corner;
    if (area.pressure_centre) pressures.row() << *area.pressure_centre;
    for (PageRows* rows : {&forces, &contacts, &polygons, &pressures}) rows->end_frame();
    centres << centre_of_mass(take.figure, take.record(frame));
  }
  for (const std::vector<double>& joints : joint_motor_use(take)) {
    for (const double share : joints) use.push_back(static_cast<std::uint8_t>(std::lround(255 * std::min(share, 1.0))));
  }
  arrays.add("centres", centres.values());
  arrays.add("torque_use", std::span<const std::uint8_t>(use));
  return {{"forces", forces.add_to(arrays, "forces")},
          {"contacts", contacts.add_to(arrays, "contacts")},
          {"polygons", polygons.add_to(arrays, "polygons")},
          {"pressures", pressures.add_to(arrays, "pressures")},
          {"centres", "centres"},
          {"torque_use", "torque_use"}};
}

}  // namespace sinew
