#include "models/fat-tree/case.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/memory_limit.hpp"

namespace plexus {

namespace {

/// Most links of a branch, most words: sums and products of the cost functions stay within 64 bits.
constexpr std::int64_t kMostLinks = 1'000'000'000;
constexpr std::int64_t kMostWords = 1'000'000'000;

constexpr std::array kGreedyOrders{"farthest-first", "nearest-first", "rotation", "index",
                                   "random"};
constexpr std::array kPhaseOrders{"descending", "ascending"};
constexpr std::array kDispatches{"general", "paper-constant", "paper-exponential"};

/// `varied:1,3,3`; nothing if it is none.
std::optional<BlockWords> parse_varied(const std::string& text) {
  constexpr std::string_view kPrefix = "varied:";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  const std::vector<std::string> parts = split_at_commas(text.substr(kPrefix.size()));
  if (parts.size() != 3) return std::nullopt;
  const BlockWords words{read_integer("words", parts[0]), read_integer("words", parts[1]),
                         read_integer("words", parts[2]), true};
  const auto good = [](std::int64_t value, std::int64_t low) {
    return value >= low && value <= kMostWords;
  };
  if (!good(words.base, 1) || !good(words.step, 0) || !good(words.mod, 1)) return std::nullopt;
  return words;
}

void read_words(FatTreeCase& at, const Json& value) {
  at.words = value.is_string() ? *parse_varied(value.get<std::string>())
                               : BlockWords{.base = value.get<std::int64_t>()};
}

/// In rising order, without the root.
void read_destinations(FatTreeCase& at, const Json& value) {
  read_value(value, at.destinations);
  std::ranges::sort(at.destinations);
  at.destinations.erase(std::unique(at.destinations.begin(), at.destinations.end()),
                        at.destinations.end());
  std::erase(at.destinations, at.root);
}

/// A list of leaves, or the word of a greedy alltoall.
void read_order(FatTreeCase& at, const Json& value) {
  if (value.is_array()) return read_value(value, at.order);
  at.greedy_order = static_cast<fat_tree::GreedyOrder>(place_of(value, kGreedyOrders));
}

}  // namespace

FatTreeCase fat_tree_case(const Values& values) {
  using At = FatTreeCase;
  const auto timing = [](auto part) {
    return inside(&At::hardware, &FatTreeHardware::timing, part);
  };
  const auto rule = [](auto part) { return inside(&At::hardware, &FatTreeHardware::rules, part); };
  At at;
  at.tree = fat_tree::shape_of(values);
  fill<At>(at, values,
           {{"words", read_words},
            {"startup", timing(&LinkTiming::startup)},
            {"bandwidth", timing(&LinkTiming::bandwidth)},
            {"router", &At::synchronous, "synchronous"},
            {"duplex", &At::half_duplex, "half"},
            {"priority", rule(&BranchRules::down_first), "down"},
            {"links", inside(&At::hardware, &FatTreeHardware::wide), "wide"},
            {"queue_depth", rule(&BranchRules::queue_limit)},
            {"fifo_depth", rule(&BranchRules::queue_places)},
            {"source", &At::source},
            {"destination", &At::destination},
            {"root", &At::root},
            {"destinations", read_destinations},
            {"order", read_order},
            {"seed", &At::seed},
            {"phase_order", &At::phase_order, kPhaseOrders},
            {"dispatch", &At::dispatch, kDispatches}});
  if (values.has("recorded")) at.traffic = traffic_setting(values);
  return at;
}

// ---- How a run uses the machine -----------------------------------------------------------------

void FatTreeCase::settle(FatTreeStyle style, Words longest_block) {
  const bool timed = style != FatTreeStyle::kQueueDriven;
  longest = longest_block;
  if (hardware.wide && timed) {
    throw Refusal{
        RefusalClass::kFeature,
        "--links wide goes with queue-driven algorithms alone, for a timetable needs hops "
        "of one length: choose parallel links or another --algorithm."};
  }
  if (hardware.wide && half_duplex) {
    throw Refusal{RefusalClass::kFeature,
                  "--links wide goes with full duplex alone: choose --duplex full or parallel "
                  "links."};
  }
  if (hardware.wide && synchronous) {
    throw Refusal{RefusalClass::kFeature,
                  "--links wide goes with asynchronous routers alone, for its hops differ from "
                  "level to level: choose --router asynchronous or parallel links."};
  }
  BranchRules& rules = hardware.rules;
  if (timed || synchronous) rules.slot = hardware.timing.hop(moves() ? longest : 1_words);
  rules.queue_free = timed;
  if (half_duplex) {
    rules.duplex =
        style == FatTreeStyle::kTimed ? BranchDuplex::kTimeDivision : BranchDuplex::kOnDemand;
  }
  rules.step = cycles_per_step();
}

std::optional<Cycles> FatTreeCase::cycles_per_step() const {
  if (!moves()) return hardware.timing.hop(1_words);
  if (hardware.rules.slot) return hardware.rules.slot;
  if (words.varied) return std::nullopt;
  const Cycles hop = hardware.link(tree, 1).hop(longest);
  for (unsigned level = 2; level <= tree.height(); ++level) {
    if (hardware.link(tree, level).hop(longest) != hop) return std::nullopt;
  }
  return hop;
}

Cycles FatTreeCase::timetable_step() const {
  const bool divided = hardware.rules.duplex == BranchDuplex::kTimeDivision;
  return (divided ? 2 : 1) * *hardware.rules.slot;
}

std::optional<Cycles> FatTreeCase::in_cycles(std::int64_t steps) const {
  if (words.varied && !hardware.rules.slot) return std::nullopt;
  const auto step = cycles_per_step();
  return step ? std::optional{steps * *step} : std::nullopt;
}

std::optional<Cycles> FatTreeCase::bound_in_cycles(std::int64_t steps) const {
  return half_duplex || hardware.wide ? std::nullopt : in_cycles(steps);
}

double FatTreeCase::equation_in_cycles(double steps) const {
  const Cycles step = cycles_per_step().value_or(hardware.timing.hop(longest));
  return steps * static_cast<double>(step.count());
}

std::optional<Cycles> FatTreeCase::up_and_down(unsigned levels) const {
  if (hardware.rules.slot) return in_cycles(2 * levels);
  Cycles cycles{0};
  for (unsigned j = 1; j <= levels; ++j) cycles += 2 * hardware.link(tree, j).hop(longest);
  return cycles;
}

}  // namespace plexus

namespace plexus::fat_tree {

Words longest_of_move(const FatTreeCase& at) {
  return at.source == at.destination ? Words{0} : at.words.of(at.source, at.destination);
}

Words longest_of_broadcast(const FatTreeCase& at) {
  return at.nodes() > 1 ? at.words.of(at.root) : Words{0};
}

Words longest_of_scatter(const FatTreeCase& at) {
  Words longest{0};
  for (const NodeId to : at.order) longest = std::max(longest, at.words.of(at.root, to));
  return longest;
}

Words longest_of_gather(const FatTreeCase& at) {
  Words longest{0};
  for (NodeId from = 0; from < at.nodes(); ++from) {
    if (from != at.root) longest = std::max(longest, at.words.of(from, at.root));
  }
  return longest;
}

Words longest_of_allgather(const FatTreeCase& at) {
  Words longest{0};
  for (NodeId from = 0; from < at.nodes() && at.nodes() > 1; ++from) {
    longest = std::max(longest, at.words.of(from));
  }
  return longest;
}

/// Sums s + d of two different nodes are all the numbers 1 .. 2n - 3.
Words longest_of_alltoall(const FatTreeCase& at) {
  Words longest{0};
  for (NodeId sum = 1; sum + 3 <= 2 * at.nodes(); ++sum) {
    longest = std::max(longest, at.words.of(sum));
  }
  return longest;
}

std::vector<std::string> queued_blocks(std::vector<std::string> more) {
  more.insert(more.begin(), {"ft_link_timer", "ft_router", "ft_tree", "ft_half_duplex_port"});
  return more;
}

std::vector<std::string> queue_free_blocks(std::vector<std::string> more) {
  more.insert(more.begin(), {"ft_link_timer", "ft_router_qf", "ft_tree", "ft_half_duplex_port"});
  return more;
}

// ---- Parameters ---------------------------------------------------------------------------------

namespace {

constexpr const char* kCapacities = "constant, exponential, or a list c_1 <= .. <= c_H";

[[noreturn]] void refuse(RefusalClass kind, const std::string& sentence) {
  throw Refusal{kind, sentence};
}

[[noreturn]] void refuse_capacities(const Json& value, const std::string& why) {
  refuse(RefusalClass::kSize, fmt::format("--capacities {} {}", plain_text(value), why));
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
  return list_or_word("capacities", "word or list of integers", kCapacities, "constant",
                      "links of a branch, level by level", check_capacities);
}

/// By default the smallest power of the arity that is not below 8.
Parameter nodes_parameter() {
  const Parameter nodes =
      with_default(integer("nodes", 1, kMostNodes, 8, "leaves, the processing nodes"),
                   "8, or the power of the arity above it", [](const Values& values) {
                     std::int64_t power = 1;
                     while (power < 8) power *= values.number("arity");
                     return Json(power);
                   });
  return with_check(nodes, "a power of the arity", [](const Json& value, const Values& before) {
    require_memory(memory_of(value.get<double>(), 0));
    const NodeId arity = before.node("arity");
    if (FatTreeShape::height_of(arity, value.get<NodeId>()) >= 0) return;
    std::int64_t power = 1;
    while (power * arity < value) power *= arity;
    refuse(RefusalClass::kSize,
           fmt::format("--nodes {} is no power of {}, the --arity: choose {} or {}.", value.dump(),
                       arity, power, power * arity));
  });
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
    refuse(RefusalClass::kRange,
           fmt::format("--words {} is out of range: choose 1 .. {}, or varied:BASE,STEP,MOD with "
                       "BASE >= 1, STEP >= 0 and MOD >= 1.",
                       plain_text(value), kMostWords));
  };
  return parameter;
}

Parameter leaf_parameter(const char* name, const char* help) {
  return node_parameter(name, 0, nodes_asked, help);
}

std::vector<Parameter> parameters_of(const std::vector<Parameter>& own, bool queued) {
  std::vector<Parameter> all = joined({shape_parameters(), own});
  const auto add = [&](Parameter parameter) { all.push_back(std::move(parameter)); };
  for (Parameter& transfer : transfer_parameters()) {
    add(transfer.name == "words" ? words_parameter() : std::move(transfer));
  }
  if (queued) {
    add(word("router", {"asynchronous", "synchronous"}, "asynchronous",
             "a hop takes its own packet's time, or the longest packet's"));
  }
  add(word("duplex", {"full", "half"}, "full",
           "links carry packets both ways at once, or one way at a time"));
  if (queued) {
    add(only_with(
        word("priority", {"down", "up"}, "down", "direction that gets a link which both want"),
        "--duplex half", [](const Values& values) { return values.word("duplex") == "half"; }));
  }
  add(word("links", {"parallel", "wide"}, "parallel",
           "a branch has c_j links, or one of c_j times the bandwidth"));
  add(or_word(integer("queue_depth", 0, "unlimited",
                      "most packets that may wait in a router's queue; more end the run"),
              "unlimited"));
  return all;
}

}  // namespace

FatTreeShape shape_of(const Values& values) {
  const NodeId arity = values.node("arity");
  const NodeId nodes = values.node("nodes");
  const Json& capacities = values.at("capacities");
  if (capacities == "constant") return FatTreeShape::constant(arity, nodes);
  if (capacities == "exponential") return FatTreeShape::exponential(arity, nodes);
  return {arity, nodes, capacities.get<std::vector<std::int64_t>>()};
}

std::vector<Parameter> shape_parameters() {
  return {integer("arity", 2, kMostNodes, 2, "children of a router"), nodes_parameter(),
          capacities_parameter()};
}

std::vector<Parameter> timed_parameters(const std::vector<Parameter>& own) {
  return parameters_of(own, false);
}

std::vector<Parameter> queued_parameters(const std::vector<Parameter>& own) {
  return parameters_of(own, true);
}

Parameter root_parameter() { return leaf_parameter("root", "leaf that has, or gets, everything"); }

std::vector<Parameter> ends_parameters() {
  return {leaf_parameter("source", "leaf that has the block"),
          with_default(leaf_parameter("destination", "leaf that gets the block"),
                       "a leaf across the root", [](const Values& values) {
                         const std::int64_t nodes = values.number("nodes");
                         const std::int64_t child = nodes / values.number("arity");
                         return Json(values.number("source") < nodes - child ? nodes - 1 : 0);
                       })};
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
  return with_check(
      list, "a list of leaves, may be []", [](const Json& value, const Values& before) {
        for (const std::int64_t leaf : value) {
          if (leaf < nodes_asked(before)) continue;
          refuse(RefusalClass::kRange, fmt::format("--destinations names leaf {}: choose 0 .. {}.",
                                                   leaf, nodes_asked(before) - 1));
        }
      });
}

Parameter explicit_order_parameter() {
  const auto descending = [](const Values& values) {
    std::vector<std::int64_t> leaves;
    for (std::int64_t leaf = nodes_asked(values) - 1; leaf >= 0; --leaf) {
      if (leaf != values.number("root")) leaves.push_back(leaf);
    }
    return Json(leaves);
  };
  const Parameter list = with_default(
      integers("order", 0, Json::array(), "leaves in the order in which they are served"),
      "descending", descending);
  return with_check(list, "a permutation of the leaves without the root",
                    [descending](const Json& value, const Values& before) {
                      const std::vector<std::int64_t> others = descending(before);
                      std::vector<std::int64_t> leaves = value;
                      std::ranges::sort(leaves, std::greater{});
                      if (leaves == others) return;
                      refuse(RefusalClass::kRange,
                             fmt::format("--order {} is no permutation of the {} leaves other than "
                                         "the root: name each of them once.",
                                         value.dump(), others.size()));
                    });
}

Parameter greedy_order_parameter() {
  return word("order", words_of(kGreedyOrders), kGreedyOrders.front(),
              "order in which a leaf releases its blocks");
}

Parameter seed_parameter(const std::string& help) { return integer("seed", 0, 0, help); }

Parameter fifo_depth_parameter() {
  return or_word(integer("fifo_depth", 1, "unlimited",
                         "places of a router's queue; full ones hold packets back"),
                 "unlimited");
}

Parameter phase_order_parameter() {
  return word("phase_order", words_of(kPhaseOrders), kPhaseOrders.front(),
              "phases from the root down, or from the leaves up");
}

Parameter dispatch_parameter() {
  const Parameter parameter = word("dispatch", words_of(kDispatches), kDispatches.front(),
                                   "which leaf sends which block in which step of a phase");
  return with_check(parameter, parameter.range, [](const Json& value, const Values& before) {
    const auto dispatch = static_cast<PhaseDispatch>(place_of(value, kDispatches));
    if (suits(shape_of(before), dispatch)) return;
    refuse(RefusalClass::kSize,
           fmt::format("--dispatch {} needs effective capacities of {} on every level h: choose "
                       "other --capacities, or --dispatch general.",
                       value.get<std::string>(),
                       dispatch == PhaseDispatch::kPaperConstant ? "1" : "k^(h-1)"));
  });
}

}  // namespace plexus::fat_tree
