#pragma once

#include <string>
#include <string_view>

#include "models/catalogue/json_fwd.hpp"

namespace plexus {

/// A sentence that quotes what a user gave, as one that a terminal can show: bytes that are no
/// UTF-8, newlines and other control characters as `\xff` and `\n`, words of more than a line cut.
[[nodiscard]] std::string readable(std::string_view sentence);
/// The same for the words of a tool, which come in lines.
[[nodiscard]] std::string readable_lines(std::string_view lines);

/// A JSON object over several lines; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string dumped(const Json& object);

}  // namespace plexus
