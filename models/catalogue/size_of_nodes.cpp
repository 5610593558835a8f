#include "models/catalogue/size_of_nodes.hpp"

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

std::int64_t lower_factor(std::int64_t nodes) {
  std::int64_t best = 1;
  for (std::int64_t factor = 2; factor <= nodes / factor; ++factor) {
    if (nodes % factor == 0) best = factor;
  }
  return best;
}

std::string sides_of(const Parameter& sides, std::int64_t nodes) {
  constexpr std::int64_t kLeast = 3;  // a ring of two would have two links for one
  const std::int64_t low = lower_factor(nodes);
  const auto takes = [&](const Json& list) {
    try {
      sides.check(list, {});
      return true;
    } catch (const Refusal&) {
      return false;
    }
  };
  const bool one_side = sides.shown_default->size() == 1;
  const bool line = one_side || (low < kLeast && takes(Json::array({nodes})));
  return line ? std::to_string(nodes) : fmt::format("{},{}", nodes / low, low);
}

}  // namespace plexus
