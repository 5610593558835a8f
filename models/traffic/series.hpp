#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/plotted.hpp"
#include "models/traffic/queue_levels.hpp"

namespace plexus {

/// One run of a series: figures of synthetic traffic at one load.
struct LoadPoint {
  double load = 0;
  Statistics figures;
  Cycles cycles{0};
};

/// Runs the algorithm of `entry` at `load`, other parameters as in `values`, on a kernel of its
/// own. Ends the run, class `traffic`, if its result is wrong.
[[nodiscard]] LoadPoint run_at_load(const CatalogueEntry& entry, const Values& values, double load);

/// Adds the algorithms `curve` and `saturation` of the operation `traffic` for a machine whose
/// algorithm `synthetic` has been entered. They take its parameters, `curve` and
/// `saturation` without the load; nothing is added where there is no such algorithm.
/// - `curve`: its figures at each of `loads`; --picture draws latency and accepted load over the
///   offered one, with intervals.
/// - `saturation`: the load from which on queues grow without end, by bisection to `precision`.
/// - `filling`, where `watch` is given: how full they are over the cycles of one run,
///   from its beginning on; --picture draws it.
void add_traffic_series(Catalogue& catalogue, const std::string& machine, QueueWatch watch = {});

}  // namespace plexus
