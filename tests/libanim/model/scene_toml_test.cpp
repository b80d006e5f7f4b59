#include "libanim/model/scene_toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "libanim/model/terrain.h"
#include "libanim/support/error.h"
#include "tests/support/test_data.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string error_of(std::string_view text) {
  try {
    (void)scene_from_toml(text, "s.toml");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kAsset);
    EXPECT_EQ(error.file(), "s.toml");
    return error.what();
  }
  return "no error";
}

void expect_same(const Transform& a, const Transform& b) {
  EXPECT_EQ(a.translation, b.translation);
  EXPECT_EQ(a.rotation.coeffs(), b.rotation.coeffs());
}

/// Every number of both, bit for bit.
void expect_same(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.gravity, b.gravity);
  EXPECT_EQ(a.ground.kind, b.ground.kind);
  EXPECT_EQ(a.ground.point, b.ground.point);
  EXPECT_EQ(a.ground.normal, b.ground.normal);
  EXPECT_EQ(a.ground.friction, b.ground.friction);
  EXPECT_EQ(a.ground.field.columns, b.ground.field.columns);
  EXPECT_EQ(a.ground.field.rows, b.ground.field.rows);
  if (a.ground.kind == GroundKind::kField) {
    EXPECT_EQ(a.ground.field.spacing, b.ground.field.spacing);
    EXPECT_EQ(a.ground.field.origin, b.ground.field.origin);
  }
  EXPECT_EQ(a.ground.field.heights, b.ground.field.heights);
  ASSERT_EQ(a.boxes.size(), b.boxes.size());
  for (std::size_t i = 0; i < a.boxes.size(); ++i) {
    EXPECT_EQ(a.boxes[i].name, b.boxes[i].name);
    expect_same(a.boxes[i].pose, b.boxes[i].pose);
    EXPECT_EQ(a.boxes[i].half, b.boxes[i].half);
    EXPECT_EQ(a.boxes[i].friction, b.boxes[i].friction);
  }
  ASSERT_EQ(a.objects.size(), b.objects.size());
  for (std::size_t i = 0; i < a.objects.size(); ++i) {
    const DynamicObject& p = a.objects[i];
    const DynamicObject& q = b.objects[i];
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.kind, q.kind);
    expect_same(p.pose, q.pose);
    EXPECT_EQ(p.radius, q.radius);
    EXPECT_EQ(p.half, q.half);
    EXPECT_EQ(p.velocity, q.velocity);
    EXPECT_EQ(p.spin, q.spin);
    EXPECT_EQ((std::array{p.mass, p.friction, p.restitution, p.release}),
              (std::array{q.mass, q.friction, q.restitution, q.release}));
  }
  ASSERT_EQ(a.pushes.size(), b.pushes.size());
  for (std::size_t i = 0; i < a.pushes.size(); ++i) {
    EXPECT_EQ(a.pushes[i].body, b.pushes[i].body);
    EXPECT_EQ(a.pushes[i].start, b.pushes[i].start);
    EXPECT_EQ(a.pushes[i].duration, b.pushes[i].duration);
    EXPECT_EQ(a.pushes[i].force, b.pushes[i].force);
    EXPECT_EQ(a.pushes[i].impulse, b.pushes[i].impulse);
    EXPECT_EQ(a.pushes[i].point, b.pushes[i].point);
  }
}

TEST(SceneToml, AnEmptyFileIsLevelGround) { expect_same(scene_from_toml("", "s.toml"), Scene{}); }

TEST(SceneToml, SamplesReadAndTheirDumpsReadBackEqual) {
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "samples" / "scenes")) {
    SCOPED_TRACE(entry.path());
    const Scene scene = scene_from_toml(read(entry.path()), entry.path().string());
    EXPECT_EQ(scene.name, entry.path().stem().string());
    const std::string dump = scene_to_toml(scene);
    const Scene back = scene_from_toml(dump, "dump");
    expect_same(scene, back);
    EXPECT_EQ(scene_to_toml(back), dump);
    ++seen;
  }
  EXPECT_EQ(seen, 6);
}

TEST(SceneToml, EveryKindOfGround) {
  EXPECT_EQ(scene_from_toml("ground.kind = \"none\"", "s").ground.kind, GroundKind::kNone);
  const Scene plane = scene_from_toml("[ground]\nkind = \"plane\"\nnormal = [0, 2, 2]\npoint = [0, 1, 0]\n", "s");
  EXPECT_NEAR(ground_height(plane, 0, 1), 0, 1e-12);
  const Scene slope = scene_from_toml("[ground]\nkind = \"slope\"\nangle_deg = 45\nheading_deg = 90\n", "s");
  EXPECT_NEAR(ground_height(slope, 2, 5), 2, 1e-12);
  const Scene bumps = scene_from_toml("[ground]\nkind = \"bumps\"\nheight = 0.2\nwavelength = 2\nsize = [4, 4]\n", "s");
  EXPECT_NEAR(ground_height(bumps, 0.5, 0.5), 0.1, 1e-9);
  const Scene random =
      scene_from_toml("[ground]\nkind = \"random\"\namplitude = 0.1\ncell = 0.5\nseed = 3\nsize = [4, 4]\n", "s");
  EXPECT_EQ(random.ground.field.heights, random_field({{4, 4}, 0.1, 0}, 0.1, 0.5, 3).heights);
  const Scene heights =
      scene_from_toml("[ground]\nkind = \"heights\"\nspacing = 2\nheights = [[0, 1, 0], [0, 3, 0]]\n", "s");
  EXPECT_NEAR(ground_height(heights, 0, 0.5), 2.5, 1e-12);
  EXPECT_EQ(heights.ground.field.origin, Vec3(-2, 0, -1));
}

TEST(SceneToml, ATargetAndAFlightMakeAVelocity) {
  const Scene scene = scene_from_toml(
      "gravity = [0, -10, 0]\n[[objects]]\nkind = \"ball\"\nradius = 0.1\nmass = 1\nposition = [0, 1, 4]\n"
      "target = [0, 1, 0]\nflight = 0.5\nrelease = 2\n",
      "s");
  EXPECT_NEAR((scene.objects[0].velocity - Vec3(0, 2.5, -8)).norm(), 0, 1e-12);
  EXPECT_EQ(scene.objects[0].name, "object_1");
}

TEST(SceneToml, MistakesAreNamedWithTheirLine) {
  EXPECT_THAT(error_of("grvity = [0, 0, 0]\n"),
              HasSubstr("line 1, column 1: unknown key grvity; did you mean gravity?"));
  EXPECT_THAT(error_of("[ground]\nkind = \"plane\"\nfricton = 1\n"),
              HasSubstr("line 3, column 1: unknown key ground.fricton"));
  EXPECT_THAT(error_of("[ground]\nkind = \"lava\"\n"), HasSubstr("ground.kind = \"lava\": expected one of \"none\""));
  EXPECT_THAT(error_of("[ground]\nkind = \"plane\"\nangle_deg = 3\n"), HasSubstr("unknown key ground.angle_deg"));
  EXPECT_THAT(error_of("[ground]\nkind = \"bumps\"\nheight = 1\nwavelength = 1\nspacing = 0.001\n"),
              HasSubstr("4 million"));
  EXPECT_THAT(error_of("[[boxes]]\nposition = [0, 0, 0]\nsize = [1, 0, 1]\n"), HasSubstr("boxes[0].size[1] = 0"));
  EXPECT_THAT(error_of("[[boxes]]\nposition = [0, 0, 0]\nsize = [1, 1, 1]\nrotation = [1, 1, 0, 0]\n"),
              HasSubstr("boxes[0].rotation: a quaternion of length"));
  EXPECT_THAT(error_of("[[walls]]\nfrom = [0, 0, 0]\nto = [0, 1, 0]\nheight = 1\n"), HasSubstr("no length"));
  EXPECT_THAT(error_of("[[stairs]]\nstart = [0, 0, 0]\nrise = 1\nrun = 1\ncount = 100000\n"),
              HasSubstr("from 1 to 10000"));
  EXPECT_THAT(error_of("[[pushes]]\nbody = \"chest\"\nstart = 1\nforce = [1, 0, 0]\n"),
              HasSubstr("pushes[0].duration is missing"));
  EXPECT_THAT(error_of("[[pushes]]\nbody = \"chest\"\nstart = 1\nforce = [1, 0, 0]\nimpulse = [1, 0, 0]\n"),
              HasSubstr("expected either"));
  EXPECT_THAT(error_of("[[pushes]]\nbody = \"chest\"\nstart = 1\nimpulse = [0, 0, 0]\n"), HasSubstr("push 0 on chest"));
  const std::string ball = "[[objects]]\nname = \"a\"\nkind = \"ball\"\nradius = 1\nmass = 1\nposition = [0, 0, 0]\n";
  EXPECT_THAT(error_of(ball + ball), HasSubstr("the name a is there twice"));
  EXPECT_THAT(error_of(ball + "target = [0, 0, 1]\n"), HasSubstr("objects[0].flight is missing"));
  EXPECT_THAT(error_of(ball + "size = [0, 0, 1]\n"), HasSubstr("unknown key objects[0].size"));
}

}  // namespace
}  // namespace sinew
