"""Learns from a training set what to do in which state: behaviour cloning with a small network.

    clone_behaviour.py DIR_OR_FILE [EPOCHS] [ARRAY]

The input is what `sinew dataset -o DIR` or `sinew dataset merge -o FILE.h5` wrote. ARRAY is what to learn: `actions`, or
`spline_actions` of sets made with --repeats. Prints the validation loss beside that of the trivial predictor, which always says the
training mean. Both are mean squares over the numbers that vary, each divided by its variance in training: the trivial predictor's is
near 1.
"""
import json
import sys
from pathlib import Path

import h5py
import numpy as np
import torch


def files_of(path):
    if path.is_file():
        return [path]
    index = json.loads((path / "dataset.json").read_text(encoding="utf-8"))
    return [path / entry["file"] for entry in index["files"] if entry["file"].endswith(".hdf5")]


def load(path, array):
    """Per split a list of episodes, each a pair of arrays: observations and what to do."""
    splits = {}
    for name in files_of(path):
        with h5py.File(name) as file:
            for split, demos in file["mask"].items():
                for demo in demos:
                    data = file["data"][demo.decode()]
                    seen = np.concatenate([data["obs"][key][:] for key in sorted(data["obs"])], axis=1)
                    splits.setdefault(split, []).append((seen, data[array][:]))
    return splits


def hold_out(splits):
    """Training and validation arrays. Without a validation split, the last fifth of every episode is held out."""
    if "valid" in splits:
        parts = splits["train"], splits["valid"]
    else:
        episodes = [e for split in splits.values() for e in split]
        cut = [len(x) * 4 // 5 for x, _ in episodes]
        parts = ([(x[:n], y[:n]) for (x, y), n in zip(episodes, cut)], [(x[n:], y[n:]) for (x, y), n in zip(episodes, cut)])
    return [torch.from_numpy(np.concatenate([e[i] for e in part])) for part in parts for i in (0, 1)]


def main():
    torch.manual_seed(1)
    torch.set_num_threads(1)  # so small a network is slower on several
    epochs = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    x, y, x_valid, y_valid = hold_out(load(Path(sys.argv[1]), sys.argv[3] if len(sys.argv) > 3 else "actions"))
    varies = y.std(0) > 1e-4
    y, y_valid = y[:, varies], y_valid[:, varies]
    x_mean, x_std, y_mean, y_std = x.mean(0), x.std(0) + 1e-3, y.mean(0), y.std(0)
    x, x_valid = (x - x_mean) / x_std, (x_valid - x_mean) / x_std
    y, y_valid = (y - y_mean) / y_std, (y_valid - y_mean) / y_std
    print(f"{len(x)} pairs to learn from, {len(x_valid)} to validate; {x.shape[1]} features, {y.shape[1]} actions that vary")

    network = torch.nn.Sequential(torch.nn.Linear(x.shape[1], 256), torch.nn.ELU(), torch.nn.Linear(256, 256), torch.nn.ELU(),
                                  torch.nn.Linear(256, y.shape[1]))
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs)
    for epoch in range(epochs):
        network.train()
        for batch in torch.randperm(len(x)).split(64):
            loss = torch.nn.functional.mse_loss(network(x[batch]), y[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        schedule.step()
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}: training loss {loss.item():.4f}")
    network.eval()
    with torch.no_grad():
        learned = torch.nn.functional.mse_loss(network(x_valid), y_valid).item()
    trivial = y_valid.square().mean().item()
    print(f"validation loss {learned:.4f}, trivial predictor {trivial:.4f}, ratio {learned / trivial:.3f}")


main()
