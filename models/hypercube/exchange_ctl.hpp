#pragma once

#include <bit>
#include <cstdint>
#include <tuple>
#include <vector>

#include "hw/channel/decision.hpp"
#include "hw/channel/exchange_port.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What the control of a node is told in a cycle, as the inputs of rtl/router/exchange_ctl.sv.
struct ExchangeIn {
  bool parity = false;       ///< the node's number has an odd number of ones
  bool step_go = false;      ///< a step begins; only between steps
  bool full_duplex = false;  ///< with it: both ways at once
  bool half_done = false;    ///< the last transfer of the half step has ended

  static constexpr auto pins() {
    return std::tuple{&ExchangeIn::parity, &ExchangeIn::step_go, &ExchangeIn::full_duplex,
                      &ExchangeIn::half_done};
  }
};

/// What it says then, as the outputs.
struct ExchangeOut {
  bool start = false;      ///< the node's own transfer begins
  bool step_done = false;  ///< the step is over
  bool ready = true;       ///< between steps, from now on, as the next two
  bool send = false;       ///< the node sends in this half step
  bool receive = false;    ///< it receives

  static constexpr auto pins() {
    return std::tuple{&ExchangeOut::start, &ExchangeOut::step_done, &ExchangeOut::ready,
                      &ExchangeOut::send, &ExchangeOut::receive};
  }
};

/// A step has two half steps where channels are half duplex: first the nodes of even parity send,
/// then the others; it has one where they are full duplex.
enum class ExchangeState : std::uint8_t { kIdle, kEvenSends, kOddSends, kBothSend };

constexpr ExchangeOut decide(const ExchangeIn& in, ExchangeState& state) {
  using enum ExchangeState;
  const bool first = state == kEvenSends;
  if (in.half_done) state = first ? kOddSends : kIdle;
  if (in.step_go) state = in.full_duplex ? kBothSend : kEvenSends;
  const bool both = state == kBothSend;
  const bool sends = both || state == (in.parity ? kOddSends : kEvenSends);
  const bool receives = both || state == (in.parity ? kEvenSends : kOddSends);
  return {sends, in.half_done && !first, !sends && !receives, sends, receives};
}

/// Decides for the control of a node.
using exchange_decision_if = decision_if<ExchangeIn, ExchangeOut>;

/// Controls of the exchange steps of all nodes of a machine, as programs see them.
class exchange_ctl_if : virtual public sc_core::sc_interface {
 public:
  /// Begins a step of `node`, which must be between steps.
  virtual void go(NodeId node, bool full_duplex) = 0;
  /// Ends the present half step of `node`, in the time step in which its last transfer has ended.
  /// True: the step is over.
  virtual bool half_done(NodeId node) = 0;
  /// What `node` does in the present half step; between steps, neither.
  [[nodiscard]] virtual bool sends(NodeId node) const = 0;
  [[nodiscard]] virtual bool receives(NodeId node) const = 0;
};

/// The states of such controls.
class ExchangeStates final : public exchange_decision_if {
 public:
  explicit ExchangeStates(NodeId nodes) : states_(nodes) {}
  [[nodiscard]] ExchangeOut decide(std::uint64_t node, const ExchangeIn& in) override {
    return plexus::decide(in, states_[node]);
  }

 private:
  std::vector<ExchangeState> states_;
};

/// The controls of a machine's nodes, as one module: what keeps their states stands behind its
/// port. Twin: rtl/router/exchange_ctl.sv.
class exchange_ctl final : public sc_core::sc_module, public exchange_ctl_if {
  ExchangeStates own_;

 public:
  exchange_ctl(sc_core::sc_module_name name, NodeId nodes)
      : sc_module{name}, own_{nodes}, states{"states", own_}, shown_(nodes) {}

  exchange_port<exchange_decision_if> states;

  void go(NodeId node, bool full_duplex) override {
    tell(node, {.step_go = true, .full_duplex = full_duplex});
  }
  bool half_done(NodeId node) override {
    tell(node, {.half_done = true});
    return shown_[node].step_done;
  }
  [[nodiscard]] bool sends(NodeId node) const override { return shown_[node].send; }
  [[nodiscard]] bool receives(NodeId node) const override { return shown_[node].receive; }

  [[nodiscard]] bool idle(NodeId node) const { return shown_[node].ready; }
  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(shown_.size()); }
  [[nodiscard]] static constexpr bool odd(NodeId node) { return std::popcount(node) % 2 != 0; }

 private:
  void tell(NodeId node, ExchangeIn in) {
    in.parity = odd(node);
    shown_[node] = states.occupant().decide(node, in);
  }

  std::vector<ExchangeOut> shown_;  ///< by node
};

}  // namespace plexus
