#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/operations/operation.hpp"
#include "models/reconfigurable/module.hpp"
#include "tests/faults.hpp"

namespace plexus {

/// One run of a plan in a kernel of its own.
class ReconfigurableRun {
  FreshKernel kernel_;  // the first member: it goes last

 public:
  ReconfigurableRun(const ReconfigurableCase& at, Plan plan, Operation operation,
                    const ConstructionOrder& order = {})
      : operation_{std::move(operation)},
        machine{"machine", with_plan(at, std::move(plan)), operation_, order} {
    for (NodeId v = 0; v < at.nodes; ++v) {
      for (const Interval& interval : operation_.before(v)) {
        machine.node(v).store(Blocks{interval, operation_.space.whole()});
      }
    }
    machine.load([this](crossbar_node& self) { return play(self, machine); });
  }

  /// Runs to the end: every program has ended, every node holds what it must.
  Cycles finish() {
    sc_core::sc_start();
    CHECK(machine.waiting_text() == "");
    for (NodeId v = 0; v < machine.size(); ++v) {
      CHECK(missing_after(operation_, v, machine.node(v).memory()) == std::nullopt);
    }
    return machine.completed();
  }
  /// The fault with which the run ends; nothing if it ends well.
  std::optional<Fault> fault() { return fault_of_run(); }

 private:
  static ReconfigurableCase with_plan(ReconfigurableCase at, Plan plan) {
    at.plan = std::make_shared<const Plan>(std::move(plan));
    return at;
  }

  Operation operation_;

 public:
  reconfigurable_machine machine;
};

}  // namespace plexus
