"""Round trips of files through the program: every joint within 1e-5 m (and single-precision rounding) and 1e-5 rad.

    round_trips_test.py PROGRAM SOURCE_DIR

BVH to BVH, BVH to GLB to BVH, FBX to GLB, GLB to GLB, over the samples and, where there is one, the data folder. World
positions of all joints in all frames come from `sinew inspect --positions`; rotations relative to the rest pose are compared by
the program itself each time it writes a file (the "reread" part of its report).
"""
import concurrent.futures
import json
import math
import sys
import tempfile
from pathlib import Path

from program import Program, data_folder, model_files

TOLERANCE = 1e-5
ROUNDING = 6 * 6e-8  # of the distance from the origin: single precision along a chain of joints (one file is 149 m large)


class RoundTrip:
    """One file's way through one or two conversions."""

    def __init__(self, sinew, work, source, suffixes):
        self.sinew, self.source, self.suffixes = sinew, source, suffixes
        self.stem = work / f"{abs(hash(str(source)))}_{'_'.join(s[1:] for s in suffixes)}"

    def positions(self, path, clip, *options):
        out = Path(f"{self.stem}.json")
        arguments = ["--clip", clip] if clip else []
        result = self.sinew.run("inspect", path, "--positions", out, "--times", "all", "--force", *arguments, *options)
        if result.returncode != 0:
            raise ValueError(result.stderr.strip())
        return json.loads(out.read_text())

    def run(self):
        """(label, largest distance, largest reported rotation error)"""
        label = " -> ".join([self.source.name, *self.suffixes])
        clips = self.sinew.json("inspect", self.source)["data"]["clips"]
        clip = max(clips, key=lambda c: c["frames"])["name"] if clips else ""
        before = self.positions(self.source, clip)
        path, rotation = self.source, 0.0
        for number, suffix in enumerate(self.suffixes):
            target = Path(f"{self.stem}_{number}{suffix}")
            choose = ["--clip", clip] if clip and number == 0 else []
            envelope = self.sinew.json("convert", path, target, *choose)
            if not envelope["ok"]:
                raise ValueError(f"{label}: {envelope['error']['message']}")
            rotation = max(rotation, envelope["data"]["reread"]["rotation_error"])
            path = target
        options = ["--unit", str(before["unit_scale"] if self.suffixes == [".bvh"] else 0.01), "--up", "y"]
        after = self.positions(path, "", *(options if path.suffix == ".bvh" else []))
        return label, self.distance(label, before, after), rotation

    @staticmethod
    def distance(label, before, after):
        count = len(before["joints"])
        extra = len(after["joints"]) - count
        if extra not in (0, 1) or (clip_frames := len(before["samples"])) != len(after["samples"]):
            raise ValueError(f"{label}: {count} joints became {len(after['joints'])}, "
                             f"{len(before['samples'])} frames {len(after['samples'])}")
        worst = 0.0
        for frame in range(clip_frames):
            ours, theirs = before["samples"][frame]["positions"], after["samples"][frame]["positions"][extra:]
            worst = max([worst, *(math.dist(a, b) - ROUNDING * math.hypot(*a) for a, b in zip(ours, theirs, strict=True))])
        return worst


def routes(path):
    if path.suffix == ".bvh":
        return [[".bvh"], [".glb", ".bvh"]]
    return [[".glb"]]


def refused(outcomes, name):
    return outcomes.get(name, "ok") != "ok"


def main():
    sinew, source = Program(sys.argv[1]), Path(sys.argv[2])
    files = sorted(p for p in (source / "samples" / "data").iterdir() if p.suffix in (".bvh", ".glb"))
    folder = data_folder(source)
    table = Path(__file__).with_name("outcomes.tsv").read_text(encoding="utf-8").splitlines()
    outcomes = dict(line.split("\t")[:2] for line in table)
    if folder:
        files += [folder / name for name in model_files(folder) if not refused(outcomes, name)]
    with tempfile.TemporaryDirectory() as work:
        trips = [RoundTrip(sinew, Path(work), path, route) for path in files for route in routes(path)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(attempt, trips))
    failures = [text for good, text in results if not good]
    print("\n".join(failures))
    print(f"{len(results) - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures or not results else 0)


def attempt(trip):
    try:
        label, distance, rotation = trip.run()
    except (ValueError, KeyError) as error:
        return False, f"{trip.source.name} -> {trip.suffixes}: {error}"
    good = distance <= TOLERANCE and rotation <= TOLERANCE
    return good, f"{label}: {distance:.2g} m, {rotation:.2g} rad"


main()
