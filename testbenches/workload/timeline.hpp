#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "testbenches/workload/workload.hpp"

namespace plexus {

/// When a task ran, in cycles: at a node, or between nodes.
struct TaskRun {
  std::size_t task = 0;
  std::int64_t ready = 0;  ///< all that it comes after had ended
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::optional<std::size_t>
      cause{};  ///< the task whose end let it begin; none: nothing was before
};

/// Of a collective: the cycle in which it was ready at the node that was first, and which was last.
struct TeamMeeting {
  std::int64_t first = 0;
  std::size_t last_lane = 0;
};

/// What happened when. Nodes that all do the same are one lane.
struct Timeline {
  std::vector<std::vector<TaskRun>> lanes;      ///< computing, by node
  std::vector<TaskRun> network;                 ///< collectives, in the order in which they begin
  std::vector<TaskRun> meets;                   ///< what takes no time: nodes waited for each other
  std::map<std::size_t, TeamMeeting> meetings;  ///< by collective
  std::int64_t end = 0;                         ///< cycle in which the last one ended

  /// Cycles in which the network works, and in which it works while no node computes.
  [[nodiscard]] std::int64_t communication() const;
  [[nodiscard]] std::int64_t exposed() const;
  /// Cycles in which the busiest node computes.
  [[nodiscard]] std::int64_t computing() const;
  /// Tasks each of which let the next one begin, up to the one that ended last.
  [[nodiscard]] std::vector<std::size_t> critical() const;
  /// Cycles that a lane waits for a task: by {lane, task}.
  [[nodiscard]] std::map<std::pair<std::size_t, std::size_t>, std::int64_t> waits() const;
};

/// Lays the tasks out. A node computes one task at a time, and takes part in one collective at a
/// time, or sends one message and takes another: what is ready first goes first, of equals what
/// stands first in the file. A collective is ready when all nodes that take part are. `cycles`: of
/// each collective. Throws Refusal for tasks that wait for each other.
[[nodiscard]] Timeline lay_out(const Workload& workload, const std::vector<std::int64_t>& cycles);

}  // namespace plexus
