#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "hw/data/memory.hpp"
#include "hw/observe/trace.hpp"

namespace plexus {

/// What the rows of a trace tell of a run, without any simulation.
struct Replay {
  Cycles cycles{0};                   ///< when the last transfer ended
  std::uint64_t hops = 0;             ///< transfers that started
  Words word_hops{0};                 ///< sum of their words
  std::uint64_t unfinished = 0;       ///< transfers that never ended
  std::map<NodeId, Memory> memories;  ///< final placement: what each processor has stored
};

/// Reads a trace in the form that its ending names, `.csv` or `.jsonl`. The rank of a part is not
/// written in a trace, and what a part is set to is there in words, which nothing reads. Throws
/// std::invalid_argument, with the number of the row, where it is none.
std::vector<TraceRow> read_trace(const std::string& path);

/// Plays `rows` of a run that moves the data of `space`. Throws std::invalid_argument where they
/// contradict each other: a receive without its send, a word stored twice, cycles that go back.
Replay replay(const std::vector<TraceRow>& rows, BlockSpace space);

}  // namespace plexus
