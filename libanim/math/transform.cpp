#include "libanim/math/transform.h"

namespace sinew {

Mat4 Transform::matrix() const {
  Mat4 m = Mat4::Identity();
  m.topLeftCorner<3, 3>() = rotation.toRotationMatrix();
  m.topRightCorner<3, 1>() = translation;
  return m;
}

}  // namespace sinew
