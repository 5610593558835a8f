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
#include "hw/node/node.hpp"
#include "hw/node/program.hpp"
#include "hw/observe/trace.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/systemc.hpp"

namespace plexus {

class Send;
class Receive;
class node_relays;

/// Where the processors of a machine note what is common to all of them.
struct ProcessorContext : NodeContext {
  ProcessorContext();

  PortRule rule = PortRule::kAllFull;
  DimensionMasks dimensions;      ///< for `ring-strict`
  node_relays* relays = nullptr;  ///< pass packets on; null where the machine has none
};

/// A node with link ports, its endpoints, and one guard over all of them.
class processor final : public node, public link_end_if, public guarded_if {
 public:
  using Context = ProcessorContext;

  /// `ports`: the channels for which there is room, at most port_guard::kMostPorts, or
  /// std::invalid_argument. `context` must outlive the processor.
  processor(sc_core::sc_module_name name, NodeId id, unsigned ports,
            const ProcessorContext& context);
  ~processor() override;

  // ---- what programs use --------------------------------------------------------------------
  [[nodiscard]] unsigned ports() const { return port_count_; }

  /// Sends through channel `port` as soon as all packets before it have left; ends when the hop
  /// ends. An empty packet is not sent. The packet must live until the action is awaited, as
  /// temporaries and variables of the awaiting expression do; it is moved from.
  [[nodiscard]] Send send(unsigned port, Packet&& packet);
  /// As `send`, for a program that does not wait for it.
  void post(unsigned port, Packet&& packet) {
    if (packet.words() > 0_words) enqueue(port, std::move(packet), nullptr);
  }
  void post(unsigned port, const Packet& packet) { post(port, Packet{packet}); }
  /// Waits for the next packet at channel `port` and hands it over.
  [[nodiscard]] Receive receive(unsigned port);
  /// As `receive`, and stores what the packet carries.
  [[nodiscard]] Receive receive_into_memory(unsigned port);

  // ---- what machines and actions use --------------------------------------------------------
  [[nodiscard]] const ProcessorContext& context() const {
    return static_cast<const ProcessorContext&>(node::context());
  }
  // What the program is likely to touch when it goes on: it will receive and send again where it
  // did so last.
  void prefetch_ports() const {
    prefetch(&ports_[latest_in_], sizeof(Port));
    prefetch(&ports_[latest_out_], sizeof(Port));
  }
  void prefetch_links() const { prefetch(ports_[latest_out_].leaving, sizeof(link)); }

  // What links tell.
  void sent(unsigned number) override;
  void received(unsigned number, Packet&& packet) override;
  [[nodiscard]] port_guard& guard() override { return guard_; }

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  friend class Send;
  friend class Receive;

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
    Action* sending = nullptr;             ///< told when the present hop ends
    Receive* receiving = nullptr;          ///< gets the next packet
    const channel_if* entering = nullptr;  ///< for its name
  };
  static_assert(sizeof(Port) == 32);

  void end_of_elaboration() override;
  [[nodiscard]] Backlogs& backlogs();
  void keep_arrived(unsigned number, Packet&& packet);
  bool take_arrived(Receive& receive);
  [[gnu::noinline]] void enqueue_apart(unsigned number, Packet&& packet, Action* action);
  [[gnu::noinline]] void send_next(unsigned number);
  [[gnu::noinline]] void receive_apart(unsigned number, Packet&& packet);
  void list_waits(Waits& waits) const override;
  [[nodiscard]] std::optional<std::uint64_t> wait_state() const override;
  void enqueue(unsigned number, Packet&& packet, Action* action) {
    check_port(number, "sends");
    Port& port = ports_[number];
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

  // A cache line, with what links look for.
  port_guard guard_;
  Port* ports_;                         ///< in a piece of the pool, behind the processor
  std::unique_ptr<Backlogs> backlogs_;  ///< null: nothing ever waited
  std::uint8_t port_count_;
  std::uint8_t latest_in_ = 0;   ///< port at which the last packet arrived
  std::uint8_t latest_out_ = 0;  ///< port through which the last one was sent

 public:
  /// The channels of the node, numbered in the order of binding.
  multiport<duplex_if> channels{"channels"};
};

/// One hop, from the sender's side.
class [[nodiscard]] Send final : public Awaitable<Send, processor> {
 public:
  Send(processor& self, unsigned port, Packet& packet)
      : Awaitable{self}, packet_{&packet}, port_{port} {}

  void start() { self().enqueue(port_, std::move(*packet_), this); }
  bool await_ready() const { return packet_->words() == 0_words; }

 private:
  Packet* packet_;
  unsigned port_;
};

/// The arrival of the next packet at a channel.
class [[nodiscard]] Receive final : public Awaitable<Receive, processor> {
 public:
  Receive(processor& self, processor::Port& port, bool into_memory)
      : Awaitable{self}, port_{&port}, into_memory_{into_memory} {}

  void start() {
    if (port_->receiving != nullptr) [[unlikely]]
      self().receives_twice(*port_);
    port_->receiving = this;
  }
  /// Moves the packet out: to be kept by value.
  Packet&& result() { return std::move(packet_); }

  /// Has a packet come for it?
  [[nodiscard]] bool ended() const { return ended_; }
  /// Is no longer waited for.
  void cancel();

  /// What came before anybody asked for it.
  bool await_ready() { return self().backlogs_ != nullptr && self().take_arrived(*this); }
  void await_suspend(std::coroutine_handle<> rest) {
    waiter_.resume_at(rest);
    waits_for(waiter_);
    start();
  }
  Packet&& await_resume() { return std::move(packet_); }

 private:
  friend class processor;
  bool take_at_once(processor& self, Packet& packet) {
    if (into_memory_ && !self.store_at_once(packet.blocks_sent())) return false;
    packet_.swap(packet);
    return ended_ = true;
  }
  void take(Packet&& packet) {
    packet_.swap(packet);
    ended_ = true;
    if (into_memory_) self().store(packet_.blocks());
  }

  processor::Port* port_;
  Packet packet_;
  bool into_memory_;
  bool ended_ = false;
};

inline ProcessorContext::ProcessorContext() {
  prefetch_endpoints = [](const node& next) {
    static_cast<const processor&>(next).prefetch_ports();
  };
  prefetch_channels = [](const node& next) {
    static_cast<const processor&>(next).prefetch_links();
  };
}

inline Send processor::send(unsigned port, Packet&& packet) { return Send{*this, port, packet}; }
inline Receive processor::receive(unsigned port) {
  check_port(port, "receives");
  return Receive{*this, ports_[port], false};
}
inline Receive processor::receive_into_memory(unsigned port) {
  check_port(port, "receives");
  return Receive{*this, ports_[port], true};
}

}  // namespace plexus
