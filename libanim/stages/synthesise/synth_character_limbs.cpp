#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "libanim/kinematics/figure_frames.h"
#include "libanim/stages/synthesise/synth_character_rig.h"
#include "libanim/support/index.h"

namespace sinew {

namespace {

/// Centre of the cap at a bone's far end, which touches things.
Vec3 cap_centre(const SynthRig& rig, int body) {
  const auto found = std::ranges::find(rig.figure.points, body, &FigureContactPoint::body);
  const AnatomyBody& bone = rig.anatomy.bodies[to_size(body)];
  const Vec3 end = rig.bodies[to_size(body)] * (bone.end - rig.figure.bodies[to_size(body)].rest_position);
  const Vec3 tip = found == rig.figure.points.end() ? end : rig.point(*found);
  return tip - radius_of(rig, std::array{body}) * (tip - rig.start(body)).normalized();
}

void set_knots(const SynthRig& rig, SynthChain& chain) {
  for (const int bone : chain.bones) chain.knots.push_back(rig.start(bone));
  chain.knots.push_back(chain.end >= 0 ? rig.start(chain.end) : cap_centre(rig, chain.bones.back()));
}

void add_human_limb(const SynthRig& rig, Side side, EffectorKind kind, std::vector<SynthChain>& chains) {
  const bool foot = kind == EffectorKind::kFoot;
  const int upper = find_part(rig.anatomy, foot ? Part::kThigh : Part::kUpperArm, side);
  const int lower = find_part(rig.anatomy, foot ? Part::kShin : Part::kForearm, side);
  SynthChain chain;
  chain.name = fmt::format("{}_{}", side_name(side), foot ? "foot" : "hand");
  chain.kind = kind;
  chain.bones = {upper, lower};
  chain.end = find_part(rig.anatomy, foot ? Part::kFoot : Part::kHand, side);
  set_knots(rig, chain);
  chains.push_back(chain);
}

/// The bodies of a creature's leg from the trunk to the paw.
std::vector<int> leg_bodies(const SynthRig& rig, int paw) {
  std::vector<int> bodies;
  for (int b = paw; b >= 0; b = rig.anatomy.bodies[to_size(b)].parent) {
    const AnatomyBody& body = rig.anatomy.bodies[to_size(b)];
    if (body.side == Side::kCentre || (b != paw && body.part != Part::kLimb)) break;
    bodies.push_back(b);
  }
  std::ranges::reverse(bodies);
  return bodies;
}

/// A leg of a creature. Its knee is where the shorter of the two links is longest. A steep last piece that stands on
/// its tip is a bone as any other; a leg of two pieces needs both to bend.
SynthChain make_leg(const SynthRig& rig, const std::vector<int>& bodies) {
  SynthChain chain;
  chain.bones = bodies;
  if (bodies.size() > 2 && bone_frames(rig.anatomy)[to_size(bodies.back())].sole != Sole::kNone) {
    chain.end = bodies.back();
    chain.bones.pop_back();
  }
  set_knots(rig, chain);
  const int count = static_cast<int>(chain.bones.size());
  double best = -1;
  for (int k = 1; k < count; ++k) {
    const double shorter = std::min(chain.length(0, k), chain.length(k, count));
    if (shorter <= best) continue;
    best = shorter;
    chain.split = k;
  }
  return chain;
}

std::string pair_name(std::size_t pair, std::size_t pairs) {
  if (pairs == 1) return "";
  if (pairs > 3) return fmt::format("{}_", pair + 1);
  if (pair == 0) return "front_";
  return pair + 1 == pairs ? "hind_" : "middle_";
}

/// The legs that carry weight in pairs, from the front backwards, left before right.
std::vector<SynthChain> creature_chains(const SynthRig& rig) {
  struct Pair {
    double ahead = 0;
    std::vector<int> paws;
  };
  std::vector<Pair> pairs;
  for (int b = 0; b < rig.figure.body_count(); ++b) {
    const AnatomyBody& body = rig.anatomy.bodies[to_size(b)];
    if (body.part != Part::kPaw || body.side != Side::kLeft || leg_bodies(rig, b).size() < 2) continue;
    Pair& pair = pairs.emplace_back();
    pair.paws = {b};
    if (body.mirror >= 0 && body.mirror != b) pair.paws.push_back(body.mirror);
    for (const int paw : pair.paws) pair.ahead += rig.start(leg_bodies(rig, paw).front()).z();
    pair.ahead /= static_cast<double>(pair.paws.size());
  }
  std::ranges::stable_sort(pairs, [](const Pair& a, const Pair& b) { return a.ahead > b.ahead; });
  std::vector<SynthChain> chains;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    for (const int paw : pairs[p].paws) {
      SynthChain chain = make_leg(rig, leg_bodies(rig, paw));
      const Side side = rig.anatomy.bodies[to_size(paw)].side;
      chain.name = fmt::format("{}{}_foot", pair_name(p, pairs.size()), side_name(side));
      chains.push_back(chain);
    }
  }
  return chains;
}

}  // namespace

double SynthChain::length(int from, int to) const {
  double sum = 0;
  for (int k = from; k < to; ++k) sum += (knots[to_size(k + 1)] - knots[to_size(k)]).norm();
  return sum;
}

std::vector<SynthChain> find_chains(const SynthRig& rig) {
  if (!rig.anatomy.humanoid) return creature_chains(rig);
  std::vector<SynthChain> chains;
  for (const EffectorKind kind : {EffectorKind::kFoot, EffectorKind::kHand}) {
    for (const Side side : {Side::kLeft, Side::kRight}) add_human_limb(rig, side, kind, chains);
  }
  return chains;
}

std::vector<BodyPlace> body_places(const SynthRig& rig) {
  std::vector<BodyPlace> places(rig.anatomy.bodies.size());
  std::vector<bool> own(places.size(), false);
  for (std::size_t c = 0; c < rig.chains.size(); ++c) {
    const SynthChain& chain = rig.chains[c];
    std::vector<int> pieces = chain.bones;
    if (chain.end >= 0) pieces.push_back(chain.end);
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      places[to_size(pieces[p])] = {static_cast<int>(c), static_cast<int>(p)};
      own[to_size(pieces[p])] = true;
    }
  }
  // Toes, fingers and the like go with what they hang on.
  for (std::size_t b = 1; b < places.size(); ++b) {
    if (!own[b]) places[b] = places[to_size(rig.anatomy.bodies[b].parent)];
  }
  return places;
}

}  // namespace sinew
