#pragma once

#include <cstdint>
#include <string>

#include "models/catalogue/json_fwd.hpp"

/// Optima that have been found, kept by content: under the build folder or, where nobody may write
/// there, in the user's cache.
namespace plexus {

/// The answer that is kept to a question, `key`: all that it depends on. Null if there is none.
[[nodiscard]] Json kept_answer(const std::string& key);
/// Keeps an answer, where there is room.
void keep_answer(const std::string& key, Json answer);

}  // namespace plexus
