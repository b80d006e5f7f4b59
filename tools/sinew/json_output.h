#pragma once

#include <nlohmann/json.hpp>

#include "libanim/model/asset.h"
#include "libanim/support/error.h"

namespace sinew {

using Json = nlohmann::ordered_json;

/// The one envelope of --json, printed on stdout with a line feed: {"schema": 1, "sinew": version, "command", "ok",
/// "exit_code", "data"}.
void print_result(const std::string& command, int exit_code, const Json& data);

/// The same with "error": {"kind", "file", "place", "message"} in place of data.
void print_error(const std::string& command, int exit_code, const Error& error);

[[nodiscard]] Json ledger_json(const Ledger& ledger);
[[nodiscard]] Json source_json(const SourceInfo& source);
[[nodiscard]] Json clip_json(const Clip& clip, const Skeleton& skeleton);
[[nodiscard]] Json inspection_json(const Asset& asset);

}  // namespace sinew
