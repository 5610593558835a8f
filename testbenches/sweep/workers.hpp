#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "testbenches/sweep/store.hpp"

namespace plexus {

/// What the processors did while the points of a sweep ran.
struct WorkTimes {
  double wall = 0;       ///< seconds
  double in_points = 0;  ///< seconds of processor time inside the points
};

/// Seconds of processor time of this process since it began, and of those that it waited for.
[[nodiscard]] double processor_time();

/// Runs points on `jobs` processes that do one after another. A process that dies costs the point
/// that it was at: its row says class `crash`; another takes its place.
///
/// `run` works a point out, in a worker. `take` gets the rows as they come, those of some
/// milliseconds together. What workers print goes to `log`, appended. An exception of `take` ends
/// all workers.
WorkTimes run_points(const std::vector<std::int64_t>& points, unsigned jobs,
                     const std::filesystem::path& log,
                     const std::function<SweepRow(std::int64_t)>& run,
                     const std::function<void(const std::vector<SweepRow>&)>& take);

/// Tells a worker, from inside `run`, to end after this point: its kernel holds much that would
/// take long to destroy.
void retire_after_point();

}  // namespace plexus
