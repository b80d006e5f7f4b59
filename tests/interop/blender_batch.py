"""World positions of joints and objects of many files, as Blender sees them.

    blender -b --factory-startup -P blender_batch.py -- JOBS.json OUT_DIR

Start-up is the expensive part of Blender, so one process imports all files of JOBS.json:

    {"jobs": [{"id": "name of the result", "file": path,
               "clip": name or null, "clip_index": number or null,   which animation; null = the first one
               "fps": number,          scene frame rate while a glTF file is imported (default 30)
               "times": [seconds...],  or "all" (every frame of the clip), or absent: `samples` frames, evenly spread
               "samples": 12,
               "rotations": true}]}    world quaternions (x, y, z, w) of the bones as well

and writes OUT_DIR/<id>.json for each:

    {"file", "ok", "error", "seconds", "fps", "frame_range", "clips": [names], "clip": name,
     "armatures": [{"name", "bones": [{"name", "parent"}]}],
     "objects": [{"name", "type", "parent", "parent_bone", "animated"}],
     "samples": [{"frame", "time", "armatures": [{"heads", "tails", "rotations"}], "objects": [[x, y, z], ...]}]}

A file that cannot be imported has "ok": false and the reason; the others still run.

Positions are in metres as Blender scales them, turned to Y up: (x, z, -y). BVH has no unit: there they are in file units and in the
axes of the file. Times are seconds of the source: t = 0 is the first frame of a BVH file and the zero of the time axis of FBX and glTF.

Where Blender 3.4.1 as such would not give the truth, this script steps in (each place says why): the two shims that Debian's Python
needs, the choice of the clip, and spherical interpolation between the keys of a glTF rotation.
"""
import bisect
import builtins
import json
import math
import os
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
from io_scene_gltf2.blender.imp import gltf2_blender_scene  # noqa: E402


class Clips:
    """The animations of the file at hand, in file order: name -> {object name: action}."""

    def __init__(self):
        self.actions = {}

    def note(self, name):
        """Keep what is assigned right now as the clip `name`, and take it off, so that no clip leaves values behind for the next."""
        found = {}
        for owner in bpy.data.objects:
            if owner.animation_data and owner.animation_data.action:
                found[owner.name] = owner.animation_data.action
                owner.animation_data.action = None
        self.actions[name] = found

    def choose(self, name, index):
        """Assign one clip to its objects; returns its name, None where the file has no animation."""
        names = list(self.actions)
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
            items = {item for _, layer in stack[1].values() for item in layer if hasattr(item, "fbx_transform_data")}
            kept = [(item.fbx_transform_data, [list(item.fbx_transform_data[i]) for i in range(3)]) for item in items
                    if item.fbx_transform_data]
            read(template_stack, template_layer, {key: stack}, *args)
            for data, values in kept:
                for i in range(3):
                    data[i][:] = values[i]
            clips.note(import_fbx.elem_name_ensure_class(stack[0][0], b"AnimStack"))

    import_fbx.blen_read_animations = read_each


def separate_gltf_clips():
    """Blender's glTF importer starts the first clip at once: take it off again and note all of them instead."""
    animation = gltf2_blender_scene.BlenderAnimation
    restore = animation.restore_animation

    def restore_none(gltf, _name):
        for track in [a.track_name for a in gltf.data.animations]:
            restore(gltf, track)
            clips.note(track)

    animation.restore_animation = staticmethod(restore_none)


def load(path, fps):
    """Import one file into an empty scene."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    clips.actions.clear()
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
    suffix = load(job["file"], job.get("fps") or 30)
    clip = clips.choose(job.get("clip"), job.get("clip_index"))
    axis, span = time_axis(suffix), frame_span()
    frames = wanted_frames(job, span, axis)
    if suffix not in ("bvh", "fbx"):
        key_spherically(frames)
    objects = list(bpy.data.objects)
    armatures = [o for o in objects if o.type == "ARMATURE"]
    render = bpy.context.scene.render
    result = {"file": job["file"], "ok": True, "fps": render.fps / render.fps_base, "frame_range": list(span),
              "clips": list(clips.actions), "clip": clip, **describe(armatures, objects)}
    result["samples"] = [sample(f, axis, armatures, objects, job.get("rotations")) for f in frames]
    return result


def main():
    jobs_file, out_dir = sys.argv[sys.argv.index("--") + 1:]
    with _open(jobs_file) as handle:
        jobs = json.load(handle)["jobs"]
    os.makedirs(out_dir, exist_ok=True)
    separate_fbx_stacks()
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
