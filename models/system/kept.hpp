#pragma once

#include <functional>
#include <string>

#include "models/catalogue/json_fwd.hpp"

namespace plexus {

// Answers that take long to find, kept for whoever asks again: those of a kind in one folder
// (kept_folder), each in a file `name-0123456789abcdef.json` beside its key, which is all that it
// depends on.

/// The answer that is kept to `key`; null if there is none.
[[nodiscard]] Json kept_answer(const std::string& kind, const std::string& name,
                               const std::string& key);
/// Keeps an answer, whole or not at all, where there is room.
void keep_answer(const std::string& kind, const std::string& name, const std::string& key,
                 Json answer);
/// The answer that is kept, or which `make` makes now: only one process at a time, and `cached`
/// tells which of the two it was. One with a member `unfinished` is not kept.
[[nodiscard]] Json kept_or_made(const std::string& kind, const std::string& name,
                                const std::string& key, const std::function<Json()>& make,
                                bool& cached);

}  // namespace plexus
