"""World positions of joints and objects of many files, as Blender sees them.

    blender -b --factory-startup -P blender_batch.py -- JOBS.json OUT_DIR

Start-up is the expensive part of Blender, so one process imports all files of JOBS.json:

    {"jobs": [{"id": "name of the result", "file": path,
               "clip": name or null, "clip_index": number or null,   which animation; null = the first one, -1 = none
               "fps": number,          scene frame rate while a glTF file is imported (default 30)
               "times": [seconds...],  or "all" (every frame of the clip), or absent: `samples` frames, evenly spread
               "frames": [numbers...], instead of times, for BVH: 0 = the first line of motion
               "samples": 12,
               "rotations": true,      world quaternions (x, y, z, w) of the bones as well
               "skip_meshes": true}]}  glTF: leave the meshes out (Draco)

and writes OUT_DIR/<id>.json for each:

    {"file", "ok", "error", "seconds", "fps", "frame_range", "clips": [names], "clip": name, "moving": whether any clip moves anything,
     "armatures": [{"name", "bones": [{"name", "parent"}]}],
     "objects": [{"name", "type", "parent", "parent_bone", "animated"}],
     "samples": [{"frame", "time", "armatures": [{"heads", "tails", "rotations"}], "objects": [[x, y, z], ...]}]}

A file that cannot be imported has "ok": false and the reason; the others still run.

Positions are in metres as Blender scales them, turned to Y up: (x, z, -y). BVH has no unit: there they are in file units and in the
axes of the file. Times are seconds of the source: t = 0 is the first frame of a BVH file and the zero of the time axis of FBX and glTF.

Where Blender 3.4.1 as such would not give the truth, this script steps in (each place says why): the two shims that Debian's Python
needs, the choice of the clip, spherical interpolation between the keys of a glTF rotation, and the tangents of FBX keys.
"""
import bisect
import builtins
import json
import math
import os
import struct
import sys
import time
import traceback

import bpy
from mathutils import Quaternion

try:  # Debian's Blender 3.4.1 glTF importer asks for numpy.bool, which numpy 1.24 no longer has.
    import numpy
    numpy.bool = bool
except ImportError:
    pass

# Debian's Blender 3.4.1 opens BVH with mode 'rU', which Python 3.11 refuses.
_open = builtins.open
builtins.open = lambda file, mode="r", *a, **k: _open(file, mode.replace("U", "") or "r", *a, **k)

from io_scene_fbx import import_fbx  # noqa: E402  (after the shims)
from io_scene_gltf2.blender.imp import gltf2_blender_node, gltf2_blender_scene  # noqa: E402


def varies(values):
    return max(values, default=0) - min(values, default=0) > 1e-6


create_mesh = gltf2_blender_node.BlenderMesh.create


def empty_mesh(*_args):
    """Stands in for a mesh that this Blender cannot decode (Draco): the joints do not depend on it."""
    return bpy.data.meshes.new("mesh left out")


class Clips:
    """The animations of the file at hand, in file order: name -> {object name: action}."""

    def __init__(self):
        self.actions = {}
        self.times = None  # the seconds asked for, None where Blender's own keys will do
        self.moving = False  # whether any curve of any clip moves an object or a bone

    def note(self, name):
        """Keep what is assigned right now as the clip `name`, and take it off, so that no clip leaves values behind for the next."""
        found = {}
        for owner in bpy.data.objects:
            if owner.animation_data and owner.animation_data.action:
                found[owner.name] = owner.animation_data.action
                owner.animation_data.action = None
        self.moving = self.moving or any(varies([k.co[1] for k in c.keyframe_points]) for a in found.values() for c in a.fcurves)
        self.actions[name] = found

    def choose(self, name, index):
        """Assign one clip to its objects; returns its name, None where the file has no animation."""
        names = list(self.actions)
        if index == -1:
            return None
        if name is not None and name not in self.actions:
            raise ValueError(f"no clip {name!r}; the file has {names}")
        if name is None and names:
            name = names[index or 0]
        for owner, action in self.actions.get(name, {}).items():
            bpy.data.objects[owner].animation_data.action = action
        return name


clips = Clips()


def separate_fbx_stacks():
    """Blender's FBX importer assigns the first action only, and lets the values of one stack leak into the next: read stack by stack."""
    read = import_fbx.blen_read_animations

    def read_each(template_stack, template_layer, stacks, *args):
        for key, stack in stacks.items():
            items = {item for _, layer in stack[1].values() for item in layer if getattr(item, "fbx_transform_data", None)}
            mutable = [values for item in items for values in item.fbx_transform_data if isinstance(values, list)]
            kept = [list(values) for values in mutable]
            read(template_stack, template_layer, {key: stack}, *args)
            for values, before in zip(mutable, kept):
                values[:] = before
            clips.note(import_fbx.elem_name_ensure_class(stack[0][0], b"AnimStack"))

    import_fbx.blen_read_animations = read_each


def obey_rotation_space():
    """Blender's FBX importer overlooks RotationSpaceForLimitOnly, which says that pre- and post-rotation and the order are for joint
    limits only."""
    read = import_fbx.blen_read_object_transform_preprocess

    def read_space(properties, *args):
        data = read(properties, *args)
        if import_fbx.elem_props_get_bool(properties, b"RotationSpaceForLimitOnly", False):
            return data._replace(pre_rot=(0.0, 0.0, 0.0), pst_rot=(0.0, 0.0, 0.0), rot_ord="XYZ")
        return data

    import_fbx.blen_read_object_transform_preprocess = read_space


def evaluate_fbx_curves():
    """Blender's FBX importer joins keys by straight lines. FBX keys carry tangents, so where a job names its times the curves are
    evaluated here, exactly, and keyed at these times; what Blender is asked for is the chain of transforms and not the curve."""
    read = import_fbx.blen_read_animations_curves_iter

    def read_at_times(curves, blender_offset, fbx_offset, fps):
        if not clips.times:
            yield from read(curves, blender_offset, fbx_offset, fps)
            return
        parsed = [(FbxCurve(c[2]), c) for c in curves]
        clips.moving = clips.moving or any(c[0].startswith(b"Lcl") and varies(curve.values) for curve, c in parsed)
        for t in clips.times:
            yield t * fps + blender_offset, [(curve.value(t), c) for curve, c in parsed]

    import_fbx.blen_read_animations_curves_iter = read_at_times


class FbxCurve:
    """One animation curve of an FBX file: constant, linear and cubic spans; constant outside of its keys.

    A cubic span is a Bezier curve from (time, value) to (time, value) whose inner points follow from slopes and weights (1/3 unless
    stored). A key stores its right slope and the left slope of its successor, unless its tangent is automatic."""

    TICKS = 46186158000  # per second
    CONSTANT, CONSTANT_NEXT, CUBIC = 0x2, 0x100, 0x8
    AUTO, TCB, CLAMP, TIME_INDEPENDENT, PROGRESSIVE = 0x100, 0x200, 0x1000, 0x2000, 0x4000
    WEIGHTED_RIGHT, WEIGHTED_NEXT_LEFT = 0x01000000, 0x02000000

    def __init__(self, element):
        def data(name):
            return import_fbx.elem_prop_first(import_fbx.elem_find_first(element, name))

        self.times = [t / self.TICKS for t in data(b"KeyTime")]
        self.values = list(data(b"KeyValueFloat"))
        floats = list(data(b"KeyAttrDataFloat"))
        self.keys = []  # (flags, right slope, left slope of the next key, right weight, left weight of the next key)
        for i, (flags, count) in enumerate(zip(data(b"KeyAttrFlags"), data(b"KeyAttrRefCount"))):
            self.keys += [(flags, *floats[4 * i:4 * i + 2], *self.weights(flags, floats[4 * i + 2]))] * count

    def weights(self, flags, packed):
        right, next_left = struct.unpack("<HH", struct.pack("<f", packed))
        return (right / 1e4 if flags & self.WEIGHTED_RIGHT else 1 / 3, next_left / 1e4 if flags & self.WEIGHTED_NEXT_LEFT else 1 / 3)

    def value(self, t):
        right = bisect.bisect_right(self.times, t + 1e-9)
        if right == 0:
            return self.values[0]
        if right == len(self.times):
            return self.values[-1]
        return self.span(right - 1, t)

    def span(self, i, t):
        """The value between key i and the next one."""
        flags, slope, next_slope, w0, w1 = self.keys[i]
        length = self.times[i + 1] - self.times[i]
        a, b, u = self.values[i], self.values[i + 1], (t - self.times[i]) / length
        if flags & self.CONSTANT:
            return b if flags & self.CONSTANT_NEXT else a
        if not flags & self.CUBIC:
            return a + (b - a) * u
        slope = self.automatic_slope(i) if self.is_automatic(i) else slope
        next_slope = self.automatic_slope(i + 1) if self.is_automatic(i + 1) else next_slope
        s = u if w0 == w1 == 1 / 3 else solve_bezier(w0, 1 - w1, u)
        return bezier(a, a + slope * w0 * length, b - next_slope * w1 * length, b, s)

    def is_automatic(self, i):
        flags = self.keys[i][0]
        if flags & self.CUBIC and flags & self.TCB:
            raise ValueError("TCB tangents are not handled here")
        return flags & self.CUBIC and flags & self.AUTO

    def automatic_slope(self, i):
        flags, times, values = self.keys[i][0], self.times, self.values
        if i in (0, len(times) - 1):
            j = 0 if i == 0 else i - 1
            return 0.0 if flags & (self.PROGRESSIVE | self.CLAMP) else (values[j + 1] - values[j]) / (times[j + 1] - times[j])
        before, after = times[i] - times[i - 1], times[i + 1] - times[i]
        left, right = (values[i] - values[i - 1]) / before, (values[i + 1] - values[i]) / after
        slope = (values[i + 1] - values[i - 1]) / (before + after)
        if not flags & self.TIME_INDEPENDENT:
            slope = (slope + (left * after + right * before) / (before + after)) / 2
        if flags & self.CLAMP and min(abs(left * before), abs(right * after)) < 1e-4:
            return 0.0
        if flags & self.PROGRESSIVE:  # the inner points must not pass the neighbouring keys
            sign = 1 if slope >= 0 else -1
            limit = min(sign * left / self.keys[i - 1][4], sign * right / self.keys[i][3])
            slope = sign * max(0.0, min(abs(slope), limit))
        return slope


def bezier(p0, p1, p2, p3, s):
    r = 1 - s
    return r * r * r * p0 + 3 * r * r * s * p1 + 3 * r * s * s * p2 + s * s * s * p3


def solve_bezier(x1, x2, x):
    """The parameter at which the curve from 0 to 1 with inner points x1, x2 reaches x."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if bezier(0, x1, x2, 1, middle) < x else (low, middle)
    return (low + high) / 2


def separate_gltf_clips():
    """Blender's glTF importer starts the first clip at once: take it off again and note all of them instead."""
    animation = gltf2_blender_scene.BlenderAnimation
    restore = animation.restore_animation

    def restore_none(gltf, _name):
        for track in [a.track_name for a in gltf.data.animations]:
            restore(gltf, track)
            clips.note(track)

    animation.restore_animation = staticmethod(restore_none)


def load(path, fps, skip_meshes=False):
    """Import one file into an empty scene."""
    gltf2_blender_node.BlenderMesh.create = staticmethod(empty_mesh if skip_meshes else create_mesh)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    clips.actions.clear()
    clips.moving = False
    suffix = path.rsplit(".", 1)[-1].lower()
    if suffix == "bvh":
        bpy.ops.import_anim.bvh(filepath=path, axis_forward="-Z", axis_up="Y", update_scene_fps=True, update_scene_duration=True)
        clips.note(next(iter(bpy.data.actions)).name)
    elif suffix == "fbx":
        bpy.ops.import_scene.fbx(filepath=path, use_custom_props=False)  # custom properties of type enum break the importer
    elif suffix in ("gltf", "glb", "vrma"):
        bpy.context.scene.render.fps = max(1, round(fps))
        bpy.context.scene.render.fps_base = 1.0
        bpy.ops.import_scene.gltf(filepath=path)
    else:
        raise ValueError(f"unknown suffix: {suffix}")
    for obj in bpy.data.objects:  # deformed meshes cost time and give nothing here
        obj.modifiers.clear()
    return suffix


def time_axis(suffix):
    """(frame at t = 0, frames per second) of the keys that the importers made."""
    render = bpy.context.scene.render
    if suffix == "bvh":
        return 1.0, render.fps / render.fps_base
    if suffix == "fbx":
        return 1.0, float(render.fps)  # the importer multiplies with the rounded rate and leaves fps_base alone
    return 0.0, float(render.fps)


def assigned_actions():
    return [(o, o.animation_data.action) for o in bpy.data.objects if o.animation_data and o.animation_data.action]


def frame_span():
    spans = [action.frame_range for _, action in assigned_actions()]
    return min((s[0] for s in spans), default=0.0), max((s[1] for s in spans), default=0.0)


def wanted_frames(job, span, axis):
    """The (fractional) Blender frames that a job asks for."""
    origin, fps = axis
    times = job.get("times")
    if "frames" in job:
        return [origin + f for f in job["frames"]]
    if isinstance(times, list):
        return [origin + t * fps for t in times]
    first, last = span
    if times == "all":
        return [first + i for i in range(math.floor(last - first + 1.001))]
    count = max(1, min(job.get("samples", 12), int(last - first) + 1))
    return sorted({float(round(first + (last - first) * i / max(1, count - 1))) for i in range(count)})


def key_spherically(frames):
    """Blender interpolates quaternions component by component, glTF spherically: key the exact value at the frames asked for."""
    for _, action in assigned_actions():
        groups = {}
        for curve in action.fcurves:
            if curve.data_path.endswith("rotation_quaternion"):
                groups.setdefault(curve.data_path, {})[curve.array_index] = curve
        for curves in groups.values():
            if len(curves) == 4 and curves[0].keyframe_points[0].interpolation == "LINEAR":
                key_group_spherically([curves[i] for i in range(4)], frames)


def key_group_spherically(curves, frames):
    count = len(curves[0].keyframe_points)
    columns = []
    for curve in curves:
        flat = [0.0] * (2 * count)
        curve.keyframe_points.foreach_get("co", flat)
        columns.append(flat)
    times = columns[0][::2]
    fresh = []
    for frame in frames:
        right = bisect.bisect_left(times, frame)
        if right in (0, count) or min(abs(times[right] - frame), abs(times[right - 1] - frame)) < 1e-3:
            continue
        before = Quaternion([c[2 * right - 1] for c in columns])
        after = Quaternion([c[2 * right + 1] for c in columns])
        fresh.append((frame, before.slerp(after, (frame - times[right - 1]) / (times[right] - times[right - 1]))))
    for index, curve in enumerate(curves):
        for frame, value in fresh:
            curve.keyframe_points.insert(frame, value[index], options={"FAST"}).interpolation = "LINEAR"
        if fresh:
            curve.update()


def y_up(v):
    return [round(v.x, 7), round(v.z, 7), round(-v.y, 7)]


def y_up_rotation(matrix):
    """The rotation, None where uneven scale leaves no rotation to speak of."""
    axes = [matrix.col[i].to_3d() for i in range(3)]
    size = axes[0].length
    uneven = any(abs(axis.length - size) > 1e-3 * size for axis in axes)
    skewed = any(abs(axes[i - 1].dot(axes[i])) > 1e-3 * size * size for i in range(3))
    if size == 0 or uneven or skewed:
        return None
    q = matrix.to_quaternion()
    return [round(q.x, 7), round(q.z, 7), round(-q.y, 7), round(q.w, 7)]


def sample(frame, axis, armatures, objects, rotations):
    """Evaluate the scene at one frame."""
    whole = math.floor(frame + 1e-6)
    bpy.context.scene.frame_set(whole, subframe=max(0.0, frame - whole))
    entry = {"frame": frame, "time": (frame - axis[0]) / axis[1], "armatures": [],
             "objects": [y_up(o.matrix_world.translation) for o in objects]}
    for arm in armatures:
        world = arm.matrix_world
        part = {"heads": [y_up(world @ b.head) for b in arm.pose.bones], "tails": [y_up(world @ b.tail) for b in arm.pose.bones]}
        if rotations:
            part["rotations"] = [y_up_rotation(world @ b.matrix) for b in arm.pose.bones]
        entry["armatures"].append(part)
    return entry


def describe(armatures, objects):
    moving = {o.name for o, _ in assigned_actions()}
    return {
        "armatures": [{"name": a.name, "bones": [{"name": b.name, "parent": b.parent.name if b.parent else None} for b in a.pose.bones]}
                      for a in armatures],
        "objects": [{"name": o.name, "type": o.type, "parent": o.parent.name if o.parent else None,
                     "parent_bone": o.parent_bone or None, "animated": o.name in moving} for o in objects]}


def run(job):
    """One file from import to samples."""
    clips.times = job["times"] if isinstance(job.get("times"), list) else None
    suffix = load(job["file"], job.get("fps") or 30, job.get("skip_meshes"))
    clip = clips.choose(job.get("clip"), job.get("clip_index"))
    axis, span = time_axis(suffix), frame_span()
    frames = wanted_frames(job, span, axis)
    if suffix not in ("bvh", "fbx"):
        key_spherically(frames)
    objects = list(bpy.data.objects)
    armatures = [o for o in objects if o.type == "ARMATURE"]
    render = bpy.context.scene.render
    result = {"file": job["file"], "ok": True, "fps": render.fps / render.fps_base, "frame_range": list(span),
              "clips": list(clips.actions), "clip": clip, "moving": clips.moving, **describe(armatures, objects)}
    result["samples"] = [sample(f, axis, armatures, objects, job.get("rotations")) for f in frames]
    return result


def main():
    jobs_file, out_dir = sys.argv[sys.argv.index("--") + 1:]
    with _open(jobs_file) as handle:
        jobs = json.load(handle)["jobs"]
    os.makedirs(out_dir, exist_ok=True)
    separate_fbx_stacks()
    obey_rotation_space()
    evaluate_fbx_curves()
    separate_gltf_clips()
    for job in jobs:
        start = time.time()
        try:
            result = run(job)
        except Exception as error:  # a bad file must not stop the others
            traceback.print_exc()
            result = {"file": job["file"], "ok": False, "error": f"{type(error).__name__}: {error}".strip()}
        result["seconds"] = round(time.time() - start, 3)
        with _open(os.path.join(out_dir, job["id"] + ".json"), "w") as out:
            json.dump(result, out)
        print(f"BATCH {job['id']}: {'ok' if result['ok'] else result['error']} in {result['seconds']} s", flush=True)


main()
