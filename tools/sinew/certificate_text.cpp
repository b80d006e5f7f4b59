#include "tools/sinew/certificate_text.h"

#include <fmt/format.h>

#include "tools/sinew/text_table.h"

namespace sinew {

namespace {

/// Lengths in millimetres and angles in degrees, as people think of them.
std::string shown(double value, const std::string& unit) {
  if (unit == "m") return fmt::format("{:.4g} mm", 1000 * value);
  if (unit == "rad") return fmt::format("{:.4g} deg", value * 57.29577951308232);
  return unit.empty() ? fmt::format("{:.4g}", value) : fmt::format("{:.4g} {}", value, unit);
}

std::string verdict(const CertificateMetric& metric) {
  if (!metric.threshold) return "";
  if (metric.pass()) return "pass";
  return metric.required ? "FAIL" : "over";
}

}  // namespace

std::string certificate_text(const Certificate& certificate, CertificateDetail detail) {
  TextTable table({"metric", ">value", ">at most", ">frame", "verdict"});
  for (const CertificateMetric& metric : certificate.metrics) {
    if (detail == CertificateDetail::kShort && !metric.threshold && metric.name != "g_mpjpe") continue;
    table.add_row({metric.name, shown(metric.value, metric.unit),
                   metric.threshold ? shown(*metric.threshold, metric.unit) : "",
                   metric.frame >= 0 ? std::to_string(metric.frame) : "", verdict(metric)});
  }
  return table.text(2);
}

}  // namespace sinew
