#pragma once

#include <Eigen/Core>

#include <functional>
#include <span>
#include <vector>

#include "libanim/support/rng.h"

namespace sinew {

/// Covariance Matrix Adaptation Evolution Strategy: N. Hansen, "The CMA evolution strategy: a comparing review" (2006),
/// with the default strategy parameters of his tutorial (2016).
///
///   m      mean                       lambda   samples per generation
///   sigma  step size                  mu       parents: ranked samples with a positive weight
///   C      covariance                 mu_eff   variance-effective number of parents, 1 / sum w_i^2
///   p_s    evolution path of sigma    p_c      evolution path of C
///
/// x ~ m + sigma N(0, C). The state is a plain value, so that a trajectory can hold one per time step and cluster.
struct CmaState {
  Eigen::VectorXd mean;
  double step_size = 1;
  Eigen::MatrixXd covariance;  ///< C, without the step size
  Eigen::VectorXd path_sigma;  ///< p_s
  Eigen::VectorXd path_c;      ///< p_c
  int generation = 0;          ///< number of updates so far

  [[nodiscard]] Eigen::Index dimension() const { return mean.size(); }
};

/// A state with covariance diag(sigma^2), step size 1 and empty paths.
[[nodiscard]] CmaState cma_start(const Eigen::VectorXd& mean, const Eigen::VectorXd& sigma);

/// Logarithmic weights of `count` ranked samples, the best first: w_i ~ ln(count + 1/2) - ln(i), sum 1.
[[nodiscard]] Eigen::VectorXd log_rank_weights(int count);

/// Learning rates; they depend on the dimension and on mu_eff, and so on how many samples survived.
struct CmaRates {
  double c_sigma = 0;
  double d_sigma = 0;
  double c_c = 0;
  double c_1 = 0;
  double c_mu = 0;
  double mu_eff = 0;
};
[[nodiscard]] CmaRates cma_rates(Eigen::Index dimension, const Eigen::VectorXd& weights);

/// One update from ranked samples (columns, the best first) with weights that sum to 1.
void cma_update(CmaState& state, const Eigen::MatrixXd& ranked, const Eigen::VectorXd& weights);

/// A simpler update for few samples in many dimensions, as in the cross-entropy method (Rubinstein 1999): the mean is
/// that of the ranked samples, the variances move by `rate` towards theirs and do not fall below the square of
/// `least`; covariances become zero, paths and step size are left alone.
void diagonal_update(CmaState& state, const Eigen::MatrixXd& ranked, const Eigen::VectorXd& weights, double rate,
                     const Eigen::VectorXd& least);

/// Samples from a state: one factorisation for many draws. The factor is that of the eigenvectors, so that a covariance
/// that has lost a direction still can be sampled.
class CmaSampler {
 public:
  explicit CmaSampler(const CmaState& state);
  [[nodiscard]] Eigen::VectorXd draw(Rng& rng) const;

 private:
  Eigen::VectorXd mean_;
  Eigen::MatrixXd factor_;
};

struct CmaOptions {
  int samples = 0;               ///< lambda; 0 = 4 + floor(3 ln n)
  int generations = 1000;        ///< at most
  double target = -1e300;        ///< stop when the best cost is below
  double smallest_step = 1e-12;  ///< stop when sigma times the largest deviation is below

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

struct CmaReport {
  Eigen::VectorXd best;
  double best_cost = 0;
  int generations = 0;
  int evaluations = 0;
  std::vector<double> history;  ///< best cost so far, per generation
};

/// Minimises a function of any number of variables. `evaluate` gets all samples of a generation (columns) and returns
/// their costs, so that it may work in parallel.
[[nodiscard]] CmaReport cma_minimise(CmaState state, const CmaOptions& options, const Rng& rng,
                                     const std::function<std::vector<double>(const Eigen::MatrixXd&)>& evaluate);

}  // namespace sinew
