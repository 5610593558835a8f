#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/element_setting.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/fifo_arbiter.hpp"
#include "hw/channel/fifo_queue.hpp"
#include "hw/data/bit_set.hpp"
#include "hw/observe/probe.hpp"
#include "hw/rule/fault.hpp"
#include "hw/switch/fifo_queue.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Figures of a stage over a run; its elements add to them.
struct FifoStageFigures {
  std::uint64_t moves = 0;      ///< packets that left an element of it
  std::uint64_t full = 0;       ///< queues found full, summed over the cycles
  std::uint32_t max_depth = 0;  ///< largest fill of a queue at the start of a cycle
};

/// Element of a buffered (packet switched) multistage network, `radix` inputs and outputs: a queue
/// of one-word packets at every input, one move per output and cycle. A head moves if its output
/// is granted to it and the queue behind had a free place at the start of the cycle, or
/// with bypass has one by now. What a router of one channel (vc_router) does, in a loop that is
/// there for speed. Twin: rtl/switch/omega_fifo_element.sv. Latency: 1 cycle.
class omega_fifo_element final : public sc_core::sc_module,
                                 public fifo_queues_if,
                                 public fifo_arbiter_if {
 public:
  using role_if = fifo_arbiter_if;
  static constexpr const char* kKind = "omega_fifo_element";

  /// Who decides what moves: itself, unless another is bound here.
  exchange_port<fifo_arbiter_if> arbiter;
  /// The queues in front of its inputs, and those behind its outputs: `radix` each.
  multiport<fifo_rx_if> inputs{"inputs"};
  multiport<fifo_tx_if> outputs{"outputs"};

  /// Output = destination / weight mod radix. `stage`, `index`: where it stands; `figures`: of its
  /// stage. All references must outlive the element.
  omega_fifo_element(sc_core::sc_module_name name, std::uint32_t radix, std::uint32_t weight,
                     std::uint32_t stage, std::uint32_t index, FifoContext& context,
                     FifoStageFigures& figures);

  [[nodiscard]] const char* kind() const override { return kKind; }

  /// Decides and moves what moves in the present cycle; true if packets are left in it. The
  /// elements behind it have decided before.
  bool decide() {
    if (alone_ && context_->sink == nullptr) [[likely]]
      return decide_of_two();
    return decide_of_any();
  }
  /// Another decides in its place, a wave or a trace wants to see every decision: also of an empty
  /// element.
  [[nodiscard]] bool watched() const { return watched_ || context_->sink != nullptr; }
  /// Another decides in its place, and has let nothing move in this cycle though something could.
  [[nodiscard]] bool holds_back() const { return held_back_ > 0; }

  // The state at the start of the cycle.
  [[nodiscard]] std::uint32_t radix() const override { return radix_; }
  [[nodiscard]] std::uint32_t weight() const { return weight_; }
  [[nodiscard]] std::uint32_t stage() const { return stage_; }
  [[nodiscard]] std::uint32_t index() const { return index_; }  ///< in its stage
  [[nodiscard]] const FifoContext& context() const { return *context_; }
  [[nodiscard]] std::uint32_t held(std::uint32_t input) const override {
    return in_[known(input, "input")]->held();
  }
  /// The packet that enters by `input` in the present cycle: complete in its middle.
  [[nodiscard]] const FifoPacket* entering(std::uint32_t input) const {
    return in_[known(input, "input")]->entered();
  }
  [[nodiscard]] const FifoPacket& packet(std::uint32_t input,
                                         std::uint32_t place = 0) const override;
  [[nodiscard]] std::uint32_t output_of(const FifoPacket& packet) const override {
    return output_of(packet.destination);
  }
  [[nodiscard]] bool ready(std::uint32_t output) const override {
    return out_[known(output, "output")]->ready();
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
  void end_of_elaboration() override;

  /// Of an unwatched element of radix 2: an output and the queue of the same network behind it.
  struct Output {
    fifo_queue* behind = nullptr;
    BitSet* woken = nullptr;   ///< by what leaves there
    std::uint32_t number = 0;  ///< of what is woken
  };
  /// How crowded the queue of an input is.
  struct Crowding {
    std::uint16_t congestion =
        0;                   ///< rises by 2 in a cycle in which it is crowded, else falls by 1
    bool saturated = false;  ///< the congestion has reached kSaturated
    Cycles at{0};            ///< the congestion is that of this cycle
    Cycles since{0};         ///< when it last rose from 0

    static constexpr std::uint16_t kSaturated = 128;
  };

  bool decide_of_two();
  bool decide_of_any();
  [[nodiscard]] std::uint32_t choose(std::uint32_t output,
                                     std::span<const std::uint32_t> wants) const;
  void show_to_others();
  [[nodiscard]] std::uint32_t output_of(NodeId destination) const {
    return shift_ < 32 ? destination >> shift_ & (radix_ - 1) : destination / weight_ % radix_;
  }
  /// `number`, if it has such an input or output; else the run ends: an arbiter is wrong.
  [[nodiscard]] std::uint32_t known(std::uint32_t number, const char* side) const {
    if (number >= radix_) [[unlikely]]
      raise("program", name(), "It was asked for {} {}: it has {}.", side, number, radix_);
    return number;
  }
  void count_held_back();
  void press(std::uint32_t input);
  void record() const;

  FifoContext* context_;
  FifoStageFigures* figures_;
  std::vector<fifo_rx_if*> in_;             ///< what the ports are bound to
  std::vector<fifo_tx_if*> out_;            ///< likewise
  std::array<fifo_queue*, 2> in_queues_{};  ///< of an unwatched element of radix 2
  std::array<Output, 2> out_queues_{};
  std::vector<std::uint32_t> won_last_;  ///< by output: the input of its last move
  std::vector<Crowding> crowding_;       ///< by input
  std::vector<FifoGrant> grants_;        ///< by output
  std::vector<std::uint32_t> wants_;     ///< by input: the output its head wants, or kNobody
  std::uint32_t radix_;
  std::uint32_t weight_;
  std::uint32_t shift_ = 32;  ///< log2 of the weight where radix is a power of two, else 32
  std::uint32_t stage_;
  std::uint32_t index_;
  std::uint32_t held_back_ = 0;   ///< cycles in a row in which another let nothing move that could
  bool judged_ = false;           ///< another decides: what it grants is looked at
  mutable bool watched_ = false;  ///< in a wave, or decided for by another
  bool alone_ = false;            ///< unwatched, of radix 2, between queues of its network
  bool told_ = false;             ///< the trace knows of packets in it
  mutable Probe probe_;
};

}  // namespace plexus
