#pragma once

#include <string>
#include <string_view>

#include "libanim/model/scene.h"
#include "libanim/support/toml_document.h"

namespace sinew {

/// Reads a scene; `file` is for messages. Errors (kAsset) name file, line, key and what was expected; a key that does
/// not exist is one of them. Everything is optional but what is said to be demanded here.
///
///     name = "yard"
///     gravity = [0, -9.81, 0]          # (unit: m/s^2)
///
///     [ground]                         # level ground at height 0 when left out
///     kind = "plane"                   # demanded; see below
///     friction = 0.8                   # Coulomb coefficient
///
///     [[boxes]]                        # do not move
///     name = "table"
///     position = [0, 0.4, 2]           # demanded: centre (unit: m)
///     size = [1, 0.8, 0.6]             # demanded: edges (unit: m)
///     heading_deg = 30                 # turn about y, from +z towards +x; or rotation = [x, y, z, w]
///     friction = 0.8
///
///     [[walls]]                        # boxes between two points of the ground
///     from = [-2, 0, 3]                # demanded (unit: m)
///     to = [2, 0, 3]                   # demanded (unit: m)
///     height = 2.5                     # demanded (unit: m)
///     thickness = 0.1                  # also name, friction
///
///     [[stairs]]                       # boxes, see Stairs in terrain.h
///     start = [0, 0, 1]                # demanded (unit: m)
///     rise = 0.17                      # demanded (unit: m)
///     run = 0.29                       # demanded (unit: m)
///     count = 8                        # demanded
///     heading_deg = 0                  # also width, landing, name, friction
///
///     [[objects]]                      # move
///     name = "ball"
///     kind = "ball"                    # demanded: "ball" with radius, "box" with size
///     radius = 0.11                    # demanded (unit: m)
///     mass = 0.45                      # demanded (unit: kg)
///     position = [0, 1.5, 4]           # demanded (unit: m); also heading_deg or rotation
///     velocity = [0, 0, -5]            # (unit: m/s), or target = [x, y, z] (unit: m) with flight (unit: s): the throw
///                                      # that passes the target after that time
///     spin = [0, 0, 0]                 # (unit: rad/s)
///     restitution = 0.5                # also friction
///     release = 1                      # a projectile: it is not there before this time (unit: s)
///
///     [[pushes]]
///     body = "chest"                   # demanded: a body of the figure, or an object
///     start = 1                        # demanded (unit: s)
///     force = [200, 0, 0]              # (unit: N) with duration (unit: s), or impulse = [20, 0, 0] (unit: N s)
///     duration = 0.2
///     point = [0, 0, 0]                # where, in the body's frame (unit: m)
///
/// Kinds of ground:
///  - "none"
///  - "plane": point = [0, 0, 0], normal = [0, 1, 0];
///  - "slope": angle_deg (demanded), heading_deg of going up, point;
///  - "bumps": height, wavelength (demanded), and of every field: size = [20, 20] along x and z, spacing = 0.1, level
///    (radius of a level disc at the origin) (unit: m);
///  - "random": amplitude, cell (demanded), seed, and of every field;
///  - "heights": heights = [[...], ...] (demanded: a row per z, a number per x), spacing, origin of the first point (by
///    default the field lies around the origin).
[[nodiscard]] Scene scene_from_toml(std::string_view text, std::string_view file);

/// The same from a table that may hold more than a scene; neither finished nor validated.
[[nodiscard]] Scene read_scene(const TomlTable& table);

/// The canonical text of a scene: everything explicit, generated terrain and stairs as heights and boxes. It reads back
/// to an equal scene, and outputs embed it.
[[nodiscard]] std::string scene_to_toml(const Scene& scene);

}  // namespace sinew
