#pragma once

#include <cstddef>
#include <vector>

#include "models/schedule/finding.hpp"
#include "models/schedule/schedule.hpp"

namespace plexus {

/// Rows that belong together.
struct ScheduleMatch {
  /// By row: the row at the other end; the number of rows for what is no message, or has no end.
  std::vector<std::size_t> partner;
  /// By row: those of its node that it waits for, the one before it in its thread included.
  std::vector<std::vector<std::size_t>> waits;
};

/// Sends and receives of one sender, receiver and tag meet in the order of the rows. What does not
/// meet is told in `findings`.
[[nodiscard]] ScheduleMatch find_match(const Schedule& schedule, std::vector<Finding>& findings);

/// An order in which the rows can be done.
struct RowOrder {
  std::vector<std::size_t> rows;
  std::vector<bool> forced;  ///< by row: it would wait for ever
};
/// The rows that can be done first come first. Rows that wait for each other in a circle are told
/// in `findings`, and one of them goes on as if it did not wait.
[[nodiscard]] RowOrder order_of(const Schedule& schedule, const ScheduleMatch& match,
                                std::vector<Finding>& findings);

/// The match of a schedule that can be run: throws Refusal that names file and line of the first
/// finding.
[[nodiscard]] ScheduleMatch match_rows(const Schedule& schedule);

}  // namespace plexus
