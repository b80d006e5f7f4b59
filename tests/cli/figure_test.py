"""`sinew figure` as users meet it.    figure_test.py PROGRAM SOURCE_DIR"""
import json
import struct
import sys
import tempfile
import unittest
from pathlib import Path

from program import Program, data_folder, model_files

SINEW = Program(sys.argv[1])
SOURCE = Path(sys.argv[2])
SAMPLES = SOURCE / "samples" / "data"
HERO = SAMPLES / "hero.glb"
HOUND = SAMPLES / "hound.glb"
WALK = SAMPLES / "walk.bvh"

# What every humanoid has; see AnatomyOptions.
HUMANOID = {"pelvis", "chest", "head"} | {f"{side}_{part}" for side in ("left", "right")
                                          for part in ("upper_arm", "forearm", "thigh", "shin", "foot")}


def gltf_json(path):
    """The JSON chunk of a GLB file."""
    data = path.read_bytes()
    length, = struct.unpack_from("<I", data, 12)
    return json.loads(data[20:20 + length])


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tmp = Path(self.folder.name)

    def check(self, result, code):
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def figure(self, *arguments):
        envelope = SINEW.json("figure", *arguments)
        self.assertTrue(envelope["ok"], envelope)
        return envelope["data"]["figure"]


class Tables(Case):
    def test_hero_has_the_bodies_of_a_humanoid(self):
        figure = self.figure(HERO)
        self.assertTrue(figure["humanoid"])
        self.assertEqual({b["name"] for b in figure["bodies"]}, HUMANOID)
        self.assertEqual(len(figure["joints"]), len(figure["bodies"]) - 1)
        self.assertAlmostEqual(figure["height"], 1.75, delta=0.05)
        self.assertAlmostEqual(sum(b["mass"] for b in figure["bodies"]), figure["mass"])
        self.assertAlmostEqual(sum(b["share"] for b in figure["bodies"]), 1)
        kinds = {j["child"]: j["kind"] for j in figure["joints"]}
        self.assertEqual((kinds["left_shin"], kinds["right_forearm"], kinds["left_thigh"]), ("hinge", "hinge", "ball"))

    def test_text_names_what_was_taken_for_what(self):
        result = self.check(SINEW.run("figure", HERO), 0)
        for expected in ("humanoid", "what was taken for what", "bodies", "joints", "left_thigh", "LeftUpperLeg", "mass (kg)"):
            self.assertIn(expected, result.stdout)
        self.assertFalse(any(line.endswith(" ") for line in result.stdout.splitlines()))

    def test_a_dog_is_no_humanoid_and_a_bare_skeleton_is_enough(self):
        hound = self.figure(HOUND)
        self.assertFalse(hound["humanoid"])
        self.assertGreater(len(hound["bodies"]), 8)
        self.assertEqual({b["name"] for b in self.figure(WALK)["bodies"]}, HUMANOID)

    def test_options(self):
        figure = self.figure(HERO, "--set", "figure.mass=50", "--set", "figure.hands=true", "--set", "figure.ankles=hinge",
                             "--set", "figure.feet=capsule")
        self.assertAlmostEqual(figure["mass"], 50)
        self.assertEqual({b["name"] for b in figure["bodies"]}, HUMANOID | {"left_hand", "right_hand"})
        self.assertEqual({j["kind"] for j in figure["joints"] if j["child"].endswith("_foot")}, {"hinge"})
        self.assertEqual({s["kind"] for b in figure["bodies"] if b["part"] == "foot" for s in b["shapes"]}, {"capsule"})
        weak, strong = (self.figure(HERO, "--set", f"figure.torque_scale={scale}")["joints"] for scale in (1, 2))
        self.assertAlmostEqual(strong[0]["torque"][1], 2 * weak[0]["torque"][1])

    def test_wrong_options_are_usage_errors(self):
        self.assertIn("did you mean figure.mass?", self.check(SINEW.run("figure", HERO, "--set", "figure.mas=3"), 2).stderr)
        self.check(SINEW.run("figure", HERO, "--set", "figure.feet=flipper"), 2)
        self.check(SINEW.run("figure", HERO, "--set", "figure.mass=-3"), 2)
        self.check(SINEW.run("figure", HERO, "--dump", "--json"), 2)
        self.check(SINEW.run("figure"), 2)

    def test_missing_and_broken_characters(self):
        self.check(SINEW.run("figure", self.tmp / "no.glb"), 4)
        (self.tmp / "cut.glb").write_bytes(HERO.read_bytes()[:5000])
        self.assertIn("cut.glb", self.check(SINEW.run("figure", self.tmp / "cut.glb"), 3).stderr)


class Files(Case):
    def dump(self, *arguments):
        return self.check(SINEW.run("figure", *arguments, "--dump"), 0).stdout

    def test_a_dump_reads_back_to_the_same_figure(self):
        for character in (HERO, HOUND, WALK):
            with self.subTest(character.name):
                file = self.tmp / "figure.toml"
                file.write_text(self.dump(character), encoding="utf-8")
                self.assertEqual(self.dump(character, "--figure", file), file.read_text(encoding="utf-8"))

    def test_an_edited_dump_is_what_counts(self):
        file = self.tmp / "figure.toml"
        lines = self.dump(HERO).splitlines()
        mass = next(i for i, line in enumerate(lines) if line.startswith("mass = "))
        lines[mass] = "mass = 20.0"
        file.write_text("\n".join(lines), encoding="utf-8")
        self.assertEqual(self.figure(HERO, "--figure", file)["bodies"][0]["mass"], 20)
        lines[mass] = "mass = -20.0"
        file.write_text("\n".join(lines), encoding="utf-8")
        result = self.check(SINEW.run("figure", HERO, "--figure", file), 3)
        self.assertIn(f"figure.toml: line {mass + 1}, column 8: bodies[0].mass = -20", result.stderr)

    def test_a_file_with_options_builds(self):
        file = self.tmp / "options.toml"
        file.write_text("[options]\nmass = 61\nneck = true\n", encoding="utf-8")
        figure = self.figure(HERO, "--figure", file, "--set", "figure.mass=50")
        self.assertAlmostEqual(figure["mass"], 61)
        self.assertIn("neck", {b["name"] for b in figure["bodies"]})

    def test_mistakes_name_file_and_line(self):
        file = self.tmp / "options.toml"
        file.write_text("[options]\nmas = 61\n", encoding="utf-8")
        self.assertIn("options.toml: line 2", self.check(SINEW.run("figure", HERO, "--figure", file), 3).stderr)
        self.check(SINEW.run("figure", HERO, "--figure", self.tmp / "no.toml"), 4)
        file.write_text(self.dump(HOUND), encoding="utf-8")
        self.assertIn("options.toml", self.check(SINEW.run("figure", HERO, "--figure", file), 3).stderr)


class Model(Case):
    def test_the_bodies_are_meshes_of_the_character(self):
        out = self.tmp / "figure.glb"
        result = self.check(SINEW.run("figure", HERO, "-o", out), 0)
        self.assertIn("figure.glb", result.stderr)
        self.assertEqual([p.name for p in self.tmp.iterdir()], ["figure.glb"])
        gltf = gltf_json(out)
        self.assertTrue({f"body {name}" for name in HUMANOID} <= {m["name"] for m in gltf["meshes"]})
        before, after = (SINEW.json("inspect", f)["data"] for f in (HERO, out))
        self.assertEqual([j["name"] for j in before["skeleton"]["joints"]], [j["name"] for j in after["skeleton"]["joints"]])
        self.assertEqual([c["frames"] for c in before["clips"]], [c["frames"] for c in after["clips"]])
        self.assertEqual(len(after["meshes"]), len(before["meshes"]) + len(HUMANOID) + 1)
        own = {m["name"] for m in before["meshes"]}
        for mesh in gltf["meshes"]:
            for primitive in mesh["primitives"]:
                mode = gltf["materials"][primitive["material"]].get("alphaMode", "OPAQUE")
                self.assertEqual(mode, "BLEND" if mesh["name"] in own else "OPAQUE", mesh["name"])

    def test_the_figure_of_the_model_is_that_of_the_character(self):
        """The added meshes follow their joints rigidly, so that the skeleton alone decides: same parts, same joints."""
        out = self.tmp / "figure.gltf"
        self.check(SINEW.run("figure", WALK, "-o", out), 0)
        self.assertEqual([(m["part"], m["joint"]) for m in self.figure(WALK)["matches"]],
                         [(m["part"], m["joint"]) for m in self.figure(out)["matches"]])

    def test_same_input_same_bytes(self):
        for name in ("a.glb", "b.glb"):
            self.check(SINEW.run("figure", HOUND, "-o", self.tmp / name), 0)
        self.assertEqual((self.tmp / "a.glb").read_bytes(), (self.tmp / "b.glb").read_bytes())

    def test_existing_outputs_and_inputs_are_safe(self):
        out = self.tmp / "figure.glb"
        out.write_text("precious")
        self.assertIn("--force", self.check(SINEW.run("figure", HERO, "-o", out), 2).stderr)
        self.assertEqual(out.read_text(), "precious")
        self.check(SINEW.run("figure", HERO, "-o", out, "--force"), 0)
        self.assertEqual(out.read_bytes()[:4], b"glTF")
        self.check(SINEW.run("figure", out, "-o", out, "--force"), 2)
        for name in ("figure.bvh", "figure.obj"):
            self.check(SINEW.run("figure", HERO, "-o", self.tmp / name), 2)
            self.assertFalse((self.tmp / name).exists())


class Data(Case):
    def test_the_figure_of_every_character_reads_back(self):
        folder = data_folder(SOURCE)
        if folder is None:
            self.skipTest("SKIPPED: no test data (set SINEW_TEST_DATA)")
        file = self.tmp / "figure.toml"
        seen = 0
        for name in model_files(folder):
            with self.subTest(name):
                result = SINEW.run("figure", folder / name, "--dump")
                self.assertIn(result.returncode, (0, 3), result.stderr)
                if result.returncode == 0:
                    file.write_text(result.stdout, encoding="utf-8")
                    again = self.check(SINEW.run("figure", folder / name, "--figure", file, "--dump"), 0)
                    self.assertEqual(again.stdout, result.stdout)
                    seen += 1
        self.assertGreater(seen, 200)  # 256 of 370 files when this was written


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
