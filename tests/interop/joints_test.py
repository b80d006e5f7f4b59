"""The comparison itself: it must pair the right joints and notice wrong ones."""
import copy
import unittest

import joints


def ours(names, parents, frames):
    return {"joints": [{"name": n, "parent": p} for n, p in zip(names, parents)],
            "samples": [{"frame": f, "time": f / 30, "positions": positions} for f, positions in enumerate(frames)]}


def theirs(bones, parents, frames, objects=(), object_frames=None):
    samples = []
    for f, heads in enumerate(frames):
        tails = [[x, y + 0.5, z] for x, y, z in heads]
        samples.append({"armatures": [{"heads": heads, "tails": tails}], "objects": object_frames[f] if object_frames else []})
    named = [{"name": b, "parent": None if p is None else bones[p]} for b, p in zip(bones, parents)]
    return {"armatures": [{"name": "Armature", "bones": named}], "samples": samples,
            "objects": [{"name": o, "type": "EMPTY", "parent": None, "parent_bone": None, "animated": False} for o in objects]}


FRAMES = [[[0, 1, 0], [0, 1.4, 0], [0.2, 1.8, 0]], [[0.1, 1, 0], [0.1, 1.4, 0], [0.4, 1.7, 0]]]


class Compare(unittest.TestCase):
    def test_equal_joints_agree(self):
        found = joints.compare(ours(["hips", "left arm", "hand"], [-1, 0, 1], FRAMES), theirs(["hips", "left_arm", "hand"], [None, 0, 1], FRAMES))
        self.assertEqual((found.joints, found.frames, found.error, found.missing, found.extra), (3, 2, 0.0, [], []))

    def test_one_joint_off_in_one_frame_is_noticed(self):
        moved = copy.deepcopy(FRAMES)
        moved[1][2][0] += 0.0015
        found = joints.compare(ours(["a", "b", "c"], [-1, 0, 1], moved), theirs(["a", "b", "c"], [None, 0, 1], FRAMES))
        self.assertAlmostEqual(found.error, 1.5, places=6)
        self.assertEqual(found.where, "c at frame 1")

    def test_not_a_number_is_an_error(self):
        moved = copy.deepcopy(FRAMES)
        moved[0][0][0] = float("nan")
        found = joints.compare(ours(["a", "b", "c"], [-1, 0, 1], moved), theirs(["a", "b", "c"], [None, 0, 1], FRAMES))
        self.assertFalse(found.error <= 1.0)

    def test_missing_bone_and_extra_joint_are_reported(self):
        found = joints.compare(ours(["a", "b", "mine"], [-1, 0, 1], FRAMES), theirs(["a", "b", "yours"], [None, 0, 1], FRAMES))
        self.assertEqual((found.missing, found.extra), (["yours"], ["mine"]))

    def test_repeated_names_are_told_apart_by_their_ancestors(self):
        names, parents = ["root", "left", "tip", "right", "tip_2"], [-1, 0, 1, 0, 3]
        frames = [[[0, 0, 0], [1, 0, 0], [1, 1, 0], [-1, 0, 0], [-1, 1, 0]]]
        order = [0, 1, 4, 3, 2]  # Blender numbers them the other way round
        other = theirs(["root", "left", "tip", "right", "tip.001"], [None, 0, 3, 0, 1], [[frames[0][i] for i in order]])
        answer = ours(names, parents, frames)
        self.assertEqual(joints.compare(answer, other).error, 0.0)
        for joint in answer["joints"]:
            joint["source_name"] = joint["name"].removesuffix("_2")
        self.assertEqual(joints.compare(answer, other).error, 0.0)

    def test_end_sites_are_tails(self):
        frames = [[[0, 1, 0], [0, 1.5, 0]]]
        found = joints.compare(ours(["head", "head_end"], [-1, 0], frames), theirs(["head"], [None], [[frames[0][0]]]))
        self.assertEqual((found.joints, found.error, found.extra), (2, 0.0, []))

    def test_long_names_are_cut_as_blender_cuts_them(self):
        name = "x" * 70
        found = joints.compare(ours([name], [-1], [[[0, 0, 0]]]), theirs(["x" * 63], [None], [[[0, 0, 0]]]))
        self.assertEqual(found.joints, 1)

    def test_turn_of_a_leaf_is_noticed(self):
        answer, other = ours(["a"], [-1], [[[0, 0, 0]], [[0, 0, 0]]]), theirs(["a"], [None], [[[0, 0, 0]], [[0, 0, 0]]])
        for sample, turned in zip(answer["samples"], ([0, 0, 0, 1], [0, 0, 0.5 ** 0.5, 0.5 ** 0.5])):
            sample["rotations"] = [turned]
        for sample in other["samples"]:
            sample["armatures"][0]["rotations"] = [[0, 1, 0, 0]]  # other axes at rest, no turn
        self.assertAlmostEqual(joints.compare(answer, other).angle, 90.0, places=6)


if __name__ == "__main__":
    unittest.main()
