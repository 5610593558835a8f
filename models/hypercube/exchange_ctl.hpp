#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "hw/channel/exchange_port.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Controls of the exchange steps of all nodes of a machine. A step has two half steps where
/// channels are half duplex: first the nodes of even parity (number of ones in the node's number)
/// send, then the others; it has one where they are full duplex.
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
class ExchangeStates final : public exchange_ctl_if {
 public:
  explicit ExchangeStates(NodeId nodes) : states_(nodes) {}

  void go(NodeId node, bool full_duplex) override {
    states_[node] = full_duplex ? State::kBothSend : State::kEvenSends;
  }
  bool half_done(NodeId node) override {
    const bool first = states_[node] == State::kEvenSends;
    states_[node] = first ? State::kOddSends : State::kIdle;
    return !first;
  }
  [[nodiscard]] bool sends(NodeId node) const override {
    return states_[node] == State::kBothSend ||
           states_[node] == (odd(node) ? State::kOddSends : State::kEvenSends);
  }
  [[nodiscard]] bool receives(NodeId node) const override {
    return states_[node] == State::kBothSend ||
           states_[node] == (odd(node) ? State::kEvenSends : State::kOddSends);
  }

  [[nodiscard]] bool idle(NodeId node) const { return states_[node] == State::kIdle; }
  [[nodiscard]] static constexpr bool odd(NodeId node) { return std::popcount(node) % 2 != 0; }

 private:
  enum class State : std::uint8_t { kIdle, kEvenSends, kOddSends, kBothSend };

  std::vector<State> states_;
};

/// The controls of a machine's nodes, as one module: what keeps their states stands behind its
/// port. Twin: rtl/router/exchange_ctl.sv.
class exchange_ctl final : public sc_core::sc_module, public exchange_ctl_if {
  ExchangeStates own_;

 public:
  exchange_ctl(sc_core::sc_module_name name, NodeId nodes)
      : sc_module{name}, own_{nodes}, states{"states", own_}, nodes_{nodes} {}

  exchange_port<exchange_ctl_if> states;

  void go(NodeId node, bool full_duplex) override { states.occupant().go(node, full_duplex); }
  bool half_done(NodeId node) override { return states.occupant().half_done(node); }
  [[nodiscard]] bool sends(NodeId node) const override { return states.occupant().sends(node); }
  [[nodiscard]] bool receives(NodeId node) const override {
    return states.occupant().receives(node);
  }

  [[nodiscard]] NodeId nodes() const { return nodes_; }
  [[nodiscard]] static constexpr bool odd(NodeId node) { return ExchangeStates::odd(node); }

 private:
  NodeId nodes_;
};

}  // namespace plexus
