#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/fat-tree/channel_traffic.hpp"
#include "models/fat-tree/machine.hpp"
#include "models/traffic/series.hpp"

namespace plexus {

/// Tells the log what becomes of the packets of a run, and sees that those of one source and
/// destination come out as they went in: where all are of one length, for on parallel links a short
/// one may overtake a long one.
class TrafficRecorder final : public packet_watch_if {
 public:
  /// `holds_all`: as for the log.
  TrafficRecorder(const TrafficSetting& setting, NodeId nodes, bool holds_all)
      : log{setting, nodes, holds_all}, nodes_{nodes} {
    if (one_length(setting) && nodes <= kMostChecked) order_.emplace(nodes);
  }
  static constexpr NodeId kMostChecked = 4096;  ///< nodes of which the order is seen to: 64 MiB

  void arrived(Cycles now, const RoutedPacket& packet) override {
    if (order_) {
      const NodeId destination = packet.packet.destination();
      order_->deliver(packet.packet.source(), destination,
                      static_cast<std::uint32_t>(packet.packet.id() / nodes_), destination,
                      "fat_tree");
    }
    log.arrived(now, packet.left - Cycles{packet.source_wait}, packet.left, packet.words);
  }
  void dropped(Cycles /*now*/, const RoutedPacket& /*packet*/) override { log.dropped_at_source(); }

  TrafficLog log;

 private:
  /// Are all packets of one source of one length?
  [[nodiscard]] static bool one_length(const TrafficSetting& setting) {
    if (!setting.recorded) return true;
    return std::ranges::all_of(*setting.recorded, [](const std::vector<Offer>& of_node) {
      return std::ranges::all_of(
          of_node, [&](const Offer& packet) { return packet.words == of_node.front().words; });
    });
  }

  NodeId nodes_;
  std::optional<delivery_check> order_;
};

namespace {

/// A recorded packet says its own; others have those of a block from their source to there.
Words words_of(const FatTreeCase& at, NodeId source, const Offer& packet) {
  return at.traffic->recorded ? Words{packet.words} : at.words.of(source, packet.destination);
}

/// The longest packet; none where there is nobody to send to.
Words longest_of(const FatTreeCase& at) {
  const bool recorded = at.traffic->recorded && at.nodes() > 1;
  return recorded ? Words{longest_packet(*at.traffic)} : fat_tree::longest_of_alltoall(at);
}

/// A leaf offers the packets of its source.
Program offer(terminal& self, const FatTreeCase& at) {
  TrafficSource source{*at.traffic, self.id(), at.nodes()};
  for (; source.next().born != TrafficSource::kNever; source.advance()) {
    const Offer& packet = source.next();
    co_await self.wait_until(packet.born);
    at.recorder->log.offered(packet.born);
    self.post(self.pack_empty(packet.destination, words_of(at, self.id(), packet)));
  }
}

/// Notes what is left at the sources, batch by batch.
Program watch_sources(terminal& self, const FatTreeCase& at, const fat_tree_machine& machine) {
  TrafficLog& log = at.recorder->log;
  for (auto due = log.next_backlog(); due; due = log.next_backlog()) {
    co_await self.wait_until(*due);
    log.note_backlog(machine.branches.at_sources());
  }
}

Program offer_and_watch(terminal& self, const FatTreeCase& at, const fat_tree_machine& machine) {
  std::vector<Program> both;
  both.push_back(offer(self, at));
  both.push_back(watch_sources(self, at, machine));
  co_await all(self, std::move(both));
}

void prepare(FatTreeCase& at) {
  at.settle(FatTreeStyle::kQueueDriven, longest_of(at));
  at.recorder =
      std::make_shared<TrafficRecorder>(*at.traffic, at.nodes(), !at.hardware.rules.queue_places);
  at.hardware.watch = at.recorder.get();
  at.hardware.last = at.traffic->end();
  at.hardware.rules.sources_drop = !at.traffic->source_queue;
}

/// Cycles that packets have waited in these queues up to cycle `now`.
Cycles waited(const std::vector<const branch_output*>& queues, Cycles now) {
  Cycles all{0};
  for (const branch_output* const output : queues) {
    all += output->figures().total_wait;
    for (std::size_t i = 0; i < output->queue().size(); ++i) all += now - output->queue()[i]->since;
  }
  return all;
}

/// Shows the queues of the routers: by level, up and down.
QueueLevels watch_queues(const fat_tree_machine& tree) {
  std::map<std::pair<unsigned, bool>, std::vector<const branch_output*>> at;  // level, down
  for (const branch_output& output : tree.branches.outputs()) {
    if (!output.of_router()) continue;
    const auto router = static_cast<std::uint32_t>(output.sender().place());
    at[{tree.route.place_of(router).level, !output.upwards()}].push_back(&output);
  }
  std::vector<QueueGroup> groups;
  for (const auto& [place, queues] : at) {
    groups.push_back(
        {fmt::format("level {} {}", place.first, place.second ? "down" : "up"), queues.size(),
         [queues](Cycles now) { return static_cast<std::uint64_t>(waited(queues, now).count()); }});
  }
  return levels_of([&tree](Cycles) { return tree.branches.at_sources(); }, std::move(groups));
}

std::optional<std::string> imbalance(const FatTreeCase& at, const fat_tree_machine& top) {
  const branch_bank& branches = top.branches;
  branches.check_conservation();
  const std::uint64_t waiting = branches.at_sources();
  return at.recorder->log.imbalance(
      branches.entered() - branches.left() - branches.dropped() - waiting, waiting);
}

}  // namespace

/// Synthetic traffic: every leaf offers packets of `words` words to others, cycle by cycle.
Algorithm<FatTreeCase> fat_tree::traffic_synthetic() {
  return {
      .operation = "traffic",
      .name = "synthetic",
      .summary = "every leaf offers packets with probability --load per cycle",
      .is_default = true,
      .parameters = queued_parameters(joined(
          {{recorded_parameter(), pattern_parameter(), traffic_permutation_parameter(),
            load_parameter(0.1), burst_parameter(), integer("seed", 0, 1, "of the random numbers")},
           measured_cycles_parameters(),
           {source_queue_parameter(), fifo_depth_parameter()}})),
      .prepare = prepare,
      .programs = [](const FatTreeCase& at, fat_tree_machine& top) -> NodeProgram<terminal> {
        return [&at, &top](terminal& self) {
          return self.id() == 0 ? offer_and_watch(self, at, top) : offer(self, at);
        };
      },
      .statistics = [](const FatTreeCase& at, const fat_tree_machine&,
                       Statistics& statistics) { at.recorder->log.report(statistics); },
      .declared = TrafficLog::declared(),
      .check = imbalance};
}

void add_fat_tree_traffic(Catalogue& catalogue) {
  MachineKind<FatTreeCase> kind = fat_tree_kind();
  kind.declared = fat_tree_statistics();  // no steps
  kind.statistics = nullptr;
  kind.check = nullptr;  // packets may be on the way
  MachineList<FatTreeCase>{catalogue, kind}(fat_tree::traffic_synthetic());
  add_channel_switching(catalogue.algorithms.back());
  add_traffic_series(catalogue, "fat-tree", [](machine& top) {
    auto* const channels = dynamic_cast<direct_traffic*>(&top);
    return channels != nullptr ? channels->watch_queues()
                               : watch_queues(dynamic_cast<const fat_tree_machine&>(top));
  });
}

}  // namespace plexus
