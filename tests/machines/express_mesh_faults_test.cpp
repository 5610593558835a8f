#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/express-mesh/buses.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/machine.hpp"
#include "models/express-mesh/module.hpp"
#include "tests/command.hpp"

using namespace plexus;

namespace {

using Planted = Program (*)(alu_node&, const ExpressMeshCase&);

/// The command with one algorithm whose program is another one.
Said run_planted(Algorithm<ExpressMeshCase> described, Planted program, const std::string& more) {
  described.program = program;
  Catalogue catalogue;
  const MachineList<ExpressMeshCase> add{catalogue, express_mesh_kind()};
  add(described);
  return plexus_command(catalogue, words_of("run express-mesh reduce --algorithm " +
                                            described.name + " --json " + more));
}

void check_violation(const Said& said, int cycle, int node, const std::string& part,
                     const std::string& rule) {
  CAPTURE(said.out, said.err);
  CHECK(said.status == kFaulted);
  const Json error = said.json()["error"];
  CHECK(error["class"] == "port-rule");
  CHECK(error["cycle"] == cycle);
  CHECK(error["node"] == node);
  CHECK(error["part"] == part);
  CHECK(error["rule"] == rule);
}

const char* const kLine = "--sides 5 --lengths 2";
constexpr unsigned kLeft = 0;  ///< channels on one line
constexpr unsigned kRight = 1;
constexpr unsigned kExpressLeft = 2;
constexpr unsigned kExpressRight = 3;

/// A terminal sends to its mesh neighbour and over its express link at once.
Program two_sends(alu_node& self, const ExpressMeshCase&) {
  if (self.id() != 0) co_return;
  co_await both(self.send(kRight, Operand{1}), self.send(kExpressRight, Operand{1}));
}

/// A terminal gets a packet from a mesh neighbour and one from an express link.
Program two_receives(alu_node& self, const ExpressMeshCase&) {
  if (self.id() == 1) {
    co_await self.send(kLeft, Operand{1});
  } else if (self.id() == 2) {
    co_await self.send(kExpressLeft, Operand{1});
  }
}

/// Both ends of a link send.
Program both_ways(alu_node& self, const ExpressMeshCase&) {
  co_await self.phase_end();
  if (self.id() == 3) co_await self.send(kRight, Operand{1});
  if (self.id() == 4) co_await self.send(kLeft, Operand{1});
}

/// A relay takes its time while two packets come.
Program slow_relay(alu_node& self, const ExpressMeshCase&) {
  if (self.id() == 3) {
    co_await self.send(kLeft, Operand{1});
    co_await self.send(kLeft, Operand{2});
  } else if (self.id() == 2) {
    co_await self.compute(5_cycles);
    co_await self.relay(kRight, kLeft);
  }
}

/// Two nodes send on one bus.
Program two_senders(alu_node& self, const ExpressMeshCase& at) {
  if (self.id() == 1) co_await self.send(bus_channel(at, 1), Operand{1}, 0);
  if (self.id() == 5) co_await self.send(bus_channel(at, 1), Operand{1}, 3);
}

/// Two transfers of row 0 of a separable bus want the wire between columns 1 and 2.
Program shared_wire(alu_node& self, const ExpressMeshCase& at) {
  if (self.id() == 0) co_await self.send(bus_channel(at, 1) + 1, Operand{1}, 2);
  if (self.id() == 3) co_await self.send(bus_channel(at, 1), Operand{1}, 1);
}

/// A node receives on the bus and over a mesh link.
Program bus_and_link(alu_node& self, const ExpressMeshCase& at) {
  if (self.id() == 1) co_await self.send(at.mesh.channel(1, false), Operand{1});
  if (self.id() == 5) co_await self.send(bus_channel(at, 1), Operand{1}, 0);
}

/// Algorithm 1 on a line of three, but the terminal merges on the left.
Program wrong_order(alu_node& self, const ExpressMeshCase& at) {
  Operand value = at.operand_at(self.id());
  if (self.id() == 0) {
    value = self.combine((co_await self.receive(kRight)).operand, value);
    self.keep(value);
  } else if (self.id() == 1) {
    co_await self.send(kLeft, value);
  }
}

}  // namespace

TEST_CASE("a node that breaks the one-port rule is stopped with cycle, node and link",
          "[express-mesh][fault]") {
  check_violation(run_planted(express::algorithm_1(), two_sends, kLine), 0, 0,
                  "express_mesh.links.link_0_to_1", "one-in-one-out");
  check_violation(run_planted(express::algorithm_1(), two_receives, kLine), 0, 0,
                  "express_mesh.links.link_1_to_0", "one-in-one-out");
}

TEST_CASE("a half-duplex link carries one packet at a time", "[express-mesh][fault]") {
  check_violation(run_planted(express::algorithm_1(), both_ways, kLine), 0, 3,
                  "express_mesh.links.link_3_to_4", "one-in-one-out");
}

TEST_CASE("a relay has room for one packet in transit", "[express-mesh][fault]") {
  check_violation(run_planted(express::algorithm_1(), slow_relay, kLine), 2, 2,
                  "express_mesh.links.link_3_to_2", "relay-buffer");
}

TEST_CASE("a bus has one sender at a time, and its taps count as ports", "[express-mesh][fault]") {
  const char* const grid = "--sides 3,3 --block 1";
  check_violation(run_planted(express::global_bus(), two_senders, grid), 0, 5,
                  "express_mesh.buses.bus_global", "one-sender");
  check_violation(run_planted(express::separable_bus(), shared_wire, "--sides 1,4 --block 1"), 0, 3,
                  "express_mesh.buses.bus_row_0", "one-sender");
  const Said said = run_planted(express::global_bus(), bus_and_link, grid);
  CHECK(said.status == kFaulted);
  CHECK(said.json()["error"]["class"] == "port-rule");
  CHECK(said.json()["error"]["node"] == 0);
}

TEST_CASE("an operator that is not commutative catches a wrong order", "[express-mesh][fault]") {
  const std::string line = "--sides 2 --lengths 2 --op ";
  CHECK(run_planted(express::algorithm_1(), wrong_order, line + "sum").status == kVerified);
  CHECK(run_planted(express::algorithm_1(), wrong_order, line + "mat2").status == kWrong);
  CHECK(run_planted(express::algorithm_1(), wrong_order, line + "concat").status == kWrong);
}

TEST_CASE("lengths without a number are refused by their form", "[express-mesh][refusal]") {
  const Said said = plexus_command({"run", "express-mesh", "reduce", "--lengths", "[[],[2]]"});
  CHECK(said.status == 2);
  CHECK_THAT(said.err, Catch::Contains("--lengths [[],[2]] is no list of lengths"));
}

TEST_CASE("a limit of cycles is told while all nodes compute and nothing moves",
          "[express-mesh][fault]") {
  const Said said = plexus_command(
      "run express-mesh reduce --algorithm blocked --op-cycles 1000 --max-cycles 500 --json");
  CHECK(said.status == kFaulted);
  CHECK(said.json()["error"]["class"] == "limit");
  CHECK_THAT(said.err, Catch::Contains("express_mesh.node_0 for a later cycle"));
}
