#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "hw/channel/bindings.hpp"
#include "hw/channel/channel_grant.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/flit_link.hpp"
#include "hw/data/flit.hpp"
#include "hw/switch/arbitration.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

class router_bank;

/// When the head of a packet may leave a router.
enum class PacketSwitching : std::uint8_t {
  kStoreAndForward,  ///< when all of it has come, and the next queue has room for all of it
  kCutThrough,       ///< when the next queue has room for all of it
  kWormhole          ///< when the next queue has room for its head
};

/// A packet router with a queue for every virtual channel of every input, and credits for the
/// queues behind its outputs. In a cycle every input proposes one flit, every output takes one of
/// those proposed to it; a head takes the channel by which it leaves, until the tail has followed.
/// All its state is in the arrays of its router_bank, which works off all routers in one process:
/// this is the module by which it is found. Twin: rtl/router/vc_router.sv.
class vc_router final : public sc_core::sc_module, public channel_queues_if {
  /// Leaves the arbiters' grants as they are.
  struct Own final : channel_grant_if {
    void decide(const channel_queues_if& /*queues*/, std::span<ChannelGrant> /*grants*/) override {}
  };
  Own own_;

 public:
  vc_router(sc_core::sc_module_name name, router_bank& bank, std::uint32_t number)
      : sc_module{name}, bank_{&bank}, number_{number} {}

  /// The links that come in from other routers and go out to them, in any order: each knows its
  /// port. What joins it to its node is part of it.
  multiport<flit_rx_if> inputs{"inputs"};
  multiport<flit_tx_if> outputs{"outputs"};
  /// Who has the last word on its grants.
  exchange_port<channel_grant_if> grants{"grants", own_};

  [[nodiscard]] const router_bank& bank() const { return *bank_; }
  [[nodiscard]] std::uint32_t number() const override { return number_; }

  [[nodiscard]] std::uint32_t held(std::uint32_t queue) const override;
  [[nodiscard]] const Flit& first(std::uint32_t queue) const override;
  [[nodiscard]] Cycles born(std::uint32_t queue) const override;
  [[nodiscard]] const RouterPacket& packet(std::uint32_t queue) const override;
  [[nodiscard]] std::uint32_t taken(std::uint32_t queue) const override;
  [[nodiscard]] std::uint32_t need(std::uint32_t queue) const override;
  void route(std::uint32_t queue, ChannelOptions& options) const override;
  [[nodiscard]] std::uint32_t credits(std::uint32_t output) const override;

  /// While it decides at random: so many of those that arbiter `arbiter`, inputs first, then
  /// outputs, had to choose from were passed over.
  [[nodiscard]] std::uint32_t skipped(std::uint32_t arbiter) const;
  /// What comes over a link in the present cycle: complete in its middle.
  [[nodiscard]] std::optional<ArrivingFlit> arriving(std::uint32_t port) const;
  /// The same of what leaves by an output: what its link, or that to the node, shows.
  [[nodiscard]] std::optional<ArrivingFlit> leaving(std::uint32_t port) const;
  /// Channels of outputs, counted through, whose credits come back in the present cycle.
  [[nodiscard]] std::uint64_t returning() const;
  /// Queues whose places are given back in it.
  [[nodiscard]] std::uint64_t giving_back() const;

  /// Full name of a queue, in waves and in the tree.
  [[nodiscard]] std::string queue_name(std::uint32_t queue) const;
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void end_of_elaboration() override;
  /// Place of a channel of a queue or output in the bank; the run ends if there is none.
  [[nodiscard]] std::size_t place_of(std::uint32_t channel) const;

  router_bank* bank_;
  std::uint32_t number_;
};

}  // namespace plexus
