#include "pipelines/certificate_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

#include "libanim/support/error.h"
#include "libanim/support/text.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

/// JSON has no infinity: a number that large says the same.
double finite(double value) { return std::isfinite(value) ? value : std::copysign(1e300, value); }

Json metric_json(const CertificateMetric& metric) {
  Json json = {{"name", metric.name}, {"value", finite(metric.value)}};
  if (!metric.unit.empty()) json["unit"] = metric.unit;
  if (metric.threshold) {
    json["threshold"] = *metric.threshold;
    json["pass"] = metric.pass();
  }
  json["required"] = metric.required;
  if (metric.frame >= 0) json["frame"] = metric.frame;
  if (metric.spread) {
    const Spread& spread = *metric.spread;
    json["mean"] = finite(spread.mean);
    json["rms"] = finite(spread.rms);
    json["p95"] = finite(spread.p95);
    json["p99"] = finite(spread.p99);
    json["max"] = finite(spread.max);
    json["count"] = spread.count;
  }
  if (!metric.note.empty()) json["note"] = metric.note;
  return json;
}

Json provenance_json(const Provenance& provenance) {
  Json json = {{"version", provenance.version},
               {"fingerprint", provenance.fingerprint},
               {"configuration", provenance.configuration},
               {"seed", std::to_string(provenance.seed)}};  // 64 bits do not fit into a JSON number
  Json inputs = Json::array();
  for (const TakeInput& input : provenance.inputs) {
    inputs.push_back({{"role", input.role}, {"file", input.file}, {"sha256", input.sha256}});
  }
  if (!inputs.empty()) json["inputs"] = inputs;
  return json;
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

StoredCertificate read(const Json& json) {
  StoredCertificate stored;
  for (const Json& metric : json.at("metrics")) {
    stored.values.emplace_back(metric.at("name").get<std::string>(), metric.at("value").get<double>());
  }
  const Json& hashes = json.at("hashes");
  stored.hashes = {text_of(hashes, "configuration"), text_of(hashes, "program"), text_of(hashes, "animation"),
                   text_of(hashes, "take"), text_of(hashes, "payload")};
  return stored;
}

}  // namespace

std::string certificate_json(const Certificate& certificate) {
  Json json = {{"schema", kSchema}, {"pass", certificate.pass()}};
  if (!certificate.pass()) json["violations"] = certificate.violations();
  for (const CertificateMetric& metric : certificate.metrics) json["metrics"].push_back(metric_json(metric));
  for (const LimitExcess& excess : certificate.excesses) {
    json["reference_excesses"].push_back({{"joint", excess.joint},
                                          {"axis", excess.axis},
                                          {"excess", excess.excess},
                                          {"frame", excess.frame},
                                          {"frames", excess.frames}});
  }
  json["provenance"] = provenance_json(certificate.provenance);
  const CertificateHashes& hashes = certificate.hashes;
  json["hashes"] = {{"configuration", hashes.configuration},
                    {"program", hashes.program},
                    {"animation", hashes.animation},
                    {"take", hashes.take},
                    {"payload", hashes.payload}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

StoredCertificate parse_certificate(const std::string& json) {
  try {
    return read(Json::parse(json));
  } catch (const Json::exception& error) {
    throw Error::asset("certificate", "not as Sinew writes it: " + printable(error.what(), 200));
  }
}

}  // namespace sinew
