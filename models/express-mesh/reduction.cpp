#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/express-mesh/module.hpp"
#include "models/operations/results.hpp"

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

std::optional<std::string> wrong_reduce(const ExpressMeshCase& at, const express_mesh& machine) {
  return wrong_result(at.op, 0, "all values combined in order", machine.node(0).partial(),
                      sequential_result(at, at.seed));
}

void report_reduce(const ExpressMeshCase& at, const express_mesh& machine, Statistics& statistics) {
  statistics.set(kResult, operand_json(at.op, machine.node(0).partial()));
  if (machine.figures().most_sets > 0) statistics.set(kMaxSets, machine.figures().most_sets);
}

Algorithm<ExpressMeshCase> reduce_on(const ExpressMeshSetup& setup,
                                     Algorithm<ExpressMeshCase> own) {
  own.operation = "reduce";
  own.parameters.push_back(operator_parameter(setup.placement ? "mat2" : "sum"));
  own.parameters.push_back(placement_parameter(setup));
  if (!own.program) own.program = reduce_in_stages;
  if (!own.check) own.check = wrong_reduce;
  if (!own.statistics) own.statistics = report_reduce;
  own.declared.insert(own.declared.begin(), {kResult, kMaxSets});
  return on_express_mesh(setup, std::move(own));
}

}  // namespace plexus
