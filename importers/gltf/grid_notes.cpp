#include "importers/gltf/grid_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "libanim/support/text.h"

namespace sinew {

void GridNotes::join(Group& group, std::string_view animation, double value) {
  if (group.count == 0) group.first = printable(animation, 60);
  ++group.count;
  group.largest = std::max(group.largest, value);
}

void GridNotes::add(std::string_view animation, const FrameGrid& grid) {
  join(rates_[grid.rate], animation, 0);
  if (!grid.holds_keys) join(between_[grid.rate], animation, 0);
  if (grid.start > 0) join(starts_[grid.start], animation, grid.start);
  if (grid.remainder > 0) join(remainders_, animation, grid.remainder);
}

void GridNotes::write(bool rate_given, Ledger& ledger) const {
  const auto who = [](const Group& group) {
    return group.count == 1 ? fmt::format("animation \"{}\"", group.first)
                            : fmt::format("{} animations (\"{}\" ...)", group.count, group.first);
  };
  for (const auto& [rate, group] : rates_) {
    if (rate_given || between_.contains(rate)) continue;
    ledger.add(NoteCode::kFrameRate, "animations",
               fmt::format("{}: {:.6g} Hz, the lowest common rate whose frames hold all keys; glTF states none",
                           who(group), rate));
  }
  for (const auto& [rate, group] : between_) {
    ledger.add(NoteCode::kResample, "animations",
               fmt::format("{}: sampled at {:.6g} Hz; keys fall between its frames", who(group), rate));
  }
  for (const auto& [start, group] : starts_) {
    ledger.add(NoteCode::kCrop, "animations",
               fmt::format("{}: the first key is at {:.6g} s, which becomes frame 0; the time before it is left out",
                           who(group), start));
  }
  if (remainders_.count > 0) {
    ledger.add(NoteCode::kCrop, "animations",
               fmt::format("{}: the last key is not on a frame; up to {:.3g} ms after the last frame are left out",
                           who(remainders_), remainders_.largest * 1000));
  }
}

}  // namespace sinew
