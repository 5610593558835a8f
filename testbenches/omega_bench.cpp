#include "testbenches/omega_bench.hpp"

#include <functional>
#include <utility>

#include <fmt/format.h>

#include "hw/switch/benes_setup.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/omega/module.hpp"
#include "models/omega/passes.hpp"
#include "models/omega/programs.hpp"
#include "models/omega/schedule.hpp"
#include "models/omega/steps.hpp"
#include "models/operations/operation.hpp"
#include "testbenches/benches.hpp"
#include "testbenches/simulation/bench.hpp"

namespace plexus {

namespace {

/// What every run of a collective takes from the command line.
struct SwitchSetting {
  explicit SwitchSetting(const Values& values)
      : network{network_of(values)},
        words{values.words()},
        machine{network, values.timing(),
                values.has("setup") ? parse_setup_mode(values.word("setup")) : SetupMode::kNone} {
    static_cast<void>(setup_charge(machine.setup, network.ports()));  // refuses sizes
  }

  [[nodiscard]] NodeId nodes() const { return network.ports(); }
  [[nodiscard]] LinkTiming link() const { return machine.link; }

  NetworkShape network;
  Words words;
  SwitchMachine machine;
};

/// Runs programs on a machine with an unbuffered switch; adds the figures of spec 1.4.
Report run_switch(const SwitchSetting& at, const Operation& operation, Bench& bench,
                  switch_fabric::Elements elements, OnConflict on_conflict,
                  pass_scheduler_if& scheduler, const std::function<Program(processor&)>& program,
                  PassFigures* figures = nullptr) {
  auto& machine = bench.build<switch_machine>("omega", at.network, operation.space, at.link(),
                                              elements, on_conflict, scheduler, bench.order());
  bench.attach(machine.net);
  machine.load(program);
  Report report = bench.simulate(machine, operation);
  const PassFigures& seen = machine.net.figures();
  report.statistics = {
      {"passes", seen.passes},           {"setups", seen.setups},
      {"transfers", seen.transfers},     {"word_hops", seen.word_hops.count()},
      {"peak_active", seen.peak_active}, {"elements_changed", seen.elements_changed}};
  if (figures != nullptr) *figures = seen;
  return report;
}

/// Plays a plan: the processors by its messages, the pass controller by its passes.
Report run_plan(const SwitchSetting& at, const Operation& operation, Bench& bench, SwitchPlan plan,
                const PayloadRule& payload) {
  const PassSchedule schedule{at.network, std::move(plan)};
  benes_setup setup{"omega", at.nodes(), [](std::span<const NodeId> permutation) {
                      return benes_setting(permutation).exchange;
                    }};
  if (at.network.kind() == NetworkKind::kBenes) bench.attach(setup);
  schedule_player scheduler{schedule, at.machine.setup, [&](std::span<const NodeId> permutation) {
                              return BenesSetting{at.nodes(), setup.set_up(permutation)};
                            }};
  return run_switch(at, operation, bench, switch_fabric::Elements::kPlain, OnConflict::kFault,
                    scheduler, [&](processor& self) { return play(self, schedule, payload); });
}

/// Memory that a plan of `messages` messages needs.
double plan_bytes(double messages) { return messages * 60; }

double per_node(const SwitchSetting& at, double messages) {
  return plan_bytes(messages * at.nodes());
}

// ---- move ---------------------------------------------------------------------------------------

Report move_direct(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, 0);
  const Route route{values.node("source"), values.node("destination")};
  Report report = run_plan(at, move_operation(route.source, route.destination, at.words), bench,
                           direct_plan(route, at.words), whole_message(at.words));
  report.predictions = direct_predictions(at.machine, route, at.words);
  report.lower_bound = switch_message_bound(at.words, at.link());
  return report;
}

// ---- broadcast ----------------------------------------------------------------------------------

Report broadcast_hardware(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, 0);
  const NodeId root = values.node("root");
  if (!values.flag("element_broadcast")) {
    throw Refusal{RefusalClass::kFeature,
                  "The hardware broadcast needs broadcasting elements: leave "
                  "--element-broadcast true or choose another algorithm."};
  }
  const auto predictions = hardware_predictions(at.machine, at.words);  // refuses networks
  single_pass scheduler{at.network, at.machine.setup};
  Report report = run_switch(at, broadcast_operation(root, at.words), bench,
                             switch_fabric::Elements::kPlain, OnConflict::kFault, scheduler,
                             [&](processor& self) { return hardware_broadcast(self, root); });
  report.predictions = predictions;
  report.lower_bound = switch_message_bound(at.words, at.link());
  return report;
}

/// The broadcasts in packets: `ring` and `binary-tree`.
Report run_pipelined(const Values& values, Bench& bench,
                     PipelinedMaps (*maps_of)(NodeId nodes, NodeId root),
                     decltype(ring_formula_packets)* formula, decltype(ring_predictions)* predict) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, 0);
  const NodeId root = values.node("root");
  const PipelinedMaps maps = maps_of(at.nodes(), root);
  const std::int64_t packets = packets_of(
      values, [&] { return formula(at.nodes(), at.words, at.link()); },
      [&] {
        return PipelinedCosts{at.machine, maps}.optimal_packets(at.words);
      });
  const double packet_count = static_cast<double>(packets);
  require_switch_memory(at.network, plan_bytes(packet_count * at.nodes()) +
                                        static_cast<double>(maps.steps(packets)) * at.nodes() * 8);
  const EvenSplit split{at.words, packets};
  Report report = run_plan(at, broadcast_operation(root, at.words), bench,
                           pipelined_plan(maps, split), packet_of_message(split));
  report.predictions = predict(at.machine, root, at.words, packets);
  report.lower_bound = switch_broadcast_bound(at.nodes(), at.words, at.link());
  report.statistics["packets"] = packets;
  return report;
}

Report broadcast_ring(const Values& values, Bench& bench) {
  return run_pipelined(values, bench, ring_maps, ring_formula_packets, ring_predictions);
}

Report broadcast_tree(const Values& values, Bench& bench) {
  return run_pipelined(values, bench, tree_maps, tree_formula_packets, tree_predictions);
}

Report broadcast_doubling(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 2));
  const NodeId root = values.node("root");
  Report report =
      run_plan(at, broadcast_operation(root, at.words), bench,
               doubling_broadcast_plan(at.nodes(), root, at.words), whole_message(at.words));
  report.predictions = doubling_broadcast_predictions(at.machine, root, at.words);
  report.lower_bound = switch_broadcast_bound(at.nodes(), at.words, at.link());
  return report;
}

// ---- allgather ----------------------------------------------------------------------------------

Report allgather_daisy_chain(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, at.nodes()));
  Report report =
      run_plan(at, allgather_operation(at.nodes(), at.words), bench,
               daisy_chain_plan(at.nodes(), at.words), last_received(at.nodes(), at.words));
  report.predictions = daisy_chain_predictions(at.machine, at.words);
  report.lower_bound = switch_allgather_bound(at.nodes(), at.words, at.link());
  return report;
}

Report allgather_doubling(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 32));
  Report report =
      run_plan(at, allgather_operation(at.nodes(), at.words), bench,
               doubling_allgather_plan(at.nodes(), at.words), first_held(at.nodes(), at.words));
  report.predictions = doubling_allgather_predictions(at.machine, at.words);
  report.lower_bound = switch_allgather_bound(at.nodes(), at.words, at.link());
  return report;
}

// ---- scatter, gather, alltoall ------------------------------------------------------------------

Report scatter_recursive(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 32));
  const NodeId root = values.node("root");
  Report report =
      run_plan(at, scatter_operation(at.nodes(), root, at.words), bench,
               scatter_plan(at.nodes(), root, at.words), scattered(at.nodes(), root, at.words));
  report.predictions = scatter_predictions(at.machine, root, at.words);
  report.lower_bound = switch_personal_bound(at.nodes(), at.words, at.link());
  return report;
}

Report gather_recursive(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 32));
  const NodeId root = values.node("root");
  Report report =
      run_plan(at, gather_operation(at.nodes(), root, at.words), bench,
               gather_plan(at.nodes(), root, at.words), gathered(at.nodes(), root, at.words));
  report.predictions = gather_predictions(at.machine, root, at.words);
  report.lower_bound = switch_personal_bound(at.nodes(), at.words, at.link());
  return report;
}

Report alltoall_exchange(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 2.0 * at.nodes()));
  Report report = run_plan(at, alltoall_operation(at.nodes(), at.words), bench,
                           exchange_plan(at.nodes(), at.words), other_half(at.nodes(), at.words));
  report.predictions = exchange_predictions(at.machine, at.words);
  report.lower_bound = switch_personal_bound(at.nodes(), at.words, at.link());
  return report;
}

Report alltoall_shifts(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 3.0 * at.nodes()));
  Report report = run_plan(at, alltoall_operation(at.nodes(), at.words), bench,
                           shifts_plan(at.nodes(), at.words), one_pair(at.nodes(), at.words));
  report.predictions = shifts_predictions(at.machine, at.words);
  report.lower_bound = switch_personal_bound(at.nodes(), at.words, at.link());
  return report;
}

// ---- permutation --------------------------------------------------------------------------------

Report permutation_scheduled(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 4));
  const Permutation permutation = permutation_of(values);
  Report report = run_plan(at, permutation_operation(permutation, at.words), bench,
                           permutation_plan(permutation, at.words), own_block(at.words));
  report.predictions = scheduled_predictions(at.machine, permutation, at.words);
  report.lower_bound = switch_permutation_bound(permutation, at.words, at.link());
  report.statistics["max_link_load"] = max_link_load(at.network, routes_of(permutation));
  return report;
}

Report permutation_self_routed(const Values& values, Bench& bench) {
  require_omega(values, "the self-routed permutation");
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 1));
  const Permutation permutation = permutation_of(values);
  const tag_steering by_tag{at.network};
  all_at_once scheduler{by_tag};
  PassFigures figures;
  Report report = run_switch(
      at, permutation_operation(permutation, at.words), bench, switch_fabric::Elements::kPlain,
      OnConflict::kRetry, scheduler,
      [&](processor& self) { return send_own_block(self, permutation[self.id()]); }, &figures);
  report.lower_bound = switch_permutation_bound(permutation, at.words, at.link());
  figures.blocked_per_stage.pop_back();  // at the ports: none in a one-to-one map
  report.statistics = {{"passes", figures.passes},
                       {"blocked", figures.blocked},
                       {"transfers", figures.transfers},
                       {"blocked_per_stage", figures.blocked_per_stage}};
  return report;
}

Report permutation_buffered(const Values& values, Bench& bench) {
  require_omega(values, "the buffered permutation");
  const NetworkShape network = network_of(values);
  const auto depth = static_cast<std::uint32_t>(values.number("fifo_depth"));
  const double ports = network.ports();
  require_switch_memory(network,
                        ports * ports * 4 + ports * network.stages() * (80.0 + depth * 24.0));
  const Permutation permutation = permutation_of(values);
  const Operation operation = permutation_operation(permutation, 1_words);
  const FifoSetting fifos{depth, *parse_arbitration(values.word("arbitration")),
                          static_cast<std::uint64_t>(values.number("seed"))};
  auto& machine =
      bench.build<fifo_switch_machine>("omega", network, operation.space, fifos, bench.order());
  bench.attach(machine.net);
  machine.load([&](processor& self) { return send_own_block(self, permutation[self.id()]); });
  Report report = bench.simulate(machine, operation);
  machine.net.check_conservation();
  Json depths = Json::array();
  for (const FifoStageFigures& stage : machine.net.stages()) depths.push_back(stage.max_depth);
  report.statistics = {{"max_fifo", machine.net.max_fifo()},
                       {"transfers", machine.net.delivered()},
                       {"max_fifo_per_stage", depths}};
  return report;
}

// ---- reduce -------------------------------------------------------------------------------------

Report reduce_combining(const Values& values, Bench& bench) {
  const SwitchSetting at{values};
  require_switch_memory(at.network, per_node(at, 8));
  const NodeId root = values.node("root");
  const auto predictions = combining_predictions(at.machine, at.words);  // refuses networks
  single_pass scheduler{at.network, at.machine.setup};
  Blocks combined;
  PassFigures figures;
  Operation operation = gather_operation(at.nodes(), root, at.words);
  operation.name = "reduce";
  operation.after = [](NodeId) { return std::vector<Interval>{}; };
  Report report = run_switch(
      at, operation, bench, switch_fabric::Elements::kCombining, OnConflict::kFault, scheduler,
      [&](processor& self) { return combine_at_root(self, root, combined); }, &figures);
  BlockList expected;
  for (const NodeId operand : combining_order(at.nodes())) expected.add(operand);
  if (combined != expected.blocks({0_words, at.words})) {
    report.verified = false;
    report.problem = fmt::format(
        "Node {} does not get every operand once, in the order of bit-reversed node numbers.",
        root);
  }
  report.predictions = predictions;
  report.lower_bound = switch_message_bound(at.words, at.link());
  report.statistics = {{"passes", figures.passes},
                       {"merges", figures.merges},
                       {"transfers", figures.transfers},
                       {"setups", figures.setups}};
  return report;
}

// ---- registration -------------------------------------------------------------------------------

std::int64_t nodes_of(const Values& values) { return values.number("nodes"); }

Parameter setup_parameter() {
  return word("setup", {"none", "sequential", "parallel"}, "none",
              "cycles to set the switch anew: none, nodes * log2(nodes), log2(nodes)^2");
}

std::vector<Parameter> switch_parameters() {
  return joined({{switch_nodes_parameter()},
                 transfer_parameters(),
                 {network_parameter(), setup_parameter()}});
}

std::vector<Parameter> move_parameters() {
  return joined(
      {switch_parameters(),
       source_and_destination(nodes_of, "the node before the source", [](const Values& values) {
         return Json((values.number("source") + values.number("nodes") - 1) %
                     values.number("nodes"));
       })});
}

std::vector<Parameter> with_root(const char* help) {
  return joined({switch_parameters(), {node_parameter("root", 0, nodes_of, help)}});
}

}  // namespace

void add_omega_collectives(Catalogue& catalogue) {
  using paper_1986::section;
  const MachineRows add{catalogue, "omega", {"omega_element", "omega_net", "benes_setup"}};
  const auto broadcast_from = with_root("processor that has the message");
  const auto in_packets = joined({broadcast_from, {packets_parameter()}});
  const auto permuted = permutation_parameter("bit-reversal");

  add("move", "direct", true, "one pass", move_parameters(), {{"3.1(F)", section("3.1(F)")}},
      move_direct);
  add("broadcast", "hardware", true, "one pass, in which every element broadcasts",
      joined({broadcast_from, {flag("element_broadcast", true, "elements can broadcast")}}), {},
      broadcast_hardware)
      .blocks = {"omega_element", "omega_net"};
  add("broadcast", "ring", false, "packets round an emulated ring: shifts by one", in_packets,
      {{"t(nu)", section("3.1(C)")}, {"(3.22)", section("3.2(F)")}}, broadcast_ring);
  add("broadcast", "recursive-doubling", false, "who has the message sends it on, twice as far",
      broadcast_from, {{"(3.23)", section("3.2(F)")}}, broadcast_doubling);
  add("broadcast", "binary-tree", false, "packets down an emulated tree: left pass, right pass",
      in_packets, {{"before (3.24)", section("3.2(F)")}, {"(3.25)", section("3.2(F)")}},
      broadcast_tree);
  add("scatter", "recursive", true, "half of the blocks go across in each pass",
      with_root("processor that has all blocks"), {{"(3.41)", section("3.4(F)")}},
      scatter_recursive);
  add("gather", "recursive", true, "the scatter backwards",
      with_root("processor that gets all blocks"), {{"(3.41)", section("3.4(F)")}},
      gather_recursive);
  add("allgather", "daisy-chain", false, "every block once round an emulated ring",
      switch_parameters(), {{"(3.34)", section("3.3(F)")}}, allgather_daisy_chain);
  add("allgather", "recursive-doubling", true, "what is held doubles in each pass",
      switch_parameters(), {{"(3.35)", section("3.3(F)")}}, allgather_doubling);
  add("alltoall", "exchange", false, "half of the blocks cross in each of log2(nodes) passes",
      switch_parameters(), {{"3.5(F), N for N^2", section("3.5(F)")}}, alltoall_exchange);
  add("alltoall", "shifts", true, "nodes - 1 passes, each block straight to its end",
      switch_parameters(), {}, alltoall_shifts);
  add("permutation", "scheduled-passes", true, "cut by first fit into passes that do not block",
      joined({switch_parameters(), {radix_parameter(), permuted}}), {}, permutation_scheduled);
  add("permutation", "self-routed", false, "all at once; what is dropped tries again",
      joined({{switch_nodes_parameter()},
              transfer_parameters(),
              {network_parameter(), radix_parameter(), permuted}}),
      {}, permutation_self_routed)
      .blocks = {"omega_element", "omega_net"};
  add("permutation", "buffered", false, "one word each through queues at every element",
      {switch_nodes_parameter(), network_parameter(), permuted, fifo_depth_parameter(1),
       arbitration_parameter(), seed_parameter()},
      {}, permutation_buffered)
      .blocks = {"omega_fifo_element"};
  add("reduce", "combining", true, "elements combine the operands that meet in them",
      with_root("processor that gets the result"), {}, reduce_combining)
      .blocks = {"combine_element"};
}

void add_omega(Catalogue& catalogue) {
  add_omega_collectives(catalogue);
  add_omega_topology(catalogue);
  add_omega_traffic(catalogue);
}

}  // namespace plexus
