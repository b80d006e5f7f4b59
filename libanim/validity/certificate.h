#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libanim/model/take.h"
#include "libanim/validity/record_clip.h"
#include "libanim/validity/replay.h"
#include "libanim/validity/spread.h"

namespace sinew {

/// What a metric may be at most. Required metrics say that the motion is physically valid and true to its record; a
/// take that fails one is refused. The others say how it looks, or what the solver does not keep in every step:
/// friction's bounds follow the normal forces for some rounds only, and with ODE's own solver not at all, so that a
/// contact can hold more than its own normal force allows.
///
/// Numbers given as evidence are of eleven CMU clips at 1/30 and 1/60 s whose poses were simply followed: the figure
/// falls in all of them. Left out of the ranges, because they exceed these thresholds: 88_07 at 1/30 s (anchors 67 mm
/// apart), 90_11 (67 and 17 mm, angular momentum 0.043 and 0.027), and starts beyond the limits (90_11, 140_01).
struct CertificateThresholds {
  // Required.
  double body_error = 0.5;           ///< mean body error of the worst frame: the take follows its reference (unit: m)
  double penetration_mean = 0.002;   ///< (unit: m)
  double penetration_p99 = 0.015;    ///< (unit: m)
  double momentum_linear = 1e-6;     ///< (unit: body weight x step)
  double momentum_angular = 0.03;    ///< walks reach 0.006, flips 0.017 (unit: body weight x height x step)
  double torque_use = 1 + 1e-6;      ///< of the figure's limits; the solver's rounding
  double adhesion = 1e-6;            ///< (unit: body weights)
  double limit_excess = 0.0349;      ///< 2 degrees; stops give way by up to 0.6 (unit: rad)
  double anchor_gap = 0.005;         ///< beyond SimulationOptions::anchor_tolerance, 2 mm (unit: m)
  double skeleton_fit = 0.01;        ///< a limb's gaps add up: up to 4.6 mm (unit: m)
  double animation_position = 1e-5;  ///< (unit: m)
  double animation_rotation = 1e-5;  ///< (unit: rad)
  ReplayTolerance replay;            ///< with another fingerprint
  // Informative.
  double strict_body_error = 0.25;  ///< (unit: m)
  double jerk_ratio = 2;
  double friction_use = 1.4143;   ///< sqrt(2), the corner of the solver's friction pyramid, and its rounding
  double fast_skate_share = 0.1;  ///< result's share of fast skating over the source's

  /// Throws Error (kUsage): every threshold is finite and not negative.
  void validate() const;
};

/// One metric, judged by `value`.
struct CertificateMetric {
  std::string name;  ///< stable: "momentum_linear", "penetration_p99", ...
  std::string unit;  ///< "m", "rad", "" for shares and counts
  double value = 0;
  std::optional<double> threshold;  ///< the most that is allowed; without one the metric is reported only
  bool required = false;
  int frame = -1;                ///< of the worst moment, -1 when there is none
  std::optional<Spread> spread;  ///< over the frames, where the value is taken from one
  std::string note;              ///< what a person needs to know: the joint, the axis, the kind of replay

  [[nodiscard]] bool pass() const { return !threshold || value <= *threshold; }
  /// Whether the take is refused for it.
  [[nodiscard]] bool violated() const { return required && !pass(); }
};

/// Hashes of what a certificate speaks of, SHA-256 in hexadecimal.
struct CertificateHashes {
  std::string configuration;
  std::string program;    ///< the file of the program that certified
  std::string animation;  ///< of the exported file's canonical animation
  std::string take;       ///< of the embedded take's bytes
  std::string payload;    ///< of the two together
};

struct Certificate {
  std::vector<CertificateMetric> metrics;
  std::vector<LimitExcess> excesses;  ///< where the reference went beyond the figure's limits
  Provenance provenance;
  CertificateHashes hashes;  ///< filled by whoever knows the file

  [[nodiscard]] bool pass() const;
  /// Names of the required metrics that fail.
  [[nodiscard]] std::vector<std::string> violations() const;
  [[nodiscard]] const CertificateMetric* find(std::string_view name) const;
};

/// An animation as an exported file has it.
struct ExportedAnimation {
  const Skeleton& skeleton;
  const Clip& clip;
  RootMotion root_motion = RootMotion::kKeep;
};

/// Every metric of a take that was tracked, with the animation of its exported file, in the form that its frame
/// rate and `root_motion` say. Throws Error (kAsset) when the take has no records, or when the animation
/// has other joints or frames.
[[nodiscard]] Certificate certify(const Take& take, const ExportedAnimation& animation,
                                  const CertificateThresholds& thresholds = {});

/// The same with the animation that the records themselves give (record_clip): before there is a file.
[[nodiscard]] Certificate certify(const Take& take, const CertificateThresholds& thresholds = {});

}  // namespace sinew
