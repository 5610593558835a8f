#pragma once

#include <cstdint>
#include <string>

namespace plexus {

/// What a part is, for whoever shows it: rows of one kind have one colour. Parts say it themselves.
enum class PartKind : std::uint8_t {
  kNode,     ///< runs a program
  kLink,     ///< carries packets from one place to another: link, branch, port of a switch
  kChannel,  ///< is shared by many: channel of a bus, slot of a memory, coupler
  kElement,  ///< passes on, and is set: switch element, crossbar, router
  kStore,    ///< keeps what waits: queue, bank
  kControl   ///< tells others what to do: barrier, arbiter, manager
};

/// How a part is shown: the same in waves, traces and pictures.
struct PartView {
  std::string part;   ///< full name
  std::string label;  ///< what stands beside its row: `0 -> 1`, `node 3`, `stage 1 element 0`
  PartKind kind = PartKind::kControl;
  /// Where its row stands among all, in the order in which data flow: numbers filled up with zeros,
  /// so that letters compare as the places do.
  std::string order;
  std::string from{};  ///< its ends, if it has two: `0` and `1` of `0 -> 1`
  std::string to{};

  friend bool operator==(const PartView&, const PartView&) = default;
};

/// How a part of a kind is shown that does not say more. Names are made of pieces, and so is what
/// stands beside its row: `ring.node_3` is `node 3`, `ring.links.link_3_to_4` is `3 -> 4` and
/// stands behind node 3, `omega.network.stage_1.element_0` is `stage 1 element 0`.
[[nodiscard]] PartView view_of(const std::string& part, PartKind kind = PartKind::kControl);

}  // namespace plexus
