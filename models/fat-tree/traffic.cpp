#include <memory>
#include <utility>
#include <vector>

#include "models/fat-tree/algorithms.hpp"
#include "models/traffic/latency_log.hpp"

namespace plexus {

/// Tells the log what becomes of the packets of a run.
class TrafficRecorder final : public packet_watch_if {
 public:
  TrafficRecorder(const Demand& demand, NodeId nodes) : log{demand, nodes} {}

  void arrived(Cycles now, const RoutedPacket& packet) override {
    log.arrived(now, packet.left - Cycles{packet.source_wait}, packet.left);
  }
  void dropped(Cycles now, const RoutedPacket& /*packet*/) override { log.dropped(now); }

  LatencyLog log;
};

namespace {

/// A leaf offers the packets that its demand draws.
Program offer(terminal& self, const FatTreeCase& at) {
  NodeDemand demand{*at.demand, self.id(), at.nodes()};
  Cycles cycle{0};
  while (true) {
    cycle = demand.next_offer(cycle);
    if (cycle >= at.demand->end()) break;
    co_await self.wait_until(cycle);
    at.recorder->log.offered(cycle);
    self.post(self.pack_empty(demand.destination(), at.words.of(self.id())));
    cycle += 1_cycles;
  }
}

/// Notes what is left at the sources, batch by batch.
Program watch_sources(terminal& self, const FatTreeCase& at, const fat_tree& machine) {
  for (std::size_t batch = 0; batch <= LatencyLog::kBatches; ++batch) {
    co_await self.wait_until(at.recorder->log.batch_end(batch));
    at.recorder->log.note_backlog(machine.branches.at_sources());
  }
}

Program offer_and_watch(terminal& self, const FatTreeCase& at, const fat_tree& machine) {
  std::vector<Program> both;
  both.push_back(offer(self, at));
  both.push_back(watch_sources(self, at, machine));
  co_await all(self, std::move(both));
}

void prepare(FatTreeCase& at) {
  at.settle(FatTreeStyle::kQueueDriven, at.words.of(0));
  at.recorder = std::make_shared<TrafficRecorder>(*at.demand, at.nodes());
  at.hardware.watch = at.recorder.get();
  at.hardware.last = at.demand->end();
  at.hardware.rules.sources_drop = !at.demand->source_queue;
}

}  // namespace

/// Synthetic traffic: every leaf offers packets of `words` words to others, cycle by cycle.
FatTreeAlgorithm fat_tree_traffic() {
  FatTreeAlgorithm algorithm = fat_tree_algorithm(
      "traffic", "synthetic", "every leaf offers packets with probability --load per cycle",
      FatTreeKnobs::kQueueDriven, joined({demand_parameters(), {fifo_depth_parameter()}}));
  algorithm.is_default = true;
  algorithm.prepare = prepare;
  algorithm.data = [](const FatTreeCase&) {
    Operation operation;
    operation.name = "traffic";
    operation.before = operation.after = [](NodeId) { return std::vector<Interval>{}; };
    return operation;
  };
  algorithm.programs = [](const FatTreeCase& at, fat_tree& machine) -> NodeProgram<terminal> {
    return [&at, &machine](terminal& self) {
      return self.id() == 0 ? offer_and_watch(self, at, machine) : offer(self, at);
    };
  };
  algorithm.statistics = [](const FatTreeCase& at, const fat_tree&, Statistics& statistics) {
    at.recorder->log.report(statistics);
  };
  algorithm.declared = LatencyLog::declared();
  algorithm.check = [](const FatTreeCase&, const fat_tree& machine) -> std::optional<std::string> {
    machine.branches.check_conservation();
    return std::nullopt;
  };
  return algorithm;
}

}  // namespace plexus
