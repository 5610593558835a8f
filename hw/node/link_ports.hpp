#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/link.hpp"
#include "hw/data/memory.hpp"
#include "hw/data/packet.hpp"
#include "hw/fast/line_pool.hpp"
#include "hw/fast/prefetch.hpp"
#include "hw/fast/ring.hpp"
#include "hw/link/link.hpp"
#include "hw/node/node_of.hpp"
#include "hw/node/program.hpp"
#include "hw/observe/trace.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class Departure;
class Reception;
class link_ports;
class node_relays;

using Send = Ask<Departure>;
using Receive = Ask<Reception>;

/// The endpoint of a node at links, or at a switch: its channels, and one guard over all of them.
class link_ports : public endpoint, public link_end_if {
 public:
  struct Setting {
    unsigned channels = 0;  ///< for which there is room, at most port_guard::kMostPorts
    PortRule rule = PortRule::kAllFull;
    DimensionMasks dimensions;      ///< for `ring-strict`
    node_relays* relays = nullptr;  ///< pass packets on; null where the machine has none
  };

  /// std::invalid_argument of too many channels.
  link_ports(node& self, const Setting& setting);
  ~link_ports();

  // ---- what programs use --------------------------------------------------------------------
  [[nodiscard]] unsigned ports() const { return port_count_; }

  /// Sends through channel `port` as soon as all packets before it have left; ends when the hop
  /// ends. An empty packet is not sent. The packet must live until the action is awaited, as
  /// temporaries and variables of the awaiting expression do; it is moved from.
  [[nodiscard]] Send send(unsigned port, Packet&& packet);
  /// As `send`, for a program that does not wait for it.
  [[gnu::always_inline]] void post(unsigned port, Packet&& packet) {
    if (packet.words() == 0_words) return;
    check_port(port, "sends");
    enqueue(ports_[port], std::move(packet), nullptr);
  }
  void post(unsigned port, const Packet& packet) { post(port, Packet{packet}); }
  /// Waits for the next packet at channel `port` and hands it over.
  [[nodiscard]] Receive receive(unsigned port);
  /// As `receive`, and stores what the packet carries.
  [[nodiscard]] Receive receive_into_memory(unsigned port);

  // ---- what machines and actions use --------------------------------------------------------
  static constexpr bool kLooksAhead = true;
  // What the program is likely to touch when it goes on: it will receive and send again where it
  // did so last.
  void prefetch_ports() const {
    prefetch(&ports_[latest_in_], sizeof(Port));
    prefetch(&ports_[latest_out_], sizeof(Port));
  }
  void prefetch_channels() const { prefetch(ports_[latest_out_].leaving, sizeof(link)); }

  // What links tell.
  void sent(unsigned number) override;
  void received(unsigned number, Packet&& packet) override;
  [[nodiscard]] port_guard* guard() override { return &guard_; }

  void bound();
  void list_waits(Waits& waits) const;
  [[nodiscard]] std::optional<std::uint64_t> wait_state() const;
  void trace_ports(sc_core::sc_trace_file* file, const std::string& prefix) const {
    guard_.trace(file, prefix);
  }

 private:
  friend class Departure;
  friend class Reception;

  struct Outgoing {
    Packet packet;
    Action* action;
  };

  /// What waits at the channels, which is nothing at most of them; of a channel at which packets
  /// arrive before they are received mostly one.
  struct Backlogs {
    struct Lists {
      Ring<Outgoing> queue;  ///< for the link
      Ring<Packet> inbox;    ///< arrived behind `earliest`
    };
    struct Backlog {
      Packet earliest;  ///< that has arrived and is not received yet
      std::unique_ptr<Lists> lists;
    };
    explicit Backlogs(unsigned ports) : at(ports) {}
    [[nodiscard]] Lists& lists_at(unsigned number);

    std::uint64_t queued = 0;   ///< channels at which packets wait for the link, a bit each
    std::uint64_t arrived = 0;  ///< those at which there is an earliest one
    std::vector<Backlog, LinePoolAllocator<Backlog>> at;
  };
  /// A channel's end: two of them in a cache line.
  struct alignas(32) Port {
    link_tx_if* leaving = nullptr;
    Action* sending = nullptr;       ///< told when the present hop ends
    Reception* receiving = nullptr;  ///< gets the next packet
    link_ports* of = nullptr;
  };
  static_assert(sizeof(Port) == 32);

  [[nodiscard]] Backlogs& backlogs();
  void keep_arrived(unsigned number, Packet&& packet);
  bool take_arrived(Reception& receive);
  [[gnu::noinline]] void enqueue_apart(unsigned number, Packet&& packet, Action* action);
  [[gnu::noinline]] void send_next(unsigned number);
  [[gnu::noinline]] void receive_apart(unsigned number, Packet&& packet);
  [[nodiscard]] unsigned number_of(const Port& port) const {
    return static_cast<unsigned>(&port - ports_);
  }
  [[gnu::always_inline]] void enqueue(Port& port, Packet&& packet, Action* action) {
    const unsigned number = number_of(port);
    latest_out_ = static_cast<std::uint8_t>(number);
    if (backlogs_ || port.sending != nullptr || !port.leaving->idle()) [[unlikely]]
      return enqueue_apart(number, std::move(packet), action);
    port.sending = action;
    port.leaving->send(std::move(packet));
  }
  void check_port(unsigned port, const char* use) const {
    if (port >= port_count_ || ports_[port].leaving == nullptr) [[unlikely]]
      no_link(port, use);
  }
  [[noreturn]] void no_link(unsigned port, const char* use) const;
  [[noreturn]] void receives_twice(const Port& port) const;

  // A cache line, with what links look for and the node.
  port_guard guard_;
  Port* ports_;                         ///< in a piece of the pool, behind the node
  std::unique_ptr<Backlogs> backlogs_;  ///< null: nothing ever waited
  std::uint8_t port_count_;
  std::uint8_t latest_in_ = 0;   ///< port at which the last packet arrived
  std::uint8_t latest_out_ = 0;  ///< port through which the last one was sent

 public:
  /// The channels of the node, numbered in the order of binding.
  multiport<duplex_if> channels{"channels"};
};

/// A packet that a program sends through a channel of its node: one hop.
class Departure : public Action {
 public:
  Departure(link_ports::Port& port, Packet& packet) : packet_{&packet}, port_{&port} {}

  void start() { port_->of->enqueue(*port_, std::move(*packet_), this); }
  [[nodiscard]] bool is_ready() const { return packet_->words() == 0_words; }
  void result() {}

 private:
  Packet* packet_;
  link_ports::Port* port_;
};

/// The arrival of the next packet at a channel.
class Reception : public Action {
 public:
  Reception(link_ports::Port& port, bool into_memory) : port_{&port}, into_memory_{into_memory} {}

  void start() {
    if (port_->receiving != nullptr) [[unlikely]]
      port_->of->receives_twice(*port_);
    port_->receiving = this;
  }
  /// What came before anybody asked for it.
  [[nodiscard]] bool is_ready() {
    return port_->of->backlogs_ != nullptr && port_->of->take_arrived(*this);
  }
  /// Moves the packet out: to be kept by value.
  Packet&& result() { return std::move(packet_); }

  /// Has a packet come for it?
  [[nodiscard]] bool ended() const { return ended_; }
  /// Is no longer waited for.
  void cancel() {
    if (port_->receiving == this) port_->receiving = nullptr;
  }

 private:
  friend class link_ports;
  bool take_at_once(node& self, Packet& packet) {
    if (into_memory_ && !self.store_at_once(packet.blocks_sent())) return false;
    packet_.swap(packet);
    return ended_ = true;
  }
  void take(node& self, Packet&& packet) {
    packet_.swap(packet);
    ended_ = true;
    if (into_memory_) self.store(packet_.blocks());
  }

  link_ports::Port* port_;
  Packet packet_;
  bool into_memory_;
  bool ended_ = false;
};

inline Send link_ports::send(unsigned port, Packet&& packet) {
  if (packet.words() > 0_words) check_port(port, "sends");
  return Send{self(), ports_[port], packet};
}
inline Receive link_ports::receive(unsigned port) {
  check_port(port, "receives");
  return Receive{self(), ports_[port], false};
}
inline Receive link_ports::receive_into_memory(unsigned port) {
  check_port(port, "receives");
  return Receive{self(), ports_[port], true};
}

}  // namespace plexus
