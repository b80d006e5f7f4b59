#pragma once

#include <Eigen/Core>

#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace sinew {

/// What a contact may transmit, in its own frame: y is the normal of the patch, x runs along its width, z along its
/// length, moments are about its centre. A force f and a moment m are allowed when
///   0 <= f_y <= most                                                                     (what can be carried)
///   |f_x|, |f_z| <= friction f_y                                                         (friction pyramid)
///   |m_x| <= half_length f_y,  |m_z| <= half_width f_y                                   (pressure inside the patch)
///   |m_y| <= torsion f_y
/// or, for a hand that grabs, when no component of f exceeds grab_force and none of m exceeds grab_moment.
struct ContactCone {
  double friction = 1;
  double half_width = 0;                                  ///< along x (unit: m)
  double half_length = 0;                                 ///< along z (unit: m)
  double torsion = 0;                                     ///< of m_y (unit: m)
  double most = std::numeric_limits<double>::infinity();  ///< of f_y; infinity: no bound (unit: as the wrench)
  bool grabs = false;                                     ///< holds on: pulls as well as pushes
  double grab_force = 1;                                  ///< only for contacts that grab (unit: as the wrench)
  double grab_moment = 0;  ///< only for contacts that grab (unit: as the wrench, times m)

  /// Throws Error (kUsage) unless all numbers are at least 0 and, `most` excepted, finite.
  void validate() const;
};

enum class ContactQpBackend {
  kInteriorPoint,  ///< our own, made for this structure
  kOsqp,           ///< the general solver: the reference, some 25 times slower
};

struct ContactQpOptions {
  ContactQpBackend backend = ContactQpBackend::kInteriorPoint;
  int max_iterations = 60;  ///< of the interior point method

  double unit =
      1;  ///< size of the wrenches that matter, for instance the body's weight; more than 0 (unit: as the wrench)

  /// Weight of the logarithmic barrier at which the interior point method stops, where the unit is 1. A larger one is
  /// faster and smooths more: a constraint keeps the distance sqrt(barrier / weight) where nothing presses against it.
  double barrier = 1e-12;

  /// Throws Error (kUsage) with the violated inequality in words.
  void validate() const;
};

/// What a solution leaves behind for the next, similar problem. It belongs to the problem (the instant of a motion),
/// not to the solver: the thread that happens to solve must not matter.
struct ContactQpStart {
  std::vector<double> numbers;
};

struct ContactQpResult {
  Eigen::VectorXd force;     ///< f: per contact force xyz, moment xyz, in the frame of the contact
  Eigen::VectorXd residual;  ///< r = map f - wrench
  double value = 0;          ///< |r|^2 + f' diag(weights) f + barrier
  double barrier = 0;        ///< what the interior point method's barrier adds: at most some 1e-9 unit^2
  int iterations = 0;
  double violation = 0;  ///< by how much the worst constraint is violated (unit: as the wrench)
  bool converged = false;
};

class ContactQpMethod;

/// The inner problem of contact-invariant optimisation (Mordatch, Todorov, Popovic 2012, eq. 6-7, without controls):
///
///   minimise |map f - wrench|^2 + f' diag(weights) f   subject to the cone of every contact
///
///   map      rows x 6N: from forces in the frames of N contacts to wrenches on the bodies (6 rows per body)
///   wrench   what the bodies need, as seen from their inverse dynamics
///   weights  6N, at least 0: k0 / (c^2 + k1) of the contact variable c
///
/// As the cones do not depend on map, wrench and weights, the envelope theorem gives the derivatives of the value:
///   dvalue/dmap = 2 r f',  dvalue/dwrench = -2 r,  dvalue/dweights_j = f_j^2.
///
/// A solver allocates when it is made and never again. It is not for two threads at once: make one per thread.
/// Limits: the friction pyramid is the square inside which the disc lies, so that diagonal friction is up to sqrt(2)
/// times too strong.
class ContactQpSolver {
 public:
  ContactQpSolver(std::vector<ContactCone> cones, int rows, const ContactQpOptions& options = {});
  ContactQpSolver(ContactQpSolver&&) noexcept;
  ContactQpSolver& operator=(ContactQpSolver&&) noexcept;
  ~ContactQpSolver();

  /// Other cones for the same number of contacts, for instance because the surface below has another friction.
  void set_cones(std::span<const ContactCone> cones);

  /// The result is valid until the next call. `start`, where given, is read unless it is empty, and written.
  const ContactQpResult& solve(const Eigen::Ref<const Eigen::MatrixXd>& map,
                               const Eigen::Ref<const Eigen::VectorXd>& wrench,
                               const Eigen::Ref<const Eigen::VectorXd>& weights, ContactQpStart* start = nullptr);

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] std::span<const ContactCone> cones() const { return cones_; }

 private:
  std::vector<ContactCone> cones_;
  int rows_;
  std::unique_ptr<ContactQpMethod> method_;
  ContactQpResult result_;
};

}  // namespace sinew
