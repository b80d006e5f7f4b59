#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exporters/report/page_plots.h"
#include "libanim/model/take.h"
#include "libanim/support/bytes.h"

namespace sinew {

/// A motion to compare with, on the grid of the take that the page is about.
struct PageRival {
  std::string label;
  Character character;
  Clip clip;
  std::optional<Figure> figure;                ///< with the bodies of `motion`
  std::vector<std::vector<Transform>> motion;  ///< world_from_body, [frame][body]
};

/// What a page shows beside the take itself.
struct PageContent {
  std::string version;                ///< of Sinew
  std::optional<PageRival> rival;     ///< besides the reference
  std::vector<PagePlot> plots;        ///< in addition to take_plots
  std::string certificate;            ///< JSON, as certificate_json writes it; empty: none
  std::vector<std::string> failures;  ///< what does not hold, in words
  std::vector<std::string> remarks;   ///< what a reader should know
  std::string run;                    ///< JSON, what the run's report says; empty: none
};

/// A take as one HTML file that needs nothing else: no network, no server, no other files. It has a viewer of result,
/// reference and rival (meshes, skeletons, bodies, forces, contacts, centre of mass, support), plots that are linked to
/// it, the worst moments, the certificate, and the provenance. The take's character brings the meshes.
///
/// Texts of the take are data of the page, never part of its markup. Same input, same bytes. Throws Error (kAsset) when
/// the take has no simulated frames, (kUsage) when the program was built without the page (SINEW_HTML_REPORT).
[[nodiscard]] Bytes html_report(const Take& take, const PageContent& content);

}  // namespace sinew
