#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/bus_tap.hpp"
#include "hw/data/numbered_places.hpp"
#include "hw/data/packet.hpp"
#include "hw/link/link_end.hpp"
#include "hw/observe/light_parts.hpp"
#include "hw/observe/trace.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/systemc.hpp"
#include "hw/time/calendar.hpp"
#include "hw/time/clock_period.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/update_phase.hpp"

namespace plexus {

class tap_bus;
class tap_bus_bank;

/// Is the bus one wire, or can it be cut at its taps?
enum class BusWires : std::uint8_t {
  kWhole,     ///< one sender at a time
  kSeparable  ///< a row of wires between neighbouring taps: a transfer takes those it crosses
};

/// A tap of a bus, at a node.
class bus_tap final : public bus_tap_if {
 public:
  bus_tap(tap_bus_bank& bank, tap_bus& on, std::uint32_t number, NodeId node, unsigned channel)
      : bank_{&bank}, on_{&on}, number_{number}, node_{node}, channel_{channel} {}

  void send(std::uint32_t to, Packet&& packet) override;
  [[nodiscard]] const sc_core::sc_event& sent_event() override;
  [[nodiscard]] bool arrived() const override { return end_.arrived(); }
  [[nodiscard]] Packet take() override { return end_.take(*this); }
  [[nodiscard]] const sc_core::sc_event& arrived_event() override { return default_event(); }
  [[nodiscard]] const sc_core::sc_event& default_event() const override;
  [[nodiscard]] unsigned channel() const override { return channel_; }
  [[nodiscard]] unsigned channels() const override;
  /// That of the bus.
  [[nodiscard]] std::string full_name() const override;
  void register_port(sc_core::sc_port_base& port, const char* type) override;

  [[nodiscard]] NodeId node() const { return node_; }

 private:
  friend class tap_bus;
  friend class tap_bus_bank;

  LinkEnd end_;
  tap_bus_bank* bank_;
  tap_bus* on_;
  std::uint32_t number_;
  NodeId node_;
  unsigned channel_;
};

/// A bus with taps side by side, each at a node. One packet at a time is sent from one tap to
/// another, in a slot of startup + ceil(words / bandwidth) cycles; on a separable bus transfers may
/// coincide if no wire is in both. Nobody arbitrates: who sends when is the program's affair, and
/// two at once break the rule `one-sender`. A light channel: it lives in a bank.
class tap_bus final {
 public:
  tap_bus(std::uint32_t index, std::string name, BusWires wires, LinkTiming timing)
      : name_{std::move(name)}, timing_{timing}, index_{index}, wires_{wires} {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] BusWires wires() const { return wires_; }
  [[nodiscard]] std::size_t taps() const { return taps_.size(); }
  [[nodiscard]] std::uint64_t transfers() const { return transfers_; }
  [[nodiscard]] Cycles busy_cycles() const { return busy_cycles_; }  ///< summed over transfers

 private:
  friend class tap_bus_bank;
  struct Span {  ///< wires first .. last of a transfer
    std::uint32_t first;
    std::uint32_t last;
  };

  /// The channel by which `tap` sends to `other` or receives from it.
  [[nodiscard]] unsigned channel(std::uint32_t tap, std::uint32_t other) const {
    return taps_[tap].channel_ + (wires_ == BusWires::kSeparable && other > tap ? 1 : 0);
  }
  [[nodiscard]] Span span(std::uint32_t from, std::uint32_t to) const;

  std::string name_;
  LinkTiming timing_;
  std::deque<bus_tap> taps_;
  std::vector<bool> taken_;  ///< by wire
  std::uint64_t transfers_ = 0;
  Cycles busy_cycles_{0};
  std::uint32_t index_;
  BusWires wires_;
};

/// Hears of every transfer that starts on a bank's buses, in the time step in which it does.
class tap_bus_observer_if {
 public:
  virtual void starts(NodeId sender, NodeId receiver, const Packet& packet) = 0;

 protected:
  ~tap_bus_observer_if() = default;
};

/// Many such buses as one SystemC object, with one kernel event for all slots that end in the same
/// cycle. Breaks of a rule end the run (`port-rule`) with the figures `node` and `rule`: that of a
/// bus, `one-sender`, or that of a node at its ends.
class tap_bus_bank final : public sc_core::sc_module, public light_parts_if {
 public:
  explicit tap_bus_bank(sc_core::sc_module_name name);
  ~tap_bus_bank() override;

  /// Adds a bus; before the simulation starts.
  tap_bus& add(const std::string& name, BusWires wires, LinkTiming timing);
  /// Adds a tap at the end of `joined`, for a port of `node`, by whose channel `channel` it sends
  /// and receives. A tap of a separable bus has two channels, `channel` for the wires towards lower
  /// taps and the next one for those towards higher ones, for it may send on one side while it
  /// receives on the other. Before the simulation starts.
  bus_tap_if& add_tap(tap_bus& joined, NodeId node, unsigned channel);
  [[nodiscard]] const std::deque<tap_bus>& buses() const { return buses_; }
  [[nodiscard]] tap_bus& bus(std::uint32_t index) { return buses_[index]; }
  [[nodiscard]] std::string full_name(const tap_bus& of) const;

  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;

  [[nodiscard]] std::uint64_t active() const { return active_; }  ///< transfers in progress
  [[nodiscard]] std::uint64_t transfers() const { return transfers_; }
  [[nodiscard]] Cycles last_end() const { return last_end_; }

  void listen(trace_sink_if& sink);
  /// Before the simulation starts.
  void observe(tap_bus_observer_if& observer) { observers_.push_back(&observer); }
  void trace(sc_core::sc_trace_file* file) const override;

 private:
  friend class bus_tap;
  struct Transfer {
    Packet packet;
    tap_bus* on = nullptr;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
  };
  struct Wave;

  void end_of_elaboration() override;
  void send(tap_bus& on, std::uint32_t from, std::uint32_t to, Packet&& packet);
  void start_requested();
  void start(std::uint32_t number, Cycles now);
  void end_due();
  void end(std::uint32_t number, Cycles now);
  [[noreturn]] void violation(const Transfer& moved, NodeId node, const std::string& rule,
                              const std::string& why) const;
  void record(const Transfer& moved, TraceKind kind) const;
  void show(const Transfer& moved, bool busy);

  ClockPeriod clock_;
  std::deque<tap_bus> buses_;
  EventEnds event_ends_;
  NumberedPlaces<Transfer, std::deque<Transfer>> transfers_in_;  ///< by number
  std::vector<std::uint32_t> requested_;
  Calendar<std::uint32_t> calendar_;
  std::uint64_t active_ = 0;
  std::uint64_t transfers_ = 0;
  Cycles last_end_{0};
  update_phase update_;
  trace_sink_if* sink_ = nullptr;
  std::vector<tap_bus_observer_if*> observers_;
  mutable std::vector<Wave> waves_;  ///< empty without a wave
};

}  // namespace plexus
