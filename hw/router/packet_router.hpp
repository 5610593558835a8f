#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/branch_bank.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Ports by which a packet leaves a router: one, or several for a packet that is copied.
using RouterPorts = std::vector<std::uint32_t>;

/// How the routers of a network choose: what stands between them and the network's shape.
class packet_route_if {
 public:
  /// Adds to `ports`, in rising order and each once, the ports by which a packet with `header` that
  /// came in at `input` leaves router `router`.
  virtual void route(std::uint32_t router, std::uint32_t input, std::uint64_t header,
                     RouterPorts& ports) const = 0;
  /// `parent`, `child 0`, ..
  [[nodiscard]] virtual std::string port_name(std::uint32_t port) const = 0;

 protected:
  ~packet_route_if() = default;
};

/// A packet router, store and forward: what has come in whole is appended at once to the queue of
/// every output that the route function names; each output is served by the links of its branch.
/// Which network it sits in only the route function knows. Twins: rtl/ft_router.sv,
/// rtl/ft_router_qf.sv.
class packet_router final : public sc_core::sc_module, public branch_end_if {
 public:
  /// `number`: as the route function counts, below the places of all nodes' ports. `route` must
  /// outlive the router.
  packet_router(sc_core::sc_module_name name, std::uint32_t number, std::uint32_t ports,
                const packet_route_if& route)
      : sc_module{name},
        number_{number},
        outputs_(ports, nullptr),
        route_{&route},
        asked_{&route} {}

  void connected(std::uint32_t port, branch_output& output) override { outputs_[port] = &output; }
  void received(std::uint32_t port, RoutedPacket& packet) override;
  [[nodiscard]] branch_output* next_queue(std::uint32_t port, const RoutedPacket& packet) override;
  [[nodiscard]] std::uint64_t place() const override { return number_; }
  [[nodiscard]] bool is_router() const override { return true; }
  [[nodiscard]] std::string full_name() const override { return name(); }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override {
    return route_->port_name(port);
  }

  [[nodiscard]] std::uint32_t number() const { return number_; }
  /// The output at a port; null where the port has no branch.
  [[nodiscard]] const branch_output* output(std::uint32_t port) const { return outputs_[port]; }
  [[nodiscard]] std::span<branch_output* const> outputs() const { return outputs_; }  ///< by port
  [[nodiscard]] const packet_route_if& route() const { return *route_; }
  [[nodiscard]] std::uint32_t ports() const { return static_cast<std::uint32_t>(outputs_.size()); }
  [[nodiscard]] std::uint64_t routed() const { return routed_; }  ///< packets that came in
  [[nodiscard]] std::uint64_t copied() const { return copied_; }  ///< of them, to several outputs

  void prefetch_state() const override { prefetch(&number_, 128); }

  /// What the router does is told from now on, in words, if `sink` wants it. Before the simulation.
  void listen(trace_sink_if& sink) { told_ = sink.wants(name()); }
  void tell(Cycles now, trace_sink_if& sink) override;

  /// Its queues are a twin's from now on, which drives them (branch_bank::drive) and says in every
  /// step when it has. Before the simulation.
  void hand_over();
  void driven();

  /// Another route function, which must outlive the router: for tests that break something.
  void set_route(const packet_route_if& route) { route_ = asked_ = &route; }
  /// The same beside it or in its place: `route` stays what it is.
  void set_route_twin(const packet_route_if& twin) { asked_ = &twin; }

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void note_route(std::uint32_t port, const RoutedPacket& packet);
  [[noreturn]] void raise_lost(std::uint32_t port, const RoutedPacket& packet) const;

  std::uint32_t number_;
  std::vector<branch_output*> outputs_;
  const packet_route_if* route_;
  const packet_route_if* asked_;  ///< the same, or a twin of it
  RouterPorts ports_;             ///< of the packet that is routed now
  bool told_ = false;             ///< someone listens
  bool driven_ = false;
  bool served_ = false;  ///< in this cycle, by the twin
  std::string routes_;   ///< what came in in this cycle, and where it goes, for who listens
  std::string shown_;    ///< what was told last
  std::uint64_t routed_ = 0;
  std::uint64_t copied_ = 0;
};

}  // namespace plexus
