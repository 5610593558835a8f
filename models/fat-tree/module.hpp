#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/fast/parts.hpp"
#include "hw/router/branch_bank.hpp"
#include "hw/router/packet_router.hpp"
#include "hw/router/terminal.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/fat-tree/packet_dispatcher.hpp"
#include "models/fat-tree/route.hpp"
#include "models/fat-tree/shape.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// How the links of a fat tree are built and paced, apart from its shape.
struct FatTreeHardware {
  LinkTiming timing;
  /// Instead of c_j parallel links a branch of level j has one of c_j times the bandwidth.
  bool wide = false;
  BranchRules rules;
  bool sets = false;  ///< packets go to sets of leaves
  /// Hardware at the leaves that makes the timetable of the run; nothing: their programs play it.
  std::optional<DispatchPattern> dispatch{};
  packet_watch_if* watch = nullptr;  ///< hears of all packets that end
  std::optional<Cycles> last{};      ///< cycle with which the run is over; packets stay inside

  /// A link of level `level` >= 1.
  [[nodiscard]] LinkTiming link(const FatTreeShape& tree, unsigned level) const {
    if (!wide) return timing;
    return {timing.startup, tree.capacity(level) * timing.bandwidth};
  }
};

/// Leaves 0 .. n - 1, routers on levels 1 .. H above them, and the branches between the levels.
class fat_tree_machine final : public machine_of<terminal> {
 public:
  fat_tree_machine(sc_core::sc_module_name name, const FatTreeShape& shape,
                   const FatTreeHardware& hardware, const NodeContext& context,
                   const ConstructionOrder& order = {});

  [[nodiscard]] bool busy() const override { return branches.busy(); }
  [[nodiscard]] Cycles completed() const override {
    return last_.value_or(branches.last_delivery());
  }
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;
  [[nodiscard]] Layout layout() const override;
  /// What is wrong with the packets after a run, in a sentence: none may be left inside.
  [[nodiscard]] std::optional<std::string> left_inside() const;

  [[nodiscard]] packet_router& router(unsigned level, NodeId index) {
    return *routers_[route.number_of(level, index)];
  }

  tree_route route;
  branch_bank branches;

 private:
  [[nodiscard]] const branch_output& output_of_branch(unsigned level, NodeId index, bool up) const;

  FatTreeShape shape_;
  std::optional<Cycles> last_;
  std::unique_ptr<packet_dispatcher> dispatcher_;
  Parts<packet_router> routers_;  ///< by number
};

/// Figures that `fat_tree_machine::report` gives.
[[nodiscard]] std::vector<Statistic> fat_tree_statistics();

/// The tree as it is drawn: the root above, the leaves in a row below.
[[nodiscard]] Layout layout(const FatTreeShape& tree);

}  // namespace plexus
