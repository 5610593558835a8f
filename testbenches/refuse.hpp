#pragma once

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/catalogue/values.hpp"

namespace plexus {

/// Refuses a request: by a sentence, or what fmt makes of `message` and `values`.
[[noreturn]] inline void refuse(RefusalClass kind, const std::string& sentence) {
  throw Refusal{kind, sentence};
}
template <typename... Values>
[[noreturn]] void refuse(RefusalClass kind, fmt::format_string<Values...> message,
                         Values&&... values) {
  refuse(kind, fmt::format(message, std::forward<Values>(values)...));
}
/// The same of words that make no sense (`usage`).
[[noreturn]] inline void refuse(const std::string& sentence) {
  refuse(RefusalClass::kUsage, sentence);
}
template <typename... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> message, Values&&... values) {
  refuse(RefusalClass::kUsage, message, std::forward<Values>(values)...);
}

/// " did you mean 'ring'?", if one of `names` is much like `name`; else what is said otherwise.
[[nodiscard]] inline std::string guess(const std::string& name,
                                       const std::vector<std::string>& names,
                                       const std::string& otherwise = {}) {
  const std::string near = nearest(name, names);
  return near.empty() ? otherwise : fmt::format(" did you mean '{}'?", near);
}

}  // namespace plexus
