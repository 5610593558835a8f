#pragma once

#include <string>
#include <vector>

#include "testbenches/catalogue.hpp"
#include "testbenches/outputs/plot.hpp"
#include "testbenches/sweep/results.hpp"

namespace plexus {

/// The plots that a study asks for, and that of its front: axes with units, a curve for each value
/// of `series`, 95 % intervals over seeds.
[[nodiscard]] std::vector<Plot> plots_of(const Catalogue& catalogue, const SweepStudy& study,
                                         const std::vector<Configuration>& configurations);

/// `report.html`: plots, front, table and failed points in one file that needs no network. All
/// figures stand in it as JSON, too, under the id `figures`.
[[nodiscard]] std::string page_of_sweep(const Catalogue& catalogue, const SweepStudy& study,
                                        const SweepRows& rows,
                                        const std::vector<Configuration>& configurations,
                                        const std::string& command);

}  // namespace plexus
