#include <limits>

#include <fmt/format.h>

#include "hw/router/torus_route.hpp"
#include "models/direct/routed_move.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/torus/costs.hpp"
#include "models/torus/paths.hpp"
#include "models/torus/programs.hpp"
#include "models/torus/shape.hpp"
#include "models/torus/trees.hpp"
#include "testbenches/benches.hpp"
#include "testbenches/direct_bench.hpp"

namespace plexus {

namespace {

using namespace torus_cost;
using paper_1986::half_duplex;
using Counts = std::vector<Prediction>;

TorusShape shape_of(const Values& values) {
  const std::vector<std::int64_t> given = values.list("sides");
  std::vector<int> sides;
  for (const std::int64_t side : given) {
    if (side < 0 || side > TorusShape::kMaxNodes) {
      throw Refusal{
          RefusalClass::kSize,
          fmt::format("--sides {}: {} is out of range: choose {} .. {}", fmt::join(given, ","),
                      side, values.flag("wrap") ? 3 : 1, TorusShape::kMaxNodes)};
    }
    sides.push_back(static_cast<int>(side));
  }
  return TorusShape{sides, values.flag("wrap")};
}

/// What every torus run takes from the command line.
struct TorusSetting {
  explicit TorusSetting(const Values& values)
      : shape{shape_of(values)},
        words{values.words()},
        timing{values.timing()},
        rule{values.port_rule()} {}

  TorusShape shape;
  Words words;
  LinkTiming timing;
  PortRule rule;
};

Report run(const TorusSetting& at, const Operation& operation, Bench& bench,
           const std::function<Program(processor&)>& program, double block_bytes = 0) {
  return run_direct(
      {"torus", at.shape.wiring(), operation, at.timing, at.rule, program, block_bytes}, bench);
}

// ---- move ---------------------------------------------------------------------------------------

Report run_move(const TorusSetting& at, NodeId source, NodeId destination, Bench& bench,
                const std::function<Program(processor&)>& program) {
  Report report = run(at, move_operation(source, destination, at.words), bench, program);
  report.lower_bound =
      move_lower_bound(at.shape, source, destination, at.words, at.rule, at.timing);
  return report;
}

Report run_one_path(const TorusSetting& at, const Values& values, Bench& bench,
                    std::int64_t packets, Counts predictions) {
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  torus_route part{"torus", at.shape.sides(), at.shape.wrap()};
  route_if& routers = part;
  bench.attach(part);
  const std::vector<Route> routes{shortest_route(at.shape, source, destination)};
  const PathPlaces path{at.shape.wiring(), source, routes};
  const Stream message = whole_stream(at.words, packets);
  Report report = run_move(at, source, destination, bench, [&](processor& self) {
    return routed_move(self, path, routers, destination, message);
  });
  report.predictions = half_duplex(at.rule, std::move(predictions));
  report.statistics["packets"] = packets;
  report.statistics["distance"] = at.shape.distance(source, destination);
  return report;
}

Report move_naive_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  return run_one_path(at, values, bench, 1,
                      move_naive_predictions(at.shape, values.node("source"),
                                             values.node("destination"), at.words, at.timing));
}

Report move_pipelined_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  const std::int64_t packets = packets_of(
      values,
      [&] { return move_pipelined_formula(at.shape, source, destination, at.words, at.timing); },
      [&] { return move_pipelined_optimal(at.shape, source, destination, at.words, at.timing); });
  return run_one_path(
      at, values, bench, packets,
      move_pipelined_predictions(at.shape, source, destination, at.words, packets, at.timing));
}

Report move_multi_path_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  const EdgeDisjointPaths paths = edge_disjoint_paths(at.shape, source, destination);
  const std::int64_t packets = packets_of(
      values,
      [&] { return move_multi_path_formula(at.shape, source, destination, at.words, at.timing); },
      [&] { return move_multi_path_optimal(at.shape, source, destination, at.words, at.timing); },
      at.shape.ports());
  const PathPlaces places{at.shape.wiring(), source, paths.routes};
  const Streams parts = even_streams(at.words, at.shape.ports(), packets);
  Report report = run_move(at, source, destination, bench,
                           [&](processor& self) { return relay_on_paths(self, places, parts); });
  report.predictions = half_duplex(
      at.rule,
      move_multi_path_predictions(at.shape, source, destination, at.words, packets, at.timing));
  report.statistics["packets"] = packets;
  report.statistics["path_lengths"] = paths.lengths();
  report.statistics["path_set"] = to_string(paths.set);
  return report;
}

// ---- broadcast ----------------------------------------------------------------------------------

Report run_broadcast(const TorusSetting& at, NodeId root, Bench& bench, std::int64_t packets,
                     Counts predictions, const std::function<Program(processor&)>& program) {
  Report report = run(at, broadcast_operation(root, at.words), bench, program);
  report.predictions = std::move(predictions);
  report.lower_bound = broadcast_lower_bound(at.shape, root, at.words, at.rule, at.timing);
  report.statistics["packets"] = packets;
  return report;
}

Report broadcast_tree_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId root = values.node("root");
  const std::int64_t packets = packets_of(
      values, [&] { return broadcast_tree_formula(at.shape, root, at.words, at.timing); },
      [&] { return broadcast_tree_optimal(at.shape, root, at.words, at.timing); });
  const Stream message = whole_stream(at.words, packets);
  Report report = run_broadcast(
      at, root, bench, packets,
      half_duplex(at.rule,
                  broadcast_tree_predictions(at.shape, root, at.words, packets, at.timing)),
      [&](processor& self) { return torus_broadcast_tree(self, at.shape, root, message); });
  report.statistics["depth"] = at.shape.eccentricity(root);
  return report;
}

Report broadcast_axis_last_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId root = values.node("root");
  const SplitTrees trees = axis_last_trees(at.shape, root);
  const std::int64_t packets = packets_of(
      values, [&] { return broadcast_split_axis_last_formula(at.shape, at.words, at.timing); },
      [&] { return broadcast_split_axis_last_optimal(at.shape, at.words, at.timing); });
  const Streams halves = even_streams(at.words, 2, packets);
  return run_broadcast(
      at, root, bench, packets,
      half_duplex(at.rule,
                  broadcast_split_axis_last_predictions(at.shape, at.words, packets, at.timing)),
      [&](processor& self) { return torus_broadcast_axis_last(self, trees, halves); });
}

/// The two halves down two trees that share no directed link.
Report run_two_trees(const TorusSetting& at, NodeId root, Bench& bench, const SplitTrees& trees,
                     std::int64_t packets, Counts predictions) {
  const std::vector<SpanningTree> both_trees{trees.x, trees.y};
  const Streams halves = even_streams(at.words, 2, packets);
  Report report =
      run_broadcast(at, root, bench, packets, std::move(predictions),
                    [&](processor& self) { return relay_down_trees(self, both_trees, halves); });
  report.statistics["depth_x"] = trees.x.depth();
  report.statistics["depth_y"] = trees.y.depth();
  return report;
}

Report broadcast_neighbor_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId root = values.node("root");
  const SplitTrees trees = neighbor_trees(at.shape, root);
  const std::int64_t packets = packets_of(
      values, [&] { return broadcast_split_neighbor_formula(at.shape, at.words, at.timing); },
      [&] { return broadcast_split_neighbor_optimal(at.shape, at.words, at.timing); });
  return run_two_trees(  // full duplex is what the algorithm asks for: (3.19) stays what it is
      at, root, bench, trees, packets,
      broadcast_split_neighbor_predictions(at.shape, at.words, packets, at.timing));
}

Report broadcast_split_trees_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId root = values.node("root");
  const TreeSource source = *parse_tree_source(values.word("trees"));
  const SplitTrees trees = edge_disjoint_trees(at.shape, root, source);
  const std::int64_t packets = packets_of(
      values, [&] { return broadcast_split_trees_formula(at.shape, at.words, at.timing); },
      [&] { return broadcast_split_trees_optimal(at.shape, source, at.words, at.timing); });
  return run_two_trees(at, root, bench, trees, packets,
                       half_duplex(at.rule, broadcast_split_trees_predictions(
                                                at.shape, source, at.words, packets, at.timing)));
}

Report broadcast_phases_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId root = values.node("root");
  const std::int64_t packets = packets_of(
      values,
      [&] { return broadcast_dimension_phases_formula(at.shape, root, at.words, at.timing); },
      [&] { return broadcast_dimension_phases_optimal(at.shape, root, at.words, at.timing); });
  const Stream message = whole_stream(at.words, packets);
  return run_broadcast(at, root, bench, packets,
                       half_duplex(at.rule, broadcast_dimension_phases_predictions(
                                                at.shape, root, at.words, packets, at.timing)),
                       [&](processor& self) {
                         return torus_broadcast_dimension_phases(self, at.shape, root, message);
                       });
}

// ---- allgather, alltoall ------------------------------------------------------------------------

/// Bytes for what the nodes of an allgather hold when it comes in no order: a bit per block.
double bits_of_blocks(const TorusShape& shape) {
  return static_cast<double>(shape.nodes()) * shape.nodes() / 8;
}

Report run_exchange(const TorusSetting& at, const Operation& operation, Bench& bench,
                    Counts predictions, const std::function<Program(processor&)>& program,
                    double block_bytes) {
  Report report = run(at, operation, bench, program, block_bytes);
  report.predictions = half_duplex(at.rule, std::move(predictions));
  report.lower_bound = exchange_lower_bound(at.shape, at.words, at.rule, at.timing);
  return report;
}

Report allgather_sequential_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const std::int64_t packets = packets_of(
      values, [&] { return allgather_sequential_broadcast_formula(at.shape, at.words, at.timing); },
      [&] { return allgather_sequential_broadcast_optimal(at.shape, at.words, at.timing); });
  Report report = run_exchange(
      at, allgather_operation(at.shape.nodes(), at.words), bench,
      allgather_sequential_broadcast_predictions(at.shape, at.words, packets, at.timing),
      [&](processor& self) {
        return torus_allgather_sequential(self, at.shape, at.words, packets);
      },
      0);
  report.statistics["packets"] = packets;
  return report;
}

Report allgather_daisy_chain_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const HamiltonianRing ring = hamiltonian_ring(at.shape);
  return run_exchange(
      at, allgather_operation(at.shape.nodes(), at.words), bench,
      allgather_daisy_chain_predictions(at.shape, at.words, at.timing),
      [&](processor& self) { return torus_allgather_daisy_chain(self, ring); },
      bits_of_blocks(at.shape));
}

Report allgather_alternating_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  return run_exchange(
      at, allgather_operation(at.shape.nodes(), at.words), bench,
      allgather_alternating_direction_predictions(at.shape, at.words, at.timing),
      [&](processor& self) { return torus_allgather_alternating(self, at.shape); }, 0);
}

Report alltoall_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const double nodes = at.shape.nodes();
  constexpr double kRun = 2.0 * sizeof(Interval);  // in a vector that grows
  return run_exchange(
      at, alltoall_operation(at.shape.nodes(), at.words), bench,
      alltoall_dimension_phases_predictions(at.shape, at.words, at.timing),
      [&](processor& self) { return torus_alltoall(self, at.shape); },
      nodes * nodes * kRun * (1 + at.shape.dimensions()));
}

// ---- scatter, gather, permutation ---------------------------------------------------------------

Report scatter_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId root = values.node("root");
  Report report = run(at, scatter_operation(at.shape.nodes(), root, at.words), bench,
                      [&](processor& self) { return torus_scatter(self, at.shape, root); });
  report.predictions = half_duplex(
      at.rule, scatter_dimension_phases_predictions(at.shape, root, at.words, at.timing));
  report.lower_bound = scatter_lower_bound(at.shape, root, at.words, at.rule, at.timing);
  return report;
}

Report gather_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  const NodeId root = values.node("root");
  Report report = run(at, gather_operation(at.shape.nodes(), root, at.words), bench,
                      [&](processor& self) { return torus_gather(self, at.shape, root); });
  report.predictions = gather_dimension_phases_predictions(at.shape, root, at.words, at.timing);
  report.lower_bound = gather_lower_bound(at.shape, root, at.words, at.rule, at.timing);
  return report;
}

Report transpose_run(const Values& values, Bench& bench) {
  const TorusSetting at{values};
  Counts predictions = permutation_transpose_diagonal_predictions(at.shape, at.words, at.timing);
  std::vector<NodeId> image;
  for (NodeId node = 0; node < at.shape.nodes(); ++node) {
    const int swapped[] = {at.shape.coordinate(node, 1), at.shape.coordinate(node, 0)};
    image.push_back(at.shape.node(swapped));
  }
  Report report = run(at, permutation_operation(image, at.words), bench,
                      [&](processor& self) { return torus_transpose(self, at.shape); });
  report.predictions = half_duplex(at.rule, std::move(predictions));
  report.lower_bound = permutation_lower_bound(at.timing);
  return report;
}

// ---- registration -------------------------------------------------------------------------------

std::int64_t nodes_of(const Values& values) { return shape_of(values).nodes(); }

std::vector<Parameter> torus_parameters() {
  Parameter sides = integers("sides", std::numeric_limits<std::int64_t>::min(), Json::array({4, 4}),
                             "processors along each dimension");
  sides.range = "each >= 3, with --wrap false >= 1, separated by commas";
  const Parameter wrap =
      with_check(flag("wrap", true, "lines close to rings; false is the open mesh"), "true, false",
                 [](const Json& value, const Values& before) {
                   Values both_values = before;
                   both_values.set("wrap", value);
                   static_cast<void>(shape_of(both_values));  // refuses sides that make no torus
                 });
  return joined({{sides, wrap}, transfer_parameters(), {port_rule_parameter(PortRule::kAllHalf)}});
}

std::vector<Parameter> move_parameters() {
  return joined({torus_parameters(),
                 source_and_destination(nodes_of, "the farthest node", [](const Values& values) {
                   return Json(shape_of(values).farthest(values.node("source")));
                 })});
}

std::vector<Parameter> root_parameters(const char* help) {
  return joined({torus_parameters(), {node_parameter("root", 0, nodes_of, help)}});
}

}  // namespace

void add_torus(Catalogue& catalogue) {
  using paper_1986::section;
  const MachineRows add{catalogue, "torus", {"link", "port_guard"}};
  const Parameter packets = packets_parameter();
  const Parameter trees = word("trees", {"auto", "table", "pinwheel"}, "auto",
                               "where the two trees come from; auto: a table if there is one");
  const auto broadcast_from =
      joined({root_parameters("processor that has the message"), {packets}});
  const CitedEquation pipeline{"t(nu)", section("3.1(C)")};
  const CitedEquation halves{"(3.19)", section("3.2(D)")};

  add("move", "naive", false, "the whole message hop by hop, dimension 0 first", move_parameters(),
      {{"(3.3)", section("3.1(C)")}}, move_naive_run, {"relay_node", "torus_route"});
  add("move", "pipelined", false, "packets one behind the other, dimension 0 first",
      joined({move_parameters(), {packets}}),
      {pipeline, {"(3.4)", section("3.1(C)")}, {"(3.8)", section("3.1(D)")}}, move_pipelined_run,
      {"relay_node", "torus_route"});
  add("move", "multi-path", true, "even parts along 2d edge-disjoint paths",
      joined({move_parameters(), {packets}}), {{"(3.11)", section("3.1(D)")}}, move_multi_path_run,
      {"relay_node"});
  add("broadcast", "tree", false, "packets down one tree, rows last", broadcast_from,
      {pipeline, {"(3.18)", section("3.2(D)")}}, broadcast_tree_run, {"relay_node"});
  add("broadcast", "split-axis-last", false,
      "half of the words column by column, half row by row; the axes take both in turn (d = 2)",
      broadcast_from, {halves}, broadcast_axis_last_run, {"relay_node"});
  add("broadcast", "split-neighbor", false,
      "the same, the axes served from beside; needs --port-rule all-full (d = 2)", broadcast_from,
      {halves}, broadcast_neighbor_run, {"relay_node"});
  add("broadcast", "split-trees", true, "halves down two edge-disjoint trees (d = 2)",
      joined({broadcast_from, {trees}}), {halves}, broadcast_split_trees_run, {"relay_node"});
  add("broadcast", "dimension-phases", false,
      "along the last dimension, then along each one before it", broadcast_from,
      {{"(3.20)", section("3.2(D)")}}, broadcast_phases_run, {"relay_node"});
  add("scatter", "dimension-phases", true, "two-way scatters in one dimension after another",
      root_parameters("processor that has all blocks"), {{"(3.39)", section("3.4(D)")}},
      scatter_run);
  add("gather", "dimension-phases", true, "the scatter backwards",
      root_parameters("processor that gets all blocks"), {}, gather_run);
  add("allgather", "alternating-direction", true, "bundles go round the rings of each dimension",
      torus_parameters(), {{"(3.31)", section("3.3(D)")}, {"(3.32)", section("3.3(D)")}},
      allgather_alternating_run);
  add("allgather", "daisy-chain", false, "every block once round a ring through all processors",
      torus_parameters(), {{"(3.30)", section("3.3(D)")}}, allgather_daisy_chain_run);
  add("allgather", "sequential-broadcast", false, "the processors broadcast in turn",
      joined({torus_parameters(), {packets}}), {{"(3.29)", section("3.3(D)")}},
      allgather_sequential_run, {"relay_node"});
  add("alltoall", "dimension-phases", true,
      "bundles rotate in one dimension after another and leave a part at each stop",
      torus_parameters(), {{"(3.44)", section("3.5(D)")}}, alltoall_run);
  add("permutation", "transpose-diagonal", true,
      "node (x,y) to (y,x) of a square: columns to the diagonal, then rows", torus_parameters(),
      {{"(3.44)", section("3.5(D)")}}, transpose_run);
}

}  // namespace plexus
