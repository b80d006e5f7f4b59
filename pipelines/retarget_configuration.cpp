#include "pipelines/retarget_configuration.h"

#include "pipelines/config_keys.h"

namespace sinew {

namespace {

std::vector<ConfigKey> contact_keys() {
  const ContactDetection o;
  return {
      number_key("contacts.height", o.height, "figure heights", 0, 1,
                 "highest planted point over the ground: raise it if standing feet are not seen as planted"),
      number_key("contacts.speed", o.speed, "figure heights/s", 0, 1e3,
                 "fastest planted point: lower it if sliding feet are held in place"),
      number_key("contacts.release", o.release, "", 1, 100,
                 "a planted point stays planted up to this multiple of both: raise it if plants flicker"),
      number_key("contacts.shortest", o.shortest, "s", 0, 10, "shorter plants are dropped, shorter gaps closed"),
      number_key("contacts.half_window", o.half_window, "s", 0, 1,
                 "speed is measured over this time to either side: raise it if the source is noisy"),
  };
}

std::vector<ConfigKey> clean_keys() {
  const CleanOptions o;
  return {
      flag_key("clean.cut_breaks", o.cut_breaks,
               "cut before and after teleports and added rest poses: unset it if good frames are missing"),
      number_key("clean.break_speed", o.break_speed, "figure heights/s", 0.1, 1e6,
                 "a step is a break when the joints are faster than this on average: raise it if fast motion is cut"),
      number_key("clean.break_ratio", o.break_ratio, "", 1, 1e6,
                 "and this many times farther than the steps around it"),
      flag_key("clean.cut_frozen", o.cut_frozen,
               "cut frames at the ends in which nothing moves and from which the motion starts abruptly"),
      number_key("clean.frozen_time", o.frozen_time, "s", 0, 1e6, "shorter holds are left"),
      number_key("clean.abrupt_speed", o.abrupt_speed, "figure heights/s", 0, 1e6,
                 "mean speed of the joints right after a hold that no standing body could have"),
      flag_key("clean.repair_spikes", o.repair_spikes,
               "lead joints that jump away and back across: unset it if quick gestures are missing"),
      number_key("clean.spike_speed", o.spike_speed, "rad/s", 1, 1e6, "slower turns are motion, not spikes"),
      number_key("clean.spike_time", o.spike_time, "s", 0, 1, "a joint that stays away for longer is left alone"),
      number_key("clean.spike_angle", o.spike_angle, "rad", 0, 3.2, "smaller spikes are left"),
      flag_key("clean.retime", o.retime,
               "a clip whose jumps fall faster than gravity gets the frame rate it was recorded with"),
      flag_key("clean.level_ground", o.level_ground, "raise or lower the clip until planted soles are at height 0"),
      flag_key("clean.remove_drift", o.remove_drift,
               "also where the ground rises and falls slowly: unset it if the clip is on a slope"),
      number_key("clean.drift_time", o.drift_time, "s", 0.01, 100,
                 "the correction is a mean over this time to either side: raise it if the body bobs"),
      number_key("clean.drift_limit", o.drift_limit, "figure heights", 0, 1,
                 "a ground that varies by more is stairs or terrain and is kept"),
  };
}

std::vector<ConfigKey> own_keys() {
  const RetargetOptions o;
  return {
      number_key("retarget.root_scale", o.root_scale, "", 0, 1e4,
                 "multiplies the root's path: 0 takes the ratio of the leg lengths"),
      flag_key("retarget.plant_feet", o.plant_feet,
               "hold feet and hands where the source plants them, and lay bodies on the ground: unset it if legs look "
               "forced"),
      number_key("retarget.blend_time", o.blend_time, "s", 0, 10,
                 "a plant's correction grows and fades over this time: raise it if feet jerk on landing, lower it if "
                 "they drift into place"),
      number_key("retarget.flat", o.flat, "rad", 0, 3.2, "a planted foot tilted by less is set down flat"),
      number_key("retarget.tilted", o.tilted, "rad", 0, 3.2, "a planted foot tilted by more keeps its tilt"),
      number_key("retarget.wander", o.wander, "figure heights", 1e-6, 10,
                 "a plant that wanders less is held still, one that wanders twice as far follows the source: lower it "
                 "if shuffles stick"),
      flag_key("retarget.same_skeleton", o.same_skeleton, "a clip of the same skeleton passes through unchanged"),
  };
}

}  // namespace

std::vector<ConfigKey> retarget_keys() {
  std::vector<ConfigKey> keys = contact_keys();
  for (ConfigKey& key : clean_keys()) keys.push_back(std::move(key));
  for (ConfigKey& key : own_keys()) keys.push_back(std::move(key));
  return keys;
}

ContactDetection contact_detection(const Config& config) {
  ContactDetection o;
  o.height = config.number("contacts.height");
  o.speed = config.number("contacts.speed");
  o.release = config.number("contacts.release");
  o.shortest = config.number("contacts.shortest");
  o.half_window = config.number("contacts.half_window");
  o.validate();
  return o;
}

CleanOptions clean_options(const Config& config) {
  CleanOptions o;
  o.cut_breaks = config.flag("clean.cut_breaks");
  o.break_speed = config.number("clean.break_speed");
  o.break_ratio = config.number("clean.break_ratio");
  o.cut_frozen = config.flag("clean.cut_frozen");
  o.frozen_time = config.number("clean.frozen_time");
  o.abrupt_speed = config.number("clean.abrupt_speed");
  o.repair_spikes = config.flag("clean.repair_spikes");
  o.spike_speed = config.number("clean.spike_speed");
  o.spike_time = config.number("clean.spike_time");
  o.spike_angle = config.number("clean.spike_angle");
  o.retime = config.flag("clean.retime");
  o.level_ground = config.flag("clean.level_ground");
  o.remove_drift = config.flag("clean.remove_drift");
  o.drift_time = config.number("clean.drift_time");
  o.drift_limit = config.number("clean.drift_limit");
  o.contacts = contact_detection(config);
  o.validate();
  return o;
}

RetargetOptions retarget_options(const Config& config) {
  RetargetOptions o;
  o.root_scale = config.number("retarget.root_scale");
  o.plant_feet = config.flag("retarget.plant_feet");
  o.blend_time = config.number("retarget.blend_time");
  o.flat = config.number("retarget.flat");
  o.tilted = config.number("retarget.tilted");
  o.wander = config.number("retarget.wander");
  o.same_skeleton = config.flag("retarget.same_skeleton");
  o.contacts = contact_detection(config);
  o.validate();
  return o;
}

}  // namespace sinew
