#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <string>
#include <vector>

#include "hw/channel/bus_arbiter.hpp"
#include "hw/data/node_set.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Figures, over a run, of places that processors share: channels of a bus, slots of a memory.
struct GrantFigures {
  std::uint64_t granted = 0;       ///< transactions, accesses
  Words words{0};                  ///< sum of the words of all of them
  std::uint64_t active = 0;        ///< in progress
  std::uint64_t peak_active = 0;   ///< most in progress in one cycle
  std::uint64_t peak_waiting = 0;  ///< most requests that a time step left waiting
  Cycles busy{0};                  ///< busy cycles of all places
  Cycles last_end{0};              ///< when the last one ended
};

/// Processors that want a place, a channel of a bus or a slot of a memory, those that own one, and
/// the places: what a bus and a memory have in common. Requests of a time step are decided together
/// by an arbiter; what is freed in a time step can be taken in it. In a time step, in this order:
/// `ask` and `end` as they come, then `gather`, `start` for each grant of the arbiter, `settle`.
class GrantQueue {
 public:
  static constexpr NodeId kNobody = ~NodeId{0};

  GrantQueue(NodeId processors, NodeId places) : places_{places}, askers_(processors) {}

  [[nodiscard]] NodeId processors() const { return static_cast<NodeId>(askers_.size()); }
  [[nodiscard]] NodeId places() const { return places_; }
  [[nodiscard]] const GrantFigures& figures() const { return figures_; }
  /// Cycles for which the requests of `node` waited for their grants.
  [[nodiscard]] Cycles waited(NodeId node) const { return askers_[node].waited; }

  /// `node` wants a place, and to keep `readers` busy with it.
  void ask(NodeId node, NodeSet readers, Cycles now);
  /// Does `node` wait for a place? No, if there is no such processor.
  [[nodiscard]] bool asks(NodeId node) const { return node < processors() && askers_[node].asks; }
  /// `node` wants a place although it may not yet: remembered, to be told with all else that the
  /// time step brings.
  void note_doubled(NodeId node) { doubled_ = std::min(doubled_, node); }
  /// The lowest processor that asked too early; kNobody: none.
  [[nodiscard]] NodeId doubled() const { return doubled_; }

  /// Those that asked in this time step wait from now on.
  void gather();
  /// They, by rising processor, until the next call of `gather`.
  [[nodiscard]] std::span<const BusRequest> gathered() const { return gathered_; }
  /// Those that gave a place back in this time step: what an arbiter hears of.
  [[nodiscard]] std::span<const NodeId> released() const { return released_; }
  [[nodiscard]] bool is_full() const { return figures_.active == places_; }
  /// `node`, which asks, owns a place from now on: the lowest free one, 0 .. places - 1.
  std::uint32_t start(NodeId node, Words words, Cycles now);
  /// All grants of this time step have started.
  void settle();
  /// Those that wait for a place, by rising processor; until `settle` with those that get one.
  [[nodiscard]] std::span<const BusRequest> waiting() const { return waiting_; }
  /// The same without those that have a reader among `closed`, until the next call.
  [[nodiscard]] std::span<const BusRequest> waiting(const NodeFlags& closed);

  /// One edge of somebody else's arbiter, with what it grants. `could`: it may grant what still
  /// waits, so it has another edge in the next cycle, but not for ever (`starvation`).
  void judge(const std::string& arbiter, std::span<const NodeId> grants, bool could, Cycles now);

  /// `node` gives the place back that it owned for `busy` cycles.
  void end(NodeId node, std::uint32_t place, Cycles busy, Cycles now);

 private:
  struct Asker {
    bool asks = false;
    Cycles since{0};
    Cycles waited{0};
  };

  NodeId places_;
  std::vector<Asker> askers_;  ///< by processor
  std::vector<BusRequest> asked_;
  std::vector<BusRequest> gathered_;
  std::vector<BusRequest> waiting_;
  std::vector<BusRequest> open_;  ///< of those waiting, without closed readers
  std::vector<NodeId> released_;  ///< those that gave a place back in this time step
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free_;
  std::uint32_t used_ = 0;  ///< places that were ever owned
  NodeId doubled_ = kNobody;
  Cycles held_back_{-1};  ///< since when an arbiter could grant and has not; negative: it has
  GrantFigures figures_;
};

/// What `processors` processors share has as many `ports` bound, or none where programs are handed
/// it: else a wiring error, in which they are bound to `use`.
void check_ports(const char* kind, const char* word, const char* name, NodeId processors,
                 std::span<const sc_core::sc_port_base* const> ports, const char* use);

}  // namespace plexus
