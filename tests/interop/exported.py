"""Exported files in the hands of others: the Khronos validator, Blender and three.js.

    exported.py --sinew PROGRAM --source-dir DIR --work DIR [FILE.glb | FOLDER ...]

Without arguments it first runs `sinew convert IN OUT.glb` on everything in samples/data and, where there is a data folder, on the
files of export_files.json, and `sinew bake` on a part of the sample's walk. Each GLB then has to
  - keep the joints of its source: `sinew inspect` says the same of both, within 0.1 mm at every frame (converted files only),
  - have no errors and no warnings in the Khronos validator,
  - give in Blender a bone for each joint, within 0.1 mm of ours at every frame of up to three of its clips,
  - play in three.js in a headless browser without console errors, with the nodes within 0.1 mm of ours at twelve times.
Contact sheets of the playback stay in DIR/pictures. What is needed from `sinew inspect --positions` is said in truth.py.

Exit status: 0 all well, 1 something is not.
"""
import argparse
import json
import re
import shutil
import sys
import time
from pathlib import Path

import joints
import programs

TOLERANCE_MM = 0.1
ROUNDING_MM_PER_M = 0.01  # beyond 10 m single precision counts: Blender is 0.7 mm off on a figure of 149 m
CLIPS = 3
SUFFIXES = (".bvh", ".fbx", ".glb", ".gltf")
LEAST_FILLED = 0.002  # share of the picture that meshes must fill


class File:
    """One GLB under test, and what was found wrong with it."""

    def __init__(self, path, source=None):
        self.path, self.source = path, source
        self.label = source or path.name
        self.id = re.sub(r"\W+", "_", str(self.label))
        self.clips = []  # answers of sinew inspect, one per clip, all frames
        self.faults = []
        self.facts = []

    def fail(self, text):
        self.faults.append(text)


def sources(source_dir):
    """(label, path) of all files to convert."""
    samples = Path(source_dir) / "samples" / "data"
    found = [(f"samples/data/{p.relative_to(samples)}", p) for p in sorted(samples.rglob("*")) if p.suffix.lower() in SUFFIXES]
    data = programs.data_folder(source_dir)
    if data:
        listed = json.loads((programs.HERE / "export_files.json").read_text(encoding="utf-8"))["files"]
        found += [(name, data / name) for name in listed]
    else:
        print("no data folder: samples only")
    return found


def convert(sinew, label, path, folder):
    file = File(folder / (re.sub(r"\W+", "_", label) + ".glb"), label)
    status, _, errors = programs.call([sinew, "convert", path, file.path, "--force"], timeout=120)
    if status != 0 or not file.path.is_file():
        file.fail(f"sinew convert: exit status {status}: {errors.strip()[-300:]}")
        return file
    before, problem = programs.inspect_positions(sinew, path, folder / (file.id + ".source.json"), times="all")
    after, problem_after = programs.inspect_positions(sinew, file.path, folder / (file.id + ".copy.json"), times="all")
    if problem or problem_after:
        file.fail(problem or problem_after)
    else:
        compare_copies(file, before, after)
    return file


def bake(sinew, source_dir, folder):
    """The sample's bake, as samples/03-bake does it, but short: a file with its take and certificate embedded."""
    samples = Path(source_dir) / "samples" / "data"
    file = File(folder / "baked_walk.glb")
    status, _, errors = programs.call([sinew, "bake", samples / "walk.bvh", "-c", samples / "hero.glb", "-o", file.path, "--crop", "0:0.8",
                                       "--quality", "draft", "--progress", "none", "--force"], timeout=300)
    if status != 0 or not file.path.is_file():
        file.fail(f"sinew bake: exit status {status}: {errors.strip()[-300:]}")
    return file


def compare_copies(file, before, after):
    """The exported joints against the imported ones, both in the words of sinew."""
    names = {joint["name"]: i for i, joint in enumerate(after["joints"])}
    lost = [joint["name"] for joint in before["joints"] if joint["name"] not in names]
    if lost:
        file.fail(f"{len(lost)} joints of the source are lost: {', '.join(lost[:4])}")
    if len(before["samples"]) != len(after["samples"]):
        file.fail(f"{len(before['samples'])} frames became {len(after['samples'])}")
        return
    worst = max((joints.distance(b["positions"][i], a["positions"][names[joint["name"]]]) for b, a in zip(before["samples"], after["samples"])
                 for i, joint in enumerate(before["joints"]) if joint["name"] in names), default=0.0) * 1000
    file.facts.append(f"copy {worst:.4f} mm")
    if not worst <= TOLERANCE_MM:
        file.fail(f"joints moved by {worst:.3f} mm")


def validate(files):
    """The Khronos validator over all files."""
    status, out, errors = programs.call(["node", programs.HERE / "validate.mjs", *[f.path for f in files]])
    if status != 0:
        raise SystemExit(f"FAILED: validate.mjs: {errors[-2000:]}")
    for file, report in zip(files, json.loads(out)):
        if report["errors"] or report["warnings"]:
            file.fail(f"validator: {report['errors']} errors, {report['warnings']} warnings: {'; '.join(serious(report['messages'])[:3])}")


def serious(messages):
    return [m for m in messages if m.startswith(("ERROR", "WARNING"))]


def read_clips(sinew, file, work):
    """All frames of the first clips, as sinew reads them."""
    answer, problem = programs.inspect_positions(sinew, file.path, work / (file.id + ".0.json"), times="all")
    if problem:
        file.fail(problem)
        return
    file.clips.append(answer)
    others = [name for name in answer.get("clips", []) if name != answer.get("clip")][:CLIPS - 1]
    for number, name in enumerate(others, 1):
        answer, problem = programs.inspect_positions(sinew, file.path, work / f"{file.id}.{number}.json", clip=name, times="all")
        if problem:
            file.fail(problem)
        else:
            file.clips.append(answer)


def file_times(answer):
    """Times of the samples in the exported file, which starts at 0 wherever its source did."""
    return [s["time"] for s in answer["samples"]]


def tolerance(answer):
    reach = max(abs(c) for s in answer["samples"] for p in s["positions"] for c in p)
    return max(TOLERANCE_MM, ROUNDING_MM_PER_M * reach)


def see_in_blender(files, work):
    """Bones at every frame."""
    jobs = [{"id": f"{file.id}.{n}", "file": str(file.path), "clip_index": clip_index(answer), "fps": answer.get("fps"), "rotations": True,
             "times": file_times(answer)} for file in files for n, answer in enumerate(file.clips)]
    results = programs.blender(jobs, work / "blender") if jobs else {}
    for file in files:
        for n, answer in enumerate(file.clips):
            compare_with_blender(file, answer, results[f"{file.id}.{n}"])


def clip_index(answer):
    clips = answer.get("clips") or []
    return clips.index(answer["clip"]) if answer.get("clip") in clips else answer.get("clip_index")


def compare_with_blender(file, answer, result):
    if not result["ok"]:
        file.fail("Blender: " + result["error"])
        return
    found = joints.compare(answer, result)
    file.facts.append(f"Blender {found.joints} joints, {found.frames} frames, {found.error:.4f} mm")
    if not found.error <= tolerance(answer):
        file.fail(f"Blender: {found.error:.3f} mm off at {found.where}")
    if found.angle > 0.1:
        file.fail(f"Blender: turned by {found.angle:.2f} degrees at {found.angle_where}")
    if found.extra or found.missing:
        file.fail(f"Blender: {len(found.extra)} joints without a bone, {len(found.missing)} bones without a joint: "
                  f"{', '.join((found.extra + found.missing)[:4])}")


def spread(items, count):
    """Up to count items, evenly spread, first and last included."""
    count = min(count, len(items))
    return [items[round((len(items) - 1) * i / max(1, count - 1))] for i in range(count)]


def see_in_browser(files, work):
    """Playback of the first clip of each file."""
    pictures = work / "pictures"
    pictures.mkdir(exist_ok=True)
    shown = [file for file in files if file.clips]
    jobs = [{"id": file.id, "file": str(file.path), "clip": clip_index(file.clips[0]), "times": spread(file_times(file.clips[0]), 12),
             "tiles": spread(file_times(file.clips[0]), 6)} for file in shown]
    if not jobs:
        return
    listing = work / "play.json"
    listing.write_text(json.dumps({"browser": shutil.which("chromium"), "jobs": jobs}))
    status, _, errors = programs.call(["node", programs.HERE / "play.mjs", listing, pictures], timeout=900)
    for file in shown:
        result = pictures / (file.id + ".json")
        if result.is_file():
            compare_with_browser(file, json.loads(result.read_text(encoding="utf-8")))
            result.unlink()
        else:
            file.fail(f"three.js: no result (exit status {status}): {errors[-300:]}")


def compare_with_browser(file, result):
    if not result["ok"]:
        file.fail("three.js: " + "; ".join(result["errors"])[:400])
        return
    answer = file.clips[0]
    index = {name: i for i, name in reversed(list(enumerate(result["nodes"])))}
    lost = [j["name"] for j in answer["joints"] if j["name"] not in index]
    if lost:
        file.fail(f"three.js: {len(lost)} joints without a node: {', '.join(lost[:4])}")
    worst = max((joints.distance(mine["positions"][i], theirs["positions"][index[joint["name"]]])
                 for mine, theirs in zip(spread(answer["samples"], 12), result["samples"])
                 for i, joint in enumerate(answer["joints"]) if joint["name"] in index), default=0.0) * 1000
    file.facts.append(f"three.js {worst:.4f} mm")
    if not worst <= tolerance(answer):
        file.fail(f"three.js: {worst:.3f} mm off")
    if result["meshes"] and result["filled"] < LEAST_FILLED:
        file.fail("three.js: the meshes are not to be seen in the picture")


def collect(options, work):
    """The files under test, converted where need be."""
    if options.files:
        paths = [p for given in map(Path, options.files) for p in (sorted(given.rglob("*.glb")) if given.is_dir() else [given])]
        return [File(p.resolve()) for p in paths]
    folder = work / "glb"
    folder.mkdir()
    converted = programs.in_parallel(lambda item: convert(options.sinew, *item, folder), sources(options.source_dir))
    return converted + [bake(options.sinew, options.source_dir, folder)]


def run(options, work):
    files = collect(options, work)
    if not files:
        raise SystemExit("FAILED: nothing to test")
    written = [file for file in files if file.path.is_file()]
    steps = [("validator", lambda: validate(written)),
             ("sinew", lambda: programs.in_parallel(lambda file: read_clips(options.sinew, file, work), written)),
             ("Blender", lambda: see_in_blender(written, work)),
             ("three.js", lambda: see_in_browser(written, work))]
    spent = []
    for name, step in steps:
        start = time.time()
        if written:
            step()
        spent.append(f"{name} {time.time() - start:.0f} s")
    for file in files:
        print(f"{'FAIL' if file.faults else 'PASS'} {file.label}: {'; '.join(file.facts + file.faults)}")
    failed = sum(bool(file.faults) for file in files)
    print(", ".join(spent) + f"; pictures in {work / 'pictures'}")
    print(f"{len(files) - failed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sinew", required=True)
    parser.add_argument("--source-dir", required=True)
    parser.add_argument("--work", required=True, help="folder for all intermediate files; emptied first")
    parser.add_argument("files", nargs="*", help="GLB files or folders of them; default: convert samples and data")
    options = parser.parse_args()
    programs.require("blender", "node", "chromium")
    if not (programs.HERE / "node_modules").is_dir():
        raise SystemExit(f"FAILED: run `npm ci` in {programs.HERE}")
    work = Path(options.work).resolve()
    for old in ("glb", "blender", "pictures"):
        shutil.rmtree(work / old, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    return run(options, work)


if __name__ == "__main__":
    sys.exit(main())
