#include "hw/router/cube_route.hpp"
#include "models/direct/routed_move.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/hypercube/costs.hpp"
#include "models/hypercube/paths.hpp"
#include "models/hypercube/programs.hpp"
#include "models/hypercube/shape.hpp"
#include "models/hypercube/trees.hpp"
#include "testbenches/benches.hpp"
#include "testbenches/direct_bench.hpp"

namespace plexus {

namespace {

using namespace hypercube_cost;
using Counts = std::vector<Prediction>;

HypercubeShape shape_of(const Values& values) {
  return HypercubeShape{static_cast<int>(values.number("dimension"))};
}

/// What every hypercube run takes from the command line.
struct HypercubeSetting {
  explicit HypercubeSetting(const Values& values)
      : cube{shape_of(values)},
        words{values.words()},
        timing{values.timing()},
        rule{values.port_rule()},
        both_ways{full_duplex(rule)} {}

  HypercubeShape cube;
  Words words;
  LinkTiming timing;
  PortRule rule;
  bool both_ways;  ///< both ends of a channel may send at once
};

Report run(const HypercubeSetting& at, const Operation& operation, Bench& bench, Counts predictions,
           const std::function<Program(processor&)>& program, double block_bytes = 0) {
  Report report = run_direct(
      {"hypercube", at.cube.wiring(), operation, at.timing, at.rule, program, block_bytes}, bench);
  report.predictions = paper_1986::half_duplex(at.rule, std::move(predictions));
  return report;
}

// ---- move ---------------------------------------------------------------------------------------

Report run_move(const HypercubeSetting& at, const Values& values, Bench& bench,
                std::int64_t packets, Counts predictions,
                const std::function<Program(processor&)>& program) {
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  Report report = run(at, move_operation(source, destination, at.words), bench,
                      std::move(predictions), program);
  report.lower_bound = move_lower_bound(at.cube, source, destination, at.words, at.rule, at.timing);
  report.statistics["packets"] = packets;
  return report;
}

Report run_one_path(const HypercubeSetting& at, const Values& values, Bench& bench,
                    std::int64_t packets, Counts predictions) {
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  cube_route part{"hypercube", at.cube.nodes()};
  route_if& routers = part;
  bench.attach(part);
  const std::vector<Route> routes{shortest_route(at.cube, source, destination)};
  const PathPlaces path{at.cube.wiring(), source, routes};
  const Stream message = whole_stream(at.words, packets);
  Report report = run_move(
      at, values, bench, packets, std::move(predictions),
      [&](processor& self) { return routed_move(self, path, routers, destination, message); });
  report.statistics["distance"] = HypercubeShape::distance(source, destination);
  return report;
}

Report move_naive_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  return run_one_path(at, values, bench, 1,
                      move_naive_predictions(values.node("source"), values.node("destination"),
                                             at.words, at.timing));
}

Report move_pipelined_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  const std::int64_t packets = packets_of(
      values, [&] { return move_pipelined_formula(source, destination, at.words, at.timing); },
      [&] { return move_pipelined_optimal(source, destination, at.words, at.timing); });
  return run_one_path(
      at, values, bench, packets,
      move_pipelined_predictions(source, destination, at.words, packets, at.timing));
}

Report move_multi_path_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  const std::vector<Route> routes = node_disjoint_paths(at.cube, source, destination);
  const std::int64_t packets = packets_of(
      values,
      [&] { return move_multi_path_formula(at.cube, source, destination, at.words, at.timing); },
      [&] { return move_multi_path_optimal(at.cube, source, destination, at.words, at.timing); },
      at.cube.dimension());
  const PathPlaces places{at.cube.wiring(), source, routes};
  const Streams parts = even_streams(at.words, at.cube.dimension(), packets);
  Report report = run_move(
      at, values, bench, packets,
      move_multi_path_predictions(at.cube, source, destination, at.words, packets, at.timing),
      [&](processor& self) { return relay_on_paths(self, places, parts); });
  Json lengths = Json::array();
  for (const Route& route : routes) lengths.push_back(route.size());
  report.statistics["path_lengths"] = lengths;
  return report;
}

// ---- broadcast ----------------------------------------------------------------------------------

/// How the packets of a broadcast go down its trees.
using Relay = Program (*)(processor&, std::span<const SpanningTree>, const Streams&);

Report run_broadcast(const HypercubeSetting& at, NodeId root, Bench& bench,
                     const std::vector<SpanningTree>& trees, std::int64_t packets, Relay relay_all,
                     Counts predictions) {
  const Streams streams = even_streams(at.words, static_cast<std::int64_t>(trees.size()), packets);
  Report report = run(at, broadcast_operation(root, at.words), bench, std::move(predictions),
                      [&](processor& self) { return relay_all(self, trees, streams); });
  report.lower_bound = broadcast_lower_bound(at.cube, at.words, at.rule, at.timing);
  report.statistics["depth"] = trees.front().depth();
  report.statistics["packets"] = packets;
  return report;
}

Report spanning_tree_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const NodeId root = values.node("root");
  const std::int64_t packets = packets_of(
      values, [&] { return broadcast_spanning_tree_formula(at.cube, at.words, at.timing); },
      [&] { return broadcast_spanning_tree_optimal(at.cube, at.words, at.timing); });
  return run_broadcast(at, root, bench, {spanning_tree(at.cube, root)}, packets, relay_down_trees,
                       broadcast_spanning_tree_predictions(at.cube, at.words, packets, at.timing));
}

Report spanning_tree_alternate_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const NodeId root = values.node("root");
  const std::int64_t packets = packets_of(
      values,
      [&] { return broadcast_spanning_tree_alternate_formula(at.cube, at.words, at.timing); },
      [&] { return broadcast_spanning_tree_alternate_optimal(at.cube, at.words, at.timing); });
  return run_broadcast(
      at, root, bench, {spanning_tree(at.cube, root)}, packets, relay_alternately,
      broadcast_spanning_tree_alternate_predictions(at.cube, at.words, packets, at.timing));
}

std::vector<SpanningTree> two_trees(HypercubeShape cube, NodeId root) {
  CubeTrees trees = edge_disjoint_trees(cube, root);
  return {std::move(trees.a), std::move(trees.b)};
}

Report two_trees_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const NodeId root = values.node("root");
  const std::vector<SpanningTree> trees = two_trees(at.cube, root);
  const std::int64_t packets = packets_of(
      values, [&] { return broadcast_two_trees_formula(at.cube, at.words, at.timing); },
      [&] { return broadcast_two_trees_optimal(at.cube, at.words, at.timing); });
  return run_broadcast(at, root, bench, trees, packets, relay_down_trees,
                       broadcast_two_trees_predictions(at.cube, at.words, packets, at.timing));
}

Report two_trees_alternate_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const NodeId root = values.node("root");
  const std::vector<SpanningTree> trees = two_trees(at.cube, root);
  const std::int64_t packets = packets_of(
      values, [&] { return broadcast_two_trees_alternate_formula(at.cube, at.words, at.timing); },
      [&] { return broadcast_two_trees_alternate_optimal(at.cube, at.words, at.timing); });
  return run_broadcast(
      at, root, bench, trees, packets, relay_alternately,
      broadcast_two_trees_alternate_predictions(at.cube, at.words, packets, at.timing));
}

// ---- the others ---------------------------------------------------------------------------------

/// Scatter, gather, allgather and alltoall: one node writes or reads all blocks but one.
Report run_exchange(const HypercubeSetting& at, const Operation& operation, Bench& bench,
                    Counts predictions, const std::function<Program(processor&)>& program,
                    double block_bytes = 0) {
  Report report = run(at, operation, bench, std::move(predictions), program, block_bytes);
  report.lower_bound = exchange_lower_bound(at.cube, at.words, at.rule, at.timing);
  return report;
}

Report allgather_alternating_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  return run_exchange(
      at, allgather_operation(at.cube.nodes(), at.words), bench,
      allgather_alternating_direction_predictions(at.cube, at.words, at.rule, at.timing),
      [&](processor& self) {
        return hypercube_allgather_alternating(self, at.cube, at.both_ways);
      });
}

Report allgather_total_exchange_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const double nodes = at.cube.nodes();
  const double bits = nodes * nodes * static_cast<double>(at.words.count());  // held by words
  exchange_ctl part{"hypercube", at.cube.nodes()};
  exchange_ctl_if& control = part;
  bench.attach(part);
  return run_exchange(
      at, allgather_operation(at.cube.nodes(), at.words), bench,
      allgather_total_exchange_predictions(at.cube, at.words, at.rule, at.timing),
      [&](processor& self) {
        return hypercube_allgather_total_exchange(self, at.cube, at.both_ways, control);
      },
      bits / 8);
}

Report allgather_daisy_chain_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const double nodes = at.cube.nodes();
  Counts predictions = allgather_daisy_chain_predictions(at.cube, at.words, at.timing);
  return run_exchange(
      at, allgather_operation(at.cube.nodes(), at.words), bench, std::move(predictions),
      [&](processor& self) { return hypercube_allgather_daisy_chain(self, at.cube); },
      nodes * nodes / 8);
}

Report allgather_sequential_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const std::int64_t packets = packets_of(
      values, [&] { return allgather_sequential_broadcast_formula(at.cube, at.words, at.timing); },
      [&] { return allgather_sequential_broadcast_optimal(at.cube, at.words, at.timing); });
  const SpanningTree tree = spanning_tree(at.cube, 0);
  Report report = run_exchange(
      at, allgather_operation(at.cube.nodes(), at.words), bench,
      allgather_sequential_broadcast_predictions(at.cube, at.words, packets, at.timing),
      [&](processor& self) {
        return hypercube_allgather_sequential(self, tree, at.words, packets);
      });
  report.statistics["depth"] = tree.depth();
  report.statistics["packets"] = packets;
  return report;
}

Report scatter_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const NodeId root = values.node("root");
  return run_exchange(at, scatter_operation(at.cube.nodes(), root, at.words), bench,
                      scatter_recursive_predictions(at.cube, at.words, at.timing),
                      [&](processor& self) { return hypercube_scatter(self, at.cube, root); });
}

Report gather_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const NodeId root = values.node("root");
  return run_exchange(at, gather_operation(at.cube.nodes(), root, at.words), bench,
                      gather_recursive_predictions(at.cube, at.words, at.timing),
                      [&](processor& self) { return hypercube_gather(self, at.cube, root); });
}

Report alltoall_run(const Values& values, Bench& bench) {
  const HypercubeSetting at{values};
  const double nodes = at.cube.nodes();
  constexpr double kRun = 2.0 * sizeof(Interval);  // in a vector that grows
  return run_exchange(
      at, alltoall_operation(at.cube.nodes(), at.words), bench,
      alltoall_recursive_exchange_predictions(at.cube, at.words, at.rule, at.timing),
      [&](processor& self) { return hypercube_alltoall(self, at.cube, at.both_ways); },
      nodes * nodes * kRun * 2);
}

// ---- registration -------------------------------------------------------------------------------

std::int64_t nodes_of(const Values& values) { return shape_of(values).nodes(); }

std::vector<Parameter> cube_parameters(int default_dimension = 3) {
  const Parameter dimension =
      integer("dimension", 0, HypercubeShape::kMaxDimension, default_dimension,
              "bits of a node number; 2^dimension processors", RefusalClass::kSize);
  return joined({{dimension}, transfer_parameters(), {port_rule_parameter(PortRule::kAllHalf)}});
}

std::vector<Parameter> move_parameters() {
  return joined({cube_parameters(),
                 source_and_destination(nodes_of, "the farthest node", [](const Values& values) {
                   return Json(values.node("source") ^ (shape_of(values).nodes() - 1));
                 })});
}

std::vector<Parameter> root_parameters(const char* help, int default_dimension = 3) {
  return joined({cube_parameters(default_dimension), {node_parameter("root", 0, nodes_of, help)}});
}

}  // namespace

void add_hypercube(Catalogue& catalogue) {
  using paper_1986::section;
  const MachineRows add{catalogue, "hypercube", {"link", "port_guard"}};
  const Parameter packets = packets_parameter();
  const auto broadcast_from =
      joined({root_parameters("processor that has the message"), {packets}});
  const auto two_trees_from =  // which the smaller cubes do not have
      joined({root_parameters("processor that has the message", 4), {packets}});
  const CitedEquation pipeline{"t(nu)", section("3.1(C)")};
  const CitedEquation tree{"(3.21)", section("3.2(E)")};

  add("move", "naive", false, "the whole message hop by hop, highest differing bit first",
      move_parameters(), {{"(3.3)", section("3.1(C)")}}, move_naive_run,
      {"relay_node", "cube_route"});
  add("move", "pipelined", false, "packets one behind the other, highest differing bit first",
      joined({move_parameters(), {packets}}),
      {pipeline, {"(3.4)", section("3.1(C)")}, {"(3.14)", section("3.1(E)")}}, move_pipelined_run,
      {"relay_node", "cube_route"});
  add("move", "multi-path", true, "even parts along n node-disjoint paths",
      joined({move_parameters(), {packets}}), {{"after proposition 3.2", section("3.1(E)")}},
      move_multi_path_run, {"relay_node"});
  add("broadcast", "spanning-tree", true, "packets down a binomial tree", broadcast_from,
      {pipeline, tree}, spanning_tree_run, {"relay_node"});
  add("broadcast", "spanning-tree-alternate", false,
      "the same in lock step, every processor reads and writes in turn", broadcast_from, {tree},
      spanning_tree_alternate_run);
  add("broadcast", "two-trees", false, "halves down two edge-disjoint trees (dimension >= 4)",
      two_trees_from, {tree}, two_trees_run, {"relay_node"});
  add("broadcast", "two-trees-alternate", false,
      "the same in lock step, every processor reads and writes in turn (dimension >= 4)",
      two_trees_from, {tree}, two_trees_alternate_run);
  add("scatter", "recursive", true, "every holder hands on half of what it has, bit by bit",
      root_parameters("processor that has all blocks"), {{"(3.40)", section("3.4(E)")}},
      scatter_run);
  add("gather", "recursive", true, "the scatter backwards",
      root_parameters("processor that gets all blocks"), {}, gather_run);
  add("allgather", "alternating-direction", false, "exchange everything held over each bit in turn",
      cube_parameters(), {}, allgather_alternating_run);
  add("allgather", "total-exchange", true,
      "blocks in n parts, each over a bit of its own in every step", cube_parameters(),
      {{"(3.33)", section("3.3(E)")}}, allgather_total_exchange_run, {"exchange_ctl"});
  add("allgather", "daisy-chain", false, "every block once round the ring of Gray codes",
      cube_parameters(), {}, allgather_daisy_chain_run);
  add("allgather", "sequential-broadcast", false, "the processors broadcast in turn",
      joined({cube_parameters(), {packets}}), {}, allgather_sequential_run, {"relay_node"});
  add("alltoall", "recursive-exchange", true,
      "over each bit exchange the blocks for the other side", cube_parameters(),
      {{"3.5(E)", section("3.5(E)")}}, alltoall_run);
}

}  // namespace plexus
