#pragma once

#include <bit>
#include <coroutine>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "hw/data/packet.hpp"
#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"

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

class Forward;
class link_bank;

/// Hears of every packet that relays pass on and may pass it on in their place: Verilated twins.
class relay_pacer_if {
 public:
  /// `packet` is whole in the present cycle. True: it goes to the queues of its channels at once;
  /// false: the pacer sends it there and then calls `complete`.
  [[nodiscard]] virtual bool arrive(Forward& forwarded) = 0;

 protected:
  ~relay_pacer_if() = default;
};

/// A machine whose nodes have relays: it answers for all of them.
class relay_host_if {
 public:
  [[nodiscard]] virtual link_bank& relayed_links() = 0;
  [[nodiscard]] virtual unsigned channels() const = 0;  ///< of a node
  /// Tells `pacer` what relays pass on. Before the simulation starts.
  virtual void set_relay_pacer(relay_pacer_if& pacer) = 0;

 protected:
  ~relay_host_if() = default;
};

/// A packet passes through its node's relay: it goes to the queues of the links to all children.
class [[nodiscard]] Forward final : public Awaitable<Forward> {
 public:
  Forward(processor& self, unsigned parent, std::uint64_t children, Packet& packet)
      : self_{&self}, packet_{&packet}, children_{children}, parent_{parent} {}

  [[nodiscard]] processor& self() const { return *self_; }
  [[nodiscard]] const Packet& packet() const { return *packet_; }
  [[nodiscard]] unsigned parent() const { return parent_; }
  [[nodiscard]] std::uint64_t children() const { return children_; }  ///< a bit per channel

  bool await_ready() const {
    if (self_->context().relays != nullptr && children_ != 0) return false;
    post_all();
    return true;
  }
  bool begin(Waiter& waiter) {
    waits_for(waiter);
    if (!self_->context().relays->arrive(*this)) return false;
    post_all();
    return true;
  }
  void await_resume() {}

 private:
  void post_all() const {
    for (std::uint64_t left = children_; left != 0;) {
      const auto child = static_cast<unsigned>(std::countr_zero(left));
      left &= left - 1;
      self_->post(child, left == 0 ? std::move(*packet_) : Packet{*packet_});
    }
  }

  processor* self_;
  Packet* packet_;
  std::uint64_t children_;
  unsigned parent_;
};

/// Passes on a packet that came from channel `parent` to the channels `children`, a bit each. The
/// packet must live until the action is awaited; it is moved from.
inline Forward pass_on(processor& self, unsigned parent, std::uint64_t children, Packet& packet) {
  return {self, parent, children, packet};
}

}  // namespace plexus
