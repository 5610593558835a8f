#pragma once

#include <functional>
#include <memory>

#include "hw/optical/coupler_bank.hpp"
#include "models/machine/machine.hpp"
#include "models/pops/case.hpp"
#include "models/pops/data.hpp"
#include "models/pops/node.hpp"

namespace plexus {

/// A POPS(d, g): processors in groups, and the stars between the groups.
class pops_machine final : public machine_of<pops_node> {
 public:
  /// `data` must outlive the machine.
  pops_machine(sc_core::sc_module_name name, PopsShape shape, const OpticalRules& rules,
               pops_data& data, const ConstructionOrder& order = {});

  coupler_bank stars;

  [[nodiscard]] const PopsShape& shape() const { return shape_; }
  /// Gives every processor its program, which takes part in the slots until it ends.
  void load(const std::function<Program(pops_node&)>& make);

  [[nodiscard]] bool busy() const override { return stars.busy(); }
  [[nodiscard]] Cycles completed() const override { return stars.figures().last_end; }
  void listen(trace_sink_if& sink) override;

 private:
  PopsShape shape_;
};

}  // namespace plexus
