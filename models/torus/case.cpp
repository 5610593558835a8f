#include "models/torus/case.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/size_of_nodes.hpp"
#include "models/ensemble/lower_bound.hpp"

namespace plexus {

namespace {

TorusShape shape_of(const Values& values) {
  const std::vector<std::int64_t> given = values.list("sides");
  std::vector<int> sides;
  for (const std::int64_t side : given) {
    if (side < 0 || side > TorusShape::kMaxNodes) {
      throw Refusal{
          RefusalClass::kSize,
          fmt::format("--sides {}: {} is out of range: choose {} .. {}", fmt::join(given, ","),
                      side, values.flag("wrap") ? 3 : 1, TorusShape::kMaxNodes)};
    }
    sides.push_back(static_cast<int>(side));
  }
  return TorusShape{sides, values.flag("wrap")};
}

std::int64_t torus_nodes(const Values& values) { return shape_of(values).nodes(); }

bool one_channel_each_way(PortRule rule) {
  return rule == PortRule::kOneInOneOut || rule == PortRule::kOnePort;
}

/// All blocks but the own one.
Words others(const TorusCase& at) { return (at.nodes() - 1) * at.words; }

}  // namespace

TorusCase torus_case(const Values& values) {
  TorusCase at;
  at.shape = shape_of(values);
  at.read(values);
  if (values.has("trees")) at.tree_source = *parse_tree_source(values.word("trees"));
  return at;
}

std::vector<Parameter> torus_shape_parameters() {
  Parameter sides = integers("sides", std::numeric_limits<std::int64_t>::min(), Json::array({4, 4}),
                             "processors along each dimension");
  sides.of_nodes = sides_of;
  sides.range = "each >= 3, with --wrap false >= 1, separated by commas";
  const Parameter wrap =
      with_check(flag("wrap", true, "lines close to rings; false is the open mesh"), "true, false",
                 [](const Json& value, const Values& before) {
                   Values both_values = before;
                   both_values.set("wrap", value);
                   static_cast<void>(shape_of(both_values));  // refuses sides that make no torus
                 });
  return {sides, wrap};
}

RunParameters torus_parameters() {
  return {joined({torus_shape_parameters(),
                  transfer_parameters(),
                  {port_rule_parameter(PortRule::kAllHalf)}}),
          torus_nodes, "the farthest node", [](const Values& values) {
            return Json(shape_of(values).farthest(values.node("source")));
          }};
}

std::vector<Parameter> torus_broadcast_parameters() {
  return paper_1986::with_packets(torus_parameters().with_root("processor that has the message"));
}

Equation<TorusCase> on_grid(Equation<TorusCase> equation) {
  equation.relation = [holds = std::move(equation.relation)](const TorusCase& at) {
    return at.shape.wrap() && at.shape.dimensions() == 2 ? holds(at) : Relation::kApproximate;
  };
  return equation;
}

Equation<TorusCase> on_squares(Equation<TorusCase> equation) {
  equation.applies = [](const TorusCase& at) {
    return at.shape.dimensions() == 2 && at.shape.square() && at.shape.nodes() > 1;
  };
  return equation;
}

std::int64_t read_channels(const TorusShape& shape, PortRule rule) {
  if (one_channel_each_way(rule)) return 1;
  return rule == PortRule::kRingStrict ? shape.dimensions() : shape.ports();
}

std::int64_t write_channels(const TorusShape& shape, PortRule rule) {
  return one_channel_each_way(rule) ? 1 : shape.ports();
}

Cycles torus_bound_move(const TorusCase& at) {
  return lower_bound(at.distance(), at.words,
                     std::min(read_channels(at.shape, at.rule), write_channels(at.shape, at.rule)),
                     at.timing);
}

Cycles torus_bound_broadcast(const TorusCase& at) {
  return lower_bound(at.shape.eccentricity(at.root), at.words, read_channels(at.shape, at.rule),
                     at.timing);
}

Cycles torus_bound_scatter(const TorusCase& at) {
  return lower_bound(at.shape.eccentricity(at.root), others(at), write_channels(at.shape, at.rule),
                     at.timing);
}

Cycles torus_bound_gather(const TorusCase& at) {
  return lower_bound(at.shape.eccentricity(at.root), others(at), read_channels(at.shape, at.rule),
                     at.timing);
}

Cycles torus_bound_exchange(const TorusCase& at) {
  return lower_bound(at.shape.diameter(), others(at), read_channels(at.shape, at.rule), at.timing);
}

Cycles torus_bound_allreduce(const TorusCase& at) {
  return lower_bound(at.shape.diameter(), allreduce_volume(at.nodes(), at.words),
                     read_channels(at.shape, at.rule), at.timing);
}

}  // namespace plexus
