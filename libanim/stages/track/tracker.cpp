#include "libanim/stages/track/tracker.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "libanim/stages/track/mixture_adaption.h"
#include "libanim/stages/track/start_state.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// The cluster whose mean is nearest to an action.
int nearest_cluster(const std::vector<MixtureCluster>& clusters, const Eigen::VectorXd& action) {
  int nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < clusters.size(); ++k) {
    const double distance = (clusters[k].state.mean - action).squaredNorm();
    if (distance < least) {
      least = distance;
      nearest = static_cast<int>(k);
    }
  }
  return nearest;
}

}  // namespace

Tracker::Tracker(const TrackProblem& problem, WorldPool& pool) : problem_(problem), pool_(pool) {
  state_.distribution = first_distribution(problem);
  state_.launch = first_launch(problem.options());
  state_.tree = {{start_node(problem, pool.front(), state_.launch.mean)}, {0}};
  state_.visits.assign(to_size(problem.segments()) + 1, 0);
  state_.apart.assign(to_size(problem.segments()), 0);
}

Tracker::Tracker(const TrackProblem& problem, WorldPool& pool, TrackState state)
    : problem_(problem), pool_(pool), state_(std::move(state)) {}

int Tracker::window_end() const {
  const TrackOptions& options = problem_.options();
  return std::min({problem_.segments(), state_.best_end + options.growth, state_.start + options.window});
}

int Tracker::sample_count() const {
  const TrackOptions& options = problem_.options();
  const bool far = !state_.history.empty() && state_.history.back().distance > options.far;
  return options.samples * std::max(state_.effort, far ? options.far_effort : 1);
}

void Tracker::enter_segments(int end) {
  const double spread = state_.effort == 1 ? 1 : std::pow(problem_.options().restart_spread, state_.restarts);
  for (; state_.entered < end; ++state_.entered) {
    enter_segment(state_.distribution, problem_, state_.entered, spread);
  }
}

void Tracker::iterate() {
  const TrackOptions& options = problem_.options();
  const Rng rng = Rng(options.seed, {0x7472ULL}).derive(static_cast<std::uint64_t>(state_.iteration++));
  const int end = window_end();
  enter_segments(end);
  const int samples = sample_count();
  if (options.search_start && state_.start == 0) draw_starts(rng.derive(2), samples);
  const TrialTree trial = sample_tree(problem_, pool_, state_.tree, state_.distribution, state_.memory,
                                      {state_.start, end, samples, rng.derive(0), state_.apart});
  for (std::size_t layer = 1; layer < trial.layers.size(); ++layer) {
    state_.steps +=
        static_cast<std::int64_t>(samples) * problem_.segment_frames(trial.start + static_cast<int>(layer) - 1);
  }
  const auto count = static_cast<int>(options.elites * samples);
  const std::vector<Trajectory> elites = latest_trajectories(problem_, trial, std::max(count, 2));
  note(trial, elites, end, samples);
  if (elites.empty()) return restart();
  state_.best_end = state_.start + elites.front().length();
  remember(trial, elites.front());
  update_visits(state_.start + elites[elites.size() / 2].length());
  if (options.search_start && state_.start == 0) adapt_starts(trial, elites);
  adapt_distribution(state_.distribution, problem_, trial, elites, rng.derive(1));
  move_window(trial, elites);
}

void Tracker::draw_starts(const Rng& rng, int samples) {
  std::vector<Eigen::VectorXd> launches{state_.launch.mean};
  if (state_.memory.leaf >= 0) {
    launches.push_back(state_.tree.nodes[to_size(state_.memory.leaf)].launch);
    state_.memory.leaf = 1;
  }
  const CmaSampler sampler(state_.launch);
  for (int i = static_cast<int>(launches.size()); i < std::max(2, samples / 4); ++i) {
    Rng stream = rng.derive(to_size(i));
    launches.push_back(sampler.draw(stream));
  }
  state_.tree = {};
  for (const Eigen::VectorXd& launch : launches) {
    state_.tree.leaves.push_back(static_cast<int>(state_.tree.nodes.size()));
    state_.tree.nodes.push_back(start_node(problem_, pool_.front(), launch));
  }
}

void Tracker::adapt_starts(const TrialTree& trial, std::span<const Trajectory> elites) {
  Eigen::MatrixXd launches(state_.launch.dimension(), static_cast<Eigen::Index>(elites.size()));
  for (std::size_t i = 0; i < elites.size(); ++i) {
    const int root = trial.layers[0][to_size(elites[i].nodes[0])].parent;
    launches.col(static_cast<Eigen::Index>(i)) = state_.tree.nodes[to_size(root)].launch;
  }
  adapt_launch(state_.launch, launches, problem_.options());
}

void Tracker::update_visits(int median_end) {
  for (int knot = state_.start + 1; knot <= median_end; ++knot) ++state_.visits[to_size(knot)];
}

int Tracker::next_start(int median_end) const {
  const TrackOptions& options = problem_.options();
  const bool full = options.window >= problem_.segments() || median_end == problem_.segments() ||
                    median_end >= state_.start + options.window;
  int next = state_.start;
  // Without a full look-ahead the first segments would be settled by what they do to themselves alone.
  while (full && next < median_end && state_.visits[to_size(next + 1)] >= options.iterations) ++next;
  return next;
}

bool Tracker::stands_still() const {
  const TrackOptions& options = problem_.options();
  const int last = std::min(problem_.segments(), state_.start + options.window);
  const int seen = std::min(state_.stuck, static_cast<int>(state_.history.size()));  // a checkpoint is not trusted
  if (state_.best_end >= last || seen < options.standstill) return false;
  const auto recent = std::span(state_.history).last(to_size(options.standstill));
  return std::ranges::all_of(recent, [&](const TrackIteration& i) { return i.best_end == state_.best_end; });
}

void Tracker::move_window(const TrialTree& trial, std::span<const Trajectory> elites) {
  const int median_end = state_.start + elites[elites.size() / 2].length();
  const int next = next_start(median_end);
  if (next == state_.start) {
    if (++state_.stuck > problem_.options().patience || stands_still()) restart();
    return;
  }
  keep_starts(trial, elites, next - state_.start);
  state_.start = next;
  state_.stuck = 0;
  state_.history.back().moved = true;
  if (state_.start >= state_.calm_from) state_.effort = 1;
  if (state_.start > state_.farthest) {
    state_.farthest = state_.start;
    state_.restarts = state_.start > state_.calm_from ? 0 : state_.restarts;
  }
}

void Tracker::keep_starts(const TrialTree& trial, std::span<const Trajectory> elites, int layers) {
  std::vector<std::vector<int>> grown;
  grown.reserve(trial.layers.size());
  for (const auto& layer : trial.layers) grown.emplace_back(layer.size(), -1);
  std::vector<int> leaves;
  const auto& clusters = state_.distribution.segments[to_size(state_.start + layers - 1)];
  std::vector<bool> has_leaf(clusters.size(), false);
  const auto most = to_size(problem_.options().starts);
  const auto keep = [&](bool first_of_cluster) {
    for (const Trajectory& t : elites) {
      if (leaves.size() >= std::max(most, first_of_cluster ? clusters.size() : 0)) return;
      if (t.length() < layers || grown[to_size(layers)][to_size(t.nodes[to_size(layers)])] >= 0) continue;
      const TrialNode& node = trial.layers[to_size(layers)][to_size(t.nodes[to_size(layers)])];
      const auto cluster = to_size(nearest_cluster(clusters, node.action));
      if (first_of_cluster && has_leaf[cluster]) continue;
      has_leaf[cluster] = true;
      leaves.push_back(grow(trial, t, layers, grown));
    }
  };
  keep(true);   // the best of each cluster, as in the paper
  keep(false);  // then whatever is best
  // The first leaf is the one that the best trajectory goes through.
  const int remembered = grown[to_size(layers)][to_size(elites.front().nodes[to_size(layers)])];
  std::iter_swap(leaves.begin(), std::find(leaves.begin(), leaves.end(), remembered));
  state_.tree.leaves = leaves;
  state_.memory.leaf = remembered;
  state_.memory.actions.erase(state_.memory.actions.begin(), state_.memory.actions.begin() + layers);
  // memory.leaf is leaves.front(); its index changes with the others.
  state_.tree.forget_dead_ends();
  state_.memory.leaf = state_.tree.leaves.front();
}

int Tracker::grow(const TrialTree& trial, const Trajectory& trajectory, int layers,
                  std::vector<std::vector<int>>& grown) {
  int parent = trial.layers[0][to_size(trajectory.nodes[0])].parent;  // node of the control tree
  const ControlNode& best = state_.tree.nodes[to_size(state_.tree.leaves.front())];
  const double cost_before = best.cost;
  const double distance_before = best.distance;
  for (int layer = 1; layer <= layers; ++layer) {
    const int index = trajectory.nodes[to_size(layer)];
    int& place = grown[to_size(layer)][to_size(index)];
    if (place < 0) {
      const TrialNode& node = trial.layers[to_size(layer)][to_size(index)];
      const auto& clusters = state_.distribution.segments[to_size(trial.start + layer - 1)];
      place = static_cast<int>(state_.tree.nodes.size());
      state_.tree.nodes.push_back({parent,
                                   trial.start + layer,
                                   nearest_cluster(clusters, node.action),
                                   node.action,
                                   node.record,
                                   cost_before + node.cost,
                                   distance_before + node.distance,
                                   {}});
    }
    parent = place;
  }
  return parent;
}

void Tracker::remember(const TrialTree& trial, const Trajectory& best) {
  state_.memory.leaf = trial.layers[0][to_size(best.nodes[0])].parent;
  state_.memory.actions.clear();
  for (int layer = 1; layer <= best.length(); ++layer) {
    state_.memory.actions.push_back(trial.layers[to_size(layer)][to_size(best.nodes[to_size(layer)])].action);
  }
}

void Tracker::restart() {
  const TrackOptions& options = problem_.options();
  if (state_.restarts >= options.restarts) {
    state_.lost = true;
    return;
  }
  ++state_.restarts;
  ++state_.all_restarts;
  if (!state_.history.empty()) state_.history.back().restarted = true;
  state_.calm_from = std::max(state_.calm_from, std::max(state_.best_end, state_.start) + options.window);
  state_.effort = std::min(1 << std::min(state_.restarts, 30), options.most_effort);  // more would overflow
  // One window back for the first attempt, two for the second.
  const int back = std::max(0, state_.start - state_.restarts * options.window);
  int node = state_.tree.leaves.front();
  while (state_.tree.nodes[to_size(node)].knot > back) node = state_.tree.nodes[to_size(node)].parent;
  state_.tree.leaves = {node};
  state_.tree.forget_dead_ends();
  state_.start = state_.tree.nodes[to_size(state_.tree.leaves.front())].knot;
  state_.best_end = state_.start;
  state_.entered = state_.start;
  state_.stuck = 0;
  state_.memory = {};
  std::fill(state_.visits.begin() + state_.start, state_.visits.end(), 0);
  // Legs that agree cannot shift the weight from one to the other: that takes a knee that pushes against the other.
  const int calm = std::min(state_.calm_from, problem_.segments());
  std::fill(state_.apart.begin() + state_.start, state_.apart.begin() + calm, 1);
}

void Tracker::note(const TrialTree& trial, std::span<const Trajectory> elites, int end, int samples) {
  TrackIteration now;
  now.start = state_.start;
  now.end = end;
  now.samples = samples;
  if (!elites.empty()) {
    const Trajectory& best = elites.front();
    int frames = 0;
    for (int s = 0; s < best.length(); ++s) frames += problem_.segment_frames(state_.start + s);
    now.best_end = state_.start + best.length();
    now.median_end = state_.start + elites[elites.size() / 2].length();
    now.cost = best.mean_cost;
    now.distance = trial.layers[to_size(best.length())][to_size(best.nodes.back())].distance / frames;
  }
  for (int s = state_.start; s < end; ++s) {
    now.clusters = std::max(now.clusters, static_cast<int>(state_.distribution.segments[to_size(s)].size()));
  }
  state_.history.push_back(now);
}

std::vector<int> Tracker::best_path() const {
  const auto& leaves = state_.tree.leaves;
  return state_.tree.path_to(*std::min_element(leaves.begin(), leaves.end(), [&](int a, int b) {
    return state_.tree.nodes[to_size(a)].cost < state_.tree.nodes[to_size(b)].cost;
  }));
}

const StateRecord& Tracker::best_start() const { return state_.tree.nodes[to_size(best_path().front())].record; }

std::vector<Eigen::VectorXd> Tracker::actions_of(const std::vector<int>& path) const {
  std::vector<Eigen::VectorXd> actions;
  for (const int node : path) {
    if (state_.tree.nodes[to_size(node)].parent >= 0) actions.push_back(state_.tree.nodes[to_size(node)].action);
  }
  return actions;
}

std::vector<Eigen::VectorXd> Tracker::best_actions() const { return actions_of(best_path()); }

std::vector<Eigen::VectorXd> Tracker::latest_actions() const {
  const Memory& memory = state_.memory;
  if (memory.leaf < 0) return best_actions();
  std::vector<Eigen::VectorXd> actions = actions_of(state_.tree.path_to(memory.leaf));
  actions.insert(actions.end(), memory.actions.begin(), memory.actions.end());
  return actions;
}

}  // namespace sinew
