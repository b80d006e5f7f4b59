#include "libanim/simulation/stance_agreement.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "libanim/kinematics/two_bone_ik.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Part of a rotation about the vertical.
Quat heading_of(const Quat& q) {
  Quat heading(q.w(), 0, q.y(), 0);
  if (heading.squaredNorm() < 1e-12) return Quat::Identity();
  return heading.normalized();
}

/// The child of a joint, where its parent is.
Transform hung_on(const FigureJoint& joint, const Transform& parent, const Quat& relative) {
  const Quat rotation = parent.rotation * relative;
  return {parent * joint.parent_anchor - rotation * joint.child_anchor, rotation};
}

/// Middle of the points of a foot that stand in the reference, in the foot's frame; none where none does.
std::optional<Vec3> standing_sole(const Figure& figure, int foot, const ReferenceFrame& frame) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (std::size_t p = 0; p < figure.points.size(); ++p) {
    if (figure.points[p].body != foot || !frame.planted[p]) continue;
    sum += figure.points[p].position;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

/// Per frame: 1 inside of an interval of standing frames, falling to 0 outside of its ends over `ramp` frames. The ends
/// of the clip are none.
std::vector<double> faded(const std::vector<bool>& stands, double ramp) {
  const auto count = static_cast<int>(stands.size());
  std::vector<double> weight(stands.size(), 0);
  for (int f = 0; f < count; ++f) {
    if (!stands[to_size(f)]) continue;
    int begin = f;
    while (begin >= 0 && stands[to_size(begin)]) --begin;
    int end = f;
    while (end < count && stands[to_size(end)]) ++end;
    const double from_begin = begin < 0 ? ramp : f - begin - 0.5;
    const double to_end = end == count ? ramp : end - f - 0.5;
    weight[to_size(f)] = std::clamp(std::min(from_begin, to_end) / ramp, 0.0, 1.0);
  }
  return weight;
}

}  // namespace

/// One leg that stands, in one frame.
struct StanceAgreement::Stance {
  double weight = 0;
  Transform thigh;  ///< by the targets, in the pelvis' frame
  Transform shin;
  Transform foot;    ///< A
  Transform wanted;  ///< B
};

StanceAgreement::StanceAgreement(const Figure& figure, const ReferenceMotion& reference) : joints_(figure.joints) {
  for (const Side side : {Side::kLeft, Side::kRight}) {
    const auto bodies = find_leg(figure, side);
    if (!bodies || joints_[to_size(bodies->thigh) - 1].parent != 0) continue;
    Leg leg{*bodies, {}, {}, {}, {}};
    const FigureJoint& knee = joints_[to_size(leg.shin) - 1];
    leg.bend = knee.axes * Vec3::UnitY() * (knee.upper[1] + knee.lower[1] >= 0 ? 1 : -1);
    std::vector<bool> stands;
    for (const ReferenceFrame& frame : reference.frames) {
      const std::optional<Vec3> sole = standing_sole(figure, leg.foot, frame);
      stands.push_back(sole.has_value());
      leg.sole.push_back(sole.value_or(Vec3::Zero()));
      leg.stand.push_back(frame.bodies[to_size(leg.foot)]);
    }
    leg.weight = faded(stands, kRamp / reference.frame_seconds);
    legs_.push_back(std::move(leg));
  }
}

StanceAgreement::Stance StanceAgreement::stance(const Leg& leg, int frame, const StateRecord& record,
                                                const std::vector<Quat>& target) const {
  const auto hang = [&](int body, const Transform& parent) {
    return hung_on(joints_[to_size(body) - 1], parent, target[to_size(body) - 1]);
  };
  Stance now;
  now.weight = leg.weight[to_size(frame)];
  now.thigh = hang(leg.thigh, Transform{});
  now.shin = hang(leg.shin, now.thigh);
  now.foot = hang(leg.foot, now.shin);
  const Transform foot = record.bodies[to_size(leg.foot)].pose();
  const Transform& stand = leg.stand[to_size(frame)];
  const Vec3& sole = leg.sole[to_size(frame)];
  now.wanted.rotation = heading_of(foot.rotation * stand.rotation.conjugate()) * stand.rotation;
  Vec3 place = foot * sole;
  place.y() = (stand * sole).y();
  now.wanted.translation = place - now.wanted.rotation * sole;
  return now;
}

void StanceAgreement::bend_leg(const Leg& leg, const Stance& stance, const Transform& pelvis,
                               std::vector<Quat>& target) const {
  const Transform agreed = pelvis.inverse() * stance.wanted;
  const Transform foot{stance.foot.translation + stance.weight * (agreed.translation - stance.foot.translation),
                       stance.foot.rotation.slerp(stance.weight, agreed.rotation)};
  const FigureJoint& knee = joints_[to_size(leg.shin) - 1];
  const FigureJoint& ankle = joints_[to_size(leg.foot) - 1];
  const TwoBones bones{joints_[to_size(leg.thigh) - 1].parent_anchor, stance.thigh * knee.parent_anchor,
                       stance.shin * ankle.parent_anchor};
  const TwoBoneTurn turn = correct_two_bones(bones, foot * ankle.child_anchor, stance.thigh.rotation * leg.bend);
  const Quat thigh = turn.upper * stance.thigh.rotation;
  const Quat shin = turn.lower * stance.shin.rotation;
  target[to_size(leg.thigh) - 1] = thigh;
  target[to_size(leg.shin) - 1] = thigh.conjugate() * shin;
  target[to_size(leg.foot) - 1] = shin.conjugate() * foot.rotation;
}

void StanceAgreement::apply(double share, int frame, const StateRecord& record, std::vector<Quat>& target) const {
  const int next = frame + 1;
  if (!(share > 0) || legs_.size() != 2 || legs_[0].weight[to_size(next)] <= 0 || legs_[1].weight[to_size(next)] <= 0)
    return;
  Stance a = stance(legs_[0], next, record, target);
  Stance b = stance(legs_[1], next, record, target);
  const double part = b.weight / (a.weight + b.weight);
  const auto pelvis_by = [](const Stance& s) { return s.wanted.rotation * s.foot.rotation.conjugate(); };
  Transform pelvis;
  pelvis.rotation = pelvis_by(a).slerp(part, pelvis_by(b));
  const auto place = [&](const Stance& s) -> Vec3 {
    return s.wanted.translation - pelvis.rotation * s.foot.translation;
  };
  pelvis.translation = (1 - part) * place(a) + part * place(b);
  a.weight *= share;
  b.weight *= share;
  bend_leg(legs_[0], a, pelvis, target);
  bend_leg(legs_[1], b, pelvis, target);
}

}  // namespace sinew
