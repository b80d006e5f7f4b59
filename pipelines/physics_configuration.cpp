#include "pipelines/physics_configuration.h"

#include <algorithm>
#include <array>
#include <span>

#include "libanim/kinematics/figure_words.h"
#include "pipelines/config_keys.h"

namespace sinew {

namespace {

// In the order of the enums.
constexpr std::array<std::string_view, 3> kSelfCollisionWords = {"off", "legs", "all"};
constexpr std::array<std::string_view, 2> kMotorWords = {"bounded", "checked"};
constexpr std::array<std::string_view, 2> kKernelWords = {"stock", "fast"};

template <typename Enum>
ConfigKey enum_key(std::string name, Enum initial, std::span<const std::string_view> words, std::string help) {
  return word_key(std::move(name), words[static_cast<std::size_t>(initial)], std::move(help),
                  {words.begin(), words.end()});
}

template <typename Enum>
Enum enum_value(const Config& config, std::string_view name, std::span<const std::string_view> words) {
  return static_cast<Enum>(std::ranges::find(words, config.text(name)) - words.begin());
}

std::vector<ConfigKey> figure_keys() {
  const FigureOptions o;
  return {
      number_key("figure.mass", o.mass, "kg", 0, 1e6,
                 "mass of the whole figure: 0 takes it from the height (humanoids) or the volume (others)"),
      number_key("figure.density", o.density, "kg/m^3", 1, 1e5, "of figures that are no humanoids, where mass is 0"),
      enum_key("figure.feet", o.feet, kFootWords, "shape of a humanoid's feet"),
      enum_key("figure.ankles", o.ankles, kJointWords, "ball turns about three axes, hinge lifts the toes alone"),
      number_key("figure.torque_scale", o.torque_scale, "", 0, 1e6,
                 "multiplies all torque limits: raise it if strong motions fail, 1 is a strong human"),
      flag_key("figure.abdomen", o.anatomy.abdomen,
               "the lower spine as a body of its own: set it if a bending trunk looks like a board"),
      flag_key("figure.neck", o.anatomy.neck, "the neck as a body of its own"),
      flag_key("figure.clavicles", o.anatomy.clavicles,
               "the clavicles as bodies of their own: set it if raised arms look dislocated"),
      flag_key("figure.hands", o.anatomy.hands, "the hands as bodies of their own: set it if hands push or hold"),
      flag_key("figure.toes", o.anatomy.toes,
               "the toes as bodies of their own: set it if heels do not leave the ground as they should"),
      number_key("figure.max_bodies", std::int64_t{o.anatomy.max_bodies}, "", 1, 1000,
                 "of figures that are no humanoids: short and thin bones are merged until there are no more; lower it "
                 "if steps "
                 "take too long"),
  };
}

std::vector<ConfigKey> simulation_keys() {
  const SimulationOptions o;
  return {
      number_key("simulation.control_rate", o.control_rate, "Hz", 1, 10'000, "how often the motors get new targets"),
      number_key("simulation.substeps", std::int64_t{o.substeps}, "", 1, 1000,
                 "physics steps per control: raise it if joints part or fast feet sink in; the time grows with it"),
      number_key("simulation.joint_erp", o.joint_erp, "", 0, 1,
                 "share of a joint's error corrected per step: lower it if joints ring, raise it if they part"),
      number_key(
          "simulation.anchor_tolerance", o.anchor_tolerance, "m", 0, 1,
          "gap at a joint beyond which a step is repeated with the turns that it made: raise it for speed, lower "
          "it if limbs come off in fast motion"),
      number_key("simulation.contact_erp", o.contact_erp, "", 0, 1,
                 "share of a penetration corrected per step: raise it if feet sink, lower it if they hop"),
      number_key("simulation.cfm", o.cfm, "", 0, 1,
                 "softness of joints and contacts of a figure of 70 kg and 1.75 m, as ODE has it; others in "
                 "proportion: raise it if the solver complains, lower it if a "
                 "standing figure sags"),
      flag_key("simulation.speculative", o.speculative,
               "contacts are made before the touch, so that a fast foot does not sink in"),
      number_key("simulation.contact_margin", o.contact_margin, "m", 0, 1,
                 "gap below which such contacts are made: raise it if fast feet sink in"),
      number_key("simulation.friction_rounds", std::int64_t{o.friction_rounds}, "", 0, 1000,
                 "how often friction's bounds may be brought in line with the pressure that friction leaves; 0: ODE's "
                 "own friction, which holds feet that do not press"),
      flag_key("simulation.joint_limits", o.joint_limits, "joints stop at their limits"),
      enum_key("simulation.self_collision", o.self_collision, kSelfCollisionWords,
               "which bodies of a figure collide with each other: set it if legs pass through each other"),
      flag_key("simulation.thin_contacts", o.thin_contacts,
               "at most two contact points for bodies that are neither feet nor hands: faster when lying"),
      enum_key("simulation.motors", o.motors, kMotorWords,
               "bounded: torque limits are part of the contact problem; checked: only those that are exceeded, by "
               "repeating the step"),
      enum_key("simulation.kernels", o.kernels, kKernelWords,
               "fast: own code for the solver's triangular systems, checked at the start; stock: that of ODE"),
      number_key("simulation.pd_stiffness", o.pd_stiffness, "1/rad", 1e-9, 1e9,
                 "of PD control, as a multiple of the torque limit"),
      number_key("simulation.pd_damping", o.pd_damping, "s/rad", 0, 1e9,
                 "of PD control, as a multiple of the torque limit"),
  };
}

}  // namespace

std::vector<ConfigKey> physics_keys() {
  std::vector<ConfigKey> keys = figure_keys();
  for (ConfigKey& key : simulation_keys()) keys.push_back(std::move(key));
  return keys;
}

FigureOptions figure_options(const Config& config) {
  FigureOptions o;
  o.mass = config.number("figure.mass");
  o.density = config.number("figure.density");
  o.feet = enum_value<FootShape>(config, "figure.feet", kFootWords);
  o.ankles = enum_value<JointKind>(config, "figure.ankles", kJointWords);
  o.torque_scale = config.number("figure.torque_scale");
  o.anatomy.abdomen = config.flag("figure.abdomen");
  o.anatomy.neck = config.flag("figure.neck");
  o.anatomy.clavicles = config.flag("figure.clavicles");
  o.anatomy.hands = config.flag("figure.hands");
  o.anatomy.toes = config.flag("figure.toes");
  o.anatomy.max_bodies = static_cast<int>(config.integer("figure.max_bodies"));
  o.validate();
  return o;
}

SimulationOptions simulation_options(const Config& config) {
  SimulationOptions o;
  o.control_rate = config.number("simulation.control_rate");
  o.substeps = static_cast<int>(config.integer("simulation.substeps"));
  o.joint_erp = config.number("simulation.joint_erp");
  o.contact_erp = config.number("simulation.contact_erp");
  o.anchor_tolerance = config.number("simulation.anchor_tolerance");
  o.cfm = config.number("simulation.cfm");
  o.speculative = config.flag("simulation.speculative");
  o.friction_rounds = static_cast<int>(config.integer("simulation.friction_rounds"));
  o.contact_margin = config.number("simulation.contact_margin");
  o.joint_limits = config.flag("simulation.joint_limits");
  o.self_collision = enum_value<SelfCollision>(config, "simulation.self_collision", kSelfCollisionWords);
  o.thin_contacts = config.flag("simulation.thin_contacts");
  o.motors = enum_value<MotorSolve>(config, "simulation.motors", kMotorWords);
  o.kernels = enum_value<LcpKernels>(config, "simulation.kernels", kKernelWords);
  o.pd_stiffness = config.number("simulation.pd_stiffness");
  o.pd_damping = config.number("simulation.pd_damping");
  o.validate();
  return o;
}

}  // namespace sinew
