#pragma once

#include <algorithm>
#include <bit>
#include <coroutine>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "hw/channel/exchange_port.hpp"
#include "hw/channel/relay.hpp"
#include "hw/data/packet.hpp"
#include "hw/link/link.hpp"
#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// Store and forward inside a node, for what comes from one parent channel: a packet that is whole
/// is offered on every child channel and kept until all of them have taken it. Each channel takes
/// its packets in order of arrival, however far the others have come. Twin: rtl/node/relay_node.sv.
class relay_node {
 public:
  /// Cycle in which a packet is whole; a bit for each channel that is to take it. A packet for
  /// nobody is not kept.
  void arrive(PacketId packet, std::uint64_t children) {
    if (children != 0) kept_.push_back({packet, children});
  }
  /// What `channel` is offered in this cycle.
  [[nodiscard]] std::optional<PacketId> offered(unsigned channel) const;
  /// The packet that is offered at `channel` has gone: to be called for the cycle after.
  void take(unsigned channel);
  [[nodiscard]] std::uint64_t packets() const { return kept_.size(); }

 private:
  struct Kept {
    PacketId packet;
    std::uint64_t pending;  ///< channels that have not taken it yet
  };
  std::deque<Kept> kept_;  ///< up to the oldest one that somebody waits for
};

/// The relays of all nodes of a machine. The standard one puts a packet in the queues at once.
class node_relays final : public sc_core::sc_module, public relay_if {
 public:
  /// `links`: over which packets go on.
  node_relays(sc_core::sc_module_name name, link_bank& links) : sc_module{name}, links_{&links} {}

  using role_if = relay_if;
  static constexpr const char* kKind = "relay_node";

  exchange_port<relay_if> relay{"relay", *this};

  [[nodiscard]] const char* kind() const override { return kKind; }
  [[nodiscard]] link_bank& links() const { return *links_; }
  [[nodiscard]] bool pass_on(Passage& passage) override;

 private:
  link_bank* links_;
};

/// A packet passes through its node's relay: it goes to the queues of the links to all children.
class Forwarding : public Action, public Passage {
 public:
  Forwarding(processor& self, unsigned from, std::uint64_t to, Packet& what)
      : Passage{self.id(), from, to, what}, self_{&self} {}

  [[nodiscard]] bool is_ready() {
    return children == 0 || self_->context().relays->relay->pass_on(*this);
  }
  void start() { waits = true; }
  void result() {}

 private:
  void post(unsigned channel, Packet&& of) override { self_->post(channel, std::move(of)); }
  void passed() override {
    if (!std::exchange(waits, false)) {
      raise("program", name_of(self_->context().relays->relay.occupant()),
            "It says of a packet in node {} that it has passed, and nobody waits for that: say it "
            "once, later than it was asked.",
            node);
    }
    complete();
  }

  processor* self_;
};
using Forward = Ask<Forwarding>;

inline bool node_relays::pass_on(Passage& passage) {
  for (std::uint64_t left = passage.children; left != 0;) {
    const auto child = static_cast<unsigned>(std::countr_zero(left));
    left &= left - 1;
    passage.post(child, left == 0 ? std::move(*passage.packet) : Packet{*passage.packet});
  }
  return true;
}

/// Passes on a packet that came from channel `parent` to the channels `children`, a bit each. The
/// packet must live until the action is awaited; it is moved from.
inline Forward pass_on(processor& self, unsigned parent, std::uint64_t children, Packet& packet) {
  return Forward{self, self, parent, children, packet};
}

inline std::optional<PacketId> relay_node::offered(unsigned channel) const {
  for (const auto& [packet, pending] : kept_) {
    if ((pending >> channel & 1) != 0) return packet;
  }
  return std::nullopt;
}

inline void relay_node::take(unsigned channel) {
  const auto taken = std::ranges::find_if(
      kept_, [channel](const Kept& kept) { return (kept.pending >> channel & 1) != 0; });
  taken->pending &= ~(std::uint64_t{1} << channel);
  while (!kept_.empty() && kept_.front().pending == 0) kept_.pop_front();
}

}  // namespace plexus
