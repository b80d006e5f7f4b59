"""Runs every shell block of a Markdown file, in its order and in one shell, in a folder that looks like the repository after a build.

    commands_test.py SINEW SOURCE_DIR PAGE.md

Markers, alone on the line above a block: <!-- not run: REASON --> leaves it out, and is listed; <!-- exit: STATUS --> says how its last
command must end. Any other block must succeed."""
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from markdown import blocks

LIMIT = 600  # seconds for a page


def scratch(folder, sinew, source):
    """samples/ and docs/ are those of the repository, build/ is new and has its programs."""
    for name in ("samples", "docs", "tools"):
        (folder / name).symlink_to(source / name)
    (folder / "build" / "release").mkdir(parents=True)
    (folder / "build" / "release" / "bin").symlink_to(sinew.parent)


def script(page, found):
    """Bash that says on descriptor 3 where it is."""
    lines = ["set -euo pipefail"]
    for block in found:
        lines.append(f"echo '{page}:{block.line}' >&3")
        if block.marker:
            status = int(block.marker[1])
            lines += ["set +e", f"( set -e\n{block.text})", "status=$?", "set -e",
                      f'[[ $status == {status} ]] || {{ echo "exit status $status, not {status}" >&2; exit 1; }}']
        else:
            lines.append(block.text)
    return "\n".join(lines)


def execute(text, folder):
    """(exit status, what was written to descriptor 3, what was said). Whatever it started ends with it."""
    progress, output = folder / "progress.txt", folder / "output.txt"
    with open(output, "wb") as said:
        process = subprocess.Popen(["bash", "-c", f"exec 3>'{progress}'; " + text], cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                                   start_new_session=True)
        try:
            status = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            status = f"none within {LIMIT} s"
    return status, progress.read_text().splitlines(), output.read_text(errors="replace")


def run(page, text, sinew, source):
    found = [block for block in blocks(text) if block.language == "sh"]
    for block in found:
        if block.marker and block.marker[0] == "not run":
            print(f"not run, {page}:{block.line}: {block.marker[1]}\n    " + block.text.strip().replace("\n", "\n    "))
    found = [block for block in found if not block.marker or block.marker[0] == "exit"]
    with tempfile.TemporaryDirectory() as folder:
        scratch(Path(folder), sinew, source)
        began = time.monotonic()
        status, reached, said = execute(script(page, found), Path(folder))
    print(f"{page}: {len(reached)} of {len(found)} blocks run, {time.monotonic() - began:.1f} s")
    if status != 0:
        print(f"FAILED at {reached[-1] if reached else page}: exit status {status}\n{said[-4000:]}")
    return status == 0 and len(reached) == len(found)


def main():
    sinew, source, page = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3]
    return 0 if run(page, (source / page).read_text(encoding="utf-8"), sinew, source) else 1


if __name__ == "__main__":
    sys.exit(main())
