#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/bus/tap_bus.hpp"
#include "hw/link/link.hpp"
#include "hw/node/alu_node.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/express-mesh/case.hpp"
#include "models/express-mesh/shape.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// A mesh with express links, or with the buses of a baseline: nodes with arithmetic units, wired
/// as the shape says. A half-duplex link is a pair of channels, of which the nodes' guards let one
/// at a time be used.
class express_mesh final : public machine_of<alu_node> {
 public:
  /// `at` need not outlive the machine.
  express_mesh(sc_core::sc_module_name name, const ExpressMeshCase& at,
               const ConstructionOrder& order);
  ~express_mesh() override;

  /// What `report` tells.
  [[nodiscard]] static std::vector<Statistic> statistics();

  [[nodiscard]] bool busy() const override {
    return links.figures().active > 0 || (buses && buses->active() > 0);
  }
  [[nodiscard]] Cycles completed() const override { return figures_.latest.end; }
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;
  [[nodiscard]] Layout layout() const override;

  [[nodiscard]] const AluFigures& figures() const { return figures_; }
  /// All hops of the run, by kind.
  [[nodiscard]] Steps hops() const;
  /// Those on the critical path.
  [[nodiscard]] Steps steps() const;

  link_bank links;
  std::unique_ptr<tap_bus_bank> buses;  ///< null without buses

 private:
  /// Links of one kind and level stand together in the bank, two channels each.
  struct LinkGroup {
    HopKind kind{};
    unsigned level = 0;
    std::size_t end = 0;  ///< number of the first channel after them
  };

  void wire(const ExpressMeshCase& at);
  void wire_buses(const ExpressMeshCase& at);
  [[nodiscard]] Json utilisation(Cycles cycles) const;

  ExpressMeshShape mesh_;
  AluFigures figures_;
  std::vector<LinkGroup> groups_;
};

}  // namespace plexus
