#include "libanim/optimisation/cma_es.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Eigenvalues below this share of the largest are raised to it: C must stay positive definite in double precision.
constexpr double kSmallestShare = 1e-14;

/// Expected length of a standard normal vector (Hansen 2016, below eq. 31).
double chi(double n) { return std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)); }

struct Factors {
  MatrixXd vectors;  ///< eigenvectors: B of the tutorial
  VectorXd roots;    ///< square roots of the eigenvalues: D
};

Factors factorise(const MatrixXd& C) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(C);
  const double largest = std::max(solver.eigenvalues().maxCoeff(), 1e-300);
  return {solver.eigenvectors(), solver.eigenvalues().cwiseMax(kSmallestShare * largest).cwiseSqrt()};
}

/// p_s <- (1 - c_s) p_s + sqrt(c_s (2 - c_s) mu_eff) C^(-1/2) y
void update_path_sigma(CmaState& state, const CmaRates& rates, const VectorXd& y) {
  const Factors f = factorise(state.covariance);
  const VectorXd whitened = f.vectors * f.roots.cwiseInverse().asDiagonal() * (f.vectors.transpose() * y);
  const double gain = std::sqrt(rates.c_sigma * (2 - rates.c_sigma) * rates.mu_eff);
  state.path_sigma = (1 - rates.c_sigma) * state.path_sigma + gain * whitened;
}

/// h_s: 0 while p_s is long, so that C does not grow too fast when sigma is far too small.
double stall(const CmaState& state, const CmaRates& rates) {
  const auto n = static_cast<double>(state.dimension());
  const double start_up = 1 - std::pow(1 - rates.c_sigma, 2.0 * (state.generation + 1));
  return state.path_sigma.norm() / std::sqrt(start_up) < (1.4 + 2 / (n + 1)) * chi(n) ? 1 : 0;
}

/// C <- (1 - c_1 - c_mu) C + c_1 (p_c p_c^T + (1 - h_s) c_c (2 - c_c) C) + c_mu sum w_i y_i y_i^T
void update_covariance(CmaState& state, const CmaRates& rates, double h_s, const MatrixXd& Y, const VectorXd& weights) {
  const double kept = 1 - rates.c_1 - rates.c_mu + rates.c_1 * (1 - h_s) * rates.c_c * (2 - rates.c_c);
  const MatrixXd C = kept * state.covariance + rates.c_1 * state.path_c * state.path_c.transpose() +
                     rates.c_mu * Y * weights.asDiagonal() * Y.transpose();
  state.covariance = 0.5 * (C + C.transpose());
}

std::vector<int> ranking(const std::vector<double>& costs) {
  std::vector<int> order(costs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return costs[to_size(a)] < costs[to_size(b)]; });
  return order;
}

MatrixXd draw_generation(const CmaState& state, int samples, const Rng& rng) {
  const CmaSampler sampler(state);
  const Rng stream = rng.derive(static_cast<std::uint64_t>(state.generation));
  MatrixXd x(state.dimension(), samples);
  for (int i = 0; i < samples; ++i) {
    Rng own = stream.derive(static_cast<std::uint64_t>(i));
    x.col(i) = sampler.draw(own);
  }
  return x;
}

bool converged(const CmaState& state, const CmaOptions& options, const CmaReport& report) {
  const double deviation = state.step_size * std::sqrt(state.covariance.diagonal().maxCoeff());
  return report.best_cost < options.target || deviation < options.smallest_step;
}

}  // namespace

CmaState cma_start(const VectorXd& mean, const VectorXd& sigma) {
  CmaState state;
  state.mean = mean;
  state.covariance = sigma.cwiseAbs2().asDiagonal();
  state.path_sigma = VectorXd::Zero(mean.size());
  state.path_c = VectorXd::Zero(mean.size());
  return state;
}

VectorXd log_rank_weights(int count) {
  VectorXd weights(count);
  for (int i = 0; i < count; ++i) weights[i] = std::log(count + 0.5) - std::log(i + 1.0);
  return weights / weights.sum();
}

CmaRates cma_rates(Index dimension, const VectorXd& weights) {
  const auto n = static_cast<double>(dimension);
  CmaRates r;
  r.mu_eff = 1 / weights.squaredNorm();
  r.c_sigma = (r.mu_eff + 2) / (n + r.mu_eff + 5);
  r.d_sigma = 1 + 2 * std::max(0.0, std::sqrt((r.mu_eff - 1) / (n + 1)) - 1) + r.c_sigma;
  r.c_c = (4 + r.mu_eff / n) / (n + 4 + 2 * r.mu_eff / n);
  r.c_1 = 2 / ((n + 1.3) * (n + 1.3) + r.mu_eff);
  r.c_mu = std::min(1 - r.c_1, 2 * (r.mu_eff - 2 + 1 / r.mu_eff) / ((n + 2) * (n + 2) + r.mu_eff));
  return r;
}

void cma_update(CmaState& state, const MatrixXd& ranked, const VectorXd& weights) {
  const CmaRates rates = cma_rates(state.dimension(), weights);
  const MatrixXd Y = (ranked.colwise() - state.mean) / state.step_size;
  const VectorXd y = Y * weights;
  update_path_sigma(state, rates, y);
  const double h_s = stall(state, rates);
  state.path_c = (1 - rates.c_c) * state.path_c + h_s * std::sqrt(rates.c_c * (2 - rates.c_c) * rates.mu_eff) * y;
  update_covariance(state, rates, h_s, Y, weights);
  state.mean += state.step_size * y;
  const double length = state.path_sigma.norm() / chi(static_cast<double>(state.dimension()));
  state.step_size *= std::exp(rates.c_sigma / rates.d_sigma * (length - 1));
  ++state.generation;
}

void diagonal_update(CmaState& state, const Eigen::MatrixXd& ranked, const Eigen::VectorXd& weights, double rate,
                     const Eigen::VectorXd& least) {
  const Eigen::VectorXd mean = ranked * weights;
  const Eigen::VectorXd spread = (ranked.colwise() - mean).array().square().matrix() * weights;
  const Eigen::VectorXd variance = (1 - rate) * state.covariance.diagonal() + rate * spread;
  state.mean = mean;
  state.covariance = variance.cwiseMax(least.cwiseAbs2()).asDiagonal();
  ++state.generation;
}

CmaSampler::CmaSampler(const CmaState& state) : mean_(state.mean) {
  const Factors f = factorise(state.covariance);
  factor_ = state.step_size * f.vectors * f.roots.asDiagonal();
}

VectorXd CmaSampler::draw(Rng& rng) const {
  VectorXd z(mean_.size());
  for (double& value : z) value = rng.normal();
  return mean_ + factor_ * z;
}

void CmaOptions::validate() const {
  if (samples != 0 && samples < 2) throw Error::usage("CMA-ES: expected samples >= 2, or 0 for the default");
  if (generations < 1) throw Error::usage("CMA-ES: expected generations >= 1");
  if (!(smallest_step > 0)) throw Error::usage("CMA-ES: expected smallest_step > 0");
}

CmaReport cma_minimise(CmaState state, const CmaOptions& options, const Rng& rng,
                       const std::function<std::vector<double>(const MatrixXd&)>& evaluate) {
  options.validate();
  const int lambda = options.samples > 0 ? options.samples
                                         : 4 + static_cast<int>(3 * std::log(static_cast<double>(state.dimension())));
  const VectorXd weights = log_rank_weights(lambda / 2);
  CmaReport report;
  report.best = state.mean;
  report.best_cost = std::numeric_limits<double>::infinity();
  while (report.generations < options.generations) {
    const MatrixXd x = draw_generation(state, lambda, rng);
    const std::vector<double> costs = evaluate(x);
    const std::vector<int> order = ranking(costs);
    cma_update(state, x(Eigen::all, std::vector<int>(order.begin(), order.begin() + lambda / 2)), weights);
    if (costs[to_size(order[0])] < report.best_cost) {
      report.best_cost = costs[to_size(order[0])];
      report.best = x.col(order[0]);
    }
    ++report.generations;
    report.evaluations += lambda;
    report.history.push_back(report.best_cost);
    if (converged(state, options, report)) break;
  }
  return report;
}

}  // namespace sinew
