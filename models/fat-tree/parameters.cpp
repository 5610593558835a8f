#include "models/fat-tree/parameters.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/memory_limit.hpp"
#include "models/fat-tree/case.hpp"

namespace plexus {

namespace {

/// Most links of a branch: sums and products of the cost functions stay within 64 bits.
constexpr std::int64_t kMostLinks = 1'000'000'000;
constexpr std::int64_t kMostWords = 1'000'000'000;

constexpr const char* kCapacities = "constant, exponential, or a list c_1 <= .. <= c_H";

FatTreeShape tree_of(const Values& values, const Json& capacities) {
  const NodeId arity = values.node("arity");
  const NodeId nodes = values.node("nodes");
  if (capacities == "constant") return FatTreeShape::constant(arity, nodes);
  if (capacities == "exponential") return FatTreeShape::exponential(arity, nodes);
  return {arity, nodes, capacities.get<std::vector<std::int64_t>>()};
}

[[noreturn]] void refuse_capacities(const Json& value, const std::string& why) {
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  throw Refusal{RefusalClass::kSize, fmt::format("--capacities {} {}", text, why)};
}

void check_capacities(const Json& value, const Values& before) {
  if (value == "constant" || value == "exponential") return;
  if (!value.is_array()) refuse_capacities(value, fmt::format("is none of {}.", kCapacities));
  const int height = FatTreeShape::height_of(before.node("arity"), before.node("nodes"));
  if (value.size() != static_cast<std::size_t>(height)) {
    refuse_capacities(value, fmt::format("has {} entries, and a tree of {} leaves has {} levels "
                                         "of branches: give one number for each, from the leaves "
                                         "up.",
                                         value.size(), nodes_asked(before), height));
  }
  std::int64_t below = 1;
  for (const Json& links : value) {
    if (!links.is_number_integer() || links < 1 || links > kMostLinks) {
      refuse_capacities(value, fmt::format("has the entry {}: choose 1 .. {} links for every "
                                           "branch.",
                                           links.dump(), kMostLinks));
    }
    if (links < below) {
      refuse_capacities(value, "decreases towards the root: choose numbers that do not.");
    }
    below = links;
  }
}

Parameter capacities_parameter() {
  Parameter parameter = integers("capacities", 1, Json(), "links of a branch, level by level");
  parameter.type = "word or list of integers";
  parameter.range = kCapacities;
  *parameter.shown_default = "constant";
  parameter.fallback = [](const Values&) { return Json("constant"); };
  parameter.read = [list = parameter.read](const std::string& text) {
    const bool word = !text.empty() && text.front() >= 'a' && text.front() <= 'z';
    return word ? Json(text) : list(text);
  };
  parameter.check = check_capacities;
  return parameter;
}

/// The smallest power of the arity that is not below 8.
std::int64_t default_nodes(const Values& values) {
  std::int64_t nodes = 1;
  while (nodes < 8) nodes *= values.number("arity");
  return nodes;
}

Parameter nodes_parameter() {
  const Parameter nodes =
      with_default(integer("nodes", 1, kMostNodes, 8, "leaves, the processing nodes"),
                   "8, or the power of the arity above it",
                   [](const Values& values) { return Json(default_nodes(values)); });
  return with_check(nodes, "a power of the arity", [](const Json& value, const Values& before) {
    require_memory(memory_of(value.get<double>(), 0));
    const NodeId arity = before.node("arity");
    if (FatTreeShape::height_of(arity, value.get<NodeId>()) >= 0) return;
    std::int64_t power = 1;
    while (power * arity < value) power *= arity;
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--nodes {} is no power of {}, the --arity: choose {} or {}.",
                              value.dump(), arity, power, power * arity)};
  });
}

[[noreturn]] void refuse_words(const std::string& text) {
  throw Refusal{RefusalClass::kRange,
                fmt::format("--words {} is out of range: choose 1 .. {}, or "
                            "varied:BASE,STEP,MOD with BASE >= 1, STEP >= 0 and MOD >= 1.",
                            text, kMostWords)};
}

/// `varied:1,3,3`; nothing if it is none.
std::optional<BlockWords> parse_varied(const std::string& text) {
  constexpr std::string_view kPrefix = "varied:";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const std::vector<std::string> parts = split_at_commas(text.substr(kPrefix.size()));
  if (parts.size() != 3) return std::nullopt;
  BlockWords words;
  words.base = read_integer("words", parts[0]);
  words.step = read_integer("words", parts[1]);
  words.mod = read_integer("words", parts[2]);
  words.varied = true;
  const auto good = [](std::int64_t value, std::int64_t low) {
    return value >= low && value <= kMostWords;
  };
  if (!good(words.base, 1) || !good(words.step, 0) || !good(words.mod, 1)) return std::nullopt;
  return words;
}

Parameter words_parameter() {
  Parameter parameter = integer("words", 1, kMostWords, 1, "words of a block");
  parameter.type = "integer or word";
  parameter.range = fmt::format("1 .. {}, varied:BASE,STEP,MOD", kMostWords);
  parameter.help = "words of a block; varied: BASE + STEP ((source + destination) mod MOD)";
  parameter.read = [number = parameter.read](const std::string& text) {
    return text.starts_with("varied") ? Json(text) : number(text);
  };
  parameter.check = [](const Json& value, const Values&) {
    if (value.is_number_integer() && value >= 1 && value <= kMostWords) return;
    if (value.is_string() && parse_varied(value.get<std::string>())) return;
    refuse_words(value.is_string() ? value.get<std::string>() : value.dump());
  };
  return parameter;
}

/// A whole number >= low, or the word `unlimited`, which is the default.
Parameter bound_parameter(const std::string& name, std::int64_t low, const std::string& help) {
  Parameter parameter = integer(name, low, "unlimited", help);
  parameter.type = "integer or word";
  parameter.range = fmt::format(">= {}, unlimited", low);
  parameter.read = [number = parameter.read](const std::string& text) {
    return text == "unlimited" ? Json(text) : number(text);
  };
  parameter.check = [number = parameter.check](const Json& value, const Values& before) {
    if (value != "unlimited") number(value, before);
  };
  return parameter;
}

const std::vector<std::pair<const char*, GreedyOrder>>& greedy_orders() {
  static const std::vector<std::pair<const char*, GreedyOrder>> orders{
      {"farthest-first", GreedyOrder::kFarthestFirst},
      {"nearest-first", GreedyOrder::kNearestFirst},
      {"rotation", GreedyOrder::kRotation},
      {"index", GreedyOrder::kIndex},
      {"random", GreedyOrder::kRandom}};
  return orders;
}

}  // namespace

std::vector<Parameter> fat_tree_shape_parameters() {
  return {integer("arity", 2, kMostNodes, 2, "children of a router"), nodes_parameter(),
          capacities_parameter()};
}

std::vector<Parameter> fat_tree_parameters(FatTreeKnobs knobs, const std::vector<Parameter>& own) {
  std::vector<Parameter> all = joined({fat_tree_shape_parameters(), own});
  for (Parameter& transfer : transfer_parameters()) {
    all.push_back(transfer.name == "words" ? words_parameter() : std::move(transfer));
  }
  if (knobs == FatTreeKnobs::kQueueDriven) {
    all.push_back(word("router", {"asynchronous", "synchronous"}, "asynchronous",
                       "a hop starts when its packet is there, or with all others of a slot"));
  }
  all.push_back(word("duplex", {"full", "half"}, "full",
                     "links carry packets both ways at once, or one way at a time"));
  if (knobs == FatTreeKnobs::kQueueDriven) {
    all.push_back(only_with(
        word("priority", {"down", "up"}, "down", "direction that gets a link which both want"),
        "--duplex half", [](const Values& values) { return values.word("duplex") == "half"; }));
  }
  all.push_back(word("links", {"parallel", "wide"}, "parallel",
                     "a branch has c_j links, or one of c_j times the bandwidth"));
  all.push_back(bound_parameter(
      "queue_depth", 0, "most packets that may wait in a router's queue; more end the run"));
  return all;
}

Parameter root_parameter() {
  return node_parameter("root", 0, nodes_asked, "leaf that has, or gets, everything");
}

Parameter source_parameter() {
  return node_parameter("source", 0, nodes_asked, "leaf that has the block");
}

Parameter destination_parameter() {
  return with_default(node_parameter("destination", 0, nodes_asked, "leaf that gets the block"),
                      "a leaf across the root", [](const Values& values) {
                        const std::int64_t nodes = values.number("nodes");
                        const std::int64_t child = nodes / values.number("arity");
                        const std::int64_t source = values.number("source");
                        return Json(source < nodes - child ? nodes - 1 : 0);
                      });
}

Parameter destinations_parameter() {
  const Parameter list =
      with_default(integers("destinations", 0, Json::array(), "leaves that get the block"),
                   "every other leaf", [](const Values& values) {
                     Json leaves = Json::array();
                     for (std::int64_t leaf = 1; leaf < nodes_asked(values); leaf += 2) {
                       leaves.push_back(leaf);
                     }
                     return leaves;
                   });
  return with_check(list, "a list of leaves, may be []",
                    [](const Json& value, const Values& before) {
                      for (const std::int64_t leaf : value) {
                        if (leaf < nodes_asked(before)) continue;
                        throw Refusal{RefusalClass::kRange,
                                      fmt::format("--destinations names leaf {}: choose 0 .. {}.",
                                                  leaf, nodes_asked(before) - 1)};
                      }
                    });
}

Parameter explicit_order_parameter() {
  const auto descending = [](const Values& values) {
    Json leaves = Json::array();
    for (std::int64_t leaf = nodes_asked(values) - 1; leaf >= 0; --leaf) {
      if (leaf != values.number("root")) leaves.push_back(leaf);
    }
    return leaves;
  };
  const Parameter list = with_default(
      integers("order", 0, Json::array(), "leaves in the order in which they are served"),
      "descending", descending);
  return with_check(list, "a permutation of the leaves without the root",
                    [](const Json& value, const Values& before) {
                      std::vector<std::int64_t> leaves = value;
                      std::ranges::sort(leaves);
                      std::vector<std::int64_t> others;
                      for (std::int64_t leaf = 0; leaf < nodes_asked(before); ++leaf) {
                        if (leaf != before.number("root")) others.push_back(leaf);
                      }
                      if (leaves == others) return;
                      throw Refusal{RefusalClass::kRange,
                                    fmt::format("--order {} is no permutation of the {} leaves "
                                                "other than the root: name each of them once.",
                                                value.dump(), others.size())};
                    });
}

Parameter greedy_order_parameter() {
  std::vector<std::string> names;
  for (const auto& [name, order] : greedy_orders()) names.emplace_back(name);
  return word("order", names, names.front(), "order in which a leaf releases its blocks");
}

Parameter seed_parameter_of(const std::string& help) { return integer("seed", 0, 0, help); }

Parameter fifo_depth_parameter() {
  return bound_parameter("fifo_depth", 1,
                         "places of a router's queue; full ones hold packets back");
}

Parameter phase_order_parameter() {
  return word("phase_order", {"descending", "ascending"}, "descending",
              "phases from the root down, or from the leaves up");
}

Parameter dispatch_parameter() {
  Parameter parameter = word("dispatch", {"general", "paper-constant", "paper-exponential"},
                             "general", "which leaf sends which block in which step of a phase");
  return with_check(parameter, parameter.range, [](const Json& value, const Values& before) {
    const std::string name = value.get<std::string>();
    if (suits(fat_tree_of(before), phase_dispatch_of(name))) return;
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--dispatch {} needs effective capacities of {} on every level h: "
                              "choose other --capacities, or --dispatch general.",
                              name, name == "paper-constant" ? "1" : "k^(h-1)")};
  });
}

FatTreeShape fat_tree_of(const Values& values) { return tree_of(values, values.at("capacities")); }

BlockWords block_words_of(const Values& values) {
  const Json& value = values.at("words");
  if (value.is_string()) return *parse_varied(value.get<std::string>());
  BlockWords words;
  words.base = value.get<std::int64_t>();
  return words;
}

GreedyOrder greedy_order_of(const std::string& word) {
  return std::ranges::find(greedy_orders(), word,
                           [](const auto& pair) { return std::string{pair.first}; })
      ->second;
}

PhaseDispatch phase_dispatch_of(const std::string& word) {
  if (word == "paper-constant") return PhaseDispatch::kPaperConstant;
  return word == "paper-exponential" ? PhaseDispatch::kPaperExponential : PhaseDispatch::kGeneral;
}

}  // namespace plexus
