"""`sinew synth` as users meet it.

synth_test.py PROGRAM SOURCE_DIR
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
TASKS = SOURCE / "samples" / "06-synthesise"
HERO = SAMPLES / "hero.glb"

STAND = 'phases = 2\n[[goals]]\nkind = "stand"\n'
# A metre up in the air, at rest: nothing there can carry anybody.
IMPOSSIBLE = 'phases = 2\n[[goals]]\nkind = "position"\nposition = [0, 3, 0]\n[[goals]]\nkind = "still"\n'
CRATE = '[[objects]]\nname = "crate"\nkind = "box"\nposition = [0, 0.2, 1]\nsize = [0.4, 0.4, 0.4]\nmass = 3\n'


def sinew_extras(path):
    """asset.extras.sinew and animations[0].extras.sinew of a .glb."""
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    document = json.loads(data[20:20 + length])
    return document["asset"]["extras"]["sinew"], document["animations"][0]["extras"]["sinew"]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tmp = Path(folder.name)
        self.out = self.tmp / "out.glb"

    def task(self, text, name="task.toml"):
        path = self.tmp / name
        path.write_text(text)
        return path

    def synth(self, code, task, *options, character=HERO, out=None):
        """What --json has; an error's message when there is one."""
        chosen = ("-c", character) if character else ()
        envelope = SINEW.json("synth", task, *chosen, "-o", out or self.out, *options)
        self.assertEqual(envelope["exit_code"], code, envelope.get("error", envelope.get("data", {}).get("sentence")))
        return envelope["data"] if "data" in envelope else envelope["error"]["message"]

    def files(self):
        return sorted(p.name for p in self.tmp.iterdir() if p.suffix != ".toml")


class Results(Case):
    def test_standing(self):
        data = self.synth(0, self.task(STAND), "--starts", "2")
        self.assertEqual((data["end"], data["written"], data["physics"]), ("done", True, False))
        self.assertEqual(len(data["report"]["attempts"]), 2)
        best = data["report"]["attempts"][data["report"]["best"]]
        self.assertTrue(best["check"]["pass"], best["check"]["sentence"])
        self.assertEqual(data["files"][0]["bytes"], self.out.stat().st_size)
        self.assertLess(data["files"][0]["position_error"], 1e-5)
        inspected = SINEW.json("inspect", self.out)["data"]
        self.assertEqual([(c["name"], c["frames"]) for c in inspected["clips"]], [("task", 31)])
        self.assertEqual(self.files(), ["out.glb"])

    def test_the_file_says_what_it_was_made_from(self):
        self.synth(0, self.task(STAND), "--starts", "2")
        asset, animation = sinew_extras(self.out)
        self.assertEqual(asset["source"]["file"], "task.toml")
        self.assertIn("synthesis", [note["code"] for note in asset["ledger"]])
        synthesis = asset["synthesis"]
        self.assertEqual((synthesis["task"], synthesis["body"], synthesis["phases"]), ("task", "a", [0, 0.5, 1]))
        self.assertTrue(synthesis["report"]["success"])
        self.assertNotIn("cpu_seconds", json.dumps(synthesis))
        # Both feet carry the weight.
        forces = {c["name"]: c for c in synthesis["forces"]["contacts"]}
        self.assertEqual(synthesis["forces"]["rate"], 60)
        middle = [c["force"][30][1] for c in forces.values()]
        weight = 9.81 * SINEW.json("synth", self.tmp / "task.toml", "-c", HERO, "-o", self.tmp / "none.glb",
                                   "--dry-run")["data"]["characters"][0]["mass"]
        self.assertAlmostEqual(sum(middle) / weight, 1, delta=0.05)
        down = [e["name"] for e in animation["events"] if e["event"] == "down" and e["frame"] == 0]
        self.assertEqual(sorted(down), ["left_foot", "right_foot"])

    def test_threads_do_not_matter(self):
        other = self.tmp / "two.glb"
        self.synth(0, self.task(STAND), "--starts", "3", "--threads", "1")
        self.synth(0, self.task(STAND), "--starts", "3", "--threads", "2", out=other)
        self.assertEqual(other.read_bytes(), self.out.read_bytes())

    def test_the_seed_matters(self):
        other = self.tmp / "other.glb"
        self.synth(0, self.task(STAND), "--starts", "1", "--seed", "3")
        self.synth(0, self.task(STAND), "--starts", "1", "--set", "synth.seed=4", out=other)
        self.assertNotEqual(other.read_bytes(), self.out.read_bytes())

    def test_text(self):
        result = SINEW.run("synth", self.task(STAND), "-c", HERO, "-o", self.out, "--starts", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("force %", result.stdout)
        self.assertIn("pass", result.stdout)
        self.assertIn("out.glb: 31 frames at 30 Hz", result.stderr)

    def test_others_have_files_of_their_own(self):
        task = self.task("[[characters]]\n[[characters]]\nposition = [2, 0, 0]\n" + CRATE +
                         '[[goals]]\nkind = "stand"\n[[goals]]\nkind = "stand"\ncharacter = "b"\n')
        data = self.synth(0, task, "--dry-run")
        self.assertEqual([Path(p).name for p in data["outputs"]], ["out.glb", "out-b.glb", "out-crate.glb"])
        (self.tmp / "out-crate.glb").write_text("mine")
        self.assertIn("--force", self.synth(2, task))
        self.assertEqual(self.files(), ["out-crate.glb"])

    def test_physics(self):
        data = self.synth(0, self.task(STAND), "--starts", "2", "--physics", "--quality", "draft")
        self.assertTrue(data["physics"])
        self.assertEqual(data["bake"]["end"], "done")
        self.assertEqual([i["role"] for i in data["bake"]["inputs"]], ["task", "character"])
        verified = SINEW.json("verify", self.out)["data"]
        self.assertTrue(verified["pass"], verified["failures"])
        self.assertEqual((verified["frames"], verified["replay"]), (31, "bitwise"))
        self.assertTrue(sinew_extras(self.out)[0]["synthesis"]["report"]["success"])
        self.assertEqual(self.files(), ["out.glb"])


class Failures(Case):
    def test_an_impossible_task_ends_with_a_report(self):
        data = self.synth(1, self.task(IMPOSSIBLE), "--starts", "2")
        self.assertEqual((data["end"], data["written"]), ("failed", False))
        self.assertIn("--keep-failed", data["sentence"])
        self.assertEqual([a["check"]["pass"] for a in data["report"]["attempts"]], [False, False])
        self.assertEqual(self.files(), [])

    def test_failures_can_be_kept(self):
        data = self.synth(1, self.task(IMPOSSIBLE), "--starts", "1", "--keep-failed")
        self.assertTrue(data["written"])
        self.assertIn("suspect", [note["code"] for note in data["ledger"]])
        self.assertFalse(sinew_extras(self.out)[0]["synthesis"]["report"]["success"])
        self.assertEqual(self.files(), ["out.glb"])

    def test_a_signal_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                command = [SINEW.path, "synth", self.task(IMPOSSIBLE), "-c", HERO, "-o", self.out, "--starts", "900",
                           "--progress", "json"]
                with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                    for line in process.stderr:
                        if line.startswith("{") and json.loads(line)["phase"] == "synthesise":
                            break
                    process.send_signal(number)
                    errors = process.communicate(timeout=120)[1]
                self.assertEqual(process.returncode, 128 + number, errors)
                self.assertIn("stopped", errors)
                self.assertEqual(self.files(), [])


class Requests(Case):
    def test_existing_files_and_inputs_are_kept(self):
        self.out.write_text("mine")
        task = self.task(STAND)
        self.assertIn("--force", self.synth(2, task))
        self.assertEqual(self.out.read_text(), "mine")
        self.assertIn("input", self.synth(2, task, "--force", out=HERO))
        self.assertIn(".glb", self.synth(2, task, out=self.tmp / "out.bvh"))
        self.assertIn(".glb", self.synth(2, task, "--force", out=task))
        self.assertEqual(task.read_text(), STAND)

    def test_a_dry_run_writes_nothing(self):
        data = self.synth(0, self.task(STAND), "--dry-run", "--starts", "7")
        self.assertEqual((data["starts"], data["goals"], data["seconds"]), (7, 1, 1))
        self.assertEqual([i["role"] for i in data["inputs"]], ["task", "character"])
        self.assertEqual(data["characters"][0]["limbs"], ["left_foot", "right_foot", "left_hand", "right_hand"])
        result = SINEW.run("synth", self.tmp / "task.toml", "-c", HERO, "-o", self.out, "--dry-run")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("search     ", result.stdout)
        self.assertEqual(self.files(), [])

    def test_bad_tasks_are_refused_with_their_place(self):
        rows = (('phase = 3\n' + STAND, "unknown key phase; did you mean phases?"),
                (STAND + 'limb = "left_hand"\n', "unknown key goals[0].limb"),
                ('[[goals]]\nkind = "effector"\nlimb = "tail"\nposition = [0, 1, 0]\n', "no limb tail"),
                ('phases = \n', "line 1"))
        for text, expected in rows:
            with self.subTest(expected):
                result = SINEW.run("synth", self.task(text), "-c", HERO, "-o", self.out)
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertIn("task.toml: line ", result.stderr)
                self.assertIn(expected, result.stderr)
        self.assertEqual(self.files(), [])

    def test_wrong_files_and_words(self):
        task = self.task(STAND)
        self.synth(4, self.tmp / "none.toml")
        self.synth(4, task, character=self.tmp / "none.glb")
        self.synth(3, task, character=SOURCE / "README.md")
        self.assertIn("-c", self.synth(2, task, character=None))
        self.assertIn("-c is given 2 times", self.synth(2, task, "-c", HERO))
        self.synth(2, task, "--set", "synth.start=3")
        self.synth(2, task, "--set", "synth.starts=0")
        self.synth(2, task, "--progress", "loud")
        self.assertIn("one character", self.synth(2, self.task("[[characters]]\n[[characters]]\n" + STAND[11:], "two.toml"),
                                                  "--physics"))
        for words in (("--starts", "0"), ("--quality", "good", "--physics"), ("--quality", "draft"), ("--budget", "1s")):
            self.assertEqual(SINEW.run("synth", task, "-c", HERO, "-o", self.out, *words).returncode, 2, words)
        self.assertEqual(self.files(), [])

    def test_every_sample_task_can_be_planned(self):
        tasks = sorted(TASKS.glob("*.toml"))
        self.assertEqual(len(tasks), 18)
        for task in tasks:
            with self.subTest(task.name):
                named = "file = " in task.read_text()
                self.synth(0, task, "--dry-run", character=None if named else HERO)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
