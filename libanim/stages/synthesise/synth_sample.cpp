#include "libanim/stages/synthesise/synth_sample.h"

namespace sinew {

SampleCost::SampleCost(const SampleIndex& given, bool with_hessian) : index(given), second_order(with_hessian) {
  gradient.resize(index.size());
  if (second_order) {
    hessian.resize(index.size(), index.size());
  }
  clear();
}

void SampleCost::clear(int highest) {
  order = highest;
  value = 0;
  gradient.setZero();
  if (second_order) {
    hessian.topLeftCorner(used(), used()).setZero();
  }
}

}  // namespace sinew
