#include "models/catalogue/size_of_nodes.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

/// The largest factor of `nodes` that is not above its root.
std::int64_t lower_factor(std::int64_t nodes) {
  std::int64_t best = 1;
  for (std::int64_t factor = 2; factor <= nodes / factor; ++factor) {
    if (nodes % factor == 0) best = factor;
  }
  return best;
}

std::string dimension_of(std::int64_t nodes) {
  const auto count = static_cast<std::uint64_t>(nodes);
  if (!std::has_single_bit(count)) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--nodes {} is no power of two, and this machine has 2^dimension "
                              "nodes: choose {} or {}.",
                              nodes, std::bit_floor(count), std::bit_ceil(count))};
  }
  return std::to_string(std::countr_zero(count));
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

}  // namespace

std::vector<std::string> size_of_nodes(const std::vector<Parameter>& parameters,
                                       std::int64_t nodes) {
  const auto find = [&](const char* name) -> const Parameter* {
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    return found == parameters.end() ? nullptr : &*found;
  };
  if (find("dimension") != nullptr) return {"--dimension", dimension_of(nodes)};
  if (const Parameter* const sides = find("sides")) return {"--sides", sides_of(*sides, nodes)};
  if (find("d") != nullptr && find("g") != nullptr) {
    const std::int64_t low = lower_factor(nodes);
    return {"--d", std::to_string(low), "--g", std::to_string(nodes / low)};
  }
  if (find("graph") != nullptr) {
    throw Refusal{
        RefusalClass::kUsage,
        "A graph has as many nodes as its file says: leave out --nodes, and name the file "
        "with --graph FILE."};
  }
  return {};
}

}  // namespace plexus
