#pragma once

#include "exporters/report/picture.h"

namespace sinew::palette {

inline constexpr Rgb kPaper{0.975F, 0.978F, 0.984F};
inline constexpr Rgb kCellSky{0.925F, 0.935F, 0.95F};
inline constexpr Rgb kGround{0.83F, 0.845F, 0.865F};
inline constexpr Rgb kGridLine{0.70F, 0.72F, 0.75F};
inline constexpr Rgb kBox{0.80F, 0.76F, 0.68F};
inline constexpr Rgb kObject{0.62F, 0.52F, 0.80F};

// The result: its left is lighter and its right darker, so that crossing legs can be told apart.
inline constexpr Rgb kResult{0.36F, 0.60F, 0.88F};
inline constexpr Rgb kResultLeft{0.45F, 0.80F, 0.88F};
inline constexpr Rgb kResultRight{0.29F, 0.41F, 0.75F};
inline constexpr Rgb kReference{0.98F, 0.58F, 0.16F};
inline constexpr Rgb kReferenceLine{0.90F, 0.42F, 0.04F};
inline constexpr Rgb kForce{0.82F, 0.07F, 0.22F};

inline constexpr Rgb kInk{0.13F, 0.15F, 0.19F};
inline constexpr Rgb kFaintInk{0.42F, 0.45F, 0.50F};
inline constexpr Rgb kRule{0.80F, 0.82F, 0.85F};
inline constexpr Rgb kHalo{1.0F, 1.0F, 1.0F};

}  // namespace sinew::palette
