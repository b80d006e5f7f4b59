#!/usr/bin/env python3
"""Reads a .take file, or the take inside a .glb, by take.schema, and says what is in it.    read_take.py FILE [--json]

Needs nothing but Python. As a module: read_take.load("walk.glb") gives dictionaries and lists."""
import json
import re
import struct
import sys
from pathlib import Path

NUMBERS = {"f64": "d", "f32": "f", "i32": "i", "i64": "q", "u64": "Q", "u32": "I", "u16": "H", "u8": "B"}
SHORT = {"vec3": "f64*3", "quat": "f64*4", "mat3": "f64*9", "mat4": "f64*16"}


def read_schema(path=Path(__file__).with_name("take.schema")):
    """{type: [(field, kind)]}"""
    types, fields = {}, None
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split("#")[0].rstrip()
        if not words:
            continue
        if words[0] != " ":
            fields = types[words] = []
        else:
            fields.append(tuple(words.split(maxsplit=1)))
    return types


class Reader:
    def __init__(self, data, types):
        self.data, self.types, self.place, self.meshes = data, types, 0, False

    def numbers(self, code, count):
        form = "<" + str(count) + code
        values = struct.unpack_from(form, self.data, self.place)
        self.place += struct.calcsize(form)
        return values

    def count(self):
        return self.numbers("Q", 1)[0]

    def value(self, kind):
        kind = SHORT.get(kind, kind)
        if kind in NUMBERS:
            return self.numbers(NUMBERS[kind], 1)[0]
        if kind == "bool":
            return bool(self.numbers("B", 1)[0])
        if kind == "text":
            size = self.count()
            self.place += size
            return self.data[self.place - size:self.place].decode("utf-8", "replace")
        if kind == "pose":
            return {"translation": self.value("vec3"), "rotation": self.value("quat")}
        if kind.startswith("["):
            return self.list(kind[1:-1])
        if kind.endswith("?"):
            return self.value(kind[:-1]) if self.value("bool") else None
        if kind.startswith("word("):
            return kind[5:-1].split()[self.value("i32")]
        many = re.fullmatch(r"(\w+)\*(\d+)", kind)
        if many:
            return self.numbers(NUMBERS[many[1]], int(many[2]))
        return self.structure(kind)

    def list(self, kind):
        kind, size = SHORT.get(kind, kind), self.count()
        if kind in NUMBERS:
            return self.numbers(NUMBERS[kind], size)
        return [self.value(kind) for _ in range(size)]

    def structure(self, name):
        result = {}
        for field, kind in self.types[name]:
            if name == "take" and field == "meshes" and not self.meshes:
                continue
            result[field] = self.value(kind)
            if name == "file" and field == "meshes":
                self.meshes = result[field]
        return result


def payload_of(data):
    """The take's bytes: of the file itself, or of the buffer view that a .glb names."""
    if data[:4] != b"glTF":
        return data
    size = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20:20 + size])
    take = document["asset"]["extras"]["sinew"]["take"]
    view = document["bufferViews"][take["bufferView"]]
    start = 20 + size + 8 + view.get("byteOffset", 0)
    return data[start:start + view["byteLength"]]


def load(path):
    data = payload_of(Path(path).read_bytes())
    if data[:8] != b"SINEWTAK":
        raise ValueError(f"{path}: not a take")
    reader = Reader(data, read_schema())
    file = reader.structure("file")
    if file["version"] != 2 or reader.place != len(data):
        raise ValueError(f"{path}: version {file['version']}, {len(data) - reader.place} bytes left over")
    return file["take"]


def main():
    take = load(sys.argv[1])
    if "--json" in sys.argv:
        json.dump(take, sys.stdout)
        return
    seconds = len(take["steps"]) / take["simulation"]["control_rate"]
    contacts = sum(len(substep["contacts"]) for step in take["steps"] for substep in step["substeps"])
    mass = sum(body["mass"] for body in take["figure"]["bodies"])
    print(f"{take['name']}: {len(take['steps'])} steps, {seconds:.2f} s; {len(take['joints'])} joints, {len(take['figure']['bodies'])} bodies, "
          f"{mass:.1f} kg; {contacts} contacts")
    print(f"made by Sinew {take['provenance']['version']}, seed {take['provenance']['seed']}, from "
          + ", ".join(f"{i['file']} ({i['role']})" for i in take["provenance"]["inputs"]))


if __name__ == "__main__":
    main()
