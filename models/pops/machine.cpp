#include "models/pops/machine.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

#include "models/catalogue/algorithm.hpp"
#include "models/catalogue/catalogue.hpp"
#include "models/pops/algorithm.hpp"
#include "models/pops/module.hpp"
#include "models/pops/parameters.hpp"
#include "models/pops/study.hpp"
#include "models/pops/traffic_synthetic.hpp"

namespace plexus {

namespace {

/// The algorithms in the order of the table: a line each. The first one of an operation is its
/// default.
const std::array kAlgorithms{
    &kMoveDirect,
    &kBroadcastOneSlot,
    &kBroadcastHypercube,
    &kScatterDirect,
    &kScatterMultiTx,
    &kGatherDirect,
    &kGatherMultiRx,
    &kAllgatherOverlapped,
    &kAllgatherSequential,
    &kAllgatherMultiReceive,
    &kAlltoallDirect,
    &kAlltoallMultiPort,
    &kPermutationTwoHop,
    &kPermutationDirect,
    &kPermutationIntragroup,
    &kHypercubeMoveTheorem1,
    &kHypercubeMoveTranspose,
    &kHypercubeMoveSingleActive,
    &kHypercubeMoveDirect,
    &kHypercubeMoveIntragroup,
    &kMeshMoveTheorem2,
    &kMeshMovePermutation,
    &kMeshMoveDirect,
    &kRingMoveEmbedded,
    &kReduceHalving,
    &kReduceFold,
    &kReduceGroupFirst,
    &kReduceHypercube,
    &kReduceHypercubeAdaptive,
    &kReduceMesh,
    &kReduceFoldPrinted,
    &kScanChunked,
    &kScanThreeStep,
    &kScanSequential,
    &kScanHypercube,
    &kRankChunked,
    &kRankThreeStep,
    &kRankSequential,
    &kRankHypercube,
    &kConsecutiveArrayBroadcast,
    &kConsecutiveElementSend,
    &kConsecutiveToken,
    &kConsecutiveTokenFused,
    &kConsecutiveDirect,
    &kConsecutiveHypercube,
    &kAdjacentArrayBroadcast,
    &kAdjacentDirect,
    &kAdjacentElementSend,
    &kAdjacentShift,
    &kAdjacentHypercube,
    &kAdjacentHypercubePaired,
    &kConcentrateTwoHop,
    &kConcentrateHypercube,
    &kConcentratePrinted,
    &kDistributeTwoHop,
    &kDistributeHypercube,
    &kGeneralizeTwoHop,
    &kGeneralizeHypercube,
    &kGeneralizePrinted,
    &kTrafficArbitrated,
    &kRawRaw,
};

/// What is wrong after a run.
std::optional<std::string> check(const PopsCase& at, const pops_machine& top) {
  if (const std::uint64_t lost = top.stars.figures().lost; lost > 0) {
    return fmt::format("Conflicts have taken {} messages, which on_fault = drop leaves lost.",
                       lost);
  }
  if (auto problem = at.truth->problem()) return problem;
  for (NodeId x = 0; x < at.nodes(); ++x) {
    if (top.stars.relayed(x) == 0) continue;
    return fmt::format("Node {} still stores messages for others.", x);
  }
  return std::nullopt;
}

/// Do most processors do no more than pass a message on, with nothing to keep for other slots?
bool takes_few(const PopsAlgorithm& algorithm) {
  const std::string_view name = algorithm.name;
  return std::string_view{algorithm.operation} == "move" || name == "one-slot" ||
         name == "single-active" || name == "multi-tx" || name == "intragroup" || name == "raw" ||
         name == "arbitrated";
}

/// Does a processor keep sums, or copies, of many others?
bool keeps_much(const PopsAlgorithm& algorithm) {
  const std::string_view name = algorithm.name;
  return name == "chunked" || name == "three-step" ||
         std::string_view{algorithm.operation} == "generalize";
}

/// Bytes that a processor needs for what it has of, or for, each other one.
double held_by_pair(const PopsAlgorithm& algorithm) {
  const std::string_view name = algorithm.name;
  if (name == "multi-receive") return 4;  // all messages of a slot at once
  if (name == "multi-port") return 1.2;
  return std::string_view{algorithm.operation} == "allgather" ? 0.125 : 0;
}

Algorithm<PopsCase> described(const PopsAlgorithm& algorithm, bool is_default) {
  Algorithm<PopsCase> row;
  row.operation = algorithm.operation;
  row.name = algorithm.name;
  row.summary = algorithm.summary;
  row.is_default = is_default;
  row.parameters = pops_parameters(algorithm);
  row.prepare = [&algorithm](PopsCase& at) {
    at.ranks = std::string{algorithm.operation} == "rank";
    if (algorithm.require) algorithm.require(at);
    at.truth = algorithm.data(at);
  };
  row.programs = [&algorithm](const PopsCase& at, pops_machine&) { return algorithm.programs(at); };
  for (const PopsEquation& equation : algorithm.equations) {
    row.equations.push_back(
        {.label = equation.label,
         .place = fmt::format("Sahni, section {}", equation.place),
         .formula = [&equation](const PopsCase& at) { return equation.cycles(at).value_or(0); },
         .relation = equation.relation,
         .applies = [&equation](const PopsCase& at) { return equation.cycles(at).has_value(); },
         .part = {}});
  }
  if (algorithm.exact) row.exact = algorithm.exact;
  row.lower_bound = algorithm.lower_bound;
  row.check = check;
  const double kept = takes_few(algorithm) ? 200 : keeps_much(algorithm) ? 2850 : 2050;
  const double held = held_by_pair(algorithm);
  row.memory = [kept, held](const PopsCase& at) {
    const double n = at.nodes();
    return kept * n + held * n * n;
  };
  row.statistics = algorithm.statistics;
  row.declared = algorithm.declared;
  row.blocks = algorithm.blocks;
  return row;
}

/// Bytes of nodes with their programs and ports, and of couplers.
double memory_of_pops(const PopsCase& at) {
  const double n = at.nodes();
  const double g = at.shape.g;
  const bool modules = g * g <= static_cast<double>(coupler_bank::kMostModules);
  return memory_of(n, 0) + 1900 * n + g * g * (modules ? 1000 : 1);
}

}  // namespace

std::span<const PopsAlgorithm* const> pops_algorithms() { return kAlgorithms; }

void add_pops(Catalogue& catalogue) {
  const MachineList<PopsCase> add{
      catalogue,
      {.name = "pops",
       .read = pops_case,
       .build =
           [](const PopsCase& at, const Operation&, const ConstructionOrder& order) {
             return std::make_unique<pops_machine>("pops", at.shape, at.rules, *at.truth, at.optics,
                                                   order);
           },
       .memory = memory_of_pops,
       .blocks = {"pops_coupler", "pops_tx", "pops_rx", "pops_slot_ctrl", "pops_route", "pops_net"},
       .declared = pops_machine::statistics(),
       .layout = [](const PopsCase& at) { return layout(at.shape); },
       .beyond_paper = {}}};
  std::string before;
  for (const PopsAlgorithm* const algorithm : kAlgorithms) {
    add(described(*algorithm, before != algorithm->operation));
    before = algorithm->operation;
  }
  add_pops_traffic(catalogue);
  std::vector<Statistic> told{kNodes, kDegree, kDiameter};
  const std::vector<Statistic> cost = cost_statistics();
  told.insert(told.end(), cost.begin(), cost.end());
  add.topology(pops_machine_parameters(), told, [](const PopsCase& at, Statistics& statistics) {
    statistics.set(kNodes, at.nodes());
    statistics.set(kDegree, at.shape.g);  // transmitters, and receivers, of a node
    statistics.set(kDiameter, at.nodes() > 1 ? 1 : 0);
    report_cost(at.shape, at.optics, statistics);
  });
  catalogue.studies.push_back(pops_study());
}

}  // namespace plexus
