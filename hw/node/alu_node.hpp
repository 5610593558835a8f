#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "hw/channel/link.hpp"
#include "hw/data/operand.hpp"
#include "hw/data/packet.hpp"
#include "hw/node/alu_ports.hpp"
#include "hw/node/node_of.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/part_view.hpp"
#include "hw/observe/probe.hpp"
#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/units.hpp"

namespace plexus {

class alu_node;

/// Hears of every packet that leaves or reaches nodes with arithmetic units, in the time step in
/// which it does.
class alu_watch_if {
 public:
  /// A packet sets out.
  virtual void leaves(alu_node& self, unsigned channel, const Packet& packet) = 0;
  /// A packet has arrived. Who stands in the sender's place says here what it has sent.
  virtual void arrives(alu_node& self, unsigned channel, Packet& packet) = 0;

 protected:
  ~alu_watch_if() = default;
};

/// The transfers on the critical path to an event, by kind of channel, and the cycles of local work
/// on it. Book-keeping of the simulation: no wire carries it.
struct CriticalPath {
  static constexpr std::size_t kWork = 3;  ///< place of the cycles of work
  std::array<std::int32_t, 4> counts{};    ///< kinds 0, 1, 2, then cycles of work
  Cycles end{0};                           ///< when it ends

  /// By end; of two that end at the same time, the one with more transfers of the slower kinds,
  /// those of higher numbers, goes before: it stays critical if they get slower.
  friend constexpr auto operator<=>(const CriticalPath& a, const CriticalPath& b) {
    if (a.end != b.end) return a.end <=> b.end;
    for (std::size_t kind = a.counts.size(); kind-- > 1;) {
      const auto order = a.counts[kind] <=> b.counts[kind];
      if (order != 0) return order;
    }
    return a.counts[0] <=> b.counts[0];
  }
  friend constexpr bool operator==(const CriticalPath&, const CriticalPath&) = default;
};

/// What a packet of such nodes carries: an operand, or a few numbers whose meaning sender and
/// receiver know.
struct Record final : Payload {
  static constexpr std::size_t kNumbers = 6;

  Record() = default;
  explicit Record(Operand carried) : operand{std::move(carried)} {}
  explicit Record(const std::array<std::int64_t, kNumbers>& carried) : numbers{carried} {}

  void print(std::ostream& out) const override;

  Operand operand;
  std::array<std::int64_t, kNumbers> numbers{};
  mutable CriticalPath path;  ///< to the start of the present transfer
};

/// What the nodes of a machine have done together.
struct AluFigures {
  CriticalPath latest;             ///< to the arrival of the last packet
  std::vector<Cycles> phase_ends;  ///< that took time
  std::uint64_t most_sets = 0;     ///< partial values that one node held at a time
  std::uint64_t steps_seen = 0;    ///< lock steps of the barrier that were noted
  std::string phases;              ///< full name of who tells which phase it is; empty: nobody
  bool stopped = false;            ///< a program has told the others that they are to end
};

class arithmetic_unit;

/// What a program of such a node waits for: a packet that it sends, receives or passes on. Made by
/// the unit's functions of the same names.
class AluTransfer : public Action {
 public:
  enum class Kind : std::uint8_t { kSend, kReceive, kRelay };
  static constexpr unsigned kNone = ~0U;

  AluTransfer(arithmetic_unit& unit, Kind kind, unsigned in, unsigned out, std::uint32_t tap,
              Packet packet = {})
      : unit_{&unit}, packet_{std::move(packet)}, in_{in}, out_{out}, tap_{tap}, kind_{kind} {}

  bool start();
  [[nodiscard]] static bool is_ready() { return false; }
  /// What was received; nothing where the program has none of it.
  [[nodiscard]] const Record& result() const;

 private:
  friend class arithmetic_unit;

  arithmetic_unit* unit_;
  AluTransfer* next_ = nullptr;  ///< in the unit's list
  Packet packet_;
  CriticalPath start_;
  unsigned in_;
  unsigned out_;
  std::uint32_t tap_;  ///< receiving one on a bus
  Kind kind_;
};

/// The end of a phase: when the last packet of it has arrived anywhere in the machine.
class PhaseArrival : public Action, private Arrival {
 public:
  PhaseArrival(arithmetic_unit& unit, std::uint64_t count) : unit_{&unit}, count_{count} {}

  void start();
  [[nodiscard]] bool is_ready() const { return count_ == 0; }
  void result();

 private:
  void over(std::uint64_t /*steps*/) override { complete(); }

  arithmetic_unit* unit_;
  std::uint64_t count_;
};
using PhaseEnd = Ask<PhaseArrival>;

/// An arithmetic unit and a register for its partial value, which sends and receives through its
/// node's channels. A packet that arrives before the program asks for it stays in the relay buffer,
/// which has room for one; a second one ends the run (`port-rule`, rule `relay-buffer`).
class arithmetic_unit : public endpoint, public link_end_if, public light_parts_if {
 public:
  /// What is common to such nodes.
  struct Setting {
    Operator op = Operator::kSum;
    Words words{1};                   ///< of every packet
    std::vector<std::uint8_t> kinds;  ///< by channel: place in CriticalPath::counts
    std::array<Cycles, 3> hops{1_cycles, 1_cycles, 1_cycles};  ///< by kind: what a packet takes
    AluFigures* figures = nullptr;
    std::vector<alu_watch_if*> watches;  ///< hear what the nodes do
  };
  template <typename Node>
  arithmetic_unit(Node& self, const Setting& setting)
      : endpoint{static_cast<node&>(self)}, setting_{&setting}, ports_{&self} {}

  // ---- what programs use -----------------------------------------------------------------------
  /// Sends a record through a link, or on a bus to the node at `tap`; ends when the hop ends.
  [[nodiscard]] Ask<AluTransfer> send(unsigned channel, Record record, std::uint32_t tap = 0);
  [[nodiscard]] Ask<AluTransfer> send(unsigned channel, const Operand& operand,
                                      std::uint32_t tap = 0) {
    return send(channel, Record{operand}, tap);
  }
  /// Waits for the next packet at a channel; its record goes into a register.
  [[nodiscard]] Ask<AluTransfer> receive(unsigned channel);
  /// Passes the next packet of one channel on through another one, in the instant in which it
  /// arrives; ends when it has left. The program sees nothing of it.
  [[nodiscard]] Ask<AluTransfer> relay(unsigned from, unsigned to);
  /// Ends the program's part in the present phase, and in the `count` - 1 after it.
  [[nodiscard]] PhaseEnd phase_end(std::uint64_t count = 1) { return phase(phase_ + count); }
  /// Goes on in the phase with this number, at once if it is the present one. The first is 0.
  [[nodiscard]] PhaseEnd phase(std::uint64_t number) {
    const std::uint64_t count = number - phase_;
    phase_ = number;
    return PhaseEnd{self(), *this, count};
  }
  /// The number of the present phase.
  [[nodiscard]] std::uint64_t phase() const { return phase_; }
  /// Counts `hops` hops of the kind of `channel`, each of `hop` cycles, without a packet.
  Program count_hops(unsigned channel, std::int64_t hops, Cycles hop);
  /// Works for `cycles` cycles.
  Program work(Cycles cycles);
  /// The arithmetic unit: `left` combined with `right`, in no time.
  [[nodiscard]] Operand combine(const Operand& left, const Operand& right) const {
    return plexus::combine(setting_->op, left, right);
  }
  /// The register of the partial value.
  [[nodiscard]] const Operand& partial() const { return partial_; }
  void keep(Operand value) {
    partial_ = std::move(value);
    if (probe_) probe_.show();
    if (tells_partial_) tell_partial();
  }
  /// Tells who looks at it of how many operands the node has something, where that is not the
  /// register.
  void tell_held(std::uint64_t operands) const;
  /// From now on that is what comes, whose operands the node has then: `own` until something does.
  void hold_what_comes(const Operand& own) {
    if (!tells_partial_) return;
    holds_what_comes_ = true;
    tell_held(own.operands());
  }
  /// A second register, where an algorithm has two results.
  [[nodiscard]] const Operand& second() const { return second_; }
  void keep_second(Operand value) { second_ = std::move(value); }
  /// Notes how many partial values the node holds apart.
  void note_sets(std::uint64_t sets) const;
  /// Tells all programs that the algorithm has ended: as phases do, without a packet.
  void stop() const { setting_->figures->stopped = true; }
  [[nodiscard]] bool stopped() const { return setting_->figures->stopped; }
  /// What a packet takes over this channel.
  [[nodiscard]] Cycles hop(unsigned channel) const {
    return setting_->hops[setting_->kinds[channel]];
  }

  // ---- what observers hear: see alu_watch_if ---------------------------------------------------
  [[nodiscard]] bool watched() const { return !setting_->watches.empty(); }
  /// Calls `tell` for everybody who watches.
  template <typename Tell>
  void tell_watches(const Tell& tell) {
    for (alu_watch_if* watch : setting_->watches) tell(*watch);
  }

  // ---- what machines use -----------------------------------------------------------------------
  [[nodiscard]] std::uint32_t sends() const { return sends_; }
  [[nodiscard]] std::uint32_t receives() const { return receives_; }

  /// Tells `sink` what the register holds, whenever it changes. Before the simulation starts.
  void tell_partial_to(trace_sink_if& sink);
  /// Its partial value, which waves and traces show by itself.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  void sent(unsigned channel) override;
  void received(unsigned channel, Packet&& packet) override;
  [[nodiscard]] port_guard* guard() override { return &ports_->guard(); }

  void list_waits(Waits& waits) const;
  void trace(sc_core::sc_trace_file* file, const std::string& prefix) const;

 private:
  friend class AluTransfer;
  friend class PhaseArrival;

  struct Waiting {
    Packet packet;
    unsigned channel;
  };

  [[nodiscard]] alu_node& alu() const;  ///< the node, for who watches
  bool begin(AluTransfer& transfer);
  void start(AluTransfer& transfer);
  bool take_waiting(AluTransfer& transfer);
  void follow(const CriticalPath& start, unsigned channel);
  [[nodiscard]] Packet pack_record(Record&& record);
  void tell_partial() const;
  [[nodiscard]] std::string partial_name() const;

  const Setting* setting_;
  alu_ports* ports_;
  AluTransfer* sending_ = nullptr;    ///< list of those in progress
  AluTransfer* receiving_ = nullptr;  ///< list of those that wait for a packet
  CriticalPath path_;                 ///< to the event at which the node is
  std::uint64_t phase_ = 0;
  std::uint32_t sends_ = 0;
  std::uint32_t receives_ = 0;
  Operand partial_;
  Operand second_;
  std::vector<Waiting> buffer_;
  bool tells_partial_ = false;
  bool holds_what_comes_ = false;  ///< and tells so
  mutable Probe probe_;
};

/// A node with an arithmetic unit, joined to links and taps of buses.
class alu_node final : public node_of<alu_ports, arithmetic_unit> {
 public:
  using arithmetic_unit::keep;
  using node_of::node_of;
};
using AluContext = alu_node::Context;

/// Tells the trace, where somebody wants it, in which phase the machine is: one more than the
/// phases that have taken time.
void tell_phase(const NodeContext& nodes, const AluFigures& figures);

}  // namespace plexus
