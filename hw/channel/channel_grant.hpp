#pragma once

#include <cstdint>
#include <span>

#include "hw/channel/channel_route.hpp"
#include "hw/data/flit.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What an output of a router does in one cycle.
struct ChannelGrant {
  std::uint32_t input = kNoChannel;  ///< port whose flit moves; kNoChannel: none
  std::uint32_t from = 0;            ///< channel in which it stands there
  std::uint32_t to = 0;              ///< channel of the output
  std::uint32_t shown = 0;           ///< what the link shows; kNoChannel: nothing, a flit lost
  bool credit = true;                ///< the place is given back: without, it is lost

  friend bool operator==(const ChannelGrant&, const ChannelGrant&) = default;
};

/// The queues of a router with virtual channels at the start of a cycle, as who grants its outputs
/// sees them. Channels of a port, of a queue or an output, are counted through: port * channels +
/// channel.
class channel_queues_if : virtual public sc_core::sc_interface {
 public:
  [[nodiscard]] virtual std::uint32_t number() const = 0;  ///< of the router in its network
  [[nodiscard]] virtual std::uint32_t held(std::uint32_t queue) const = 0;  ///< flits
  /// The first flit of a queue that holds one.
  [[nodiscard]] virtual const Flit& first(std::uint32_t queue) const = 0;
  /// When its packet was made.
  [[nodiscard]] virtual Cycles born(std::uint32_t queue) const = 0;
  [[nodiscard]] virtual const RouterPacket& packet(std::uint32_t queue) const = 0;
  /// The channel of an output that its packet has taken, counted through; or kNoChannel.
  [[nodiscard]] virtual std::uint32_t taken(std::uint32_t queue) const = 0;
  /// Places that the packet whose head comes first must find behind it.
  [[nodiscard]] virtual std::uint32_t need(std::uint32_t queue) const = 0;
  /// Where the packet whose head comes first may go: the route function's answer.
  virtual void route(std::uint32_t queue, ChannelOptions& options) const = 0;
  /// Places that are free behind a channel of an output.
  [[nodiscard]] virtual std::uint32_t credits(std::uint32_t output) const = 0;
};

/// Decides what leaves a router with virtual channels in a cycle, behind the router's own arbiters.
class channel_grant_if : virtual public sc_core::sc_interface {
 public:
  /// `grants`: by output port, as the router's arbiters have given them; they may be given anew.
  virtual void decide(const channel_queues_if& queues, std::span<ChannelGrant> grants) = 0;
};

}  // namespace plexus
