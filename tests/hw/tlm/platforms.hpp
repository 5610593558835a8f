#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/catalogue/json.hpp"
#include "models/platform/networks.hpp"

namespace plexus {

/// A packet network as a module, and the machine whose traffic has the same hardware.
struct Platform {
  std::string machine;  ///< empty: the bus, which has none
  Json shape;
  NodeId ports = 8;
  std::function<std::unique_ptr<packet_network>(const char*, const ClockPeriod&)> make;
};

inline const std::vector<Platform>& platforms() {
  using std::make_unique;
  static const std::vector<Platform> all{
      {"ring",
       {{"nodes", 8}},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<direct_network>(name, ring_shape(8), DirectRouters{}, clock);
       }},
      {"torus",
       {{"sides", {4, 3}}, {"flow", "bypass"}, {"fifo_depth", 1}},
       12,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<direct_network>(name, torus_shape({4, 3}),
                                            DirectRouters{.depth = 1, .credit_delay = 0}, clock);
       }},
      {"torus",
       {{"sides", {4, 2}}, {"wrap", false}, {"pipeline", 3}, {"arbitration", "oldest"}},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<direct_network>(
             name, mesh_shape({4, 2}),
             DirectRouters{.arbitration = Arbitration::kOldest, .pipeline = 3}, clock);
       }},
      {"hypercube",
       {{"dimension", 3}, {"routing", "minimal-adaptive"}, {"arbitration", "random"}},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<direct_network>(name, hypercube_shape(3),
                                            DirectRouters{.routing = Routing::kMinimalAdaptive,
                                                          .arbitration = Arbitration::kRandom},
                                            clock);
       }},
      {"omega",
       {{"nodes", 8}},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<omega_network>(name, NetworkShape{NetworkKind::kOmega, 8},
                                           FifoSetting{.depth = 4}, clock);
       }},
      {"omega",
       {{"nodes", 8}, {"flow", "bypass"}, {"fifo_depth", 1}},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<omega_network>(name, NetworkShape{NetworkKind::kOmega, 8},
                                           FifoSetting{.depth = 1, .bypass = true}, clock);
       }},
      {"fat-tree",
       {{"nodes", 8}, {"capacities", {1, 2, 3}}, {"startup", 2}},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<fat_tree_network>(name, FatTreeShape{2, 8, {1, 2, 3}},
                                              LinkTiming{2_cycles, 1_words}, 0, clock);
       }},
      {"fat-tree",
       {{"nodes", 8}, {"capacities", {2, 2, 2}}, {"bandwidth", 2}},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<fat_tree_network>(name, FatTreeShape{2, 8, {2, 2, 2}},
                                              LinkTiming{0_cycles, 2_words}, 0, clock);
       }},
      {"fat-tree",
       {{"nodes", 8}, {"capacities", {1, 2, 2}}, {"startup", 1}, {"fifo_depth", 1}},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<fat_tree_network>(name, FatTreeShape{2, 8, {1, 2, 2}},
                                              LinkTiming{1_cycles, 1_words}, 1, clock);
       }},
      {"",
       {},
       8,
       [](const char* name, const ClockPeriod& clock) {
         return make_unique<bus_network>(name, 8, 2, LinkTiming{1_cycles, 1_words}, clock);
       }},
  };
  return all;
}

/// Follows all packets of a network.
struct PacketNotes final : network_watch_if {
  struct Note {
    NetworkPacket packet;
    Cycles entered;
    Cycles arrived;
  };
  void entered(const NetworkPacket& packet, Cycles now) override {
    offers.push_back(packet);
    when_entered.push_back(now);
  }
  void arrived(const NetworkPacket& packet, Cycles now) override {
    for (std::size_t i = first_; i < offers.size(); ++i) {
      const NetworkPacket& offer = offers[i];
      if (done_.size() <= i) done_.resize(i + 1, false);
      if (done_[i] || offer.tag != packet.tag || offer.source != packet.source) continue;
      done_[i] = true;
      notes.push_back({packet, when_entered[i], now});
      break;
    }
    while (first_ < done_.size() && done_[first_]) ++first_;
  }

  std::vector<NetworkPacket> offers;  ///< in the order in which they entered
  std::vector<Cycles> when_entered;
  std::vector<Note> notes;  ///< in the order in which they arrived

 private:
  std::vector<bool> done_;
  std::size_t first_ = 0;
};

}  // namespace plexus
