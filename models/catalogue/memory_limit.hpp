#pragma once

#include <optional>
#include <string>

namespace plexus {

/// Refuses (`size`) a run for which this computer's memory is too small. `bytes` is an estimate
/// made before anything is built, as a real number so that it cannot overflow.
void require_memory(double bytes);

/// Bytes that a control group leaves, of which `group` is the folder: its limit without what it has
/// in use. Pages of files that it holds are given back when asked for. Nothing: it has no limit.
[[nodiscard]] std::optional<double> left_by_control_group(const std::string& group);

/// From now on it is known when memory runs out, and something is left then to tell it with.
void watch_memory();
/// Has memory run out? The kernel turns the exception into a report that does not tell.
[[nodiscard]] bool memory_ran_out();

/// What `nodes` nodes with their programs, and `links` links, cost in bytes: measured and rounded
/// up.
[[nodiscard]] double memory_of(double nodes, double links);

}  // namespace plexus
