#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/json.hpp"
#include "models/omega/case.hpp"
#include "models/omega/passes.hpp"

namespace plexus::omega {

namespace {

const Statistic kTopologyCollisionsPassesAtOnce{"passes_at_once", "",
                                                "do all messages cross in one pass?"};
const Statistic kTopologyCollisionsCollisions{"collisions", "pairs", "that cannot share a pass"};
const Statistic kPerStage{"collisions_per_stage", "pairs", "the same by stage"};
const Statistic kPairs{"pairs", "", "who meets whom, where"};

constexpr std::size_t kTopologyCollisionsMostListed = 256;  // collisions

std::string text_of(const SwitchRoute& route) { return fmt::to_string(fmt::streamed(route)); }

/// Which pairs meet in which element?
void list_collisions(const TopologyCase& at, Statistics& statistics) {
  const std::vector<SwitchRoute> routes = routes_of(at.permutation);
  const std::vector<std::uint64_t> per_stage = collisions_per_stage(at.network, routes);
  Json pairs = Json::array();
  for (const Collision& collision : collisions(at.network, routes, kTopologyCollisionsMostListed)) {
    pairs.push_back({{"stage", collision.stage},
                     {"element", collision.element},
                     {"link", collision.link},
                     {"first", text_of(collision.a)},
                     {"second", text_of(collision.b)}});
  }
  const auto all = std::accumulate(per_stage.begin(), per_stage.end(), std::uint64_t{0});
  statistics.set(kTopologyCollisionsPassesAtOnce, all == 0);
  statistics.set(kTopologyCollisionsCollisions, all);
  statistics.set(kPerStage, per_stage);
  statistics.set(kPairs, std::move(pairs));
}

}  // namespace

Algorithm<TopologyCase> topology_collisions() {
  return {.operation = "topology",
          .name = "collisions",
          .summary = "which pairs of a permutation meet in which element",
          .parameters = joined({topology_parameters(), {permutation_parameter()}}),
          .answer = list_collisions,
          .declared = {kTopologyCollisionsPassesAtOnce, kTopologyCollisionsCollisions, kPerStage,
                       kPairs}};
}

}  // namespace plexus::omega
