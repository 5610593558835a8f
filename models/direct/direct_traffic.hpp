#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/router_bank.hpp"
#include "hw/rule/delivery_check.hpp"
#include "models/catalogue/algorithm.hpp"
#include "models/direct/direct_channels.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/traffic/traffic_machine.hpp"

namespace plexus {

/// A direct network for traffic: its shape.
struct DirectNetwork {
  DirectWiring wiring;
  bool rings = false;  ///< packets go round in some dimension
  std::function<std::unique_ptr<const direct_steps_if>()> steps;
  TrafficSides sides;  ///< for patterns: the last one counts fastest in a node's number
  /// Routers without a node, numbered behind those of the nodes; the wiring speaks of them, too.
  NodeId inner_routers = 0;
  /// Name of the group in which queues of an input are shown. Empty: by the input.
  std::function<std::string(std::uint32_t router, std::uint32_t port)> queue_group{};
};

/// The same wires between routers, those without a node among them.
[[nodiscard]] RouterWiring wiring_of(const DirectNetwork& network);

/// The parameters of traffic on a direct network, read once.
struct DirectTrafficCase;

/// Watches that packets of one source and destination which took the same channels come out in the
/// order in which they went in: of each way that it remembers, some ten thousands in all, the last
/// packet. Ends the run otherwise: fault `order`.
class path_order_check {
 public:
  explicit path_order_check(NodeId nodes);

  void deliver(const RouterPacket& packet, const char* part);

 private:
  struct Way {
    std::uint64_t key = 0;   ///< mixed from source, destination and channels
    std::uint32_t next = 0;  ///< numbers from here on may come
  };
  std::vector<Way> ways_;  ///< by the key's low bits
};

/// Traffic on a network of routers with virtual channels, one at each node and perhaps some between
/// them. No programs run: the sources offer packets.
class direct_traffic final : public traffic_machine, public router_client_if {
 public:
  direct_traffic(sc_core::sc_module_name name, const DirectTrafficCase& at,
                 const ConstructionOrder& order = {});

  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;
  [[nodiscard]] Layout layout() const override { return layout_ ? layout_() : machine::layout(); }

 private:
  /// Queues that are looked at together.
  struct WatchedQueues {
    std::string name;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> queues{};  ///< router, channel of an input
    std::uint64_t words = 0;                                        ///< over the cycles so far
  };

  [[nodiscard]] std::uint64_t inside() const override { return network.inside(); }
  [[nodiscard]] LightPart::Ends at_source(const std::string& number) const override;
  /// By how far their routers are from the hot spot, or without one by the input at which they
  /// stand.
  [[nodiscard]] std::vector<QueueGroup> queue_groups() override;
  void cycle(Cycles now) override;
  void send_packets(Cycles now) override;
  void delivered(const RouterPacket& packet, Cycles now) override;
  [[nodiscard]] std::vector<std::uint32_t> hops_from(NodeId node) const;
  [[nodiscard]] RouterPacket packet_of(NodeId node, const Offer& offer) const;
  [[nodiscard]] std::uint64_t zero_load_latency(const RouterPacket& packet) const;

  std::function<Layout()> layout_;
  std::function<std::string(std::uint32_t, std::uint32_t)> queue_group_;
  std::unique_ptr<const direct_steps_if> steps_;
  Routing routing_;
  direct_channels channels_;

 public:
  router_bank network;

 private:
  std::optional<delivery_check> check_;   ///< where packets have no choice
  std::optional<path_order_check> ways_;  ///< where they have one
  // Of the packets that arrived in the measured cycles.
  std::uint64_t packets_ = 0;
  std::uint64_t hops_ = 0;
  std::uint64_t zero_load_ = 0;  ///< cycles that they would take alone
  std::vector<WatchedQueues> groups_;
};

struct DirectTrafficCase {
  using Module = direct_traffic;
  using Node = plexus::node;

  std::string machine;
  DirectNetwork network;
  RouterSetting routers;
  Routing routing = Routing::kDimensionOrder;
  WayOut way_out = WayOut::kDateline;
  TrafficSetting setting;
};

/// Cycles from the offer of a packet of `words` words to the arrival of the last one, over `hops`
/// links with nothing in its way: the node's interface takes a cycle, each of the hops + 1 routers
/// `pipeline`, and the other words follow, or are waited for in every router.
[[nodiscard]] std::uint64_t zero_load_latency(const RouterSetting& routers, std::uint64_t hops,
                                              std::uint64_t words);

/// `store-and-forward`, `cut-through`, `wormhole`.
[[nodiscard]] std::vector<std::string> switching_words();
/// `virtual_channels`, by default as many as `needed`, shown as `shown`, and the other parameters
/// of routers; `switching` stands before them.
[[nodiscard]] std::vector<Parameter> channel_parameters(
    const std::function<std::uint32_t(const Values&)>& needed, const Json& shown);

/// The algorithm `synthetic` of the machine of this name with these parameters. Those of the shape,
/// of the traffic, `switching` and `channel_parameters` must be among them. `network`: what they
/// say.
[[nodiscard]] CatalogueEntry direct_traffic_entry(
    const std::string& machine, const std::vector<Parameter>& parameters,
    const std::function<DirectNetwork(const Values&)>& network);

/// Adds traffic to the machine of this name: the algorithm `synthetic`, and what all machines make
/// of it. `shape`: the machine's own parameters; `network`: what they say.
void add_direct_traffic(Catalogue& catalogue, const std::string& machine,
                        const std::vector<Parameter>& shape,
                        const std::function<DirectNetwork(const Values&)>& network);

}  // namespace plexus
