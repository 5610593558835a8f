#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// A timetable that counters at the nodes can make, for 2^levels nodes.
struct DispatchPattern {
  enum class Kind : std::uint8_t {
    kGather,       ///< every node but the root once
    kConstant,     ///< alltoall in phases: one node of each half after another
    kExponential,  ///< alltoall in phases: all nodes in every step
    kGeneral,      ///< alltoall in phases: so many nodes of each half as `effective` says
  };
  Kind kind = Kind::kGather;
  unsigned levels = 0;
  Cycles step{1};                         ///< cycles of a step
  std::int64_t last = 0;                  ///< the last step in which something may leave
  NodeId root = 0;                        ///< kGather
  std::vector<std::int64_t> effective{};  ///< kGeneral: by phase, from 1 on
  /// Alltoall: the phase that step t = 1, 2, .. belongs to; a pause belongs to the one after it.
  std::function<unsigned(std::int64_t t)> phase{};
};

/// What a node sends in one step.
struct Dispatched {
  std::optional<NodeId> destination{};  ///< nothing: it sends nothing
  bool last = false;                    ///< no node sends anything in a later step
};

/// Hears of what nodes dispatch, or says it: Verilated twins.
class packet_dispatcher_if {
 public:
  /// The node begins with step 1 in the present cycle.
  virtual void begin(NodeId node) = 0;
  /// It dispatches a packet in the present cycle, which begins a step.
  virtual void tell(NodeId node, NodeId destination) = 0;
  /// What it is to dispatch in the step that begins now; called once in every step.
  [[nodiscard]] virtual Dispatched ask(NodeId node) = 0;

 protected:
  ~packet_dispatcher_if() = default;
};

/// The counters at the nodes of a network that say in which step each dispatches which packet. The
/// model of them is the timetable that the node's program plays, and tells step by step.
/// Twins: rtl/router/ft_dispatch_gather.sv, ft_dispatch_alltoall.sv, ft_dispatch_general.sv.
class packet_dispatcher final : public sc_core::sc_object {
 public:
  /// `machine`: full name, for the twins of its nodes' counters.
  packet_dispatcher(DispatchPattern pattern, NodeId nodes, std::string machine)
      : sc_object{"dispatcher"},
        pattern_{std::move(pattern)},
        nodes_{nodes},
        machine_{std::move(machine)} {}

  void begin(NodeId node) {
    if (twin_ != nullptr) twin_->begin(node);
  }
  void tell(NodeId node, NodeId destination) {
    if (twin_ != nullptr) twin_->tell(node, destination);
  }
  /// Are programs to ask in every step what they dispatch?
  [[nodiscard]] bool asks() const { return replaced_; }
  [[nodiscard]] Dispatched ask(NodeId node) { return twin_->ask(node); }

  /// Before the simulation starts.
  void set_twin(packet_dispatcher_if& twin, bool replaces) {
    twin_ = &twin;
    replaced_ = replaces;
  }
  [[nodiscard]] const DispatchPattern& pattern() const { return pattern_; }
  [[nodiscard]] NodeId nodes() const { return nodes_; }
  [[nodiscard]] const std::string& machine() const { return machine_; }

 private:
  DispatchPattern pattern_;
  NodeId nodes_;
  std::string machine_;
  packet_dispatcher_if* twin_ = nullptr;
  bool replaced_ = false;
};

}  // namespace plexus
