#include "models/express-mesh/case.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

using Lengths = std::vector<std::vector<std::int64_t>>;

constexpr std::int64_t kMostLevels = 12;

std::vector<std::int64_t> sides_of(const Values& values) { return values.list("sides"); }

std::int64_t product(const std::vector<std::int64_t>& sides) {
  return std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>{});
}

// ---- sides and lengths -------------------------------------------------------------------------

Parameter sides_parameter(const ExpressMeshRules& rules) {
  const Json fallback = rules.sides;
  Parameter sides = integers("sides", 1, fallback, "nodes in each dimension: rows, columns");
  const unsigned wanted = rules.dimensions;
  const std::string range = wanted == 0   ? "one or more whole numbers >= 1, separated by commas"
                            : wanted == 1 ? "one whole number >= 1"
                                          : "two whole numbers >= 1, separated by a comma";
  return with_check(sides, range, [wanted, range](const Json& value, const Values&) {
    if (value.empty() || (wanted != 0 && value.size() != wanted) || value.size() > 12) {
      throw Refusal{RefusalClass::kSize, fmt::format("--sides {} has {} dimensions: choose {}.",
                                                     value.dump(), value.size(), range)};
    }
    double nodes = 1;
    for (const Json& side : value) nodes *= side.get<double>();
    if (nodes > static_cast<double>(kMostNodes)) {
      throw Refusal{RefusalClass::kSize, fmt::format("--sides {} has {:.0f} nodes: choose at most "
                                                     "{}.",
                                                     value.dump(), nodes, kMostNodes)};
    }
  });
}

/// Near the square root of each side (two levels: its cube root and its square).
Json usual_lengths(const ExpressMeshRules& rules, const Values& values) {
  Json lengths = Json::array();
  for (const std::int64_t side : sides_of(values)) {
    if (rules.levels == Levels::kMany && rules.reduces) {
      const auto root = std::max<std::int64_t>(2, std::llround(std::cbrt(side)));
      lengths.push_back({root, root * root});
      continue;
    }
    auto root = std::llround(std::sqrt(static_cast<double>(side)));
    if (rules.ends_are_terminals) {  // the next smaller divisor, or a larger one
      while (root > 2 && (side - 1) % root != 0) --root;
      while (root >= 2 && root < side - 1 && (side - 1) % root != 0) ++root;
    }
    lengths.push_back(std::max<std::int64_t>(rules.shortest, root));
  }
  return lengths;
}

Json read_lengths(const std::string& text) {
  if (text == "best") return text;
  if (text.starts_with('[')) {
    Json list = parse_value(text);
    if (!list.is_discarded()) return list;
    throw Refusal{
        RefusalClass::kRange,
        fmt::format("--lengths '{}' is no list: write 4,4 or [[3,9],[3,9]] or best.", text)};
  }
  Json list = Json::array();
  for (const std::string& entry : split_at_commas(text)) {
    list.push_back(read_integer("lengths", entry));
  }
  return list;
}

/// The lengths of every dimension as lists of levels.
Lengths lengths_of(const Json& value) {
  Lengths lengths;
  for (const Json& entry : value) {
    if (entry.is_array()) {
      lengths.push_back(entry.get<std::vector<std::int64_t>>());
    } else {
      lengths.push_back({entry.get<std::int64_t>()});
    }
  }
  return lengths;
}

void check_form(const Json& value, const std::string& range) {
  const auto whole = [](const Json& entry) { return entry.is_number_integer(); };
  const auto level_list = [&](const Json& entry) {
    return entry.is_array() && !entry.empty() && std::all_of(entry.begin(), entry.end(), whole);
  };
  const bool good = value.is_array() && std::all_of(value.begin(), value.end(), [&](auto& entry) {
                      return whole(entry) || level_list(entry);
                    });
  if (!good) {
    throw Refusal{
        RefusalClass::kRange,
        fmt::format("--lengths {} is no list of lengths: choose {}.", value.dump(), range)};
  }
}

void check_lengths(const Json& value, const ExpressMeshRules& rules, const std::string& range,
                   std::size_t dimensions) {
  if (value == Json("best")) return;
  check_form(value, range);
  const auto misfit = [&](const std::string& what) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--lengths {} {}: choose {}.", value.dump(), what, range)};
  };
  const Lengths lengths = lengths_of(value);
  for (const auto& levels : lengths) {
    for (const std::int64_t length : levels) {
      if (length < rules.shortest || length > kMostNodes) {
        throw Refusal{RefusalClass::kRange,
                      fmt::format("--lengths {} has the length {}: choose {} .. {}.", value.dump(),
                                  length, rules.shortest, kMostNodes)};
      }
    }
  }
  if (lengths.size() != dimensions) {
    misfit(fmt::format("has {} entries for {} dimensions", lengths.size(), dimensions));
  }
  for (const auto& levels : lengths) {
    if (rules.levels == Levels::kOne && levels.size() != 1) {
      misfit("has several levels where this layout has one");
    }
    if (levels.size() > kMostLevels) misfit("has too many levels");
    for (std::size_t k = 1; k < levels.size(); ++k) {
      if (levels[k] <= levels[k - 1] || levels[k] % levels[k - 1] != 0) {
        misfit(fmt::format("has {}, which is no proper multiple of {}", levels[k], levels[k - 1]));
      }
    }
    if (rules.same_levels && levels.size() != lengths.front().size()) {
      misfit("has different numbers of levels in the two dimensions");
    }
  }
}

Parameter lengths_parameter(const ExpressMeshRules& rules) {
  Parameter lengths;
  lengths.name = "lengths";
  lengths.type = "list of integers";
  lengths.range =
      rules.levels == Levels::kMany
          ? fmt::format(
                "for each dimension a length >= {} or a list of them, each a proper "
                "multiple of the one before, or best",
                rules.shortest)
          : fmt::format("one whole number >= {} for each dimension, or best", rules.shortest);
  lengths.help = "lengths of the express links: along a column, along a row";
  *lengths.shown_default = "near the square roots of the sides";
  if (rules.levels == Levels::kMany && rules.reduces) {
    *lengths.shown_default = "near the cube roots of the sides, and their squares";
  }
  lengths.fallback = [rules](const Values& before) { return usual_lengths(rules, before); };
  lengths.read = read_lengths;
  lengths.check = [rules, range = lengths.range](const Json& value, const Values& before) {
    check_lengths(value, rules, range, before.at("sides").size());
  };
  return lengths;
}

/// Cycles of an algorithm with other lengths; the greatest number where they do not fit.
Cycles cycles_with(ExpressMeshCase& at, const ExpressMeshRules& rules,
                   const ExpressMeshShape& mesh) {
  at.mesh.lengths = mesh.lengths;
  if (rules.check != nullptr) {
    try {
      rules.check(at);
    } catch (const Refusal&) {
      return Cycles{std::numeric_limits<std::int64_t>::max()};
    }
  }
  return rules.steps(at).cycles(at.costs);
}

/// Over all numbers of levels; the fewest of those that take equally long.
BestLengths best_levels(const ExpressMeshShape& mesh, const HopCosts& costs) {
  BestLengths best = best_hierarchy(mesh.sides, 1, costs);
  for (unsigned levels = 2; levels <= kMostLevels; ++levels) {
    BestLengths more = best_hierarchy(mesh.sides, levels, costs);
    if (more.cycles < best.cycles) best = std::move(more);
  }
  return best;
}

void choose_lengths(ExpressMeshCase& at, const ExpressMeshRules& rules) {
  if (rules.steps == nullptr) {
    throw Refusal{RefusalClass::kFeature,
                  "--lengths best is not offered here, where only a run can tell the steps: choose "
                  "lengths, such as the square roots of the sides."};
  }
  constexpr double kMostTrials = 1e8;
  double trials = 1;
  for (const std::int64_t side : at.mesh.sides) trials *= static_cast<double>(side);
  if (rules.levels == Levels::kOne && !rules.separate && trials > kMostTrials) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--lengths best would try {:.0f} pairs of lengths: choose --sides "
                              "with at most {:.0f} nodes.",
                              trials, kMostTrials)};
  }
  at.mesh.lengths.assign(at.mesh.dimensions(), {rules.shortest});
  ExpressMeshCase trial = at;
  const CyclesOf cycles = [&](const ExpressMeshShape& mesh) {
    return cycles_with(trial, rules, mesh);
  };
  const BestLengths best = rules.levels == Levels::kMany ? best_levels(at.mesh, at.costs)
                           : rules.separate
                               ? best_lengths_by_dimension(at.mesh, rules.shortest, cycles)
                               : best_lengths(at.mesh, rules.shortest, cycles);
  if (best.cycles == Cycles{std::numeric_limits<std::int64_t>::max()}) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--lengths best finds no lengths that fit --sides {}: choose other "
                              "sides.",
                              Json(at.mesh.sides).dump())};
  }
  at.mesh.lengths = best.lengths;
  at.chosen = true;
}

// ---- operators and placements ------------------------------------------------------------------

/// The placement that the algorithm needs, which may depend on the size of its blocks.
std::optional<Placement> needed_placement(const ExpressMeshRules& rules, const Values& values) {
  if (rules.placement == Placement::kRowMajor && rules.submeshes_if_blocks &&
      values.number("block") > 1) {
    return Placement::kSubmeshRowMajor;
  }
  return rules.placement;
}

Parameter op_parameter(const ExpressMeshRules& rules) {
  std::vector<std::string> words;
  for (const Operator op : kOperators) words.emplace_back(to_string(op));
  const bool any = !rules.reduces || rules.placement.has_value();
  return word("op", words, any ? "mat2" : "sum", "operator that combines the values");
}

Parameter placement_parameter(const ExpressMeshRules& rules) {
  std::vector<std::string> words;
  for (const Placement placement : kPlacements) words.emplace_back(to_string(placement));
  const auto usual = [rules](const Values& before) {
    return Json(
        std::string{to_string(needed_placement(rules, before).value_or(Placement::kRowMajor))});
  };
  const std::string natural{to_string(rules.placement.value_or(Placement::kRowMajor))};
  const Parameter placement = word("placement", words, natural, "which node holds which value");
  return rules.submeshes_if_blocks
             ? with_default(placement, "row-major, or submesh-row-major with larger blocks", usual)
             : with_default(placement, natural, usual);
}

std::string list_of(const std::optional<Placement>& needed,
                    const std::optional<Placement>& exchanged) {
  std::string text{to_string(*needed)};
  if (exchanged) text += " or " + std::string{to_string(*exchanged)};
  return text;
}

void check_placement(const ExpressMeshCase& at, const ExpressMeshRules& rules,
                     const std::optional<Placement>& needed) {
  const std::string said{to_string(at.placement)};
  if (!commutative(at.op) && !needed) {
    throw Refusal{RefusalClass::kFeature,
                  fmt::format("--op {} is not commutative, and this algorithm loses the order: "
                              "choose sum, max, min or parity.",
                              to_string(at.op))};
  }
  if (exchanged(at.placement) && at.placement != rules.exchanged) {
    throw Refusal{RefusalClass::kFeature,
                  fmt::format("--placement {} is not offered by this algorithm: choose {}.", said,
                              needed ? list_of(needed, rules.exchanged) : "row-major")};
  }
  if (!commutative(at.op) && at.placement != needed && at.placement != rules.exchanged) {
    throw Refusal{
        RefusalClass::kFeature,
        fmt::format("--placement {} loses the order of --op {}, which is not commutative: "
                    "choose {}, or a commutative operator.",
                    said, to_string(at.op), list_of(needed, rules.exchanged))};
  }
}

/// The submeshes of the placement, largest first.
std::vector<SubmeshSize> submeshes_of(const ExpressMeshCase& at, const ExpressMeshRules& rules) {
  if (at.placement == Placement::kRowMajor || at.placement == Placement::kColumnMajor) return {};
  const auto refuse = [&](RefusalClass kind, const std::string& why) {
    throw Refusal{
        kind, fmt::format("--placement {} {}: choose row-major.", to_string(at.placement), why)};
  };
  if (at.mesh.dimensions() != 2) refuse(RefusalClass::kSize, "needs two dimensions");
  if (rules.has_blocks) return {{at.block, at.block}};
  const Lengths& lengths = at.mesh.lengths;
  if (lengths.empty()) refuse(RefusalClass::kFeature, "has no submeshes without lengths");
  const std::size_t levels = lengths[0].size();
  if (at.placement != Placement::kNestedSubmeshRowMajor) {
    return {{lengths[0].back(), lengths[1].back()}};
  }
  if (lengths[1].size() != levels) {
    refuse(RefusalClass::kSize, "needs as many levels in one dimension as in the other");
  }
  std::vector<SubmeshSize> submeshes;
  for (std::size_t k = levels; k-- > 0;) submeshes.push_back({lengths[0][k], lengths[1][k]});
  return submeshes;
}

/// A number that the algorithm may not have.
std::int64_t number_or(const Values& values, const std::string& name, std::int64_t fallback) {
  return values.has(name) ? values.number(name) : fallback;
}
bool says(const Values& values, const std::string& name, const std::string& word) {
  return values.has(name) && values.word(name) == word;
}

}  // namespace

ExpressMeshCase ExpressMeshCase::read(const Values& values, const ExpressMeshRules& rules) {
  ExpressMeshCase at;
  at.mesh.layout = rules.layout;
  at.buses = rules.buses;
  at.parts = rules.parts;
  at.mesh.sides = sides_of(values);
  at.words = values.has("words") ? values.words() : Words{1};
  if (values.has("startup")) at.timing = values.timing();
  at.costs = HopCosts::of(at.timing, at.words, Cycles{number_or(values, "express_extra", 0)},
                          Cycles{number_or(values, "bus_extra", 0)});
  at.forward = values.has("relay") ? values.word("relay") == "forward" : false;
  at.op = values.has("op") ? *parse_operator(values.word("op")) : Operator::kSum;
  if (values.has("placement")) at.placement = *parse_placement(values.word("placement"));
  at.seed = static_cast<std::uint64_t>(number_or(values, "seed", 0));
  at.values = number_or(values, "values", at.mesh.values());
  at.op_cycles = number_or(values, "op_cycles", 0);
  at.block = number_or(values, "block", 1);
  at.group = number_or(values, "group", 2);
  at.group2 = number_or(values, "group2", 1);
  at.group3 = number_or(values, "group3", 0);
  at.suffix = says(values, "direction", "suffix");
  at.one_in = number_or(values, "one_in", 1);
  at.modulus = number_or(values, "modulus", 1);
  at.rank = number_or(values, "rank", 1);
  at.everywhere = says(values, "place", "all");
  at.ports = number_or(values, "ports", 1);
  at.full_duplex = says(values, "duplex", "full");
  const std::optional<Placement> needed = needed_placement(rules, values);
  if (rules.reduces) check_placement(at, rules, needed);
  if (rules.levels != Levels::kNone) {
    if (values.at("lengths") == Json("best")) {
      choose_lengths(at, rules);
    } else {
      at.mesh.lengths = lengths_of(values.at("lengths"));
    }
  }
  at.submeshes = submeshes_of(at, rules);
  if (rules.check != nullptr) rules.check(at);
  if (rules.stages != nullptr) at.stages = rules.stages(at);
  return at;
}

std::vector<Parameter> parameters_of(const ExpressMeshRules& rules) {
  std::vector<Parameter> parameters{sides_parameter(rules)};
  const auto add = [&](Parameter parameter) { parameters.push_back(std::move(parameter)); };
  if (rules.levels != Levels::kNone) add(lengths_parameter(rules));
  if (rules.own != nullptr) {
    for (Parameter& parameter : rules.own()) add(std::move(parameter));
  }
  if (rules.relays) {
    add(word("relay", {"forward", "combine"}, rules.combines ? "combine" : "forward",
             "what a relaying node does: pass packets on, or merge its own value on the way"));
  }
  if (rules.reduces || rules.scans) add(op_parameter(rules));
  if (rules.reduces) add(placement_parameter(rules));
  if (!rules.runs) return parameters;
  add(integer("seed", 0, 0, "seed of the hash that makes the data"));
  for (Parameter& parameter : transfer_parameters()) {
    add(parameter.name == "words"
            ? with_default(parameter, 1, [](const Values&) { return Json(1); })
            : std::move(parameter));
  }
  constexpr std::int64_t kMostExtra = 1'000'000'000;
  if (rules.levels != Levels::kNone) {
    add(integer("express_extra", 0, kMostExtra, 0, "further cycles of a hop on an express link"));
  }
  if (rules.buses != BusLayout::kNone) {
    add(integer("bus_extra", 0, kMostExtra, 0, "further cycles of a slot on a bus"));
  }
  return parameters;
}

// ---- parameters of single algorithms -----------------------------------------------------------

std::vector<Parameter> blocked_parameters() {
  const auto nodes = [](const Values& before) { return product(sides_of(before)); };
  Parameter values = integer("values", 1, 100, "values in all; every node gets some");
  values = with_default(values, "100, or 4 for each node", [nodes](const Values& before) {
    return Json(nodes(before) <= 100 ? 100 : 4 * nodes(before));
  });
  values = with_check(values, ">= nodes", [nodes](const Json& value, const Values& before) {
    if (value.get<std::int64_t>() >= nodes(before)) return;
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--values {} is fewer than the nodes: choose >= {}.", value.dump(),
                              nodes(before))};
  });
  return {values, integer("op_cycles", 0, 1'000'000'000, 1, "cycles of one local combination")};
}

std::vector<Parameter> dual_parameters() {
  return {integer("ports", 1, kMostNodes, 2, "sends, and receives, that a node may have at a time"),
          word("duplex", {"half", "full"}, "full", "may a link carry packets both ways at once?")};
}

std::vector<Parameter> bits_parameters() {
  return {integer("one_in", 1, 3, "a node's bit is 1 if its hash is a multiple of this")};
}

Parameter place_parameter() {
  return word("place", {"root", "all"}, "root", "who gets the result: node 0, or all nodes");
}

std::vector<Parameter> median_parameters() {
  constexpr std::int64_t kMostModulus = std::int64_t{1} << 32;
  const auto nodes = [](const Values& before) { return product(sides_of(before)); };
  const Parameter rank =
      with_default(integer("rank", 1, 1, "rank of the value that is looked for"), "ceil(N / 2)",
                   [nodes](const Values& before) { return Json((nodes(before) + 1) / 2); });
  return {integer("modulus", 1, kMostModulus, 1000003, "values are hashes modulo this"),
          within(rank, "1 .. N", 1, nodes), place_parameter()};
}

std::vector<Parameter> block_parameters() {
  return {integer("block", 1, kMostNodes, 2, "side of the blocks that a bus serves")};
}

std::vector<Parameter> separable_bus_parameters() {
  return {integer("block", 1, kMostNodes, 1, "a bus for every so many rows and columns")};
}

std::vector<Parameter> group_parameters() {
  return {integer("group", 2, kMostNodes, 2, "heads that a bus joins")};
}

std::vector<Parameter> block_and_group_parameters() {
  std::vector<Parameter> both = block_parameters();
  for (Parameter& parameter : group_parameters()) both.push_back(std::move(parameter));
  return both;
}

std::vector<Parameter> row_column_bus_parameters() {
  std::vector<Parameter> all = block_parameters();
  all.push_back(integer("group2", 1, kMostNodes, 2, "row totals that a column bus collects"));
  all.push_back(
      integer("group3", 0, kMostNodes, 0, "totals that a row bus collects at the end; 0: none do"));
  return all;
}

}  // namespace plexus
