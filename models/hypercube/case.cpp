#include "models/hypercube/case.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/ensemble/lower_bound.hpp"

namespace plexus {

namespace {

HypercubeShape shape_of(const Values& values) {
  return HypercubeShape{static_cast<int>(values.number("dimension"))};
}

std::int64_t nodes_of(const Values& values) { return shape_of(values).nodes(); }

std::string dimension_of(const Parameter& /*self*/, std::int64_t nodes) {
  const auto count = static_cast<std::uint64_t>(nodes);
  if (!std::has_single_bit(count)) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("--nodes {} is no power of two, and this machine has 2^dimension "
                              "nodes: choose {} or {}.",
                              nodes, std::bit_floor(count), std::bit_ceil(count))};
  }
  return std::to_string(std::countr_zero(count));
}

}  // namespace

HypercubeCase hypercube_case(const Values& values) {
  HypercubeCase at;
  at.cube = shape_of(values);
  at.read(values);
  return at;
}

Parameter dimension_parameter(int default_dimension) {
  Parameter dimension =
      integer("dimension", 0, HypercubeShape::kMaxDimension, default_dimension,
              "bits of a node number; 2^dimension processors", RefusalClass::kSize);
  dimension.of_nodes = dimension_of;
  return dimension;
}

RunParameters hypercube_parameters(int default_dimension) {
  return {joined({{dimension_parameter(default_dimension)},
                  transfer_parameters(),
                  {port_rule_parameter(PortRule::kAllHalf)}}),
          nodes_of, "the farthest node", [](const Values& values) {
            return Json(values.node("source") ^ (shape_of(values).nodes() - 1));
          }};
}

std::vector<Parameter> hypercube_broadcast_parameters(int default_dimension) {
  return paper_1986::with_packets(
      hypercube_parameters(default_dimension).with_root("processor that has the message"));
}

Equation<HypercubeCase> unless_alone(Equation<HypercubeCase> equation) {
  equation.applies = [](const HypercubeCase& at) { return at.n() > 0; };
  return equation;
}

std::int64_t channels(HypercubeShape cube, PortRule rule) {
  const bool one = rule == PortRule::kOneInOneOut || rule == PortRule::kOnePort;
  return one ? 1 : cube.dimension();
}

Cycles hypercube_bound_move(const HypercubeCase& at) {
  return lower_bound(at.distance(), at.words, channels(at.cube, at.rule), at.timing);
}

Cycles hypercube_bound_broadcast(const HypercubeCase& at) {
  return lower_bound(at.n(), at.words, channels(at.cube, at.rule), at.timing);
}

Cycles hypercube_bound_exchange(const HypercubeCase& at) {
  return lower_bound(at.n(), (at.nodes() - 1) * at.words, channels(at.cube, at.rule), at.timing);
}

Cycles hypercube_bound_allreduce(const HypercubeCase& at) {
  return lower_bound(at.n(), allreduce_volume(at.nodes(), at.words), channels(at.cube, at.rule),
                     at.timing);
}

}  // namespace plexus
