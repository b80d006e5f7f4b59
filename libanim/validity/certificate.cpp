#include "libanim/validity/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libanim/support/error.h"
#include "libanim/support/index.h"
#include "libanim/validity/animation_match.h"
#include "libanim/validity/contact_quality.h"
#include "libanim/validity/dynamics.h"
#include "libanim/validity/joint_quality.h"
#include "libanim/validity/skeleton_fit.h"
#include "libanim/validity/tracking_quality.h"

namespace sinew {

namespace {

enum class Need { kRequired, kInformative };

/// Fills a certificate, metric by metric.
class Assessment {
 public:
  Assessment(const Take& take, const ExportedAnimation& animation, const CertificateThresholds& thresholds)
      : take_(take), animation_(animation), thresholds_(thresholds) {}

  Certificate run() {
    certificate_.excesses = take_.excesses;
    certificate_.provenance = take_.provenance;
    add_replay();
    add_animation();
    add_dynamics();
    add_joints();
    add_contacts();
    add_tracking();
    return std::move(certificate_);
  }

 private:
  CertificateMetric& add(std::string name, std::string unit, double value, std::optional<double> threshold, Need need) {
    CertificateMetric& metric = certificate_.metrics.emplace_back();
    metric.name = std::move(name);
    metric.unit = std::move(unit);
    metric.value = value;
    metric.threshold = threshold;
    metric.required = need == Need::kRequired;
    return metric;
  }

  /// Judged by one of the spread's own numbers.
  CertificateMetric& add(std::string name, std::string unit, const Spread& spread, double Spread::*judged,
                         std::optional<double> threshold, Need need = Need::kRequired) {
    CertificateMetric& metric = add(std::move(name), std::move(unit), spread.*judged, threshold, need);
    metric.spread = spread;
    metric.frame = spread.worst;
    return metric;
  }

  void add_replay() {
    const ReplayReport report = replay(take_, replay_kind(take_), thresholds_.replay);
    const bool bitwise = report.kind == ReplayKind::kBitwise;
    const std::string how =
        bitwise ? "bitwise, from the start"
                : fmt::format("another fingerprint: each step from its stored record, within {} m and {} m/s",
                              thresholds_.replay.position, thresholds_.replay.velocity);
    CertificateMetric& records = add("replay", "", report.records_agree() ? 0 : 1, 0, Need::kRequired);
    records.frame = report.record_frame;
    records.note = report.failure.empty() ? how : report.failure;
    CertificateMetric& reports = add("forces", "", report.reports_agree() ? 0 : 1, 0, Need::kRequired);
    reports.frame = report.report_frame;
    reports.note = "stored contacts and torques against those of the replay";
  }

  void add_animation() {
    const Skeleton& skeleton = take_.character.skeleton;
    const double rate = animation_.clip.frame_rate;
    const bool as_recorded =
        std::abs(rate - take_.reference.frame_rate) <= 1e-6 * rate && animation_.root_motion == RootMotion::kKeep;
    const Clip expected = record_clip(take_, {rate, animation_.root_motion});
    const AnimationMatch match = animation_match(skeleton, expected, animation_.skeleton, animation_.clip);
    CertificateMetric& position =
        add("animation_position", "m", match.position, &Spread::max, thresholds_.animation_position);
    if (match.joint >= 0) position.note = skeleton.joints[to_size(match.joint)].name;
    add("animation_rotation", "rad", match.rotation, &Spread::max, thresholds_.animation_rotation);
    // In another form the match has shown that the file holds the records' motion: that is measured.
    own_clip_ = as_recorded ? clip_on(skeleton, animation_.skeleton, animation_.clip) : record_clip(take_);
    add("skeleton_fit", "m", skeleton_fit(take_, own_clip_), &Spread::max, thresholds_.skeleton_fit);
  }

  void add_dynamics() {
    const MomentumBalance balance = momentum_balance(take_);
    add("momentum_linear", "weight x step", balance.linear, &Spread::max, thresholds_.momentum_linear);
    add("momentum_angular", "weight x height x step", balance.angular, &Spread::max, thresholds_.momentum_angular);
    add("momentum_from_animation", "weight", animation_balance(take_, own_clip_), &Spread::rms, std::nullopt,
        Need::kInformative);
  }

  void add_joints() {
    const JointQuality joints = joint_quality(take_);
    CertificateMetric& torque = add("torque_use", "", joints.motor_use, &Spread::max, thresholds_.torque_use);
    if (joints.motor_axis >= 0) torque.note = fmt::format("axis {}", joints.motor_axis);
    add("stop_use", "", joints.stop_use, &Spread::max, std::nullopt, Need::kInformative);
    add("friction_use", "", joints.friction_use, &Spread::max, thresholds_.friction_use, Need::kInformative);
    add("friction_excess", "weight", joints.friction_excess, &Spread::mean, std::nullopt, Need::kInformative);
    add("adhesion", "weight", joints.adhesion, &Spread::max, thresholds_.adhesion);
    CertificateMetric& limits = add("joint_limits", "rad", joints.limit_excess, &Spread::max, thresholds_.limit_excess);
    if (joints.limit_joint >= 0) {
      const FigureJoint& joint = take_.figure.joints[to_size(joints.limit_joint)];
      limits.note = take_.figure.bodies[to_size(joint.child)].name;
    }
    add("anchor_gap", "m", joints.anchor_gap, &Spread::max, thresholds_.anchor_gap);
  }

  void add_contacts() {
    const ContactQuality contacts = contact_quality(take_);
    add("penetration_mean", "m", contacts.penetration, &Spread::mean, thresholds_.penetration_mean);
    add("penetration_p99", "m", contacts.penetration, &Spread::p99, thresholds_.penetration_p99);
    add("float", "m", contacts.float_height, &Spread::mean, std::nullopt, Need::kInformative);
    add("skate", "m/s", contacts.result.speed, &Spread::mean, std::nullopt, Need::kInformative);
    add("skate_source", "m/s", contacts.source.speed, &Spread::mean, std::nullopt, Need::kInformative);
    add("skate_solver", "m/s", contacts.solver_skate, &Spread::mean, std::nullopt, Need::kInformative);
    add("skate_fast_share", "", contacts.result.fast_share, contacts.source.fast_share + thresholds_.fast_skate_share,
        Need::kInformative)
        .note = "at most the source's share and a tenth";
    add("skate_fast_share_source", "", contacts.source.fast_share, std::nullopt, Need::kInformative);
  }

  void add_tracking() {
    const TrackingQuality tracking = tracking_quality(take_);
    add("success", "m", tracking.global, &Spread::max, thresholds_.body_error).note = "mean body error, worst frame";
    add("success_strict", "m", tracking.global, &Spread::max, thresholds_.strict_body_error, Need::kInformative);
    add("incomplete", "", tracking.complete ? 0 : 1, 0, Need::kRequired);
    add("g_mpjpe", "m", tracking.global, &Spread::mean, std::nullopt, Need::kInformative);
    add("mpjpe", "m", tracking.local, &Spread::mean, std::nullopt, Need::kInformative);
    add("root_drift", "m", tracking.root_drift, std::nullopt, Need::kInformative);
    add("heading", "rad", tracking.heading, &Spread::mean, std::nullopt, Need::kInformative);
    add("velocity", "m/s", tracking.velocity, &Spread::mean, std::nullopt, Need::kInformative);
    add("acceleration", "m/s^2", tracking.acceleration, &Spread::mean, std::nullopt, Need::kInformative);
    const Smoothness smooth = smoothness(take_);
    CertificateMetric& jerk = add("jerk", "m/s^3", smooth.jerk, std::nullopt, Need::kInformative);
    jerk.frame = smooth.worst;
    if (!smooth.comparable) jerk.note = "the reference hardly moves: no ratio to its jerk is given";
    add("jerk_source", "m/s^3", smooth.source_jerk, std::nullopt, Need::kInformative);
    if (smooth.comparable) add_jerk_ratios(smooth);
  }

  void add_jerk_ratios(const Smoothness& smooth) {
    add("jerk_ratio", "", smooth.jerk_ratio, thresholds_.jerk_ratio, Need::kInformative).frame = smooth.worst;
    add("jerk_ratio_unfiltered", "", smooth.raw_jerk_ratio, std::nullopt, Need::kInformative);
    add("source_noise", "", smooth.source_noise, std::nullopt, Need::kInformative);
  }

  const Take& take_;
  const ExportedAnimation& animation_;
  const CertificateThresholds& thresholds_;
  Clip own_clip_;  ///< the animation on the take's skeleton and grid
  Certificate certificate_;
};

}  // namespace

void CertificateThresholds::validate() const {
  for (const double value :
       {body_error,         penetration_mean, penetration_p99, momentum_linear, momentum_angular, torque_use,
        friction_use,       adhesion,         limit_excess,    anchor_gap,      skeleton_fit,     animation_position,
        animation_rotation, replay.position,  replay.rotation, replay.velocity, replay.spin,      replay.force,
        strict_body_error,  jerk_ratio,       fast_skate_share}) {
    if (std::isfinite(value) && value >= 0) continue;
    throw Error::usage(fmt::format("certificate: 0 <= threshold < infinity is demanded, found {}", value));
  }
}

bool Certificate::pass() const {
  return std::ranges::none_of(metrics, [](const CertificateMetric& metric) { return metric.violated(); });
}

std::vector<std::string> Certificate::violations() const {
  std::vector<std::string> names;
  for (const CertificateMetric& metric : metrics) {
    if (metric.violated()) names.push_back(metric.name);
  }
  return names;
}

const CertificateMetric* Certificate::find(std::string_view name) const {
  const auto found = std::ranges::find(metrics, name, &CertificateMetric::name);
  return found == metrics.end() ? nullptr : &*found;
}

Certificate certify(const Take& take, const ExportedAnimation& animation, const CertificateThresholds& thresholds) {
  thresholds.validate();
  if (take.frames() == 0) throw Error::asset("take", "no records: it was not tracked yet");
  return Assessment(take, animation, thresholds).run();
}

Certificate certify(const Take& take, const CertificateThresholds& thresholds) {
  if (take.frames() == 0) throw Error::asset("take", "no records: it was not tracked yet");
  const Clip clip = record_clip(take);
  return certify(take, {take.character.skeleton, clip}, thresholds);
}

}  // namespace sinew
