"""What tests need of our Markdown files: shell blocks with their markers, links, headings, words in backticks."""
import re
from dataclasses import dataclass
from pathlib import Path

SKIPPED = {"build", "node_modules", ".git"}
MARKER = re.compile(r"<!-- (not run|exit): (.+) -->")
FENCE = re.compile(r"^```(\w*)$")
COMMAND = re.compile(r"^(sinew|build/release/bin/\w+|tools/\w+) ")


@dataclass
class Block:
    """A fenced block: its language, first line, text, and the marker above it, if any: ("not run", reason) or ("exit", status)."""
    language: str
    line: int
    text: str
    marker: tuple | None


def pages(source):
    """All our Markdown files, relative to the source folder."""
    found = (path.relative_to(source) for path in Path(source).rglob("*.md"))
    return sorted(path for path in found if not SKIPPED.intersection(path.parts))


def blocks(text):
    """The fenced blocks, and indented ones with commands as shell blocks: those that name the program by its path are run, the others
    count as not run."""
    found, language, marker = [], None, None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if language is not None:
            if line == "```":
                language = None
            else:
                found[-1].text += line + "\n"
        elif fence:
            language = fence[1]
            found.append(Block(language, number, "", marker))
            marker = None
        elif line.startswith("    ") and COMMAND.match(line.strip()):
            kind = None if line.strip().startswith("build/release/bin/") else ("not run", "indented, and without the program's path")
            found.append(Block("sh", number, line.strip() + "\n", kind))
        elif line.strip():
            match = MARKER.fullmatch(line.strip())
            marker = (match[1], match[2]) if match else None
    return found


def prose(text):
    """The text without its blocks."""
    return re.sub(r"(?ms)^```.*?^```$", "", text)


def anchors(text):
    """The names that headings can be linked by, as forges make them."""
    headings = re.findall(r"(?m)^#+ (.+)$", prose(text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(text):
    """Targets of the links that are not on the web."""
    targets = re.findall(r"\]\(([^)\s]+)\)", prose(text))
    return [target for target in targets if not re.match(r"\w+:", target)]
