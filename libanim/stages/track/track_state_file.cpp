#include "libanim/stages/track/track_state_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libanim/model/take_file.h"
#include "libanim/stages/track/track_state_archive.h"
#include "libanim/support/error.h"
#include "libanim/support/hash.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

constexpr std::string_view kMagic = "SINEWTRK";
constexpr std::size_t kHashDigits = 64;

/// Everything that a tracking run depends on: the take has it all.
std::string run_hash(const Take& take) {
  Take bare = take;
  bare.start = {};
  bare.steps.clear();
  return sha256_hex(encode_take(bare, TakeMeshes::kLeftOut));
}

void demand(bool holds, const char* rule) {
  if (!holds) throw Error::asset("checkpoint", rule);
}

/// Whether a state can be one of this run. What is wrong here would be read out of bounds there.
class StateCheck {
 public:
  StateCheck(const TrackState& state, const Take& take, const TrackOptions& options)
      : state_(state),
        segments_((take.reference.frames() - 1 + options.knot_frames - 1) / options.knot_frames),
        axes_(take.figure.axis_count()),
        bodies_(take.figure.bodies.size() + take.scene.objects.size()),
        options_(options) {}

  void run() const {
    check_counters();
    check_distribution();
    check_tree();
    check_memory();
    check_history();
    check_cma(state_.launch, 6);
  }

 private:
  void check_counters() const {
    demand(state_.visits.size() == to_size(segments_) + 1, "visits: expected an entry per knot");
    for (const int visits : state_.visits) demand(visits >= 0, "visits: a count is negative");
    demand(state_.apart.size() == to_size(segments_), "apart: expected an entry per segment");
    for (const int apart : state_.apart) demand(apart == 0 || apart == 1, "apart: expected 0 or 1");
    for (const int segment : {state_.start, state_.best_end, state_.entered, state_.farthest}) {
      demand(segment >= 0 && segment <= segments_, "window: a segment is outside of the clip");
    }
    demand(state_.start <= state_.best_end, "window: its end is before its start");
    demand(state_.calm_from >= 0 && state_.calm_from <= segments_ + options_.window, "calm_from is out of range");
    demand(state_.stuck >= 0 && state_.iteration >= 0 && state_.steps >= 0, "a counter is negative");
    demand(state_.restarts >= 0 && state_.restarts <= options_.restarts && state_.all_restarts >= 0,
           "restarts: more than the options allow");
    demand(state_.effort >= 1 && state_.effort <= options_.most_effort, "effort: beyond what the options allow");
  }

  static void check_finite(const auto& numbers) { demand(numbers.allFinite(), "a number is not finite"); }

  static void check_cma(const CmaState& cma, Eigen::Index size) {
    demand(cma.mean.size() == size && cma.covariance.rows() == size, "distribution: wrong number of axes");
    for (const Eigen::VectorXd* path : {&cma.path_sigma, &cma.path_c}) {
      demand(path->size() == size || path->size() == 0, "distribution: wrong number of axes in a path");
      check_finite(*path);
    }
    check_finite(cma.mean);
    check_finite(cma.covariance);
    demand(std::isfinite(cma.step_size) && cma.generation >= 0, "distribution: step size or generation");
  }

  void check_distribution() const {
    const auto& segments = state_.distribution.segments;
    demand(segments.size() == to_size(segments_), "distribution: expected an entry per segment");
    for (const auto& clusters : segments) {
      demand(!clusters.empty(), "distribution: a segment without clusters");
      for (const MixtureCluster& cluster : clusters) {
        check_cma(cluster.state, axes_);
        demand(std::isfinite(cluster.weight), "a number is not finite");
      }
    }
    // Transitions elsewhere are set anew when the window comes there.
    for (int s = std::max(0, state_.start - 1); s + 1 < state_.entered; ++s) check_transitions(to_size(s));
  }

  void check_transitions(std::size_t segment) const {
    const auto& segments = state_.distribution.segments;
    for (const MixtureCluster& cluster : segments[segment]) {
      demand(!cluster.next.empty(), "distribution: a cluster that leads nowhere");
      for (const int next : cluster.next) {
        demand(within(next, segments[segment + 1].size()), "distribution: no such next cluster");
      }
    }
  }

  static bool within(int index, std::size_t count) { return index >= 0 && to_size(index) < count; }

  void check_action(const Eigen::VectorXd& action) const {
    demand(action.size() == axes_, "action: wrong number of axes");
    check_finite(action);
  }

  void check_tree() const {
    const auto& nodes = state_.tree.nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) check_node(nodes[i], i);
    demand(!state_.tree.leaves.empty(), "tree: no leaf");
    for (const int leaf : state_.tree.leaves) {
      demand(within(leaf, nodes.size()), "tree: no such leaf");
      demand(nodes[to_size(leaf)].knot == state_.start, "tree: a leaf is not where the window starts");
      if (state_.start == 0) continue;
      const auto& clusters = state_.distribution.segments[to_size(state_.start) - 1];
      demand(within(nodes[to_size(leaf)].cluster, clusters.size()), "tree: no such cluster");
    }
  }

  void check_node(const ControlNode& node, std::size_t index) const {
    if (node.parent < 0) {
      demand(node.parent == -1 && node.knot == 0, "tree: a root is not at the clip's start");
      demand(node.launch.size() == 6, "tree: a root without a launch");
      check_finite(node.launch);
    } else {
      demand(within(node.parent, index), "tree: a parent does not come before its child");
      demand(node.knot == state_.tree.nodes[to_size(node.parent)].knot + 1, "tree: a knot is left out");
    }
    demand(node.knot <= segments_ && node.cluster >= 0, "tree: a node is outside of the clip");
    check_action(node.action);
    demand(std::isfinite(node.cost) && std::isfinite(node.distance), "a number is not finite");
    check_record(node.record);
  }

  void check_record(const StateRecord& record) const {
    demand(record.step >= 0 && record.bodies.size() == bodies_, "record: wrong number of bodies");
    constexpr double kMost = 1e6;  // as Take::validate has it
    for (const BodyState& body : record.bodies) {
      const auto bounded = [](const auto& numbers) {
        return std::ranges::all_of(numbers, [](double x) { return std::abs(x) <= kMost; });
      };
      demand(bounded(body.position) && bounded(body.rotation) && bounded(body.velocity) && bounded(body.spin),
             "record: a number is out of range");
    }
  }

  void check_memory() const {
    const Memory& memory = state_.memory;
    const auto& leaves = state_.tree.leaves;
    demand(memory.leaf == -1 || std::ranges::find(leaves, memory.leaf) != leaves.end(), "memory: no such leaf");
    demand(memory.actions.size() <= to_size(segments_ - state_.start), "memory: longer than the clip");
    for (const Eigen::VectorXd& action : memory.actions) check_action(action);
  }

  void check_history() const {
    demand(state_.history.size() <= to_size(state_.iteration), "history: more entries than iterations");
  }

  const TrackState& state_;
  int segments_;
  Eigen::Index axes_;
  std::size_t bodies_;
  const TrackOptions& options_;
};

std::string read_text(ByteSpan bytes, std::size_t first, std::size_t size) {
  return std::string(as_text(bytes.subspan(first, size)));
}

}  // namespace

Bytes encode_checkpoint(const Take& take, const TrackState& state) {
  ArchiveWriter writer;
  for (const char c : kMagic) writer.value(c);
  writer.value(kCheckpointVersion);
  for (const char c : run_hash(take)) writer.value(c);
  ArchiveSaver saver(writer);
  archive_track_state(saver, state);
  Bytes bytes = writer.bytes();
  const std::string hash = sha256_hex(bytes);
  const ByteSpan digits = as_bytes(hash);
  bytes.insert(bytes.end(), digits.begin(), digits.end());
  return bytes;
}

TrackState decode_checkpoint(ByteSpan bytes, const Take& take, const TrackOptions& options) {
  constexpr std::size_t kHead = kMagic.size() + sizeof kCheckpointVersion + kHashDigits;
  if (bytes.size() < kHead + kHashDigits || read_text(bytes, 0, kMagic.size()) != kMagic) {
    throw Error::asset("", "this is no checkpoint of a tracking run");
  }
  ArchiveReader version_reader(bytes.subspan(kMagic.size()));
  const auto version = version_reader.value<std::uint32_t>();
  if (version != kCheckpointVersion) {
    throw Error::asset("", fmt::format("the checkpoint has version {}; expected {}", version, kCheckpointVersion));
  }
  const ByteSpan content = bytes.first(bytes.size() - kHashDigits);
  if (sha256_hex(content) != read_text(bytes, content.size(), kHashDigits)) {
    throw Error::asset("", "the checkpoint is damaged: its hash is another than the one that it states");
  }
  if (read_text(bytes, kHead - kHashDigits, kHashDigits) != run_hash(take)) {
    throw Error::usage(
        "the checkpoint belongs to another run: the inputs, the options, the seed, the program or the machine differ; "
        "give the same again, or start without --resume");
  }
  ArchiveReader reader(content.subspan(kHead));
  ArchiveLoader loader(reader);
  TrackState state;
  archive_track_state(loader, state);
  if (!reader.at_end()) throw Error::asset("checkpoint", "there are bytes left over");
  StateCheck(state, take, options).run();
  return state;
}

}  // namespace sinew
