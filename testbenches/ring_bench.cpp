#include "models/ensemble/paper_1986.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/ring/costs.hpp"
#include "models/ring/programs.hpp"
#include "models/ring/shape.hpp"
#include "testbenches/benches.hpp"
#include "testbenches/direct_bench.hpp"

namespace plexus {

namespace {

/// What every ring run takes from the command line.
struct RingSetting {
  explicit RingSetting(const Values& values)
      : ring{values.node("nodes")},
        words{values.words()},
        timing{values.timing()},
        rule{values.port_rule()} {}

  RingShape ring;
  Words words;
  LinkTiming timing;
  PortRule rule;
};

Report run(const RingSetting& at, const Operation& operation, Bench& bench,
           const std::function<Program(processor&)>& program, double block_bytes = 0) {
  return run_direct({"ring", at.ring.wiring(), operation, at.timing, at.rule, program, block_bytes},
                    bench);
}

/// The number of packets that `--packets` asks for, of at most `words`.
std::int64_t packets_of(const Values& values, const RingSetting& at, NodeId formula_hops,
                        Words formula_words,
                        const std::function<RingStreams(std::int64_t)>& streams) {
  return packets_of(
      values, [&] { return formula_packets(formula_hops, formula_words, at.timing); },
      [&] {
        return optimal_packets(at.words.count(), [&](std::int64_t nu) {
          return ring_cost::streams(streams(nu), at.timing);
        });
      });
}

// ---- move --------------------------------------------------------------------------------------

Report run_move(const Values& values, Bench& bench, const RingStreams& streams) {
  const RingSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  Report report =
      run(at, move_operation(source, destination, at.words), bench,
          [&](processor& self) { return ring_streams(self, at.ring, source, streams); });
  report.lower_bound =
      ring_cost::lower_bound_move(at.ring, source, destination, at.words, at.timing, at.rule);
  return report;
}

Report move_naive(const Values& values, Bench& bench) {
  const RingSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  Report report =
      run_move(values, bench, ring_cost::move_one_path(at.ring, source, destination, at.words, 1));
  report.predictions =
      ring_cost::predict_move_naive(at.ring, source, destination, at.words, at.timing, at.rule);
  report.statistics["packets"] = 1;
  report.statistics["distance"] = at.ring.distance(source, destination);
  return report;
}

Report move_pipelined(const Values& values, Bench& bench) {
  const RingSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  const NodeId distance = at.ring.distance(source, destination);
  const auto streams = [&](std::int64_t nu) {
    return ring_cost::move_one_path(at.ring, source, destination, at.words, nu);
  };
  const std::int64_t packets = packets_of(values, at, distance, at.words, streams);
  Report report = run_move(values, bench, streams(packets));
  report.predictions = ring_cost::predict_move_pipelined(at.ring, source, destination, at.words,
                                                         packets, at.timing, at.rule);
  report.statistics["packets"] = packets;
  report.statistics["distance"] = distance;
  return report;
}

Report move_two_path(const Values& values, Bench& bench) {
  const RingSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  const NodeId distance = at.ring.distance(source, destination);
  const auto streams = [&](std::int64_t nu) {
    return ring_cost::move_two_path(at.ring, source, destination, at.words, nu);
  };
  const std::int64_t packets =
      packets_of(values, at, at.ring.nodes - distance, first_half(at.words), streams);
  Report report = run_move(values, bench, streams(packets));
  report.predictions = ring_cost::predict_move_two_path(at.ring, source, destination, at.words,
                                                        streams(packets), at.timing, at.rule);
  report.statistics["packets"] = packets;
  report.statistics["path_lengths"] = {distance, at.ring.nodes - distance};
  return report;
}

Report move_two_path_optimal(const Values& values, Bench& bench) {
  const RingSetting at{values};
  const NodeId source = values.node("source");
  const NodeId destination = values.node("destination");
  const NodeId distance = at.ring.distance(source, destination);
  const RingStreams streams =
      ring_cost::move_two_path_optimal(at.ring, source, destination, at.words, at.timing);
  Report report = run_move(values, bench, streams);
  report.predictions = ring_cost::predict_move_two_path(at.ring, source, destination, at.words,
                                                        streams, at.timing, at.rule);
  report.statistics["path_lengths"] = {distance, at.ring.nodes - distance};
  report.statistics["words_short"] = streams[0].part.count.count();
  report.statistics["packets_short"] = streams[0].packets;
  report.statistics["packets_long"] = streams[1].packets;
  return report;
}

// ---- broadcast ----------------------------------------------------------------------------------

Report run_broadcast(const Values& values, Bench& bench, NodeId hops,
                     const std::function<RingStreams(std::int64_t)>& streams,
                     decltype(ring_cost::predict_broadcast_one_way) predict) {
  const RingSetting at{values};
  const NodeId root = values.node("root");
  const std::int64_t packets = packets_of(values, at, hops, at.words, streams);
  const RingStreams chosen = streams(packets);
  Report report = run(at, broadcast_operation(root, at.words), bench,
                      [&](processor& self) { return ring_streams(self, at.ring, root, chosen); });
  report.predictions = predict(at.ring, at.words, packets, at.timing, at.rule);
  report.lower_bound = ring_cost::lower_bound_broadcast(at.ring, at.words, at.timing, at.rule);
  report.statistics["packets"] = packets;
  return report;
}

Report broadcast_one_way(const Values& values, Bench& bench) {
  const RingSetting at{values};
  return run_broadcast(
      values, bench, at.ring.nodes - 1,
      [&](std::int64_t nu) { return ring_cost::broadcast_one_way(at.ring, at.words, nu); },
      ring_cost::predict_broadcast_one_way);
}

Report broadcast_two_way(const Values& values, Bench& bench) {
  const RingSetting at{values};
  return run_broadcast(
      values, bench, at.ring.reach(kClockwise),
      [&](std::int64_t nu) { return ring_cost::broadcast_two_way(at.ring, at.words, nu); },
      ring_cost::predict_broadcast_two_way);
}

// ---- the others ---------------------------------------------------------------------------------

Report allgather_daisy_chain(const Values& values, Bench& bench) {
  const RingSetting at{values};
  Report report = run(at, allgather_operation(at.ring.nodes, at.words), bench,
                      [&](processor& self) { return ring_allgather_daisy_chain(self, at.ring); });
  report.predictions =
      ring_cost::predict_allgather_daisy_chain(at.ring, at.words, at.timing, at.rule);
  report.lower_bound = ring_cost::lower_bound_gather(at.ring, at.words, at.timing, at.rule);
  return report;
}

Report scatter_two_way(const Values& values, Bench& bench) {
  const RingSetting at{values};
  const NodeId root = values.node("root");
  Report report =
      run(at, scatter_operation(at.ring.nodes, root, at.words), bench,
          [&](processor& self) { return ring_scatter(self, at.ring, root, both_ways(at.ring)); });
  report.predictions = ring_cost::predict_scatter_two_way(at.ring, at.words, at.timing, at.rule);
  report.lower_bound = ring_cost::lower_bound_scatter(at.ring, at.words, at.timing, at.rule);
  return report;
}

Report run_gather(const Values& values, Bench& bench, RingReaches reaches) {
  const RingSetting at{values};
  const NodeId root = values.node("root");
  Report report = run(at, gather_operation(at.ring.nodes, root, at.words), bench,
                      [&](processor& self) { return ring_gather(self, at.ring, root, reaches); });
  report.predictions = ring_cost::predict_gather(reaches, at.words, at.timing);
  report.lower_bound = ring_cost::lower_bound_gather(at.ring, at.words, at.timing, at.rule);
  return report;
}

Report gather_one_way(const Values& values, Bench& bench) {
  return run_gather(values, bench, one_way(RingSetting{values}.ring));
}

Report gather_two_way(const Values& values, Bench& bench) {
  return run_gather(values, bench, both_ways(RingSetting{values}.ring));
}

Report alltoall_rotate(const Values& values, Bench& bench) {
  const RingSetting at{values};
  const double nodes = at.ring.nodes;
  Report report = run(
      at, alltoall_operation(at.ring.nodes, at.words), bench,
      [&](processor& self) { return ring_alltoall_rotate(self, at.ring); }, nodes * nodes * 32);
  report.predictions = ring_cost::predict_alltoall_rotate(at.ring, at.words, at.timing, at.rule);
  report.lower_bound = ring_cost::lower_bound_gather(at.ring, at.words, at.timing, at.rule);
  return report;
}

// ---- registration -------------------------------------------------------------------------------

std::int64_t nodes_of(const Values& values) { return values.number("nodes"); }

std::vector<Parameter> ring_parameters() {
  const Parameter nodes =
      integer("nodes", 3, kMostNodes, 8, "processors of the ring", RefusalClass::kSize);
  return joined({{nodes}, transfer_parameters(), {port_rule_parameter(PortRule::kRingStrict)}});
}

std::vector<Parameter> move_parameters() {
  return joined(
      {ring_parameters(), source_and_destination(nodes_of, "the farthest node", half_way_round)});
}

std::vector<Parameter> root_parameters(const char* help) {
  return joined({ring_parameters(), {node_parameter("root", 0, nodes_of, help)}});
}

}  // namespace

void add_ring(Catalogue& catalogue) {
  using report_1986::section;
  const MachineRows add{catalogue, "ring", {"link", "port_guard"}};
  const Parameter packets = packets_parameter();
  const auto with_packets = [&](const std::vector<Parameter>& parameters) {
    return joined({parameters, {packets}});
  };
  const auto broadcast_from = root_parameters("processor that has the message");

  add("move", "naive", false, "the whole message hop by hop, the shorter way", move_parameters(),
      {{"(3.3)", section("3.1(C)")}}, move_naive, {"relay_node"});
  add("move", "pipelined", true, "packets one behind the other, the shorter way",
      with_packets(move_parameters()),
      {{"t(nu)", section("3.1(C)")}, {"(3.4)", section("3.1(C)")}, {"(3.5)", section("3.1(C)")}},
      move_pipelined, {"relay_node"});
  add("move", "two-path", false, "half of the words each way; needs --port-rule all-half",
      with_packets(move_parameters()), {{"(3.6)", section("3.1(C)")}}, move_two_path,
      {"relay_node"});
  add("move", "two-path-optimal", false,
      "both ways, split for the fewest cycles; needs --port-rule all-half", move_parameters(),
      {{"(3.6)", section("3.1(C)")}}, move_two_path_optimal, {"relay_node"});
  add("broadcast", "one-way", false, "packets clockwise round the ring",
      with_packets(broadcast_from), {{"t(nu)", section("3.1(C)")}, {"(3.16)", section("3.2(C)")}},
      broadcast_one_way, {"relay_node"});
  add("broadcast", "two-way", true, "the same packets both ways", with_packets(broadcast_from),
      {{"t(nu)", section("3.1(C)")}, {"(3.17)", section("3.2(C)")}}, broadcast_two_way,
      {"relay_node"});
  add("scatter", "two-way", true, "both ways, farthest node first",
      root_parameters("processor that has all blocks"), {{"(3.38)", section("3.4(C)")}},
      scatter_two_way);
  add("gather", "one-way", true, "all blocks counterclockwise to the root",
      root_parameters("processor that gets all blocks"), {}, gather_one_way);
  add("gather", "two-way", false, "the scatter backwards; needs --port-rule all-half",
      root_parameters("processor that gets all blocks"), {}, gather_two_way);
  add("allgather", "daisy-chain", true, "every block once round the ring", ring_parameters(),
      {{"(3.28)", section("3.3(C)")}}, allgather_daisy_chain);
  add("alltoall", "rotate", true, "bundles rotate and lose a block at each stop", ring_parameters(),
      {{"(3.43)", section("3.5(C)")}}, alltoall_rotate);
}

}  // namespace plexus
