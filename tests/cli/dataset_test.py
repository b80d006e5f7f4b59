"""`sinew dataset` and `sinew verify` of training sets as users meet them.    dataset_test.py PROGRAM SOURCE_DIR

Reads the files with Debian's h5py and numpy, and learns from them with its torch (samples/05-training-set).
"""
import hashlib
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from program import Program


def with_packages():
    """Goes on in an interpreter that has the packages: this one, or Debian's own."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import h5py, numpy, torch"], capture_output=True, check=False).returncode == 0:
            if python != sys.executable:
                sys.exit(subprocess.run([python, "-B", *sys.argv], check=False).returncode)
            return
    sys.exit("needs h5py, numpy and torch: `tools/setup test` installs them")


with_packages()
import h5py  # noqa: E402
import numpy as np  # noqa: E402

SINEW = Program(sys.argv[1])
SOURCE = Path(sys.argv[2])
SAMPLES = SOURCE / "samples"
SAMPLE = SAMPLES / "05-training-set"


def bake(output, seed):
    """A second of the sample walk; drafts differ by their seeds."""
    result = SINEW.run("bake", SAMPLES / "data" / "walk.bvh", "-c", SAMPLES / "data" / "hero.glb", "-o", output, "--crop", "0:1",
                       "--quality", "draft", "--seed", seed, "--progress", "none")
    if result.returncode != 0:
        raise RuntimeError(result.stderr)


class Dataset(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tmp = Path(cls.folder.name)
        cls.takes = [cls.tmp / f"walk_{seed}.glb" for seed in range(1, 7)]
        for seed, take in enumerate(cls.takes, 1):
            bake(take, seed)
        cls.set = cls.tmp / "walks"
        result = SINEW.run("dataset", *cls.takes, "-o", cls.set)
        if result.returncode != 0:
            raise RuntimeError(result.stderr)
        cls.index = json.loads((cls.set / "dataset.json").read_text(encoding="utf-8"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, code, *arguments):
        result = SINEW.run(*arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def test_the_index_is_true(self):
        self.assertEqual((self.index["pairs"], len(self.index["episodes"])), (180, 6))
        for entry in self.index["files"]:
            data = (self.set / entry["file"]).read_bytes()
            self.assertEqual((len(data), hashlib.sha256(data).hexdigest()), (entry["bytes"], entry["sha256"]), entry["file"])
        seen = np.concatenate([np.load(self.set / e["name"] / "pairs.npz")["observations"][:-1] for e in self.index["episodes"]])
        stated = self.index["statistics"]["observations"]
        np.testing.assert_allclose(stated["mean"], seen.astype(np.float64).mean(0), rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(stated["std"], seen.astype(np.float64).std(0), rtol=1e-7, atol=1e-9)
        np.testing.assert_array_equal(stated["max"], seen.max(0))
        for episode in self.index["episodes"]:
            self.assertEqual({i["role"] for i in episode["inputs"]}, {"reference", "character"})
            self.assertEqual(episode["inputs"][0]["sha256"],
                             hashlib.sha256((SAMPLES / "data" / episode["inputs"][0]["file"]).read_bytes()).hexdigest())

    def test_robomimic_layout(self):
        """Every key that the documentation of robomimic's data sets names."""
        with h5py.File(self.set / "walk_1" / "main_data.hdf5") as file:
            data = file["data"]
            self.assertEqual(data.attrs["total"], 30)
            environment = json.loads(data.attrs["env_args"])
            self.assertEqual({"env_name", "type", "env_kwargs"}, set(environment))
            demo = data["demo_0"]
            self.assertEqual(demo.attrs["num_samples"], 30)
            for key in ("states", "actions", "rewards", "dones"):
                self.assertEqual(len(demo[key]), 30, key)
            self.assertLessEqual(np.abs(demo["actions"]).max(), 1)
            self.assertEqual(list(demo["dones"]), [0] * 29 + [1])
            self.assertEqual(set(demo["obs"]), set(demo["next_obs"]))
            for key in demo["obs"]:
                self.assertEqual(demo["obs"][key].ndim, 2)
                np.testing.assert_array_equal(demo["obs"][key][1:], demo["next_obs"][key][:-1])
            demos = [name.decode("utf-8") for names in file["mask"].values() for name in np.array(names[:])]
            self.assertEqual(demos, ["demo_0"])

    def test_minari_layout(self):
        """Every key that the documentation of Minari's data sets names."""
        metadata = json.loads((self.set / "walk_1" / "metadata.json").read_text(encoding="utf-8"))
        self.assertEqual((metadata["total_episodes"], metadata["total_steps"], metadata["data_format"]), (1, 30, "hdf5"))
        self.assertRegex(metadata["dataset_id"], r"^[-_\w]+/[-_\w]+-v\d+$")
        spaces = [json.loads(metadata[key]) for key in ("observation_space", "action_space")]
        with h5py.File(self.set / "walk_1" / "main_data.hdf5") as file:
            episode = file["episode_0"]
            self.assertEqual((episode.attrs["id"], episode.attrs["total_steps"], episode.attrs["seed"]), (0, 30, 1))
            for space, array in zip(spaces, (episode["observations"], episode["actions"])):
                self.assertEqual((space["type"], space["dtype"], space["shape"]), ("Box", str(array.dtype), [array.shape[1]]))
            self.assertEqual(len(episode["observations"]), 31)
            for key in ("actions", "rewards", "terminations", "truncations"):
                self.assertEqual(len(episode[key]), 30, key)
            self.assertEqual(episode["terminations"].dtype, bool)
            self.assertTrue(episode["truncations"][-1] and not episode["terminations"][:].any())
            self.assertIsInstance(episode["infos"], h5py.Group)
            self.assertEqual(episode["actions"], file["data/demo_0/actions"], "one array in both layouts")

    def test_npz_without_pickle(self):
        with np.load(self.set / "walk_2" / "pairs.npz", allow_pickle=False) as pairs, \
                h5py.File(self.set / "walk_2" / "main_data.hdf5") as file:
            for key in pairs.files:
                self.assertNotEqual(pairs[key].dtype, object, key)
            self.assertEqual(json.loads(pairs["description"][()])["pairs"], 30)
            for key in ("states", "controls", "next_states", "actions", "contact_forces", "reference"):
                np.testing.assert_array_equal(pairs[key], file["data/demo_0"][key][:])
            self.assertEqual(pairs["truncations"].dtype, bool)
            np.testing.assert_array_equal(pairs["states"][1:], pairs["next_states"][:-1])

    def test_features_by_hand(self):
        """Two features computed from the raw states by their definition."""
        layout = {b["name"]: b for b in self.index["arrays"]["observations"]["layout"]}
        masses = np.array([b["mass"] for b in self.index["figure"]["bodies"]])
        with np.load(self.set / "walk_3" / "pairs.npz") as pairs:
            bodies = pairs["states"][:, 1:].reshape(30, -1, 13)
            seen = pairs["observations"]
        heights = seen[:-1, layout["heights"]["offset"]:][:, :layout["heights"]["size"]]
        np.testing.assert_allclose(heights, bodies[:, :, 1], atol=1e-6)
        velocity = seen[:-1, layout["velocity"]["offset"]:][:, :3]
        mass_velocity = (bodies[:, :, 7:10] * masses[:, None]).sum(1) / masses.sum()
        np.testing.assert_allclose(np.linalg.norm(velocity, axis=1), np.linalg.norm(mass_velocity, axis=1), rtol=1e-5)

    def test_verify(self):
        result = self.check(0, "verify", self.set)
        self.assertIn("6 episodes, 180 pairs replayed bit by bit", result.stdout)
        data = SINEW.json("verify", self.set / "walk_1" / "main_data.hdf5")["data"]
        self.assertEqual((data["pass"], data["pairs"], data["replay"]), (True, 30, "bitwise"))
        self.check(2, "verify", self.set, "--take", self.takes[0])
        self.check(3, "verify", self.tmp)

    def test_a_flipped_bit_is_found_and_named(self):
        broken = self.tmp / "broken"
        shutil.copytree(self.set, broken)
        shard = broken / "walk_4" / "main_data.hdf5"
        with h5py.File(shard) as file:
            place = file["data/demo_0/controls"].id.get_offset()
        data = bytearray(shard.read_bytes())
        data[place + 1234] ^= 1
        shard.write_bytes(data)
        for path in (broken, shard):
            result = self.check(1, "verify", path)
            self.assertIn("failed: hash:", result.stderr)
            self.assertIn("main_data.hdf5: data/demo_0/controls is not what was written", result.stderr)
        self.assertIn("damaged", self.check(3, "dataset", "merge", broken, "-o", self.tmp / "broken.h5").stderr)
        self.assertFalse((self.tmp / "broken.h5").exists())

    def test_merge(self):
        merged = self.tmp / "merged" / "main_data.hdf5"
        merged.parent.mkdir()
        self.check(0, "dataset", "merge", self.set, "-o", merged)
        self.check(0, "verify", merged)
        self.assertEqual(json.loads((merged.parent / "metadata.json").read_text())["total_steps"], 180)
        with h5py.File(merged) as file:
            self.assertEqual(len(file["data"]), 6)
            self.assertEqual(sum(len(names) for names in file["mask"].values()), 6)
            names = [file["data"][f"demo_{i}"].attrs["name"] for i in range(6)]
        self.assertEqual(names, [f"walk_{i}" for i in range(1, 7)])
        self.check(2, "dataset", "merge", self.set, "-o", merged)
        self.check(2, "dataset", "merge", merged, "-o", merged, "--force")

    def test_same_bytes_and_existing_folders(self):
        again = self.tmp / "again"
        self.check(0, "dataset", *self.takes[:2], "-o", again)
        for file in ("walk_1/main_data.hdf5", "walk_1/pairs.npz", "walk_2/metadata.json"):
            self.assertEqual((again / file).read_bytes(), (self.set / file).read_bytes(), file)
        self.assertIn("not empty", self.check(2, "dataset", *self.takes[:2], "-o", again).stderr)
        self.check(0, "dataset", *self.takes[:2], "-o", again, "--force")
        self.check(0, "verify", again)

    def test_dry_run_json_and_options(self):
        plan = SINEW.json("dataset", *self.takes, "-o", self.tmp / "dry", "--dry-run", "--splits", "a=0.5,b=0.5")["data"]
        self.assertEqual((plan["pairs"], plan["written"], len(plan["episodes"])), (180, False, 6))
        self.assertEqual({e["split"] for e in plan["episodes"]}, {"a", "b"})
        self.assertFalse((self.tmp / "dry").exists())
        self.check(0, "dataset", self.takes[0], "-o", self.tmp / "few", "--set", "dataset.joint_velocities=false",
                   "--set", "dataset.changes=true", "--progress", "plain")
        with h5py.File(self.tmp / "few" / "walk_1" / "main_data.hdf5") as file:
            self.assertEqual(set(file["data/demo_0/obs"]), {"joint_angles", "root_orientation", "heights", "velocity", "changes"})
        self.check(0, "verify", self.tmp / "few")

    def test_wrong_usage(self):
        self.check(2, "dataset", self.takes[0])
        self.check(2, "dataset", "-o", self.tmp / "none")
        self.check(2, "dataset", self.takes[0], "-o", self.tmp / "none", "--splits", "train=0.5")
        self.check(3, "dataset", SAMPLES / "data" / "hero.glb", "-o", self.tmp / "none")
        self.check(4, "dataset", self.tmp / "missing.take", "-o", self.tmp / "none")
        self.assertFalse((self.tmp / "none").exists())

    def test_a_killed_writer_leaves_no_broken_shard(self):
        killed = 0
        for delay in (0.03, 0.06, 0.1, 0.15, 0.2):
            folder = self.tmp / f"killed_{delay}"
            process = subprocess.Popen([SINEW.path, "dataset", *map(str, self.takes), "-o", str(folder)],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            killed += process.wait() == -signal.SIGKILL
            for shard in folder.glob("*/main_data.hdf5"):
                self.check(0, "verify", shard)
            if (folder / "dataset.json").exists():
                self.check(0, "verify", folder)
        self.assertGreater(killed, 0, "the runs were too short to be killed")

    def run_sample(self, name, *arguments):
        result = subprocess.run([sys.executable, "-B", str(SAMPLE / name), *map(str, arguments)], capture_output=True, text=True,
                                timeout=240, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_the_sample_reader(self):
        text = self.run_sample("read_pairs.py", self.set)
        self.assertIn("180 pairs of hero", text)
        self.assertIn("walk_6: 30 pairs", text)
        self.assertLessEqual(len((SAMPLE / "read_pairs.py").read_text(encoding="utf-8").splitlines()), 36)

    def test_behaviour_cloning_learns(self):
        last = self.run_sample("clone_behaviour.py", self.set, 30).splitlines()[-1]
        # Measured: ratio 0.18.
        self.assertLess(float(last.rsplit(" ", 1)[1]), 0.5, last)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
