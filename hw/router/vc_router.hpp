#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hw/channel/channel_grant.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/router/channel_route.hpp"
#include "hw/switch/arbitration.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

class router_bank;
class vc_router;
struct RouterPacket;

/// When the head of a packet may leave a router.
enum class PacketSwitching : std::uint8_t {
  kStoreAndForward,  ///< when all of it has come, and the next queue has room for all of it
  kCutThrough,       ///< when the next queue has room for all of it
  kWormhole          ///< when the next queue has room for its head
};

/// No packet, no channel, no input.
inline constexpr std::uint32_t kNoChannel = 0xffff'ffff;

/// One word of a packet, as it stands in queues and on links.
struct Flit {
  std::uint32_t packet = 0;  ///< place of its packet in the bank
  std::uint16_t number = 0;  ///< 0: the head
  bool tail = false;         ///< the last one; a packet of one word is head and tail in one

  [[nodiscard]] bool head() const { return number == 0; }
  friend bool operator==(const Flit&, const Flit&) = default;
};

/// A flit on a link.
struct ArrivingFlit {
  Flit flit;
  std::uint32_t channel = 0;
  Cycles born{0};  ///< when its packet was made
};

/// What an output of a router does in one cycle.
struct ChannelGrant {
  std::uint32_t input = kNoChannel;  ///< port whose flit moves; kNoChannel: none
  std::uint32_t from = 0;            ///< channel in which it stands there
  std::uint32_t to = 0;              ///< channel of the output
  std::uint32_t shown = 0;           ///< what the link shows; kNoChannel: nothing, a flit lost
  bool credit = true;                ///< the place is given back: without, it is lost

  friend bool operator==(const ChannelGrant&, const ChannelGrant&) = default;
};

/// A packet router with a queue for every virtual channel of every input, and credits for the
/// queues behind its outputs. In a cycle every input proposes one flit, every output takes one of
/// those proposed to it; a head takes the channel by which it leaves, until the tail has followed.
/// All its state is in the arrays of its router_bank, which works off all routers in one process:
/// this is the module by which it is found. Twin: rtl/router/vc_router.sv.
class vc_router final : public sc_core::sc_module {
  /// Leaves the arbiters' grants as they are.
  struct Own final : channel_grant_if {
    void decide(const vc_router& /*part*/, std::span<ChannelGrant> /*grants*/) override {}
  };
  Own own_;

 public:
  vc_router(sc_core::sc_module_name name, router_bank& bank, std::uint32_t number)
      : sc_module{name}, bank_{&bank}, number_{number} {}

  /// Who has the last word on its grants.
  exchange_port<channel_grant_if> grants{"grants", own_};

  [[nodiscard]] const router_bank& bank() const { return *bank_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }

  // What a twin looks at: the state at the start of the cycle. Channels of a port, queue or output,
  // are counted through: port * channels + channel.
  [[nodiscard]] std::uint32_t held(std::uint32_t queue) const;
  /// The first flit of a queue that holds one.
  [[nodiscard]] const Flit& first(std::uint32_t queue) const;
  /// When its packet was made.
  [[nodiscard]] Cycles born(std::uint32_t queue) const;
  [[nodiscard]] const RouterPacket& packet(std::uint32_t queue) const;
  /// The channel of an output that its packet has taken, counted through; or kNoChannel.
  [[nodiscard]] std::uint32_t taken(std::uint32_t queue) const;
  /// Places that the packet whose head comes first must find behind it.
  [[nodiscard]] std::uint32_t need(std::uint32_t queue) const;
  /// Where the packet whose head comes first may go: the route function's answer.
  void route(std::uint32_t queue, ChannelOptions& options) const;
  [[nodiscard]] std::uint32_t credits(std::uint32_t output) const;
  /// Is it held by a packet?
  [[nodiscard]] bool owned(std::uint32_t output) const;
  /// While it decides at random: so many of those that arbiter `arbiter`, inputs first, then
  /// outputs, had to choose from were passed over.
  [[nodiscard]] std::uint32_t skipped(std::uint32_t arbiter) const;
  /// What comes over a link in the present cycle: complete in its middle.
  [[nodiscard]] std::optional<ArrivingFlit> arriving(std::uint32_t port) const;
  /// Channels of outputs, counted through, whose credits come back in the present cycle.
  [[nodiscard]] std::uint64_t returning() const;

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void end_of_elaboration() override;

  router_bank* bank_;
  std::uint32_t number_;
};

}  // namespace plexus
