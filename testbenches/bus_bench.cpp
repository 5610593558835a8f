#include <functional>
#include <utility>

#include "models/bus/costs.hpp"
#include "models/bus/module.hpp"
#include "models/bus/programs.hpp"
#include "models/bus/schedule.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "testbenches/benches.hpp"
#include "testbenches/simulation/bench.hpp"

namespace plexus {

namespace {

/// What every bus run takes from the command line.
struct BusSetting {
  explicit BusSetting(const Values& values)
      : nodes{values.node("nodes")},
        channels{values.node("k_star")},
        words{values.words()},
        timing{values.timing()} {}

  NodeId nodes;
  NodeId channels;
  Words words;
  LinkTiming timing;
};

/// Builds the machine, runs the programs, reports cycles, verdict and the figures of the bus.
/// `block_bytes`: memory for what processors hold, where it is more than a few runs.
Report run(const BusSetting& at, const Operation& operation, Bench& bench,
           const std::function<Program(node&, bus&)>& program, double block_bytes = 0) {
  require_memory(memory_of(at.nodes, 0) + block_bytes);
  auto& machine = bench.build<bus_machine>("bus", at.nodes, at.channels, operation.space, at.timing,
                                           bench.order());
  bench.attach(machine.wires);
  machine.load([&](node& self) { return program(self, machine.wires); });
  Report report = bench.simulate(machine, operation);

  const BusFigures& figures = machine.wires.figures();
  Json waits = Json::array();
  for (NodeId v = 0; v < at.nodes; ++v) waits.push_back(machine.wires.waited(v).count());
  report.statistics = {{"transfers", figures.transactions},
                       {"bus_words", figures.words.count()},
                       {"peak_active", figures.peak_active},
                       {"peak_waiting", figures.peak_waiting}};
  const double channel_cycles =
      static_cast<double>(at.channels) * static_cast<double>(report.cycles.count());
  report.statistics["utilisation"] = static_cast<double>(figures.busy.count()) / channel_cycles;
  report.statistics["waits"] = std::move(waits);
  return report;
}

// ---- operations ---------------------------------------------------------------------------------

Report move_direct(const Values& values, Bench& bench) {
  const BusSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  Report report =
      run(at, move_operation(source, destination, at.words), bench,
          [&](node& self, bus& wires) { return bus_move(self, wires, source, destination); });
  report.predictions = bus_cost::predict_move(at.words, at.timing);
  report.lower_bound = bus_cost::lower_bound_one(at.words, at.timing);
  return report;
}

Report broadcast_direct(const Values& values, Bench& bench) {
  const BusSetting at{values};
  const NodeId root = values.node("root");
  Report report = run(at, broadcast_operation(root, at.words), bench,
                      [&](node& self, bus& wires) { return bus_broadcast(self, wires, root); });
  report.predictions = bus_cost::predict_broadcast(at.words, at.timing);
  report.lower_bound = bus_cost::lower_bound_one(at.words, at.timing);
  return report;
}

Report allgather_sequential(const Values& values, Bench& bench) {
  const BusSetting at{values};
  Report report = run(at, allgather_operation(at.nodes, at.words), bench, bus_allgather_sequential);
  report.predictions = bus_cost::predict_allgather_sequential(at.nodes, at.words, at.timing);
  report.lower_bound = bus_cost::lower_bound_blocks(at.nodes, at.words, at.timing);
  return report;
}

Report scatter_sequential(const Values& values, Bench& bench) {
  const BusSetting at{values};
  const NodeId root = values.node("root");
  Report report =
      run(at, scatter_operation(at.nodes, root, at.words), bench,
          [&](node& self, bus& wires) { return bus_scatter_sequential(self, wires, root); });
  report.predictions = bus_cost::predict_scatter_sequential(at.nodes, at.words, at.timing);
  report.lower_bound = bus_cost::lower_bound_blocks(at.nodes, at.words, at.timing);
  return report;
}

Report gather_sequential(const Values& values, Bench& bench) {
  const BusSetting at{values};
  const NodeId root = values.node("root");
  Report report =
      run(at, gather_operation(at.nodes, root, at.words), bench,
          [&](node& self, bus& wires) { return bus_gather_sequential(self, wires, root); });
  report.predictions = bus_cost::predict_gather_sequential(at.nodes, at.words, at.timing);
  report.lower_bound = bus_cost::lower_bound_blocks(at.nodes, at.words, at.timing);
  return report;
}

/// Memory of the blocks that an alltoall leaves behind: of each column one block by one.
double column_bytes(const BusSetting& at) { return 32.0 * at.nodes * at.nodes; }

Report alltoall_broadcast_rows(const Values& values, Bench& bench) {
  const BusSetting at{values};
  Report report = run(at, alltoall_operation(at.nodes, at.words), bench,
                      bus_alltoall_broadcast_rows, column_bytes(at));
  report.predictions = bus_cost::predict_alltoall_broadcast_rows(at.nodes, at.words, at.timing);
  report.lower_bound = bus_cost::lower_bound_blocks(at.nodes, at.words, at.timing);
  return report;
}

Report alltoall_pairwise(const Values& values, Bench& bench) {
  const BusSetting at{values};
  const PairSchedule schedule{at.nodes, at.channels};
  Report report = run(
      at, alltoall_operation(at.nodes, at.words), bench,
      [&](node& self, bus& wires) { return bus_alltoall_pairwise(self, wires, schedule); },
      column_bytes(at));
  report.predictions = bus_cost::predict_alltoall_pairwise(schedule, at.words, at.timing);
  report.lower_bound = bus_cost::lower_bound_blocks(at.nodes, at.words, at.timing);
  return report;
}

// ---- registration -------------------------------------------------------------------------------

std::int64_t nodes_of(const Values& values) { return values.number("nodes"); }

std::vector<Parameter> bus_parameters() {
  return joined({{integer("nodes", 2, kMostNodes, 8, "processors on the bus", RefusalClass::kSize),
                  k_star_parameter(
                      1, [](const Values&) { return Json(1); },
                      "channels: transactions that the bus carries at a time")},
                 transfer_parameters()});
}

std::vector<Parameter> move_parameters() {
  return joined({bus_parameters(),
                 source_and_destination(nodes_of, "the one half-way round", half_way_round)});
}

std::vector<Parameter> root_parameters(const char* help) {
  return joined({bus_parameters(), {node_parameter("root", 0, nodes_of, help)}});
}

}  // namespace

void add_bus(Catalogue& catalogue) {
  using paper_1986::section;
  const MachineRows add{catalogue, "bus", {"bus_arbiter"}};
  add("move", "direct", true, "one transaction", move_parameters(), {{"(3.1)", section("3.1(A)")}},
      move_direct);
  add("broadcast", "direct", true, "one transaction that all others read",
      root_parameters("processor that has the message"), {{"3.2(A)", section("3.2(A)")}},
      broadcast_direct);
  add("scatter", "sequential", true, "the root sends to one after another",
      root_parameters("processor that has all blocks"), {{"(3.36)", section("3.4(A)")}},
      scatter_sequential);
  add("gather", "sequential", true, "one after another sends to the root",
      root_parameters("processor that gets all blocks"), {}, gather_sequential);
  add("allgather", "sequential", true, "the processors broadcast in turn", bus_parameters(),
      {{"(3.26)", section("3.3(A)")}}, allgather_sequential);
  add("alltoall", "broadcast-rows", false, "the processors broadcast all of their blocks in turn",
      bus_parameters(), {{"3.5(A)", section("3.5(A)")}}, alltoall_broadcast_rows);
  add("alltoall", "pairwise", true, "pairs exchange by a schedule, k-star of them at a time",
      bus_parameters(), {}, alltoall_pairwise);
}

}  // namespace plexus
