#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/json.hpp"
#include "models/omega/benes.hpp"
#include "models/omega/case.hpp"
#include "models/omega/passes.hpp"

namespace plexus::omega {

namespace {

const Statistic kTopologyPassesPassesAtOnce{"passes_at_once", "",
                                            "do all messages cross in one pass?"};
const Statistic kPasses{"passes", "passes", "by first fit"};
const Statistic kTopologyPassesMaxLinkLoad{"max_link_load", "messages",
                                           "most over one link: a bound for the passes"};
const Statistic kLoads{"max_link_load_per_stage", "messages", "the same by stage"};
const Statistic kTopologyPassesCollisions{"collisions", "pairs", "that cannot share a pass"};
const Statistic kSourcesPerPass{"sources_per_pass", "", "who sends in each pass"};
const Statistic kElementExchanges{"element_exchanges", "", "benes: a bit per element, by stage"};

constexpr std::size_t kTopologyPassesMostListed = 256;  // passes

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

/// Does the permutation pass; how many passes does it need, and what is the bound?
void count_passes(const TopologyCase& at, Statistics& statistics) {
  const NetworkShape& network = at.network;
  const std::vector<SwitchRoute> routes = routes_of(at.permutation);
  const std::vector<std::uint32_t> numbers = first_fit_numbers(network, routes);
  const auto passes =
      numbers.empty() ? std::int64_t{0} : std::int64_t{*std::ranges::max_element(numbers)} + 1;
  std::vector<Json> in_pass(std::min(static_cast<std::size_t>(passes), kTopologyPassesMostListed),
                            Json::array());
  for (std::size_t i = 0; i < routes.size(); ++i) {  // by rising source
    if (numbers[i] < in_pass.size()) in_pass[numbers[i]].push_back(routes[i].source);
  }
  Json sources = Json::array();
  for (Json& pass : in_pass) sources.push_back(std::move(pass));
  Json loads = Json::array();
  for (const auto& stage : link_loads(network, routes)) {
    loads.push_back(stage.empty() ? Json() : Json(*std::ranges::max_element(stage)));
  }
  statistics.set(kTopologyPassesPassesAtOnce, passes == 1);
  statistics.set(kPasses, passes);
  statistics.set(kTopologyPassesMaxLinkLoad, max_link_load(network, routes));
  statistics.set(kLoads, std::move(loads));
  const std::vector<std::uint64_t> collisions = collisions_per_stage(network, routes);
  statistics.set(kTopologyPassesCollisions,
                 std::accumulate(collisions.begin(), collisions.end(), std::uint64_t{0}));
  statistics.set(kSourcesPerPass, std::move(sources));
  if (!network.steered_by_tag()) {
    statistics.set(kElementExchanges, settings_of(benes_setting(at.permutation)));
  }
}

}  // namespace

Algorithm<TopologyCase> topology_passes() {
  return {.operation = "topology",
          .name = "passes",
          .summary = "does a permutation pass; how many passes does it need, and the bound",
          .parameters = joined({topology_parameters(), {permutation_parameter()}}),
          .answer = count_passes,
          .declared = {kTopologyPassesPassesAtOnce, kPasses, kTopologyPassesMaxLinkLoad, kLoads,
                       kTopologyPassesCollisions, kSourcesPerPass, kElementExchanges}};
}

}  // namespace plexus::omega
