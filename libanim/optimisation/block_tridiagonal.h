#pragma once

#include <Eigen/Core>

#include <vector>

namespace sinew {

/// A symmetric matrix of K x K blocks whose blocks are zero except on the diagonal and beside it: the Hessian of a
/// chain in which only neighbours know each other. Of the diagonal blocks only the lower triangle counts.
struct BlockTridiagonal {
  BlockTridiagonal(int blocks, int size);

  std::vector<Eigen::MatrixXd> diagonal;  ///< K
  std::vector<Eigen::MatrixXd> lower;     ///< lower[k]: rows of block k, columns of block k - 1; lower[0] is empty

  void set_zero();
  [[nodiscard]] Eigen::VectorXd diagonal_entries() const;
  /// The entries of the whole matrix times x.
  [[nodiscard]] Eigen::VectorXd times(const Eigen::VectorXd& x) const;
};

/// Cholesky factor of a block tridiagonal matrix with `damping` added to its diagonal; the work grows linearly in K.
class BlockCholesky {
 public:
  BlockCholesky(int blocks, int size);

  /// False when the matrix is not positive definite.
  [[nodiscard]] bool factor(const BlockTridiagonal& matrix, const Eigen::VectorXd& damping);
  /// The solution of matrix * x = right.
  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& right) const;

 private:
  std::vector<Eigen::MatrixXd> diagonal_;  ///< L_k
  std::vector<Eigen::MatrixXd> lower_;     ///< lower[k] L_{k-1}^-T
};

}  // namespace sinew
