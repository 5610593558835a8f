#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/size_of_nodes.hpp"
#include "models/express-mesh/case.hpp"

namespace plexus {

std::int64_t grid_nodes(const Values& values) {
  const std::vector<std::int64_t> sides = values.list("sides");
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>{});
}

Lengths lengths_of(const Json& value) {
  Lengths lengths;
  for (const Json& entry : value) {
    lengths.push_back(entry.is_array() ? entry.get<std::vector<std::int64_t>>()
                                       : std::vector{entry.get<std::int64_t>()});
  }
  return lengths;
}

namespace {

Parameter sides_parameter(const ExpressMeshSetup& setup) {
  const unsigned wanted = setup.dimensions;
  const std::string range = wanted == 0   ? "one or more whole numbers >= 1, separated by commas"
                            : wanted == 1 ? "one whole number >= 1"
                                          : "two whole numbers >= 1, separated by a comma";
  Parameter sides = integers("sides", 1, setup.sides, "nodes in each dimension: rows, columns");
  sides.of_nodes = sides_of;
  return with_check(std::move(sides), range, [wanted, range](const Json& value, const Values&) {
    const auto refuse = [&](const std::string& what, const std::string& choice) {
      throw Refusal{RefusalClass::kSize,
                    fmt::format("--sides {} has {}: choose {}.", value.dump(), what, choice)};
    };
    if (value.empty() || (wanted != 0 && value.size() != wanted) || value.size() > kMostLevels) {
      refuse(fmt::format("{} dimensions", value.size()), range);
    }
    double nodes = 1;
    for (const Json& side : value) nodes *= side.get<double>();
    if (nodes > static_cast<double>(kMostNodes)) {
      refuse(fmt::format("{:.0f} nodes", nodes), fmt::format("at most {}", kMostNodes));
    }
  });
}

// ---- lengths ------------------------------------------------------------------------------------

bool is_list_of_lengths(const Json& value) {
  const auto whole = [](const Json& entry) { return entry.is_number_integer(); };
  return value.is_array() && std::ranges::all_of(value, [&](const Json& entry) {
           return whole(entry) ||
                  (entry.is_array() && !entry.empty() && std::ranges::all_of(entry, whole));
         });
}

void check_lengths(const Json& value, const ExpressMeshSetup& setup, const std::string& range,
                   std::size_t dimensions) {
  const auto refuse = [&](RefusalClass kind, const std::string& what, const std::string& choice) {
    throw Refusal{kind, fmt::format("--lengths {} {}: choose {}.", value.dump(), what, choice)};
  };
  const auto misfit = [&](const std::string& what) { refuse(RefusalClass::kSize, what, range); };
  if (value == Json("best")) return;
  if (!is_list_of_lengths(value)) refuse(RefusalClass::kRange, "is no list of lengths", range);
  const Lengths lengths = lengths_of(value);
  for (const auto& levels : lengths) {
    for (const std::int64_t length : levels) {
      if (length >= setup.shortest() && length <= kMostNodes) continue;
      refuse(RefusalClass::kRange, fmt::format("has the length {}", length),
             fmt::format("{} .. {}", setup.shortest(), kMostNodes));
    }
  }
  if (lengths.size() != dimensions) {
    misfit(fmt::format("has {} entries for {} dimensions", lengths.size(), dimensions));
  }
  for (const auto& levels : lengths) {
    if (setup.levels == 1 && levels.size() != 1) {
      misfit("has several levels where this layout has one");
    }
    if (levels.size() > kMostLevels) misfit("has too many levels");
    for (std::size_t k = 1; k < levels.size(); ++k) {
      if (levels[k] <= levels[k - 1] || levels[k] % levels[k - 1] != 0) {
        misfit(fmt::format("has {}, which is no proper multiple of {}", levels[k], levels[k - 1]));
      }
    }
    if (setup.layout == ExpressLayout::kSparse && levels.size() != lengths.front().size()) {
      misfit("has different numbers of levels in the two dimensions");
    }
  }
}

Json near_root(std::int64_t side) { return std::llround(std::sqrt(static_cast<double>(side))); }

Parameter lengths_parameter(const ExpressMeshSetup& setup) {
  const std::string least = ">= " + std::to_string(setup.shortest());
  const std::string range =
      setup.levels > 1 ? "for each dimension a length " + least +
                             " or a list of them, each a proper multiple of the one before, or best"
                       : "one whole number " + least + " for each dimension, or best";
  const Parameter lengths =
      list_or_word("lengths", "list of integers", range, {},
                   "lengths of the express links: along a column, along a row",
                   [setup, range](const Json& value, const Values& before) {
                     check_lengths(value, setup, range, before.at("sides").size());
                   });
  return with_default(lengths, setup.usual_lengths, [setup](const Values& before) {
    Json all = Json::array();
    for (const std::int64_t side : before.list("sides")) {
      const Json usual = setup.usual_length != nullptr ? setup.usual_length(side) : near_root(side);
      all.push_back(usual.is_array() ? usual : std::max(usual, Json(setup.shortest())));
    }
    return all;
  });
}

}  // namespace

// ---- what all algorithms take -------------------------------------------------------------------

std::vector<Parameter> shape_parameters(const ExpressMeshSetup& setup) {
  if (setup.levels == 0) return {sides_parameter(setup)};
  return {sides_parameter(setup), lengths_parameter(setup)};
}

std::vector<Parameter> run_parameters(const ExpressMeshSetup& setup) {
  constexpr std::int64_t kMostExtra = 1'000'000'000;
  std::vector<Parameter> all = transfer_parameters();
  all[0] = with_default(all[0], 1, [](const Values&) { return Json(1); });  // words
  all.insert(all.begin(), integer("seed", 0, 0, "seed of the hash that makes the data"));
  if (setup.levels > 0) {
    all.push_back(
        integer("express_extra", 0, kMostExtra, 0, "further cycles of a hop on an express link"));
  }
  if (setup.buses != BusLayout::kNone) {
    all.push_back(integer("bus_extra", 0, kMostExtra, 0, "further cycles of a slot on a bus"));
  }
  return all;
}

// ---- what several take --------------------------------------------------------------------------

Parameter relay_parameter(const std::string& fallback) {
  return word("relay", {"forward", "combine"}, fallback,
              "what a relaying node does: pass packets on, or merge its own value on the way");
}

Parameter operator_parameter(const std::string& fallback) {
  return as_feature(
      word("op", words_of(kOperators), fallback, "operator that combines the values"));
}

Parameter placement_parameter(const ExpressMeshSetup& setup) {
  const std::string needed{to_string(setup.placement.value_or(Placement::kRowMajor))};
  const Parameter placement = as_feature(
      word("placement", words_of(kPlacementWords), needed, "which node holds which value"));
  if (!setup.single_nodes_row_major) return placement;
  return with_default(placement, "row-major, or submesh-row-major with larger blocks",
                      [needed](const Values& before) {
                        return Json(before.number("block") > 1 ? needed : "row-major");
                      });
}

Parameter one_in_parameter() {
  return integer("one_in", 1, 3, "a node's bit is 1 if its hash is a multiple of this");
}

Parameter place_parameter() {
  return word("place", {"root", "all"}, "root", "who gets the result: node 0, or all nodes");
}

Parameter block_parameter(std::int64_t fallback, const std::string& help) {
  return integer("block", 1, kMostNodes, fallback, help);
}

Parameter group_parameter() { return integer("group", 2, kMostNodes, 2, "heads that a bus joins"); }

}  // namespace plexus
