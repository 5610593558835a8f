#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/branch.hpp"
#include "hw/node/node_of.hpp"
#include "hw/router/branch_bank.hpp"

namespace plexus {

class network_tap;
class packet_dispatcher;

/// How packets are addressed in a network of routers: what routers read of them.
class packet_addressing_if {
 public:
  /// What routers read of a packet that has a header of its own, apart from its destination.
  [[nodiscard]] virtual std::uint64_t header_word(const Header& header) = 0;
  /// What routers read of a packet that has a destination alone.
  [[nodiscard]] virtual std::uint64_t header_word(NodeId destination) const = 0;

 protected:
  ~packet_addressing_if() = default;
};

/// Watches the packets of a machine's terminals from outside: measures traffic.
class packet_watch_if {
 public:
  virtual void arrived(Cycles now, const RoutedPacket& packet) = 0;
  virtual void dropped(Cycles now, const RoutedPacket& packet) = 0;

 protected:
  ~packet_watch_if() = default;
};

/// Packets that a node waits for: so many since the beginning.
class PacketArrivals : public Action {
 public:
  PacketArrivals(network_tap& tap, std::uint64_t count) : tap_{&tap}, count_{count} {}

  void start();
  [[nodiscard]] bool is_ready() const;
  void result();

 private:
  network_tap* tap_;
  std::uint64_t count_;
};
using Arrivals = Ask<PacketArrivals>;

/// The endpoint of a node at a network of routers: the only branch that it has is its way in and
/// out. What it sends is stored in its queue, which the links of the branch serve in order; what
/// comes in, it stores.
class network_tap : public endpoint, public branch_end_if {
 public:
  struct Setting {
    packet_addressing_if* addressing = nullptr;
    packet_watch_if* watch = nullptr;
    packet_dispatcher* dispatcher = nullptr;  ///< of timetables that hardware makes
    std::uint64_t first_place = 0;  ///< as an end of a branch, of node 0: behind all routers
  };
  network_tap(node& self, const Setting& setting) : endpoint{self}, setting_{&setting} {}

  // ---- wiring ------------------------------------------------------------------------------
  /// The branch that is its way out and in.
  multiport<branch_tx_if> out{"out"};
  multiport<branch_rx_if> in{"in"};
  [[nodiscard]] branch_end_if& end() { return *this; }

  // ---- what programs use --------------------------------------------------------------------
  /// A new packet for `destination` with a block that the memory holds; it costs `words`.
  [[nodiscard]] Packet pack_for(NodeId destination, BlockId block, Words words);
  /// The same for those that `header` names.
  [[nodiscard]] Packet pack_for(Header header, BlockId block, Words words);
  /// A new packet for `destination` that costs `words` and carries nothing.
  [[nodiscard]] Packet pack_empty(NodeId destination, Words words);
  /// Puts a packet at the end of the queue.
  void post(Packet packet);
  /// Waits until `count` packets have come in since the beginning. Each has been stored.
  [[nodiscard]] Arrivals arrivals(std::uint64_t count);

  /// What says in which step a packet leaves; null: the program does.
  [[nodiscard]] packet_dispatcher* dispatcher() const { return setting_->dispatcher; }

  [[nodiscard]] std::uint64_t received() const { return received_; }

  void list_waits(Waits& waits) const;
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const {
    sc_core::sc_trace(file, received_, prefix + "received");
  }

 private:
  friend class PacketArrivals;

  void connected(std::uint32_t port, branch_output& output, branch_output& input) override;
  void received(std::uint32_t port, RoutedPacket& packet) override;
  void dropped(RoutedPacket&& packet) override;
  [[nodiscard]] branch_output* next_queue(std::uint32_t, const RoutedPacket&) override {
    return nullptr;
  }
  [[nodiscard]] std::uint64_t place() const override;
  [[nodiscard]] bool is_router() const override { return false; }
  [[nodiscard]] std::optional<NodeId> node_id() const override { return self().id(); }
  [[nodiscard]] std::string full_name() const override { return self().name(); }
  [[nodiscard]] std::string port_name(std::uint32_t) const override { return "network"; }
  void require_held(BlockId block) const;

  const Setting* setting_;
  branch_tx_if* queue_ = nullptr;
  std::uint64_t received_ = 0;
  std::uint64_t awaited_ = 0;
  Action* waiting_ = nullptr;
};

/// A node at a network of routers.
class terminal final : public node_of<network_tap> {
 public:
  using node_of::node_of;
};
using TerminalContext = terminal::Context;

inline bool PacketArrivals::is_ready() const { return tap_->received_ >= count_; }
inline Arrivals network_tap::arrivals(std::uint64_t count) {
  return Arrivals{self(), *this, count};
}

}  // namespace plexus
