#include "tests/libanim/simulation/kernels/lcp_problems.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/support/index.h"
#include "libanim/support/rng.h"

namespace sinew::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// What the rows of a block act on: two of `bodies` bodies of six numbers each, or one and the world (-1).
struct Block {
  int first = 0;
  int second = -1;
  bool contact = false;
};

std::vector<Block> make_blocks(Coupling coupling, int count, Rng& random) {
  std::vector<Block> blocks;
  for (int k = 0; k < count; ++k) {
    const int joint = k / 2;
    if (k % 2 == 1) {
      blocks.push_back({joint + 1, -1, true});
    } else if (coupling == Coupling::kRing && k + 2 >= count) {
      blocks.push_back({0, joint, false});
    } else {
      const int back = static_cast<int>(random.below(static_cast<std::uint32_t>(std::min(joint + 1, 3))));
      blocks.push_back({joint - back, joint + 1, false});
    }
  }
  return blocks;
}

void add_row(LcpCase& c, double lower, double upper, int friction, Rng& random) {
  c.right_and_x.push_back(10 * random.normal());
  c.right_and_x.push_back(kNan);
  c.bounds.push_back(lower);
  c.bounds.push_back(upper);
  c.friction.push_back(friction);
  ++c.size;
}

/// Rows J of a block, dense over all bodies.
std::vector<double> random_row(const Block& block, int bodies, bool everywhere, Rng& random) {
  std::vector<double> row(to_size(6 * bodies), 0);
  for (int body = 0; body < bodies; ++body) {
    const bool touched = everywhere || body == block.first || body == block.second;
    for (int k = 0; k < 6; ++k) row[to_size(6 * body + k)] = touched ? random.normal() : 0;
  }
  return row;
}

}  // namespace

lcp::Problem LcpCase::problem() const {
  return {
      {matrix.data(), size, stride}, right_and_x.data(), bounds.data(), friction.data(), friction_rounds, unbounded};
}

double LcpCase::at(int i, int j) const { return lcp::SymmetricView{matrix.data(), size, stride}.at(i, j); }

LcpCase random_case(std::uint64_t seed, Coupling coupling, int blocks, double tightness) {
  Rng random(seed, {static_cast<std::uint64_t>(coupling), static_cast<std::uint64_t>(blocks)});
  const int bodies = blocks / 2 + 2;
  LcpCase c;
  std::vector<std::vector<double>> rows;
  for (const Block& block : make_blocks(coupling, blocks, random)) {
    const int base = c.size;
    for (int k = 0; k < (block.contact ? 3 : 5); ++k)
      rows.push_back(random_row(block, bodies, coupling == Coupling::kAll, random));
    if (block.contact) {
      add_row(c, 0, kInfinity, -1, random);
      for (int k = 0; k < 2; ++k) add_row(c, -0.8, 0.8, base, random);
    } else {
      for (int k = 0; k < 3; ++k) add_row(c, -kInfinity, kInfinity, -1, random);
      const double most = 0.05 + 40 * (1 - tightness) * random.uniform();
      for (int k = 0; k < 2; ++k) add_row(c, -most, most, -1, random);
    }
  }
  c.stride = (c.size + 3) / 4 * 4;
  c.matrix.assign(to_size(c.size) * to_size(c.stride), kNan);
  for (int i = 0; i < c.size; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = i == j ? 1 : 0;
      for (std::size_t k = 0; k < rows[0].size(); ++k) sum += rows[to_size(i)][k] * rows[to_size(j)][k];
      c.matrix[to_size(i) * to_size(c.stride) + to_size(j)] = sum;
    }
  }
  return c;
}

std::vector<double> reference_solution(const LcpCase& c) {
  std::vector<double> x(to_size(c.size), 0);
  std::vector<double> lower(to_size(c.size));
  std::vector<double> upper(to_size(c.size));
  for (const bool rubbing : {false, true}) {
    for (int i = 0; i < c.size; ++i) {
      const std::size_t k = to_size(i);
      const int normal = c.friction[k];
      const double most = normal < 0 ? 0 : rubbing ? std::abs(c.bounds[2 * k + 1] * x[to_size(normal)]) : 0;
      lower[k] = i < c.unbounded ? -kInfinity : normal < 0 ? c.bounds[2 * k] : -most;
      upper[k] = i < c.unbounded ? kInfinity : normal < 0 ? c.bounds[2 * k + 1] : most;
    }
    double change = 1;
    for (int sweep = 0; sweep < 200000 && change > 1e-15; ++sweep) {
      change = 0;
      for (int i = 0; i < c.size; ++i) {
        double rest = c.right_and_x[2 * to_size(i)];
        for (int j = 0; j < c.size; ++j) rest -= j == i ? 0 : c.at(i, j) * x[to_size(j)];
        const double value = std::clamp(rest / c.at(i, i), lower[to_size(i)], upper[to_size(i)]);
        change = std::max(change, std::abs(value - x[to_size(i)]));
        x[to_size(i)] = value;
      }
    }
  }
  return x;
}

std::vector<double> solve_with(lcp::Solver& solver, const LcpCase& c) {
  std::vector<double> pairs = c.right_and_x;
  if (!solver.solve(c.problem(), pairs.data() + 1)) return {};
  std::vector<double> x(to_size(c.size));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = pairs[2 * i + 1];
  return x;
}

}  // namespace sinew::test
