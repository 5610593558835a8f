#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/command.hpp"
#include "tests/machines/reconfigurable_runs.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

/// Four nodes with two ports; every message is block 0.
ReconfigurableCase four_nodes() {
  ReconfigurableCase at;
  at.nodes = 4;
  at.ports = 2;
  at.link.startup = 3_cycles;
  at.policy.timing = {10_cycles, 1_cycles};
  return at;
}

/// Node 0 sends block 0 to node 1 in the first phase; then the links of `second`.
Plan with_second_phase(const std::vector<PhaseLink>& second) {
  Plan plan;
  plan.schedule.begin_phase();
  plan.schedule.add({{0, 0}, {1, 0}, 1_words, 0_words});
  plan.schedule.begin_phase();
  for (const PhaseLink& link : second) plan.schedule.add(link);
  plan.in_vain = true;
  plan.blocks = [](const Sending&) { return run_of_blocks(0, 1, 1_words); };
  return plan;
}

std::string figure(const Fault& fault, const std::string& name) {
  for (const auto& [figure, value] : fault.figures) {
    if (figure == name) return value;
  }
  return "none";
}

std::optional<Fault> fault_of_plan(const Plan& plan, const SettingPolicy& policy) {
  ReconfigurableCase at = four_nodes();
  at.policy = policy;
  ReconfigurableRun run{at, plan, broadcast_operation(0, at.words)};
  return run.fault();
}

}  // namespace

TEST_CASE("a port that is linked twice at once ends the run", "[reconfigurable][fault]") {
  const auto banks = GENERATE(1, 2);
  SettingPolicy policy = four_nodes().policy;
  policy.banks = banks;
  const auto fault = fault_of_plan(
      with_second_phase({{{1, 0}, {2, 0}, 1_words, 0_words}, {{1, 0}, {3, 0}, 1_words, 0_words}}),
      policy);
  REQUIRE(fault);
  CHECK(fault->kind == "port-rule");
  CHECK(figure(*fault, "node") == "1");
  CHECK(figure(*fault, "port") == "0");
  CHECK(figure(*fault, "phase") == "2");
}

TEST_CASE("a block that is sent and not held ends the run", "[reconfigurable][fault]") {
  const auto fault =
      fault_of_plan(with_second_phase({{{2, 1}, {3, 0}, 1_words, 0_words}}), four_nodes().policy);
  REQUIRE(fault);
  CHECK(fault->kind == "program");
  CHECK(figure(*fault, "node") == "2");
  CHECK(figure(*fault, "port") == "1");
  CHECK(figure(*fault, "phase") == "2");
}

TEST_CASE("a message for a node that is not linked ends the run", "[reconfigurable][fault]") {
  const ReconfigurableCase at = four_nodes();
  ReconfigurableRun run{at, with_second_phase({{{1, 0}, {2, 0}, 1_words, 0_words}}),
                        broadcast_operation(0, at.words)};
  run.machine.load([&](crossbar_node& self) -> Program {
    const auto ends = same_phase(run.machine.ends(self.id()));
    std::vector<Packet> messages(ends.size());
    if (self.id() == 0) messages[0] = self.message(ends[0], run_of_blocks(0, 1, 1_words), 3);
    return [](crossbar_node& node, std::span<const NodeEnd> of,
              std::vector<Packet> offered) -> Program {
      co_await node.meet(of, offered);
    }(self, ends, std::move(messages));
  });
  const auto fault = run.fault();
  REQUIRE(fault);
  CHECK(fault->kind == "port-rule");
  CHECK(fault->cycle == 11_cycles);
  CHECK(figure(*fault, "port") == "0");
  CHECK(figure(*fault, "phase") == "1");
}

TEST_CASE("a node that never comes to its phase is a deadlock that says so",
          "[reconfigurable][fault]") {
  const ReconfigurableCase at = four_nodes();
  ReconfigurableRun run{at, with_second_phase({{{1, 0}, {2, 0}, 1_words, 0_words}}),
                        broadcast_operation(0, at.words)};
  run.machine.load([&](crossbar_node& self) -> Program {
    if (self.id() == 1) return Program{};
    return play(self, run.machine);
  });
  CHECK(run.fault() == std::nullopt);
  CHECK(run.machine.waiting_text().find("node 1 at port 0 in phase 1") != std::string::npos);
}

TEST_CASE("what the reconfigurable machine cannot do is refused in one sentence",
          "[reconfigurable][refusal]") {
  struct Request {
    std::string line;
    std::string kind;
  };
  const auto request = GENERATE(values<Request>(
      {{"broadcast --nodes 0", "range"},
       {"broadcast --ports 0", "range"},
       {"broadcast --words 0", "range"},
       {"allgather --algorithm rcp-clique --nodes 10", "size"},
       {"broadcast --nodes 27 --split-steps 4", "range"},
       {"allgather --algorithm rcp-clique --numbering fit", "feature"},
       {"broadcast --nodes 20 --numbering rcp", "feature"},
       {"allgather --algorithm circulant --ports 1", "size"},
       {"allgather --algorithm flip --nodes 8 --ports 2", "size"},
       {"allgather --algorithm flip --nodes 7 --ports 3", "size"},
       {"broadcast --algorithm fixed-bfs --mode dynamic", "feature"},
       {"alltoall --algorithm fixed-bfs --topology hypercube --mode dynamic --batch 0", "feature"},
       {"alltoall --algorithm fixed-bfs --batch=0 --mode=dynamic", "feature"},
       {"alltoall --algorithm fixed-bfs --mode quasi-static --batch 0", "usage"},
       {"broadcast --mode static", "feature"},
       {"broadcast --algorithm fixed-bfs --mode quasi-dynamic", "feature"},
       {"scatter --mode quasi-static", "feature"},
       {"broadcast --algorithm fixed-bfs --ports 1", "size"},
       {"broadcast --algorithm fixed-bfs --topology complete --ports 4", "size"},
       {"broadcast --algorithm fixed-bfs --topology tree --ports 1", "size"},
       {"broadcast --algorithm fixed-bfs --topology torus --ports 3", "size"},
       {"broadcast --algorithm fixed-bfs --topology torus --ports 4 --rows 2", "size"},
       {"alltoall --algorithm rcp-clique --nodes 10", "size"},
       {"alltoall --algorithm circulant --nodes 2", "size"},
       {"alltoall --algorithm flip --nodes 8 --ports 4", "size"},
       {"broadcast --algorithm rcp-two-phase --numbering fit", "feature"},
       {"alltoall --mode static", "feature"},
       {"permutation --ports 2 --channels 3", "size"},
       {"broadcast --nodes 27 --split-steps -1", "range"},
       {"broadcast --algorithm fixed-bfs --topology hypercube --ports 4", "size"},
       {"broadcast --setters per-node --banks 2", "feature"},
       {"broadcast --setters per-node --mode dynamic", "feature"},
       {"broadcast --grain link --mode dynamic", "usage"},
       {"broadcast --batch 2", "usage"},
       {"broadcast --swap 2", "usage"},
       {"move --channels 3", "size"},
       {"move --source 3 --destination 3", "range"},
       {"permutation --nodes 3 --permutation 0,0,1", "range"},
       {"permutation --nodes 3 --permutation 0,1", "size"},
       {"permutation --nodes 8 --permutation transpose", "size"}}));
  CAPTURE(request.line);
  const TemporaryFolder folder;
  const Said said = plexus_command("run reconfigurable " + request.line + " --json --vcd " +
                                   (folder / "wave.vcd") + " --trace " + (folder / "trace.csv"));
  CHECK(said.status == 2);
  const Json error = said.json()["error"];
  CHECK(error["class"] == request.kind);
  const auto message = error["message"].get<std::string>();
  CAPTURE(message);
  CHECK(message.ends_with('.'));
  CHECK(message.find('\n') == std::string::npos);
  CHECK(folder.names().empty());
}
