#pragma once

#include <string>
#include <vector>

#include "libanim/model/character.h"
#include "libanim/model/clip.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// What is known of the file that an asset came from.
struct SourceInfo {
  std::string file;       ///< as given by the user
  std::string format;     ///< "BVH", "FBX 7400 binary", "glTF 2.0 binary", ...
  std::string generator;  ///< the program that wrote it, where the file says so
  std::string sha256;     ///< of the file's bytes, hexadecimal
  double unit = 1.0;      ///< metres per file unit, applied
  char up = 'Y';          ///< the file's up axis: 'X', 'Y' or 'Z'; negated axes in lower case
  double frame_rate = 0;  ///< of the file, 0 when it has none (unit: Hz)
};

/// Everything that an importer takes out of one file: a character (perhaps only a skeleton), its clips,
/// and what was done to them.
struct Asset {
  SourceInfo source;
  Character character;
  std::vector<Clip> clips;
  Ledger ledger;

  /// Character and every clip are valid, clip names are unique and not empty. Throws Error.
  void validate() const;
};

/// The clip of that name; with an empty name the only or first one. Throws Error (kUsage) that lists the
/// names when there is none such.
[[nodiscard]] const Clip& select_clip(const Asset& asset, std::string_view name);

}  // namespace sinew
