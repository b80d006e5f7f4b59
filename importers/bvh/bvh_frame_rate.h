#pragma once

#include <optional>
#include <string_view>

#include "importers/bvh/bvh_text.h"
#include "libanim/model/ledger.h"

namespace sinew {

/// Reads "Frame Time: T" and returns the frame rate (unit: Hz). Files print T with few digits (0.0083333,
/// 0.033333), so 1/T is not the rate that was meant. In this order:
///  1. usual rates (24, 30, 60, 120 ...), then whole rates, then NTSC rates (24000/1001 ...), whose period agrees
///     with T to all printed digits (the last one may be truncated instead of rounded), and within a relative
///     5e-3 (usual) or 1e-3; rates with three decimals (23.976) where T is spelled out to 1e-12;
///  2. the nearest of the usual rates within a relative 1e-3 (kFrameRate, because that is a correction);
///  3. 1/T as it is.
/// With `override_rate` T is not used and may be anything.
[[nodiscard]] double read_bvh_frame_rate(BvhCursor& cursor, std::optional<double> override_rate, Ledger& ledger);

/// Rules 1 to 3 for a period and its spelling. Positive and finite periods only.
[[nodiscard]] double settle_bvh_frame_rate(double period, std::string_view spelling, Ledger& ledger);

}  // namespace sinew
