"""`sinew batch` on a real Slurm, on this machine.    slurm_test.py PROGRAM SOURCE_DIR

Exit status 77, which ctest takes for "skipped", where Slurm is not installed or nobody is root.
"""
import os
import signal
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

from batch_library import BatchCase  # noqa: E402
from program import Program  # noqa: E402
from slurm_cluster import SlurmCluster, missing  # noqa: E402

SINEW = Program(str(Path(sys.argv[1]).resolve()))
BatchCase.sinew = SINEW
BatchCase.samples = Path(sys.argv[2]).resolve() / "samples" / "data"

ITEMS = 22
# The walk that is left whole takes some twenty times as long as the others, a third of a second each.
OPTIONS = ("--set", "track.samples=64", "--set", "track.iterations=8", "--no-refine", "--seed", "3")
# Far more than any item needs that is not made to hang, however busy the machine is (unit: s).
TIME_LIMIT = 20


def bakes_of(motion):
    """Processes that bake a motion and have stored a checkpoint."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:  # it is gone
            continue
        if b"bake" in words and os.fsencode(motion) in words and os.path.exists(words[words.index(b"-o") + 1] + b".checkpoint"):
            yield int(process.name)


class Slurm(BatchCase):
    def setUp(self):
        super().setUp()
        self.cluster = SlurmCluster()
        self.addCleanup(self.cluster.stop)
        self.cluster.start()
        before = dict(os.environ)
        self.addCleanup(os.environ.update, before)
        os.environ.update(self.cluster.environment)

    def wait_until(self, what, condition, seconds=240, pause=0.2):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                self.fail(f"{what} after {seconds} s: {self.batch('status')}\n{self.cluster.call('squeue')}"
                          f"{self.cluster.call('sinfo', '-R')}{self.cluster.logs()}")
            time.sleep(pause)

    def ended(self):
        return sum(self.batch("status")["outcomes"].values())

    def queue(self, form="%i"):
        return self.cluster.call("squeue", "--noheader", f"--format={form}")

    def scontrol(self, verb, tasks):
        self.assertEqual(self.cluster.call("scontrol", verb, tasks), "")

    def hang(self, motion):
        """Stops the bake of a motion as soon as it has stored a checkpoint; only its time limit ends it."""
        self.wait_until("a checkpoint", lambda: list(bakes_of(motion)), pause=0.02)
        os.kill(next(bakes_of(motion)), signal.SIGSTOP)

    def test_an_array_with_a_lost_node_and_a_late_item(self):
        self.assertEqual(SINEW.run("convert", self.samples / "walk.bvh", self.library / "00.bvh", "--crop", "0.2:0.5").returncode, 0)
        for i in range(1, ITEMS - 1):
            (self.library / f"{i:02}.bvh").write_bytes((self.library / "00.bvh").read_bytes())
        self.add("long.bvh")
        straight = self.tmp / "straight"
        self.plan(options=OPTIONS, out=straight)
        self.batch("run", "--jobs", 1, out=straight)
        self.plan(options=(*OPTIONS, "--memory", "300M"))
        data = self.batch("submit", "--executor", "slurm", "--run-options",
                          f"--time-limit {TIME_LIMIT}s --checkpoint-every 0.1s")
        # MaxArraySize is 11: tasks 0 to 10.
        self.assertEqual([job["items"] for job in data["jobs"]], [11, 11])
        last = data["jobs"][1]["job"]
        self.scontrol("hold", f"{last}_[5-10]")
        again = self.batch("submit", "--executor", "slurm")
        self.assertEqual(again["jobs"], [], "what is with Slurm is not submitted again")

        self.hang(self.library / "long.bvh")
        self.wait_until("the late item", lambda: "time" in self.batch("status")["outcomes"])
        slurm = self.batch("status")["slurm"]
        self.assertEqual(slurm["problem"], "")
        self.assertEqual(sum(slurm["states"].values()), ITEMS)
        self.wait_until("all but what is held", lambda: self.ended() == ITEMS - 6)
        self.scontrol("release", f"{last}_[5-7]")
        self.wait_until("a task at work", lambda: "RUNNING" in self.queue("%T") or self.ended() > ITEMS - 6, pause=0.02)
        self.cluster.kill("slurmd")
        self.cluster.wait_for("a lost node", lambda: "down" in self.cluster.call("sinfo", "--noheader", "--format=%t"), 60)
        self.assertLess(self.ended(), ITEMS, "the node is to be lost before all is done")
        self.cluster.start_slurmd()
        self.scontrol("release", f"{last}_[8-10]")
        self.wait_until("an empty queue", lambda: not self.queue())

        status = self.batch("status")
        self.assertEqual(status["outcomes"], {"done": ITEMS - 1, "time": 1}, status["failures"])
        self.assertEqual(status["failures"][0]["items"], [0])
        self.batch("retry", "--cause", "time")
        self.assertEqual(len(self.batch("submit", "--executor", "slurm")["jobs"]), 1)
        self.wait_until("the late item", lambda: self.batch("status")["outcomes"] == {"done": ITEMS})
        done = [e["item"] for e in self.journal() if e["event"] == "end" and e["result"]["outcome"] == "done"]
        self.assertEqual(sorted(done), list(range(ITEMS)), "each was done once")
        self.assertEqual(self.collected(), self.collected(straight))

    def test_cancel_keeps_checkpoints(self):
        self.add("a.bvh", "b.bvh")
        # Far longer than this test would wait for them.
        self.plan(options=("--set", "track.samples=2000", "--no-refine"))
        self.batch("submit", "--executor", "slurm", "--run-options", "--checkpoint-every 0.1s")
        self.wait_until("checkpoints", lambda: len(list(self.out.glob("store/work/*/out.glb.checkpoint"))) == 2)
        self.assertEqual(len(self.batch("cancel")["jobs"]), 1)
        self.wait_until("an empty queue", lambda: not self.queue())
        self.assertEqual(self.batch("status")["outcomes"], {"stopped": 2})
        self.assertEqual(len(list(self.out.glob("store/work/*/out.glb.checkpoint"))), 2)


if __name__ == "__main__":
    if missing() or os.getuid() != 0:
        print(f"SKIPPED: needs root and {', '.join(missing()) or 'nothing else'} (tools/setup test installs it)")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
