"""`sinew retarget` as users meet it.    retarget_test.py PROGRAM SOURCE_DIR"""
import math
import sys
import tempfile
import unittest
from pathlib import Path

from program import Program, data_folder

SINEW = Program(sys.argv[1])
SOURCE = Path(sys.argv[2])
SAMPLES = SOURCE / "samples" / "data"
HERO = SAMPLES / "hero.glb"
HOUND = SAMPLES / "hound.glb"
WALK = SAMPLES / "walk.bvh"
TROT = SAMPLES / "trot.bvh"
DATA = data_folder(SOURCE)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tmp = Path(self.folder.name)

    def retarget(self, *arguments):
        envelope = SINEW.json("retarget", *arguments)
        self.assertTrue(envelope["ok"], envelope)
        return envelope["data"]

    def refuse(self, code, *arguments):
        envelope = SINEW.json("retarget", *arguments)
        self.assertFalse(envelope["ok"])
        self.assertEqual(envelope["exit_code"], code, envelope)
        return envelope["error"]["message"]


class SameSkeleton(Case):
    def test_passes_through(self):
        out = self.tmp / "out.glb"
        data = self.retarget(WALK, "-c", HERO, "-o", out, "--no-clean")
        self.assertTrue(out.exists())
        report = data["reports"][0]["retarget"]
        self.assertTrue(report["same_skeleton"], report)
        self.assertNotIn("clean", data["reports"][0])
        self.assertLess(data["reread"]["position_error"], 1e-5)

    def test_a_creature_too(self):
        data = self.retarget(TROT, "-c", HOUND, "-o", self.tmp / "out.glb")
        self.assertTrue(data["reports"][0]["retarget"]["same_skeleton"])


class Scenes(Case):
    def test_the_motion_is_laid_over_the_ground(self):
        scene = SOURCE / "samples" / "scenes" / "rough.toml"
        data = self.retarget(WALK, "-c", HERO, "-o", self.tmp / "rough.glb", "--scene", scene)
        notes = [note for note in data["ledger"] if note["code"] == "terrain"]
        self.assertEqual(len(notes), 3, notes)  # the root and two feet
        self.assertFalse([note for note in data["ledger"] if "beyond the scene's ground" in note["message"]])
        off = ("--set", "terrain.adapt=false")
        data = self.retarget(WALK, "-c", HERO, "-o", self.tmp / "off.glb", "--scene", scene, *off)
        self.assertFalse([note for note in data["ledger"] if note["code"] == "terrain"])

    def test_level_ground_changes_no_byte(self):
        self.retarget(WALK, "-c", HERO, "-o", self.tmp / "a.glb")
        flat = ("--scene", SOURCE / "samples" / "scenes" / "flat.toml")
        self.retarget(WALK, "-c", HERO, "-o", self.tmp / "b.glb", *flat, "--set", "terrain.settle=false")
        self.assertEqual((self.tmp / "a.glb").read_bytes(), (self.tmp / "b.glb").read_bytes())

    def test_on_level_ground_feet_are_settled(self):
        flat = ("--scene", SOURCE / "samples" / "scenes" / "flat.toml")
        data = self.retarget(WALK, "-c", HERO, "-o", self.tmp / "settled.glb", *flat)
        notes = [note["message"] for note in data["ledger"] if note["code"] == "terrain"]
        self.assertEqual(len(notes), 3, notes)  # the root and two feet
        self.assertIn("laid flat on the ground", notes[0])


class Files(Case):
    def test_every_format_and_the_map(self):
        flag = ("--set", "retarget.same_skeleton=false")
        dumped = self.tmp / "map.toml"
        first = self.retarget(WALK, "-c", HERO, "-o", self.tmp / "a.glb", "--dump-map", dumped, *flag)
        self.assertFalse(first["reports"][0]["retarget"]["same_skeleton"])
        self.assertIn("[[pair]]", dumped.read_text())
        for name in ("b.gltf", "b.bvh", "b.glb"):
            self.retarget(WALK, "-c", HERO, "-o", self.tmp / name, "--map", dumped, *flag)
        self.assertEqual((self.tmp / "a.glb").read_bytes(), (self.tmp / "b.glb").read_bytes())

    def test_a_map_may_keep_a_joint_at_rest(self):
        chosen = self.tmp / "map.toml"
        chosen.write_text('[[pair]]\ntarget = "Head"\nsource = ""\n')
        data = self.retarget(WALK, "-c", HERO, "-o", self.tmp / "a.glb", "--map", chosen)
        self.assertIn("Head", data["reports"][0]["retarget"]["resting"])
        chosen.write_text('[[pair]]\ntarget = "Heads"\nsource = ""\n')
        self.assertIn("Heads", self.refuse(3, WALK, "-c", HERO, "-o", self.tmp / "b.glb", "--map", chosen))
        self.assertFalse((self.tmp / "b.glb").exists())

    def test_dry_run_writes_nothing(self):
        data = self.retarget(WALK, "-c", HERO, "-o", self.tmp / "a.glb", "--dump-map", self.tmp / "m.toml", "--dry-run")
        self.assertFalse(data["written"])
        self.assertGreater(data["bytes"], 1000)
        self.assertEqual(list(self.tmp.iterdir()), [])

    def test_existing_files_are_kept(self):
        out = self.tmp / "a.glb"
        out.write_text("mine")
        self.refuse(2, WALK, "-c", HERO, "-o", out)
        self.assertEqual(out.read_text(), "mine")
        self.retarget(WALK, "-c", HERO, "-o", out, "--force")
        self.assertNotEqual(out.read_bytes(), b"mine")

    def test_crop_comes_before_everything(self):
        data = self.retarget(WALK, "-c", HERO, "-o", self.tmp / "a.glb", "--crop", "10f:30f", "--no-clean")
        self.assertEqual(data["clips"][0]["frames"], 21)


class Refusals(Case):
    def test_a_person_is_no_dog(self):
        message = self.refuse(3, WALK, "-c", HOUND, "-o", self.tmp / "a.glb")
        self.assertIn("expected two of a kind", message)
        self.assertEqual(list(self.tmp.iterdir()), [])

    def test_wrong_options(self):
        self.refuse(2, WALK, "-c", HERO, "-o", self.tmp / "a.obj")
        self.refuse(2, WALK, "-c", HERO, "-o", self.tmp / "a.glb", "--set", "retarget.tilted=0.1")
        self.refuse(2, WALK, "-c", HERO, "-o", self.tmp / "a.glb", "--set", "clean.odd=1")
        self.refuse(2, WALK, "-c", HERO, "-o", self.tmp / "a.glb", "--clip", "none")


@unittest.skipIf(DATA is None, "no test data (set SINEW_TEST_DATA)")
class RealData(Case):
    def test_a_cmu_walk_on_the_sample_character(self):
        out = self.tmp / "walk.glb"
        data = self.retarget(DATA / "bvh" / "cmu" / "02_01.bvh", "-c", HERO, "-o", out)
        report = data["reports"][0]
        self.assertEqual(report["clean"]["first_frame"], 1)
        self.assertTrue(report["clean"]["drift_removed"])
        feet = {limb["limb"]: limb for limb in report["retarget"]["limbs"]}
        self.assertGreaterEqual(feet["left_foot"]["plants"], 3)
        self.assertLess(feet["left_foot"]["missed"], 0.01)
        codes = {note["code"] for note in data["ledger"]}
        self.assertLessEqual({"teleport", "crop", "ground-level", "retarget", "foot-plant"}, codes)
        # It walks as far as its legs are long: 3.0 m of the source, scaled.
        clip = SINEW.json("inspect", out)["data"]["clips"][0]
        self.assertEqual(clip["frames"], 343)
        self.assertTrue(math.isfinite(report["retarget"]["root_scale"]))

    def test_the_same_bytes_twice(self):
        for name in ("a.glb", "b.glb"):
            self.retarget(DATA / "bvh" / "cmu" / "13_11.bvh", "-c", HERO, "-o", self.tmp / name)
        self.assertEqual((self.tmp / "a.glb").read_bytes(), (self.tmp / "b.glb").read_bytes())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
