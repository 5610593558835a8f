#pragma once

#include <cstdint>
#include <optional>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A packet that wants a link of its own.
struct CrossbarPacket {
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t words = 1;
  std::uint64_t number = 0;  ///< among those of its source; rises
  Cycles born{0};            ///< cycle in which it was offered
};

/// What stands at all nodes of a packet crossbar at once, in the place of programs.
class packet_crossbar_client_if : virtual public sc_core::sc_interface {
 public:
  /// What happens in cycle `now` begins: before anything is asked for.
  virtual void begin_cycle(Cycles now) = 0;
  /// The packet that waits at a node in cycle `now`, if there is one; the same until it has left.
  virtual std::optional<CrossbarPacket> waiting(NodeId node, Cycles now) = 0;
  /// When the next packet will wait at a node where none does; nothing: never.
  virtual std::optional<Cycles> next(NodeId node) = 0;
  /// The node's packet leaves: its link is open.
  virtual void left(NodeId node, Cycles now) = 0;
  /// A packet is there whole at the beginning of cycle `now`.
  virtual void arrived(const CrossbarPacket& packet, Cycles left, Cycles now) = 0;
};

}  // namespace plexus
