#pragma once

#include <vector>

#include "exporters/report/picture.h"

namespace sinew {

/// A point of a canvas. Pixel (i, j) covers [i, i + 1) x [j, j + 1), y down. `nearness` is 1 / depth: it is linear over
/// the screen in perspective, and larger is in front.
struct CanvasPoint {
  double x = 0;
  double y = 0;
  double nearness = 0;
};

/// A software rasteriser: triangles and lines with a depth buffer, smoothed by `samples` x `samples` points per pixel.
///
/// A sample belongs to a triangle when its centre is inside; on an edge, when it is a top or left edge, so that
/// triangles that share an edge leave no gap and cover no sample twice. Whatever comes later replaces what is as near
/// or farther. What is not finite is not drawn.
class Canvas {
 public:
  Canvas(int width, int height, int samples, const Rgb& background);

  /// Colours are interpolated. Both windings are drawn.
  void triangle(const CanvasPoint (&corners)[3], const Rgb (&colours)[3]);
  void triangle(const CanvasPoint (&corners)[3], const Rgb& colour) { triangle(corners, {colour, colour, colour}); }

  /// A line with round ends, `width` pixels thick, hidden by what is nearer.
  void line(const CanvasPoint& from, const CanvasPoint& to, double width, const Rgb& colour);

  /// The same over everything that was drawn before.
  void stroke(double x0, double y0, double x1, double y1, double width, const Rgb& colour);
  void rectangle(double x, double y, double width, double height, const Rgb& colour);

  /// Darkens where something is drawn on `shadow` that is not behind this canvas's own by more than a share `slack` of
  /// the depth. Both canvases have the same size.
  void darken(const Canvas& shadow, double share, double slack);

  /// Takes over what another canvas of the same size has nearer.
  void merge(const Canvas& layer);

  /// Lays a canvas of the same size over this one, seen through: a share of its colour, and an outline around it.
  struct Ghost {
    Rgb outline;
    double outline_width = 1.2;  ///< (unit: pixels)
    double share = 0.5;          ///< where `solid` has nothing
    double share_on_solid = 0.1;
  };
  void lay_over(const Canvas& layer, const Canvas& solid, const Ghost& ghost);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// The mean of the samples of every pixel.
  [[nodiscard]] Picture picture() const;

 private:
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }
  [[nodiscard]] bool on_rim(int column, int row, int distance) const;
  template <typename Paint>
  void along(const CanvasPoint& from, const CanvasPoint& to, double width, const Paint& paint);

  int width_;
  int height_;
  int samples_;
  int columns_;  ///< of samples
  int rows_;
  std::vector<Rgb> colour_;
  std::vector<float> nearness_;  ///< 0: nothing drawn
};

}  // namespace sinew
