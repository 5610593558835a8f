#include "models/express-mesh/case.hpp"

#include <cmath>

#include <fmt/format.h>

#include "models/catalogue/field.hpp"

namespace plexus {

namespace {

void take_lengths(ExpressMeshCase& at, const Json& value) {
  at.best_lengths = value == "best";
  if (!at.best_lengths) at.mesh.lengths = lengths_of(value);
}

}  // namespace

ExpressMeshCase express_mesh_case(const Values& values) {
  using At = ExpressMeshCase;
  At at;
  at.costs = {0_cycles, 0_cycles, 0_cycles};
  fill<At>(at, values,
           {{"sides", inside(&At::mesh, &ExpressMeshShape::sides)},
            {"lengths", take_lengths},
            {"words", &At::words},
            {"startup", inside(&At::timing, &LinkTiming::startup)},
            {"bandwidth", inside(&At::timing, &LinkTiming::bandwidth)},
            {"express_extra", inside(&At::costs, &HopCosts::express)},
            {"bus_extra", inside(&At::costs, &HopCosts::bus)},
            {"relay", &At::forward, "forward"},
            {"op", &At::op, kOperators},
            {"placement", &At::placement, kPlacementWords},
            {"seed", &At::seed},
            {"op_cycles", &At::op_cycles},
            {"block", &At::block},
            {"group", &At::group},
            {"group2", &At::group2},
            {"group3", &At::group3},
            {"direction", &At::suffix, "suffix"},
            {"one_in", &At::one_in},
            {"modulus", &At::modulus},
            {"rank", &At::rank},
            {"place", &At::everywhere, "all"},
            {"ports", &At::ports},
            {"duplex", &At::full_duplex, "full"}});
  at.values = values.has("values") ? values.number("values") : at.mesh.values();
  for (Cycles* cost : {&at.costs.mesh, &at.costs.express, &at.costs.bus}) {
    *cost += at.timing.hop(at.words);
  }
  return at;
}

// ---- what follows from the setup ----------------------------------------------------------------

Steps ExpressMeshSetup::steps_of(const ExpressMeshCase& at) const {
  return steps != nullptr ? steps(at) : plexus::steps_of(stages(at), at.mesh);
}

namespace {

void choose_lengths(ExpressMeshCase& at, const ExpressMeshSetup& setup) {
  if (!setup.counted()) {
    throw Refusal{RefusalClass::kFeature,
                  "--lengths best is not offered here, where only a run can tell the steps: choose "
                  "lengths, such as the square roots of the sides."};
  }
  if (setup.levels > 1) {  // of hierarchies that take equally long the one with the fewest levels
    BestLengths best = best_hierarchy(at.mesh.sides, 1, at.costs);
    for (unsigned levels = 2; levels <= kMostLevels; ++levels) {
      BestLengths more = best_hierarchy(at.mesh.sides, levels, at.costs);
      if (more.cycles < best.cycles) best = std::move(more);
    }
    at.mesh.lengths = best.lengths;
    return;
  }
  // On lines, and in stages, each dimension takes steps of its own.
  const bool separate = setup.layout == ExpressLayout::kLines || setup.steps == nullptr;
  constexpr double kMostTrials = 1e8;
  const auto trials = static_cast<double>(at.mesh.values());
  if (!separate && trials > kMostTrials) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--lengths best would try {:.0f} pairs of lengths: choose --sides "
                              "with at most {:.0f} nodes.",
                              trials, kMostTrials)};
  }
  ExpressMeshCase trial = at;
  const CyclesOf cycles = [&](const ExpressMeshShape& mesh) {
    trial.mesh.lengths = mesh.lengths;
    return setup.steps_of(trial).cycles(at.costs);
  };
  const auto search = separate ? best_lengths_by_dimension : best_lengths;
  at.mesh.lengths = search(at.mesh, setup.shortest(), cycles).lengths;
}

void check_placement(const ExpressMeshCase& at, const ExpressMeshSetup& setup) {
  const auto refuse = [&](const std::string& why) { throw Refusal{RefusalClass::kFeature, why}; };
  const bool single_nodes = setup.single_nodes_row_major && at.block <= 1;
  const std::optional needed = single_nodes ? Placement::kRowMajor : setup.placement;
  const bool turned = at.placement == setup.exchanged;
  const bool any_order = commutative(at.op);
  std::string offered{to_string(needed.value_or(Placement::kRowMajor))};
  if (setup.exchanged) offered += fmt::format(" or {}", to_string(*setup.exchanged));
  if (!any_order && !needed) {
    refuse(
        fmt::format("--op {} is not commutative, and this algorithm loses the order: choose "
                    "sum, max, min or parity.",
                    to_string(at.op)));
  }
  if (exchanged(at.placement) && !turned) {
    refuse(fmt::format("--placement {} is not offered by this algorithm: choose {}.",
                       to_string(at.placement), offered));
  }
  if (!any_order && at.placement != needed && !turned) {
    refuse(
        fmt::format("--placement {} loses the order of --op {}, which is not commutative: "
                    "choose {}, or a commutative operator.",
                    to_string(at.placement), to_string(at.op), offered));
  }
}

/// The submeshes of the placement, largest first.
std::vector<SubmeshSize> submeshes_of(const ExpressMeshCase& at) {
  if (at.placement == Placement::kRowMajor || at.placement == Placement::kColumnMajor) return {};
  const auto refuse = [&](RefusalClass kind, const std::string& why) {
    throw Refusal{
        kind, fmt::format("--placement {} {}: choose row-major.", to_string(at.placement), why)};
  };
  if (at.mesh.dimensions() != 2) refuse(RefusalClass::kSize, "needs two dimensions");
  if (at.block > 0) return {{at.block, at.block}};
  const Lengths& lengths = at.mesh.lengths;
  if (lengths.empty()) refuse(RefusalClass::kFeature, "has no submeshes without lengths");
  const bool nested = at.placement == Placement::kNestedSubmeshRowMajor;
  if (nested && lengths[1].size() != lengths[0].size()) {
    refuse(RefusalClass::kSize, "needs as many levels in one dimension as in the other");
  }
  std::vector<SubmeshSize> submeshes;
  for (std::size_t k = lengths[0].size(), l = lengths[1].size(); k-- > 0 && l-- > 0;) {
    submeshes.push_back({lengths[0][k], lengths[1][l]});
    if (!nested) break;
  }
  return submeshes;
}

/// Throws Refusal where parameters do not fit together.
void complete(ExpressMeshCase& at, const ExpressMeshSetup& setup) {
  at.mesh.layout = setup.layout;
  at.buses = setup.buses;
  check_placement(at, setup);
  if (at.best_lengths) choose_lengths(at, setup);
  at.submeshes = submeshes_of(at);
  if (setup.check != nullptr) setup.check(at);
  if (setup.stages != nullptr) at.stages = setup.stages(at);
  if (setup.counted()) at.steps = setup.steps_of(at);
}

const Statistic kChosenLengths{"chosen_lengths", "links", "of --lengths best"};

}  // namespace

// ---- algorithms ---------------------------------------------------------------------------------

Algorithm<ExpressMeshCase> on_express_mesh(const ExpressMeshSetup& setup,
                                           Algorithm<ExpressMeshCase> own) {
  own.parameters = joined({shape_parameters(setup), own.parameters,
                           own.program ? run_parameters(setup) : std::vector<Parameter>{}});
  own.prepare = [setup, parts = own.blocks](ExpressMeshCase& at) {
    at.parts = parts;
    complete(at, setup);
  };
  if (!setup.counted()) return own;
  own.exact = [](const ExpressMeshCase& at) -> std::optional<Cycles> {
    return at.steps->cycles(at.costs);
  };
  if (setup.levels == 0) return own;
  own.declared.push_back(kChosenLengths);
  own.statistics = [tell = own.statistics](const ExpressMeshCase& at, const express_mesh& machine,
                                           Statistics& statistics) {
    if (tell) tell(at, machine, statistics);
    if (!at.best_lengths) return;
    Json lengths = Json::array();
    for (const auto& levels : at.mesh.lengths) {
      lengths.push_back(levels.size() == 1 ? Json(levels.front()) : Json(levels));
    }
    statistics.set(kChosenLengths, std::move(lengths));
  };
  return own;
}

namespace express {

std::string section(const std::string& number) { return "Cheung and Lau 1995, Sec. " + number; }

Equation<ExpressMeshCase> root_of_n(int root, const std::string& number) {
  return {fmt::format("N^(1/{})", root), section(number), [root](const ExpressMeshCase& at) {
            const auto N = static_cast<double>(at.mesh.values());
            return root == 2 ? std::sqrt(N) : root == 3 ? std::cbrt(N) : std::pow(N, 1.0 / root);
          }};
}

Equation<ExpressMeshCase> root_by_levels(const std::string& label, const std::string& number) {
  return {label, section(number), [](const ExpressMeshCase& at) {
            const auto N = static_cast<double>(at.mesh.values());
            return std::pow(N, 1.0 / (at.mesh.dimensions() * (at.mesh.levels() + 1.0)));
          }};
}

Equation<ExpressMeshCase> log_of_n(const std::string& number) {
  return {"log2 N", section(number), [](const ExpressMeshCase& at) {
            return std::log2(static_cast<double>(at.mesh.values()));
          }};
}

}  // namespace express

std::optional<Cycles> bound_of_result(const ExpressMeshCase& at) {
  if (at.buses != BusLayout::kNone) return std::nullopt;
  if (at.mesh.values() == 1) return 0_cycles;  // the other half of a compound node holds none
  return (at.everywhere ? distances(at.mesh).diameter : eccentricity_of_node_0(at.mesh)) *
         at.costs.mesh;
}

}  // namespace plexus
