#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/omega/benes.hpp"
#include "models/omega/passes.hpp"
#include "models/omega/steps.hpp"
#include "testbenches/omega_bench.hpp"
#include "testbenches/simulation/bench.hpp"

namespace plexus {

namespace {

constexpr std::size_t kMostListed = 256;  // collisions, passes

/// An answer that needs no simulation: no cycles pass.
Report answer(Json statistics) {
  Report report;
  report.verified = true;
  report.statistics = std::move(statistics);
  return report;
}

/// A shape has tables of its ports: refuses what this computer's memory cannot hold.
NetworkShape shape_of(const Values& values) {
  const NetworkShape network = network_of(values);
  require_memory(100.0 * network.ports() * network.stages());
  return network;
}

std::string text_of(const Route& route) { return fmt::to_string(fmt::streamed(route)); }

/// `network`: what it consists of.
Report describe(const Values& values, Bench&) {
  const NetworkShape network = shape_of(values);
  const auto elements = std::int64_t{network.stages()} * network.elements();
  const std::int64_t ports = network.element_ports();
  Json statistics = {{"stages", network.stages()},
                     {"elements_per_stage", network.elements()},
                     {"elements", elements},
                     {"element_ports", ports},
                     {"crosspoints", elements * ports * ports},
                     {"can_block", network.can_block()},
                     {"can_broadcast", network.can_broadcast()},
                     {"steered_by_tag", network.steered_by_tag()}};
  return answer(std::move(statistics));
}

/// The elements' settings of a benes network, a word of bits per stage, element 0 first.
Json settings_of(const BenesSetting& setting) {
  Json stages = Json::array();
  for (const auto& stage : setting.exchange) {
    std::string bits;
    for (const bool exchange : stage) bits += exchange ? '1' : '0';
    stages.push_back(bits);
  }
  return stages;
}

/// `route`: the way of one message, element by element.
Report show_route(const Values& values, Bench&) {
  const NetworkShape network = shape_of(values);
  const Route route{values.node("source"), values.node("destination")};
  std::vector<StageCrossing> way;
  if (network.steered_by_tag()) {
    way = network.walk(route);
  } else {
    way = benes_walk(benes_setting(completed(std::vector<Route>{route}, network.ports())),
                     route.source);
  }
  Json elements = Json::array();
  Json inputs = Json::array();
  Json outputs = Json::array();
  Json links = Json::array();
  for (const StageCrossing& crossing : way) {
    elements.push_back(crossing.element);
    inputs.push_back(crossing.input);
    outputs.push_back(crossing.output);
    links.push_back(crossing.link);
  }
  return answer({{"stages", network.stages()},
                 {"element", elements},
                 {"input", inputs},
                 {"output", outputs},
                 {"link", links}});
}

/// `passes`: does the permutation pass; how many passes does it need, and what is the bound?
Report count_passes(const Values& values, Bench&) {
  const NetworkShape network = shape_of(values);
  const Permutation permutation = permutation_of(values);
  const std::vector<Route> routes = routes_of(permutation);
  const std::vector<std::uint32_t> numbers = first_fit_numbers(network, routes);
  const auto passes = passes_needed(network, routes);
  Json sources = Json::array();
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    Json in_pass = Json::array();
    for (std::size_t i = 0; i < routes.size() && sources.size() < kMostListed; ++i) {
      if (numbers[i] == pass) in_pass.push_back(routes[i].source);
    }
    if (!in_pass.empty()) sources.push_back(in_pass);
  }
  Json loads = Json::array();
  for (const auto& stage : link_loads(network, routes)) {
    loads.push_back(stage.empty() ? Json() : Json(*std::ranges::max_element(stage)));
  }
  Json statistics = {{"passes_at_once", passes == 1},
                     {"passes", passes},
                     {"max_link_load", max_link_load(network, routes)},
                     {"max_link_load_per_stage", loads},
                     {"collisions", collisions(network, routes).size()},
                     {"sources_per_pass", sources}};
  if (!network.steered_by_tag()) {
    statistics["element_exchanges"] = settings_of(benes_setting(permutation));
  }
  return answer(std::move(statistics));
}

/// `collisions`: which pairs meet in which element?
Report list_collisions(const Values& values, Bench&) {
  const NetworkShape network = shape_of(values);
  const std::vector<Route> routes = routes_of(permutation_of(values));
  const std::vector<Collision> found = collisions(network, routes);
  std::vector<std::uint64_t> per_stage(network.stages(), 0);
  Json pairs = Json::array();
  for (const Collision& collision : found) {
    ++per_stage[collision.stage];
    if (pairs.size() == kMostListed) continue;
    pairs.push_back({{"stage", collision.stage},
                     {"element", collision.element},
                     {"link", collision.link},
                     {"first", text_of(collision.a)},
                     {"second", text_of(collision.b)}});
  }
  return answer({{"passes_at_once", found.empty()},
                 {"collisions", found.size()},
                 {"collisions_per_stage", per_stage},
                 {"pairs", pairs}});
}

/// `count`: how many of all permutations pass at once?
Report count_permutations(const Values& values, Bench&) {
  const NetworkShape network = network_of(values);
  const std::uint64_t passing = count_passing_permutations(network);  // refuses sizes
  std::uint64_t all = 1;
  for (std::uint64_t v = 2; v <= network.ports(); ++v) all *= v;
  return answer({{"permutations", all},
                 {"passing", passing},
                 {"share", static_cast<double>(passing) / static_cast<double>(all)}});
}

}  // namespace

void add_omega_topology(Catalogue& catalogue) {
  const auto nodes_of = [](const Values& values) { return values.number("nodes"); };
  const std::vector<Parameter> shape{switch_nodes_parameter(), network_parameter(),
                                     radix_parameter()};
  const MachineRows rows{catalogue, "omega", {}};
  const auto add = [&rows](const char* name, bool is_default, const char* summary,
                           const std::vector<Parameter>& parameters,
                           Report (*answer)(const Values&, Bench&)) {
    rows("topology", name, is_default, summary, parameters, {}, answer).simulates = false;
  };
  const std::vector<Parameter> permuted = joined({shape, {permutation_parameter("bit-reversal")}});
  const Parameter destination = with_default(
      node_parameter("destination", 0, nodes_of, "where the message leaves"), "the last node",
      [](const Values& values) { return Json(values.number("nodes") - 1); });

  add("network", true, "stages, elements and crosspoints of the network", shape, describe);
  add("route", false, "the elements that one message crosses",
      joined({shape,
              {node_parameter("source", 0, nodes_of, "where the message enters"), destination}}),
      show_route);
  add("passes", false, "does a permutation pass; how many passes does it need, and the bound",
      permuted, count_passes);
  add("collisions", false, "which pairs of a permutation meet in which element", permuted,
      list_collisions);
  add("count", false, "how many of all permutations pass at once, by trying all; nodes <= 10",
      shape, count_permutations);
}

}  // namespace plexus
