#pragma once

#include <string>
#include <vector>

#include "libanim/model/character.h"
#include "libanim/model/figure.h"

namespace sinew {

/// Which bodies a humanoid gets beyond the thirteen that every one has (pelvis, chest, head, upper arms, forearms,
/// thighs, shins, feet). Each costs three degrees of freedom, and the time of a step.
struct AnatomyOptions {
  bool abdomen = false;    ///< the lower spine apart from the chest
  bool neck = false;       ///< apart from the head
  bool clavicles = false;  ///< apart from the chest
  bool hands = false;      ///< apart from the forearms
  bool toes = false;       ///< apart from the feet, where the skeleton has a toe joint
  int max_bodies = 40;     ///< of a non-humanoid: short and thin bones are merged until it has no more
};

/// A body in the making: which joints it takes and how it stands. Parents come before children.
struct AnatomyBody {
  std::string name;
  Part part = Part::kOther;
  Side side = Side::kCentre;
  int mirror = -1;                  ///< as in FigureBody
  int parent = -1;                  ///< body, -1 for the root
  int joint = 0;                    ///< as in FigureBody
  int orientation_joint = 0;        ///< as in FigureBody
  std::vector<int> joints;          ///< as in FigureBody
  Vec3 start = Vec3::Zero();        ///< the bone's two ends in the rest pose, world (unit: m): `joint`, and where the
  Vec3 end = Vec3::Zero();          ///< bone ends (knee of a thigh, top of a head, tip of a foot; a forearm without a
                                    ///< hand of its own ends in the middle of the closed hand)
  Quat neutral = Quat::Identity();  ///< what the body turns, in the world, from the rest pose to the neutral stance
};

/// One line of "what was taken for what".
struct AnatomyMatch {
  std::string part;    ///< "left_thigh"
  std::string joint;   ///< skeleton joint's name
  std::string reason;  ///< "name" or "structure", with what was seen
};

/// How a skeleton divides into bodies.
///
/// The neutral stance of a humanoid: upright, legs straight down, feet flat and pointing ahead (no more than the rest
/// pose turns them out), arms hanging at the sides, elbows such that flexion turns about the figure's left-right axis.
/// That of any other creature is its rest pose.
struct Anatomy {
  bool humanoid = false;
  double height = 0;               ///< of the neutral stance: highest to lowest point of skin or joints (unit: m)
  Quat facing = Quat::Identity();  ///< as in Figure
  std::vector<AnatomyBody> bodies;
  std::vector<AnatomyMatch> matches;
};

/// Finds the parts of a humanoid by names (CMU, Mixamo, Rocketbox's Biped, MakeHuman, VRM, Unreal's and Unity's
/// mannequins, and what these have in common) and by structure where names say nothing; everything else becomes a
/// non-humanoid, divided along its branches. So does what lacks one of the thirteen (legs without feet).
/// A foot or paw that the skeleton keeps apart from its leg (it hangs on the root, where an IK target drives it)
/// becomes the leg's end all the same, and a match "adopted" says so: to show such a pose, that joint's translation
/// must be written too. Of several trees the one with most skin is taken; matches "left out" name the others. Throws
/// Error (kAsset) when the skeleton gives no body at all.
[[nodiscard]] Anatomy find_anatomy(const Character& character, const AnatomyOptions& options = {});

}  // namespace sinew
