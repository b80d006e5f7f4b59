#pragma once

#include "exporters/report/picture.h"
#include "exporters/report/sheet_view.h"
#include "libanim/model/take.h"

namespace sinew {

struct TurntableOptions {
  int width = 720;   ///< (unit: pixels, 240 to 1920, even: what video formats demand)
  int height = 720;  ///< (unit: pixels, 240 to 1920, even)
  int turns = 1;     ///< of the camera around the figure over the whole take, to the left (0 to 20)

  /// Throws Error (kUsage) that names the value and the range.
  void validate() const;
};

/// A take as a film: every frame from a camera that follows the figure and turns around it. Figures, forces and
/// surroundings are drawn as in a contact sheet, where the first frame also takes its view from.
class Turntable {
 public:
  /// Throws Error (kAsset) when the take has no simulated frames. The take must stay.
  Turntable(const Take& take, const TurntableOptions& options);

  [[nodiscard]] int frames() const { return take_.frames(); }
  /// Safe to call from several threads.
  [[nodiscard]] Picture picture(int frame) const;

 private:
  const Take& take_;
  TurntableOptions options_;
  SheetMotion motion_;
  ScreenBox viewport_;
  SheetView view_;
};

}  // namespace sinew
