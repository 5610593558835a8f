#pragma once

#include <functional>
#include <string>

#include "models/direct/direct_machine.hpp"
#include "models/operations/operation.hpp"
#include "testbenches/simulation/bench.hpp"

namespace plexus {

/// One run on a machine of processors and point-to-point links.
struct DirectRun {
  std::string machine;  ///< name of the top module
  DirectWiring wiring;
  Operation operation;
  LinkTiming timing;
  PortRule rule = PortRule::kAllHalf;
  std::function<Program(processor&)> program;  ///< what each processor runs
  double block_bytes = 0;  ///< memory for what processors hold, where it is more than a few runs
};

/// Builds the machine, runs the programs and reports cycles, verdict and the figures that all
/// direct machines share: transfers, word_hops, links_used, max_link_busy, peak_active,
/// utilisation and, with several dimensions, dimension_utilisation.
Report run_direct(const DirectRun& run, Bench& bench);

}  // namespace plexus
