#pragma once

namespace plexus {

/// Refuses (`size`) a run for which this computer's memory is too small. `bytes` is an estimate
/// made before anything is built, as a real number so that it cannot overflow.
void require_memory(double bytes);

/// From now on it is known when memory runs out, and something is left then to tell it with.
void watch_memory();
/// Has memory run out? The kernel turns the exception into a report that does not tell.
[[nodiscard]] bool memory_ran_out();

/// What `nodes` nodes with their programs, and `links` links, cost in bytes: measured and rounded
/// up.
[[nodiscard]] double memory_of(double nodes, double links);

}  // namespace plexus
