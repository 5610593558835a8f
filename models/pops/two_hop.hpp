#pragma once

#include <cstdint>
#include <optional>

#include "models/pops/node.hpp"

namespace plexus {

/// The way of a datum in a two-slot route: in slot 1 of its pass to the relay, in slot 2 from there
/// to processors first .. last; to nobody where last < first.
struct TwoSlotRoute {
  NodeId pass = 0;
  NodeId relay = 0;
  NodeId first = 0;
  NodeId last = 0;

  TwoSlotRoute(NodeId in_pass, NodeId by, NodeId target)
      : pass{in_pass}, relay{by}, first{target}, last{target} {}
  TwoSlotRoute(NodeId in_pass, NodeId by, NodeId from, NodeId to)
      : pass{in_pass}, relay{by}, first{from}, last{to} {}
  TwoSlotRoute(const RelayStop& by, NodeId target) : TwoSlotRoute{by.pass, by.relay, target} {}
  TwoSlotRoute(const RelayStop& by, NodeId from, NodeId to)
      : TwoSlotRoute{by.pass, by.relay, from, to} {}
};

/// What goes along a route: one datum, or several that travel together.
struct Load {
  MessageData data{};
  Shared<std::vector<MessageData>> more;

  Load(const MessageData& one) : data{one} {}
  Load(const MessageData& one, const MessageData& other) : data{one}, more{std::vector{other}} {}
};

/// `passes` times the two slots of two-hop(self -> relay -> receivers), all of m words. A processor
/// without a route only relays. The number of slots does not depend on the data. With `given`
/// receivers hand the datum to their program, which finds it there; without, they keep it.
Program two_hop(pops_node& self, Words m, NodeId passes, std::optional<TwoSlotRoute> route,
                Load load, std::optional<Received>* given = nullptr);

/// One slot: `load` straight to `target`, if there is one.
Program one_hop(pops_node& self, Words m, std::optional<NodeId> target, Load load,
                std::optional<Received>* given = nullptr);

/// Theorems 1 and 2: one move of a simulated network, from self to `target`, in S(d, g) slots. In a
/// pass the data of g consecutive indices go by rho, lines (1)-(8).
Program simulated_move(pops_node& self, Words m, std::optional<NodeId> target, Load load,
                       std::optional<Received>* given = nullptr);

}  // namespace plexus
