"""Reads a training set in two ways.    read_pairs.py DIR

With h5py (robomimic's layout) and with numpy alone; both give the same numbers. DIR is what `sinew dataset -o DIR` wrote.
"""
import json
import sys
from pathlib import Path

import h5py
import numpy as np

folder = Path(sys.argv[1])
index = json.loads((folder / "dataset.json").read_text(encoding="utf-8"))
print(f"{index['pairs']} pairs of {index['figure']['name']}, a control every {index['control']['control_dt']:.4f} s")
for block in index["arrays"]["observations"]["layout"]:
    print(f"  {block['name']:18} {block['size']:3} x {block['unit'] or '1':6} {block['meaning']}")

for episode in index["episodes"]:
    shard = folder / episode["name"]
    with h5py.File(shard / "main_data.hdf5") as file:
        demo = file["data/demo_0"]
        angles, actions = demo["obs/joint_angles"][:], demo["actions"][:]
        step, position = demo["states"][:, 0], demo["states"][:, 1:4]  # raw: physics step, the root body's position
    with np.load(shard / "pairs.npz", allow_pickle=False) as pairs:
        assert np.array_equal(pairs["actions"], actions) and np.array_equal(pairs["states"][:, 0], step)
        assert np.array_equal(pairs["observations"][:-1, : angles.shape[1]], angles)
    print(f"{episode['name']}: {len(actions)} pairs for {episode['split']}, {episode['end']}, "
          f"root from {np.round(position[0], 2)} to {np.round(position[-1], 2)} m")
