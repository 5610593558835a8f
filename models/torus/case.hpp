#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/channel/port_rule.hpp"
#include "hw/node/processor.hpp"
#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/direct/combining.hpp"
#include "models/direct/figures.hpp"
#include "models/direct/streams.hpp"
#include "models/ensemble/equations.hpp"
#include "models/operations/reduction.hpp"
#include "models/schedule/algorithm.hpp"
#include "models/torus/module.hpp"
#include "models/torus/paths.hpp"
#include "models/torus/shape.hpp"
#include "models/torus/trees.hpp"

namespace plexus {

/// The parameters of a run on a torus or an open mesh, read once. What an operation does not take
/// keeps its default.
struct TorusCase {
  using Module = torus_machine;
  using Node = processor;

  TorusShape shape{{4, 4}};
  Words words{1};  ///< of one block
  LinkTiming timing;
  PortRule rule = PortRule::kAllHalf;
  NodeId root = 0;
  NodeId source = 0;
  NodeId destination = 0;
  TreeSource tree_source = TreeSource::kAuto;
  Operator op = Operator::kSum;
  ScheduleSlot scheduled;
  SharedReduction reduction;  ///< what is combined, and by how much: filled by the run
  paper_1986::PacketWish packet_wish{std::int64_t{1}};
  std::int64_t packets = 1;  ///< nu, 1 .. words
  bool routed = false;       ///< the nodes have routers

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
[[nodiscard]] std::vector<Parameter> torus_parameters();
/// Of an operation that combines: with `op`.
[[nodiscard]] std::vector<Parameter> torus_reduction_parameters(OperandOrder order);
/// With `source` and `destination`.
[[nodiscard]] std::vector<Parameter> torus_move_parameters();
/// With `root`; `help` says what it is.
[[nodiscard]] std::vector<Parameter> torus_root_parameters(const char* help);
/// Those of a broadcast in packets.
[[nodiscard]] std::vector<Parameter> torus_broadcast_parameters();

// ---- Figures ------------------------------------------------------------------------------------
/// `packets`.
void report_packets(const TorusCase& at, const torus_machine& top, Statistics& statistics);

void report_op(const TorusCase& at, const torus_machine& top, Statistics& statistics);
void report_packets_and_op(const TorusCase& at, const torus_machine& top, Statistics& statistics);

// ---- Operations that combine --------------------------------------------------------------------
/// A vector of `words` at every node in `chunks` chunks.
void share_vector(TorusCase& at, Words words, std::int64_t chunks);
/// What is wrong with the results of an operation; nothing if all is well.
[[nodiscard]] std::optional<std::string> wrong_allreduce(const TorusCase& at,
                                                         const torus_machine& top);
[[nodiscard]] std::optional<std::string> wrong_reduce_scatter(const TorusCase& at,
                                                              const torus_machine& top);

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
