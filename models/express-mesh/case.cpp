#include "models/express-mesh/case.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "models/express-mesh/distances.hpp"
#include "models/express-mesh/parameters.hpp"
#include "models/operations/reduction.hpp"

namespace plexus {

namespace {

void take_lengths(ExpressMeshCase& at, const Json& value) {
  at.best_lengths = value == "best";
  if (!at.best_lengths) at.mesh.lengths = lengths_of(value);
}

void take_placement(ExpressMeshCase& at, const Json& value) {
  at.placement = placement_of(value.get<std::string>());
}

}  // namespace

ExpressMeshCase express_mesh_case(const Values& values) {
  using At = ExpressMeshCase;
  At at;
  fill<At>(at, values,
           {{"sides", inside(&At::mesh, &ExpressMeshShape::sides)},
            {"lengths", take_lengths},
            {"words", &At::words},
            {"startup", inside(&At::timing, &LinkTiming::startup)},
            {"bandwidth", inside(&At::timing, &LinkTiming::bandwidth)},
            {"relay", &At::forward, "forward"},
            {"op", &At::op, kOperators},
            {"placement", take_placement},
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
  const auto number = [&](const char* name, std::int64_t fallback) {
    return values.has(name) ? values.number(name) : fallback;
  };
  at.values = number("values", at.mesh.values());
  at.costs = HopCosts::of(at.timing, at.words, Cycles{number("express_extra", 0)},
                          Cycles{number("bus_extra", 0)});
  return at;
}

// ---- lengths ------------------------------------------------------------------------------------

namespace {

/// Over all numbers of levels; the fewest of those that take equally long.
BestLengths best_levels_case(const ExpressMeshCase& at) {
  BestLengths best = best_hierarchy(at.mesh.sides, 1, at.costs);
  for (unsigned levels = 2; levels <= kMostLevels; ++levels) {
    BestLengths more = best_hierarchy(at.mesh.sides, levels, at.costs);
    if (more.cycles < best.cycles) best = std::move(more);
  }
  return best;
}

/// The steps of the setup's algorithm; nothing where only a run can tell.
std::optional<Steps> steps_of(const ExpressMeshCase& at, const ExpressMeshSetup& setup) {
  if (setup.steps != nullptr) return setup.steps(at);
  if (setup.stages != nullptr) return steps_of(setup.stages(at), at.mesh);
  return std::nullopt;
}

void choose_lengths(ExpressMeshCase& at, const ExpressMeshSetup& setup) {
  if (setup.steps == nullptr && setup.stages == nullptr) {
    throw Refusal{RefusalClass::kFeature,
                  "--lengths best is not offered here, where only a run can tell the steps: choose "
                  "lengths, such as the square roots of the sides."};
  }
  if (setup.levels > 1) {
    at.mesh.lengths = best_levels_case(at).lengths;
    return;
  }
  // On lines, and in stages, each dimension takes steps of its own.
  const bool separate = setup.layout == ExpressLayout::kLines || setup.stages != nullptr;
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
    return steps_of(trial, setup)->cycles(at.costs);
  };
  at.mesh.lengths =
      (separate ? best_lengths_by_dimension : best_lengths)(at.mesh, setup.shortest(), cycles)
          .lengths;
}

// ---- placements ---------------------------------------------------------------------------------

/// The placement that the algorithm needs, where blocks have `block` nodes a side.
std::optional<Placement> needed_placement(const ExpressMeshSetup& setup, std::int64_t block) {
  return setup.single_nodes_row_major && block <= 1 ? Placement::kRowMajor : setup.placement;
}

void check_placement(const ExpressMeshCase& at, const ExpressMeshSetup& setup) {
  const auto refuse = [&](const std::string& why) { throw Refusal{RefusalClass::kFeature, why}; };
  const std::optional<Placement> needed = needed_placement(setup, at.block);
  std::string offered{to_string(needed.value_or(Placement::kRowMajor))};
  if (setup.exchanged) offered += " or " + std::string{to_string(*setup.exchanged)};
  const bool turned = at.placement == setup.exchanged;
  if (!commutative(at.op) && !needed) {
    refuse(
        fmt::format("--op {} is not commutative, and this algorithm loses the order: choose "
                    "sum, max, min or parity.",
                    to_string(at.op)));
  }
  if (exchanged(at.placement) && !turned) {
    refuse(fmt::format("--placement {} is not offered by this algorithm: choose {}.",
                       to_string(at.placement), offered));
  }
  if (!commutative(at.op) && at.placement != needed && !turned) {
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
  if (at.placement != Placement::kNestedSubmeshRowMajor) {
    return {{lengths[0].back(), lengths[1].back()}};
  }
  if (lengths[1].size() != lengths[0].size()) {
    refuse(RefusalClass::kSize, "needs as many levels in one dimension as in the other");
  }
  std::vector<SubmeshSize> submeshes;
  for (std::size_t k = lengths[0].size(); k-- > 0;) {
    submeshes.push_back({lengths[0][k], lengths[1][k]});
  }
  return submeshes;
}

/// What follows from the setup. Throws Refusal where parameters do not fit together.
void complete(ExpressMeshCase& at, const ExpressMeshSetup& setup) {
  at.mesh.layout = setup.layout;
  at.buses = setup.buses;
  check_placement(at, setup);
  if (at.best_lengths) choose_lengths(at, setup);
  at.submeshes = submeshes_of(at);
  if (setup.check != nullptr) setup.check(at);
  if (setup.stages != nullptr) at.stages = setup.stages(at);
  at.steps = steps_of(at, setup);
}

Json lengths_json(const ExpressMeshShape& mesh) {
  Json lengths = Json::array();
  for (const auto& levels : mesh.lengths) {
    lengths.push_back(levels.size() == 1 ? Json(levels.front()) : Json(levels));
  }
  return lengths;
}

const Statistic kChosenLengths{"chosen_lengths", "links", "of --lengths best"};

}  // namespace

// ---- algorithms ---------------------------------------------------------------------------------

Algorithm<ExpressMeshCase> on_express_mesh(const ExpressMeshSetup& setup,
                                           Algorithm<ExpressMeshCase> own) {
  constexpr std::int64_t kMostExtra = 1'000'000'000;
  std::vector<Parameter> all{sides_parameter(setup)};
  const auto add = [&](Parameter parameter) { all.push_back(std::move(parameter)); };
  if (setup.levels > 0) add(lengths_parameter(setup));
  for (Parameter& parameter : own.parameters) add(std::move(parameter));
  if (own.program) {
    add(integer("seed", 0, 0, "seed of the hash that makes the data"));
    for (Parameter& parameter : transfer_parameters()) {
      if (parameter.name == "words") {
        parameter = with_default(parameter, 1, [](const Values&) { return Json(1); });
      }
      add(std::move(parameter));
    }
    if (setup.levels > 0) {
      add(integer("express_extra", 0, kMostExtra, 0, "further cycles of a hop on an express link"));
    }
    if (setup.buses != BusLayout::kNone) {
      add(integer("bus_extra", 0, kMostExtra, 0, "further cycles of a slot on a bus"));
    }
  }
  own.parameters = std::move(all);
  own.prepare = [setup, parts = own.blocks](ExpressMeshCase& at) {
    at.parts = parts;
    complete(at, setup);
  };
  if (setup.steps == nullptr && setup.stages == nullptr) return own;
  own.exact = [](const ExpressMeshCase& at) -> std::optional<Cycles> {
    return at.steps->cycles(at.costs);
  };
  if (setup.levels == 0) return own;
  own.declared.push_back(kChosenLengths);
  own.statistics = [tell = own.statistics](const ExpressMeshCase& at, const express_mesh& machine,
                                           Statistics& statistics) {
    if (tell) tell(at, machine, statistics);
    if (at.best_lengths) statistics.set(kChosenLengths, lengths_json(at.mesh));
  };
  return own;
}

namespace express {

std::string section(const std::string& number) { return "Cheung and Lau 1995, Sec. " + number; }

Equation<ExpressMeshCase> log_of_n(const std::string& number) {
  return {"log2 N", section(number), [](const ExpressMeshCase& at) {
            return std::log2(static_cast<double>(at.mesh.values()));
          }};
}

}  // namespace express

std::optional<Cycles> bound_of_result(const ExpressMeshCase& at) {
  return (at.everywhere ? distances(at.mesh).diameter : eccentricity_of_node_0(at.mesh)) *
         at.costs.mesh;
}

}  // namespace plexus
