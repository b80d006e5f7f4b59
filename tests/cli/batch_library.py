"""Small batches for the tests of `sinew batch`."""
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

# Three tenths of a second with few samples: 0.03 s of processor time.
CHEAP = ("--crop", "0.2:0.5", "--set", "track.samples=12", "--set", "track.iterations=2", "--no-refine")


class BatchCase(unittest.TestCase):
    """A folder with a library; `sinew` and `samples` are set by the test program."""
    sinew = None
    samples = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tmp = Path(self.folder.name)
        self.out = self.tmp / "out"
        self.library = self.tmp / "library"
        self.library.mkdir()

    def add(self, *names, clip="walk"):
        for name in names:
            target = self.library / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.samples / f"{clip}.bvh", target)

    def batch(self, verb, *arguments, code=0, out=None):
        """What --json has; an error's message when there is one."""
        envelope = self.sinew.json("batch", verb, out or self.out, *arguments)
        self.assertEqual(envelope["exit_code"], code, json.dumps(envelope)[:2000])
        return envelope["data"] if "data" in envelope else envelope["error"]["message"]

    def plan(self, *arguments, out=None, code=0, options=CHEAP, libraries=None):
        envelope = self.sinew.json("batch", "plan", *(libraries or [self.library]), "-c", self.samples / "hero.glb", "-o",
                                   out or self.out, *options, *arguments)
        self.assertEqual(envelope["exit_code"], code, json.dumps(envelope)[:2000])
        return envelope["data"] if "data" in envelope else envelope["error"]["message"]

    def start(self, *arguments, out=None):
        """A runner in the background."""
        command = [self.sinew.path, "batch", "run", str(out or self.out), "--progress", "none", *map(str, arguments)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def journal(self, out=None):
        """Events, without their seals."""
        lines = ((out or self.out) / "journal.jsonl").read_bytes().split(b"\n")
        return [json.loads(line[17:]) for line in lines if line]

    def collected(self, out=None):
        """Contents of the results by name."""
        target = Path(tempfile.mkdtemp(dir=self.tmp))
        self.batch("collect", "-o", target, out=out)
        return {p.relative_to(target).as_posix(): p.read_bytes() for p in target.rglob("*.glb")}
