#pragma once

#include <cstdint>
#include <optional>

#include "models/pops/node.hpp"

/// How data get to processors: straight in one slot, or by a relay in two.
namespace plexus::pops {

/// The way of a datum in a two-slot route: in slot 1 of its pass to the relay, in slot 2 from there
/// to processors first .. last; to nobody where last < first.
struct TwoSlotRoute {
  RelayStop by;
  NodeId first = 0;
  NodeId last = 0;
};

/// `passes` times the two slots of two-hop(self -> relay -> receivers), all of m words. A processor
/// without a route only relays. The number of slots does not depend on the data. With `given`
/// receivers hand the datum to their program, which finds it there; without, they keep it.
Program two_hop(pops_node& self, Words m, NodeId passes, std::optional<TwoSlotRoute> route,
                Load load, std::optional<Packet>* given = nullptr);

/// One slot: `load` straight to `target`, if there is one.
Program one_hop(pops_node& self, Words m, std::optional<NodeId> target, Load load,
                std::optional<Packet>* given = nullptr);

/// To `target`, if there is one: by the relay that `rule` gives for `key`; for d = 1 straight.
Program one_or_two_hops(pops_node& self, Words m, std::optional<NodeId> target, RelayRule rule,
                        NodeId key, Load load, std::optional<Packet>* given = nullptr);

/// Theorems 1 and 2: one move of a simulated network, from self to `target`, in S(d, g) slots. In a
/// pass the data of g consecutive indices go by rho, lines (1)-(8).
Program simulated_move(pops_node& self, Words m, std::optional<NodeId> target, Load load,
                       std::optional<Packet>* given = nullptr);

/// Its turn to send `message` is slot `turn` of `slots`; in the others it listens.
Program send_in_turn(pops_node& self, Words m, std::uint64_t turn, std::uint64_t slots,
                     Packet message);

}  // namespace plexus::pops
