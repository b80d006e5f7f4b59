"""`sinew refine`, `sinew track --method smc` and `sinew dataset --repeats` as users meet them.

refine_test.py PROGRAM SOURCE_DIR
"""
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

# Most of a second of a walk with few samples: 0.2 s of processor time, then 0.3 s to refine it, 0.7 s to track it.
SHORT = (WALK, "-c", HERO, "--crop", "0.2:0.9")
TRACK = (*SHORT, "--set", "track.samples=24", "--set", "track.iterations=4")
QUICK = ("--set", "refine.samples=20", "--set", "refine.horizon=0.4")
SMC = ("--set", "smc.samples=40", "--set", "smc.horizon=0.4", "--set", "smc.points=4")
SEARCH = tuple(word.replace("smc.", "dataset.search.") for word in SMC)
# So many samples that it is still at work when it is interrupted.
SLOW = ("--set", "refine.samples=400")


def interrupt(number, *command):
    """Sends a signal to a run that has reported its second frame; gives its exit status and what it said."""
    full = [SINEW.path, *map(str, command), "--progress", "json"]
    with subprocess.Popen(full, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr:
            if line.startswith("{") and json.loads(line)["frame"] >= 2:
                break
        process.send_signal(number)
        errors = process.communicate(timeout=120)[1]
    return process.returncode, errors


def embedded_take(path):
    """What a .glb says of the take in it."""
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    return json.loads(data[20:20 + length])["asset"]["extras"]["sinew"]["take"]


def provenance_of(path):
    return SINEW.json("verify", path)["data"]["certificate"]["provenance"]


class Case(unittest.TestCase):
    """Everything starts from the same tracked takes."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.given = Path(folder.name)
        cls.tracked = cls.given / "tracked.glb"
        cls.take = cls.given / "tracked.take"
        result = SINEW.run("bake", *TRACK, "--no-refine", "-o", cls.tracked, "--take", cls.take)
        assert result.returncode == 0, result.stderr

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tmp = Path(folder.name)
        self.out = self.tmp / "out.glb"

    def refine(self, code, source, *options, out=None):
        """What --json has; an error's message when there is one."""
        envelope = SINEW.json("refine", source, "-o", out or self.out, *options)
        self.assertEqual(envelope["exit_code"], code, envelope.get("error", envelope.get("data", {}).get("sentence")))
        return envelope["data"] if "data" in envelope else envelope["error"]["message"]

    def assert_verified(self, path):
        data = SINEW.json("verify", path)["data"]
        self.assertTrue(data["pass"], data["failures"])
        self.assertEqual(data["replay"], "bitwise")
        return data

    def files(self):
        return sorted(p.name for p in self.tmp.iterdir())


class Refine(Case):
    def test_a_walk_becomes_smoother(self):
        data = self.refine(0, self.tracked, *QUICK)
        self.assertTrue(data["improved"], data["sentence"])
        # Measured: 20.0 to 13.2 mm, jerk ratio 1.35 to 1.16.
        self.assertLess(data["after"]["distance"], 0.9 * data["before"]["distance"])
        self.assertLess(data["after"]["jerk_ratio"], data["before"]["jerk_ratio"])
        self.assertEqual((data["written"], data["bytes"]), (True, self.out.stat().st_size))
        verified = self.assert_verified(self.out)
        self.assertEqual(verified["frames"], 22)
        metrics = {m["name"]: m["value"] for m in verified["certificate"]["metrics"]}
        self.assertEqual(metrics["g_mpjpe"], data["after"]["distance"])
        self.assertEqual(metrics["jerk_ratio"], data["after"]["jerk_ratio"])
        inputs = provenance_of(self.out)["inputs"]
        self.assertEqual([(i["role"], i["file"]) for i in inputs],
                         [("reference", "walk.bvh"), ("character", "hero.glb"), ("take", "tracked.glb")])
        self.assertEqual(self.files(), ["out.glb"])

    def test_meshes_survive(self):
        self.refine(0, self.tracked, *QUICK)
        before, after = (SINEW.json("inspect", path)["data"] for path in (self.tracked, self.out))
        self.assertGreater(before["meshes"][0]["vertices"], 1000)
        for part in ("skeleton", "meshes", "materials", "images", "clips"):
            self.assertEqual(after[part], before[part], part)

    def test_root_motion_and_rate_survive(self):
        in_place = self.tmp / "in_place.glb"
        form = ("--root-motion", "in-place", "--fps", "source")
        result = SINEW.run("bake", *TRACK, "--no-refine", *form, "-o", in_place)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(self.refine(0, in_place, *QUICK)["improved"])
        self.assert_verified(self.out)
        clip = SINEW.json("inspect", self.out)["data"]["clips"][0]
        self.assertEqual((clip["frame_rate"], clip["frames"]), (60, 43))
        # What the file says of its root motion is what verify has checked the animation against.
        for path in (in_place, self.out):
            self.assertEqual(embedded_take(path)["root_motion"], "in-place")
        self.refine(0, self.tracked, *QUICK, "--force")
        self.assertEqual(embedded_take(self.out)["root_motion"], "keep")

    def test_threads_do_not_matter(self):
        self.refine(0, self.tracked, *QUICK, "--threads", "1")
        other = self.tmp / "two.glb"
        self.refine(0, self.tracked, *QUICK, "--threads", "2", out=other)
        self.assertEqual(other.read_bytes(), self.out.read_bytes())

    def test_a_take_file(self):
        data = self.refine(0, self.take, *QUICK)
        glb = self.tmp / "glb.glb"
        self.assertEqual(self.refine(0, self.tracked, *QUICK, out=glb)["after"], data["after"])
        self.assert_verified(self.out)
        meshes = [SINEW.json("inspect", path)["data"]["meshes"] for path in (self.out, glb)]
        self.assertEqual(meshes[0], meshes[1])

    def test_text(self):
        result = SINEW.run("refine", self.tracked, "-o", self.out, *QUICK)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("jerk_ratio", result.stdout)
        self.assertIn("refined: ", result.stderr)
        self.assertIn("mm from the reference, jerk ratio", result.stderr)

    def test_what_is_not_improved_is_written_as_it_was(self):
        data = self.refine(0, self.tracked, *QUICK, "--set", "refine.lost_distance=0.00001", "--set",
                           "refine.attempts=2")
        self.assertFalse(data["improved"])
        self.assertEqual(data["attempts"], 2)
        self.assertEqual(data["before"], data["after"])
        self.assertIn("nothing better", data["sentence"])
        self.assertEqual(provenance_of(self.out), provenance_of(self.tracked))
        self.assert_verified(self.out)

    def test_the_seed_is_an_option_and_is_kept(self):
        self.refine(0, self.tracked, *QUICK, "--seed", "5")
        self.assertEqual(provenance_of(self.out)["seed"], "5")
        other = self.tmp / "other.glb"
        self.refine(0, self.tracked, *QUICK, out=other)
        self.assertNotEqual(other.read_bytes(), self.out.read_bytes())

    def test_no_embed(self):
        self.refine(0, self.tracked, *QUICK, "--no-embed")
        self.assertLess(self.out.stat().st_size, 0.9 * self.tracked.stat().st_size)
        self.assertIn("no take", SINEW.run("refine", self.out, "-o", self.tmp / "again.glb").stderr)


class Requests(Case):
    def test_existing_files_are_kept(self):
        self.out.write_text("mine")
        self.assertIn("--force", self.refine(2, self.tracked, *QUICK))
        self.assertEqual(self.out.read_text(), "mine")
        self.refine(0, self.tracked, *QUICK, "--force")
        self.assert_verified(self.out)

    def test_the_input_is_never_replaced(self):
        before = self.tracked.read_bytes()
        self.assertIn("input", self.refine(2, self.tracked, *QUICK, "--force", out=self.tracked))
        self.assertEqual(self.tracked.read_bytes(), before)

    def test_wrong_files_and_words(self):
        self.refine(4, self.tmp / "none.glb")
        self.refine(3, SOURCE / "README.md")
        self.refine(3, WALK)
        self.assertIn("no take", self.refine(3, HERO))
        self.assertIn(".glb", self.refine(2, self.tracked, out=self.tmp / "out.bvh"))
        self.refine(2, self.tracked, "--set", "refine.sample=3")
        self.refine(2, self.tracked, "--set", "refine.samples=0")
        self.refine(2, self.tracked, "--set", "refine.greedy=0.9", "--set", "refine.reference_share=0.2")
        self.refine(2, self.tracked, "--progress", "loud")
        damaged = self.tmp / "damaged.take"
        damaged.write_bytes(self.take.read_bytes()[:-100])
        self.refine(3, damaged)
        damaged.unlink()
        self.assertEqual(self.files(), [])

    def test_a_signal_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                code, errors = interrupt(number, "refine", self.tracked, "-o", self.out, *SLOW)
                self.assertEqual(code, 128 + number, errors)
                self.assertIn("stopped", errors)
                self.assertEqual(self.files(), [])


class Bake(Case):
    def test_refines_unless_told_otherwise(self):
        result = SINEW.run("bake", *TRACK, *QUICK, "-o", self.out)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("; refined: ", result.stderr)
        self.assert_verified(self.out)
        plain = self.tmp / "plain.glb"
        for leave_out in (("--no-refine",), ("--quality", "draft")):
            envelope = SINEW.json("bake", *TRACK, *QUICK, *leave_out, "-o", plain, "--force")
            self.assertEqual(envelope["exit_code"], 0)
            self.assertNotIn("refine", envelope["data"])
            self.assertNotIn("refine", envelope["data"]["sentence"])

    def test_is_tracking_and_then_refinement(self):
        """The same motion as both commands in a row; the file says how it was made."""
        self.refine(0, self.tracked, *QUICK)
        baked = self.tmp / "baked.glb"
        data = SINEW.json("bake", *TRACK, *QUICK, "-o", baked)["data"]
        self.assertTrue(data["refine"]["improved"])
        errors = []
        for path in (self.out, baked):
            errors.append(SINEW.json("verify", path)["data"]["certificate"]["metrics"])
        self.assertEqual(errors[0], errors[1])


class Track(Case):
    def test_by_sequential_monte_carlo(self):
        command = ("track", *SHORT, "--method", "smc", *SMC)
        data = SINEW.json(*command, "-o", self.out, "--threads", "1")["data"]
        self.assertEqual((data["end"], data["written"]), ("done", True))
        self.assertIn("followed 21 of 21 frames", data["sentence"])
        self.assert_verified(self.out)
        other = self.tmp / "two.glb"
        self.assertEqual(SINEW.run(*command, "-o", other, "--threads", "2").returncode, 0)
        self.assertEqual(other.read_bytes(), self.out.read_bytes())
        self.assertEqual(self.files(), ["out.glb", "two.glb"])

    def test_lost(self):
        result = SINEW.run("track", *SHORT, "--method", "smc", *SMC, "--set", "smc.lost_distance=0.005", "-o", self.out)
        self.assertEqual(result.returncode, 1)
        self.assertIn("lost", result.stderr)
        self.assertEqual(self.files(), [])

    def test_a_signal_leaves_nothing(self):
        code, errors = interrupt(signal.SIGINT, "track", *SHORT, "--method", "smc", "--set", "smc.samples=1000", "-o",
                                 self.out)
        self.assertEqual(code, 128 + signal.SIGINT, errors)
        self.assertEqual(self.files(), [])


class Dataset(Case):
    def test_repeats_verify(self):
        folder = self.tmp / "set"
        command = ("dataset", self.take, "--repeats", "2", *SEARCH)
        envelope = SINEW.json(*command, "-o", folder, "--threads", "1")
        self.assertEqual(envelope["exit_code"], 0)
        data = envelope["data"]
        self.assertEqual([e["name"] for e in data["episodes"]], ["tracked_r000", "tracked_r001"])
        self.assertGreater(data["pairs"], 21)
        self.assertLessEqual(data["pairs"], 42)
        result = SINEW.run("verify", folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"{data['pairs']} pairs replayed bit by bit", result.stderr + result.stdout)
        again = self.tmp / "again"
        self.assertEqual(SINEW.run(*command, "-o", again, "--threads", "2").returncode, 0)
        for path in sorted(p.relative_to(folder) for p in folder.rglob("*") if p.is_file()):
            self.assertEqual((again / path).read_bytes(), (folder / path).read_bytes(), path)

    def test_the_base_is_none(self):
        result = SINEW.run("dataset", self.take, "--repeats", "1", "--set", "dataset.search.base=take", "-o", self.tmp / "set")
        self.assertEqual(result.returncode, 2)
        self.assertIn("dataset.search.base", result.stderr)
        self.assertEqual(self.files(), [])

    def test_a_signal_leaves_no_index(self):
        folder = self.tmp / "set"
        command = [SINEW.path, "dataset", str(self.take), "--repeats", "500", "--progress", "json", *SEARCH, "-o",
                   str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            for line in process.stderr:
                if line.startswith("{"):
                    break
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=120)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        self.assertFalse((folder / "dataset.json").exists())
        self.assertTrue((folder / "tracked_r000" / "main_data.hdf5").exists())
        self.assertEqual([p.name for p in folder.rglob("*") if "tmp" in p.name], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
