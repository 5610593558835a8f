#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/coupler_grant.hpp"
#include "hw/channel/coupler_slot.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/required_port.hpp"
#include "hw/data/packet.hpp"
#include "hw/fast/parts.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/optical/coupler_lights.hpp"
#include "hw/optical/coupler_wave.hpp"
#include "hw/optical/optical_figures.hpp"
#include "hw/optical/pops_arbiter.hpp"
#include "hw/optical/pops_coupler.hpp"
#include "hw/optical/receivers.hpp"
#include "hw/optical/slot_clock.hpp"
#include "hw/optical/slot_conflicts.hpp"
#include "hw/optical/slot_watch.hpp"
#include "hw/optical/transmitters.hpp"
#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"
#include "hw/time/barrier.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

/// The g x g passive stars between g groups of d processors each, their transmitters and receivers,
/// and the clock of the slots. Slot-synchronous: slots are the steps of a barrier. One begins when
/// every processor that takes part has said what it does in it, and lasts guard + ceil(words /
/// bandwidth) cycles; what is accepted is there when it ends. A processor's ports are bound to its
/// transmitters and to its receivers. Couplers are modules up to `kMostModules` of them, joined by
/// ports; beyond that they are light channels made when they are first driven.
///
/// Stops the run when the slot has ended, or loses packets where the rules say `drop`:
/// - `collision`: two packets on one coupler in a slot;
/// - `transmit-conflict`: a processor sends two packets in a slot, without multi_tx;
/// - `receive-conflict`: a processor accepts two packets in a slot, without multi_rx;
/// with the figures slot, collisions, tx_conflicts, rx_conflicts, couplers, sources.
class coupler_bank final : public sc_core::sc_module, public light_parts_if, private step_owner_if {
  coupler_arbiter coupler_arbiters_;
  receiver_arbiter receiver_arbiters_;
  slot_clock own_clock_;
  coupler_lights own_lights_;

 public:
  static constexpr std::uint64_t kMostModules = 16384;

  /// `groups` >= 1, `degree` >= 1: processors of a group, sources and destinations of a coupler.
  /// `steps`, which must outlive the bank, become its slots.
  coupler_bank(sc_core::sc_module_name name, NodeId groups, NodeId degree,
               const OpticalRules& rules, barrier& steps);

  // ---- what is bound --------------------------------------------------------------------------
  /// Transmitters and receivers of a processor, for the ports of its node. One that is not there:
  /// a wiring error.
  [[nodiscard]] processor_tx& transmitters(NodeId node) {
    require_processor(node, "transmitters");
    return transmitters_[node];
  }
  [[nodiscard]] processor_rx& receivers(NodeId node) {
    require_processor(node, "receivers");
    return receivers_[node];
  }
  /// Round robin between the sources of each coupler, by its index, and between the couplers of
  /// each receiver, by its number. Only those who ask for their slot are put to them.
  exchange_port<coupler_grant_if> coupler_arbitration;
  exchange_port<coupler_grant_if> receiver_arbitration;
  /// What ends the slots, by `finish`.
  exchange_port<slot_clock_if> clock;
  /// Which couplers the transmitters light.
  exchange_port<coupler_lights_if> lights;

  // ---- what machines, benches and tests use -------------------------------------------------
  [[nodiscard]] NodeId groups() const { return grid_.groups; }
  [[nodiscard]] NodeId degree() const { return grid_.degree; }
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(processors_.size()); }
  [[nodiscard]] std::uint64_t couplers() const { return std::uint64_t{groups()} * groups(); }
  [[nodiscard]] const OpticalRules& rules() const { return rules_; }
  [[nodiscard]] const OpticalFigures& figures() const { return figures_; }
  [[nodiscard]] bool busy() const { return in_slot_; }
  /// Slots in which coupler `index` (destination group x g + source group) carried a packet.
  [[nodiscard]] std::uint64_t busy_slots(std::uint64_t index) const;
  /// Busy slots of the coupler with the fewest, and of that with the most.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> busy_range() const;
  [[nodiscard]] std::string coupler_name(std::uint64_t index) const;
  /// Full name of processor `node`, which stands beside the bank.
  [[nodiscard]] std::string processor_name(NodeId node) const;
  /// Packets that a processor stores for others.
  [[nodiscard]] std::uint32_t relayed(NodeId node) const { return processors_[node].stored; }
  /// The run ends with the beginning of cycle `last`: the slot that goes on then brings nothing,
  /// and who still asks for one is let go. Before the simulation starts.
  void stop_at(Cycles last) { last_ = last; }
  void listen(trace_sink_if& sink);
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  // ---- what stands beside parts or in their place looks at ----------------------------------
  void watch(slot_watch_if& watcher) { watchers_.push_back(&watcher); }
  /// The slots that the clock has started are over in the present time step.
  void finish() {
    if (in_slot_) end_slot();
  }
  /// Of the present slot, or of several of one length: the first cycle, the one behind the last,
  /// and the words of one slot.
  [[nodiscard]] Cycles slot_begin() const { return begin_; }
  [[nodiscard]] Cycles slot_end() const { return end_; }
  [[nodiscard]] Words slot_words() const { return words_; }
  /// Packets of the present slot. Couplers number what they carry: number k of these is
  /// `first_number` + k.
  [[nodiscard]] std::span<const Packet* const> packets() const { return packets_; }
  [[nodiscard]] std::uint64_t first_number() const { return carried_; }
  /// Where couplers stand.
  [[nodiscard]] const CouplerGrid& grid() const { return grid_; }
  /// What coupler `index` shows in the present slot; null: nothing, or a collision.
  [[nodiscard]] const Packet* shown(std::uint64_t index) const;
  /// What processors accept in the present slot.
  [[nodiscard]] std::vector<Acceptance> accepted() const;
  /// What breaks the rules in the present slot.
  [[nodiscard]] const SlotConflicts& conflicts() const { return conflicts_; }

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  friend class pops_coupler;
  friend class processor_tx;
  friend class processor_rx;
  friend class group_receivers;

  /// What the bank knows of one processor.
  struct Processor {
    SlotShare* share = nullptr;           ///< what it does in the present slot or slots
    coupler_client_if* client = nullptr;  ///< who is given what arrives
    const Packet* accepted = nullptr;     ///< in the present slot
    std::uint64_t until = 0;              ///< the share is over with this step of the barrier
    std::uint64_t asked = 0;              ///< the slot in which it began to ask
    std::uint32_t stamp = 0;              ///< slot of `accepted`
    std::uint32_t stored = 0;             ///< packets for others
    bool asks = false;
  };
  static constexpr std::uint64_t kPage = 64;  ///< stars made together

  void require_processor(NodeId node, const char* what) const;

  // What transmitters and receivers do.
  void arrive(NodeId node, SlotShare& share);
  [[nodiscard]] SlotShare* share_of(const Processor& processor) const {
    return processor.until > steps_->steps() ? processor.share : nullptr;
  }
  [[nodiscard]] Awaited waits_for(NodeId node) const;

  void steps_begin(std::uint64_t count) override;
  void begin_slot();
  std::uint64_t arbitrate();
  void run_slots(std::uint64_t count);
  /// How many of `length` cycles from `from` on belong to the run.
  [[nodiscard]] Cycles in_run(Cycles from, Cycles length) const {
    return last_ ? std::clamp(*last_ - from, 0_cycles, length) : length;
  }
  void transmit(const Packet& packet);
  void drive(const Packet& packet, NodeId group);
  /// The receivers of `group` see the packet whose couplers are being lit.
  void lit(NodeId group, bool collides) {
    lit_by_[group] = light_;
    if (collides) {
      conflict_ = true;
    } else {
      ++driven_;
    }
  }
  void end_of_elaboration() override;
  void accept(const Packet& packet, NodeId receiver);
  [[nodiscard]] StarState& star(std::uint64_t index) {
    StarState*& page = pages_[index / kPage];
    if (page == nullptr) [[unlikely]]
      page = new_page();
    return page[index % kPage];
  }
  StarState* new_page();
  void resolve_conflicts();
  void drop();
  void correct_acceptances();
  void end_slot();
  void deliver(NodeId receiver, const Packet& packet);
  void introduce(std::uint64_t index) const;
  void record_packets(bool sent) const;
  void record(const Packet& packet, PacketId number, bool sent) const;
  void record_collisions() const;
  CouplerWave& wave() const;
  void show(std::span<const Packet* const> packets) const;

  ClockPeriod cycles_;
  CouplerGrid grid_;
  OpticalRules rules_;
  barrier* steps_;
  std::deque<processor_tx> transmitters_;
  std::deque<processor_rx> receivers_;
  std::vector<Processor> processors_;
  std::uint64_t light_ = 0;            ///< packets whose couplers have been lit
  std::vector<std::uint64_t> lit_by_;  ///< by group: the last of them that its receivers saw
  std::vector<StarState*> pages_;
  std::vector<std::unique_ptr<StarState[]>> owned_;
  Parts<pops_coupler> modules_;
  Parts<group_transmitters> lit_from_;  ///< by group; none: the couplers are light
  Parts<group_receivers> seen_by_;      ///< by group

  std::uint32_t stamp_ = 0;
  bool in_slot_ = false;
  bool conflict_ = false;
  Words words_{0};                                      ///< of the present slot
  std::vector<NodeId> arrived_;                         ///< take part in the present slot
  std::vector<const Packet*> packets_;                  ///< of the present slot
  std::vector<NodeId> receiving_;                       ///< accept one
  std::vector<std::pair<NodeId, const Packet*>> more_;  ///< accept further ones: multi_rx
  std::uint64_t driven_ = 0;                            ///< couplers in the present slot
  SlotConflicts conflicts_;                             ///< of the present slot
  std::optional<Fault> fault_;                          ///< with which it ends
  Cycles begin_{0};                                     ///< of the present slot or slots
  Cycles end_{0};                                       ///< and the cycle behind them
  std::optional<Cycles> last_;
  sc_core::sc_event stop_{"stop"};
  std::vector<slot_watch_if*> watchers_;
  OpticalFigures figures_;
  trace_sink_if* sink_ = nullptr;
  PacketId carried_ = 0;  ///< packets before the present slot
  mutable std::unique_ptr<CouplerWave> wave_;
};

}  // namespace plexus
