#include "tests/benchmarks/mujoco_peer.h"

#include <mujoco/mujoco.h>

#include <cstring>
#include <vector>

#include "libanim/math/rotation.h"
#include "libanim/simulation/figure_state.h"
#include "libanim/support/error.h"
#include "libanim/support/index.h"

namespace sinew::bench {
namespace {

constexpr int kSettlingSteps = 24;

mjModel* load(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "figure.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[0], text.data(), text.size());
  char message[1000] = "";
  mjModel* model = mj_loadXML("figure.xml", files.get(), message, sizeof message);
  mj_deleteVFS(files.get());
  if (model == nullptr) throw Error::internal(std::string("MuJoCo refuses the figure: ") + message);
  return model;
}

}  // namespace

struct MujocoPeer::Implementation {
  Figure figure;
  mjModel* model = nullptr;
  mjData* data = nullptr;
  std::vector<mjtNum> position;
  std::vector<mjtNum> velocity;
  std::vector<mjtNum> warm_start;  ///< the solver's guess that belongs to the state
  double contacts = 0;
  double steps = 0;

  void restore();
};

void MujocoPeer::Implementation::restore() {
  std::memcpy(data->qpos, position.data(), position.size() * sizeof(mjtNum));
  std::memcpy(data->qvel, velocity.data(), velocity.size() * sizeof(mjtNum));
  std::memcpy(data->qacc_warmstart, warm_start.data(), warm_start.size() * sizeof(mjtNum));
}

MujocoPeer::MujocoPeer(const Figure& figure) : implementation_(std::make_unique<Implementation>()) {
  implementation_->figure = figure;
  implementation_->model = load(mujoco_model(figure));
  implementation_->data = mj_makeData(implementation_->model);
}

MujocoPeer::~MujocoPeer() {
  mj_deleteData(implementation_->data);
  mj_deleteModel(implementation_->model);
}

// Ball joints: relative rotation, and the relative angular velocity in the child's axes. Free joint: the velocity of
// the origin in the world, the spin in the body's axes.
void MujocoPeer::set_start(const StateRecord& record, bool settle) {
  Implementation& i = *implementation_;
  i.contacts = i.steps = 0;
  i.position.clear();
  i.velocity.clear();
  const auto add_rotation = [&](const Quat& q) { i.position.insert(i.position.end(), {q.w(), q.x(), q.y(), q.z()}); };
  const auto add_velocity = [&](const Vec3& v) { i.velocity.insert(i.velocity.end(), {v.x(), v.y(), v.z()}); };
  const BodyState& root = record.bodies[0];
  for (const double x : root.position) i.position.push_back(x);
  add_rotation(root.pose().rotation);
  add_velocity(root.linear());
  add_velocity(root.pose().rotation.conjugate() * root.angular());
  const std::vector<Quat> relative = joint_rotations(i.figure, record);
  for (int body = 1; body < i.model->nbody - 1; ++body) {
    // MuJoCo numbers bodies depth first; its body 0 is the world.
    const char* name = mj_id2name(i.model, mjOBJ_BODY, body + 1);
    const std::size_t k = to_size(i.figure.find_body(std::string_view(name)).value()) - 1;
    const FigureJoint& joint = i.figure.joints[k];
    const BodyState& parent = record.bodies[to_size(joint.parent)];
    const BodyState& child = record.bodies[to_size(joint.child)];
    const Vec3 spin = child.pose().rotation.conjugate() * (child.angular() - parent.angular());
    if (joint.kind == JointKind::kHinge) {
      const Vec3 axis = joint.axes * Vec3::UnitY();
      i.position.push_back(log_rotation(relative[k]).dot(axis));
      i.velocity.push_back(spin.dot(axis));
    } else {
      add_rotation(relative[k]);
      add_velocity(spin);
    }
  }
  if (to_size(i.model->nq) != i.position.size() || to_size(i.model->nv) != i.velocity.size())
    throw Error::internal("MuJoCo's figure has another number of joint axes");
  i.warm_start.assign(i.velocity.size(), 0);
  i.restore();
  std::memset(i.data->ctrl, 0, to_size(i.model->nu) * sizeof(mjtNum));
  for (int s = 0; settle && s < kSettlingSteps; ++s) mj_step(i.model, i.data);
  i.position.assign(i.data->qpos, i.data->qpos + i.model->nq);
  i.velocity.assign(i.data->qvel, i.data->qvel + i.model->nv);
  mj_forward(i.model, i.data);
  i.warm_start.assign(i.data->qacc, i.data->qacc + i.model->nv);
}

double MujocoPeer::step(const Control& control) {
  Implementation& i = *implementation_;
  i.restore();
  for (std::size_t k = 0; k < control.axes.size(); ++k)
    i.data->ctrl[k] = control.axes[k].target * control.axes[k].torque_limit;
  for (int s = 0; s < 4; ++s) {
    mj_step(i.model, i.data);
    i.contacts += i.data->ncon;
  }
  i.steps += 4;
  return i.data->qpos[1];
}

double MujocoPeer::mean_contacts() const { return implementation_->contacts / implementation_->steps; }

}  // namespace sinew::bench
