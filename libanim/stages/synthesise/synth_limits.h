#pragma once

namespace sinew {

/// What a motion must keep to pass (check_motion).
inline constexpr double kSynthTaskPosition = 0.05;  ///< (unit: m)
inline constexpr double kSynthTaskAngle = 0.1745;   ///< 10 degrees (unit: rad)
inline constexpr double kSynthTaskVelocity = 0.5;   ///< of timed goals (unit: m/s)
inline constexpr double kSynthForce = 0.02;         ///< RMS (unit: body weights)
inline constexpr double kSynthMoment = 0.02;        ///< RMS (unit: body weights x m)
inline constexpr double kSynthDistance = 0.01;      ///< (unit: m)
inline constexpr double kSynthSlip = 0.03;          ///< (unit: m/s)
inline constexpr double kSynthPenetration = 0.01;   ///< (unit: m)
inline constexpr double kSynthStretch = 0.01;       ///< of a limb beyond its links' length (unit: m)

/// What a motion keeps in every moment to be called balanced. Hero's get-ups from the back that pass on average have up
/// to 0.16 weights x m where they leave the seat, and fall over there in simulation; one with 0.023 does not.
inline constexpr double kSynthForcePeak = 0.05;   ///< (unit: body weights)
inline constexpr double kSynthMomentPeak = 0.03;  ///< (unit: body weights x m)

/// c from which a contact counts as active: its forces then cost less than 1 % of what those of an idle contact cost.
/// Searches end with c at 0 or above 10.
inline constexpr double kSynthActive = 1;

}  // namespace sinew
