#pragma once

#include <map>
#include <string>
#include <string_view>

#include "importers/gltf/frame_grid.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// Collects what is to be said about the grids of a file's animations, so that the same sentence is not
/// repeated for each of dozens of clips.
class GridNotes {
 public:
  void add(std::string_view animation, const FrameGrid& grid);
  void write(bool rate_given, Ledger& ledger) const;

 private:
  struct Group {
    int count = 0;
    std::string first;  ///< name of the first animation in it
    double largest = 0;
  };
  static void join(Group& group, std::string_view animation, double value);

  std::map<double, Group> rates_;
  std::map<double, Group> starts_;
  std::map<double, Group> between_;  ///< keys between frames, by rate
  Group remainders_;
};

}  // namespace sinew
