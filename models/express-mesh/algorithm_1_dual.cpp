#include <cmath>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/lines.hpp"
#include "models/express-mesh/module.hpp"
#include "models/operations/results.hpp"

/// Footnote 2: reduction A runs towards node 0, reduction B, of other data, towards node n - 1.
namespace plexus::express {

namespace {

const Statistic kResultB{"result_b", "", "result of the second reduction"};

bool ends_are_terminals(ExpressLine line) { return (line.nodes - 1) % line.length == 0; }

/// l - 1 mesh steps (none if T = 1), T - 1 express steps: two results in the time of one. No other
/// length is chosen before one with which both ends are terminals.
Steps steps_algorithm_1_dual(const ExpressMeshCase& at) {
  constexpr std::int64_t kNever = std::int64_t{1} << 30;
  const ExpressLine line = at.mesh.line(0);
  if (!ends_are_terminals(line)) return {kNever};
  return {line.terminals() == 1 ? 0 : line.full() - 1, line.terminals() - 1};
}

/// Both ends must be terminals; the nodes and links of the paper cannot run both ways at once
/// (erratum X4).
void check_algorithm_1_dual(const ExpressMeshCase& at) {
  const ExpressLine line = at.mesh.line(0);
  if (!ends_are_terminals(line)) {
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

/// The square root of a side, or another length with which both ends are terminals: the next
/// smaller one, or a larger one.
Json usual_length(std::int64_t side) {
  auto root = std::llround(std::sqrt(static_cast<double>(side)));
  while (root > 2 && (side - 1) % root != 0) --root;
  while (root >= 2 && root < side - 1 && (side - 1) % root != 0) ++root;
  return root;
}

/// One of the two reductions on a list: A merges what comes on the right, B on the left.
Program one_way(alu_node& self, ListPlace place, bool is_b, Operand& value) {
  co_await gather(self, place, Record{value}, [&self, &value, is_b](const Record& arrived) {
    if (is_b) {
      value = self.combine(arrived.operand, value);
      self.keep_second(value);
    } else {
      value = self.combine(value, arrived.operand);
      self.keep(value);
    }
  });
}

Program both_ways(alu_node& self, ListPlace a, Operand& value, ListPlace b, Operand& other) {
  std::vector<Program> programs;
  programs.push_back(one_way(self, a, false, value));
  programs.push_back(one_way(self, b, true, other));
  co_await all(self, std::move(programs));
}

Program program_algorithm_1_dual(alu_node& self, const ExpressMeshCase& at) {
  const LinePlace place = LinePlace::of(at.mesh, 0, self.id());
  const std::int64_t L = place.line.length;
  const std::int64_t T = place.line.terminals();
  Operand value = at.operand_at(self.id());
  Operand other = operand_of(at.op, at.index_of(self.id()), at.seed + 1);
  self.keep(value);
  self.keep_second(other);
  if (T == 1) co_return;
  place.tell(self, at.op, false, value);
  place.tell(self, at.op, false, other, true);
  // 1. Terminal t gathers for A the nodes up to the next terminal, for B those up to the one
  // before.
  const std::int64_t back = (L - place.offset()) % L;
  const std::int64_t before = place.position > 0 ? L : 1;
  co_await both_ways(self, place.in_segment(), value,
                     {back, before, place.mesh_high, place.mesh_low}, other);
  if (!place.is_terminal()) co_return;
  co_await self.phase_end();
  // 2. The terminals, towards either end.
  co_await both_ways(self, place.among_terminals(), value,
                     {T - 1 - place.segment(), T, place.express_high, place.express_low}, other);
}

std::optional<std::string> wrong_algorithm_1_dual(const ExpressMeshCase& at,
                                                  const express_mesh& machine) {
  if (auto problem = wrong_reduce(at, machine)) return problem;
  const NodeId last = machine.size() - 1;
  return wrong_result(at.op, last, "all values of the second reduction",
                      machine.node(last).second(), sequential_result(at, at.seed + 1));
}

void report_algorithm_1_dual(const ExpressMeshCase& at, const express_mesh& machine,
                             Statistics& statistics) {
  report_reduce(at, machine, statistics);
  statistics.set(kResultB, operand_json(at.op, machine.node(machine.size() - 1).second()));
}

}  // namespace

Algorithm<ExpressMeshCase> algorithm_1_dual() {
  return reduce_on(
      {.dimensions = 1,
       .sides = {17},
       .usual_length = usual_length,
       .steps = steps_algorithm_1_dual,
       .check = check_algorithm_1_dual},
      {.name = "algorithm-1-dual",
       .summary = "two of Algorithm 1 at once, in opposite directions",
       .parameters = {as_feature(integer("ports", 1, kMostNodes, 2,
                                         "sends, and receives, that a node may have at a time")),
                      as_feature(word("duplex", {"half", "full"}, "full",
                                      "may a link carry packets both ways at once?"))},
       .program = program_algorithm_1_dual,
       .statistics = report_algorithm_1_dual,
       .declared = {kResultB},
       .check = wrong_algorithm_1_dual,
       .blocks = {"em_node1", "em_line"},
       .only_blocks = std::vector<std::string>{"link"}});
}

}  // namespace plexus::express
