"""`sinew report` as users meet it.    report_test.py PROGRAM SOURCE_DIR WRITE_TAKES"""
import struct
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
SMALL = ("--size", "640x480", "--frames", "4")


def png_size(path):
    data = path.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        raise ValueError("no PNG")
    return struct.unpack(">II", data[16:24])


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tmp = Path(cls.folder.name)
        subprocess.run([WRITE_TAKES, cls.folder.name], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, code, *arguments):
        result = SINEW.run("report", *arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def refused(self, code, output, words, *arguments):
        result = self.check(code, *arguments, "-o", output)
        self.assertIn(words, result.stderr)
        self.assertFalse(output.exists())

    def test_a_sheet_of_an_exported_file(self):
        output = self.tmp / "sheet.png"
        result = self.check(0, self.tmp / "honest.glb", "-o", output)
        self.assertIn("18 of 31 frames", result.stdout)
        self.assertEqual(result.stderr, "")
        self.assertEqual(png_size(output), (1920, 1280))

    def test_a_take_gives_the_same_bytes_as_the_file_it_is_embedded_in(self):
        self.check(0, self.tmp / "honest.glb", "-o", self.tmp / "a.png", *SMALL)
        self.check(0, self.tmp / "honest.take", "-o", self.tmp / "b.png", *SMALL)
        self.assertEqual((self.tmp / "a.png").read_bytes(), (self.tmp / "b.png").read_bytes())
        self.assertEqual(png_size(self.tmp / "a.png"), (640, 480))

    def test_json(self):
        data = SINEW.json("report", self.tmp / "honest.glb", "-o", self.tmp / "json.png", *SMALL)["data"]
        self.assertEqual((data["width"], data["height"], data["frames"], data["shown"]), (640, 480, 31, [0, 10, 20, 30]))
        self.assertTrue(data["complete"])
        self.assertLess(data["mean_error"], 0.01)

    def test_an_existing_output_is_kept_unless_forced(self):
        output = self.tmp / "kept.png"
        output.write_text("mine")
        result = self.check(2, self.tmp / "honest.glb", "-o", output, *SMALL)
        self.assertIn("--force", result.stderr)
        self.assertEqual(output.read_text(), "mine")
        self.check(0, self.tmp / "honest.glb", "-o", output, "--force", *SMALL)
        self.assertEqual(png_size(output), (640, 480))

    def test_refusals(self):
        honest = self.tmp / "honest.glb"
        self.refused(2, self.tmp / "no.html", "written as .png", honest)
        self.refused(2, self.tmp / "no.png", "expected WIDTHxHEIGHT", honest, "--size", "640")
        self.refused(2, self.tmp / "no.png", "expected 480 to 4096", honest, "--size", "64x640")
        self.refused(2, self.tmp / "no.png", "expected 1 to 100", honest, "--frames", "0")
        self.refused(3, self.tmp / "no.png", "no take embedded", self.tmp / "bare.glb")
        self.refused(3, self.tmp / "no.png", "no take embedded", HERO)
        self.refused(3, self.tmp / "no.png", "expected a .glb", SOURCE / "samples" / "data" / "walk.bvh")
        self.refused(4, self.tmp / "no.png", "nowhere.glb", self.tmp / "nowhere.glb")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
