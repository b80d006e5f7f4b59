"""Every model file of the data folder is imported, or refused with status 3 and the expected words.

    outcomes_test.py PROGRAM SOURCE_DIR [--write]

outcomes.tsv has a line per file: path, "ok" with joints, clips and frames, or "refused" with the message. --write makes it
anew, to be read before it is checked in. Exit status 77 where there is no data folder.
"""
import concurrent.futures
import sys
from pathlib import Path

from program import Program, data_folder, model_files

TABLE = Path(__file__).with_name("outcomes.tsv")


def outcome(sinew, folder, name):
    """What the program makes of one file, as a line of the table."""
    envelope = sinew.json("inspect", folder / name)
    if envelope["ok"]:
        data = envelope["data"]
        frames = sum(clip["frames"] for clip in data["clips"])
        return f"{name}\tok\t{len(data['skeleton']['joints'])} joints, {len(data['clips'])} clips, {frames} frames"
    error = envelope["error"]
    if envelope["exit_code"] != 3:
        return f"{name}\tstatus {envelope['exit_code']}\t{error['message']}"
    return f"{name}\trefused\t{': '.join(filter(None, [error['place'], error['message']]))}"


def guarded(sinew, folder, name):
    try:
        return outcome(sinew, folder, name)
    except (ValueError, KeyError, OSError) as error:
        return f"{name}\tcrashed\t{error}"


def main():
    sinew, source = Program(sys.argv[1]), sys.argv[2]
    folder = data_folder(source)
    if folder is None:
        print("SKIPPED: no test data")
        sys.exit(77)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda name: guarded(sinew, folder, name), model_files(folder)))
    if "--write" in sys.argv:
        TABLE.write_text("\n".join(found) + "\n", encoding="utf-8")
    expected = TABLE.read_text(encoding="utf-8").splitlines()
    for line in sorted(set(expected) - set(found)):
        print("expected", line)
    for line in sorted(set(found) - set(expected)):
        print("found   ", line)
    wrong = len(set(found) - set(expected))
    print(f"{len(found) - wrong} passed, {wrong} failed")
    sys.exit(0 if found and found == expected else 1)


main()
