"""`sinew bench` as users meet it.    bench_test.py PROGRAM SOURCE_DIR"""
import json
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import Program

SINEW = Program(str(Path(sys.argv[1]).resolve()))
WALK = Path(sys.argv[2]).resolve() / "samples" / "data" / "walk.bvh"
SMALL = (WALK, "--crop", "0:0.5", "--clusters", "1,2", "--samples", "16", "--seeds", "1")


class Clusters(unittest.TestCase):
    def test_json_has_every_attempt(self):
        data = SINEW.json("bench", "clusters", *SMALL)["data"]
        self.assertEqual(data["frames"], 15)
        self.assertEqual([a["clusters"] for a in data["attempts"]], [1, 2, 0])
        for attempt in data["attempts"]:
            self.assertLessEqual(attempt["steps"], data["frames"])
            self.assertGreater(attempt["iterations"], 0)
            if attempt["clusters"] > 0:  # two to open the window, ten for the last frames, four more
                self.assertLessEqual(attempt["iterations"], 16)

    def test_table_has_the_papers_figures_beside_ours(self):
        run = SINEW.run("bench", "clusters", *SMALL)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("5.634", run.stdout)
        self.assertIn("default", run.stdout)

    def test_recorded_attempts_are_not_made_again(self):
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "attempts.json"
            first = SINEW.json("bench", "clusters", *SMALL[:-1], "1", "--record", record)["data"]
            self.assertEqual(json.loads(record.read_text())["attempts"], first["attempts"])
            run = SINEW.run("bench", "clusters", *SMALL[:-1], "1", "--record", record, "--json")
            self.assertEqual(json.loads(run.stdout)["data"], first)  # processor times too: nothing was made anew
            other = SINEW.run("bench", "clusters", WALK, "--crop", "0:0.6", "--record", record)
            self.assertEqual(other.returncode, 2)
            self.assertIn("attempts.json: expected attempts at this clip", other.stderr)

    def test_a_signal_stops_within_an_attempt(self):
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "attempts.json"
            # An iteration takes two seconds, an attempt minutes.
            run = subprocess.Popen([SINEW.path, "bench", "clusters", WALK, "--samples", "2000", "--record", record, "--json"],
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            run.stderr.readline()  # it has begun
            run.send_signal(signal.SIGINT)
            out, _ = run.communicate(timeout=300)
            self.assertEqual(run.returncode, 128 + signal.SIGINT)
            self.assertEqual(json.loads(out)["data"]["attempts"], [])
            self.assertFalse(record.exists(), "an attempt that was stopped is none")

    def test_wrong_use(self):
        self.assertEqual(SINEW.run("bench").returncode, 2)
        self.assertEqual(SINEW.run("bench", "clusters", WALK, "--crop", "9:8").returncode, 2)
        self.assertEqual(SINEW.run("bench", "clusters", "nowhere.bvh").returncode, 4)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
