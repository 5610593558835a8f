#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/channel/element_setting.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/fifo_arbiter.hpp"
#include "hw/data/bit_set.hpp"
#include "hw/observe/trace.hpp"
#include "hw/switch/arbitration.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A queue in front of an element input, or behind an output of the network. In a cycle at most one
/// packet enters and one leaves; when that was last, is noted, so that all decisions of a cycle
/// look at the state at its start, in whatever order they are made, and a queue with which nothing
/// happens needs nothing.
struct alignas(64) FifoQueue {
  FifoPacket* places = nullptr;  ///< `depth` of them, a ring
  Cycles entered{-1};            ///< when the last packet entered
  Cycles left{-1};               ///< when the last one left
  std::uint32_t count = 0;       ///< packets in it now
  std::uint32_t head = 0;        ///< place of the next one to leave
  std::uint32_t tail = 0;        ///< place of the next one to enter
  std::uint16_t congestion = 0;  ///< rises by 2 in a cycle in which it is crowded, else falls by 1
  bool saturated = false;        ///< the congestion has reached kSaturated
  Cycles crowded_at{0};          ///< the congestion is that of this cycle
  Cycles congested_since{0};     ///< when it last rose from 0

  static constexpr std::uint16_t kSaturated = 128;

  [[nodiscard]] std::uint32_t depth_at_start(Cycles now) const {
    return count - (entered == now ? 1U : 0U) + (left == now ? 1U : 0U);
  }
  /// One more packet; it is there from the next cycle on.
  void push(const FifoPacket& packet, Cycles now, std::uint32_t depth) {
    places[tail] = packet;
    tail = tail + 1 == depth ? 0 : tail + 1;
    ++count;
    entered = now;
  }
  /// The packet at `place` from the head on.
  [[nodiscard]] FifoPacket& at(std::uint32_t place, std::uint32_t depth) {
    const std::uint32_t behind = depth - head;  // up to the end of the ring
    return places[place < behind ? head + place : place - behind];
  }
  /// The packet at `place` becomes the head; those before it keep their order.
  void bring_forward(std::uint32_t place, std::uint32_t depth) {
    const FifoPacket packet = at(place, depth);
    for (; place > 0; --place) at(place, depth) = at(place - 1, depth);
    places[head] = packet;
  }
  /// The head leaves; its place is free from the next cycle on.
  const FifoPacket& pop(Cycles now, std::uint32_t depth) {
    const FifoPacket& packet = places[head];
    head = head + 1 == depth ? 0 : head + 1;
    --count;
    left = now;
    return packet;
  }
};

/// Figures of a stage over a run; its elements add to them.
struct FifoStageFigures {
  std::uint64_t moves = 0;      ///< packets that left an element of it
  std::uint64_t full = 0;       ///< queues found full, summed over the cycles
  std::uint32_t max_depth = 0;  ///< largest fill of a queue at the start of a cycle
};

/// A queue that has come to be crowded most of the time.
struct SaturatedQueue {
  Cycles since{0};
  std::uint32_t stage = 0;
  std::uint32_t element = 0;
  std::uint32_t input = 0;
};

/// What the elements of a buffered network have in common.
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

  /// Packets that crowd a queue: so many that it holds up what is behind it. It takes a cycle to
  /// fill a place that has become free, so a queue that is never empty need not be full.
  [[nodiscard]] std::uint32_t crowded() const { return depth > 2 ? depth - 1 : depth; }
};

/// Element of a buffered (packet switched) multistage network, `radix` inputs and outputs: a queue
/// of one-word packets at every input, one move per output and cycle. A head moves if its output
/// is granted to it and the queue behind had a free place at the start of the cycle (spec 5.5), or
/// with bypass has one by now.
/// Twin: rtl/switch/omega_fifo_element.sv. Latency: 1 cycle.
class omega_fifo_element final : public sc_core::sc_module,
                                 public fifo_queues_if,
                                 public fifo_arbiter_if {
 public:
  using role_if = fifo_arbiter_if;
  static constexpr const char* kKind = "omega_fifo_element";

  /// Who decides what moves: itself, unless another is bound here.
  exchange_port<fifo_arbiter_if> arbiter;

  /// Output = destination / weight mod radix. `stage`, `index`: where it stands; `figures`: of its
  /// stage. All references must outlive the element.
  omega_fifo_element(sc_core::sc_module_name name, std::uint32_t radix, std::uint32_t weight,
                     std::uint32_t stage, std::uint32_t index, FifoContext& context,
                     FifoStageFigures& figures);
  ~omega_fifo_element() override;

  [[nodiscard]] const char* kind() const override { return kKind; }

  /// The queues in front of it, `radix` in a row, and the one behind output `output`; `sink`: it
  /// always has room.
  void connect_inputs(FifoQueue* queues) { inputs_ = queues; }
  void connect_output(std::uint32_t output, FifoQueue& queue, bool sink);
  /// `woken` gets `number` when a packet leaves by the output.
  void wake_behind(std::uint32_t output, BitSet& woken, std::uint32_t number);
  /// Decides and moves what moves in the present cycle; true if packets are left in it. The
  /// elements behind it have decided before.
  bool decide() {
    if (radix_ == 2 && !watched()) [[likely]]
      return decide_of_two();
    return decide_of_any();
  }
  /// Another decides in its place, a wave or a trace wants to see every decision: also of an empty
  /// element.
  [[nodiscard]] bool watched() const { return watched_ || context_->sink != nullptr; }
  /// A packet enters by `input` from outside the network.
  void enter(std::uint32_t input) {
    if (arbiter.exchanged()) arbiter->entered(input);
  }

  // The state at the start of the cycle.
  [[nodiscard]] std::uint32_t radix() const override { return radix_; }
  [[nodiscard]] std::uint32_t weight() const { return weight_; }
  [[nodiscard]] std::uint32_t stage() const { return stage_; }
  [[nodiscard]] std::uint32_t index() const { return index_; }  ///< in its stage
  [[nodiscard]] const FifoContext& context() const { return *context_; }
  [[nodiscard]] std::uint32_t held(std::uint32_t input) const override {
    return inputs_[input].depth_at_start(context_->now);
  }
  /// The packet that enters by `input` in the present cycle: complete in its middle.
  [[nodiscard]] const FifoPacket* entering(std::uint32_t input) const;
  [[nodiscard]] const FifoPacket& packet(std::uint32_t input,
                                         std::uint32_t place = 0) const override {
    return inputs_[input].at(place, context_->depth);
  }
  [[nodiscard]] std::uint32_t output_of(const FifoPacket& packet) const override {
    return output_of(packet.destination);
  }
  [[nodiscard]] bool ready(std::uint32_t output) const override {
    const FifoQueue& behind = *outputs_[output].behind;
    const bool now = sinks_ || context_->bypass;  // a port has been emptied before
    return (now ? behind.count : behind.depth_at_start(context_->now)) < context_->depth;
  }
  /// The coin of the present cycle: 64 random bits, the highest one decides between two inputs.
  [[nodiscard]] std::uint64_t coin() const override;

  /// As an element decides by itself.
  void grant(const fifo_queues_if& queues, std::span<FifoGrant> grants) override;
  /// Ends the run, class `kind`, unless every granted packet is there, alone leaves its queue, and
  /// finds a free place.
  void check(std::span<const FifoGrant> grants, const char* kind) const;
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  void end_of_elaboration() override { watched_ = watched_ || arbiter.exchanged(); }

  struct Wave;
  struct Output {
    FifoQueue* behind = nullptr;
    std::uint32_t won_last = 0;  ///< the input of its last move
    std::uint32_t number = 0;    ///< of what stands behind, in `woken`
    BitSet* woken = nullptr;
  };

  bool decide_of_two();
  bool decide_of_any();
  [[nodiscard]] std::uint32_t choose(std::uint32_t output,
                                     std::span<const std::uint32_t> wants) const;
  void show_to_others();
  [[nodiscard]] std::uint32_t output_of(NodeId destination) const {
    return shift_ < 32 ? destination >> shift_ & (radix_ - 1) : destination / weight_ % radix_;
  }
  void press(FifoQueue& queue, std::uint32_t input);
  void show();
  void record() const;

  FifoContext* context_;
  FifoStageFigures* figures_;
  FifoQueue* inputs_ = nullptr;
  std::vector<Output> outputs_;
  std::vector<FifoGrant> grants_;     ///< by output
  std::vector<std::uint32_t> wants_;  ///< by input: the output its head wants, or kNobody
  std::uint32_t radix_;
  std::uint32_t weight_;
  std::uint32_t shift_ = 32;  ///< log2 of the weight where radix is a power of two, else 32
  std::uint32_t stage_;
  std::uint32_t index_;
  bool sinks_ = false;
  bool watched_ = false;  ///< in a wave, or decided for by another
  bool told_ = false;     ///< the trace knows of packets in it
  std::unique_ptr<Wave> wave_;
};

}  // namespace plexus
