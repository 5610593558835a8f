#include <algorithm>
#include <cmath>

#include "models/express-mesh/algorithms.hpp"

namespace plexus::express {

namespace {

Steps steps(const ExpressMeshCase& at) {
  return building_block::line(at.mesh.line(0)) + building_block::line(at.mesh.line(1));
}

/// The most values that a node holds: K = ceil(N / P).
std::int64_t most_values(const ExpressMeshCase& at) {
  return ceil_div(at.values, at.mesh.values());
}

/// (K - 1) op_cycles: all nodes wait for the slowest.
Cycles work(const ExpressMeshCase& at) { return Cycles{(most_values(at) - 1) * at.op_cycles}; }

Steps hops(const ExpressMeshCase& at) {
  return at.mesh.sides[0] * building_block::line_hops(at.mesh.line(1), at.forward) +
         building_block::line_hops(at.mesh.line(0), at.forward);
}

std::vector<Stage> stages(const ExpressMeshCase& at) {
  std::vector<Stage> stages = line_stages(at.mesh, 1, {1, 1});
  for (Stage& stage : line_stages(at.mesh, 0, {1, at.mesh.sides[1]})) {
    stages.push_back(std::move(stage));
  }
  return stages;
}

/// Every node folds its own values floor(pN/P) .. floor((p+1)N/P) - 1, then Algorithm 2.
Program program(alu_node& self, const ExpressMeshCase& at) {
  const std::uint64_t p = at.index_of(self.id());
  const auto nodes = static_cast<std::uint64_t>(at.mesh.values());
  const auto values = static_cast<std::uint64_t>(at.values);
  const std::uint64_t end = (p + 1) * values / nodes;
  std::uint64_t index = p * values / nodes;
  Operand value = operand_of(at.op, index, at.seed);
  std::int64_t combined = 0;
  for (++index; index < end; ++index, ++combined) {
    value = self.combine(value, operand_of(at.op, index, at.seed));
  }
  self.keep(value);
  if (combined * at.op_cycles > 0) co_await self.work(Cycles{combined * at.op_cycles});
  co_await self.phase_end();
  co_await run_stages(self, at, at.stages, value);
}

void report(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics) {
  report_reduce(at, machine, statistics);
  statistics.set({"local_ops", "operations", "combinations at the node that has most"},
                 most_values(at) - 1);
}

/// max(N/P, P^(1/4)).
double growth(const ExpressMeshCase& at) {
  const auto nodes = static_cast<double>(at.mesh.values());
  return std::max(static_cast<double>(at.values) / nodes, std::pow(nodes, 0.25));
}

}  // namespace

ExpressMeshAlgorithm blocked() {
  ExpressMeshRules rules;
  rules.sides = {4, 4};
  rules.relays = true;
  rules.steps = steps;
  rules.stages = stages;
  rules.parts = {"em_node1"};
  rules.own = blocked_parameters;
  ExpressMeshAlgorithm algorithm = reduction(
      "blocked", "every node folds several values of its own, then Algorithm 2", "5", rules);
  algorithm.program = program;
  algorithm.work = work;
  algorithm.hops = hops;
  algorithm.statistics = report;
  algorithm.declared.push_back(
      {"local_ops", "operations", "combinations at the node that has most"});
  algorithm.growth = "max(N/P, P^(1/4))";
  algorithm.growth_of = growth;
  return algorithm;
}

}  // namespace plexus::express
