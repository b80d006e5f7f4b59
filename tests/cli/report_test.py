"""`sinew report` as users meet it.    report_test.py PROGRAM SOURCE_DIR WRITE_TAKES"""
import json
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


def page_head(path):
    """The JSON of a page that says what it shows."""
    text = path.read_text(encoding="utf-8")
    start = text.index('id="head">') + len('id="head">')
    return json.loads(text[start:text.index("</script>", start)])


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

    def test_a_page_says_what_the_file_says(self):
        output = self.tmp / "page.html"
        result = self.check(0, self.tmp / "honest.glb", "-o", output, "--against", SOURCE / "samples" / "data" / "walk.bvh")
        self.assertIn("31 frames", result.stdout)
        self.assertEqual(result.stderr, "")
        head = page_head(output)
        self.assertEqual((head["name"], head["frames"], head["rate"]), ("wave", 31, 30))
        self.assertEqual([actor["label"] for actor in head["actors"]], ["result", "reference", "walk.bvh"])
        self.assertTrue(head["certificate"]["pass"])
        self.assertEqual(head["failures"], [])
        self.assertEqual(len(head["certificate"]["hashes"]["take"]), 64)
        self.assertEqual(head["provenance"]["seed"], "7")

    def test_a_page_of_a_forgery_says_so(self):
        forgery = next(file for file in sorted(self.tmp.glob("*.glb")) if file.stem not in ("honest", "bare", "foreign")
                       and SINEW.run("verify", file).returncode == 1)
        result = self.check(0, forgery, "-o", self.tmp / "forgery.html")
        self.assertIn("does not hold", result.stdout)
        self.assertTrue(page_head(self.tmp / "forgery.html")["failures"])

    def test_the_same_take_gives_the_same_page(self):
        self.check(0, self.tmp / "honest.glb", "-o", self.tmp / "one.html")
        self.check(0, self.tmp / "honest.glb", "-o", self.tmp / "two.html")
        self.assertEqual((self.tmp / "one.html").read_bytes(), (self.tmp / "two.html").read_bytes())

    def test_the_history_of_a_run(self):
        run = {"data": {"sentence": "followed", "track": {"seconds": 2.5, "cpu_seconds": 5, "steps": 10, "restarts": 0,
                                                          "history": [{"cost": 1.5, "moved": False}]}}}
        (self.tmp / "run.json").write_text(json.dumps(run))
        self.check(0, self.tmp / "honest.take", "-o", self.tmp / "run.html", "--run-report", self.tmp / "run.json")
        self.assertEqual(page_head(self.tmp / "run.html")["run"]["history"], [{"cost": 1.5}])

    def test_films(self):
        for name, form, frames in (("film.mp4", "mov,mp4,m4a,3gp,3g2,mj2", 31), ("film.gif", "gif", 26)):
            result = self.check(0, self.tmp / "honest.glb", "-o", self.tmp / name, "--size", "240x240")
            self.assertIn("31 frames", result.stdout)
            probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_format", "-show_streams", "-of", "json", self.tmp / name],
                                   capture_output=True, check=True, text=True)
            facts = json.loads(probe.stdout)
            self.assertEqual(facts["format"]["format_name"], form)
            stream = facts["streams"][0]
            self.assertEqual((stream["width"], stream["height"], int(stream["nb_read_frames"])), (240, 240, frames))

    def test_without_ffmpeg_or_with_one_that_fails_there_is_no_film(self):
        output = self.tmp / "none.mp4"
        arguments = ("report", self.tmp / "honest.glb", "-o", output, "--size", "240x240")
        result = SINEW.run(*arguments, env={"PATH": "/nowhere"})
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertIn("apt-get install ffmpeg", result.stderr)
        folder = self.tmp / "failing"
        folder.mkdir()
        (folder / "ffmpeg").write_text("#!/bin/sh\nexit 3\n")
        (folder / "ffmpeg").chmod(0o755)
        result = SINEW.run(*arguments, env={"PATH": str(folder)})
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertIn("exit status 3", result.stderr)
        self.assertEqual(list(self.tmp.glob("none*")), [])

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
        self.refused(2, self.tmp / "no.txt", "written as .html, .png, .mp4 or .gif", honest)
        self.refused(2, self.tmp / "no.png", "--against goes with .html", honest, "--against", honest)
        self.refused(2, self.tmp / "no.html", "--size goes with a picture or film", honest, "--size", "640x480")
        self.refused(2, self.tmp / "no.html", "--frames goes with .png", honest, "--frames", "3")
        self.refused(3, self.tmp / "no.html", "no take embedded", self.tmp / "bare.glb")
        self.refused(3, self.tmp / "no.html", "LICENSE", honest, "--against", SOURCE / "LICENSE")
        self.refused(3, self.tmp / "no.html", "sinew bake --json", honest, "--run-report", SOURCE / "samples" / "data" / "walk.bvh")
        self.refused(2, self.tmp / "no.png", "--turns goes with a film", honest, "--turns", "2")
        self.refused(2, self.tmp / "no.mp4", "--frames goes with .png", honest, "--frames", "3")
        self.refused(2, self.tmp / "no.mp4", "expected an even number", honest, "--size", "333x240")
        self.refused(2, self.tmp / "no.gif", "expected 0 to 20", honest, "--turns", "21")
        self.refused(2, self.tmp / "no.png", "expected WIDTHxHEIGHT", honest, "--size", "640")
        self.refused(2, self.tmp / "no.png", "expected 480 to 4096", honest, "--size", "64x640")
        self.refused(2, self.tmp / "no.png", "expected 1 to 100", honest, "--frames", "0")
        self.refused(3, self.tmp / "no.png", "no take embedded", self.tmp / "bare.glb")
        self.refused(3, self.tmp / "no.png", "no take embedded", HERO)
        self.refused(3, self.tmp / "no.png", "expected a .glb", SOURCE / "samples" / "data" / "walk.bvh")
        self.refused(4, self.tmp / "no.png", "nowhere.glb", self.tmp / "nowhere.glb")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
