#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hw/data/packet.hpp"

namespace plexus {

/// What a part is, for whoever shows it: rows of one kind have one colour.
enum class PartKind : std::uint8_t {
  kNode,     ///< runs a program
  kLink,     ///< carries packets from one place to another: link, branch, port of a switch
  kChannel,  ///< is shared by many: channel of a bus, slot of a memory, coupler
  kElement,  ///< passes on, and is set: switch element, crossbar, router
  kStore,    ///< keeps what waits: queue, bank
  kControl   ///< tells others what to do: barrier, arbiter, manager
};

/// How a part is shown: the same in waves, traces and pictures. It says so itself.
struct PartView {
  std::string part;   ///< full name
  std::string label;  ///< what stands beside its row: `0 -> 1`, `node 3`, `stage 1 element 0`
  PartKind kind = PartKind::kControl;
  /// Where its row stands among all, in the order in which data flow: a sort_key.
  std::string order;
  std::string from{};  ///< its ends, if it has two: `0` and `1` of `0 -> 1`
  std::string to{};
  std::optional<NodeId> node{};  ///< the number of a node
  bool begins_inside = false;    ///< at no node, but inside a network
  bool ends_inside = false;      ///< likewise
  std::string drawn_as{};  ///< full name of the link as which it is drawn with those beside it

  friend bool operator==(const PartView&, const PartView&) = default;
};

/// Names by whose letters they stand in order: numbers are filled up with zeros.
[[nodiscard]] std::string sort_key(std::string_view name);

/// A full name or a piece of one as people say it: `node 3` of `ring.node_3`, `stage 1 element 0`
/// of `omega.network.stage_1.element_0`, `router 2.0` of `tree.router_2_0`.
[[nodiscard]] std::string spoken(std::string_view name);

/// A part of which its name says all.
[[nodiscard]] PartView named_view(std::string part, PartKind kind);
/// One between two ends.
[[nodiscard]] PartView view_between(std::string part, PartKind kind, std::string from,
                                    std::string to);
/// A link of the machine `machine`, which stands behind the node that it leaves.
[[nodiscard]] PartView link_view(std::string part, std::string_view machine, std::string from,
                                 std::string to);

}  // namespace plexus
