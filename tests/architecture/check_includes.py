"""Checks every #include of ours against the arrows of the design, that third parties stay in their folder, and that no two
headers define a type of the same name: linked into one program, such types are undefined behaviour that no compiler reports.

    check_includes.py SOURCE_DIR

A folder may include itself, what ARROWS names, and whatever these may include in turn. Exit status 1 lists each violation
as file:line.
"""
import re
import sys
from pathlib import Path

ARROWS = {
    "libanim/support": [],
    "libanim/math": ["libanim/support"],
    "libanim/model": ["libanim/math"],
    "libanim/kinematics": ["libanim/model"],
    "libanim/simulation": ["libanim/kinematics"],
    "libanim/optimisation": ["libanim/math"],
    "libanim/learning": ["libanim/optimisation", "libanim/simulation"],
    "libanim/validity": ["libanim/simulation"],
    "libanim/stages": ["libanim/optimisation", "libanim/learning", "libanim/validity"],
    "importers/scene": ["libanim/kinematics"],
    "importers/bvh": ["importers/scene"],
    "importers/gltf": ["importers/scene"],
    "importers/fbx": ["importers/scene"],
    "importers/assimp": ["importers/scene"],
    "importers": ["importers/bvh", "importers/gltf", "importers/fbx", "importers/assimp"],
    "exporters/bvh": ["libanim/kinematics"],
    "exporters/gltf": ["libanim/kinematics"],
    "exporters/training": ["libanim/kinematics"],
    "exporters/report": ["libanim/kinematics", "libanim/validity"],
    "exporters": ["exporters/bvh", "exporters/gltf", "exporters/training", "exporters/report"],
    "pipelines": ["importers", "exporters", "libanim/stages"],
    "tools": ["pipelines"],
    "samples": ["exporters", "libanim/optimisation"],
    "samples/09-recipe": ["pipelines"],
}

# Header -> the only folders whose sources may include it.
THIRD_PARTIES = {
    r"ode/": ["libanim/simulation"],
    r"osqp|qdldl": ["libanim/optimisation"],
    r"ceres/": ["libanim/optimisation"],
    r"assimp/": ["importers/assimp"],
    r"ufbx": ["importers/fbx"],
    r"tiny_gltf": ["importers/gltf", "exporters/gltf"],
    r"nlohmann/": ["importers/gltf", "exporters/gltf", "exporters/report", "tools", "pipelines"],
    r"toml\+\+": ["libanim/support"],
    r"Random123": ["libanim/support"],
    r"tbb/": ["libanim/support"],
    r"openssl/": ["libanim/support"],
    r"CLI/": ["tools"],
    r"png\.h": ["exporters/report"],
    r"hdf5\.h|H5": ["exporters/training"],
    r"zip\.h": ["exporters/training"],
}

DEFINITION = re.compile(r"^(?:class|struct|enum class) (\w+)(?!\w|<)[^;()]*$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def folder_of(path):
    """The longest known folder that holds the path, or None."""
    known = [f for f in ARROWS if path == f or path.startswith(f + "/")]
    return max(known, key=len) if known else None


def reachable(folder):
    seen, open_folders = set(), [folder]
    while open_folders:
        current = open_folders.pop()
        if current not in seen:
            seen.add(current)
            open_folders += ARROWS[current]
    return seen


def stage_of(path):
    match = re.match(r"libanim/stages/([^/]+)/", path)
    return match.group(1) if match else None


def problems_in(path, line):
    match = INCLUDE.match(line)
    if not match:
        return
    folder, target = folder_of(path), match.group(2)
    if match.group(1) == '"':
        target_folder = folder_of(target)
        if target_folder is None:
            yield f'"{target}" is not a path from the root of the project'
        elif target_folder not in reachable(folder):
            yield f"{folder} may not include {target_folder} ({target})"
        elif stage_of(path) and stage_of(target) and stage_of(path) != stage_of(target):
            yield f"stages do not include each other ({target})"
        return
    for pattern, folders in THIRD_PARTIES.items():
        if re.match(pattern, target) and folder not in folders:
            yield f"<{target}> belongs to {', '.join(folders)}"


def twice_defined(root, headers):
    """Types that two headers define at namespace level (everything of ours is in one namespace); specialisations are none."""
    places = {}
    for file in headers:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            match = DEFINITION.match(line)
            if match:
                places.setdefault(match.group(1), []).append(f"{file.relative_to(root).as_posix()}:{number}")
    return [f"{name} is defined in {' and in '.join(where)}" for name, where in sorted(places.items()) if len(where) > 1]


def main():
    root = Path(sys.argv[1])
    files = [p for top in ("libanim", "importers", "exporters", "pipelines", "tools", "samples")
             for p in sorted((root / top).rglob("*")) if p.suffix in (".h", ".cpp")]
    failures = []
    for file in files:
        path = file.relative_to(root).as_posix()
        if folder_of(path) is None:
            failures.append(f"{path}: in no folder of the design")
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            failures += [f"{path}:{number}: {problem}" for problem in problems_in(path, line)]
    failures += twice_defined(root, [f for f in files if f.suffix == ".h" and "samples" not in f.relative_to(root).parts])
    print("\n".join(failures) or f"{len(files)} files follow the arrows")
    sys.exit(1 if failures or not files else 0)


main()
