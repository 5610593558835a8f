#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/bus/bank_arbiter.hpp"
#include "hw/bus/bus_arbiter.hpp"
#include "hw/bus/grant_queue.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/channel/memory.hpp"
#include "hw/data/memory.hpp"
#include "hw/data/packet.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/probe.hpp"
#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar_queue.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/settled_phase.hpp"
#include "hw/time/timing.hpp"

namespace plexus {

/// Where the data of a global memory lie. A block is cut into chunks of as many words as an access
/// moves in a cycle, its last chunk may be short.
struct BankLayout {
  BankId banks = 0;  ///< 0: an ideal memory, in which nothing ever conflicts
  /// The bank, 0 .. banks - 1, of chunk `chunk` of a block.
  std::function<BankId(BlockId block, std::uint64_t chunk)> bank;
};

/// The chunks of an access in the order in which it asks for them: from one of them on and round.
class ChunkWalk {
 public:
  ChunkWalk() = default;
  /// `first`: number of the chunk to begin with, of all chunks of `blocks`; taken modulo them.
  ChunkWalk(const Blocks& blocks, Words bandwidth, std::uint64_t first);

  [[nodiscard]] std::uint64_t left() const { return left_; }  ///< chunks to come
  [[nodiscard]] BlockId block(const Blocks& blocks) const {
    return blocks.intervals()[run_].first + offset_;
  }
  [[nodiscard]] std::uint64_t chunk() const { return chunk_; }  ///< of that block
  void advance(const Blocks& blocks);

 private:
  std::uint64_t left_ = 0;
  std::uint64_t low_ = 0;   ///< first chunk of every block that the slice touches
  std::uint64_t high_ = 0;  ///< one more than the last
  std::size_t run_ = 0;
  std::uint64_t offset_ = 0;  ///< in the run
  std::uint64_t chunk_ = 0;
};

/// A global memory that processors share. An access moves words between one processor and the
/// memory and owns a slot meanwhile; there are few slots, and those who wait for one get it in
/// rising processor number. Accesses asked for in a time step are decided together; a slot that is
/// freed in a time step can be taken in it.
///
/// Ideal memory: an access takes startup + ceil(words / bandwidth) cycles. With banks: startup
/// cycles, then one chunk per cycle, where a bank serves one chunk per cycle, the lowest processor
/// first; whose bank is taken stalls.
///
/// The data really are there: a write stores blocks at its end, a read needs them at its start.
/// Stops the run (`port-rule`, with the figures `node` and `rule`) when
/// - `one-access`: a processor asks for an access while another of its own is not over;
/// - `k-star`: more accesses than slots are to be in progress;
/// - `read-while-written`: an access needs words, or writes words, that another is writing;
/// - `one-chunk`: a bank is to serve two chunks in a cycle.
class memory_banks final : public sc_core::sc_module, public memory_if, public light_parts_if {
 public:
  memory_banks(sc_core::sc_module_name name, NodeId processors, NodeId slots, LinkTiming timing,
               BlockSpace space, BankLayout layout = {});

  // ---- what machines, benches and tests use -------------------------------------------------
  [[nodiscard]] NodeId processors() const { return queue_.processors(); }
  [[nodiscard]] NodeId slots() const { return queue_.places(); }
  [[nodiscard]] const LinkTiming& timing() const { return timing_; }
  [[nodiscard]] BankId banks() const { return layout_.banks; }
  [[nodiscard]] const GrantFigures& figures() const { return queue_.figures(); }
  [[nodiscard]] const Memory& contents() const { return contents_; }
  /// Cycles for which the accesses of `node` waited for a slot.
  [[nodiscard]] Cycles waited(NodeId node) const { return queue_.waited(node); }
  /// Cycles in which an access of `node` found its bank taken.
  [[nodiscard]] std::uint64_t stalls(NodeId node) const { return ports_[node].stalls; }
  /// Cycles in which accesses found the bank taken, an access counted each.
  [[nodiscard]] std::uint64_t bank_stalls(BankId bank) const { return bank_stalls_[bank]; }
  /// The sum over all banks.
  [[nodiscard]] std::uint64_t bank_stalls() const;
  void listen(trace_sink_if& sink);
  /// Its slots and banks.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  void trace(sc_core::sc_trace_file* file) const override;

 private:
  bus_arbiter standard_slots_;
  std::optional<bank_arbiter> standard_banks_;

 public:
  /// Who gets a slot.
  exchange_port<bus_arbiter_if> slot_arbiter;
  /// Who gets a bank; nothing for a memory without banks.
  std::optional<exchange_port<bank_arbiter_if>> banks_arbiter;

 private:
  /// One processor's side of the memory.
  struct Port {
    MemoryTransfer* access = nullptr;  ///< waits or is in progress
    std::uint64_t stalls = 0;
  };
  struct Slot {
    MemoryTransfer* access = nullptr;  ///< null: the slot is free
    ChunkWalk walk;                    ///< with banks: what the access still asks for
    Cycles started{0};
    Cycles asks_from{0};  ///< with banks: cycle of the first chunk
    // With banks: what has been served, counted apart from the walk.
    std::uint64_t served = 0;       ///< chunks
    std::uint64_t stalls = 0;       ///< cycles without one
    std::uint64_t fingerprint = 0;  ///< of the chunks, whatever their order
    bool asks = false;              ///< for a chunk, when banks were given last
    bool stall = false;             ///< and did not get it
    BankId bank = 0;                ///< that it asked for
  };

  void register_port(sc_core::sc_port_base& port, const char* type) override;
  void end_of_elaboration() override;
  void ask(MemoryTransfer& access) override;
  void decide();
  void start(NodeId processor, Cycles now);
  void serve(Cycles now);
  void give_chunk(std::size_t request, bool granted, Cycles now);
  void wake_next(Cycles now, bool at_once);
  void end_due();
  void end(std::uint32_t number, Cycles now);
  void check_data(const MemoryTransfer& access);
  void check_chunks(const Slot& slot, Cycles now) const;
  [[noreturn]] void breach(NodeId node, const char* rule, const std::string& sentence) const;
  void record_banks();
  [[nodiscard]] std::string slot_name(std::uint32_t slot) const;
  [[nodiscard]] std::string bank_name(BankId bank) const;
  void record(std::uint32_t number, TraceKind kind) const;

  ClockPeriod clock_;
  LinkTiming timing_;
  BankLayout layout_;
  GrantQueue queue_;
  Memory contents_;
  Memory claimed_;                                   ///< contents and what is being written
  std::vector<Port> ports_;                          ///< by processor
  std::vector<const sc_core::sc_port_base*> bound_;  ///< ports, as they come
  std::vector<Slot> accesses_;                       ///< by slot, as far as slots were ever used
  CalendarQueue<std::uint32_t> calendar_;            ///< ends of accesses, by slot
  std::vector<std::uint32_t> active_;                ///< with banks: slots by rising processor
  std::vector<BankRequest> requests_;                ///< of the present cycle
  std::vector<std::uint32_t> askers_;                ///< their slots
  std::vector<std::uint64_t> bank_stalls_;
  std::vector<Cycles> bank_used_;  ///< cycle in which each bank served last
  Cycles served_{-1};              ///< cycle in which banks served last
  std::uint64_t refused_ = 0;      ///< cycles on end in which they served nobody
  sc_core::sc_event due_{"due"};
  settled_phase settled_;
  trace_sink_if* sink_ = nullptr;
  std::vector<BankUse> bank_uses_;   ///< what each bank does in this cycle, for the trace
  std::vector<BankUse> banks_told_;  ///< and what the trace knows of it
  mutable Probe probe_;
  mutable std::vector<std::optional<NodeId>> bank_owners_;  ///< served in this cycle, for a wave
};

}  // namespace plexus
