#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/exchange_port.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What a node sends in one step.
struct Dispatched {
  std::optional<NodeId> destination{};  ///< nothing: it sends nothing
  bool last = false;                    ///< no node sends anything in a later step
};

/// Says in which step which node dispatches which packet.
class dispatch_if : virtual public sc_core::sc_interface {
 public:
  /// The node begins with step 1 in the present cycle.
  virtual void begin(NodeId node) = 0;
  /// Its program dispatches a packet in the present cycle, which begins a step.
  virtual void tell(NodeId node, NodeId destination) = 0;
  /// Are programs to ask in every step what they dispatch? Otherwise they know, and tell.
  [[nodiscard]] virtual bool asked() const = 0;
  /// What the node is to dispatch in the step that begins now; called once in every step.
  [[nodiscard]] virtual Dispatched ask(NodeId node) = 0;
};

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

/// The counters at the nodes of a network that say in which step each dispatches which packet. The
/// model of them is the timetable that the node's program plays, and tells step by step.
/// Twins: rtl/router/ft_dispatch_gather.sv, ft_dispatch_alltoall.sv, ft_dispatch_general.sv.
class packet_dispatcher final : public sc_core::sc_module {
  /// Programs know.
  struct Own final : dispatch_if {
    void begin(NodeId /*node*/) override {}
    void tell(NodeId /*node*/, NodeId /*destination*/) override {}
    [[nodiscard]] bool asked() const override { return false; }
    [[nodiscard]] Dispatched ask(NodeId /*node*/) override { return {}; }
  };
  Own own_;

 public:
  packet_dispatcher(sc_core::sc_module_name name, DispatchPattern pattern, NodeId nodes)
      : sc_module{name}, pattern_{std::move(pattern)}, nodes_{nodes} {}

  exchange_port<dispatch_if> counters{"counters", own_};

  [[nodiscard]] const DispatchPattern& pattern() const { return pattern_; }
  [[nodiscard]] NodeId nodes() const { return nodes_; }

 private:
  DispatchPattern pattern_;
  NodeId nodes_;
};

}  // namespace plexus
