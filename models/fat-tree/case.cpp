#include "models/fat-tree/case.hpp"

#include <algorithm>

#include "models/catalogue/json.hpp"
#include "models/fat-tree/parameters.hpp"

namespace plexus {

namespace {

const Statistic kSteps{"steps", "steps", "cycles / cycles_per_step; half duplex: half-steps"};
const Statistic kCyclesPerStep{"cycles_per_step", "cycles", "of a hop, where all take as many"};

std::vector<NodeId> leaves_of(const Values& values, const std::string& name) {
  std::vector<NodeId> leaves;
  if (!values.has(name) || !values.at(name).is_array()) return leaves;
  for (const std::int64_t leaf : values.list(name)) leaves.push_back(static_cast<NodeId>(leaf));
  return leaves;
}

}  // namespace

FatTreeCase::FatTreeCase(const Values& values) : tree{fat_tree_of(values)} {
  const auto is = [&](const std::string& name, const std::string& word) {
    return values.has(name) && values.at(name) == word;
  };
  const auto leaf = [&](const std::string& name) {
    return values.has(name) ? values.node(name) : NodeId{0};
  };
  if (!values.has("startup")) return;  // a question about the tree itself
  hardware.timing = values.timing();
  hardware.wide = is("links", "wide");
  if (values.at("queue_depth").is_number()) {
    hardware.rules.queue_limit = values.number("queue_depth");
  }
  hardware.rules.down_first = !is("priority", "up");
  half_duplex = is("duplex", "half");
  synchronous = is("router", "synchronous");
  words = block_words_of(values);
  source = leaf("source");
  destination = leaf("destination");
  root = leaf("root");
  destinations = leaves_of(values, "destinations");
  std::ranges::sort(destinations);
  destinations.erase(std::unique(destinations.begin(), destinations.end()), destinations.end());
  std::erase(destinations, root);
  order = leaves_of(values, "order");
  if (values.has("order") && values.at("order").is_string()) {
    greedy_order = greedy_order_of(values.word("order"));
  }
  if (values.has("seed")) seed = static_cast<std::uint64_t>(values.number("seed"));
  if (values.has("recorded")) traffic = traffic_setting(values);
  if (values.has("fifo_depth") && values.at("fifo_depth").is_number()) {
    hardware.rules.queue_places = values.number("fifo_depth");
  }
  if (is("phase_order", "ascending")) phase_order = PhaseOrder::kAscending;
  if (values.has("dispatch")) dispatch = phase_dispatch_of(values.word("dispatch"));
}

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

Words longest_from(const BlockWords& words, NodeId source, std::span<const NodeId> destinations) {
  Words longest{0};
  for (const NodeId to : destinations) longest = std::max(longest, words.of(source, to));
  return longest;
}

Words longest_to(const BlockWords& words, NodeId destination, NodeId nodes) {
  Words longest{0};
  for (NodeId from = 0; from < nodes; ++from) {
    if (from != destination) longest = std::max(longest, words.of(from, destination));
  }
  return longest;
}

Words longest_of_allgather(const BlockWords& words, NodeId nodes) {
  Words longest{0};
  for (NodeId from = 0; from < nodes && nodes > 1; ++from) {
    longest = std::max(longest, words.of(from));
  }
  return longest;
}

/// Sums s + d of two different nodes are all the numbers 1 .. 2n - 3.
Words longest_of_alltoall(const BlockWords& words, NodeId nodes) {
  Words longest{0};
  for (NodeId sum = 1; sum + 3 <= 2 * nodes; ++sum) longest = std::max(longest, words.of(sum));
  return longest;
}

void note_steps(const FatTreeCase& at, const fat_tree& machine, Statistics& statistics) {
  const auto step = at.cycles_per_step();
  const bool counts = step && (!at.words.varied || at.hardware.rules.slot);
  statistics.set(kSteps, counts ? Json(machine.completed().count() / step->count()) : Json());
  statistics.set(kCyclesPerStep, step ? Json(step->count()) : Json());
}

std::vector<Statistic> step_statistics() { return {kSteps, kCyclesPerStep}; }

}  // namespace plexus
