#pragma once

#include <memory>
#include <vector>

#include "libanim/model/control.h"
#include "libanim/simulation/ode_world.h"
#include "libanim/simulation/step_frames.h"

namespace sinew {

/// Directions in which a ball joint's angles grow: d(angle[i])/dt = column i . w, for the relative angular velocity w
/// in the joint's axes. Angles as in FigureJoint.
///
/// With d = swing * x, m = x + d and J the left Jacobian of the rotation vector s (w_swing = J ds/dt):
///   d(twist)/dt = w . m / (1 + x . d), because the shortest swing turns at right angles to m;
///   w_swing = w - d(twist)/dt d;  d(s)/dt = J^-1 w_swing.
/// Limits: singular where the swing is half a turn.
[[nodiscard]] Mat3 angle_gradients(const Vec3& angles);

/// The stops of the figure's joints: one-sided rows of a second angular motor, made anew for each step from the state.
///
/// ODE's own stops act when an angle is already beyond them (25 degrees too far at 10 rad/s). These look one step
/// ahead, as contacts do: an angle that is d short of its limit may grow by no more than d in the step. A row is made
/// when the present velocity, or the velocity that the motor is told to reach, would end within kLimitMargin of the
/// limit. Rows are linear and angles are not: when a step ends beyond a limit, `relearn` takes from it what the rows
/// missed. Rows of one try stay in the next: without a stop that it leans on, a joint would go the other way.
///
/// A ball joint's swing is kept below kLargestSwing, because at half a turn the angles change sign. Beyond kSteepSwing,
/// where a small turn changes the angles by much, the twist is not stopped, and the swing only roughly.
class JointLimits {
 public:
  JointLimits(const Figure& figure, OdeWorld& world, double step);
  ~JointLimits();
  JointLimits(const JointLimits&) = delete;
  JointLimits& operator=(const JointLimits&) = delete;

  void set(const Control& control, const StepFrames& frames);
  /// After a step from `before` to `reached`: true when a joint has come beyond a limit by more than kExcess; the rows
  /// are set for another try.
  [[nodiscard]] bool relearn(const StepFrames& before, const StateRecord& reached);
  void want_torques(bool wanted);
  /// Torque of the stops per actuated axis in the last step, which began at `record` (unit: N m).
  void torques(const StateRecord& record, std::vector<double>& result) const;

  static constexpr double kLimitMargin = 0.02;  ///< (unit: rad)
  static constexpr double kExcess = 0.01;       ///< (unit: rad)
  static constexpr double kLargestSwing = 3.0;  ///< (unit: rad)
  static constexpr double kSteepSwing = 2.75;   ///< (unit: rad)

 private:
  enum class Stop { kLower, kUpper, kBoth };
  /// Twist, the two swing angles, and the swing's size; all that is limited.
  using Coordinates = Eigen::Vector4d;
  struct State {
    Mat3 world_from_axes;
    double slack = 0;   ///< at least so far from every limit (unit: rad)
    bool near = false;  ///< a limit may be reached in this step; else the coordinates are not filled in
    Coordinates at;
    Eigen::Matrix<double, 3, 4> gradients;
    Coordinates least, most;  ///< changes in this step, at any velocity that it may have
    Coordinates unforeseen;   ///< what the coordinates did in the last try beyond their linear rows
  };

  /// A hinge's axis, in the parent, and (cos, sin) of half its limits.
  struct Hinge {
    Vec3 axis;
    Eigen::Vector2d lower, upper;
  };

  [[nodiscard]] static Coordinates coordinates(const FigureJoint& joint, const Quat& relative);
  [[nodiscard]] static Eigen::Matrix<double, 3, 4> gradients(const FigureJoint& joint, const Coordinates& at);
  /// How far from a limit a joint at this speed needs no stop (unit: rad).
  [[nodiscard]] double reach_of(double speed) const;
  void load(std::size_t joint, const Vec3& wanted, const StepFrames& frames);
  void extend(State& state, const Vec3& spin) const;
  /// A lower bound of the distance to the limits that needs no angles. `turned`: what the joint has turned from its
  /// neutral pose, in the parent's axes.
  [[nodiscard]] double least_slack(std::size_t joint, const Quat& turned) const;
  /// Whether a joint may have come beyond a limit by more than kExcess.
  [[nodiscard]] static bool may_exceed(const State& state, double turn);
  [[nodiscard]] bool exceeds(std::size_t joint, const StateRecord& reached) const;
  void learn(std::size_t joint, const StateRecord& reached);
  [[nodiscard]] double excess(std::size_t joint, const Coordinates& at) const;
  void add_rows(std::size_t joint);
  void add_stop(std::size_t joint, int coordinate);
  void add_row(std::size_t joint, const Vec3& direction, double speed, Stop stop);

  const Figure& figure_;
  double step_;
  std::vector<Coordinates> lower_;
  std::vector<Coordinates> upper_;
  std::vector<double> nearest_limit_;  ///< the smallest absolute value of a joint's limits
  std::vector<Hinge> hinges_;          ///< per joint; a ball joint's says nothing
  std::vector<State> states_;
  std::vector<dxJoint*> stops_;
  std::vector<int> rows_;  ///< of each joint in this step
  std::unique_ptr<dJointFeedback[]> feedback_;
  bool wanted_ = false;
};

}  // namespace sinew
