#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/json.hpp"
#include "models/omega/benes.hpp"
#include "models/omega/case.hpp"

namespace plexus::omega {

namespace {

const Statistic kTopologyRouteStages{"stages", "stages", "that a message crosses"};
const Statistic kElement{"element", "", "by stage: the element, from the top"};
const Statistic kInput{"input", "", "by stage: its input"};
const Statistic kOutput{"output", "", "by stage: its output"};
const Statistic kLink{"link", "", "by stage: the link behind it"};

/// `source`, and any `destination`: a message may stay.
std::vector<Parameter> ends() {
  return {node_parameter("source", 0, nodes_asked, "where the message enters"),
          with_default(node_parameter("destination", 0, nodes_asked, "where the message leaves"),
                       "the last node",
                       [](const Values& values) { return Json(values.number("nodes") - 1); })};
}

/// The way of one message, element by element.
void show_route(const TopologyCase& at, Statistics& statistics) {
  const NetworkShape& network = at.network;
  std::vector<StageCrossing> way;
  if (network.steered_by_tag()) {
    way = network.walk(at.route);
  } else {
    way = benes_walk(benes_setting(completed(std::vector<SwitchRoute>{at.route}, network.ports())),
                     at.route.source);
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
  statistics.set(kTopologyRouteStages, network.stages());
  statistics.set(kElement, std::move(elements));
  statistics.set(kInput, std::move(inputs));
  statistics.set(kOutput, std::move(outputs));
  statistics.set(kLink, std::move(links));
}

}  // namespace

Algorithm<TopologyCase> topology_route() {
  return {.operation = "topology",
          .name = "route",
          .summary = "the elements that one message crosses",
          .parameters = joined({topology_parameters(), ends()}),
          .answer = show_route,
          .declared = {kTopologyRouteStages, kElement, kInput, kOutput, kLink}};
}

}  // namespace plexus::omega
