#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hw/channel/exchange_port.hpp"
#include "hw/crossbar/config_manager.hpp"
#include "hw/crossbar/crossbar.hpp"
#include "hw/crossbar/crossbar_node.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/machine/machine.hpp"
#include "models/operations/operation.hpp"
#include "models/reconfigurable/case.hpp"
#include "models/reconfigurable/clique_steering.hpp"
#include "models/reconfigurable/layout.hpp"
#include "models/reconfigurable/plan.hpp"
#include "models/reconfigurable/rcp_addresses.hpp"

namespace plexus {

/// The reconfigurable machine: nodes behind a crossbar, and who sets its links. Manager and nodes
/// play the plan of the case, each its own part of it.
class reconfigurable_machine final : public machine_of<crossbar_node> {
 public:
  /// `at` must have a plan.
  reconfigurable_machine(sc_core::sc_module_name name, const ReconfigurableCase& at,
                         const Operation& operation, const ConstructionOrder& order);

  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] const crossbar& links() const { return links_; }
  [[nodiscard]] const config_manager& manager() const { return *manager_; }
  /// Address units of the nodes, for trees in the RCP's numbering; else null.
  [[nodiscard]] const rcp_addresses* addresses() const { return addresses_.get(); }
  /// What steers blocks that move through cliques; null: the plan names the blocks.
  [[nodiscard]] clique_steering_if* steering() const {
    return steering_port_ ? &steering_port_->occupant() : nullptr;
  }
  /// What node `node` takes part in, phase by phase.
  [[nodiscard]] std::span<const NodeEnd> ends(NodeId node) const { return ends_.of(node); }
  [[nodiscard]] Words block_words() const { return at_.words; }
  /// Words that nodes got while they held them already.
  [[nodiscard]] Words redundant_words() const;
  [[nodiscard]] bool busy() const override { return links_.busy(); }
  [[nodiscard]] Cycles completed() const override { return links_.figures().last_end; }
  void listen(trace_sink_if& sink) override;
  [[nodiscard]] Layout layout() const override { return plexus::layout(at_); }
  /// The figures that it reports.
  void report(Cycles cycles, Statistics& statistics) const override;
  [[nodiscard]] static std::vector<Statistic> statistics();

 private:
  ReconfigurableCase at_;
  std::shared_ptr<const Plan> plan_;
  NodeEnds ends_;
  std::vector<PhaseLink> wires_;  ///< of a fixed network
  ReconfigurableMode mode_;
  SettingTiming setting_;
  std::int64_t ports_each_;
  crossbar links_;
  std::unique_ptr<config_manager> manager_;

 public:
  /// Who sets the links: the manager of the case's policy, or another one, whose port is bound to
  /// the links.
  exchange_port<link_setup_if> setup;
  sc_core::sc_export<crossbar_links_if> links_to_set{"links_to_set"};

 private:
  std::unique_ptr<rcp_addresses> addresses_;
  std::unique_ptr<clique_steering> steering_;
  std::optional<exchange_port<clique_steering_if>> steering_port_;
};

/// What every node does: in each phase in which it has links it sends what the plan says, and goes
/// on to its next phase when these links are done.
Program play(crossbar_node& self, const reconfigurable_machine& machine);

}  // namespace plexus
