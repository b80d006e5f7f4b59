"""What a batch survives: kills, full and read-only disks, damage, rivals, clocks.    batch_faults_test.py PROGRAM SOURCE_DIR

After every fault a further run must complete to the same bytes as a run that nothing happened to, no item may be lost, and
what was reported as done must be whole.
"""
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from batch_library import BatchCase
from program import Program

SINEW = Program(str(Path(sys.argv[1]).resolve()))
SOURCE = Path(sys.argv[2]).resolve()
BatchCase.sinew = SINEW
BatchCase.samples = SOURCE / "samples" / "data"
KILLS = 50
SEED = 20140511

# 0.12 s of processor time each, with a checkpoint after every iteration.
OPTIONS = ("--crop", "0.2:1.2", "--set", "track.samples=16", "--set", "track.iterations=4", "--no-refine")
OFTEN = ("--checkpoint-every", "0.01s")


def children_of(pid):
    """Direct children of a process."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


class FaultCase(BatchCase):
    NAMES = ("a.bvh", "b.bvh", "c.bvh", "d.bvh")

    def setUp(self):
        super().setUp()
        self.add(*self.NAMES)
        self.plan(options=OPTIONS)

    def straight(self):
        """What it comes to when nothing happens."""
        out = self.tmp / "straight"
        if not out.exists():
            self.plan(options=OPTIONS, out=out)
            self.batch("run", "--jobs", 2, out=out)
        return self.collected(out)

    def check_done_is_whole(self):
        """Every "done" of the journal has its file with its bytes; `collect` compares the hashes."""
        self.batch("collect", "-o", self.tmp / "check", "--force")

    def complete(self):
        self.batch("run", "--jobs", 2)
        status = self.batch("status")
        self.assertEqual(status["outcomes"], {"done": len(self.NAMES)})
        self.assertEqual(status["damaged_lines"], 0)
        self.assertEqual(self.collected(), self.straight())
        self.assertFalse(list(self.out.glob("store/work/*")))


class Kills(FaultCase):
    def test_kill_9_at_random_moments(self):
        """Runners and children, until there were enough of them; finished results are thrown away now and then."""
        chance = random.Random(SEED)
        kills = {"runner": 0, "child": 0}
        while sum(kills.values()) < KILLS:
            runner = self.start("--jobs", 2, *OFTEN)
            while runner.poll() is None and sum(kills.values()) < KILLS:
                # Mostly while children work, however long they take to start; sometimes before.
                while chance.random() < 0.99 and not children_of(runner.pid) and runner.poll() is None:
                    time.sleep(0.01)
                time.sleep(chance.uniform(0, 0.35))
                children = children_of(runner.pid)
                if children and chance.random() < 0.5:
                    try:
                        os.kill(chance.choice(children), signal.SIGKILL)
                        kills["child"] += 1
                    except ProcessLookupError:
                        pass
                elif runner.poll() is None:
                    runner.kill()
                    kills["runner"] += 1
                    runner.wait()
                    self.check_done_is_whole()
            if runner.poll() == 0:
                shutil.rmtree(self.out)
                self.plan(options=OPTIONS)
        self.assertGreater(min(kills.values()), KILLS // 5, kills)
        self.complete()

    def test_children_die_with_their_runner_and_free_the_lease(self):
        runner = self.start("--jobs", 2)
        journal, children = self.out / "journal.jsonl", []
        while not children or not journal.exists() or not journal.stat().st_size:
            children = children_of(runner.pid)
        runner.kill()
        runner.wait()
        deadline = time.monotonic() + 5
        while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse([child for child in children if Path(f"/proc/{child}").exists()])
        status = self.batch("status")
        self.assertEqual(status["running"], [])
        self.assertGreaterEqual(status["lost"], 1)
        self.complete()


class Disks(FaultCase):
    def mount(self, folder, *options):
        folder.mkdir(exist_ok=True)
        result = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            self.skipTest(f"cannot mount: {result.stderr}")
        self.addCleanup(subprocess.run, ["umount", str(folder)], check=False)

    def test_full_disk(self):
        """There is room for two results and not for the others; then there is."""
        shutil.rmtree(self.out)
        small = self.tmp / "small"
        self.mount(small, "-t", "tmpfs", "-o", "size=1200k", "tmpfs")
        self.out = small / "out"
        self.plan(options=OPTIONS)
        result = SINEW.run("batch", "run", self.out, "--jobs", 2, "--progress", "plain")
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertIn("No space left", result.stderr)
        self.check_done_is_whole()
        subprocess.run(["mount", "-o", "remount,size=20m", str(small)], check=True)
        self.complete()

    def test_read_only_store(self):
        self.batch("run", "--items", "0-1", "--jobs", 2)
        store = self.out / "store"
        self.mount(store, "--bind", str(store))
        subprocess.run(["mount", "-o", "remount,ro,bind", str(store)], check=True)
        self.assertIn("Read-only", self.batch("run", code=4))
        self.assertEqual(self.batch("status")["outcomes"], {"done": 2})
        self.check_done_is_whole()
        subprocess.run(["umount", str(store)], check=True)
        self.complete()


class Damage(FaultCase):
    def test_objects(self):
        """Flipped, cut, and gone: noticed by `collect`, done again by `run`."""
        self.batch("run", "--jobs", 2)
        objects = sorted(self.out.glob("store/objects/*/*.glb"))
        self.assertEqual(len(objects), len(self.NAMES))
        content = bytearray(objects[0].read_bytes())
        content[len(content) // 2] ^= 1
        objects[0].write_bytes(content)
        objects[1].write_bytes(objects[1].read_bytes()[:-1])
        objects[2].unlink()
        self.assertEqual(len(self.batch("collect", "-o", self.tmp / "x", code=4)["damaged"]), 3)
        run = self.batch("run", "--jobs", 2)
        self.assertEqual((run["damaged"], run["attempts"]), (3, 3))
        self.complete()

    def test_records_and_journal(self):
        self.batch("run", "--jobs", 2)
        records = sorted(self.out.glob("store/results/*/*.json"))
        records[0].write_bytes(records[0].read_bytes().replace(b'"done"', b'"DONE"'))
        records[1].write_bytes(b"")
        shutil.copyfile(records[2], records[3])
        (self.out / "journal.jsonl").unlink()
        run = self.batch("run", "--jobs", 2)
        self.assertEqual((run["attempts"], run["found"]), (3, 1))
        self.complete()
        journal = self.out / "journal.jsonl"
        content = journal.read_bytes()
        # A line that its writer did not finish, and one with a flipped bit.
        journal.write_bytes(content[:100] + bytes([content[100] ^ 1]) + content[101:] + b"0123456789abcdef {\"event\"")
        self.assertEqual(self.batch("status")["damaged_lines"], 1)
        self.assertEqual(self.batch("run")["outcomes"], {"done": len(self.NAMES)})


class Rivals(FaultCase):
    NAMES = tuple(f"{i}.bvh" for i in range(10))

    def test_two_runners_do_nothing_twice(self):
        runners = [self.start("--jobs", 2) for _ in range(3)]
        self.assertEqual([runner.wait() for runner in runners], [0, 0, 0])
        starts = [e["item"] for e in self.journal() if e["event"] == "start"]
        self.assertEqual(sorted(starts), list(range(len(self.NAMES))))
        self.assertGreater(len({e["pid"] for e in self.journal() if e["event"] == "start"}), 1)
        self.complete()

    def test_clocks_do_not_matter(self):
        """Everything is dated years back, then years ahead, while a runner works; another one comes."""
        runner = self.start("--jobs", 1)
        other = None
        for year in (1971, 2099):
            while not list(self.out.glob("store/work/*")) and runner.poll() is None:
                time.sleep(0.01)
            moment = (year - 1970) * 31_557_600
            for path in [self.out / "store", *self.out.rglob("*")]:
                try:
                    os.utime(path, (moment, moment))
                except FileNotFoundError:
                    pass
            other = other or self.start("--jobs", 1)
            time.sleep(0.5)
        self.assertEqual((runner.wait(), other.wait()), (0, 0))
        starts = [e["item"] for e in self.journal() if e["event"] == "start"]
        self.assertEqual(sorted(starts), list(range(len(self.NAMES))))
        self.complete()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
