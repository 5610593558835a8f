#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/command.hpp"
#include "tests/faults.hpp"
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
