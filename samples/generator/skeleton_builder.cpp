#include "samples/generator/skeleton_builder.h"

namespace sinew::samples {

void SkeletonBuilder::add(const Place& place) {
  Joint joint;
  joint.name = place.name;
  joint.parent = place.parent;
  joint.end_site = place.end_site;
  joint.rest.translation = place.position;
  if (place.parent >= 0) joint.rest.translation -= positions_[static_cast<std::size_t>(place.parent)];
  skeleton_.joints.push_back(joint);
  positions_.push_back(place.position);
}

void SkeletonBuilder::add_pair(std::span<const Place> left) {
  for (const bool right : {false, true}) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      Place place = left[i];
      place.name = (right ? "Right" : "Left") + place.name;
      if (right) place.position.x() *= -1;
      if (right && i > 0) place.parent += static_cast<int>(left.size());
      add(place);
    }
  }
}

}  // namespace sinew::samples
