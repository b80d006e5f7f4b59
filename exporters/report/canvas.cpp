#include "exporters/report/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Twice the signed area of (a, b, p).
double edge(const CanvasPoint& a, const CanvasPoint& b, double x, double y) {
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

/// Of a triangle whose edges have its inside at positive values, y down.
bool is_top_left(const CanvasPoint& a, const CanvasPoint& b) { return b.y < a.y || (b.y == a.y && b.x > a.x); }

/// The integers i for which i + 0.5 may lie in [low, high], within [0, count).
struct SampleRange {
  int first = 0;
  int end = 0;
};

SampleRange samples_within(double low, double high, int count) {
  if (!(low <= high)) return {};  // NaN too
  const double limit = count;
  return {static_cast<int>(std::clamp(std::floor(low - 0.5), 0.0, limit)),
          static_cast<int>(std::clamp(std::ceil(high + 0.5), 0.0, limit))};
}

/// Where a point's foot is on a line, from 0 at `from` to 1 at `to`.
double place_on(const CanvasPoint& from, const CanvasPoint& to, double x, double y) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double square = dx * dx + dy * dy;
  return square > 0 ? std::clamp(((x - from.x) * dx + (y - from.y) * dy) / square, 0.0, 1.0) : 0.0;
}

CanvasPoint magnified(const CanvasPoint& point, int samples) {
  return {point.x * samples, point.y * samples, point.nearness};
}

}  // namespace

Canvas::Canvas(int width, int height, int samples, const Rgb& background)
    : width_(width),
      height_(height),
      samples_(samples),
      columns_(width * samples),
      rows_(height * samples),
      colour_(to_size(columns_) * to_size(rows_), background),
      nearness_(colour_.size(), 0.0F) {}

void Canvas::triangle(const CanvasPoint (&corners)[3], const Rgb (&colours)[3]) {
  std::array<CanvasPoint, 3> p{};
  for (std::size_t i = 0; i < 3; ++i) p[i] = magnified(corners[i], samples_);
  std::array<Rgb, 3> c{colours[0], colours[1], colours[2]};
  double area = edge(p[0], p[1], p[2].x, p[2].y);
  if (area == 0 || !std::isfinite(area)) return;
  if (area < 0) {
    std::swap(p[1], p[2]);
    std::swap(c[1], c[2]);
    area = -area;
  }
  const std::array<bool, 3> closed = {is_top_left(p[1], p[2]), is_top_left(p[2], p[0]), is_top_left(p[0], p[1])};
  const SampleRange rows =
      samples_within(std::min({p[0].y, p[1].y, p[2].y}), std::max({p[0].y, p[1].y, p[2].y}), rows_);
  const SampleRange columns =
      samples_within(std::min({p[0].x, p[1].x, p[2].x}), std::max({p[0].x, p[1].x, p[2].x}), columns_);
  for (int row = rows.first; row < rows.end; ++row) {
    for (int column = columns.first; column < columns.end; ++column) {
      const double x = column + 0.5;
      const double y = row + 0.5;
      const std::array<double, 3> w = {edge(p[1], p[2], x, y), edge(p[2], p[0], x, y), edge(p[0], p[1], x, y)};
      const auto outside = [&](std::size_t i) { return w[i] < 0 || (w[i] == 0 && !closed[i]); };
      if (outside(0) || outside(1) || outside(2)) continue;
      const double b = w[1] / area;
      const double d = w[2] / area;
      const double a = 1 - b - d;
      const auto nearness = static_cast<float>(a * p[0].nearness + b * p[1].nearness + d * p[2].nearness);
      const std::size_t i = index(column, row);
      if (nearness < nearness_[i]) continue;
      nearness_[i] = nearness;
      const auto blend = [&](float u, float v, float t) { return static_cast<float>(a * u + b * v + d * t); };
      colour_[i] = {blend(c[0].r, c[1].r, c[2].r), blend(c[0].g, c[1].g, c[2].g), blend(c[0].b, c[1].b, c[2].b)};
    }
  }
}

/// Calls paint(sample, place on the line) for every sample within half the width.
template <typename Paint>
void Canvas::along(const CanvasPoint& from, const CanvasPoint& to, double width, const Paint& paint) {
  const CanvasPoint a = magnified(from, samples_);
  const CanvasPoint b = magnified(to, samples_);
  const double reach = 0.5 * width * samples_;
  const SampleRange rows = samples_within(std::min(a.y, b.y) - reach, std::max(a.y, b.y) + reach, rows_);
  const double slope = b.y == a.y ? 0 : (b.x - a.x) / (b.y - a.y);
  for (int row = rows.first; row < rows.end; ++row) {
    const double y = row + 0.5;
    double x0 = a.x;
    double x1 = b.x;
    if (b.y != a.y) {
      // The part of the line that the row can reach.
      x0 = a.x + slope * (std::clamp(y - reach, std::min(a.y, b.y), std::max(a.y, b.y)) - a.y);
      x1 = a.x + slope * (std::clamp(y + reach, std::min(a.y, b.y), std::max(a.y, b.y)) - a.y);
    }
    const SampleRange columns = samples_within(std::min(x0, x1) - reach, std::max(x0, x1) + reach, columns_);
    for (int column = columns.first; column < columns.end; ++column) {
      const double x = column + 0.5;
      const double t = place_on(a, b, x, y);
      const double dx = a.x + t * (b.x - a.x) - x;
      const double dy = a.y + t * (b.y - a.y) - y;
      if (dx * dx + dy * dy <= reach * reach) paint(index(column, row), t);
    }
  }
}

void Canvas::line(const CanvasPoint& from, const CanvasPoint& to, double width, const Rgb& colour) {
  along(from, to, width, [&](std::size_t i, double t) {
    const auto nearness = static_cast<float>(from.nearness + t * (to.nearness - from.nearness));
    if (nearness < nearness_[i]) return;
    nearness_[i] = nearness;
    colour_[i] = colour;
  });
}

void Canvas::stroke(double x0, double y0, double x1, double y1, double width, const Rgb& colour) {
  along({x0, y0, 0}, {x1, y1, 0}, width, [&](std::size_t i, double) { colour_[i] = colour; });
}

void Canvas::rectangle(double x, double y, double width, double height, const Rgb& colour) {
  const auto at = [&](double place, int count) {
    return static_cast<int>(std::clamp(std::round(place * samples_), 0.0, static_cast<double>(count)));
  };
  for (int row = at(y, rows_); row < at(y + height, rows_); ++row) {
    for (int column = at(x, columns_); column < at(x + width, columns_); ++column) colour_[index(column, row)] = colour;
  }
}

void Canvas::darken(const Canvas& shadow, double share, double slack) {
  for (std::size_t i = 0; i < colour_.size(); ++i) {
    const double cast = shadow.nearness_[i];
    if (cast > 0 && cast >= nearness_[i] * (1 - slack)) colour_[i] = scaled(colour_[i], 1 - share);
  }
}

void Canvas::merge(const Canvas& layer) {
  for (std::size_t i = 0; i < colour_.size(); ++i) {
    if (layer.nearness_[i] == 0 || layer.nearness_[i] < nearness_[i]) continue;
    nearness_[i] = layer.nearness_[i];
    colour_[i] = layer.colour_[i];
  }
}

/// Whether a drawn sample has one at this distance, along a row or column, where nothing is drawn.
bool Canvas::on_rim(int column, int row, int distance) const {
  const auto empty = [&](int c, int r) {
    return c >= 0 && r >= 0 && c < columns_ && r < rows_ && nearness_[index(c, r)] == 0;
  };
  return empty(column - distance, row) || empty(column + distance, row) || empty(column, row - distance) ||
         empty(column, row + distance);
}

void Canvas::lay_over(const Canvas& layer, const Canvas& solid, const Ghost& ghost) {
  const int rim = std::max(1, static_cast<int>(std::lround(ghost.outline_width * samples_)));
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      const std::size_t i = index(column, row);
      if (layer.nearness_[i] == 0) continue;
      const double share = solid.nearness_[i] == 0 ? ghost.share : ghost.share_on_solid;
      colour_[i] = layer.on_rim(column, row, rim) ? mix(colour_[i], ghost.outline, 0.85)
                                                  : mix(colour_[i], layer.colour_[i], share);
    }
  }
}

Picture Canvas::picture() const {
  Picture result(width_, height_, {});
  const float weight = 1.0F / static_cast<float>(samples_ * samples_);
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      Rgb sum;
      for (int row = y * samples_; row < (y + 1) * samples_; ++row) {
        for (int column = x * samples_; column < (x + 1) * samples_; ++column) {
          const Rgb& c = colour_[index(column, row)];
          sum = {sum.r + c.r, sum.g + c.g, sum.b + c.b};
        }
      }
      result.set(x, y, {sum.r * weight, sum.g * weight, sum.b * weight});
    }
  }
  return result;
}

}  // namespace sinew
