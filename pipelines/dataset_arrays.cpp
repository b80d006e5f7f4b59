#include "pipelines/dataset_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/kinematics/pose.h"
#include "libanim/learning/control_targets.h"
#include "libanim/model/take_file.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::size_t kBodyNumbers = 13;

/// A table that is filled row by row.
template <typename T>
class Table {
 public:
  explicit Table(std::size_t rows) : rows_(rows) {}
  template <typename Numbers>
  void add(const Numbers& numbers) {
    for (const double x : numbers) items_.push_back(static_cast<T>(x));
  }
  [[nodiscard]] TrainingArray array(ArrayType type) const { return array(type, {rows_, items_.size() / rows_}); }
  [[nodiscard]] TrainingArray array(ArrayType type, std::vector<std::uint64_t> shape) const {
    return make_array<T>(type, std::move(shape), items_);
  }

 private:
  std::size_t rows_;
  std::vector<T> items_;
};

std::vector<double> numbers_of(const StateRecord& record) {
  std::vector<double> row = {static_cast<double>(record.step)};
  row.reserve(1 + kBodyNumbers * record.bodies.size());
  for (const BodyState& body : record.bodies) {
    row.insert(row.end(), body.position.begin(), body.position.end());
    row.insert(row.end(), body.rotation.begin(), body.rotation.end());
    row.insert(row.end(), body.velocity.begin(), body.velocity.end());
    row.insert(row.end(), body.spin.begin(), body.spin.end());
  }
  return row;
}

std::vector<double> numbers_of(const Control& control) {
  std::vector<double> row;
  row.reserve(2 * control.axes.size());
  for (const AxisControl& axis : control.axes) row.push_back(axis.target);
  for (const AxisControl& axis : control.axes) row.push_back(axis.torque_limit);
  return row;
}

/// Force on every body of the figure, mean over the physics steps.
std::vector<double> mean_forces(const Figure& figure, const StepReport& report) {
  std::vector<Vec3> sum(figure.bodies.size(), Vec3::Zero());
  const auto add = [&](int body, const Vec3& force) {
    if (body >= 0 && body < figure.body_count()) sum[to_size(body)] += force;
  };
  for (const SubstepReport& substep : report.substeps) {
    for (const ContactForce& contact : substep.contacts) {
      add(contact.body, contact.force);
      add(contact.other, -contact.force);
    }
  }
  std::vector<double> row;
  for (const Vec3& force : sum) {
    for (const double f : force) row.push_back(f / static_cast<double>(report.substeps.size()));
  }
  return row;
}

std::vector<double> mean_torques(const Figure& figure, const StepReport& report) {
  std::vector<double> row(to_size(figure.axis_count()), 0.0);
  for (const SubstepReport& substep : report.substeps) {
    for (std::size_t i = 0; i < row.size() && i < substep.motor_torque.size(); ++i) {
      row[i] += substep.motor_torque[i] / static_cast<double>(report.substeps.size());
    }
  }
  return row;
}

std::vector<double> reference_row(const Take& setting, int frame) {
  const Skeleton& skeleton = setting.character.skeleton;
  const std::vector<Transform> bodies =
      bodies_from_pose(setting.figure, skeleton, world_at(skeleton, setting.reference, frame));
  const StateRecord record = record_from_bodies(bodies);
  const BodyState& root = record.bodies.front();
  std::vector<double> row(root.position.begin(), root.position.end());
  row.insert(row.end(), root.rotation.begin(), root.rotation.end());
  const Eigen::VectorXd angles = axis_angles(setting.figure, record);
  row.insert(row.end(), angles.begin(), angles.end());
  return row;
}

void add_states(const Episode& episode, TrainingEpisode& out) {
  const std::size_t rows = episode.pairs.size();
  Table<double> states(rows);
  Table<double> next(rows);
  Table<double> controls(rows);
  Table<std::uint8_t> modes(rows);
  for (const TrainingPair& pair : episode.pairs) {
    states.add(numbers_of(pair.state));
    next.add(numbers_of(pair.next));
    controls.add(numbers_of(pair.control));
    modes.add(std::array{pair.control.mode == ControlMode::kPd ? 1.0 : 0.0});
  }
  out.arrays["states"] = states.array(ArrayType::kFloat64);
  out.arrays["next_states"] = next.array(ArrayType::kFloat64);
  out.arrays["controls"] = controls.array(ArrayType::kFloat64);
  out.arrays["control_mode"] = modes.array(ArrayType::kUint8, {rows});
}

void add_scalars(const Episode& episode, TrainingEpisode& out) {
  const std::size_t rows = episode.pairs.size();
  std::vector<double> rewards;
  std::vector<std::int32_t> frames;
  for (const TrainingPair& pair : episode.pairs) {
    rewards.push_back(pair.reward);
    frames.push_back(pair.frame);
  }
  std::vector<std::uint8_t> last(rows, 0);
  const std::vector<std::uint8_t> never(rows, 0);
  last.back() = 1;
  const bool terminated = episode.end == EpisodeEnd::kTerminated;
  const auto flags = [&](const std::vector<std::uint8_t>& f) {
    return make_array<std::uint8_t>(ArrayType::kBool, {rows}, f);
  };
  out.arrays["rewards"] = make_array<double>(ArrayType::kFloat64, {rows}, rewards);
  out.arrays["frames"] = make_array<std::int32_t>(ArrayType::kInt32, {rows}, frames);
  out.arrays["terminations"] = flags(terminated ? last : never);
  out.arrays["truncations"] = flags(terminated ? never : last);
  const std::vector<std::int32_t> dones(last.begin(), last.end());
  out.arrays["dones"] = make_array<std::int32_t>(ArrayType::kInt32, {rows}, dones);
}

void add_splines(const Episode& episode, TrainingEpisode& out) {
  if (episode.splines.points == 0) return;
  const std::size_t rows = episode.pairs.size();
  const SplineForm& form = episode.splines;
  Table<double> splines(rows);
  Table<float> scaled(rows);
  Table<double> bounds(2);
  for (const TrainingPair& pair : episode.pairs) {
    splines.add(pair.spline);
    scaled.add(scale_to_bounds(pair.spline, form.lower, form.upper));
  }
  bounds.add(form.lower);
  bounds.add(form.upper);
  out.arrays["splines"] = splines.array(ArrayType::kFloat64);
  out.arrays["spline_actions"] = scaled.array(ArrayType::kFloat32);
  out.arrays["spline_bounds"] = bounds.array(ArrayType::kFloat64);
}

void add_derived(const Episode& episode, const DatasetForm& form, TrainingEpisode& out) {
  const std::size_t rows = episode.pairs.size();
  const Take& setting = episode.setting;
  const double seconds = 1 / setting.simulation.control_rate;
  const TargetBounds bounds = target_bounds(setting.figure);
  Table<float> actions(rows);
  Table<float> forces(rows);
  Table<float> torques(rows);
  Table<float> reference(rows + 1);
  for (const TrainingPair& pair : episode.pairs) {
    const Eigen::VectorXd targets = control_targets(setting.figure, pair.state, pair.control, seconds);
    actions.add(scale_to_bounds(targets, bounds.lower, bounds.upper));
    forces.add(mean_forces(setting.figure, pair.report));
    torques.add(mean_torques(setting.figure, pair.report));
    reference.add(reference_row(setting, pair.frame));
  }
  reference.add(reference_row(setting, episode.pairs.back().frame + 1));
  const Eigen::MatrixXd seen = episode_features(episode, form.features);
  Table<float> observations(rows + 1);
  for (Eigen::Index i = 0; i < seen.rows(); ++i) observations.add(Eigen::VectorXd(seen.row(i).transpose()));
  out.arrays["observations"] = observations.array(ArrayType::kFloat32);
  out.arrays["actions"] = actions.array(ArrayType::kFloat32);
  out.arrays["contact_forces"] = forces.array(ArrayType::kFloat32, {rows, setting.figure.bodies.size(), 3});
  out.arrays["motor_torques"] = torques.array(ArrayType::kFloat32);
  out.arrays["reference"] = reference.array(ArrayType::kFloat32);
}

/// Reads arrays whose type and shape have to be what the setting demands.
class ArrayReading {
 public:
  explicit ArrayReading(const TrainingEpisode& arrays) : arrays_(arrays) {}

  template <typename T>
  [[nodiscard]] std::vector<T> values(const std::string& name, ArrayType type, std::vector<std::uint64_t> shape) const {
    const TrainingArray& found = arrays_.array(name);
    if (found.type != type || found.shape != shape) {
      throw Error::asset(fmt::format("episode {}, {}", arrays_.name, name),
                         fmt::format("expected {} rows of {} numbers of the type that goes with them", shape.front(),
                                     shape.size() > 1 ? shape[1] : 1));
    }
    return found.values<T>();
  }

 private:
  const TrainingEpisode& arrays_;
};

StateRecord record_of(std::span<const double> row) {
  StateRecord record;
  const double step = row.front();
  // Checked before the conversion, which is undefined for numbers that do not fit.
  if (!(step >= 0 && step <= 9007199254740992.0 && step == std::floor(step))) {
    throw Error::asset("states", "expected a whole number of physics steps");
  }
  record.step = static_cast<std::int64_t>(step);
  for (std::span<const double> rest = row.subspan(1); !rest.empty(); rest = rest.subspan(kBodyNumbers)) {
    BodyState body;
    std::copy_n(rest.begin(), 3, body.position.begin());
    std::copy_n(rest.begin() + 3, 4, body.rotation.begin());
    std::copy_n(rest.begin() + 7, 3, body.velocity.begin());
    std::copy_n(rest.begin() + 10, 3, body.spin.begin());
    record.bodies.push_back(body);
  }
  return record;
}

Control control_of(std::span<const double> row, std::uint8_t mode) {
  Control control;
  control.mode = mode == 0 ? ControlMode::kVelocity : ControlMode::kPd;
  const std::size_t axes = row.size() / 2;
  for (std::size_t i = 0; i < axes; ++i) control.axes.push_back({row[i], row[axes + i]});
  return control;
}

SplineForm spline_form(const TrainingEpisode& arrays, int axes) {
  SplineForm form;
  const auto found = arrays.arrays.find("spline_bounds");
  if (found == arrays.arrays.end()) return form;
  const std::uint64_t width = found->second.shape.size() == 2 ? found->second.shape[1] : 0;
  const auto point = to_size(axes) + 4;
  if (width == 0 || width % point != 0 || width / point > 1000) {
    throw Error::asset("episode " + arrays.name + ", spline_bounds", "expected points x (axes + 4) columns");
  }
  const std::vector<double> bounds =
      ArrayReading(arrays).values<double>("spline_bounds", ArrayType::kFloat64, {2, width});
  const auto size = static_cast<Eigen::Index>(width);
  form.points = static_cast<int>(width / point);
  form.lower = Eigen::Map<const Eigen::VectorXd>(bounds.data(), size);
  form.upper = Eigen::Map<const Eigen::VectorXd>(bounds.data() + size, size);
  return form;
}

}  // namespace

TrainingEpisode training_episode(const Episode& episode, const DatasetForm& form) {
  TrainingEpisode out;
  out.name = episode.name;
  out.split = split_of(form.splits, episode.name);
  out.seed = episode.setting.provenance.seed;
  add_states(episode, out);
  add_scalars(episode, out);
  add_splines(episode, out);
  add_derived(episode, form, out);
  const Bytes setting = encode_take(episode.setting, TakeMeshes::kLeftOut);
  out.arrays["setting"] = {ArrayType::kUint8, {setting.size()}, setting};
  return out;
}

Episode episode_from_arrays(const TrainingEpisode& arrays) {
  Episode episode;
  episode.name = arrays.name;
  episode.setting = decode_take(arrays.array("setting").bytes, "episode " + arrays.name + ", setting");
  const Take& setting = episode.setting;
  const std::uint64_t rows = arrays.pairs();
  const std::size_t axes = to_size(setting.figure.axis_count());
  const std::size_t width = 1 + kBodyNumbers * (setting.figure.bodies.size() + setting.scene.objects.size());
  const ArrayReading read(arrays);
  const auto states = read.values<double>("states", ArrayType::kFloat64, {rows, width});
  const auto next = read.values<double>("next_states", ArrayType::kFloat64, {rows, width});
  const auto controls = read.values<double>("controls", ArrayType::kFloat64, {rows, 2 * axes});
  const auto modes = read.values<std::uint8_t>("control_mode", ArrayType::kUint8, {rows});
  const auto rewards = read.values<double>("rewards", ArrayType::kFloat64, {rows});
  const auto frames = read.values<std::int32_t>("frames", ArrayType::kInt32, {rows});
  const auto ends = read.values<std::uint8_t>("terminations", ArrayType::kBool, {rows});
  episode.splines = spline_form(arrays, setting.figure.axis_count());
  const auto plan = static_cast<std::size_t>(episode.splines.lower.size());
  const std::vector<double> splines =
      plan == 0 ? std::vector<double>() : read.values<double>("splines", ArrayType::kFloat64, {rows, plan});
  episode.end = ends.back() != 0 ? EpisodeEnd::kTerminated : EpisodeEnd::kTruncated;
  const auto row = [](const std::vector<double>& table, std::size_t i, std::size_t columns) {
    return std::span<const double>(table).subspan(i * columns, columns);
  };
  episode.pairs.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    TrainingPair& pair = episode.pairs[i];
    pair.state = record_of(row(states, i, width));
    pair.next = record_of(row(next, i, width));
    pair.control = control_of(row(controls, i, 2 * axes), modes[i]);
    pair.spline = Eigen::Map<const Eigen::VectorXd>(splines.data() + i * plan, static_cast<Eigen::Index>(plan));
    pair.reward = rewards[i];
    pair.frame = frames[i];
  }
  return episode;
}

std::vector<ArrayBlock> observation_blocks(const Figure& figure, const FeatureOptions& options) {
  std::vector<ArrayBlock> blocks;
  for (const FeatureBlock& block : feature_layout(figure, options)) {
    blocks.push_back({block.name, static_cast<std::uint64_t>(block.offset), static_cast<std::uint64_t>(block.size)});
  }
  return blocks;
}

}  // namespace sinew
