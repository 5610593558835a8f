#pragma once

#include <functional>
#include <optional>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/ring/shape.hpp"
#include "tests/faults.hpp"

namespace plexus {

/// A ring in a kernel of its own, for programs that a test makes up. Block b is `words` long.
class SmallMachine {
  FreshKernel kernel_;  // the first member: it goes last

 public:
  explicit SmallMachine(NodeId nodes, BlockSpace space = {64, 8_words},
                        LinkTiming timing = {2_cycles, 2_words}, PortRule rule = PortRule::kAllFull,
                        const ConstructionOrder& order = {})
      : machine{"ring", RingShape{nodes}.wiring(), space, timing, rule, order} {}

  /// Stores a whole block at a node before the run.
  void hold(NodeId node, BlockId block) {
    machine.node(node).store(Blocks{Interval{block, 1}, machine.node(node).whole()});
  }
  /// Runs `program` on every node until nothing moves any more; returns when the last hop ended.
  Cycles run(const std::function<Program(processor&)>& program) {
    machine.load(program);
    sc_core::sc_start();
    return machine.completed();
  }
  /// The fault with which `program` ends; nothing if it ends well.
  std::optional<Fault> fault(const std::function<Program(processor&)>& program) {
    return fault_in([&] { return run(program); });
  }

  direct_machine machine;
};

}  // namespace plexus
