#include "libanim/optimisation/block_tridiagonal.h"

#include <Eigen/Cholesky>

namespace sinew {

BlockTridiagonal::BlockTridiagonal(int blocks, int size)
    : diagonal(static_cast<std::size_t>(blocks), Eigen::MatrixXd::Zero(size, size)),
      lower(static_cast<std::size_t>(blocks), Eigen::MatrixXd::Zero(size, size)) {
  if (!lower.empty()) {
    lower.front().resize(0, 0);
  }
}

void BlockTridiagonal::set_zero() {
  for (Eigen::MatrixXd& block : diagonal) {
    block.setZero();
  }
  for (Eigen::MatrixXd& block : lower) {
    block.setZero();
  }
}

Eigen::VectorXd BlockTridiagonal::diagonal_entries() const {
  const Eigen::Index n = diagonal.front().rows();
  Eigen::VectorXd entries(n * static_cast<Eigen::Index>(diagonal.size()));
  for (std::size_t k = 0; k < diagonal.size(); ++k) {
    entries.segment(static_cast<Eigen::Index>(k) * n, n) = diagonal[k].diagonal();
  }
  return entries;
}

Eigen::VectorXd BlockTridiagonal::times(const Eigen::VectorXd& x) const {
  const Eigen::Index n = diagonal.front().rows();
  Eigen::VectorXd y(x.size());
  for (std::size_t k = 0; k < diagonal.size(); ++k) {
    const Eigen::Index at = static_cast<Eigen::Index>(k) * n;
    y.segment(at, n) = diagonal[k].selfadjointView<Eigen::Lower>() * x.segment(at, n);
    if (k > 0) {
      y.segment(at, n) += lower[k] * x.segment(at - n, n);
      y.segment(at - n, n) += lower[k].transpose() * x.segment(at, n);
    }
  }
  return y;
}

BlockCholesky::BlockCholesky(int blocks, int size)
    : diagonal_(static_cast<std::size_t>(blocks), Eigen::MatrixXd::Zero(size, size)),
      lower_(static_cast<std::size_t>(blocks), Eigen::MatrixXd::Zero(size, size)) {}

bool BlockCholesky::factor(const BlockTridiagonal& matrix, const Eigen::VectorXd& damping) {
  for (std::size_t k = 0; k < diagonal_.size(); ++k) {
    Eigen::MatrixXd& d = diagonal_[k];
    d = matrix.diagonal[k];
    d.diagonal() += damping.segment(static_cast<Eigen::Index>(k) * d.rows(), d.rows());
    if (k > 0) {
      // Row k of the factor: B = lower L_{k-1}^-T, then L_k of (D_k - B B^T).
      Eigen::MatrixXd& b = lower_[k];
      b = matrix.lower[k];
      diagonal_[k - 1].triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(b);
      d.selfadjointView<Eigen::Lower>().rankUpdate(b, -1);
    }
    Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> llt(d);
    if (llt.info() != Eigen::Success) {
      return false;
    }
  }
  return true;
}

Eigen::VectorXd BlockCholesky::solve(const Eigen::VectorXd& right) const {
  const Eigen::Index n = diagonal_.front().rows();
  Eigen::VectorXd x = right;
  for (std::size_t k = 0; k < diagonal_.size(); ++k) {
    auto part = x.segment(static_cast<Eigen::Index>(k) * n, n);
    if (k > 0) {
      part -= lower_[k] * x.segment(static_cast<Eigen::Index>(k - 1) * n, n);
    }
    diagonal_[k].triangularView<Eigen::Lower>().solveInPlace(part);
  }
  for (std::size_t k = diagonal_.size(); k-- > 0;) {
    auto part = x.segment(static_cast<Eigen::Index>(k) * n, n);
    if (k + 1 < diagonal_.size()) {
      part -= lower_[k + 1].transpose() * x.segment(static_cast<Eigen::Index>(k + 1) * n, n);
    }
    diagonal_[k].triangularView<Eigen::Lower>().transpose().solveInPlace(part);
  }
  return x;
}

}  // namespace sinew
