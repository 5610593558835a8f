#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/bus/tap_bus.hpp"
#include "hw/link/link.hpp"
#include "hw/node/alu_node.hpp"
#include "hw/observe/light_parts.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/express-mesh/case.hpp"
#include "models/express-mesh/line_watch.hpp"
#include "models/express-mesh/shape.hpp"
#include "models/machine/layout.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// Rows and columns of nodes, mesh links straight, express links as arcs that are higher the longer
/// they are; the second nodes of compound terminals stand beside the first ones.
[[nodiscard]] Layout express_mesh_layout(const ExpressMeshShape& mesh);

/// A mesh with express links, or with the buses of a baseline: nodes with arithmetic units, wired
/// as the shape says. A half-duplex link is a pair of channels, of which the nodes' guards let one
/// at a time be used.
class express_mesh final : public machine_of<alu_node>, public alu_host_if, public light_parts_if {
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
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;
  void report(Cycles cycles, Statistics& statistics) const override;
  [[nodiscard]] Layout layout() const override { return express_mesh_layout(mesh_); }

  [[nodiscard]] NodeId nodes() const override { return size(); }
  [[nodiscard]] alu_node& alu(NodeId number) override { return node(number); }
  [[nodiscard]] const AluContext& alu_context() const override { return context_; }
  [[nodiscard]] link_bank& alu_links() override { return links; }
  [[nodiscard]] tap_bus_bank* alu_buses() override { return buses.get(); }
  [[nodiscard]] AluLine line() const override;
  [[nodiscard]] std::uint32_t most_sets() const override { return most_sets_; }
  [[nodiscard]] bool plays(const char* part) const override {
    return std::ranges::find(parts_, part) != parts_.end();
  }
  void add_watch(line_watch_if& watch) override { context_.watches.push_back(&watch); }

  [[nodiscard]] const AluFigures& figures() const { return figures_; }

  link_bank links;
  std::unique_ptr<tap_bus_bank> buses;  ///< null without buses

 protected:
  void start_of_simulation() override;

 private:
  /// Links of one kind and level stand together in the bank, two channels each.
  struct LinkGroup {
    HopKind kind{};
    unsigned level = 0;
    std::size_t first = 0;  ///< numbers of their channels: first .. end - 1
    std::size_t end = 0;

    [[nodiscard]] std::string name() const;
  };

  void wire(const ExpressMeshCase& at);
  void wire_buses(const ExpressMeshCase& at);

  ExpressMeshShape mesh_;
  std::vector<std::string> parts_;  ///< that the algorithm has besides
  std::uint32_t most_sets_;
  AluFigures figures_;
  std::vector<LinkGroup> groups_;
};

}  // namespace plexus
