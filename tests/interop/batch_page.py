"""The page of `sinew batch report` with 10,000 items in a real browser: opened from file:// without errors and requests, scrolled to its
end, sorted, filtered, driven by keys, and its links.    batch_page.py --sinew PROGRAM --write-large-batch PROGRAM --work FOLDER

It prints what this costs, as processor time of the page's thread, so that other work on the machine does not count; what was measured is in
tests/benchmarks/RESULTS.md. Screenshots are left in FOLDER/pictures."""
import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from programs import HERE, call, require
from report import Checks, check_pictures

ITEMS = 10_000
REFUSED = ITEMS // 100
MOST_ROWS = 120  # elements in the table, however many items there are; measured: 37


def make_page(arguments):
    batch, page = arguments.work / "batch", arguments.work / "index.html"
    shutil.rmtree(batch, ignore_errors=True)
    subprocess.run([arguments.write_large_batch, batch, str(ITEMS)], check=True)
    journal = (batch / "journal.jsonl").read_text().splitlines()
    done = next(json.loads(line[line.index("{"):]) for line in reversed(journal) if '"object"' in line)
    # A report of the worst item that is done, as --reports would have left it: the page only looks for its name.
    reports = arguments.work / "index-reports"
    reports.mkdir(exist_ok=True)
    report = reports / (done["result"]["object"][:24] + ".html")
    report.write_text("<title>the report</title>")
    status, _, errors = call([arguments.sinew, "batch", "report", batch, "-o", page, "--force"])
    if status != 0:
        raise SystemExit(f"FAILED: sinew batch report: {errors}")
    return page, done["item"]


def drive(arguments, page):
    pictures = arguments.work / "pictures"
    pictures.mkdir(exist_ok=True)
    (arguments.work / "job.json").write_text(json.dumps({"browser": shutil.which("chromium"), "page": str(page), "pictures": str(pictures)}))
    status, output, errors = call(["node", HERE / "batch_page.mjs", arguments.work / "job.json"], timeout=200)
    if status != 0 or not output:
        raise SystemExit(f"FAILED: batch_page.mjs ended with {status}: {errors}")
    return json.loads(output)


def check_order(checks, found, worst):
    first = found["first"]
    checks.that(all(row["width"] >= 200 for row in first), f"names have {first[0]['width']} pixels")
    checks.that([row["state"] for row in first] == ["refused"] * len(first), f"the page does not begin with what failed: {first[:2]}")
    done = found["done"]
    checks.that(done["count"] == f"{ITEMS - REFUSED:,} of {ITEMS:,}", f"filtered by state: {done['count']}")
    checks.that(done["first"]["number"] == worst, f"the worst that is done should be {worst}: {done['first']}")
    checks.that(done["first"]["report"].endswith(".html"), f"it has no link to its report: {done['first']}")
    checks.that(found["opened"] == "the report", f"Enter opened {found['opened']}")
    checks.that(found["searched"]["count"] == f"1 of {ITEMS:,}", f"a name finds {found['searched']}")
    errors = found["sorted"]["values"]
    checks.that(len(errors) > 10 and errors == sorted(errors), f"sorted by error: {errors[:5]}")
    checks.that(found["sorted"]["aria"] == "ascending", "the sorted column does not say so")
    checks.that(found["last"]["number"] == worst and found["last"]["seen"], f"the End key leads to {found['last']}")
    checks.that(found["back"]["number"] != worst and found["back"]["seen"], f"the up key leads to {found['back']}")


def check_costs(checks, found):
    scroll = found["scroll"]
    checks.that(scroll["bottom"] > 0.99, f"scrolling ended at {scroll['bottom']} of the way")
    checks.that(scroll["blank"] == 0, f"{scroll['blank']} pictures had no row in the middle")
    checks.that(scroll["most"] <= MOST_ROWS, f"{scroll['most']} rows in the table")
    print(f"{ITEMS} items, {found['bytes'] / 1e6:.1f} MB: loading {found['loading']:.2f} s; scrolling {1000 * scroll['cost']:.1f} ms per picture, "
          f"{scroll['most']} rows; sorting {1000 * found['sorted']['cost']:.0f} ms, filtering {1000 * found['searched']['cost']:.0f} ms per key")


def main():
    parser = argparse.ArgumentParser()
    for program in ("--sinew", "--write-large-batch"):
        parser.add_argument(program, required=True)
    parser.add_argument("--work", required=True, type=Path)
    arguments = parser.parse_args()
    require("node", "chromium")
    arguments.work.mkdir(parents=True, exist_ok=True)
    page, worst = make_page(arguments)
    found = drive(arguments, page)
    checks = Checks()
    checks.that(not found["errors"], f"errors: {found['errors'][:5]}")
    others = [url for url in found["requests"] if not url.startswith("file://") or not url.endswith(".html")]
    checks.that(not others, f"requests: {others[:5]}")
    if not found["errors"]:
        check_order(checks, found, worst)
        check_costs(checks, found)
        check_pictures(checks, found["pictures"])
    for failure in checks.failures:
        print(f"FAILED: {failure}")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
