#pragma once

#include <cstddef>
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

/// What is done with points, and where.
struct PointWork {
  std::function<SweepRow(std::int64_t)> run;  ///< works a point out, in a worker
  /// Keeps rows where others find them: in a worker those of some milliseconds together, here that
  /// of a point with which a worker died.
  std::function<void(const std::vector<SweepRow>&)> keep;
  std::function<void(std::size_t done, std::size_t failed)> tell;  ///< here, as rows are kept
};

/// Runs points on `jobs` processes that do one after another, and keep what comes of them. A
/// process that dies costs the point that it was at: its row says class `crash`; another takes its
/// place, and does again what it had not kept. What workers print goes to `log`, appended. A
/// StoreFailure of one ends all.
WorkTimes run_points(const std::vector<std::int64_t>& points, unsigned jobs,
                     const std::filesystem::path& log, const PointWork& work);

/// Tells a worker, from inside `run`, to end after this point: its kernel holds much that would
/// take long to destroy.
void retire_after_point();

}  // namespace plexus
