#pragma once

#include "libanim/model/take.h"

namespace sinew {

struct StiffFeetReport {
  double turn = 0;        ///< largest of any foot (unit: rad)
  double straighten = 0;  ///< largest share of a knee's bend that was taken back
  int frames = 0;         ///< in which a leg was changed
};

/// Feet that do not bend at the toes, as most figures have them, reach into the ground with their tips where a person
/// rolls over the balls, and in the swing where a character's feet are longer for its legs than those of the source
/// (KayKit's Knight: 0.42 m of foot on legs of 0.52 m). No simulated foot can follow there. In the take's reference
/// such a foot is turned up about its ankle until its tip rests on the ground of the take's scene, but no further than
/// level or than the ankle goes. Where that is not enough the knee is straightened, so that the ankle has more room: so
/// do characters with big feet walk. Noted in the take's ledger.
///
/// Limits: a whole foot below the ground stays there.
StiffFeetReport rest_stiff_feet(Take& take);

}  // namespace sinew
