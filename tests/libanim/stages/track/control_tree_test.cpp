#include "libanim/stages/track/control_tree.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

ControlNode node(int parent, int knot, double cost) {
  ControlNode result;
  result.parent = parent;
  result.knot = knot;
  result.cost = cost;
  return result;
}

/// Two roots; costs name the nodes.
ControlTree two_roots() {
  //   0 - 2 - 4 - 6      1 - 3
  //         \ 5
  return {{node(-1, 0, 10), node(-1, 0, 11), node(0, 1, 12), node(1, 1, 13), node(2, 2, 14), node(2, 2, 15),
           node(4, 3, 16)},
          {6}};
}

std::vector<double> costs(const ControlTree& tree) {
  std::vector<double> all;
  for (const ControlNode& n : tree.nodes) all.push_back(n.cost);
  return all;
}

TEST(ControlTree, PathsGoFromTheRoot) {
  const ControlTree tree = two_roots();
  EXPECT_EQ(tree.path_to(6), (std::vector<int>{0, 2, 4, 6}));
  EXPECT_EQ(tree.path_to(3), (std::vector<int>{1, 3}));
  EXPECT_EQ(tree.path_to(1), (std::vector<int>{1}));
}

TEST(ControlTree, DeadEndsGoAndAncestorsStay) {
  ControlTree tree = two_roots();
  tree.forget_dead_ends();
  EXPECT_EQ(costs(tree), (std::vector<double>{10, 12, 14, 16}));
  EXPECT_EQ(tree.leaves, (std::vector<int>{3}));
  EXPECT_EQ(tree.path_to(3), (std::vector<int>{0, 1, 2, 3}));
}

TEST(ControlTree, LeavesKeepTheirOrderAndMayShareAncestors) {
  ControlTree tree = two_roots();
  tree.leaves = {5, 3, 4};
  tree.forget_dead_ends();
  EXPECT_EQ(costs(tree), (std::vector<double>{10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(tree.leaves, (std::vector<int>{5, 3, 4}));
  tree.leaves = {3};
  tree.forget_dead_ends();
  EXPECT_EQ(costs(tree), (std::vector<double>{11, 13}));
  EXPECT_EQ(tree.path_to(tree.leaves[0]), (std::vector<int>{0, 1}));
}

TEST(ControlTree, ALeafThatIsAnAncestorOfAnotherStays) {
  ControlTree tree = two_roots();
  tree.leaves = {6, 2};
  tree.forget_dead_ends();
  EXPECT_EQ(costs(tree), (std::vector<double>{10, 12, 14, 16}));
  EXPECT_EQ(tree.leaves, (std::vector<int>{3, 1}));
}

}  // namespace
}  // namespace sinew
