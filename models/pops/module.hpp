#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/channel/exchange_port.hpp"
#include "hw/optical/coupler_bank.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/machine/machine.hpp"
#include "models/pops/node.hpp"
#include "models/pops/optics.hpp"
#include "models/pops/pops_route.hpp"
#include "models/pops/shape.hpp"

namespace plexus {

/// What a machine needs, and whether its optical budget closes.
void report_cost(const PopsShape& shape, const Optics& optics, Statistics& statistics);
[[nodiscard]] std::vector<Statistic> cost_statistics();

/// A POPS(d, g): processors in groups, and the stars between the groups.
class pops_machine final : public machine_of<pops_node>, private group_route_if {
  pops_route routes_;  ///< the route units of all processors

 public:
  pops_machine(sc_core::sc_module_name name, PopsShape shape, const OpticalRules& rules,
               const NodeContext& context, const Optics& optics = {},
               const ConstructionOrder& order = {});

  coupler_bank stars;
  exchange_port<group_route_if> route;  ///< what works out relays and groups

  [[nodiscard]] const PopsShape& shape() const { return shape_; }
  /// Messages that were lost, or that somebody still stores for others.
  [[nodiscard]] std::optional<std::string> left_over() const override;
  /// Has every processor the result `expected`, and none where there is none? If not, who has not.
  [[nodiscard]] std::optional<std::string> wrong_result(
      const std::vector<std::optional<Numbers>>& expected) const;

  [[nodiscard]] bool busy() const override { return stars.busy(); }
  [[nodiscard]] Cycles completed() const override { return stars.figures().last_end; }
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;
  [[nodiscard]] Layout layout() const override { return plexus::layout(shape_); }
  /// The figures that it reports.
  [[nodiscard]] static std::vector<Statistic> statistics();

 private:
  // Programs ask their way when they are made, before ports can be called: so this looks who stands
  // behind the port.
  [[nodiscard]] RouteOut decide(std::uint64_t asker, const RouteIn& in) override {
    return route.occupant().decide(asker, in);
  }

  PopsShape shape_;
  Optics optics_;
};

}  // namespace plexus
