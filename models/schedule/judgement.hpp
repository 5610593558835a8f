#pragma once

#include <optional>
#include <vector>

#include "models/schedule/cost.hpp"
#include "models/schedule/finding.hpp"
#include "models/schedule/schedule.hpp"
#include "models/schedule/scheduled_operation.hpp"

namespace plexus {

/// What is asked of a schedule where the file does not say it.
struct JudgeRequest {
  std::optional<ScheduledOperation> operation;
  NodeId root = 0;
};

/// What can be said of a schedule without a run.
struct Judgement {
  std::vector<Finding> findings;  ///< causes first: what meets, places, order, results, use
  CostOfSchedule cost;
  NodeId nodes = 0;
  bool has_result = false;  ///< it is known what has to be held at the end
  /// Of an operation of its own that says what lies where at the start and not at the end: what the
  /// rows leave in the output or, where they write nothing there, in the input.
  std::vector<Holding> outcome{};
};

/// Follows what lies at each place row by row, in an order that the rows allow, and tells all that
/// is wrong. Throws Refusal where the schedule is too large for that (`size`), or says of its own
/// operation what makes no sense.
[[nodiscard]] Judgement judge(const Schedule& schedule, const JudgeRequest& request);

}  // namespace plexus
