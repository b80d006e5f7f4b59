#include "pipelines/terrain_configuration.h"

#include "pipelines/config_keys.h"
#include "pipelines/retarget_configuration.h"

namespace sinew {

std::vector<ConfigKey> terrain_keys() {
  const TerrainOptions o;
  return {
      flag_key("terrain.adapt", o.adapt,
               "lay the motion over the scene's ground: unset it if the clip was recorded on this very terrain"),
      number_key("terrain.most_tilt", o.most_tilt, "rad", 0, 1.5,
                 "a planted sole is tilted with the ground up to this"),
      number_key("terrain.root_time", o.root_time, "s", 0, 10,
                 "the root follows the feet's heights smoothed over this time: raise it if the body bobs over bumps, "
                 "lower it if legs are squeezed on stairs"),
      number_key("terrain.most_step", o.most_step, "figure heights", 0, 10,
                 "boxes that are higher above a foot's last ground are walls, not steps"),
      number_key("terrain.most_shift", o.most_shift, "figure heights", 0, 1,
                 "a foot that would stand half on an edge is set back or forth by up to this"),
      number_key(
          "terrain.same_surface", o.same_surface, "figure heights", 0, 1,
          "a foot that rests above the clip's ground stands on something where the scene has a surface this near"),
      flag_key(
          "terrain.settle", o.settle,
          "set feet down that the clip has a little above or below its ground, or not quite level, on level ground "
          "too: unset it to follow recorded feet to the millimetre"),
  };
}

TerrainOptions terrain_options(const Config& config) {
  TerrainOptions o;
  o.adapt = config.flag("terrain.adapt");
  o.most_tilt = config.number("terrain.most_tilt");
  o.root_time = config.number("terrain.root_time");
  o.most_step = config.number("terrain.most_step");
  o.most_shift = config.number("terrain.most_shift");
  o.same_surface = config.number("terrain.same_surface");
  o.settle = config.flag("terrain.settle");
  o.contacts = contact_detection(config);
  o.validate();
  return o;
}

}  // namespace sinew
