"""The truth test: joints as Sinew imports them against joints as Blender imports them, over real third-party files.

    truth.py --sinew PROGRAM --source-dir DIR [--work DIR] [--only TEXT]

The files are listed in truth_files.json, by path in the data folder. Each entry may have
    "clip"         the animation to compare (default: the first one)
    "tolerance_mm" instead of 1 mm
    "up", "unit_scale"   BVH: what the importer must have found out (up axis; metres per file unit, within 15 %)
    "static"       true: neither bones nor animation; refusing the file (exit status 3) is right as well
    "key_times"    seconds of the source; only our frames at these times are compared (Blender does not know what lies between)
    "ignore"       a regular expression of Blender bones that need no joint of ours, and of joints that are not compared
    "rotations"    false: positions only
    "skip_meshes"  true: Blender cannot decode the meshes
    "exception"    why this entry is not compared like the others, in words; required with the four keys above and "tolerance_mm"
Files that are left out altogether are in the list "left_out", with the reason.

What is needed from `sinew inspect FILE --positions OUT.json [--clip NAME] [--times t0,t1,...|all]`, in metres, Y up:
    {"unit_scale": metres per file unit that was applied (for FBX too, where Blender applies the same from the file),
     "up": "Y", "up_source": "Y" or "Z" (the up axis of the file),
     "clips": [names in file order], "clip": name of the one sampled ("" without animation), "clip_index": its index (-1 without),
     "fps", "frames", "start_time": seconds on the time axis of the source at our frame 0 (BVH: frame 0 of the file is 0),
     "joints": [{"name", "parent": index or -1, "end_site": whether it stands for an End Site of BVH,
                 "source_name": optional, the name before it was made unique}],
     "samples": [{"time": seconds from our frame 0, "frame", "positions": [[x, y, z], ...],
                  "rotations": optional, world quaternions [[x, y, z, w], ...]}]}
Without --times: 12 frames, evenly spread, on the grid; "all": every frame.

Exit status: 0 all agree, 1 some do not, 77 no data folder (skipped).
"""
import argparse
import json
import re
import sys
import tempfile
import time
from pathlib import Path

import joints
import programs

TOLERANCE_MM = 1.0
TOLERANCE_DEGREES = 0.1
NEEDS_REASON = ("tolerance_mm", "key_times", "ignore", "rotations", "skip_meshes")


def read_table(only):
    entries = json.loads((programs.HERE / "truth_files.json").read_text(encoding="utf-8"))["files"]
    for number, entry in enumerate(entries):
        if any(key in entry for key in NEEDS_REASON) and not entry.get("exception"):
            raise SystemExit(f"truth_files.json: {entry['file']} is treated differently without an \"exception\" that says why")
        entry["id"] = f"{number:03d}_" + re.sub(r"\W+", "_", entry["file"])
        entry["label"] = entry["file"] + (f" [{entry['clip']}]" if "clip" in entry else "")
    return [e for e in entries if only in e["label"]]


def ask_sinew(sinew, data, work, entry):
    """Our side of one entry."""
    file = data / entry["file"]
    if not file.is_file():
        return None, "the file is missing in the data folder"
    times = "all" if "key_times" in entry else None
    answer, problem = programs.inspect_positions(sinew, file, work / (entry["id"] + ".sinew.json"), entry.get("clip"), times)
    if answer and "key_times" in entry:
        answer["samples"] = [s for s in answer["samples"] if any(abs(source_time(answer, s) - t) < 1e-3 for t in entry["key_times"])]
        if len(answer["samples"]) != len(entry["key_times"]):
            return None, f"frames at {len(answer['samples'])} of {len(entry['key_times'])} key times"
    if answer and not answer["samples"]:
        return None, "no samples"
    return answer, problem


def source_time(answer, sample):
    return (answer.get("start_time") or 0.0) + sample["time"]


def blender_job(data, entry, answer):
    """The same file at the same times for Blender."""
    job = {"id": entry["id"], "file": str(data / entry["file"]), "rotations": entry.get("rotations", True), "fps": answer.get("fps"),
           "clip": entry.get("clip"), "clip_index": answer.get("clip_index"), "skip_meshes": entry.get("skip_meshes", False)}
    times = [source_time(answer, s) for s in answer["samples"]]
    if is_bvh(entry):  # by frame: a frame time of .0083333 is meant to be 1/120 s
        job["frames"] = [round(t * answer["fps"]) for t in times]
    else:
        job["times"] = times
    return job


def is_bvh(entry):
    return entry["file"].lower().endswith(".bvh")


def is_fbx(entry):
    return entry["file"].lower().endswith(".fbx")


def into_model(entry, answer):
    """Blender's numbers into our space. FBX states unit and axes, so Blender has applied them; glTF is in metres unless we rescaled it;
    BVH states neither, and a Z-up file has to be turned as ours was."""
    scale = 1.0 if is_fbx(entry) else answer.get("unit_scale", 1.0)
    if is_bvh(entry) and answer.get("up_source", "Y") == "Z":
        half = 0.5 ** 0.5
        return (lambda p: (p[0] * scale, p[2] * scale, -p[1] * scale)), (-half, 0.0, 0.0, half)
    return (lambda p: (p[0] * scale, p[1] * scale, p[2] * scale)), (0.0, 0.0, 0.0, 1.0)


def judge(entry, answer, problem, result):
    """(passed, text) for one entry."""
    if entry.get("static") and problem and "exit status 3:" in problem:
        return True, "refused, as it has neither bones nor animation"
    if problem or not result["ok"]:
        return False, problem or "Blender: " + result["error"]
    if len(result["samples"]) != len(answer["samples"]):
        return False, "Blender gave another number of samples"
    drop_ignored(entry, answer, result)
    to_model, turn = into_model(entry, answer)
    found = joints.compare(answer, result, to_model, turn, entry.get("rotations", True))
    faults = list(wrong_guesses(entry, answer))
    if answer.get("clip_index") == -1 and result["moving"]:
        faults.append("the file has animation and we found none")
    if found.joints == 0:
        faults.append("no joint matched")
    if found.missing:
        faults.append(f"no joint for {len(found.missing)} of Blender's: {', '.join(found.missing[:4])}")
    if not found.error <= entry.get("tolerance_mm", TOLERANCE_MM):
        faults.append(f"off at {found.where}")
    if found.angle > TOLERANCE_DEGREES:
        faults.append(f"turned by {found.angle:.2f} degrees at {found.angle_where}")
    text = f"{found.joints} joints, {found.frames} frames, {found.error:.4f} mm"
    if any(s.get("rotations") for s in answer["samples"]):
        text += f", {found.angle:.3f} degrees"
    if found.extra:
        text += f" ({len(found.extra)} joints of ours only)"
    return not faults, "; ".join([text] + faults)


def drop_ignored(entry, answer, result):
    """Take what the table excepts out of both sides."""
    if "ignore" not in entry:
        return
    pattern = re.compile(entry["ignore"])
    for index, joint in enumerate(answer["joints"]):
        if pattern.search(joint["name"]):
            joint["name"] = joint["source_name"] = f"(ignored {index})"
    for armature in result["armatures"]:
        kept = [i for i, bone in enumerate(armature["bones"]) if not pattern.search(bone["name"])]
        for sample in result["samples"]:
            part = sample["armatures"][result["armatures"].index(armature)]
            part.update({key: [part[key][i] for i in kept] for key in part})
        armature["bones"] = [armature["bones"][i] for i in kept]
    for thing in result["objects"]:
        thing["animated"] = thing["animated"] and not pattern.search(thing["name"])


def wrong_guesses(entry, answer):
    if "up" in entry and answer.get("up_source") != entry["up"]:
        yield f"up axis taken for {answer.get('up_source')}, is {entry['up']}"
    if "unit_scale" in entry and not 0.85 < answer["unit_scale"] / entry["unit_scale"] < 1.15:
        yield f"unit taken for {answer['unit_scale']} m, is {entry['unit_scale']} m"


def run(options, data, work):
    entries = read_table(options.only)
    start = time.time()
    answers = programs.in_parallel(lambda e: ask_sinew(options.sinew, data, work, e), entries)
    asked = time.time()
    jobs = [blender_job(data, e, a) for e, (a, _) in zip(entries, answers) if a]
    results = programs.blender(jobs, work / "blender") if jobs else {}
    seen = time.time()
    failed = 0
    for entry, (answer, problem) in zip(entries, answers):
        passed, text = judge(entry, answer, problem, results.get(entry["id"]))
        failed += not passed
        print(f"{'PASS' if passed else 'FAIL'} {entry['label']}: {text}" + (f"  [{entry['exception']}]" if "exception" in entry else ""))
    print(f"sinew {asked - start:.0f} s, Blender {seen - asked:.0f} s")
    print(f"{len(entries) - failed} passed, {failed} failed")
    return 1 if failed or not entries else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sinew", required=True)
    parser.add_argument("--source-dir", required=True)
    parser.add_argument("--work", help="keep the intermediate files here")
    parser.add_argument("--only", default="", help="only entries whose path contains this")
    options = parser.parse_args()
    data = programs.data_folder(options.source_dir)
    if data is None:
        print("SKIPPED: no data folder (../shared/data or SINEW_TEST_DATA)")
        return 77
    programs.require("blender")
    if options.work:
        work = Path(options.work).resolve()
        work.mkdir(parents=True, exist_ok=True)
        return run(options, data, work)
    with tempfile.TemporaryDirectory(prefix="sinew-truth-") as folder:
        return run(options, data, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
