#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/time/units.hpp"
#include "models/direct/combining.hpp"
#include "models/direct/direct_case.hpp"
#include "models/direct/streams.hpp"
#include "models/torus/module.hpp"
#include "models/torus/paths.hpp"
#include "models/torus/shape.hpp"
#include "models/torus/trees.hpp"

namespace plexus {

/// The parameters of a run on a torus or an open mesh, read once. What an operation does not take
/// keeps its default.
struct TorusCase : DirectCase {
  using Module = torus_machine;

  TorusCase() : DirectCase{PortRule::kAllHalf} {}

  TorusShape shape{{4, 4}};
  TreeSource tree_source = TreeSource::kAuto;
  bool routed = false;  ///< the nodes have routers

  EdgeDisjointPaths paths;          ///< of a move on several paths
  std::optional<SplitTrees> trees;  ///< of a broadcast in two halves

  /// Links from source to destination.
  [[nodiscard]] std::int64_t distance() const { return shape.distance(source, destination); }
  [[nodiscard]] std::int64_t nodes() const { return std::int64_t{shape.nodes()}; }
  /// k of the paper's equations.
  [[nodiscard]] double k() const { return shape.nodes(); }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] TorusCase torus_case(const Values& values);

// ---- Parameters of the operations ---------------------------------------------------------------
/// Those of the machine itself.
[[nodiscard]] std::vector<Parameter> torus_shape_parameters();
[[nodiscard]] RunParameters torus_parameters();
/// Those of a broadcast in packets.
[[nodiscard]] std::vector<Parameter> torus_broadcast_parameters();

// ---- Where the paper's equations hold -----------------------------------------------------------
/// The paper's grid has two dimensions and wraps around; elsewhere its equation is only a
/// yardstick.
[[nodiscard]] Equation<TorusCase> on_grid(Equation<TorusCase> equation);
/// Equations in sqrt k mean something on squares only; one node moves nothing.
[[nodiscard]] Equation<TorusCase> on_squares(Equation<TorusCase> equation);

// ---- Lower bounds: what no algorithm can beat ---------------------------------------------------
/// Channels that a node can read at once: 2d; d under `ring-strict`; 1 under `one-in-one-out` and
/// `one-port`. The same figure is used on a mesh, where nodes at the edge have fewer channels.
[[nodiscard]] std::int64_t read_channels(const TorusShape& shape, PortRule rule);
/// Channels that a node can write at once: 2d, or 1 under the same two rules.
[[nodiscard]] std::int64_t write_channels(const TorusShape& shape, PortRule rule);

[[nodiscard]] Cycles torus_bound_move(const TorusCase& at);
[[nodiscard]] Cycles torus_bound_broadcast(const TorusCase& at);
[[nodiscard]] Cycles torus_bound_scatter(const TorusCase& at);
[[nodiscard]] Cycles torus_bound_gather(const TorusCase& at);
/// Allgather and alltoall: every node takes k - 1 blocks in.
[[nodiscard]] Cycles torus_bound_exchange(const TorusCase& at);

[[nodiscard]] Cycles torus_bound_allreduce(const TorusCase& at);

}  // namespace plexus
