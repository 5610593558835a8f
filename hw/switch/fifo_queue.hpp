#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/channel/fifo_queue.hpp"
#include "hw/channel/inner.hpp"
#include "hw/data/bit_set.hpp"
#include "hw/data/fifo_packet.hpp"
#include "hw/observe/trace.hpp"
#include "hw/switch/arbitration.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

class fifo_queue;

/// A queue that has come to be crowded most of the time.
struct SaturatedQueue {
  Cycles since{0};
  std::uint32_t stage = 0;
  std::uint32_t element = 0;
  std::uint32_t input = 0;
};

/// What the elements and queues of a buffered network have in common.
struct FifoContext {
  std::uint32_t depth = 1;  ///< places of each queue
  Arbitration arbitration = Arbitration::kAlternating;
  std::uint64_t seed = 1;  ///< of the coins
  /// A place that becomes free in a cycle is taken in it, as if the news ran back from the last
  /// stage within the cycle; else in the next one.
  bool bypass = false;
  Cycles now{0};
  trace_sink_if* sink = nullptr;
  std::uint32_t ports = 0;                ///< of the network: numbers packets in traces
  std::vector<SaturatedQueue> saturated;  ///< in the order in which it happened

  // The queues and who takes from them.
  std::string net;                     ///< full name
  const fifo_queue* queues = nullptr;  ///< by stage, then line; last those of the ports
  std::uint32_t lines = 0;             ///< of a stage
  std::uint32_t radix = 2;
  /// By stage: elements with something in them. Last: ports with something behind their outputs.
  std::vector<BitSet> awake;

  /// Packets that crowd a queue: so many that it holds up what is behind it. It takes a cycle to
  /// fill a place that has become free, so a queue that is never empty need not be full.
  [[nodiscard]] std::uint32_t crowded() const { return depth > 2 ? depth - 1 : depth; }
};

/// A queue in front of an element's input, or behind an output of the network: a light channel of
/// its network. In a cycle at most one packet enters and one leaves; when that was last, is noted,
/// so that all decisions of a cycle look at the state at its start, in whatever order they are
/// made, and a queue with which nothing happens needs nothing.
class alignas(64) fifo_queue final : public fifo_tx_if, public fifo_rx_if {
 public:
  [[nodiscard]] bool ready() const override { return ready(context->now, context->depth); }
  void push(const FifoPacket& packet) override {
    push(packet, context->now, context->depth);
    const auto [stage, who] = reader();
    context->awake[stage].add(who);
  }
  [[nodiscard]] std::uint32_t held() const override { return depth_at_start(context->now); }
  [[nodiscard]] const FifoPacket& packet(std::uint32_t place) const override {
    return at(place, context->depth);
  }
  FifoPacket take(std::uint32_t place) override {
    const std::uint32_t depth = context->depth;
    const FifoPacket packet = at(place, depth);  // those before it keep their order
    for (; place > 0; --place) at(place, depth) = at(place - 1, depth);
    places[head] = packet;
    return pop(context->now, depth);
  }
  [[nodiscard]] const FifoPacket* entered() const override {
    if (entered_at != context->now) return nullptr;
    return &places[tail == 0 ? context->depth - 1 : tail - 1];
  }
  [[nodiscard]] bool empty() const override { return count == 0; }
  [[nodiscard]] std::string full_name() const override;
  void register_port(sc_core::sc_port_base& port, const char* /*type*/) override {
    check_inner(*this, context->net, port);
  }

  /// Who takes from it: stage and element there; behind the last stage the port.
  [[nodiscard]] std::array<std::uint32_t, 2> reader() const {
    const auto number = static_cast<std::uint32_t>(this - context->queues);
    const auto stages = static_cast<std::uint32_t>(context->awake.size() - 1);
    if (number >= stages * context->lines) return {stages, number - stages * context->lines};
    return {number / context->lines, number % context->lines / context->radix};
  }

  // The same for those who know the cycle and the depth, which are the network's.
  [[nodiscard]] std::uint32_t depth_at_start(Cycles now) const {
    return count - (entered_at == now ? 1U : 0U) + (left_at == now ? 1U : 0U);
  }
  [[nodiscard]] bool ready(Cycles now, std::uint32_t depth) const {
    return (at_once ? count : depth_at_start(now)) < depth;
  }
  void push(const FifoPacket& packet, Cycles now, std::uint32_t depth) {
    places[tail] = packet;
    tail = tail + 1 == depth ? 0 : tail + 1;
    ++count;
    entered_at = now;
  }
  [[nodiscard]] FifoPacket& at(std::uint32_t place, std::uint32_t depth) const {
    const std::uint32_t behind = depth - head;  // up to the end of the ring
    return places[place < behind ? head + place : place - behind];
  }
  const FifoPacket& pop(Cycles now, std::uint32_t depth) {
    const FifoPacket& packet = places[head];
    head = head + 1 == depth ? 0 : head + 1;
    --count;
    left_at = now;
    return packet;
  }

  FifoContext* context = nullptr;
  FifoPacket* places = nullptr;  ///< `depth` of them, a ring
  Cycles entered_at{-1};         ///< when the last packet entered
  Cycles left_at{-1};            ///< when the last one left
  std::uint32_t count = 0;       ///< packets in it now
  std::uint32_t head = 0;        ///< place of the next one to leave
  std::uint32_t tail = 0;        ///< place of the next one to enter
  bool at_once = false;          ///< a place that becomes free in a cycle is taken in it
};
static_assert(sizeof(fifo_queue) == 64);

}  // namespace plexus
