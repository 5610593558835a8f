#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw/channel/flit_link.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class router_bank;

/// A port of a router.
struct RouterPort {
  std::uint32_t router = 0;
  std::uint32_t port = 0;

  friend bool operator==(const RouterPort&, const RouterPort&) = default;
};

/// One direction of a link between two routers: a light channel of their bank, which has what is on
/// its wires.
class flit_link final : public flit_tx_if, public flit_rx_if {
 public:
  flit_link(const router_bank& bank, RouterPort from, RouterPort to)
      : bank_{&bank}, from_{from}, to_{to} {}

  [[nodiscard]] RouterPort from() const { return from_; }
  [[nodiscard]] RouterPort to() const { return to_; }
  [[nodiscard]] bool is_of(const router_bank& bank) const { return &bank == bank_; }
  [[nodiscard]] std::uint32_t sender_port() const override { return from_.port; }
  [[nodiscard]] std::uint32_t returning() const override;
  [[nodiscard]] std::uint32_t receiver_port() const override { return to_.port; }
  [[nodiscard]] std::optional<ArrivingFlit> arriving() const override;
  /// `ring.network.link_3_to_4`; several links between two routers have one name.
  [[nodiscard]] std::string full_name() const override;

 private:
  const router_bank* bank_;
  RouterPort from_, to_;
};

}  // namespace plexus
