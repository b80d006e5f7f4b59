#include "libanim/kinematics/anatomy_names.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

struct Named {
  const char* name;
  JointWord word;
  Side side;
};

class JointNames : public testing::TestWithParam<Named> {};

TEST_P(JointNames, SayWhatTheyAre) {
  const JointName read = read_joint_name(GetParam().name);
  EXPECT_EQ(read.word, GetParam().word) << GetParam().name;
  EXPECT_EQ(read.side, GetParam().side) << GetParam().name;
}

constexpr Side kL = Side::kLeft;
constexpr Side kR = Side::kRight;
constexpr Side kC = Side::kCentre;

INSTANTIATE_TEST_SUITE_P(
    Families, JointNames,
    testing::Values(Named{"mixamorig:LeftUpLeg", JointWord::kThigh, kL},
                    Named{"mixamorigRightForeArm", JointWord::kForearm, kR},
                    Named{"Bip01 L Calf", JointWord::kShin, kL}, Named{"Bip01 R UpperArm", JointWord::kUpperArm, kR},
                    Named{"Bip01", JointWord::kNone, kC}, Named{"Character1_LeftToeBase", JointWord::kToe, kL},
                    Named{"b_l_upleg", JointWord::kThigh, kL}, Named{"p_r_upleg_twist3", JointWord::kHelper, kR},
                    Named{"def-thigh.L", JointWord::kThigh, kL}, Named{"CC_Base_R_Thigh", JointWord::kThigh, kR},
                    Named{"J_Bip_L_UpperArm", JointWord::kUpperArm, kL},
                    Named{"J_Bip_C_UpperChest", JointWord::kTrunk, kC}, Named{"leftLowerLeg", JointWord::kShin, kL},
                    Named{"thigh_l", JointWord::kThigh, kL}, Named{"spine_01", JointWord::kTrunk, kC},
                    Named{"LHipJoint", JointWord::kPelvis, kL}, Named{"lhipjoint", JointWord::kPelvis, kL},
                    Named{"LowerBack", JointWord::kTrunk, kC}, Named{"rfemur", JointWord::kThigh, kR},
                    Named{"upperleg01.L", JointWord::kThigh, kL}, Named{"lShldr", JointWord::kShoulder, kL},
                    Named{"lTorso_Clavicle", JointWord::kClavicle, kL}, Named{"torso_head", JointWord::kHead, kC},
                    Named{"leg_joint_R_2", JointWord::kLeg, kR}, Named{"arm_upper.L", JointWord::kUpperArm, kL},
                    Named{"Lefthand", JointWord::kHand, kL}, Named{"handslot.r", JointWord::kAttachment, kR},
                    Named{"kneeIK.l", JointWord::kHelper, kL}, Named{"RightHandIndex1", JointWord::kDetail, kR},
                    Named{"REye", JointWord::kDetail, kR}, Named{"FrontUpperLeg.L", JointWord::kNone, kL},
                    Named{"LeftForeUpperLeg", JointWord::kNone, kL}, Named{"LeftForeFoot", JointWord::kToe, kL},
                    Named{"wing_1_L", JointWord::kNone, kL}, Named{"左ひざ", JointWord::kShin, kL},
                    Named{"右足首", JointWord::kFoot, kR}, Named{"__UpLeg_L", JointWord::kHelper, kL},
                    Named{"joint_12", JointWord::kNone, kC}, Named{"root", JointWord::kReference, kC},
                    Named{"leg", JointWord::kLeg, kC}, Named{":", JointWord::kNone, kC},
                    Named{"\xE2\x80", JointWord::kNone, kC}));

}  // namespace
}  // namespace sinew
