#include "models/omega/passes.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <tuple>
#include <utility>

#include "models/catalogue/refusal.hpp"

namespace plexus {
namespace {

/// The links that one message takes: the one of its source, then one behind every stage.
/// Numbers run over the whole network, so that one flat table tells which are taken.
class LinkTable {
 public:
  explicit LinkTable(const NetworkShape& network)
      : network_{network}, columns_{network.can_block() ? network.stages() : 1} {}

  [[nodiscard]] std::size_t links() const { return (columns_ + std::size_t{1}) * network_.ports(); }

  /// Writes the message's links to `links`. Where nothing can block, only the ends count.
  void of(SwitchRoute route, std::vector<std::size_t>& links) const {
    links.assign(1, route.source);
    for (std::uint32_t column = 0; column < columns_; ++column) {
      const std::uint32_t label =
          network_.can_block() ? network_.label(route, column) : route.destination;
      links.push_back((column + std::size_t{1}) * network_.ports() + label);
    }
  }

 private:
  NetworkShape network_;
  std::uint32_t columns_;
};

/// Links taken in one pass.
class Occupancy {
 public:
  explicit Occupancy(std::size_t links) : taken_(links, false) {}

  [[nodiscard]] bool free(const std::vector<std::size_t>& links) const {
    return std::ranges::none_of(links, [this](std::size_t link) { return taken_[link]; });
  }
  void set(const std::vector<std::size_t>& links, bool taken) {
    for (const std::size_t link : links) taken_[link] = taken;
  }

 private:
  std::vector<bool> taken_;
};

/// In which passes each link is taken, a bit per pass: the first one in which several are free is
/// found 64 passes at a time.
class TakenPasses {
 public:
  explicit TakenPasses(std::size_t links) : links_{links}, taken_(links, 0) {}

  /// The first pass in which all of `links` are free; they are taken in it now.
  std::uint32_t take_first_free(const std::vector<std::size_t>& links) {
    for (std::size_t word = 0;; ++word) {
      if (word == words_) grow();
      std::uint64_t any = 0;
      for (const std::size_t link : links) any |= taken_[link * words_ + word];
      if (~any == 0) continue;
      const int bit = std::countr_one(any);
      for (const std::size_t link : links) taken_[link * words_ + word] |= std::uint64_t{1} << bit;
      return static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(bit);
    }
  }

 private:
  /// Twice as many passes.
  void grow() {
    std::vector<std::uint64_t> wider(2 * taken_.size(), 0);
    for (std::size_t link = 0; link < links_; ++link) {
      std::copy_n(taken_.begin() + static_cast<std::ptrdiff_t>(link * words_), words_,
                  wider.begin() + static_cast<std::ptrdiff_t>(2 * link * words_));
    }
    taken_ = std::move(wider);
    words_ *= 2;
  }

  std::size_t links_;
  std::size_t words_ = 1;  ///< of each link
  std::vector<std::uint64_t> taken_;
};

/// Counts, source by source, the ways to give the sources from `source` on a destination each.
class PermutationCounter {
 public:
  explicit PermutationCounter(const NetworkShape& network)
      : ports_{network.ports()}, occupancy_{LinkTable{network}.links()} {
    const LinkTable table{network};
    ways_.resize(std::size_t{ports_} * ports_);
    for (NodeId s = 0; s < ports_; ++s) {
      for (NodeId d = 0; d < ports_; ++d) table.of({s, d}, ways_[std::size_t{s} * ports_ + d]);
    }
  }

  std::uint64_t count(NodeId source = 0) {
    if (source == ports_) return 1;
    std::uint64_t total = 0;
    for (NodeId d = 0; d < ports_; ++d) {
      const auto& links = ways_[std::size_t{source} * ports_ + d];
      if (!occupancy_.free(links)) continue;
      occupancy_.set(links, true);
      total += count(source + 1);
      occupancy_.set(links, false);
    }
    return total;
  }

 private:
  NodeId ports_;
  Occupancy occupancy_;
  std::vector<std::vector<std::size_t>> ways_;
};

std::vector<std::uint32_t> loads(const LinkTable& table, std::span<const SwitchRoute> routes) {
  std::vector<std::uint32_t> load(table.links(), 0);
  std::vector<std::size_t> links;
  for (const SwitchRoute route : routes) {
    table.of(route, links);
    for (const std::size_t link : links) ++load[link];
  }
  return load;
}

}  // namespace

std::vector<std::uint32_t> first_fit_numbers(const NetworkShape& network,
                                             std::span<const SwitchRoute> routes) {
  const LinkTable table{network};
  TakenPasses taken{table.links()};
  std::vector<std::uint32_t> numbers;
  numbers.reserve(routes.size());
  std::vector<std::size_t> links;
  for (const SwitchRoute route : routes) {
    table.of(route, links);
    numbers.push_back(taken.take_first_free(links));
  }
  return numbers;
}

std::vector<SwitchPass> first_fit(const NetworkShape& network,
                                  std::span<const SwitchMessage> messages) {
  std::vector<SwitchMessage> rising{messages.begin(), messages.end()};
  std::ranges::stable_sort(rising, {}, &SwitchMessage::source);
  std::vector<SwitchRoute> routes;
  routes.reserve(rising.size());
  for (const SwitchMessage& message : rising) routes.push_back(message.route());

  std::vector<SwitchPass> passes;
  const std::vector<std::uint32_t> numbers = first_fit_numbers(network, routes);
  for (std::size_t i = 0; i < rising.size(); ++i) {
    if (numbers[i] == passes.size()) passes.emplace_back();
    passes[numbers[i]].push_back(rising[i]);
  }
  return passes;
}

std::int64_t passes_needed(const NetworkShape& network, std::span<const SwitchRoute> routes) {
  std::vector<SwitchRoute> rising{routes.begin(), routes.end()};
  std::ranges::stable_sort(rising, {}, &SwitchRoute::source);
  const std::vector<std::uint32_t> numbers = first_fit_numbers(network, rising);
  return numbers.empty() ? 0 : std::int64_t{*std::ranges::max_element(numbers)} + 1;
}

bool passes_at_once(const NetworkShape& network, std::span<const SwitchRoute> routes) {
  const LinkTable table{network};
  Occupancy taken{table.links()};
  std::vector<std::size_t> links;
  return std::ranges::all_of(routes, [&](SwitchRoute route) {
    table.of(route, links);
    const bool free = taken.free(links);
    taken.set(links, true);
    return free;
  });
}

std::int64_t max_link_load(const NetworkShape& network, std::span<const SwitchRoute> routes) {
  return std::ranges::max(loads(LinkTable{network}, routes));
}

std::vector<std::vector<std::uint32_t>> link_loads(const NetworkShape& network,
                                                   std::span<const SwitchRoute> routes) {
  const std::vector<std::uint32_t> flat = loads(LinkTable{network}, routes);
  std::vector<std::vector<std::uint32_t>> by_stage(network.stages());
  const auto ports = static_cast<std::ptrdiff_t>(network.ports());
  auto column = flat.end();  // the last stage is the last column; the sources' is left out
  for (auto stage = by_stage.rbegin(); stage != by_stage.rend() && column - ports != flat.begin();
       ++stage) {
    stage->assign(column - ports, column);
    column -= ports;
  }
  return by_stage;
}

std::vector<Collision> collisions(const NetworkShape& network, std::span<const SwitchRoute> routes,
                                  std::size_t most) {
  std::vector<Collision> found;
  const auto keep_first = [&] {
    std::ranges::sort(found, {}, [](const Collision& c) {
      return std::tuple{c.stage, c.element, c.a, c.b};
    });
    if (found.size() > most) found.resize(most);
  };
  constexpr std::size_t kKept = std::size_t{1} << 16;  // beyond those that are wanted
  if (!network.steered_by_tag()) return found;
  const auto label = [&](SwitchRoute route, std::uint32_t stage) {
    return network.label(route, stage);
  };
  for (std::uint32_t stage = 0; stage < network.stages() && found.size() < most; ++stage) {
    std::vector<std::vector<SwitchRoute>> meeting(network.ports());
    for (const SwitchRoute route : routes) meeting[label(route, stage)].push_back(route);
    const bool nodes = network.kind() == NetworkKind::kDataManipulator;
    const Wiring back = nodes ? Wiring{} : network.wires_behind(stage).inverse();
    for (std::uint32_t at = 0; at < network.ports(); ++at) {
      std::vector<SwitchRoute>& here = meeting[at];
      std::ranges::sort(here);
      const std::uint32_t link = network.link_of_label(at, stage);
      // A data manipulator's messages come from different nodes: they meet in the one they reach.
      const std::uint32_t element = nodes ? link : back[link] / network.element_ports();
      for (std::size_t a = 0; a < here.size(); ++a) {
        for (std::size_t b = a + 1; b < here.size(); ++b) {
          const bool met_before =
              stage > 0 && label(here[a], stage - 1) == label(here[b], stage - 1);
          if (!met_before) found.push_back({stage, element, link, here[a], here[b]});
          if (found.size() >= kKept && found.size() - kKept >= most) keep_first();
        }
      }
    }
  }
  keep_first();
  return found;
}

std::vector<std::uint64_t> collisions_per_stage(const NetworkShape& network,
                                                std::span<const SwitchRoute> routes) {
  std::vector<std::uint64_t> counts(network.stages(), 0);
  if (!network.steered_by_tag()) return counts;
  const auto pairs = [](std::uint64_t messages) { return messages * (messages - 1) / 2; };
  // By the link in front of a stage and the one behind it.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ways(routes.size());
  for (std::uint32_t stage = 0; stage < network.stages(); ++stage) {
    for (std::size_t i = 0; i < routes.size(); ++i) {
      ways[i].first = network.label(routes[i], stage);
      ways[i].second = stage > 0 ? network.label(routes[i], stage - 1) : 0;
    }
    std::ranges::sort(ways);
    for (auto behind = ways.begin(); behind != ways.end();) {
      const auto label = behind->first;
      const auto end =
          std::find_if(behind, ways.end(), [&](const auto& way) { return way.first != label; });
      counts[stage] += pairs(static_cast<std::uint64_t>(end - behind));
      for (auto before = behind; stage > 0 && before != end;) {  // these have met already
        const auto next = std::upper_bound(before, end, *before);
        counts[stage] -= pairs(static_cast<std::uint64_t>(next - before));
        before = next;
      }
      behind = end;
    }
  }
  return counts;
}

std::uint64_t count_passing_permutations(const NetworkShape& network) {
  if (network.ports() > kMostCountedPorts) {
    throw Refusal{RefusalClass::kSize, "Permutations are counted one by one: choose at most " +
                                           std::to_string(kMostCountedPorts) + " --nodes, not " +
                                           std::to_string(network.ports())};
  }
  return PermutationCounter{network}.count();
}

Words longest(std::span<const SwitchMessage> pass) {
  Words most{0};
  for (const SwitchMessage& message : pass) most = std::max(most, message.words);
  return most;
}

}  // namespace plexus
