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

#include "hw/observe/trace.hpp"
#include "hw/switch/arbitration.hpp"
#include "hw/switch/omega_element.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What travels through a buffered network: one word, with what hardware needs to route and check
/// it. Small, because it is copied at every hop.
struct FifoPacket {
  Cycles born{0};             ///< when it was made
  NodeId source = 0;          ///< port
  NodeId destination = 0;     ///< port
  std::uint32_t number = 0;   ///< among the packets of its source; rises
  std::uint32_t payload = 0;  ///< whatever its sender wants to find again
};

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
  /// The head leaves; its place is free from the next cycle on.
  const FifoPacket& pop(Cycles now, std::uint32_t depth) {
    const FifoPacket& packet = places[head];
    head = head + 1 == depth ? 0 : head + 1;
    --count;
    left = now;
    return packet;
  }
};

/// One flag for each of many, of which few may be set: those are found without a look at the
/// others.
class WakeFlags {
 public:
  void resize(std::size_t count) { words_.assign((count + 63) / 64, 0); }
  void set(std::uint32_t number) { words_[number / 64] |= std::uint64_t{1} << number % 64; }
  void set_all(std::uint32_t count) {
    for (std::uint32_t number = 0; number < count; ++number) set(number);
  }
  /// Calls visit(number) for those that are set, from the lowest on; true: the flag stays.
  template <typename Visit>
  void visit_all(Visit visit) {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      std::uint64_t ended = 0;
      for (std::uint64_t left = words_[word]; left != 0; left &= left - 1) {
        const int place = std::countr_zero(left);
        const bool stays =
            visit(static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(place));
        ended |= std::uint64_t{!stays} << place;
      }
      words_[word] &= ~ended;
    }
  }

 private:
  std::vector<std::uint64_t> words_;
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

class omega_fifo_element;

/// What an output does in one cycle.
struct FifoGrant {
  std::uint32_t input = kNobody;  ///< whose head moves
  bool valid = true;              ///< the output shows it: a grant without is a packet lost

  friend bool operator==(const FifoGrant&, const FifoGrant&) = default;
};

/// Hears of the grants of every element that it is given to, in every cycle, and may put its own
/// in the place of them: Verilated twins.
class fifo_element_twin_if {
 public:
  /// `grants`: by output.
  virtual void decide(const omega_fifo_element& part, std::span<FifoGrant> grants) = 0;
  /// A packet enters `part` from outside the network, in a cycle in which it may decide nothing.
  virtual void entering(const omega_fifo_element& part) = 0;

 protected:
  ~fifo_element_twin_if() = default;
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
class omega_fifo_element final : public sc_core::sc_module {
 public:
  /// Output = destination / weight mod radix. `stage`, `index`: where it stands; `figures`: of its
  /// stage. All references must outlive the element.
  omega_fifo_element(sc_core::sc_module_name name, std::uint32_t radix, std::uint32_t weight,
                     std::uint32_t stage, std::uint32_t index, FifoContext& context,
                     FifoStageFigures& figures);
  ~omega_fifo_element() override;

  /// The queues in front of it, `radix` in a row, and the one behind output `output`; `sink`: it
  /// always has room.
  void connect_inputs(FifoQueue* queues) { inputs_ = queues; }
  void connect_output(std::uint32_t output, FifoQueue& queue, bool sink);
  /// Flag `number` of `woken` is set when a packet leaves by the output.
  void wake_behind(std::uint32_t output, WakeFlags& woken, std::uint32_t number);
  /// Decides and moves what moves in the present cycle; true if packets are left in it. The
  /// elements behind it have decided before.
  bool decide() {
    if (radix_ == 2 && !watched()) [[likely]]
      return decide_of_two();
    return decide_of_any();
  }
  /// A twin, a wave or a trace wants to see every decision, also of an empty element.
  [[nodiscard]] bool watched() const {
    return watched_ || twin_ != nullptr || context_->sink != nullptr;
  }

  // What a twin looks at: the state at the start of the cycle.
  [[nodiscard]] std::uint32_t radix() const { return radix_; }
  [[nodiscard]] std::uint32_t weight() const { return weight_; }
  [[nodiscard]] std::uint32_t stage() const { return stage_; }
  [[nodiscard]] std::uint32_t index() const { return index_; }  ///< in its stage
  [[nodiscard]] const FifoContext& context() const { return *context_; }
  [[nodiscard]] std::uint32_t depth_at_start(std::uint32_t input) const {
    return inputs_[input].depth_at_start(context_->now);
  }
  /// The packet that enters by `input` in the present cycle: complete in its middle.
  [[nodiscard]] const FifoPacket* entering(std::uint32_t input) const;
  [[nodiscard]] const FifoPacket& head(std::uint32_t input) const {
    return inputs_[input].places[inputs_[input].head];
  }
  [[nodiscard]] bool ready(std::uint32_t output) const {
    const FifoQueue& behind = *outputs_[output].behind;
    const bool now = sinks_ || context_->bypass;  // a port has been emptied before
    return (now ? behind.count : behind.depth_at_start(context_->now)) < context_->depth;
  }
  /// The coin of the present cycle: 64 random bits, the highest one decides between two inputs.
  [[nodiscard]] std::uint64_t coin() const;

  void set_twin(fifo_element_twin_if* twin) { twin_ = twin; }
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  struct Wave;
  struct Output {
    FifoQueue* behind = nullptr;
    std::uint32_t won_last = 0;  ///< the input of its last move
    std::uint32_t number = 0;    ///< of what stands behind, in `woken`
    WakeFlags* woken = nullptr;
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
  void check_grants() const;
  void show();
  void record() const;

  FifoContext* context_;
  FifoStageFigures* figures_;
  FifoQueue* inputs_ = nullptr;
  std::vector<Output> outputs_;
  std::vector<FifoGrant> grants_;     ///< by output; for the twin, the wave and the trace
  std::vector<std::uint32_t> wants_;  ///< by input: the output its head wants, or kNobody
  std::uint32_t radix_;
  std::uint32_t weight_;
  std::uint32_t shift_ = 32;  ///< log2 of the weight where radix is a power of two, else 32
  std::uint32_t stage_;
  std::uint32_t index_;
  bool sinks_ = false;
  bool watched_ = false;  ///< in a wave
  bool told_ = false;     ///< the trace knows of packets in it
  fifo_element_twin_if* twin_ = nullptr;
  std::unique_ptr<Wave> wave_;
};

}  // namespace plexus
