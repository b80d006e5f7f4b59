#include "exporters/report/contact_sheet.h"

#include <gtest/gtest.h>

#include "exporters/report/outer_forces.h"
#include "exporters/report/sheet_layout.h"
#include "libanim/model/terrain.h"
#include "libanim/support/error.h"
#include "tests/libanim/validity/small_takes.h"

namespace sinew {
namespace {

SheetOptions small_sheet() {
  SheetOptions options;
  options.frames = 6;
  options.width = 720;
  options.height = 480;
  return options;
}

/// How many pixels of a cell are clearly of a colour: by the order of their channels and the distance between them.
struct CellColours {
  int blue = 0;
  int orange = 0;
  int crimson = 0;
};

CellColours colours_of(const Picture& picture, const SheetLayout& layout, int cell) {
  CellColours found;
  for (int y = layout.cell_y(cell); y < layout.cell_y(cell) + layout.cell_height; ++y) {
    for (int x = layout.cell_x(cell); x < layout.cell_x(cell) + layout.cell_width; ++x) {
      const Rgb c = picture.at(x, y);
      found.blue += c.b > c.r + 0.2F ? 1 : 0;
      found.orange += c.r > c.g + 0.15F && c.g > c.b + 0.15F ? 1 : 0;
      found.crimson += c.r > 0.7F && c.g < 0.25F ? 1 : 0;
    }
  }
  return found;
}

TEST(ContactSheet, EveryCellShowsBothFiguresAndForces) {
  Take take = test::small_take();
  // A reference beside the result, or it would be hidden by it; nearer than what makes the caption red.
  for (int frame = 0; frame < take.reference.frames(); ++frame) take.reference.frame_translations(frame)[0].z() += 0.24;
  const ContactSheet sheet = contact_sheet(take, small_sheet());
  const SheetLayout layout = sheet_layout(small_sheet(), 6);
  ASSERT_EQ(sheet.frames.size(), 6U);
  for (int cell = 0; cell < 6; ++cell) {
    const CellColours found = colours_of(sheet.picture, layout, cell);
    EXPECT_GT(found.blue, 1000) << cell;   // measured: 2106 to 2312
    EXPECT_GT(found.orange, 800) << cell;  // measured: 1311 to 1375
    // No step has led to frame 0: it has no forces.
    if (cell == 0) {
      EXPECT_EQ(found.crimson, 0);
    } else {
      EXPECT_GT(found.crimson, 40) << cell;  // measured: 61 to 65
    }
  }
}

TEST(ContactSheet, ALostResultHasARedCaption) {
  Take take = test::small_take();
  for (int frame = 0; frame < take.reference.frames(); ++frame) take.reference.frame_translations(frame)[0].z() += 0.3;
  const Picture picture = contact_sheet(take, small_sheet()).picture;
  EXPECT_GT(colours_of(picture, sheet_layout(small_sheet(), 6), 0).crimson, 10);  // measured: 22
}

TEST(ContactSheet, TheSamePictureTwice) {
  const Take take = test::small_take();
  const ContactSheet first = contact_sheet(take, small_sheet());
  const ContactSheet second = contact_sheet(take, small_sheet());
  EXPECT_EQ(encode_png(first.picture), encode_png(second.picture));
  EXPECT_EQ(first.picture.width, 720);
  EXPECT_EQ(first.picture.height, 480);
}

TEST(ContactSheet, NothingTouchesTheEdgesOfACell) {
  test::SmallTakeOptions in_flight;
  in_flight.scene.ground.kind = GroundKind::kNone;
  const Take take = test::small_take(in_flight);
  const SheetLayout layout = sheet_layout(small_sheet(), 6);
  const Picture picture = contact_sheet(take, small_sheet()).picture;
  for (int cell = 0; cell < 6; ++cell) {
    const int right = layout.cell_x(cell) + layout.cell_width - 1;
    const int bottom = layout.cell_y(cell) + layout.cell_height - 1;
    const Rgb sky = picture.at(right, bottom);
    for (int y = bottom - layout.cell_height / 2; y <= bottom; ++y) {
      EXPECT_EQ(picture.at(layout.cell_x(cell), y), sky);
      EXPECT_EQ(picture.at(right, y), sky);
    }
    for (int x = layout.cell_x(cell); x <= right; ++x) EXPECT_EQ(picture.at(x, bottom), sky);
  }
}

TEST(ContactSheet, ScenesOfAllKindsAreDrawn) {
  test::SmallTakeOptions options;
  options.frames = 4;
  options.scene.ground.kind = GroundKind::kField;
  FieldExtent extent;
  extent.level = 1;
  options.scene.ground.field = bumpy_field(extent, 0.2, 1.0);
  options.scene.boxes = {{"wall", {Vec3(-2, 0.5, 0), Quat::Identity()}, Vec3(0.1, 1, 2), 0.8}};
  DynamicObject ball;
  ball.name = "ball";
  ball.pose.translation = {0, 0.5, 0.5};
  options.scene.objects = {ball};
  DynamicObject crate = ball;
  crate.name = "crate";
  crate.kind = ObjectKind::kBox;
  crate.pose.translation = {0, 0.5, -0.5};
  options.scene.objects.push_back(crate);
  const Picture with = contact_sheet(test::small_take(options), small_sheet()).picture;
  options.scene.boxes.clear();
  const Picture without_wall = contact_sheet(test::small_take(options), small_sheet()).picture;
  options.scene.objects.clear();
  const Picture bare = contact_sheet(test::small_take(options), small_sheet()).picture;
  EXPECT_NE(with.rgb, without_wall.rgb);
  EXPECT_NE(without_wall.rgb, bare.rgb);
}

TEST(ContactSheet, ATakeThatEndsEarlyIsDrawnAsFarAsItGoes) {
  Take take = test::small_take();
  take.steps.resize(3);
  EXPECT_EQ(contact_sheet(take, small_sheet()).frames, (std::vector<int>{0, 1, 2, 3}));
  take.steps.clear();
  EXPECT_EQ(contact_sheet(take, small_sheet()).frames, (std::vector<int>{0}));
}

TEST(ContactSheet, ATakeWithoutFramesIsRefused) {
  Take take = test::small_take();
  take.start = {};
  take.steps.clear();
  EXPECT_THROW((void)contact_sheet(take, small_sheet()), Error);
}

TEST(ContactSheet, OptionsHaveRanges) {
  for (const SheetOptions& options : {SheetOptions{0, 1920, 1280}, SheetOptions{101, 1920, 1280},
                                      SheetOptions{9, 10, 1280}, SheetOptions{9, 1920, 5000}}) {
    EXPECT_THROW(options.validate(), Error);
  }
  EXPECT_NO_THROW((SheetOptions{100, 4096, 360}.validate()));
}

TEST(OuterForces, AFigureAtRestCarriesItsWeight) {
  const Take take = test::small_take();
  double sum = 0;
  int frames = 0;
  for (int frame = 1; frame < take.frames(); ++frame, ++frames) {
    for (const OuterForce& force : outer_forces(take, frame)) sum += force.force.y();
  }
  // It waves its arms and ends as it began: the mean is its weight. Measured: 0.9995.
  EXPECT_NEAR(sum / frames, 9.81 / 9.80665, 0.005);
  EXPECT_TRUE(outer_forces(take, 0).empty());
}

TEST(SheetLayout, CellsAreInsideAndApart) {
  for (const int cells : {1, 2, 7, 18, 100}) {
    const SheetOptions options;
    const SheetLayout layout = sheet_layout(options, cells);
    EXPECT_GE(layout.columns * layout.rows, cells);
    EXPECT_LT(layout.columns * (layout.rows - 1), cells);
    EXPECT_GE(layout.cell_x(0), 0);
    EXPECT_LE(layout.cell_x(layout.columns - 1) + layout.cell_width, options.width);
    EXPECT_LE(layout.cell_y(cells - 1) + layout.cell_height, options.height - layout.plots);
    EXPECT_GT(layout.cell_width, 90);
  }
}

TEST(SpacedFrames, HaveFirstAndLast) {
  EXPECT_EQ(spaced_frames(31, 4), (std::vector<int>{0, 10, 20, 30}));
  EXPECT_EQ(spaced_frames(3, 10), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(spaced_frames(10, 1), (std::vector<int>{0}));
}

}  // namespace
}  // namespace sinew
