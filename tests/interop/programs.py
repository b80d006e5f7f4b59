"""The programs that the interop tests call: sinew, Blender and node, and where the test data is."""
import json
import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORKERS = 2


def data_folder(source_dir):
    """The folder of third-party test data, None where there is none."""
    folder = Path(os.environ.get("SINEW_TEST_DATA") or Path(source_dir) / ".." / "shared" / "data").resolve()
    return folder if folder.is_dir() else None


def require(*names):
    """Programs that must be there: a missing one is a failure, never a skip."""
    missing = [name for name in names if not shutil.which(name)]
    if missing:
        raise SystemExit(f"FAILED: not found on PATH: {', '.join(missing)}")


def in_parallel(function, items):
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(function, items))


def call(command, timeout=600, **options):
    """Run a program to its end; (exit status, stdout, stderr)."""
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=timeout, **options)
    except subprocess.TimeoutExpired:
        return 124, "", f"no answer within {timeout} s"
    except OSError as error:
        return 127, "", str(error)
    return done.returncode, done.stdout, done.stderr


def inspect_positions(sinew, file, target, clip=None, times=None):
    """What `sinew inspect --positions` says about a file: (answer, None) or (None, reason)."""
    command = [sinew, "inspect", file, "--positions", target]
    if clip is not None:
        command += ["--clip", clip]
    if times is not None:
        command += ["--times", times if isinstance(times, str) else ",".join(repr(t) for t in times)]
    Path(target).unlink(missing_ok=True)
    status, _, errors = call(command, timeout=120)
    if status != 0:
        return None, f"sinew inspect: exit status {status}: {errors.strip()[-300:]}"
    try:
        return json.loads(Path(target).read_text(encoding="utf-8")), None
    except (OSError, ValueError) as error:
        return None, f"sinew inspect: {error}"


def blender(jobs, folder):
    """Run the jobs in two Blender processes; their results by id."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    shares = [[] for _ in range(WORKERS)]
    for job in sorted(jobs, key=lambda j: -os.path.getsize(j["file"])):
        min(shares, key=lambda share: sum(os.path.getsize(j["file"]) + 200_000 for j in share)).append(job)
    in_parallel(lambda item: run_blender(item[0], item[1], folder), [(i, s) for i, s in enumerate(shares) if s])
    return {job["id"]: blender_result(job, folder) for job in jobs}


def run_blender(number, jobs, folder):
    listing = folder / f"jobs{number}.json"
    listing.write_text(json.dumps({"jobs": jobs}))
    for job in jobs:
        (folder / (job["id"] + ".json")).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as home:  # no settings of the user, and none left behind
        # Blender takes the modules that belong to the first python3 on PATH, which has to be the one it was built with.
        path = os.pathsep.join([str(Path(shutil.which("blender")).parent), os.environ["PATH"]])
        environment = {**os.environ, "BLENDER_USER_RESOURCES": home, "PATH": path}
        status, out, errors = call(["blender", "-b", "--factory-startup", "-noaudio", "--threads", "1", "-P", HERE / "blender_batch.py",
                                    "--", listing, folder], timeout=900, env=environment)
    (folder / f"blender{number}.log").write_text(f"exit status {status}\n{out}\n{errors}")
    if not any((folder / (job["id"] + ".json")).exists() for job in jobs):
        raise SystemExit(f"FAILED: Blender did nothing (exit status {status}):\n{(out + errors)[-2000:]}")


def blender_result(job, folder):
    try:
        return json.loads((folder / (job["id"] + ".json")).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return {"ok": False, "error": f"no result ({type(error).__name__})"}
