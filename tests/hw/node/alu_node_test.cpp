#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/express-mesh/module.hpp"
#include "tests/faults.hpp"

using namespace plexus;

namespace {

constexpr unsigned kLeft = 0;
constexpr unsigned kRight = 1;

/// A line of nodes without express links for programs that a test makes up. A hop takes 2 cycles.
struct AluNodeFixture {
  explicit AluNodeFixture(NodeId nodes, Operator op = Operator::kConcat)
      : machine{"mesh", line(nodes, op), {}} {}

  static ExpressMeshCase line(NodeId nodes, Operator op) {
    ExpressMeshCase at;
    at.mesh.sides = {nodes};
    at.op = op;
    at.timing = {1_cycles, 1_words};
    const Cycles hop = at.timing.hop(1_words);
    at.costs = {hop, hop, hop};
    return at;
  }
  /// The fault that ends the run, if any.
  std::optional<Fault> run(const std::function<Program(alu_node&)>& program) {
    machine.load(program);
    return fault_of_run();
  }

  FreshKernel kernel;
  express_mesh machine;
};

Operand text(const char* what) { return Operand{std::string{what}}; }

}  // namespace

TEST_CASE("a node receives an operand and combines it in the order that it chooses", "[alu_node]") {
  AluNodeFixture at{2};
  CHECK_FALSE(at.run([](alu_node& self) -> Program {
    if (self.id() == 1) {
      co_await self.send(kLeft, text("b"));
    } else {
      const Operand come = (co_await self.receive(kRight)).operand;
      self.keep(self.combine(text("a"), come));
      self.keep_second(self.combine(come, text("a")));
    }
  }));
  CHECK(at.machine.node(0).partial() == text("ab"));
  CHECK(at.machine.node(0).second() == text("ba"));
  CHECK(at.machine.completed() == 2_cycles);
  CHECK(at.machine.node(1).sends() == 1);
  CHECK(at.machine.node(0).receives() == 1);
}

TEST_CASE("a packet that nobody waits for stays in the relay buffer", "[alu_node]") {
  AluNodeFixture at{3};
  CHECK_FALSE(at.run([](alu_node& self) -> Program {
    if (self.id() == 2) co_await self.send(kLeft, text("c"));
    if (self.id() == 1) {
      co_await self.compute(7_cycles);
      co_await self.relay(kRight, kLeft);  // at once: it is there
    }
    if (self.id() == 0) self.keep((co_await self.receive(kRight)).operand);
  }));
  CHECK(at.machine.node(0).partial() == text("c"));
  CHECK(at.machine.completed() == 9_cycles);
}

TEST_CASE("a relay passes a packet on in the cycle of its arrival", "[alu_node]") {
  AluNodeFixture at{5};
  CHECK_FALSE(at.run([](alu_node& self) -> Program {
    if (self.id() == 4) {
      co_await self.send(kLeft, text("e"));
    } else if (self.id() > 0) {
      co_await self.relay(kRight, kLeft);
    } else {
      self.keep((co_await self.receive(kRight)).operand);
    }
  }));
  CHECK(at.machine.completed() == 8_cycles);
  CHECK(at.machine.figures().latest.counts[0] == 4);  // the critical path
}

TEST_CASE("a node that sends on two buses at once knows which one has ended", "[alu_node]") {
  const FreshKernel kernel;
  ExpressMeshCase at = AluNodeFixture::line(2, Operator::kConcat);
  at.mesh.sides = {2, 2};
  at.buses = BusLayout::kRowColumn;
  at.ports = 2;
  at.costs.bus = 3_cycles;
  express_mesh machine{"mesh", at, {}};
  const unsigned row = at.mesh.link_channels();
  const unsigned column = row + 1;
  std::vector<Cycles> ends(2);
  const std::function<Program(alu_node&)> program = [&](alu_node& self) -> Program {
    const auto sends = [&ends](alu_node& me, unsigned channel, Cycles from,
                               Cycles& end) -> Program {
      co_await me.compute(from);
      co_await me.send(channel, text("a"), 1);
      end = ClockPeriod{}.now();
    };
    if (self.id() == 0) {
      std::vector<Program> both;
      both.push_back(sends(self, row, 1_cycles, ends[0]));
      both.push_back(sends(self, column, 2_cycles, ends[1]));
      co_await all(self, std::move(both));
    } else if (self.id() == 1) {
      self.keep((co_await self.receive(row)).operand);
    } else if (self.id() == 2) {
      self.keep((co_await self.receive(column)).operand);
    }
  };
  machine.load(program);
  sc_core::sc_start();
  CHECK(ends == std::vector<Cycles>{4_cycles, 5_cycles});
  CHECK(machine.node(1).partial() == text("a"));
  CHECK(machine.node(2).partial() == text("a"));
}

TEST_CASE("the relay buffer has room for one packet", "[alu_node][fault]") {
  AluNodeFixture at{2};
  const auto fault = at.run([](alu_node& self) -> Program {
    for (int i = 0; i < 2 && self.id() == 1; ++i) co_await self.send(kLeft, text("b"));
  });
  REQUIRE(fault);
  CHECK(fault->kind == "port-rule");
  CHECK(fault->cycle == 4_cycles);
  CHECK(fault->part == "mesh.links.link_1_to_0");
  CHECK(fault->figures == std::vector<std::pair<std::string, std::string>>{
                              {"node", "0"}, {"rule", "\"relay-buffer\""}});
}

TEST_CASE("a node sends one packet at a time by a channel, and only where a link is",
          "[alu_node][fault]") {
  AluNodeFixture at{3};
  SECTION("twice by one channel") {
    const auto fault = at.run([](alu_node& self) -> Program {
      if (self.id() == 1) co_await both(self.send(kLeft, text("b")), self.send(kLeft, text("b")));
    });
    REQUIRE(fault);
    CHECK(fault->kind == "port-rule");
    CHECK(fault->part == "mesh.links.link_0_to_1");
  }
  SECTION("over two links at once") {
    const auto fault = at.run([](alu_node& self) -> Program {
      if (self.id() == 1) co_await both(self.send(kLeft, text("b")), self.send(kRight, text("b")));
    });
    REQUIRE(fault);
    CHECK(fault->kind == "port-rule");
    CHECK(fault->cycle == 0_cycles);
  }
  SECTION("where no link is") {
    const auto fault = at.run([](alu_node& self) -> Program {
      if (self.id() == 0) co_await self.send(kLeft, text("a"));
    });
    REQUIRE(fault);
    CHECK(fault->figures ==
          std::vector<std::pair<std::string, std::string>>{{"node", "0"}, {"rule", "\"no-link\""}});
  }
}

TEST_CASE("a phase ends with the last packet anywhere", "[alu_node]") {
  AluNodeFixture at{4};
  CHECK_FALSE(at.run([](alu_node& self) -> Program {
    if (self.id() == 1) co_await self.send(kLeft, text("b"));
    if (self.id() == 0) self.keep((co_await self.receive(kRight)).operand);
    for (int i = 0; i < 3 && self.id() == 3; ++i) co_await self.send(kLeft, text("d"));
    for (int i = 0; i < 3 && self.id() == 2; ++i) co_await self.receive(kRight);
    co_await self.phase_end();
    if (self.id() == 0) co_await self.send(kRight, self.partial());
    if (self.id() == 1) self.keep((co_await self.receive(kLeft)).operand);
  }));
  CHECK(at.machine.figures().phase_ends.front() == 6_cycles);
  CHECK(at.machine.completed() == 8_cycles);
}
