#pragma once

#include <string>
#include <string_view>

#include "importers/bvh/bvh_import.h"

namespace sinew::test {

/// Two joints and a tip along Y; the frames are appended.
inline std::string chain_bvh(std::string_view motion) {
  return "HIERARCHY\n"
         "ROOT base\n"
         "{\n"
         "  OFFSET 0 0 0\n"
         "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
         "  JOINT arm\n"
         "  {\n"
         "    OFFSET 0 2 0\n"
         "    CHANNELS 3 Zrotation Xrotation Yrotation\n"
         "    End Site\n"
         "    {\n"
         "      OFFSET 0 1 0\n"
         "    }\n"
         "  }\n"
         "}\n" +
         std::string(motion);
}

inline constexpr std::string_view kOneFrame = "MOTION\nFrames: 1\nFrame Time: 0.04\n0 0 0 0 0 0 0 0 0\n";

/// Metres and Y up, so that numbers come out as they stand in the file.
inline ImportOptions as_is() {
  ImportOptions options;
  options.unit = 1.0;
  options.up = 'Y';
  return options;
}

inline Asset read_bvh(std::string_view text, const ImportOptions& options = as_is()) {
  return import_bvh(as_bytes(text), options);
}

/// The first note of that kind, or "".
inline std::string note(const Asset& asset, NoteCode code) {
  for (const Note& entry : asset.ledger.notes) {
    if (entry.code == code) return entry.place + ": " + entry.message;
  }
  return "";
}

}  // namespace sinew::test
