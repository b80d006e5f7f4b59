"""Which joint of ours is which bone or object of Blender, and how far apart they are.

Blender keeps names up to 63 bytes, puts underscores for blanks in BVH names, appends .001 and so on to repeated names and calls nameless
glTF nodes Node_<index>. End sites of BVH files are joints NAME_end here and tails of bones there. A name that occurs once on both sides
is a match. Repeated names are told apart by the names of their ancestors and, where even these repeat, by their places in the first
sample; all other samples then have to agree.
"""
import math
import re
from dataclasses import dataclass, field

MADE_UP_TAIL = 0.0011  # metres; Blender gives bones that are shorter than 0.001 file units another tail


@dataclass
class Comparison:
    """The outcome for one file; lengths in millimetres, angles in degrees."""
    joints: int = 0
    frames: int = 0
    error: float = 0.0
    where: str = ""
    angle: float = 0.0
    angle_where: str = ""
    missing: list = field(default_factory=list)  # bones of Blender that have no joint
    extra: list = field(default_factory=list)    # joints that have no counterpart in Blender


@dataclass
class Place:
    """A bone or an object of Blender: where its name, its parent and its positions are."""
    name: str
    parent: object
    is_bone: bool
    required: bool
    head: object
    tail: object = None
    rotation: object = None


def places(result):
    """All bones and objects of a Blender result. Bones have to be matched; objects too where they move and there are no bones."""
    found, by_key = [], {}
    for a, armature in enumerate(result["armatures"]):
        for b, bone in enumerate(armature["bones"]):
            place = Place(bone["name"], None, True, True,
                          lambda s, a=a, b=b: s["armatures"][a]["heads"][b],
                          lambda s, a=a, b=b: s["armatures"][a]["tails"][b],
                          lambda s, a=a, b=b: s["armatures"][a].get("rotations", {b: None})[b])
            found.append(place)
            by_key[armature["name"], bone["name"]] = place
    for o, thing in enumerate(result["objects"]):
        if thing["type"] == "MESH" and any(thing["parent"] == a["name"] for a in result["armatures"]) and not thing["parent_bone"]:
            continue  # a skinned mesh: importers put it where the armature is
        needed = thing["animated"] and not result["armatures"]
        place = Place(thing["name"], None, False, needed, lambda s, o=o: s["objects"][o])
        found.append(place)
        by_key[None, thing["name"]] = place
    for armature in result["armatures"]:
        for bone in armature["bones"]:
            by_key[armature["name"], bone["name"]].parent = by_key.get((armature["name"], bone["parent"]), by_key.get((None, armature["name"])))
    for thing in result["objects"]:
        if (None, thing["name"]) in by_key:
            owner = (thing["parent"], thing["parent_bone"]) if thing["parent_bone"] else (None, thing["parent"])
            by_key[None, thing["name"]].parent = by_key.get(owner)
    return found


def plain(name):
    """A name as Blender would keep it."""
    return re.sub(r"\s+", "_", name.strip()).encode()[:63].decode(errors="ignore")


def stem(name):
    """A name without the counter of repeated names."""
    return re.sub(r"[._#]\d+$", "", plain(name))


def without_number(name):
    """A name without the .001 of Blender."""
    return re.sub(r"\.\d{3}$", "", name)


def renamed_by_blender(spots):
    """The names that occur more than once in the file: Blender has both NAME and NAME.001."""
    names = {plain(spot.name) for spot in spots}
    return {without_number(name) for name in names if without_number(name) != name and without_number(name) in names}


def node_number(name):
    """The index in the name of a nameless glTF node, None for real names."""
    found = re.fullmatch(r"(?:node|joint|bone|unnamed|object)[ _.#-]*(\d+)", name, re.IGNORECASE)
    return int(found.group(1)) if found else None


def joint_name(joint):
    return joint.get("source_name") or joint["name"]


def unique_matches(joints, spots, key_joint, key_spot, taken):
    """Pairs whose key occurs once on both sides; bones go before objects."""
    for bones_only in (True, False):
        groups = {}
        for i, joint in enumerate(joints):
            if i not in taken:
                groups.setdefault(key_joint(i, joint), ([], []))[0].append(i)
        used = {id(spot) for spot in taken.values()}
        for spot in spots:
            if id(spot) not in used and (spot.is_bone or not bones_only):
                groups.setdefault(key_spot(spot), ([], []))[1].append(spot)
        for key, (ours, theirs) in groups.items():
            if key is not None and len(ours) == 1 and len(theirs) == 1:
                taken[ours[0]] = theirs[0]


def nearest_matches(joints, spots, distance, taken):
    """The last resort for repeated names: pair the closest of each name, closest pair first."""
    used = {id(spot) for spot in taken.values()}
    pairs = []
    for i, joint in enumerate(joints):
        if i not in taken:
            pairs += [(distance(i, spot), i, n) for n, spot in enumerate(spots)
                      if id(spot) not in used and stem(spot.name) == stem(joint_name(joint))]
    for _, i, n in sorted(pairs):
        if i not in taken and id(spots[n]) not in used:
            taken[i] = spots[n]
            used.add(id(spots[n]))


def nameless_matches(joints, spots, distance, taken):
    """A nameless node with a mesh has the name of the mesh in Blender: give each such place the nearest nameless joint."""
    used = {id(spot) for spot in taken.values()}
    for spot in spots:
        free = [i for i, joint in enumerate(joints) if i not in taken and node_number(joint["name"]) is not None]
        if spot.required and id(spot) not in used and node_number(spot.name) is None and free:
            taken[min(free, key=lambda i: distance(i, spot))] = spot


def match(joints, spots, distance):
    """Our joint index -> place in Blender."""
    parents = parent_indices(joints)

    def our_path(i, _joint):
        names = []
        while i is not None:
            names.append(stem(joint_name(joints[i])))
            i = parents[i]
        return tuple(names)

    def their_path(spot):
        names = []
        while spot is not None:
            names.append(stem(spot.name))
            spot = spot.parent
        return tuple(names)

    repeated = renamed_by_blender(spots)

    def safe(name):
        return None if name in repeated or without_number(name) in repeated or stem(name) in repeated else name

    taken = {}
    unique_matches(joints, spots, lambda _, j: safe(plain(joint_name(j))), lambda s: safe(plain(s.name)), taken)
    unique_matches(joints, spots, lambda _, j: node_number(j["name"]), lambda s: node_number(s.name), taken)
    if any(i not in taken for i in range(len(joints))):
        unique_matches(joints, spots, our_path, their_path, taken)
        nearest_matches(joints, spots, distance, taken)
        unique_matches(joints, spots, lambda _, j: plain(joint_name(j)), lambda s: plain(s.name), taken)
        nameless_matches(joints, spots, distance, taken)
    return taken


def parent_indices(joints):
    """Parents as indices; sinew may name a parent by index or by name, -1 and null both mean none."""
    by_name = {joint["name"]: i for i, joint in enumerate(joints)}
    result = []
    for joint in joints:
        parent = joint.get("parent")
        if isinstance(parent, str):
            parent = by_name.get(parent)
        result.append(None if parent in (None, -1) else parent)
    return result


def distance(a, b):
    return math.dist(a, b)


def is_end_site(joint):
    return joint.get("end_site", joint["name"].lower().endswith("_end"))


def end_sites(joints, parents, taken):
    """Joints for End Sites: our index -> the bone whose tail it is."""
    children = {}
    for i, parent in enumerate(parents):
        children.setdefault(parent, []).append(i)
    return {i: taken[p] for i, p in enumerate(parents)
            if i not in taken and p in taken and taken[p].tail and children[p] == [i] and is_end_site(joints[i])}


def quaternion_product(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def conjugate(q):
    return (-q[0], -q[1], -q[2], q[3])


def turn_between(a, b):
    """The angle in degrees between two rotations."""
    x, y, z, w = quaternion_product(a, conjugate(b))
    return math.degrees(2 * math.atan2(math.sqrt(x * x + y * y + z * z), abs(w)))


def compare(ours, theirs, to_model=lambda p: p, turn=(0.0, 0.0, 0.0, 1.0), rotations=True):
    """Compare an answer of `sinew inspect --positions` with the Blender result for the same times.

    to_model takes a position of Blender into our space, turn is the rotation within it. Rotations are compared as turns since the first
    sample, because the axes of a bone differ between programs while the turn does not.
    """
    joints, parents = ours["joints"], parent_indices(ours["joints"])
    pairs = list(zip(ours["samples"], theirs["samples"]))
    first_ours, first_theirs = pairs[0]
    spots = places(theirs)
    taken = match(joints, spots, lambda i, s: distance(first_ours["positions"][i], to_model(s.head(first_theirs))))
    used = {id(spot) for spot in taken.values()}
    ends = end_sites(joints, parents, taken)
    ends = {i: spot for i, spot in ends.items()
            if distance(first_ours["positions"][i], first_ours["positions"][parents[i]]) > MADE_UP_TAIL}
    result = Comparison(joints=len(taken) + len(ends), frames=len(pairs))
    result.missing = [s.name for s in spots if s.required and id(s) not in used]
    result.extra = [j["name"] for i, j in enumerate(joints) if i not in taken and i not in ends and not is_end_site(j)]
    for mine, other in pairs:
        for i, spot in taken.items():
            note_distance(result, mine, i, joints, to_model(spot.head(other)))
        for i, spot in ends.items():
            note_distance(result, mine, i, joints, to_model(spot.tail(other)))
        if rotations and mine.get("rotations"):
            note_turns(result, (mine, other), (first_ours, first_theirs), taken, joints, turn)
    return result


def note_distance(result, sample, i, joints, position):
    error = distance(sample["positions"][i], position) * 1000
    if not error <= result.error:  # NaN counts as an error
        result.error = error if error == error else math.inf
        result.where = f"{joints[i]['name']} at frame {sample['frame']}"


def note_turns(result, now, start, taken, joints, turn):
    for i, spot in taken.items():
        if not spot.rotation or spot.rotation(now[1]) is None or spot.rotation(start[1]) is None:
            continue
        ours = quaternion_product(now[0]["rotations"][i], conjugate(start[0]["rotations"][i]))
        theirs = quaternion_product(spot.rotation(now[1]), conjugate(spot.rotation(start[1])))
        theirs = quaternion_product(quaternion_product(turn, theirs), conjugate(turn))
        angle = turn_between(ours, theirs)
        if angle > result.angle:
            result.angle, result.angle_where = angle, f"{joints[i]['name']} at frame {now[0]['frame']}"
