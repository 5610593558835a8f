#pragma once

#include <cstdint>
#include <vector>

#include "hw/router/packet_router.hpp"
#include "models/fat-tree/tree_routes.hpp"
#include "rtl/frame/block.hpp"

namespace plexus {

/// Packets that a queue of a twin holds where --queue-depth does not say.
inline constexpr std::uint64_t kQueuePlaces = 64;
/// A packet travels as the low bits of its number.
inline constexpr unsigned kTagWidth = 32;

/// The complete tree whose router this is; null: it is of no tree.
[[nodiscard]] inline const tree_routes_if* tree_of(const packet_router& router) {
  return dynamic_cast<const tree_routes_if*>(&router.route());
}

/// A packet on one of a block's links.
struct OnLink {
  std::size_t link = 0;
  tree_routes_if::Wires wires;
  PacketId packet = 0;
};

/// Pins of links that carry packets.
struct PacketPins {
  Pin valid{"valid", 1}, kind = Pin{"kind", 2}.of({"unicast", "turn", "flood", "set"});
  Pin header{"header", "valid"}, tag{"tag", kTagWidth};

  void show(const OnLink& one) {
    put_at(one.link, valid, 1, one.wires.kind, one.wires.header, one.packet);
  }
  /// These come in with a cycle's edge; they are taken.
  void take(std::vector<OnLink>& coming) {
    valid.clear();
    for (const OnLink& one : coming) show(one);
    coming.clear();
  }
};

}  // namespace plexus
