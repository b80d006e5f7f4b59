"""`sinew bake` as users meet it.    bake_test.py PROGRAM SOURCE_DIR"""
import json
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import Program

SINEW = Program(str(Path(sys.argv[1]).resolve()))
SOURCE = Path(sys.argv[2]).resolve()
SAMPLES = SOURCE / "samples" / "data"
HERO = SAMPLES / "hero.glb"
WALK = SAMPLES / "walk.bvh"

# Most of a second of a walk with few samples, 0.2 s of processor time; and two seconds with more, 1.4 s: enough to be
# interrupted in the middle.
SHORT = (WALK, "-c", HERO, "--crop", "0.2:0.9", "--set", "track.samples=24", "--set", "track.iterations=4",
         "--set", "refine.samples=20")
LONGER = (WALK, "-c", HERO, "--crop", "0.2:2.2", "--set", "track.samples=48", "--set", "track.iterations=6",
          "--set", "refine.samples=20")


def interrupt(out, number, *options):
    """Sends a signal to a run that has settled a third of its frames; gives its exit status and what it said."""
    command = [SINEW.path, "bake", *map(str, LONGER), "-o", str(out), "--progress", "json", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if line.startswith("{") and json.loads(line)["frame"] >= 20:
                break
        process.send_signal(number)
        errors = process.communicate(timeout=120)[1]
    return process.returncode, errors


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tmp = Path(self.folder.name)
        self.out = self.tmp / "out.glb"
        self.checkpoint = self.tmp / "out.glb.checkpoint"

    def bake(self, code, *arguments, out=None):
        """What --json has; an error's message when there is one."""
        envelope = SINEW.json("bake", *arguments, "-o", out or self.out)
        self.assertEqual(envelope["exit_code"], code, envelope.get("error", envelope.get("data", {}).get("sentence")))
        return envelope["data"] if "data" in envelope else envelope["error"]["message"]

    def files(self):
        return sorted(p.name for p in self.tmp.iterdir())


class Straight(unittest.TestCase):
    """One run, looked at from all sides."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.tmp = Path(cls.folder.name)
        cls.out = cls.tmp / "one.glb"
        cls.result = SINEW.run("bake", *LONGER, "-o", cls.out, "--threads", "1", "--take", cls.tmp / "one.take")

    def test_the_table_and_the_sentence(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        for expected in ("momentum_linear", "success", "pass"):
            self.assertIn(expected, self.result.stdout)
        self.assertNotIn("FAIL", self.result.stdout)
        self.assertIn("followed 60 of 60 frames", self.result.stderr)
        self.assertEqual(sorted(p.name for p in self.tmp.iterdir() if p.name.startswith("one")), ["one.glb", "one.take"])

    def test_it_verifies(self):
        data = SINEW.json("verify", self.out)["data"]
        self.assertTrue(data["pass"], data["failures"])
        self.assertEqual((data["frames"], data["replay"]), (61, "bitwise"))
        provenance = data["certificate"]["provenance"]
        self.assertEqual([i["file"] for i in provenance["inputs"]], ["walk.bvh", "hero.glb"])
        self.assertEqual(SINEW.run("verify", self.tmp / "one.take").returncode, 0)

    def test_threads_and_folders_do_not_matter(self):
        for threads in ("2", "7"):
            other = self.tmp / f"threads{threads}.glb"
            result = SINEW.run("bake", *LONGER, "-o", other.name, "--threads", threads, cwd=self.tmp)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(other.read_bytes(), self.out.read_bytes(), f"{threads} threads")

    def test_a_kill_and_resume_gives_the_same_bytes(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number.name):
                out = self.tmp / f"{number.name}.glb"
                checkpoint = self.tmp / f"{number.name}.glb.checkpoint"
                code, errors = interrupt(out, number, "--checkpoint-every", "0.05s")
                if number == signal.SIGKILL:
                    self.assertEqual(code, -number)
                else:
                    self.assertEqual(code, 128 + number, errors)
                    self.assertIn("--resume", errors)
                self.assertFalse(out.exists())
                self.assertTrue(checkpoint.exists())
                result = SINEW.run("bake", *LONGER, "-o", out, "--resume")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(out.read_bytes(), self.out.read_bytes())
                self.assertFalse(checkpoint.exists())


class Budget(Case):
    def test_exit_5_until_it_is_done(self):
        data = self.bake(5, *SHORT, "--budget", "0.00001s")
        self.assertEqual((data["end"], data["written"]), ("budget", False))
        self.assertEqual(self.files(), ["out.glb.checkpoint"])
        data = self.bake(5, *SHORT, "--cpu-budget", "0.00001s", "--resume")
        self.assertTrue(data["resumed"])
        self.assertEqual(len(data["track"]["history"]), 2)
        # Another run than the one that was stopped.
        self.assertIn("another run", self.bake(2, *SHORT, "--resume", "--seed", "2"))
        self.assertIn("another run", self.bake(2, *SHORT, "--resume", "--set", "track.weight.pose=0.31"))
        self.checkpoint.write_bytes(self.checkpoint.read_bytes()[:-1])
        self.assertIn("damaged", self.bake(3, *SHORT, "--resume"))
        self.assertEqual(self.files(), ["out.glb.checkpoint"])

    def test_a_take_that_is_not_refined_yet_is_there(self):
        """Tracking takes a tenth of this budget, refinement with so many samples twenty times it."""
        many = (*SHORT[:-1], "refine.samples=3000")
        data = self.bake(5, *many, "--cpu-budget", "2s")
        self.assertEqual((data["end"], data["written"]), ("budget", True))
        self.assertIn("in refinement: the best so far is written", data["sentence"])
        self.assertEqual(self.files(), ["out.glb", "out.glb.checkpoint"])
        verified = SINEW.json("verify", self.out)["data"]
        self.assertTrue(verified["pass"], verified["failures"])
        self.assertNotIn("was not followed", json.dumps(data["ledger"]))
        self.assertIn("exists", self.bake(2, *many))
        # What is there is replaced by the run that left it.
        self.assertTrue(self.bake(5, *many, "--cpu-budget", "2s", "--resume")["resumed"])

    def test_times_are_times(self):
        for text in ("soon", "-3s", "0"):
            self.assertIn("expected a time", self.bake(2, *SHORT, f"--budget={text}"))


class Failures(Case):
    LOST = ("--set", "track.lost_distance=0.002", "--set", "track.restarts=0")

    def test_lost_control(self):
        data = self.bake(1, *SHORT, *self.LOST)
        self.assertEqual(data["end"], "lost")
        self.assertIn("control was lost near frame", data["sentence"])
        self.assertEqual(self.files(), [])

    def test_a_certificate_that_fails(self):
        """Joints whose errors are never mended come apart: the file is written, and says so."""
        data = self.bake(1, *SHORT, "--no-refine", "--set", "simulation.joint_erp=0", "--set", "simulation.anchor_tolerance=1",
                         "--set", "track.sigma_legs=0.3", "--set", "track.sigma_arms=0.3")
        self.assertEqual((data["end"], data["written"]), ("below-quality", True))
        self.assertIn("anchor_gap", data["sentence"])
        self.assertFalse(data["certificate"]["pass"])
        self.assertEqual(SINEW.run("verify", self.out).returncode, 1)

    def test_what_was_followed_can_be_kept(self):
        code, errors = interrupt(self.out, signal.SIGTERM, "--keep-failed")
        self.assertEqual(code, 128 + signal.SIGTERM, errors)
        self.assertIn("was not followed", errors)
        self.assertEqual(self.files(), ["out.glb", "out.glb.checkpoint"])
        data = SINEW.json("verify", self.out)["data"]
        self.assertTrue(data["pass"], data["failures"])
        self.assertLess(data["frames"], 61)


class Forms(Case):
    def test_in_place_at_the_rate_of_the_source(self):
        self.bake(0, *SHORT, "--root-motion", "in-place", "--fps", "source")
        self.assertEqual(SINEW.run("verify", self.out).returncode, 0)
        clip = SINEW.json("inspect", self.out)["data"]["clips"][0]
        self.assertEqual((clip["frame_rate"], clip["frames"]), (60, 43))

    def test_the_motion_s_own_skeleton_on_a_scene(self):
        scene = SOURCE / "samples" / "scenes" / "flat.toml"
        data = self.bake(0, WALK, *SHORT[3:], "--scene", scene)
        self.assertEqual([i["role"] for i in data["inputs"]], ["reference", "scene"])
        self.assertEqual(SINEW.run("verify", self.out).returncode, 0)


class Requests(Case):
    def test_dry_run(self):
        data = self.bake(0, *SHORT, "--dry-run")
        refined = 20 * 21 * 21  # samples, frames of a horizon of 0.7 s, frames
        self.assertEqual((data["frames"], data["expected_steps"]), (22, 24 * 4 * 21 + refined))
        self.assertEqual(self.bake(0, *SHORT, "--no-refine", "--dry-run")["expected_steps"], 24 * 4 * 21)
        self.assertEqual(self.files(), [])
        result = SINEW.run("bake", *SHORT, "--dry-run", "-o", self.out)
        self.assertIn("walk.bvh", result.stdout)
        self.assertEqual(result.returncode, 0)

    def test_quality_is_overridden(self):
        plain = (WALK, "-c", HERO, "--dry-run")
        steps = {q: self.bake(0, *plain, "--quality", q)["expected_steps"] for q in ("draft", "normal", "best")}
        self.assertLess(steps["draft"], steps["normal"])
        self.assertLess(steps["normal"], steps["best"])
        recipe = self.tmp / "recipe.toml"
        recipe.write_text("[track]\nsamples = 10\niterations = 3\n")
        for quality in ("draft", "best"):
            data = self.bake(0, *plain, "--no-refine", "--quality", quality, "--recipe", recipe)
            self.assertEqual(data["expected_steps"], 10 * 3 * (data["frames"] - 1))

    def test_existing_files_are_kept(self):
        self.out.write_text("mine")
        self.assertIn("--force", self.bake(2, *SHORT))
        self.assertEqual(self.out.read_text(), "mine")
        self.assertEqual(self.files(), ["out.glb"])

    def test_wrong_files_and_words(self):
        self.bake(4, self.tmp / "none.bvh")
        self.bake(3, SOURCE / "README.md")
        self.bake(2, WALK, out=self.tmp / "out.bvh")
        self.bake(4, WALK, "--scene", self.tmp / "none.toml")
        self.bake(3, WALK, "-c", SAMPLES / "hound.glb")
        self.bake(2, WALK, "--set", "track.sample=3")
        self.bake(2, WALK, "--set", "track.samples=1")
        self.bake(2, WALK, "--clip", "none")
        self.bake(2, WALK, "--crop", "100:")
        self.bake(2, WALK, "--progress", "loud")
        for option in (("--quality", "great"), ("--fps", "12"), ("--root-motion", "some"), ("--seed", "-1")):
            self.assertEqual(SINEW.run("bake", WALK, "-o", self.out, *option).returncode, 2)
        self.assertEqual(self.files(), [])
        bad = self.tmp / "bad.toml"
        bad.write_text("gravty = 1\n")
        self.bake(3, WALK, "--scene", bad)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
