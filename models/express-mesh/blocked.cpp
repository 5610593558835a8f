#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/case.hpp"

namespace plexus::express {

namespace {

const Statistic kLocalOps{"local_ops", "operations", "combinations at the node that has most"};

/// K - 1 of the node that has most values: K = ceil(N / P).
std::int64_t most_local(const ExpressMeshCase& at) {
  return ceil_div(at.values, at.mesh.values()) - 1;
}

/// (K - 1) op_cycles, since all nodes wait for the slowest, then Algorithm 2.
Steps steps_blocked(const ExpressMeshCase& at) {
  return Steps{.work = most_local(at) * at.op_cycles} + steps_of(in_dimension_order(at), at.mesh);
}

/// Every node folds its own values floor(pN/P) .. floor((p+1)N/P) - 1, then Algorithm 2.
Program program_blocked(alu_node& self, const ExpressMeshCase& at) {
  const std::uint64_t p = at.index_of(self.id());
  const auto nodes = static_cast<std::uint64_t>(at.mesh.values());
  const auto values = static_cast<std::uint64_t>(at.values);
  const std::uint64_t first = p * values / nodes;
  const std::uint64_t end = (p + 1) * values / nodes;
  Operand value = operand_of(at.op, first, at.seed);
  for (std::uint64_t index = first + 1; index < end; ++index) {
    value = self.combine(value, operand_of(at.op, index, at.seed));
  }
  self.keep(value);
  const Cycles work{static_cast<std::int64_t>(end - first - 1) * at.op_cycles};
  if (work > 0_cycles) co_await self.work(work);
  co_await self.phase_end();
  co_await run_stages(self, at, at.stages, value);
}

void report_blocked(const ExpressMeshCase& at, const express_mesh& machine,
                    Statistics& statistics) {
  report_reduce(at, machine, statistics);
  statistics.set(kLocalOps, most_local(at));
}

/// max(N/P, P^(1/4)).
double growth_blocked(const ExpressMeshCase& at) {
  const auto nodes = static_cast<double>(at.mesh.values());
  return std::max(static_cast<double>(at.values) / nodes, std::pow(nodes, 0.25));
}

Parameter values_parameter() {
  const Parameter values =
      with_default(integer("values", 1, 100, "values in all; every node gets some"),
                   "100, or 4 for each node", [](const Values& before) {
                     return Json(grid_nodes(before) <= 100 ? 100 : 4 * grid_nodes(before));
                   });
  return with_check(values, ">= nodes", [](const Json& value, const Values& before) {
    if (value.get<std::int64_t>() >= grid_nodes(before)) return;
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--values {} is fewer than the nodes: choose >= {}.", value.dump(),
                              grid_nodes(before))};
  });
}

}  // namespace

Algorithm<ExpressMeshCase> blocked() {
  return reduce_on(
      {.sides = {4, 4}, .stages = in_dimension_order, .steps = steps_blocked},
      {.name = "blocked",
       .summary = "every node folds several values of its own, then Algorithm 2",
       .parameters = {values_parameter(),
                      integer("op_cycles", 0, 1'000'000'000, 1, "cycles of one local combination"),
                      relay_parameter("forward")},
       .program = program_blocked,
       .equations = {{"max(N/P, P^(1/4))", section("5"), growth_blocked}},
       .statistics = report_blocked,
       .declared = {kLocalOps},
       .blocks = {"em_node1"}});
}

}  // namespace plexus::express
