
#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"
#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/machine.hpp"
#include "models/reconfigurable/module.hpp"
#include "models/reconfigurable/parameters.hpp"
#include "models/reconfigurable/plan.hpp"
#include "models/synthesis/slot_algorithm.hpp"

namespace plexus {

namespace {

/// Links may stand side by side: of each two nodes as many as one has ports, or all words need.
SlotNetwork network(const ReconfigurableCase& at, std::size_t words) {
  constexpr std::int64_t kMostLinks = 1'000'000;
  SlotNetwork network{.nodes = at.nodes, .ports = at.ports};
  const std::int64_t each = std::min(at.ports, static_cast<std::int64_t>(words));
  const std::int64_t links = std::int64_t{at.nodes} * (at.nodes - 1) / 2 * each;
  if (links > kMostLinks) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("An optimal schedule is searched for among at most {} links that can "
                              "be set, and here there are {}: choose fewer --ports or --nodes.",
                              kMostLinks, links)};
  }
  for (NodeId a = 0; a < at.nodes; ++a) {
    for (NodeId b = a + 1; b < at.nodes; ++b) {
      for (std::int64_t i = 0; i < each; ++i) {
        network.media.push_back({{a}, {b}});
        network.media.push_back({{b}, {a}});
      }
    }
  }
  return network;
}

void require_phases(const ReconfigurableCase& at) {
  const SettingTiming& setting = at.policy.timing;
  const bool plain = at.as_in_the_paper() && setting.fixed == 0_cycles &&
                     setting.per_link == 0_cycles && at.link.transfer(1_words) == 1_cycles &&
                     at.link.transfer(2_words) == 2_cycles;
  if (plain) return;
  throw Refusal{
      RefusalClass::kFeature,
      "An optimal schedule of configurations is searched for where setting them takes no "
      "time, and a word one cycle: leave out --beta-r, --tau-r, --startup, --handshake, "
      "--bandwidth, --cycles-per-word, --mode, --grain, --banks, --setters and --preset."};
}

/// A phase for each slot, its links on the first ports that are left.
Plan plan_of(const ReconfigurableCase& at, const SlotProblem& problem, const SlotTimetable& sends) {
  Plan plan;
  plan.given_ports = true;
  std::map<std::tuple<std::size_t, std::size_t, bool>, std::uint64_t> words;  // as Sending says
  std::map<std::size_t, PhaseLink> links;                                     // of the slot
  std::vector<std::uint32_t> ports;
  std::int64_t slot = -1;
  const auto set = [&] {
    for (const auto& [number, link] : links) plan.schedule.add(link);
    links.clear();
    ports.assign(at.nodes, 0);
  };
  for (const SlotSend& one : sends) {
    for (; slot < one.slot; ++slot) {
      set();
      plan.schedule.begin_phase();
    }
    const bool to_b = one.medium % 2 == 0;
    const auto [entry, first] = links.try_emplace(one.medium / 2);
    PhaseLink& link = entry->second;
    if (first) {
      const SlotMedium& way = problem.network.media[one.medium / 2 * 2];
      const NodeId a = way.from.front();
      const NodeId b = way.to.front();
      link = {{a, ports[a]++}, {b, ports[b]++}, 0_words, 0_words};
    }
    (to_b ? link.to_b : link.to_a) = 1_words;
    // Media rise in a slot, so links stand in the order in which they are met.
    words[{static_cast<std::size_t>(one.slot), links.size() - 1, to_b}] =
        problem.tokens[one.token].piece;
  }
  set();
  plan.blocks = [words = std::move(words)](const Sending& sent) {
    return run_of_blocks(static_cast<std::int64_t>(words.at({sent.phase, sent.place, sent.to_b})),
                         1, 1_words);
  };
  return plan;
}

/// The machine for who looks for schedules: links that the manager sets, phase by phase.
SlottedMachine<ReconfigurableCase> in_phases() {
  return {.network = network,
          .require = require_phases,
          .use =
              [](ReconfigurableCase& at, const SlotProblem& problem, const SlotTimetable& sends) {
                reconfigurable::take(at, plan_of(at, problem, sends));
              },
          .programs = [](const ReconfigurableCase&, reconfigurable_machine& top, const SlotProblem&,
                         const SlotTimetable&) -> NodeProgram<crossbar_node> {
            return [&top](crossbar_node& self) { return play(self, top); };
          }};
}

/// Parameters of its operations.
SearchedParameters phases_parameters() {
  const auto with = [](std::vector<Parameter> own) {
    return joined({reconfigurable_parameters(), std::move(own)});
  };
  return {reconfigurable_parameters(),
          with({reconfigurable_root_parameter("node that sends to all, or gets all")}),
          with(source_and_destination(nodes_asked, "half way round", half_way_round)),
          node_permutation_parameter()};
}

}  // namespace

void add_reconfigurable_searches(Catalogue& catalogue) {
  add_slotted_searches<ReconfigurableCase>(catalogue, reconfigurable_kind(), in_phases(),
                                           phases_parameters());
}

}  // namespace plexus
