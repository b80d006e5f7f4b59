"""`sinew verify` as users meet it.    verify_test.py PROGRAM SOURCE_DIR WRITE_TAKES"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import Program

SINEW = Program(sys.argv[1])
SOURCE = Path(sys.argv[2])
WRITE_TAKES = sys.argv[3]
HERO = SOURCE / "samples" / "data" / "hero.glb"


class Verify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tmp = Path(cls.folder.name)
        subprocess.run([WRITE_TAKES, cls.folder.name], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, code, *arguments):
        result = SINEW.run("verify", *arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def test_an_honest_file(self):
        result = self.check(0, self.tmp / "honest.glb")
        for expected in ("replayed bit by bit", "momentum_linear", "penetration_p99", "verified"):
            self.assertIn(expected, result.stdout)
        self.assertNotIn("FAIL", result.stdout)
        self.assertEqual(result.stderr, "")

    def test_json(self):
        envelope = SINEW.json("verify", self.tmp / "honest.glb")
        data = envelope["data"]
        self.assertTrue(envelope["ok"] and data["pass"] and data["embedded"])
        self.assertEqual((data["replay"], data["frames"], data["failures"]), ("bitwise", 31, []))
        metrics = {m["name"]: m for m in data["certificate"]["metrics"]}
        for name in ("replay", "forces", "animation_position", "momentum_linear", "torque_use", "joint_limits", "success"):
            self.assertTrue(metrics[name]["required"] and metrics[name]["pass"], name)

    def test_forgeries_name_the_metric(self):
        for name, metric in (("animation", "animation_position"), ("control", "replay"), ("record", "replay"),
                             ("force", "momentum_linear")):
            with self.subTest(name):
                result = self.check(1, self.tmp / f"{name}.glb")
                self.assertIn(f"failed: {metric}:", result.stderr)
                self.assertIn("NOT verified", result.stdout)
                data = SINEW.json("verify", self.tmp / f"{name}.glb")["data"]
                self.assertIn(metric, [f["metric"] for f in data["failures"]])

    def test_flipped_bits_are_hash_mismatches(self):
        data = bytearray((self.tmp / "honest.glb").read_bytes())
        at = data.index(b"SINEWTAK")
        for offset in (9, 200, 5000, 50000):
            flipped = bytearray(data)
            flipped[at + offset] ^= 4
            (self.tmp / "flipped.glb").write_bytes(flipped)
            self.assertIn("failed: hash:", self.check(1, self.tmp / "flipped.glb").stderr)

    def test_another_machine(self):
        self.assertIn("step by step", self.check(0, self.tmp / "foreign.glb").stdout)

    def test_a_take_that_was_dropped(self):
        self.assertIn("--take", self.check(3, self.tmp / "bare.glb").stderr)
        self.check(0, self.tmp / "bare.glb", "--take", self.tmp / "honest.take")
        self.check(0, self.tmp / "honest.take")
        self.check(2, self.tmp / "honest.take", "--take", self.tmp / "honest.take")

    def test_the_certificate_as_a_file(self):
        out = self.tmp / "certificate.json"
        self.check(0, self.tmp / "honest.glb", "--certificate", out)
        certificate = json.loads(out.read_text(encoding="utf-8"))
        self.assertTrue(certificate["pass"])
        self.assertEqual(len(certificate["provenance"]["inputs"]), 1)
        self.check(2, self.tmp / "honest.glb", "--certificate", out)
        self.check(0, self.tmp / "honest.glb", "--certificate", out, "--force")
        self.check(2, self.tmp / "honest.glb", "--certificate", self.tmp / "honest.glb", "--force")

    def test_other_files_are_refused(self):
        self.assertIn("take", self.check(3, HERO).stderr)
        (self.tmp / "text.txt").write_text("hello")
        self.check(3, self.tmp / "text.txt")
        self.check(4, self.tmp / "none.glb")
        (self.tmp / "cut.take").write_bytes((self.tmp / "honest.take").read_bytes()[:1000])
        self.check(3, self.tmp / "cut.take")
        self.check(2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
