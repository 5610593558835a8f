#pragma once

#include <cstdint>
#include <vector>

#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Watches what nodes ask their address units. Nodes have the numbers of the RCP here: renamed so
/// that the root is 0.
class address_watch_if {
 public:
  /// A node asks for child `index` of step `step`.
  virtual void asked_for_child(int step, std::int64_t node, std::uint32_t index) = 0;
  /// A node, not 0, asks for its own way from node 0.
  virtual void asked_for_way(std::int64_t node) = 0;

 protected:
  ~address_watch_if() = default;
};

/// The numbers of the RCP (figure 2 of the paper): in step l every node i < r^l is linked with its
/// children r^l + i k + j, r = k + 1. Each node has a unit that works them out when it comes to a
/// link. Twin: rtl/crossbar/rcp_addr.sv.
class rcp_addresses final : public sc_core::sc_object {
 public:
  /// How a node is reached from node 0.
  struct Way {
    int step = 0;                      ///< in which it is reached
    std::int64_t parent = 0;           ///< from which
    std::int64_t index = 0;            ///< it is this child of its parent
    std::vector<std::int64_t> digits;  ///< by step: 1 + the child to which the way goes on, 0: none
  };

  rcp_addresses(const char* name, NodeId nodes, std::int64_t k, NodeId root)
      : sc_object{name}, nodes_{nodes}, k_{k}, root_{root} {
    while (power(steps_) < nodes_) ++steps_;
  }

  [[nodiscard]] std::int64_t child(int step, std::int64_t node, std::uint32_t index) const {
    return power(step) + node * k_ + index;
  }
  [[nodiscard]] Way way(std::int64_t node) const {
    Way found{0, 0, 0, std::vector<std::int64_t>(static_cast<std::size_t>(steps_))};
    bool last = true;
    for (int step = steps_ - 1; step >= 0; --step) {
      if (node < power(step)) continue;
      const std::int64_t behind = node - power(step);
      node = behind / k_;
      found.digits[static_cast<std::size_t>(step)] = behind % k_ + 1;
      if (last) {
        found.step = step;
        found.parent = node;
        found.index = behind % k_;
      }
      last = false;
    }
    return found;
  }

  /// `node` comes to a link of step `step`: as the parent of child `index`, or as a child.
  void reached(int step, NodeId node, std::uint32_t index, bool parent) const {
    const std::int64_t number = number_of(node);
    for (address_watch_if* watcher : watchers_) {
      parent ? watcher->asked_for_child(step, number, index) : watcher->asked_for_way(number);
    }
  }

  [[nodiscard]] NodeId nodes() const { return nodes_; }
  [[nodiscard]] std::int64_t k() const { return k_; }
  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] NodeId node_of(std::int64_t number) const {
    return static_cast<NodeId>((number + root_) % nodes_);
  }

  /// Before the simulation starts.
  void watch(address_watch_if& watcher) { watchers_.push_back(&watcher); }
  /// Does anybody want to know what the units are asked?
  [[nodiscard]] bool watched() const { return !watchers_.empty(); }

 private:
  [[nodiscard]] std::int64_t power(int exponent) const {
    std::int64_t value = 1;
    for (int i = 0; i < exponent; ++i) value *= k_ + 1;
    return value;
  }
  [[nodiscard]] std::int64_t number_of(NodeId node) const {
    return (std::int64_t{node} + nodes_ - root_) % nodes_;
  }

  NodeId nodes_;
  std::int64_t k_;
  NodeId root_;
  int steps_ = 0;
  std::vector<address_watch_if*> watchers_;
};

}  // namespace plexus
