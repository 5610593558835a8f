#include "models/omega/pipelined_costs.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/omega/passes.hpp"

namespace plexus {

PipelinedCosts::PipelinedCosts(const SwitchMachine& machine, PipelinedMaps maps)
    : machine_{machine},
      maps_{std::move(maps)},
      charge_{setup_charge(machine.setup, machine.network.ports())},
      every_map_passes_{true} {
  for (std::size_t map = 0; map < maps_.maps.size(); ++map) {
    if (cut(map, 0, maps_.levels - 1).size() > 1) every_map_passes_ = false;
  }
}

/// How the senders at levels `first` .. `last` of a map are cut, remembered.
const std::vector<PipelinedCosts::Part>& PipelinedCosts::cut(std::size_t map, std::int64_t first,
                                                             std::int64_t last) {
  const std::int64_t key =
      (static_cast<std::int64_t>(map) * maps_.levels + first) * maps_.levels + last;
  const auto [entry, is_new] = cuts_.try_emplace(key);
  std::vector<Part>& parts = entry->second;
  if (!is_new) return parts;
  std::vector<SwitchRoute> routes;
  std::vector<std::int64_t> levels;
  for (const auto& [route, level] : maps_.maps[map]) {
    if (level < first || level > last) continue;
    routes.push_back(route);
    levels.push_back(level);
  }
  const std::vector<std::uint32_t> numbers = first_fit_numbers(machine_.network, routes);
  for (std::size_t i = 0; i < routes.size(); ++i) {
    if (numbers[i] == parts.size()) parts.push_back({levels[i], 0});
    Part& part = parts[numbers[i]];
    part.last_level = std::max(part.last_level, levels[i]);
    ++part.messages;
  }
  return parts;
}

SwitchTally PipelinedCosts::tally(EvenSplit split) {
  SwitchTally total;
  std::optional<std::pair<std::size_t, std::size_t>>
      set;  // map and part that the switch is set for
  const std::int64_t levels = maps_.levels;
  const std::int64_t packets = split.parts;
  for (std::int64_t t = 0, again = 1; t < maps_.steps(packets); t += again) {
    const std::int64_t first = std::max<std::int64_t>(0, t - packets + 1);
    const std::int64_t last = std::min(levels - 1, t);
    // While all levels are busy, step after step is alike: steps t .. t + again - 1 are one.
    again = first == 0 && last == levels - 1 ? packets - t : 1;
    std::int64_t passes = 0;
    for (std::size_t map = 0; map < maps_.maps.size(); ++map) {
      const std::vector<Part>& parts = cut(map, first, last);
      passes += static_cast<std::int64_t>(parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::pair wanted{map, parts.size() == 1 ? 0 : i + 1};
        if (set != wanted) ++total.setups;
        set = wanted;
        const std::int64_t packet = t - parts[i].last_level;  // the longest one, then the next ..
        const std::int64_t longer =
            std::clamp<std::int64_t>(split.larger_parts() - packet, 0, again);
        total.cycles += longer * machine_.link.hop(split.smaller() + 1_words) +
                        (again - longer) * machine_.link.hop(split.smaller());
        total.transfers += again * parts[i].messages;
        total.peak_active = std::max(total.peak_active, parts[i].messages);
      }
    }
    total.passes += again * passes;
    if (passes > 1) total.setups += (again - 1) * passes;  // one pass alone stays set
  }
  total.cycles += total.setups * charge_;
  for (const auto& map : maps_.maps) {
    total.word_hops += static_cast<std::int64_t>(map.size()) * split.total;
  }
  return total;
}

Cycles PipelinedCosts::cycles(EvenSplit split) {
  if (!every_map_passes_) return tally(split).cycles;
  const auto maps = static_cast<std::int64_t>(maps_.maps.size());
  const std::int64_t setups = maps == 1 ? 1 : maps * maps_.steps(split.parts);
  return maps * pipelined(maps_.levels, split.total, split.parts, machine_.link) + setups * charge_;
}

std::int64_t PipelinedCosts::optimal_packets(Words w) {
  return plexus::optimal_packets(
      w.count(), {w},
      [&](std::int64_t nu) {
        return cycles({w, nu});
      },
      tried_apart());
}

}  // namespace plexus
