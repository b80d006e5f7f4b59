"""Our Markdown files as texts: links lead somewhere, keys and commands exist, no command is hidden from commands_test.py.

    texts_test.py SINEW SOURCE_DIR PAGE.md...    (the pages that commands_test.py runs)"""
import json
import re
import struct
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

from markdown import COMMAND, anchors, blocks, links, pages, prose

SINEW, SOURCE = sys.argv[1], Path(sys.argv[2]).resolve()
RUN = set(sys.argv[3:])
KEY = re.compile(r"`((?:import|figure|simulation|contacts|clean|retarget|terrain|track|smc|refine|synth|dataset)\.[\w.]*\w)(?:=\S*)?`")
FILES = (".json", ".toml", ".h", ".cpp", ".html", ".h5")


def text_of(page):
    return (SOURCE / page).read_text(encoding="utf-8")


def dumped():
    return subprocess.run([SINEW, "config", "dump"], capture_output=True, text=True, check=True).stdout


def keys_of(table, prefix=""):
    for name, value in table.items():
        yield from keys_of(value, f"{prefix}{name}.") if isinstance(value, dict) else [prefix + name]


def baked(motion):
    """The JSON document of a file that is made of a moment of the motion."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.glb"
        subprocess.run([SINEW, "bake", motion, "-o", out, "--crop", "0:0.3", "--quality", "draft"], capture_output=True, check=True)
        data = out.read_bytes()
    return json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])


class Texts(unittest.TestCase):
    def test_links_lead_to_files_and_headings(self):
        for page in pages(SOURCE):
            for link in links(text_of(page)):
                with self.subTest(f"{page}: {link}"):
                    file, _, anchor = link.partition("#")
                    target = (SOURCE / page.parent / file).resolve() if file else SOURCE / page
                    self.assertTrue(target.exists())
                    self.assertTrue(target.is_relative_to(SOURCE))
                    if anchor:
                        self.assertIn(anchor, anchors(target.read_text(encoding="utf-8")))

    def test_every_page_with_commands_is_run(self):
        shown = {str(page) for page in pages(SOURCE) if any(block.language == "sh" for block in blocks(text_of(page)))}
        self.assertEqual(shown, RUN & shown)
        self.assertIn("README.md", shown)

    def test_no_command_is_in_a_block_that_is_not_run(self):
        for page in pages(SOURCE):
            for block in blocks(text_of(page)):
                if block.language != "sh":
                    for line in block.text.splitlines():
                        self.assertIsNone(COMMAND.match(line), f"{page}:{block.line}: a command in a block that is not marked as sh")
                elif block.marker:
                    self.assertTrue(block.marker[0] == "not run" or block.marker[1].isdigit(), f"{page}:{block.line}: {block.marker}")

    def test_keys_exist(self):
        known = set(keys_of(tomllib.loads(dumped())))
        for page in pages(SOURCE):
            for key in KEY.findall(prose(text_of(page))):
                if not key.endswith(FILES):
                    self.assertTrue(key in known or any(k.startswith(key + ".") for k in known), f"{page}: no key {key}")

    def test_every_group_of_keys_is_explained(self):
        page = text_of("docs/configuration.md")
        self.assertEqual([group for group in tomllib.loads(dumped()) if f"| `{group}." not in page], [])

    def test_the_reference_of_keys_is_what_the_program_says(self):
        same = (SOURCE / "docs/configuration.toml").read_text(encoding="utf-8") == dumped()
        self.assertTrue(same, "docs/configuration.toml is out of date: sinew config dump > docs/configuration.toml")

    def test_extras_of_a_baked_file_are_documented(self):
        document = baked(SOURCE / "samples/data/walk.bvh")
        sinew = document["asset"]["extras"]["sinew"]
        formats = text_of("docs/formats.md")
        example = json.loads(next(block.text for block in blocks(formats) if block.language == "json"))
        named = set(re.findall(r"`(\w+)`", formats[formats.index("| place | key"):formats.index("### The certificate")]))
        used = {*sinew, *sinew["source"], *document["animations"][0]["extras"]["sinew"]}
        used |= {key for node in document["nodes"] for key in node.get("extras", {}).get("sinew", {})}
        self.assertGreater(len(used), 10)
        self.assertEqual(used - named, set())
        certificate = sinew["certificate"]
        self.assertEqual(set(certificate) - set(example), set())
        self.assertEqual({key for metric in certificate["metrics"] for key in metric} - set(example["metrics"][0]), set())
        for part in ("provenance", "hashes"):
            self.assertEqual(set(certificate[part]), set(example[part]))

    def test_the_commands_of_the_reference_are_those_of_the_program(self):
        help_text = subprocess.run([SINEW, "--help"], capture_output=True, text=True, check=True).stdout
        listed = help_text[help_text.index("Subcommands:"):].split("\n\n")[0]
        names = re.findall(r"(?m)^  (\w+) ", listed)
        self.assertGreater(len(names), 10)
        reference = text_of("docs/commands.md") + text_of("docs/configuration.md")
        missing = [name for name in names if f"sinew {name} " not in reference]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
