#include "models/pops/traffic_synthetic.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/algorithm.hpp"
#include "models/catalogue/json.hpp"
#include "models/pops/algorithm.hpp"
#include "models/pops/module.hpp"
#include "models/pops/parameters.hpp"
#include "models/traffic/log.hpp"
#include "models/traffic/series.hpp"
#include "models/traffic/source.hpp"

namespace plexus {

namespace {

/// Sees that packets arrive where they are to, those of one source and destination in their order.
/// A packet's data: its source, its destination, and its number among those of its source.
class packets_in_order final : public pops_data {
 public:
  explicit packets_in_order(NodeId nodes) : nodes_{nodes} {}

  void keep(NodeId node, const Message& message) override {
    const auto [source, destination, number] = message.data;
    if (next_.empty()) next_.resize(std::size_t{nodes_} * nodes_, 0);
    std::uint64_t& next = next_[source * nodes_ + destination];
    if (destination != node || number < next) {
      wrong_ = fmt::format("Packet {} of node {} for node {} arrives at node {}{}.", number, source,
                           destination, node, number < next ? ", behind a later one" : "");
    }
    next = number + 1;
  }
  [[nodiscard]] std::optional<std::string> problem() const override { return wrong_; }

 private:
  NodeId nodes_;
  std::vector<std::uint64_t> next_;  ///< by source and destination
  std::optional<std::string> wrong_;
};

/// What the nodes of a run share.
struct SharedTraffic {
  SharedTraffic(const TrafficSetting& of, NodeId nodes)
      : setting{of}, log{setting, nodes}, queues{setting, nodes, log} {}

  TrafficSetting setting;
  TrafficLog log;
  SourceQueues queues;
};

struct PopsTrafficCase : PopsCase {
  TrafficSetting setting;
  std::shared_ptr<SharedTraffic> traffic;  ///< filled by the run
};

TrafficSides processors_of(const Values& values) {
  return {values.number("d") * values.number("g")};
}

/// The first beginning of a slot at or behind `cycle`.
Cycles slot_behind(Cycles cycle, Cycles slot) {
  return ((cycle.count() + slot.count() - 1) / slot.count()) * slot;
}

/// Slot by slot: a packet that waits asks for its coupler and for its receiver until both grant it.
/// A packet takes its node's transmitter as soon as that is free; without a queue, what is offered
/// while it is taken is dropped.
Program offer(pops_node& self, const PopsTrafficCase& at) {
  SharedTraffic& traffic = *at.traffic;
  const Cycles slot = at.slot();
  const Cycles end = traffic.setting.end();
  const NodeId id = self.id();
  std::uint64_t number = 0;
  Cycles now{0};
  while (now < end) {
    // What has left in the slot before has been told by all nodes, so it can be counted.
    traffic.queues.begin_cycle(now - 1_cycles);
    const Offer* const packet = traffic.queues.head(id, now);
    if (packet == nullptr) {
      const Cycles born = std::min(traffic.queues.birth(id), end);
      const Cycles until = std::max(slot_behind(born, slot), now + slot);
      const auto idle = static_cast<std::uint64_t>((until - now).count() / slot.count());
      static_cast<void>(co_await self.listen(at.words, idle));
      now = until;
      continue;
    }
    const Offer sent = *packet;
    co_await self.request(at.words, self.to(sent.destination, {id, sent.destination, number++}));
    now = ClockPeriod{}.now();
    if (now > end) break;  // what arrives then is told as still waiting
    traffic.queues.leave(id, now - slot);
    traffic.log.arrived(now, sent.born, now - slot, static_cast<std::uint32_t>(at.words.count()));
    traffic.queues.refuse(id, now - 1_cycles);
  }
}

std::vector<Parameter> parameters() {
  const PopsAlgorithm of_machine{.operation = "traffic",
                                 .name = "synthetic",
                                 .summary = "",
                                 .knobs = {PopsKnob::kMultiRx},
                                 .require = {},
                                 .data = {},
                                 .programs = {},
                                 .equations = {},
                                 .exact = {},
                                 .lower_bound = {}};
  return joined({pops_parameters(of_machine),
                 {recorded_parameter(processors_of), pattern_parameter(processors_of),
                  load_parameter(0.1), burst_parameter(), source_queue_parameter(),
                  integer("seed", 0, 1, "of the random numbers")},
                 measured_cycles_parameters()});
}

PopsTrafficCase read(const Values& values) {
  PopsTrafficCase at{pops_case(values), traffic_setting(values, processors_of), nullptr};
  if (at.setting.recorded) {
    for (const std::vector<Offer>& of_node : *at.setting.recorded) {
      for (const Offer& packet : of_node) {
        if (Words{packet.words} == at.words) continue;
        throw Refusal{RefusalClass::kFeature,
                      fmt::format("--recorded has a packet of {} words, and all slots of a POPS "
                                  "are of --words {}: choose the same.",
                                  packet.words, at.words.count())};
      }
    }
  }
  return at;
}

Algorithm<PopsTrafficCase> synthetic() {
  Algorithm<PopsTrafficCase> row;
  row.operation = "traffic";
  row.name = "synthetic";
  row.summary = "every node offers packets with probability --load per cycle; round-robin grants";
  row.parameters = parameters();
  row.prepare = [](PopsTrafficCase& at) {
    at.truth = std::make_shared<packets_in_order>(at.nodes());
    at.traffic = std::make_shared<SharedTraffic>(at.setting, at.nodes());
  };
  row.program = offer;
  row.check = [](const PopsTrafficCase& at, const pops_machine&) -> std::optional<std::string> {
    at.traffic->queues.begin_cycle(at.setting.end());
    if (auto problem = at.truth->problem()) return problem;
    return at.traffic->log.imbalance(0);  // a message crosses in one slot: none is on the way
  };
  row.statistics = [](const PopsTrafficCase& at, const pops_machine&, Statistics& statistics) {
    at.traffic->log.report(statistics);
  };
  row.declared = TrafficLog::declared();
  row.blocks = {"pops_arbiter"};
  return row;
}

}  // namespace

void add_pops_traffic(Catalogue& catalogue) {
  const MachineList<PopsTrafficCase> add{
      catalogue,
      {.name = "pops",
       .read = read,
       .build =
           [](const PopsTrafficCase& at, const Operation&, const ConstructionOrder& order) {
             return std::make_unique<pops_machine>("pops", at.shape, at.rules, *at.truth, at.optics,
                                                   order);
           },
       .memory =
           [](const PopsTrafficCase& at) {
             const double n = at.nodes();
             return 1.2 * memory_of(n, 0) + 8.5 * n * n;
           },
       .blocks = {"pops_coupler", "pops_tx", "pops_rx", "pops_slot_ctrl", "pops_route", "pops_net"},
       .declared = pops_machine::statistics(),
       .layout = [](const PopsTrafficCase& at) { return layout(at.shape); },
       .beyond_paper = {}}};
  add(synthetic());
  add_traffic_series(catalogue, "pops");
}

}  // namespace plexus
