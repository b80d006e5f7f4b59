"""The page of `sinew report` in a real browser: opened from file:// without errors and requests, scrubbed, clicked, driven by keys,
compared with `sinew inspect`.    report.py --sinew PROGRAM --write-takes PROGRAM --write-long-take PROGRAM --work FOLDER

Screenshots are left in FOLDER/pictures; the frame rate is printed, not judged: machines differ, and others work on them. What is judged is
the processor time of a picture."""
import argparse
import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

from programs import HERE, call, inspect_positions, require

FRAMES = [0, 1, 137, 300]
LARGEST = 5_000_000  # bytes, of 10 s and 10,000 triangles; measured: 1.7 MB with 15,936
CONTROLS = ["theme", "help", "view", "back", "play", "ahead", "scrubber", "speed", "loop"]


class Checks:
    def __init__(self):
        self.failures = []

    def that(self, fact, message):
        if not fact:
            self.failures.append(message)


def make_pages(arguments):
    folder = arguments.work
    subprocess.run([arguments.write_takes, folder], check=True)
    subprocess.run([arguments.write_long_take, folder / "ten.glb", "301", "10000"], check=True)
    subprocess.run([arguments.write_long_take, folder / "long.glb", "1000", "10000"], check=True)
    for name, *more in (["ten", "--against", folder / "honest.glb"], ["long"]):
        status, _, errors = call([arguments.sinew, "report", folder / f"{name}.glb", "-o", folder / f"{name}.html", "--force", *more])
        if status != 0:
            raise SystemExit(f"FAILED: sinew report {name}.glb: {errors}")
    status, _, errors = call([arguments.sinew, "report", folder / "ten.glb", "-o", folder / "plain.html", "--force"])
    if status != 0:
        raise SystemExit(f"FAILED: sinew report: {errors}")


def drive(arguments):
    pictures = arguments.work / "pictures"
    pictures.mkdir(exist_ok=True)
    job = {"browser": shutil.which("chromium"), "page": str(arguments.work / "ten.html"), "long": str(arguments.work / "long.html"),
           "pictures": str(pictures), "frames": FRAMES}
    (arguments.work / "job.json").write_text(json.dumps(job))
    status, output, errors = call(["node", HERE / "report.mjs", arguments.work / "job.json"], timeout=280)
    if status != 0 or not output:
        raise SystemExit(f"FAILED: report.mjs ended with {status}: {errors}")
    return json.loads(output)


def check_joints(checks, found, truth):
    names = [joint["name"] for joint in truth["joints"]]
    for scrubbed, frame in zip(found["scrubbed"], FRAMES):
        checks.that(scrubbed["frame"] == frame, f"scrubbed to {frame}, shown is {scrubbed['frame']}")
        checks.that(f"frame {frame} of 300" in scrubbed["clock"], f"clock: {scrubbed['clock']}")
        there = dict(zip(scrubbed["names"], scrubbed["positions"]))
        wanted = next(s for s in truth["samples"] if s["frame"] == frame)["positions"]
        worst = max(math.dist(there[name], position) for name, position in zip(names, wanted))
        # Measured: 4e-9 m.
        checks.that(worst < 1e-3, f"frame {frame}: a joint is {1000 * worst:.3f} mm from where sinew inspect has it")


def check_use(checks, found):
    checks.that(abs(found["plot"] - 150) <= 1, f"a click into the middle of a plot leads to frame {found['plot']}, not 150")
    moment = found["moment"]
    checks.that(moment["text"].endswith(f"frame {moment['frame']}"), f"a worst moment's button: {moment}")
    stops = [stop["id"] for stop in found["tabs"]]
    for control in CONTROLS:
        checks.that(control in stops, f"the tabulator key does not reach {control}")
    plain = {stop["id"] for stop in found["tabs"] if stop["outline"] == "none"}
    checks.that(plain <= {"BODY"}, f"focused controls without an outline: {plain}")
    left, right = found["halves"]
    # Measured: 3588 blue and 234 orange pixels on the left, where bodies have the colours of torque use; 0 and 11638 on the right.
    checks.that(left["blue"] > 1000 and left["blue"] > 3 * right["blue"], f"side by side: {found['halves']}")
    checks.that(right["orange"] > 1000 and right["orange"] > 3 * left["orange"], f"side by side: {found['halves']}")


def check_skins(checks, skins):
    checks.that(skins["shaders"] == [False, True], f"vertices are moved by shaders: {skins['shaders']}")
    checks.that(skins["boxes"] > 1000, f"{skins['boxes']} boxes")
    # Of 255; edges are smooth in one of the two. Measured: 8.6.
    checks.that(skins["worst"] < 25, f"drawn without a card and with one: {skins}")
    print(f"drawn without a card and with one: boxes of 8 x 8 pixels differ by at most {skins['worst']:.1f} of 255")


def check_keys(checks, keys):
    wanted = {"home": ("frame", 0), "right": ("frame", 1), "tenRight": ("frame", 11), "left": ("frame", 10), "end": ("frame", 300),
              "play": ("playing", True), "pause": ("playing", False), "faster": ("speed", 1.5), "loop": ("loop", False),
              "side": ("mode", "side"), "dark": ("theme", "dark")}
    for key, (name, value) in wanted.items():
        checks.that(keys[key][name] == value, f"key {key}: {name} is {keys[key][name]}, not {value}")
    checks.that("skeleton" in keys["skeleton"]["layers"], "key s does not show the skeleton")
    checks.that({"torque", "bodies"} <= set(keys["torque"]["layers"]), "key t does not show torques on the bodies")


def check_pictures(checks, pictures):
    for picture in pictures:
        poor = picture["contrast"]["poor"]
        checks.that(picture["contrast"]["checked"] > 50, f"{picture['name']}: only {picture['contrast']['checked']} texts")
        checks.that(not poor, f"{picture['name']}: contrast below AA: {poor[:3]}")
        checks.that(picture["overflow"] <= 0, f"{picture['name']}: {picture['overflow']} pixels wider than the window")


def check_speed(checks, speeds):
    for speed in speeds:
        checks.that(speed["paces"], f"{speed['mode']}: nothing was said of the pace")
        checks.that(speed["frame"] > 60, f"{speed['mode']}: after 6 s at frame {speed['frame']}")
        for pace in speed["paces"]:
            told = "dropped" in pace["said"]
            checks.that(told == (pace["dropped"] >= 0.02), f"{speed['mode']}: {pace}")
        shown = [f"{pace['shown']:.0f}" for pace in speed["paces"]]
        print(f"1,000 frames at 1280x720, {speed['mode']}, software rendering: {', '.join(shown)} of 30 frames/s, "
              f"{1000 * speed['cost']:.0f} ms of processor time each")


def main():
    parser = argparse.ArgumentParser()
    for program in ("--sinew", "--write-takes", "--write-long-take"):
        parser.add_argument(program, required=True)
    parser.add_argument("--work", required=True, type=Path)
    arguments = parser.parse_args()
    require("node", "chromium")
    arguments.work.mkdir(parents=True, exist_ok=True)
    make_pages(arguments)
    found = drive(arguments)
    checks = Checks()
    checks.that(not found["errors"], f"errors: {found['errors'][:5]}")
    others = [url for url in found["requests"] if not url.startswith("file://") or not url.endswith(".html")]
    checks.that(not others, f"requests: {others[:5]}")
    size = (arguments.work / "plain.html").stat().st_size
    checks.that(size < LARGEST, f"{size} bytes")
    if not found["errors"]:
        truth, reason = inspect_positions(arguments.sinew, arguments.work / "ten.glb", arguments.work / "ten.json", times="all")
        checks.that(truth, f"sinew inspect: {reason}")
        checks.that(found["title"] == "wave" and found["heading"] == "wave", f"title {found['title']}, heading {found['heading']}")
        checks.that(found["rows"] > 20, f"{found['rows']} rows in the certificate")
        check_joints(checks, found, truth)
        check_use(checks, found)
        check_keys(checks, found["keys"])
        check_skins(checks, found["skins"])
        check_pictures(checks, found["pictures"])
        check_speed(checks, found["speed"])
    for failure in checks.failures:
        print(f"FAILED: {failure}")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
