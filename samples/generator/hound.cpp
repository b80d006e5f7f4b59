#include "samples/generator/hound.h"

#include <array>

#include "samples/generator/skeleton_builder.h"

namespace sinew::samples {

Skeleton hound_skeleton() {
  SkeletonBuilder builder;
  const std::array<Place, 8> trunk{{{"Pelvis", kNoParent, {0, 0.560, -0.250}},
                                    {"Spine1", kPelvis, {0, 0.575, -0.130}},
                                    {"Spine2", kHoundSpine1, {0, 0.570, 0.020}},
                                    {"Chest", kHoundSpine2, {0, 0.560, 0.160}},
                                    {"Neck1", kHoundChest, {0, 0.590, 0.290}},
                                    {"Neck2", kHoundNeck1, {0, 0.680, 0.365}},
                                    {"Head", kHoundNeck2, {0, 0.765, 0.425}},
                                    {"Nose", kHoundHead, {0, 0.730, 0.630}, true}}};
  for (const Place& place : trunk) builder.add(place);
  const std::array<Place, kForeJoints> fore{{{"Scapula", kHoundChest, {0.050, 0.590, 0.180}},
                                             {"ForeUpperLeg", kLeftScapula, {0.078, 0.440, 0.275}},
                                             {"ForeLowerLeg", kLeftForeUpperLeg, {0.082, 0.330, 0.160}},
                                             {"ForePastern", kLeftForeLowerLeg, {0.080, 0.110, 0.170}},
                                             {"ForePaw", kLeftForePastern, {0.080, 0.028, 0.195}},
                                             {"ForeToes", kLeftForePaw, {0.080, 0.014, 0.245}, true}}};
  builder.add_pair(fore);
  const std::array<Place, kHindJoints> hind{{{"HindUpperLeg", kPelvis, {0.070, 0.515, -0.270}},
                                             {"HindLowerLeg", kLeftHindUpperLeg, {0.085, 0.325, -0.185}},
                                             {"HindPastern", kLeftHindLowerLeg, {0.080, 0.165, -0.345}},
                                             {"HindPaw", kLeftHindPastern, {0.080, 0.028, -0.305}},
                                             {"HindToes", kLeftHindPaw, {0.080, 0.014, -0.255}, true}}};
  builder.add_pair(hind);
  const std::array<Place, 4> tail{{{"Tail1", kPelvis, {0, 0.575, -0.335}},
                                   {"Tail2", kTail1, {0, 0.545, -0.440}},
                                   {"Tail3", kTail2, {0, 0.510, -0.540}},
                                   {"TailEnd", kTail3, {0, 0.495, -0.640}, true}}};
  for (const Place& place : tail) builder.add(place);
  return builder.skeleton();
}

}  // namespace sinew::samples
