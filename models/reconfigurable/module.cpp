#include "models/reconfigurable/module.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "hw/fast/prefetch.hpp"
#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

crossbar_node::Context context_of(const Plan& plan, const Operation& operation) {
  crossbar_node::Context context;
  context.space = operation.space;
  context.space.apart = plan.moves ? 1 : 0;
  context.blocks_move = plan.moves;
  context.in_vain = plan.in_vain;
  return context;
}

/// The fixed network of a machine whose links last for the whole run.
std::vector<PhaseLink> wires_of(const ReconfigurableCase& at) {
  if (!at.wired()) return {};
  return FixedNetwork{at.topology, at.nodes, at.ports, at.rows}.links();
}

/// Ports that a node needs: those of the schedule and those that are wired.
std::uint32_t ports_of(const LinkSchedule& schedule, std::span<const PhaseLink> wires) {
  std::uint32_t ports = std::max(1U, schedule.ports());
  for (const PhaseLink& wire : wires) ports = std::max({ports, wire.a.port + 1, wire.b.port + 1});
  return ports;
}

}  // namespace

reconfigurable_machine::reconfigurable_machine(sc_core::sc_module_name name,
                                               const ReconfigurableCase& at,
                                               const Operation& operation,
                                               const ConstructionOrder& order)
    : machine_of{name, at.nodes, context_of(*at.plan, operation), order},
      at_{at},
      plan_{at.plan},
      ends_{plan_->schedule, at.nodes},
      wires_{wires_of(at)},
      mode_{at.mode},
      setting_{at.policy.timing},
      ports_each_{plan_->given_ports ? at.ports : at.shape().ports},
      links_{"crossbar", plan_->schedule, at.nodes, ports_of(plan_->schedule, wires_), at.link},
      manager_{at.wired() ? make_wired("manager", at.policy.grain)
                          : make_manager("manager", at.nodes, at.policy)},
      setup{"setup", *manager_} {
  links_to_set(links_);
  links_.manager(setup);
  manager_->links(links_to_set);
  if (at.wired()) links_.wire(wires_);
  if (!plan_->rcp_steps.empty()) {
    addresses_ = std::make_unique<rcp_addresses>("addresses", at.nodes, at.shape().ports, at.root);
  }
  if (!plan_->labels.empty()) {
    steering_ = std::make_unique<clique_steering>("steering", at.shape().radix(), plan_->labels);
    steering_port_.emplace("cliques", *steering_);
  }
  for (NodeId id = 0; id < at.nodes; ++id) node(id).links(links_.end(id));
}

Words reconfigurable_machine::redundant_words() const {
  Words sum{0};
  for (NodeId id = 0; id < size(); ++id) sum += node(id).in_vain();
  return sum;
}

void reconfigurable_machine::listen(trace_sink_if& sink) {
  machine::listen(sink);
  links_.listen(sink);
  manager_->listen(sink);
}

namespace {

const Statistic kPhases{"phases", "phases", "configurations that were set"};
const Statistic kLinksSet{"links_set", "links", "links that were set, over all phases"};
const Statistic kLinksPerPhase{"links_per_phase", "links", "links that were set, phase by phase"};
const Statistic kStepWords{"step_words", "words", "longest message of every phase or step"};
const Statistic kMessages{"messages", "messages", "messages that were sent"};
const Statistic kWordsMoved{"words_moved", "words", "words of all messages, each hop counted"};
const Statistic kModuleManagerBusy{"manager_busy_cycles", "cycles",
                                   "cost of all commands together"};
const Statistic kManagerCommands{"manager_commands", "commands", "of all who set links"};
const Statistic kExposed{"exposed_cycles", "cycles", "cycles in which no message was under way"};
const Statistic kLinkBusy{"link_busy_cycles", "cycles", "cycles of all messages together"};
const Statistic kOpenWait{"open_wait_cycles", "cycles",
                          "from the opening of a link to its start, over all links"};
const Statistic kRedundant{"redundant_words", "words", "words that came to who held them already"};
const Statistic kPortUtilisation{"port_utilisation", "", "busy share of all ports and cycles"};
const Statistic kMostRequests{"most_requests_waiting", "requests",
                              "most requests at the manager at once; dynamic mode"};
const Statistic kRequestWait{"request_wait_cycles", "cycles",
                             "from the arrival of a request to its command; dynamic mode"};
const Statistic kModuleSteps{"steps", "steps", "steps on the fixed network"};
const Statistic kSetupLinks{"setup_links", "links", "set before the start; quasi-static mode"};
const Statistic kSetupCycles{"setup_cycles", "cycles",
                             "of the manager before the start; quasi-static mode"};

}  // namespace

std::vector<Statistic> reconfigurable_machine::statistics() {
  return {kPhases,      kLinksSet,          kLinksPerPhase,   kStepWords,    kMessages,
          kWordsMoved,  kModuleManagerBusy, kManagerCommands, kExposed,      kLinkBusy,
          kOpenWait,    kRedundant,         kPortUtilisation, kMostRequests, kRequestWait,
          kModuleSteps, kSetupLinks,        kSetupCycles};
}

void reconfigurable_machine::report(Cycles cycles, Statistics& statistics) const {
  const CrossbarFigures& figures = links_.figures();
  const bool wired =
      mode_ == ReconfigurableMode::kStatic || mode_ == ReconfigurableMode::kQuasiStatic;
  Json links_per_phase = Json::array();
  Json step_words = Json::array();
  for (const PhaseLog& phase : links_.phases()) {
    if (!wired) links_per_phase.push_back(phase.links);
    step_words.push_back(phase.longest.count());
  }
  statistics.set(kPhases, links_per_phase.size());
  statistics.set(kLinksSet, wired ? 0 : figures.links);
  statistics.set(kLinksPerPhase, std::move(links_per_phase));
  statistics.set(kStepWords, std::move(step_words));
  statistics.set(kMessages, figures.messages);
  statistics.set(kWordsMoved, figures.words.count());
  statistics.set(kModuleManagerBusy, setup.occupant().figures().busy.count());
  statistics.set(kManagerCommands, setup.occupant().figures().commands);
  statistics.set(kExposed, links_.exposed().count());
  statistics.set(kLinkBusy, figures.link_busy.count());
  statistics.set(kOpenWait, figures.open_wait.count());
  statistics.set(kRedundant, redundant_words().count());
  const double all = static_cast<double>(size()) * static_cast<double>(ports_each_) *
                     static_cast<double>(cycles.count());
  statistics.set(kPortUtilisation,
                 all > 0 ? static_cast<double>(figures.link_busy.count()) / all : 0.0);
  if (mode_ == ReconfigurableMode::kDynamic) {
    statistics.set(kMostRequests, setup.occupant().figures().most_waiting);
    statistics.set(kRequestWait, setup.occupant().figures().request_wait.count());
  }
  if (wired) statistics.set(kModuleSteps, links_.phases().size());
  if (mode_ == ReconfigurableMode::kQuasiStatic) {
    const auto links = static_cast<std::int64_t>(wires_.size());
    statistics.set(kSetupLinks, links);
    statistics.set(kSetupCycles, setting_.command(links).count());
  }
}

namespace {

/// In a phase of cliques: the blocks that the node holds, by the port to which each is steered.
std::map<std::uint32_t, BlockList> steered(const crossbar_node& self, clique_steering_if& steering,
                                           std::size_t phase, NodeId nodes) {
  std::map<std::uint32_t, BlockList> blocks;
  for (const Interval& held : self.memory().whole_blocks()) {
    for (BlockId block = held.first; block < held.end(); ++block) {
      const auto destination = static_cast<NodeId>(block % nodes);
      const SteerOut goes = steering.decide(self.id(), {static_cast<int>(phase), destination});
      if (!goes.keep) blocks[*goes.port].add(block);
    }
  }
  return blocks;
}

}  // namespace

Program play(crossbar_node& self, const reconfigurable_machine& machine) {
  const Plan& plan = machine.plan();
  std::vector<Packet> messages;
  for (auto rest = machine.ends(self.id()); !rest.empty();) {
    const auto ends = same_phase(rest);  // for each phase in which it has links:
    rest = rest.subspan(ends.size());
    prefetch(rest.data(), 64);
    messages.assign(ends.size(), Packet{});
    std::map<std::uint32_t, BlockList> by_port;
    if (machine.steering() != nullptr) {
      by_port = steered(self, *machine.steering(), ends.front().phase, machine.size());
    }
    if (machine.addresses() != nullptr && machine.addresses()->watched()) {
      for (const NodeEnd& end : ends) {
        const int step = plan.rcp_steps[end.phase];
        machine.addresses()->reached(step, self.id(), end.port, end.first);
      }
    }
    const Packet* first = nullptr;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const PhaseLink& link = plan.schedule.links()[ends[i].link];
      const Words words = ends[i].first ? link.to_b : link.to_a;
      if (words == 0_words) continue;
      const CrossbarPort from = ends[i].first ? link.a : link.b;
      const CrossbarPort to = ends[i].first ? link.b : link.a;
      const std::size_t place = ends[i].link - plan.schedule.begin(ends[i].phase);
      if (plan.same_for_all && first != nullptr) {
        messages[i] =
            Packet{self.new_packet(), self.id(), to.node, first->words(), first->blocks()};
        continue;
      }
      const Blocks blocks =
          machine.steering() != nullptr
              ? by_port[from.port].blocks({0_words, machine.block_words()})
              : plan.blocks({ends[i].phase, place, ends[i].first, from, to, words});
      messages[i] = self.message(ends[i], blocks, to.node);  //   what it sends it must hold
      first = &messages[i];
    }
    co_await self.meet(ends, messages);
  }
}

}  // namespace plexus
