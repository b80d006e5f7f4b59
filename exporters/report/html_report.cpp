#include "exporters/report/html_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "exporters/report/base64.h"
#include "exporters/report/page_arrays.h"
#include "exporters/report/page_character.h"
#include "exporters/report/page_scene.h"
#include "exporters/report/report_page.h"
#include "libanim/support/error.h"
#include "libanim/support/text.h"
#include "libanim/validity/body_motion.h"
#include "libanim/validity/record_clip.h"

namespace sinew {

namespace {

constexpr int kSchema = 1;

/// Builds the head of a page (what is where) and its arrays.
class PageBuilder {
 public:
  PageBuilder(const Take& take, const PageContent& content) : take_(take), content_(content) {}

  PageJson head() {
    PageJson head = {{"schema", kSchema},        {"sinew", content_.version},
                     {"name", take_.name},       {"rate", take_.simulation.control_rate},
                     {"frames", take_.frames()}, {"reference_frames", take_.reference.frames()}};
    add_actors(head);
    head["scene"] = page_scene(arrays_, take_);
    head["physics"] = page_physics(arrays_, take_);
    add_plots(head);
    add_evidence(head);
    head["arrays"] = arrays_.index();
    return head;
  }

  [[nodiscard]] const Bytes& data() const { return arrays_.bytes(); }

 private:
  void add_actors(PageJson& head) {
    head["characters"] = {page_character(arrays_, "character", take_.character)};
    head["figures"] = {page_figure(take_.figure)};
    head["actors"] = {actor("result", "result", record_clip(take_), record_motion(take_)),
                      actor("reference", "reference", take_.reference, clip_motion(take_, take_.reference))};
    if (!content_.rival) return;
    const PageRival& rival = *content_.rival;
    PageJson entry = actor("rival", rival.label, rival.clip, rival.motion);
    entry["character"] = 1;
    entry["figure"] = rival.figure ? 1 : -1;
    head["characters"].push_back(page_character(arrays_, "rival.character", rival.character));
    if (rival.figure) head["figures"].push_back(page_figure(*rival.figure));
    head["actors"].push_back(entry);
  }

  PageJson actor(const std::string& id, const std::string& label, const Clip& clip, const BodyMotion& motion) {
    PageJson json = {{"id", id}, {"label", label}, {"character", 0}, {"figure", 0}};
    json["clip"] = page_clip(arrays_, id, clip, take_.frames());
    if (!motion.empty()) json["bodies"] = page_bodies(arrays_, id, motion, take_.frames());
    return json;
  }

  void add_plots(PageJson& head) {
    std::vector<PagePlot> plots = take_plots(take_);
    plots.insert(plots.end(), content_.plots.begin(), content_.plots.end());
    head["plots"] = PageJson::array();
    for (const PagePlot& plot : plots) head["plots"].push_back(plot_json(plot));
    head["moments"] = PageJson::array();
    for (const PageMoment& moment : worst_moments(plots, take_.simulation.control_rate)) {
      head["moments"].push_back({{"plot", moment.plot}, {"frame", moment.frame}, {"value", moment.value}});
    }
  }

  PageJson plot_json(const PagePlot& plot) {
    PageJson json = {{"id", plot.id}, {"title", plot.title}, {"unit", plot.unit}, {"lines", PageJson::array()}};
    if (plot.level) json["level"] = *plot.level;
    json["least_top"] = plot.least_top;
    for (const PageLine& line : plot.lines) {
      const std::string name = fmt::format("plot.{}.{}", plot.id, json["lines"].size());
      PageFloats values;
      for (const double value : line.values) values << value;
      arrays_.add(name, values.values());
      json["lines"].push_back({{"label", line.label}, {"values", name}, {"first", line.first}});
    }
    return json;
  }

  void add_evidence(PageJson& head) const {
    if (!content_.certificate.empty()) head["certificate"] = PageJson::parse(content_.certificate);
    if (!content_.run.empty()) head["run"] = PageJson::parse(content_.run);
    head["failures"] = content_.failures;
    head["remarks"] = content_.remarks;
    const Provenance& made = take_.provenance;
    PageJson inputs = PageJson::array();
    for (const TakeInput& input : made.inputs) {
      inputs.push_back({{"role", input.role}, {"file", input.file}, {"sha256", input.sha256}});
    }
    head["provenance"] = {{"version", made.version},
                          {"fingerprint", made.fingerprint},
                          {"configuration", made.configuration},
                          {"seed", std::to_string(made.seed)},
                          {"inputs", inputs}};
    head["ledger"] = PageJson::array();
    for (const Note& note : take_.ledger.notes) {
      head["ledger"].push_back({{"code", std::string(code_name(note.code))},
                                {"place", note.place},
                                {"message", note.message},
                                {"problem", is_problem(note.code)}});
    }
  }

  const Take& take_;
  const PageContent& content_;
  PageArrays arrays_;
};

/// Markup cannot begin in it, nor a script or comment end.
std::string escaped_json(const PageJson& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, PageJson::error_handler_t::replace)) {
    // Outside of strings JSON has no such characters.
    if (c == '<' || c == '>' || c == '&') {
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text += c;
    }
  }
  return text;
}

std::string escaped_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '&': safe += "&amp;"; break;
      default: safe += c;
    }
  }
  return safe;
}

/// The page with its places filled in, each of which it has once.
std::string filled(std::string_view page, std::string_view title, std::string_view head, std::string_view data) {
  std::string text;
  for (const auto& [mark, content] : {std::pair{kPageTitle, title}, {kPageHead, head}, {kPageData, data}}) {
    const std::size_t place = page.find(mark);
    if (place == std::string_view::npos) throw Error::internal("the report's page has no " + std::string(mark));
    text += page.substr(0, place);
    text += content;
    page.remove_prefix(place + mark.size());
  }
  text += page;
  return text;
}

}  // namespace

Bytes html_report(const Take& take, const PageContent& content) {
  if (take.frames() == 0) throw Error::asset("take", "it has no simulated frames: there is nothing to show");
  if (report_page().empty()) {
    throw Error::usage("this program was built without the page of HTML reports (SINEW_HTML_REPORT=OFF)");
  }
  PageBuilder builder(take, content);
  const PageJson head = builder.head();
  const std::string text =
      filled(report_page(), escaped_text(printable(take.name, 200)), escaped_json(head), encode_base64(builder.data()));
  const ByteSpan bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

}  // namespace sinew
