"""The commands as users meet them.    commands_test.py PROGRAM SOURCE_DIR"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from program import Program

SINEW = Program(sys.argv[1])
SOURCE = Path(sys.argv[2])
SAMPLES = SOURCE / "samples" / "data"
WALK = SAMPLES / "walk.bvh"
HERO = SAMPLES / "hero.glb"

SMALL_BVH = """HIERARCHY
ROOT Hips
{
  OFFSET 0 90 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT LeftUpLeg
  {
    OFFSET 10 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -90 0
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.0333333
0 90 0 0 0 0 0 0 0
0 91 1 0 0 0 0 10 0
0 92 2 0 0 0 0 20 0
"""


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tmp = Path(self.folder.name)
        self.small = self.tmp / "small.bvh"
        self.small.write_text(SMALL_BVH, encoding="utf-8")

    def check(self, result, code):
        self.assertEqual(result.returncode, code, result.stderr)
        return result


class General(Case):
    def test_help_shows_examples_and_exit_codes(self):
        result = self.check(SINEW.run("--help"), 0)
        self.assertIn("Examples:", result.stdout)
        self.assertIn("3 input refused", result.stdout)
        for command in ("inspect", "convert", "figure", "config dump"):
            with self.subTest(command):
                self.assertIn("Examples:", self.check(SINEW.run(*command.split(), "--help"), 0).stdout)

    def test_version(self):
        self.assertRegex(self.check(SINEW.run("--version"), 0).stdout, r"^sinew \d+\.\d+\.\d+\n$")

    def test_usage_errors_go_to_stderr_with_status_2(self):
        for arguments in ([], ["dance"], ["inspect"], ["convert", "a.bvh"], ["inspect", "a", "--nonsense"]):
            with self.subTest(arguments):
                result = self.check(SINEW.run(*arguments), 2)
                self.assertEqual(result.stdout, "")
                self.assertNotEqual(result.stderr, "")

    def test_no_colour_into_a_pipe(self):
        self.assertNotIn("\x1b", SINEW.run("inspect", self.small).stderr)

    def test_full_disk_is_an_io_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([SINEW.path, "inspect", self.small, "--json"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(result.returncode, 4)


class Inspect(Case):
    def test_text(self):
        result = self.check(SINEW.run("inspect", self.small), 0)
        for expected in ("BVH", "3 frames at 30 Hz", "Hips", "LeftUpLeg_end (end)", "1 unit = 0.01 m"):
            self.assertIn(expected, result.stdout)
        self.assertIn("unit-guess", result.stderr)

    def test_json_is_one_envelope(self):
        result = self.check(SINEW.run("inspect", self.small, "--json"), 0)
        envelope = json.loads(result.stdout)
        self.assertEqual((envelope["schema"], envelope["command"], envelope["ok"]), (1, "inspect", True))
        self.assertEqual([c["frames"] for c in envelope["data"]["clips"]], [3])
        self.assertEqual(len(envelope["data"]["source"]["sha256"]), 64)

    def test_json_errors_too(self):
        envelope = SINEW.json("inspect", self.tmp / "missing.bvh")
        self.assertEqual((envelope["ok"], envelope["exit_code"], envelope["error"]["kind"]), (False, 4, "io"))

    def test_overrides(self):
        data = SINEW.json("inspect", self.small, "--unit", "inch", "--source-fps", "60", "--up", "z")["data"]
        self.assertAlmostEqual(data["source"]["unit"], 0.0254)
        self.assertEqual(data["clips"][0]["frame_rate"], 60)
        self.assertEqual(data["source"]["up"], "Z")
        for wrong in (["--unit", "parsec"], ["--up", "w"], ["--source-fps", "-3"]):
            self.check(SINEW.run("inspect", self.small, *wrong), 2)

    def test_positions(self):
        out = self.tmp / "p.json"
        self.check(SINEW.run("inspect", self.small, "--positions", out, "--times", "all"), 0)
        samples = json.loads(out.read_text())["samples"]
        self.assertEqual(len(samples), 3)
        self.assertAlmostEqual(samples[2]["positions"][0][1], 0.92)
        self.check(SINEW.run("inspect", self.small, "--positions", out), 2)  # it exists
        self.check(SINEW.run("inspect", self.small, "--positions", out, "--force", "--times", "0.01"), 2)  # off the grid

    def test_unknown_clip_lists_the_names(self):
        result = self.check(SINEW.run("inspect", self.small, "--clip", "dance"), 2)
        self.assertIn("small", result.stderr)


class BadInput(Case):
    def refuse(self, name, content, *words):
        path = self.tmp / name
        path.write_bytes(content)
        result = self.check(SINEW.run("inspect", path), 3)
        self.assertEqual(result.stdout, "")
        for word in (str(path), *words):
            self.assertIn(word, result.stderr)

    def test_refusals_name_file_place_and_expectation(self):
        self.refuse("empty.bvh", b"", "empty")
        self.refuse("cut.bvh", SMALL_BVH.encode()[:150], "line")
        self.refuse("nan.bvh", SMALL_BVH.replace("91 1", "nan 1").encode(), "line 20", "nan")
        self.refuse("no.glb", b"glTF\x02\x00\x00\x00\x0c\x00\x00\x00")
        self.refuse("text.gltf", b"{ \"asset\": {\"version\": \"2.0\"} }")
        self.refuse("bad.fbx", b"Kaydara FBX Binary  \x00\x1a\x00garbage")
        self.refuse("notes.txt", b"hello", ".txt")
        self.refuse("broken.dae", b"<COLLADA>")

    def test_missing_and_odd_files_are_io_errors(self):
        self.check(SINEW.run("inspect", self.tmp / "no.bvh"), 4)
        self.check(SINEW.run("inspect", self.tmp), 4)

    def test_limits_are_configurable(self):
        result = self.check(SINEW.run("inspect", self.small, "--set", "import.max_file_bytes=100"), 3)
        self.assertIn("the limit is 100", result.stderr)


class Convert(Case):
    def test_writes_atomically_and_says_so(self):
        out = self.tmp / "out" / "small.glb"
        out.parent.mkdir()
        result = self.check(SINEW.run("convert", self.small, out), 0)
        self.assertEqual(result.stdout, "")
        self.assertIn("read back within", result.stderr)
        self.assertEqual([p.name for p in out.parent.iterdir()], ["small.glb"])

    def test_existing_output_needs_force(self):
        out = self.tmp / "small.glb"
        out.write_text("precious")
        self.assertIn("--force", self.check(SINEW.run("convert", self.small, out), 2).stderr)
        self.assertEqual(out.read_text(), "precious")
        self.check(SINEW.run("convert", self.small, out, "--force"), 0)
        self.assertEqual(out.read_bytes()[:4], b"glTF")

    def test_inputs_are_never_overwritten(self):
        before = self.small.read_bytes()
        (self.tmp / "link.bvh").symlink_to(self.small)
        for target in (self.small, self.tmp / "link.bvh"):
            self.check(SINEW.run("convert", self.small, target, "--force"), 2)
        self.assertEqual(self.small.read_bytes(), before)

    def test_failures_leave_nothing(self):
        bad = self.tmp / "bad.bvh"
        bad.write_text(SMALL_BVH[:200])
        out = self.tmp / "out"
        out.mkdir()
        self.check(SINEW.run("convert", bad, out / "a.glb"), 3)
        self.check(SINEW.run("convert", self.small, out / "a.obj"), 2)
        self.check(SINEW.run("convert", self.small, out / "no" / "a.glb"), 4)
        self.check(SINEW.run("convert", self.small, out / "a.glb", "--crop", "7:9"), 2)
        self.check(SINEW.run("convert", self.small, out / "a.glb", "--crop", "x"), 2)
        self.assertEqual(list(out.iterdir()), [])

    def test_same_input_same_bytes(self):
        self.check(SINEW.run("convert", self.small, self.tmp / "a.glb"), 0)
        self.check(SINEW.run("convert", self.small, self.tmp / "b.glb"), 0)
        self.assertEqual((self.tmp / "a.glb").read_bytes(), (self.tmp / "b.glb").read_bytes())

    def test_crop_fps_and_mirror(self):
        out = self.tmp / "a.glb"
        data = SINEW.json("convert", WALK, out, "--crop", "1:2", "--fps", "24", "--mirror")["data"]
        self.assertEqual((data["clips"][0]["frames"], data["clips"][0]["frame_rate"]), (25, 24))
        self.assertTrue({"crop", "resample"} <= {n["code"] for n in data["ledger"]})
        frames = SINEW.json("convert", WALK, self.tmp / "b.glb", "--crop", "10f:19f")["data"]["clips"][0]["frames"]
        self.assertEqual(frames, 10)

    def test_gltf_text_output(self):
        self.check(SINEW.run("convert", self.small, self.tmp / "a.gltf"), 0)
        self.assertEqual(json.loads((self.tmp / "a.gltf").read_text())["asset"]["version"], "2.0")
        self.check(SINEW.run("inspect", self.tmp / "a.gltf"), 0)

    def test_several_clips_into_bvh_need_a_choice(self):
        two = self.tmp / "two.glb"
        self.check(SINEW.run("convert", SAMPLES / "hound.glb", two), 0)
        names = [c["name"] for c in SINEW.json("inspect", two)["data"]["clips"]]
        self.check(SINEW.run("convert", two, self.tmp / "a.bvh", "--clip", names[0]), 0)
        self.assertIn(names[0], self.check(SINEW.run("convert", two, self.tmp / "b.bvh", "--clip", "no"), 2).stderr)

    def test_clip_on_the_same_skeleton_of_a_character(self):
        out = self.tmp / "hero_walk.glb"
        data = SINEW.json("convert", WALK, out, "--character", HERO)["data"]
        self.assertEqual([c["name"] for c in data["clips"]], ["walk"])
        self.assertGreater(SINEW.json("inspect", out)["data"]["meshes"][0]["vertices"], 100)
        self.assertNotIn("proxy-mesh", {n["code"] for n in data["ledger"]})

    def test_another_skeleton_is_refused_by_name_of_the_joint(self):
        result = self.check(SINEW.run("convert", self.small, self.tmp / "a.glb", "--character", HERO), 3)
        self.assertIn("hero.glb", result.stderr)

    def test_killed_in_the_middle_leaves_no_file(self):
        big = self.tmp / "big.bvh"
        header, motion = SMALL_BVH.split("MOTION\n")
        line = motion.splitlines()[-1]
        big.write_text(header + "MOTION\nFrames: 200000\nFrame Time: 0.01\n" + "\n".join([line] * 200000))
        out = self.tmp / "out"
        out.mkdir()
        for number, delay in ((signal.SIGINT, 0.05), (signal.SIGTERM, 0.3)):
            process = subprocess.Popen([SINEW.path, "convert", big, out / "a.glb"], stderr=subprocess.DEVNULL)
            time.sleep(delay)
            process.send_signal(number)
            status = process.wait()
            if status == 0:  # it was quicker than the signal
                os.unlink(out / "a.glb")
            else:
                self.assertEqual(status, -number)
            self.assertEqual(list(out.iterdir()), [])


class Configuration(Case):
    def test_dump_loads_back(self):
        dump = self.check(SINEW.run("config", "dump", "--set", "import.unit=cm"), 0).stdout
        file = self.tmp / "sinew.toml"
        file.write_text(dump)
        self.assertEqual(self.check(SINEW.run("config", "dump", "--config", file), 0).stdout, dump)

    def test_unknown_key_suggests_the_nearest(self):
        result = self.check(SINEW.run("inspect", self.small, "--set", "import.unt=cm"), 2)
        self.assertIn("did you mean import.unit?", result.stderr)

    def test_broken_file_names_the_line(self):
        file = self.tmp / "sinew.toml"
        file.write_text("[import]\nunit = \n")
        result = self.check(SINEW.run("inspect", self.small, "--config", file), 2)
        self.assertIn("sinew.toml: line 2", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
