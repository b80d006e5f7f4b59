#include "pipelines/running_statistics.h"

#include <algorithm>
#include <cmath>

namespace sinew {

void RunningStatistics::add(std::span<const double> row) {
  if (rows_ == 0) {
    mean_.assign(row.size(), 0);
    squares_.assign(row.size(), 0);
    least_.assign(row.begin(), row.end());
    greatest_ = least_;
  }
  rows_ += 1;
  for (std::size_t i = 0; i < mean_.size() && i < row.size(); ++i) {
    const double x = row[i];
    const double distance = x - mean_[i];
    mean_[i] += distance / rows_;
    squares_[i] += distance * (x - mean_[i]);
    least_[i] = std::min(least_[i], x);
    greatest_[i] = std::max(greatest_[i], x);
  }
}

std::vector<double> RunningStatistics::deviation() const {
  std::vector<double> result;
  for (const double s : squares_) result.push_back(std::sqrt(std::max(0.0, s) / rows_));
  return result;
}

}  // namespace sinew
