#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/ensemble/pipelining.hpp"
#include "models/omega/tally.hpp"

namespace plexus {

/// Counts of a pipelined broadcast for any number of packets, without building its plan: what a
/// step costs depends on which levels are busy and on few message sizes. Remembers how maps are
/// cut, so that asking for many packet numbers is cheap.
class PipelinedCosts {
 public:
  PipelinedCosts(const SwitchMachine& machine, PipelinedMaps maps);

  /// Equal to tally(machine, pipelined_plan(maps, split)); no packet of `split` is empty.
  [[nodiscard]] SwitchTally tally(EvenSplit split);
  /// Its cycles alone: at once if every map passes, else as `tally`.
  [[nodiscard]] Cycles cycles(EvenSplit split);
  /// The smallest number of packets, 1 .. w, with the fewest cycles, set-up and cuts included.
  [[nodiscard]] std::int64_t optimal_packets(Words w);

 private:
  /// One sub-pass of a map whose senders at some levels are busy.
  struct Part {
    std::int64_t last_level = 0;  ///< its highest level: has the first, so the longest packet
    std::int64_t messages = 0;
  };
  /// Numbers of packets at the ends of a run of alike ones that are to be tried one by one: where
  /// maps are cut, a step's length hangs on how many of the longer packets are in it.
  [[nodiscard]] std::int64_t tried_apart() const {
    return every_map_passes_ ? 0 : maps_.levels + 1;
  }
  const std::vector<Part>& cut(std::size_t map, std::int64_t first, std::int64_t last);

  SwitchMachine machine_;
  PipelinedMaps maps_;
  Cycles charge_;
  bool every_map_passes_;
  std::unordered_map<std::int64_t, std::vector<Part>> cuts_;
};

}  // namespace plexus
