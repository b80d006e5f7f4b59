#pragma once

#include <string>
#include <string_view>

#include "libanim/model/ledger.h"

namespace sinew {

enum class Tone { kPlain, kFaint, kWarning, kError };

/// Text for stderr; coloured only when stderr is a terminal and NO_COLOR is not set.
[[nodiscard]] std::string toned(std::string_view text, Tone tone);

/// One line on stderr.
void say(std::string_view line, Tone tone = Tone::kPlain);

/// The notes on stderr: problems first, many notes of one code folded into one line (`--json` has them all).
void say_ledger(const Ledger& ledger);

/// A time for people: "42 s", "3:07", "1:02:03".
[[nodiscard]] std::string time_text(double seconds);

}  // namespace sinew
