#include "exporters/report/stroke_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sinew {

namespace {

/// Lines of a letter: pairs of digits are x and y, a space begins a new line. The base line is y = 2, small letters
/// reach to 6, capitals to 8, tails to 0.
struct Glyph {
  char letter;
  std::string_view lines;
};

constexpr int kBase = 2;
constexpr double kCapital = 6;
constexpr double kGap = 1.6;    // between letters
constexpr double kDot = 1.4;    // a dot's width, in those of a line
constexpr double kSpace = 2.2;  // a blank, without the gap
constexpr std::string_view kUnknown = "0208383202";

constexpr auto kGlyphs = std::to_array<Glyph>({
    {'0', "180703122233372818"},
    {'1', "071812 0222"},
    {'2', "07182837360232"},
    {'3', "07182837362515 253433221203"},
    {'4', "22280434"},
    {'5', "380805253433221203"},
    {'6', "372818070312223334251504"},
    {'7', "083812"},
    {'8', "180706152534332212030415 2536372818"},
    {'9', "031222333728180706152536"},
    {'A', "022842 1434"},
    {'B', "02083847463505 3544433202"},
    {'C', "4738180703123243"},
    {'D', "02083847433202"},
    {'E', "48080242 0535"},
    {'F', "480802 0535"},
    {'G', "47381807031232434525"},
    {'H', "0208 4248 0545"},
    {'I', "0222 0828 1218"},
    {'J', "3833221203"},
    {'K', "0208 0448 1542"},
    {'L', "080242"},
    {'M', "0208254842"},
    {'N', "02084248"},
    {'O', "180703123243473818"},
    {'P', "02083847463505"},
    {'Q', "180703123243473818 2442"},
    {'R', "02083847463505 2542"},
    {'S', "473818070615354443321203"},
    {'T', "0848 2822"},
    {'U', "080312324348"},
    {'V', "082248"},
    {'W', "0812253248"},
    {'X', "0248 0842"},
    {'Y', "082548 2522"},
    {'Z', "08480242"},
    {'a', "3526160503122233 3632"},
    {'b', "0802 0516263533221203"},
    {'c', "3526160503122233"},
    {'d', "3526160503122233 3832"},
    {'e', "04343526160503122233"},
    {'f', "281712 0626"},
    {'g', "3526160503122233 3631201001"},
    {'h', "0802 0516263532"},
    {'i', "0206 0808"},
    {'j', "161100 1818"},
    {'k', "0802 3604 1532"},
    {'l', "080312"},
    {'m', "0602 05162522 25364542"},
    {'n', "0602 0516263532"},
    {'o', "160503122233352616"},
    {'p', "0600 0516263533221203"},
    {'q', "3526160503122233 3630"},
    {'r', "0602 051626"},
    {'s', "3616051424332202"},
    {'t', "181322 0626"},
    {'u', "0603122233 3632"},
    {'v', "06122236"},
    {'w', "0612253246"},
    {'x', "0236 0632"},
    {'y', "0623 3610"},
    {'z', "06360232"},
    {'.', "0202"},
    {',', "1201"},
    {':', "0202 0505"},
    {';', "1505 1201"},
    {'-', "0424"},
    {'+', "0444 2622"},
    {'_', "0141"},
    {'/', "0238"},
    {'\\', "0832"},
    {'(', "18060412"},
    {')', "08161402"},
    {'[', "18080212"},
    {']', "08181202"},
    {'%', "0238 0707 3333"},
    {'=', "0333 0535"},
    {'<', "260422"},
    {'>', "062402"},
    {'#', "1218 3238 0444 0646"},
    {'\'', "0806"},
    {'"', "0806 1816"},
    {'!', "0804 0202"},
    {'?', "07182837362514 1212"},
    {'*', "0535 1424 0636"},
    {'|', "0108"},
    {'@', "3424243526160412321221"},
    {'~', "04152435"},
});

std::string_view lines_of(char letter) {
  const auto* const found = std::ranges::find(kGlyphs, letter, &Glyph::letter);
  return found == kGlyphs.end() ? kUnknown : found->lines;
}

int glyph_width(std::string_view lines) {
  int width = 0;
  for (std::size_t i = 0; i < lines.size(); i += lines[i] == ' ' ? 1 : 2) {
    if (lines[i] != ' ') width = std::max(width, lines[i] - '0');
  }
  return width;
}

/// Calls draw(lines, place) for every letter; returns the width, in units of the grid.
template <typename Draw>
double for_each_glyph(std::string_view text, const Draw& draw) {
  double place = 0;
  for (const char letter : text) {
    const bool continues_letter = (static_cast<unsigned char>(letter) & 0xC0U) == 0x80U;  // UTF-8
    if (continues_letter) continue;
    if (letter == ' ') {
      place += kSpace + kGap;
      continue;
    }
    const std::string_view lines = lines_of(letter);
    draw(lines, place);
    place += glyph_width(lines) + kGap;
  }
  return std::max(0.0, place - kGap);
}

}  // namespace

double text_width(std::string_view text, double size) {
  return for_each_glyph(text, [](std::string_view, double) {}) * size / kCapital;
}

void write_text(Canvas& canvas, double x, double y, std::string_view text, const TextStyle& style) {
  const double unit = style.size / kCapital;
  const double width = text_width(text, style.size);
  const double left = style.anchor == TextAnchor::kLeft    ? x
                      : style.anchor == TextAnchor::kRight ? x - width
                                                           : x - 0.5 * width;
  for_each_glyph(text, [&](std::string_view lines, double place) {
    const auto point = [&](std::size_t i) {
      return std::pair{left + unit * (place + lines[i] - '0'), y - unit * (lines[i + 1] - '0' - kBase)};
    };
    for (std::size_t i = 0; i < lines.size(); i += 2) {
      if (lines[i] == ' ') ++i;
      const bool last = i + 2 >= lines.size() || lines[i + 2] == ' ';
      const bool first = i == 0 || lines[i - 1] == ' ';
      if (last && !first) continue;
      const auto [x0, y0] = point(i);
      const auto [x1, y1] = point(last ? i : i + 2);
      const double width = style.weight * style.size * (first && last ? kDot : 1);
      canvas.stroke(x0, y0, x1, y1, width, style.colour);
    }
  });
}

}  // namespace sinew
