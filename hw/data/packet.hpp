#pragma once

#include <cstdint>
#include <utility>

#include "hw/data/blocks.hpp"
#include "hw/data/shared.hpp"
#include "hw/kernel/prefetch.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Number of a packet, unique within a run. A packet that is passed on keeps it.
using PacketId = std::uint64_t;

/// What travels over a channel in one transfer. A value that never changes; copies share what they
/// hold.
class Packet {
 public:
  /// No packet: no words and nothing in it.
  Packet() = default;
  /// Packet `id`, made by `source`, for `destination` where hardware routes it. It costs `words` on
  /// a channel, headers excluded, and carries `blocks`.
  Packet(PacketId id, NodeId source, NodeId destination, Words words, Blocks blocks)
      : contents_{Contents{words, std::move(blocks), source, destination, id}} {}

  [[nodiscard]] PacketId id() const { return contents().id; }
  [[nodiscard]] NodeId source() const { return contents().source; }
  [[nodiscard]] NodeId destination() const { return contents().destination; }
  [[nodiscard]] Words words() const { return contents().words; }
  [[nodiscard]] const Blocks& blocks() const { return contents().blocks; }

  /// Asks for what the other members read: large machines do not fit the computer's caches.
  void prefetch_contents() const { prefetch(contents_.address(), sizeof(Contents)); }

  /// The packet after its contents have been exchanged.
  [[nodiscard]] Packet carrying(Words words, Blocks blocks) const {
    return {id(), source(), destination(), words, std::move(blocks)};
  }

 private:
  struct Contents {
    Words words{0};
    Blocks blocks;
    NodeId source = 0;
    NodeId destination = 0;
    PacketId id = 0;
  };

  [[nodiscard]] const Contents& contents() const { return contents_ ? *contents_ : kNone; }

  static const Contents kNone;
  Shared<Contents> contents_;
};

inline const Packet::Contents Packet::kNone{};

}  // namespace plexus
