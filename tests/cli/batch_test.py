"""`sinew batch` as users meet it.    batch_test.py PROGRAM SOURCE_DIR"""
import json
import os
import pwd
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from batch_library import CHEAP, BatchCase
from program import Program

SINEW = Program(str(Path(sys.argv[1]).resolve()))
SOURCE = Path(sys.argv[2]).resolve()
SAMPLES = SOURCE / "samples" / "data"
BatchCase.sinew = SINEW
BatchCase.samples = SAMPLES
# Long enough to be met while it runs, on an idle machine too: 1.7 s of processor time.
LONG = ("--crop", "0.2:3.2", "--set", "track.samples=48", "--set", "track.iterations=8", "--no-refine")
OFTEN = ("--checkpoint-every", "0.01s")


class Whole(BatchCase):
    """From the plan to the page."""

    def test_a_small_library(self):
        self.add("walks/a.bvh", "walks/b.bvh")
        self.add("wave.bvh", clip="wave")
        (self.library / "broken.bvh").write_text("HIERARCHY\nROOT Hips\n{\n")
        data = self.plan()
        self.assertEqual((data["items"], data["written"]), (4, True))
        self.assertGreater(data["expected_cpu_seconds"], 0)
        run = self.batch("run", "--jobs", 2, code=1)
        self.assertEqual(run["outcomes"], {"done": 3, "refused": 1})
        self.assertEqual((run["attempts"], run["found"]), (4, 0))

        status = self.batch("status")
        self.assertEqual((status["waiting"], status["running"], status["lost"]), (0, [], 0))
        self.assertEqual(status["metrics"]["success"]["count"], 3)
        failure = status["failures"][0]
        self.assertEqual((failure["outcome"], failure["count"]), ("refused", 1))
        self.assertIn("broken.bvh", failure["message"])
        again = subprocess.run(failure["command"].replace("sinew", SINEW.path, 1), shell=True, cwd=self.tmp,
                               capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 3, again.stderr)
        self.assertIn(failure["message"], again.stderr)

        files = self.collected()
        self.assertEqual(sorted(files), ["walks/a.glb", "walks/b.glb", "wave.glb"])
        straight = self.tmp / "straight.glb"
        command = ("bake", self.library / "walks/a.bvh", "-c", SAMPLES / "hero.glb", "-o", straight, *CHEAP,
                   "--quality", "normal")
        self.assertEqual(SINEW.run(*command).returncode, 0)
        self.assertEqual(files["walks/a.glb"], straight.read_bytes())

        # Everything is there: nothing is done again, nor copied again.
        run = self.batch("run", code=1)
        self.assertEqual((run["attempts"], run["outcomes"]), (0, {"done": 3, "refused": 1}))
        again = self.batch("collect", "-o", self.tmp / "x")
        self.assertEqual(self.batch("collect", "-o", self.tmp / "x")["unchanged"], again["files"])

        page = self.tmp / "index.html"
        self.batch("report", "-o", page, "--thumbnails", 1)
        text = page.read_text()
        for expected in ("walks/a.bvh", "broken.bvh", "data:image/png;base64,iVBOR"):
            self.assertIn(expected, text)
        self.assertIn("--force", self.batch("report", "-o", page, code=2))

    def test_single_poses_are_one_cause(self):
        hierarchy, motion = (SAMPLES / "walk.bvh").read_text().split("MOTION\n")
        frames = motion.splitlines()
        for name in ("first", "second"):
            text = f"{hierarchy}MOTION\nFrames: 1\n{frames[1]}\n{frames[2]}\n"
            (self.library / f"{name}.bvh").write_text(text)
        self.plan()
        self.assertEqual(self.batch("run", code=1)["outcomes"], {"refused": 2})
        failures = self.batch("status")["failures"]
        self.assertEqual([f["count"] for f in failures], [2], failures)

    def test_a_character_without_a_skeleton_is_refused_at_once(self):
        self.add("a.bvh")
        bare = self.tmp / "bare.gltf"
        bare.write_text('{"asset": {"version": "2.0"}, "nodes": [{}], "scenes": [{"nodes": [0]}], "scene": 0}')
        run = SINEW.run("batch", "plan", self.library, "-c", bare, "-o", self.out)
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertIn("bare.gltf", run.stderr)
        self.assertFalse(self.out.exists())

    def test_the_longest_come_first_and_costs_are_learnt(self):
        self.add("a.bvh", clip="jump")
        self.add("b.bvh", clip="walk")
        self.plan(options=("--crop", "0:10", "--set", "track.samples=12", "--set", "track.iterations=2"))
        lines = (self.out / "manifest.jsonl").read_text().splitlines()
        items = [json.loads(line) for line in lines[1:-1]]
        self.assertEqual([i["name"] for i in items], ["b.bvh", "a.bvh"])
        self.assertAlmostEqual(items[0]["seconds"], 5.0, delta=0.05)
        # The plan is what it was, or nothing.
        manifest = self.out / "manifest.jsonl"
        manifest.write_text(manifest.read_text().replace("a.bvh", "c.bvh"))
        self.assertIn("edited", self.batch("status", code=3))

        self.plan(out=self.tmp / "one", libraries=[self.library / "a.bvh"])
        before = self.plan("--store", self.tmp / "one/store", "--dry-run", out=self.tmp / "two")["expected_cpu_seconds"]
        self.batch("run", out=self.tmp / "one")
        after = self.plan("--store", self.tmp / "one/store", "--dry-run", out=self.tmp / "two")["expected_cpu_seconds"]
        self.assertNotEqual(before, after)

    def test_plans_do_not_change_and_stores_are_shared(self):
        self.add("a.bvh")
        self.plan()
        self.assertIn("plans do not change", self.plan(code=2))
        self.batch("run")
        # Another plan of the same, in the same store: nothing to do. With another seed: everything.
        self.add("b.bvh", clip="wave")
        two, three = self.tmp / "two", self.tmp / "three"
        self.plan("--store", self.out / "store", out=two)
        run = self.batch("run", out=two)
        self.assertEqual((run["attempts"], run["found"]), (1, 1))
        self.plan("--store", self.out / "store", "--seed", 7, out=three)
        self.assertEqual(self.batch("run", out=three)["attempts"], 2)

    def test_shards_and_ranges(self):
        self.add(*(f"{i}.bvh" for i in range(4)))
        self.plan()
        self.assertEqual(self.batch("run", "--shard", "2/3")["items"], 1)
        self.assertEqual(self.batch("run", "--items", "2-3")["attempts"], 2)
        self.assertEqual(self.batch("status")["waiting"], 1)
        for wrong in (("--shard", "4/3"), ("--shard", "x"), ("--items", "3-1"), ("--items", "-"), ("--memory", "much")):
            self.batch("run", *wrong, code=2)


class Causes(BatchCase):
    """What becomes of an item by the way it fails."""

    def outcome(self, code, *run):
        data = self.batch("run", *run, code=code)
        return data["outcomes"], data["attempts"]

    def test_below_quality_goes_up_the_ladder(self):
        self.add("a.bvh")
        hopeless = self.tmp / "hopeless.toml"
        hopeless.write_text("[track]\nlost_distance = 0.002\nrestarts = 0\n")
        self.plan("--recipe", f"{hopeless},draft")
        self.assertEqual(self.outcome(0), ({"done": 1}, 2))
        self.assertEqual([e.get("next") for e in self.journal() if e["event"] == "end"], ["next-rung", "end"])
        # And ends below quality where there is no other; the store remembers.
        self.plan("--recipe", hopeless, "--store", self.out / "store", out=self.tmp / "two")
        data = self.batch("run", out=self.tmp / "two", code=1)
        self.assertEqual((data["outcomes"], data["attempts"], data["found"]), ({"below-quality": 1}, 0, 1))
        self.assertIn("plan anew", self.batch("retry", "--cause", "below-quality", out=self.tmp / "two", code=2))

    @unittest.skipIf("asan" in SINEW.path, "sanitizers need memory that no limit would leave them")
    def test_out_of_memory_is_tried_once_with_more(self):
        self.add("a.bvh")
        self.plan("--memory", "6M")  # 12 MB are too little, 20 MB are enough
        self.assertEqual(self.outcome(1), ({"memory": 1}, 2))
        self.assertEqual([e["next"] for e in self.journal() if e["event"] == "end"], ["more-memory", "end"])
        self.assertEqual(self.outcome(1)[1], 0)
        self.assertEqual(self.batch("retry")["items"], [0])
        self.assertEqual(self.outcome(0, "--memory", "1G"), ({"done": 1}, 1))

    def run_out_of_time(self):
        """Runs into a time limit that is enough to begin with, however busy the machine is."""
        for limit in ("0.4s", "0.8s", "1.6s", "3.2s", "6.4s"):
            self.assertEqual(self.outcome(1, "--time-limit", limit), ({"time": 1}, 1))
            checkpoints = list(self.out.glob("store/work/*/out.glb.checkpoint"))
            self.batch("retry", "--cause", "time")
            if checkpoints:
                return checkpoints[0]
        return self.fail("no checkpoint")

    def test_time_and_budget_keep_the_checkpoint(self):
        self.add("a.bvh")
        self.plan(options=LONG)
        self.run_out_of_time()
        self.assertEqual(self.outcome(1, "--cpu-budget", "0.1s"), ({"budget": 1}, 1))
        self.batch("retry", "--cause", "budget")
        self.assertEqual(self.outcome(0), ({"done": 1}, 1))
        self.assertFalse(list(self.out.glob("store/work/*")))
        straight = self.tmp / "straight"
        self.plan(options=LONG, out=straight)
        self.batch("run", out=straight)
        self.assertEqual(self.collected(), self.collected(straight))

    def test_changed_inputs_are_not_results(self):
        self.add("a.bvh", "b.bvh")
        self.plan()
        self.add("a.bvh", clip="wave")
        (self.library / "b.bvh").write_text("nothing")
        self.assertEqual(self.outcome(1)[0], {"changed": 2})
        self.assertFalse(list(self.out.glob("store/results/*/*")))
        self.add("a.bvh", "b.bvh")
        self.batch("retry")
        self.assertEqual(self.outcome(0)[0], {"done": 2})

    def test_a_damaged_checkpoint_is_no_refusal(self):
        self.add("a.bvh")
        self.plan(options=LONG)
        self.run_out_of_time().write_bytes(b"rubbish")
        self.assertEqual(self.outcome(0), ({"done": 1}, 2))


class Stopping(BatchCase):
    def test_signals_store_checkpoints_and_resume_to_the_same_bytes(self):
        self.add("a.bvh", "b.bvh")
        straight = self.tmp / "straight"
        self.plan(options=LONG, out=straight)
        self.batch("run", "--jobs", 2, out=straight)
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number.name):
                out = self.tmp / number.name
                self.plan(options=LONG, out=out)
                runner = self.start("--jobs", 2, *OFTEN, out=out)
                self.wait_for_work(out)
                began = time.monotonic()
                runner.send_signal(number)
                self.assertEqual(runner.wait(), 5)
                self.assertLess(time.monotonic() - began, 11)
                self.assertEqual(self.batch("status", out=out)["outcomes"], {"stopped": 2})
                self.assertTrue(list(out.glob("store/work/*/out.glb.checkpoint")))
                self.assertFalse(list(out.glob("store/objects/*/*")))
                self.batch("run", out=out)
                self.assertEqual(self.collected(out), self.collected(straight))

    def wait_for_work(self, out):
        """Until both children are past their first iteration."""
        deadline = time.monotonic() + 60
        while len(list(out.glob("store/work/*/out.glb.checkpoint"))) < 2:
            self.assertLess(time.monotonic(), deadline, "the children did not start")
            time.sleep(0.005)

    def test_a_budget_is_the_same(self):
        self.add("a.bvh")
        self.plan(options=LONG)
        data = self.batch("run", "--budget", "0.4s", code=5)
        self.assertFalse(data["complete"])
        self.batch("run")


class Hostile(BatchCase):
    def test_names_and_files(self):
        names = ["with space.bvh", "quote'and\"double.bvh", "line\nfeed.bvh", "Größe_歩く.bvh", "-c.bvh", "$(touch x).bvh",
                 "50%.bvh", "</script><b>.bvh"]
        self.add(*names)
        invalid = os.fsencode(self.library) + b"/not\xffutf8.bvh"
        with open(invalid, "wb") as file:
            file.write((SAMPLES / "walk.bvh").read_bytes())
        (self.library / "loop").symlink_to(self.library)
        (self.library / "dangling.bvh").symlink_to("nowhere.bvh")
        (self.library / "folder.bvh").mkdir()
        os.mkfifo(self.library / "pipe.bvh")
        with open(self.library / "sparse.bvh", "wb") as file:
            file.truncate(2 << 30)
        data = self.plan()
        self.assertEqual(data["items"], len(names) + 1 + 3)
        self.assertEqual(data["unreadable"], 2)
        run = self.batch("run", "--jobs", 2, code=1)
        self.assertEqual(run["outcomes"], {"done": len(names) + 1, "refused": 3})
        files = self.collected()
        self.assertEqual(len(files), len(names) + 1)
        self.assertIn("Größe_歩く.glb", files)
        self.assertIn("line_feed.glb", files)
        self.assertFalse(list(self.tmp.rglob("x")))
        page = self.tmp / "index.html"
        self.batch("report", "-o", page)
        self.assertEqual(page.read_text().count("</script>"), 1)
        for line in SINEW.run("batch", "submit", self.out, "--executor", "print").stdout.splitlines():
            self.fail(f"nothing is open, but: {line}")

    def test_unreadable_files_and_folders(self):
        if os.getuid() != 0:
            self.skipTest("needs root to become somebody else")
        self.add("a.bvh", "locked.bvh", "cellar/b.bvh")
        (self.library / "locked.bvh").chmod(0)
        (self.library / "cellar").chmod(0)
        self.addCleanup((self.library / "cellar").chmod, 0o755)
        self.tmp.chmod(0o777)
        nobody = pwd.getpwnam("nobody").pw_uid
        plan = SINEW.run("batch", "plan", self.library, "-c", SAMPLES / "hero.glb", "-o", self.out, *CHEAP, "--json",
                         user=nobody)
        data = json.loads(plan.stdout)["data"]
        self.assertEqual((data["items"], data["unreadable"], len(data["problems"])), (2, 1, 1))
        self.assertIn("cellar", data["problems"][0])
        run = SINEW.run("batch", "run", self.out, "--progress", "plain", user=nobody)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn("Permission denied", run.stderr)
        self.assertEqual(self.batch("status")["outcomes"], {"done": 1, "refused": 1})


class Farm(BatchCase):
    def test_commands_for_other_schedulers(self):
        self.add("a.bvh", "b.bvh", "c.bvh")
        self.out = self.tmp / "out with space"
        self.plan()
        lines = SINEW.run("batch", "submit", self.out, "--executor", "print", "--items-per-task", 2, "--run-options",
                          "--progress openjd").stdout.splitlines()
        self.assertEqual(len(lines), 2)
        said = ""
        for line in lines:
            said += subprocess.run(line, shell=True, check=True, capture_output=True, text=True).stdout
        self.assertRegex(said, r"(?m)^openjd_progress: \d+\.\d$")
        self.assertEqual(self.batch("status")["outcomes"], {"done": 3})

    def test_progress_in_logs(self):
        self.add("a.bvh")
        self.plan()
        result = SINEW.run("batch", "run", self.out)
        self.assertRegex(result.stderr, r"(?m)^ +0 a\.bvh: done, \d+\.\d s")
        self.assertNotIn("\x1b", result.stderr)
        self.assertRegex(result.stdout, r"all of 1 items: 1 done")

    def test_progress_on_a_terminal(self):
        self.add("a.bvh")
        self.plan(options=LONG)
        script = f"{SINEW.path} batch run {self.out} --jobs 1"
        said = subprocess.run(["script", "-qec", script, "/dev/null"], capture_output=True, text=True, check=True).stdout
        self.assertTrue(re.search(r"0 a\.bvh: frame \d+/90, \d+ mm", said), said[-2000:])
        self.assertIn("0 of 1 items", said)
        self.assertIn("left", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
