#include <cmath>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/algorithms.hpp"
#include "models/express-mesh/distances.hpp"
#include "models/express-mesh/module.hpp"

namespace plexus {

namespace {

const Statistic kResult{"result", "", "what node 0 holds at the end"};
const Statistic kMaxSets{"max_sets", "values", "partial values that one node held apart"};

}  // namespace

Json operand_json(Operator op, const Operand& operand) {
  if (!operand.present()) return nullptr;
  if (op == Operator::kMat2) return operand.entries();
  if (op == Operator::kConcat) return operand.text();
  return operand.number();
}

Operand sequential_result(const ExpressMeshCase& at, std::uint64_t seed) {
  if (at.op == Operator::kConcat) {  // appended in place: texts are long
    std::string text;
    for (std::int64_t i = 0; i < at.values; ++i) text += std::to_string(i) + '.';
    return Operand{std::move(text)};
  }
  Operand all;
  for (std::int64_t i = 0; i < at.values; ++i) {
    all = combine(at.op, all, operand_of(at.op, static_cast<std::uint64_t>(i), seed));
  }
  return all;
}

std::optional<std::string> check_reduce(const ExpressMeshCase& at, const express_mesh& machine) {
  const Operand expected = sequential_result(at, at.seed);
  const Operand& found = machine.node(0).partial();
  if (found == expected) return std::nullopt;
  constexpr std::size_t kMostShown = 80;
  const auto shown = [&](const Operand& operand) {
    std::string text = to_text(at.op, operand);
    if (text.size() <= kMostShown) return text;
    text.resize(kMostShown);
    return text.append("..");
  };
  return fmt::format("Node 0 holds {} and not {}, all values combined in order.", shown(found),
                     shown(expected));
}

void report_reduce(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics) {
  statistics.set(kResult, operand_json(at.op, machine.node(0).partial()));
  if (machine.figures().most_sets > 0) statistics.set(kMaxSets, machine.figures().most_sets);
}

std::vector<Statistic> reduce_statistics() { return {kResult, kMaxSets}; }

std::int64_t least_to_result(const ExpressMeshCase& at) {
  return at.everywhere ? distances(at.mesh).diameter : eccentricity_of_node_0(at.mesh);
}

ExpressMeshAlgorithm reduction(std::string name, std::string summary, std::string section,
                               ExpressMeshRules rules) {
  rules.reduces = true;
  ExpressMeshAlgorithm algorithm;
  algorithm.operation = "reduce";
  algorithm.name = std::move(name);
  algorithm.summary = std::move(summary);
  algorithm.section = std::move(section);
  algorithm.rules = std::move(rules);
  algorithm.program = reduce_in_stages;
  algorithm.least_steps = least_to_result;
  algorithm.check = check_reduce;
  algorithm.statistics = report_reduce;
  algorithm.declared = reduce_statistics();
  return algorithm;
}

double fourth_root(const ExpressMeshCase& at) {
  return std::pow(static_cast<double>(at.mesh.values()), 0.25);
}

}  // namespace plexus
