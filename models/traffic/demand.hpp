#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/values.hpp"

namespace plexus {

/// What synthetic traffic asks of a network: where packets go, how many there are, and which cycles
/// are measured. Knows no machine.
struct Demand {
  enum class Pattern {
    kUniform,  ///< any other node, all equally likely
    kHotspot,  ///< with probability `share` to node `hot`, else uniform
    kShift,    ///< from node v always to (v + distance) mod nodes
  };
  Pattern pattern = Pattern::kUniform;
  NodeId hot = 0;
  double share = 0;
  NodeId distance = 1;
  double load = 0.5;  ///< probability with which a node offers a packet in a cycle, 0 .. 1
  std::uint64_t seed = 1;
  Cycles warmup{0};   ///< cycles before the measured ones
  Cycles measure{1};  ///< measured cycles
  /// A node stores what it has offered until it leaves; else what cannot leave at once is dropped.
  bool source_queue = true;

  [[nodiscard]] Cycles end() const { return warmup + measure; }
};

/// `pattern`, `load`, `seed`, `warmup`, `measure`, `source_queue`.
std::vector<Parameter> demand_parameters();
/// What the values say.
Demand demand_of(const Values& values);

/// Draws the packets of one node: the same ones on every computer, and independent of what other
/// nodes draw.
class NodeDemand {
 public:
  NodeDemand(const Demand& demand, NodeId node, NodeId nodes);

  /// The next cycle, not before `from`, in which the node offers a packet; one not before the end
  /// of the run where it offers none any more.
  Cycles next_offer(Cycles from);
  /// Where the packet goes.
  NodeId destination();

 private:
  std::uint64_t draw();
  bool happens(double probability);
  NodeId other_node();

  Demand demand_;
  NodeId node_;
  NodeId nodes_;
  std::uint64_t state_;
};

}  // namespace plexus
