#include "pipelines/figure_model.h"

#include <algorithm>
#include <array>

#include "libanim/kinematics/pose.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "pipelines/export_file.h"
#include "pipelines/reread.h"
#include "pipelines/shape_mesh.h"

namespace sinew {

namespace {

constexpr double kOwnMeshAlpha = 0.35;
constexpr double kPointRadius = 0.005;  ///< share of the figure's height

Material plain(std::string name, const std::array<double, 4>& colour) {
  Material material;
  material.name = std::move(name);
  material.base_color = colour;
  material.metallic = 0;
  material.roughness = 0.7;
  return material;
}

int add_material(Character& character, Material material) {
  character.materials.push_back(std::move(material));
  return static_cast<int>(character.materials.size()) - 1;
}

void make_translucent(Character& character) {
  for (Material& material : character.materials) {
    material.base_color[3] *= kOwnMeshAlpha;
    material.alpha_mode = AlphaMode::kBlend;
  }
  int unnamed = -1;
  for (Mesh& mesh : character.meshes) {
    for (Primitive& primitive : mesh.primitives) {
      if (primitive.material >= 0) continue;
      if (unnamed < 0) {
        unnamed = add_material(character, plain("own mesh", {0.8, 0.8, 0.8, kOwnMeshAlpha}));
        character.materials.back().alpha_mode = AlphaMode::kBlend;
      }
      primitive.material = unnamed;
    }
  }
}

/// One skin for all bodies: its joint b is the one that body b follows.
Skin figure_skin(const Figure& figure, const Skeleton& skeleton) {
  const std::vector<Transform> world = rest_world(skeleton);
  Skin skin;
  skin.name = "figure";
  for (const FigureBody& body : figure.bodies) {
    skin.joints.push_back(body.orientation_joint);
    skin.inverse_bind.push_back(world[to_size(body.orientation_joint)].inverse().matrix());
  }
  return skin;
}

Primitive empty_primitive(int material) {
  Primitive primitive;
  primitive.material = material;
  primitive.influences.resize(1);
  return primitive;
}

Mesh body_mesh(const Figure& figure, int index, int skin, int material) {
  const FigureBody& body = figure.bodies[to_size(index)];
  Mesh mesh;
  mesh.name = "body " + body.name;
  mesh.skin = skin;
  mesh.primitives = {empty_primitive(material)};
  const Transform world_from_body{body.rest_position, Quat::Identity()};
  for (const FigureShape& shape : body.shapes) append_shape(mesh.primitives[0], shape, world_from_body, index);
  return mesh;
}

Mesh point_mesh(const Figure& figure, int skin, int material) {
  Mesh mesh;
  mesh.name = "contact points";
  mesh.skin = skin;
  mesh.primitives = {empty_primitive(material)};
  FigureShape ball;
  ball.kind = ShapeKind::kSphere;
  ball.radius = kPointRadius * std::max(figure.height, 0.01);
  for (const FigureContactPoint& point : figure.points) {
    ball.body_from_shape.translation = point.position;
    const Vec3& place = figure.bodies[to_size(point.body)].rest_position;
    append_shape(mesh.primitives[0], ball, {place, Quat::Identity()}, point.body);
  }
  return mesh;
}

}  // namespace

Character figure_model(const Character& character, const Figure& figure) {
  Character model = character;
  make_translucent(model);
  const int skin = static_cast<int>(model.skins.size());
  model.skins.push_back(figure_skin(figure, model.skeleton));
  const int centre = add_material(model, plain("centre", {0.55, 0.57, 0.6, 1}));
  const int left = add_material(model, plain("left", {0.86, 0.39, 0.07, 1}));
  const int right = add_material(model, plain("right", {0.08, 0.33, 0.75, 1}));
  for (int b = 0; b < figure.body_count(); ++b) {
    const Side side = figure.bodies[to_size(b)].side;
    const int material = side == Side::kLeft ? left : side == Side::kRight ? right : centre;
    model.meshes.push_back(body_mesh(figure, b, skin, material));
  }
  if (figure.points.empty()) return model;
  const int yellow = add_material(model, plain("contact point", {0.95, 0.85, 0.1, 1}));
  model.meshes.push_back(point_mesh(figure, skin, yellow));
  return model;
}

std::size_t write_figure_model(Asset& asset, const Figure& figure, const std::filesystem::path& output,
                               Existing existing) {
  const ExportFormat format = export_format(output);
  if (format == ExportFormat::kBvh) {
    throw Error::usage("a BVH file holds no bodies: expected .glb or .gltf").in_file(output.string());
  }
  asset.character = figure_model(asset.character, figure);
  const Bytes bytes = export_bytes(asset, format, {});
  (void)reread(asset, bytes, format, {});
  write_file_atomic(output, bytes, existing);
  return bytes.size();
}

}  // namespace sinew
