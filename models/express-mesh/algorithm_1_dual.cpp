#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus::express {

namespace {

/// l - 1 mesh steps (none if T = 1), T - 1 express steps: two results in the time of one.
Steps steps(const ExpressMeshCase& at) {
  const ExpressLine line = at.mesh.line(0);
  return {line.terminals() == 1 ? 0 : line.full() - 1, line.terminals() - 1, 0};
}

Steps hops(const ExpressMeshCase& at) {
  const Steps one = building_block::line_hops(at.mesh.line(0), true);
  return 2 * one;
}

/// What one of the two reductions has by now.
void keep(alu_node& self, bool up, const Operand& value) {
  if (up) {
    self.keep_second(value);
  } else {
    self.keep(value);
  }
}

/// One of the two reductions: towards the lower end, or with `up` towards the higher one. The nodes
/// between two terminals hold no partial value of their own.
Program one_way(alu_node& self, const ExpressMeshCase& at, bool up, Operand& value) {
  const ExpressLine line = at.mesh.line(0);
  const std::int64_t position = self.id();
  const std::int64_t t = position / line.length;
  const std::int64_t offset = position % line.length;
  const std::int64_t T = line.terminals();
  const unsigned towards = at.mesh.channel(0, up);
  const unsigned from = at.mesh.channel(0, !up);
  if (offset != 0) {  // own value first, then those of the nodes behind, up to the next terminal
    const std::int64_t behind = up ? offset - 1 : line.length - 1 - offset;
    co_await self.send(towards, value);
    for (std::int64_t q = 0; q < behind; ++q) co_await self.relay(from, towards);
  } else {
    const bool has_segment = up ? t > 0 : t + 1 < T;
    for (std::int64_t q = 1; has_segment && q < line.length; ++q) {
      const Operand arrived = (co_await self.receive(from)).operand;
      value = up ? self.combine(arrived, value) : self.combine(value, arrived);
      keep(self, up, value);
    }
  }
}

Program over_terminals(alu_node& self, const ExpressMeshCase& at, bool up, Operand& value) {
  const ExpressLine line = at.mesh.line(0);
  const std::int64_t t = self.id() / line.length;
  const std::int64_t T = line.terminals();
  const unsigned towards = at.mesh.channel(0, up, 1);
  const unsigned from = at.mesh.channel(0, !up, 1);
  const std::int64_t behind = up ? t : T - 1 - t;
  if (behind + 1 == T) {  // the end of the line
    for (std::int64_t q = 0; q < behind; ++q) {
      const Operand arrived = (co_await self.receive(from)).operand;
      value = up ? self.combine(arrived, value) : self.combine(value, arrived);
      keep(self, up, value);
    }
  } else {
    co_await self.send(towards, value);
    for (std::int64_t q = 0; q < behind; ++q) co_await self.relay(from, towards);
  }
}

std::vector<Program> pair(Program one, Program other) {
  std::vector<Program> programs;
  programs.push_back(std::move(one));
  programs.push_back(std::move(other));
  return programs;
}

/// Reduction A runs towards node 0, reduction B, of other data, towards node n - 1.
Program program(alu_node& self, const ExpressMeshCase& at) {
  const ExpressLine line = at.mesh.line(0);
  Operand value = at.operand_at(self.id());
  Operand other = operand_of(at.op, at.index_of(self.id()), at.seed + 1);
  keep(self, false, value);
  keep(self, true, other);
  if (line.terminals() > 1) {
    const LinePlace place = LinePlace::of(at.mesh, 0, self.id());
    self.tell_watches([&](alu_watch_if& watch) {
      watch.line_begins(self, line_role(self, place, at.op, false), value);
      watch.line_begins(self, line_role(self, place, at.op, false, true), other);
    });
    co_await all(self, pair(one_way(self, at, false, value), one_way(self, at, true, other)));
    if (self.id() % line.length == 0) {
      co_await self.phase_end();
      co_await all(self, pair(over_terminals(self, at, false, value),
                              over_terminals(self, at, true, other)));
    }
  }
}

/// Both ends must be terminals; the nodes and links of the paper cannot run both ways at once
/// (erratum E7).
void check_setting(const ExpressMeshCase& at) {
  const ExpressLine line = at.mesh.line(0);
  if ((line.nodes - 1) % line.length != 0) {
    throw Refusal{
        RefusalClass::kSize,
        fmt::format("--sides {} is not 1 modulo --lengths {}, so that the last node is no "
                    "terminal: choose {}.",
                    line.nodes, line.length,
                    ceil_div(line.nodes - 1, line.length) * line.length + 1)};
  }
  if (at.ports < 2) {
    throw Refusal{RefusalClass::kFeature,
                  "--ports 1 is too few for two reductions at once: choose --ports 2 or more."};
  }
  if (!at.full_duplex) {
    throw Refusal{RefusalClass::kFeature,
                  "--duplex half does not let packets pass each other: choose --duplex full."};
  }
}

std::optional<std::string> check(const ExpressMeshCase& at, const express_mesh& machine) {
  if (auto problem = check_reduce(at, machine)) return problem;
  const Operand expected = sequential_result(at, at.seed + 1);
  const Operand& found = machine.node(machine.size() - 1).second();
  if (found == expected) return std::nullopt;
  return fmt::format("The last node holds {} and not {}.", to_text(at.op, found),
                     to_text(at.op, expected));
}

void report(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics) {
  report_reduce(at, machine, statistics);
  statistics.set({"result_b", "", "result of the second reduction, at the last node"},
                 operand_json(at.op, machine.node(machine.size() - 1).second()));
}

}  // namespace

ExpressMeshAlgorithm algorithm_1_dual() {
  ExpressMeshRules rules;
  rules.dimensions = 1;
  rules.sides = {17};
  rules.ends_are_terminals = true;
  rules.two_ways = true;
  rules.steps = steps;
  rules.own = dual_parameters;
  rules.parts = {"em_node1", "em_line"};
  rules.check = check_setting;
  ExpressMeshAlgorithm algorithm = reduction(
      "algorithm-1-dual", "two of Algorithm 1 at once, in opposite directions", "2", rules);
  algorithm.program = program;
  algorithm.hops = hops;
  algorithm.check = check;
  algorithm.statistics = report;
  algorithm.declared.push_back({"result_b", "", "result of the second reduction"});
  return algorithm;
}

}  // namespace plexus::express
