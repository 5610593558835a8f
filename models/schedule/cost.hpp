#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/schedule/match.hpp"
#include "models/schedule/scheduled_operation.hpp"

namespace plexus {

/// What goes from one node to another.
struct ScheduleLink {
  NodeId from = 0;
  NodeId to = 0;
  std::uint64_t messages = 0;
  double volume = 0;
};

/// What a schedule costs, on whatever machine. Volumes are in blocks of the operation (of an
/// allreduce: vectors), or where rows name sizes alone in words.
struct CostOfSchedule {
  std::uint64_t messages = 0;
  std::uint64_t rounds = 0;  ///< messages of the longest chain, each sent when the one before is in
  std::uint64_t fan = 0;     ///< most messages that a node sends in one round
  std::uint64_t fan_in = 0;  ///< most that it takes
  double volume = 0;         ///< of all messages
  double busiest = 0;        ///< most that a node sends or takes
  std::vector<ScheduleLink> links;  ///< by sender and receiver

  std::optional<std::uint64_t> least_rounds;  ///< with as many messages a node and round
  std::optional<double> least_volume;
  std::optional<double> least_busiest;
};

/// `volumes`: by row, of those that send.
[[nodiscard]] CostOfSchedule cost_of(const Schedule& schedule, const ScheduleMatch& match,
                                     const RowOrder& order, const std::vector<double>& volumes,
                                     std::optional<ScheduledOperation> operation, NodeId nodes);

}  // namespace plexus
