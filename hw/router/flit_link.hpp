#pragma once

#include <cstdint>
#include <string>

#include "hw/channel/flit_link.hpp"
#include "hw/router/router_wiring.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class router_bank;

/// One direction of a link between two routers: a light channel of their bank, which has what is on
/// its wires.
class flit_link final : public flit_tx_if, public flit_rx_if {
 public:
  /// `credits`, `queue`: where the bank keeps those of the first channel, at its two ends.
  flit_link(router_bank& bank, RouterPort from, RouterPort to, std::uint32_t credits,
            std::uint32_t queue)
      : bank_{&bank}, from_{from}, to_{to}, credits_{credits}, queue_{queue} {}

  [[nodiscard]] RouterPort from() const { return from_; }
  [[nodiscard]] RouterPort to() const { return to_; }
  [[nodiscard]] bool is_of(const router_bank& bank) const { return &bank == bank_; }
  void send(const Flit& flit, std::uint32_t channel) override;
  [[nodiscard]] std::uint32_t sender_port() const override { return from_.port; }
  void give_back(std::uint32_t channel) override;
  [[nodiscard]] std::uint32_t receiver_port() const override { return to_.port; }
  /// `ring.network.link_3_to_4`; several links between two routers have one name.
  [[nodiscard]] std::string full_name() const override;
  void register_port(sc_core::sc_port_base& port, const char* type) override;

 private:
  router_bank* bank_;
  RouterPort from_, to_;
  std::uint32_t credits_, queue_;
};

}  // namespace plexus
