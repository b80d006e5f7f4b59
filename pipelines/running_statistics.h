#pragma once

#include <span>
#include <vector>

namespace sinew {

/// Mean, standard deviation, least and greatest of every column of a table that comes row by row (Welford 1962).
class RunningStatistics {
 public:
  void add(std::span<const double> row);

  [[nodiscard]] const std::vector<double>& mean() const { return mean_; }
  /// Of all rows, not of a sample: divided by their number.
  [[nodiscard]] std::vector<double> deviation() const;
  [[nodiscard]] const std::vector<double>& least() const { return least_; }
  [[nodiscard]] const std::vector<double>& greatest() const { return greatest_; }

 private:
  double rows_ = 0;
  std::vector<double> mean_;
  std::vector<double> squares_;  ///< sums of squared distances from the mean
  std::vector<double> least_;
  std::vector<double> greatest_;
};

}  // namespace sinew
