"""Runs the program under test and finds the data that tests work on."""
import json
import os
import subprocess
from pathlib import Path

SUFFIXES = (".bvh", ".fbx", ".gltf", ".glb", ".vrma")


class Program:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, timeout=300, **options):
        """The finished process; stdout and stderr are text."""
        return subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True, errors="replace",
                              timeout=timeout, check=False, **options)

    def json(self, *arguments):
        """The envelope that --json prints. It must state the exit status that the process really had: a crash, or a leak that a
        sanitizer reports at the end, is a ValueError."""
        result = self.run(*arguments, "--json")
        envelope = json.loads(result.stdout)
        if envelope["exit_code"] != result.returncode:
            raise ValueError(f"exit status {result.returncode}, said {envelope['exit_code']}: {result.stderr[-2000:]}")
        return envelope


def data_folder(source_dir):
    """The folder of third-party test data, or None."""
    given = os.environ.get("SINEW_TEST_DATA")
    if given:
        if not Path(given).is_dir():
            raise SystemExit(f"SINEW_TEST_DATA is no folder: {given}")
        return Path(given)
    beside = Path(source_dir).resolve().parent / "shared" / "data"
    return beside if beside.is_dir() else None


def model_files(folder):
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.suffix in SUFFIXES)
