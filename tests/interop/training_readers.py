"""Reads a training set with the readers of Minari and robomimic themselves.

    training_readers.py --sinew PROGRAM --write-takes PROGRAM --work FOLDER

Neither is a Debian package: tools/test installs what readers.txt lists, in build/readers. Where they cannot be imported the test is
skipped.

Seen with Minari 0.5.2 and robomimic 0.3.0.
"""
import argparse
import shutil
import subprocess
import sys
from pathlib import Path

try:
    import h5py
    import minari
    import numpy as np
    import robomimic.utils.obs_utils as obs_utils
    from robomimic.utils.dataset import SequenceDataset
except ImportError as error:
    print(f"SKIPPED: {error}")
    sys.exit(77)


def check_minari(folder):
    data = minari.MinariDataset(folder)
    episode = data[0]
    print(data.spec, episode)
    assert (data.total_episodes, data.total_steps) == (1, 30)
    assert all(data.observation_space.contains(row) for row in episode.observations)
    assert all(data.action_space.contains(row) for row in episode.actions)
    assert len(episode.observations) == 31 and len(episode.infos["states"]) == 30
    assert episode.truncations[-1] and not episode.terminations.any()


def check_robomimic(file):
    keys = ("joint_angles", "heights", "velocity")
    obs_utils.initialize_obs_utils_with_obs_specs([{"obs": {"low_dim": list(keys)}}])
    with h5py.File(file) as stored:
        split = next(iter(stored["mask"]))
        angles, actions = stored["data/demo_0/obs/joint_angles"][:], stored["data/demo_0/actions"][:]
    for cache in ("all", "low_dim", None):
        data = SequenceDataset(str(file), obs_keys=keys, dataset_keys=("actions", "rewards", "dones"), seq_length=5,
                               hdf5_cache_mode=cache, hdf5_use_swmr=True, filter_by_attribute=split)
        item = data[3]
        assert len(data) == 30 and item["obs"]["heights"].shape[0] == 5
        np.testing.assert_array_equal(item["obs"]["joint_angles"], angles[3:8])
        np.testing.assert_array_equal(item["next_obs"]["joint_angles"], angles[4:9])
        np.testing.assert_array_equal(item["actions"], actions[3:8])


def main():
    parser = argparse.ArgumentParser()
    for name in ("--sinew", "--write-takes", "--work"):
        parser.add_argument(name, required=True)
    arguments = parser.parse_args()
    work = Path(arguments.work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    subprocess.run([arguments.write_takes, work], check=True)
    subprocess.run([arguments.sinew, "dataset", work / "honest.take", "-o", work / "set"], check=True)
    check_minari(work / "set" / "honest")
    check_robomimic(work / "set" / "honest" / "main_data.hdf5")


main()
