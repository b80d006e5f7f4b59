#include "importers/bvh/bvh_frame_rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "libanim/support/text.h"

namespace sinew {

namespace {

constexpr std::array<double, 5> kNtscRates = {24000.0 / 1001, 30000.0 / 1001, 48000.0 / 1001, 60000.0 / 1001,
                                              120000.0 / 1001};
constexpr std::array<double, 18> kUsualRates = {10, 12, 15, 20, 24,  25,  30,  48,  50,
                                                60, 72, 75, 90, 100, 120, 144, 200, 240};

/// The value of one unit in the last printed digit.
double last_digit(std::string_view spelling) {
  const std::size_t exponent_at = std::min(spelling.find_first_of("eE"), spelling.size());
  const std::string_view mantissa = spelling.substr(0, exponent_at);
  const std::size_t point = mantissa.find('.');
  const auto decimals = point == std::string_view::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  int exponent = 0;
  if (exponent_at < spelling.size()) {
    std::string_view digits = spelling.substr(exponent_at + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  }
  return std::pow(10.0, exponent - decimals);
}

/// The usual rate that is nearest in ratio.
double nearest_usual(double rate) {
  double best = kUsualRates[0];
  const auto consider = [&](double candidate) {
    if (std::abs(rate / candidate - 1) < std::abs(rate / best - 1)) best = candidate;
  };
  std::ranges::for_each(kUsualRates, consider);
  std::ranges::for_each(kNtscRates, consider);
  return best;
}

}  // namespace

double settle_bvh_frame_rate(double period, std::string_view spelling, Ledger& ledger) {
  const double rate = 1 / period;
  const double printed = 1.0001 * last_digit(spelling) + 1e-15 * period;
  // A coarse spelling such as "0.03" agrees with many rates; beyond the bound it decides nothing.
  const auto agrees_within = [&](double candidate, double bound) {
    return candidate > 0 && std::abs(1 / candidate - period) <= std::min(printed, bound * period);
  };
  const auto agrees = [&](double candidate) { return agrees_within(candidate, 1e-3); };
  const auto usually = std::ranges::find_if(kUsualRates, [&](double usual) { return agrees_within(usual, 5e-3); });
  if (usually != kUsualRates.end()) return *usually;
  if (const double whole = std::round(rate); agrees(whole)) return whole;
  if (const auto ntsc = std::ranges::find_if(kNtscRates, agrees); ntsc != kNtscRates.end()) return *ntsc;
  const double thousandths = std::round(rate * 1000) / 1000;
  if (agrees(thousandths) && std::abs(rate / thousandths - 1) <= 1e-12) return thousandths;
  const double usual = nearest_usual(rate);
  if (std::abs(rate / usual - 1) > 1e-3) return rate;
  ledger.add(NoteCode::kFrameRate, "Frame Time",
             fmt::format("{} s is {:.6g} Hz; taken as {:.6g} Hz", printable(spelling), rate, usual));
  return usual;
}

double read_bvh_frame_rate(BvhCursor& cursor, std::optional<double> override_rate, Ledger& ledger) {
  if (!cursor.take_label("Frame Time")) throw cursor.expected("\"Frame Time:\"");
  if (override_rate) {
    const std::string_view word = cursor.take_word();
    ledger.add(NoteCode::kFrameRate, "Frame Time",
               fmt::format("{} s replaced by the given {:.6g} Hz", printable(word), *override_rate));
    return *override_rate;
  }
  const std::string_view word = cursor.peek_word();
  const char* const place = cursor.position();
  const double period = cursor.take_number("the time of a frame in seconds");
  if (!(period >= 1e-6 && period <= 1e6)) {
    throw cursor.error_at(place, fmt::format("Frame Time {}: expected seconds from 1e-6 to 1e6; give the frame rate "
                                             "to read the file nevertheless",
                                             printable(word)));
  }
  return settle_bvh_frame_rate(period, word, ledger);
}

}  // namespace sinew
