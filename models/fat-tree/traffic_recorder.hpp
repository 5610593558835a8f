#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/router/terminal.hpp"
#include "hw/rule/delivery_check.hpp"
#include "models/traffic/log.hpp"
#include "models/traffic/source.hpp"

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

}  // namespace plexus
