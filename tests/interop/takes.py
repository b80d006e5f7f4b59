"""Files with an embedded take against the Khronos validator: no errors, no warnings; the one buffer view that nothing else uses is
an info.    takes.py --write-takes PROGRAM --work FOLDER"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

from programs import HERE, call, require


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write-takes", required=True)
    parser.add_argument("--work", required=True, type=Path)
    arguments = parser.parse_args()
    require("node")
    arguments.work.mkdir(parents=True, exist_ok=True)
    subprocess.run([arguments.write_takes, arguments.work], check=True)
    files = [arguments.work / name for name in ("honest.glb", "bare.glb")]
    status, output, errors = call(["node", HERE / "validate.mjs", *files])
    if status != 0:
        raise SystemExit(f"FAILED: validate.mjs: {errors}")
    failures = [r for r in json.loads(output) if r["errors"] or r["warnings"]]
    for result in failures:
        print(f"FAILED: {result['file']}: {result['messages'][:5]}")
    unused = [m for m in json.loads(output)[0]["messages"] if "UNUSED_OBJECT" in m]
    if len(unused) != 1:
        raise SystemExit(f"FAILED: expected the take's buffer view as the only unused object, found {unused}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
