#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/branch.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/router/branch_bank.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// A packet router, store and forward: what has come in whole is appended at once to the queue of
/// every output that the route function names; each output is served by the links of its branch.
/// Which network it sits in only the route function knows. Twins: rtl/router/ft_router.sv,
/// rtl/router/ft_router_qf.sv.
class packet_router final : public sc_core::sc_module, public branch_end_if {
 public:
  /// `number`: as the route function counts, below the places of all nodes' ports. `route` must
  /// outlive the router.
  packet_router(sc_core::sc_module_name name, std::uint32_t number, std::uint32_t ports,
                packet_route_if& route)
      : sc_module{name}, decision{"decision", route}, number_{number}, outputs_(ports, nullptr) {}

  /// The route function that it asks.
  exchange_port<packet_route_if> decision;

  /// Its branches in the order in which they were joined; each knows its port.
  multiport<branch_tx_if> out{"out"};
  multiport<branch_rx_if> in{"in"};

  void connected(std::uint32_t port, branch_output& output, branch_output& input) override;
  void received(std::uint32_t port, RoutedPacket& packet) override;
  [[nodiscard]] branch_output* next_queue(std::uint32_t port, const RoutedPacket& packet) override;
  [[nodiscard]] std::uint64_t place() const override { return number_; }
  [[nodiscard]] bool is_router() const override { return true; }
  [[nodiscard]] std::string full_name() const override { return name(); }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override {
    return decision.standard().port_name(port);
  }

  [[nodiscard]] std::uint32_t number() const { return number_; }
  /// The output at a port; null where the port has no branch.
  [[nodiscard]] const branch_output* output(std::uint32_t port) const { return outputs_[port]; }
  [[nodiscard]] std::span<branch_output* const> outputs() const { return outputs_; }  ///< by port
  /// The route function that it was made with.
  [[nodiscard]] const packet_route_if& route() const { return decision.standard(); }
  [[nodiscard]] std::uint32_t ports() const { return static_cast<std::uint32_t>(outputs_.size()); }
  [[nodiscard]] std::uint64_t routed() const { return routed_; }  ///< packets that came in
  [[nodiscard]] std::uint64_t copied() const { return copied_; }  ///< of them, to several outputs

  /// What the router does is told from now on, if `sink` wants it. Before the simulation.
  void listen(trace_sink_if& sink);
  void tell(Cycles now, trace_sink_if& sink) override;

  /// Its queues are driven from outside from now on (branch_bank::drive), which is said in every
  /// step when it has been done. Before the simulation.
  void hand_over();
  void driven();

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void ask_route(std::uint32_t port, const RoutedPacket& packet);
  void note_route(std::uint32_t port, const RoutedPacket& packet);
  [[noreturn]] void raise_lost(std::uint32_t port, const RoutedPacket& packet) const;

  std::uint32_t number_;
  std::vector<branch_output*> outputs_;
  RouterPorts ports_;  ///< of the packet that is routed now
  bool told_ = false;  ///< someone listens
  bool driven_ = false;
  bool served_ = false;            ///< in this cycle, by who drives it
  std::vector<PacketWay> routes_;  ///< what came in in this cycle, and where it goes
  PartSetting shown_;              ///< what was told last
  std::vector<std::string> port_names_;
  std::uint64_t routed_ = 0;
  std::uint64_t copied_ = 0;
};

}  // namespace plexus
