#pragma once

#include <string>
#include <vector>

#include "hw/time/fresh_kernel.hpp"
#include "hw/time/timing.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/operations/operation.hpp"
#include "models/ring/shape.hpp"
#include "tests/ring_programs.hpp"

namespace plexus {

/// A ring on which every block goes once round, for tests of traces and waves. To be run once, in a
/// kernel of its own, which the ring brings along.
class SmallRing {
  FreshKernel kernel_;  // the first member: it goes last
  RingShape shape_;

 public:
  SmallRing(NodeId nodes, Words words, LinkTiming link_timing, PortRule rule = PortRule::kAllFull,
            const ConstructionOrder& order = {})
      : shape_{nodes},
        operation{allgather_operation(nodes, words)},
        timing{link_timing},
        machine{"ring", shape_.wiring(), operation.space, link_timing, rule, order} {}

  /// Every processor stores its own block and gets its program.
  void prepare() {
    for (NodeId v = 0; v < machine.size(); ++v) {
      for (const Interval& interval : operation.before(v)) {
        machine.node(v).store(Blocks{interval, operation.space.whole()});
      }
    }
    machine.load(ring_program(ring::allgather_daisy_chain(), shape_));
  }

  Operation operation;
  LinkTiming timing;
  direct_machine machine;
};

}  // namespace plexus
