#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "testbenches/catalogue.hpp"
#include "testbenches/outputs/plot.hpp"
#include "testbenches/sweep/results.hpp"

namespace plexus {

/// Folder with the picture of a run, `NUMBER.html` of its point, beside the page.
inline constexpr const char* kPictures = "pictures";

/// The plots that a study asks for, and that of its front: axes with units, a curve for each value
/// of `series`, 95 % intervals over seeds; facets where curves are too many.
[[nodiscard]] std::vector<Plot> plots_of(const Catalogue& catalogue, const SweepStudy& study,
                                         const std::vector<Configuration>& configurations,
                                         const std::vector<Design>& designs);

/// `report.html`: plots, front, failed points and table in one file that needs no network but
/// `pictures`, by point, where there are some. All figures stand in it as JSON, too, under the id
/// `figures`.
[[nodiscard]] std::string page_of_sweep(const Catalogue& catalogue, const SweepStudy& study,
                                        const SweepRows& rows,
                                        const std::vector<Configuration>& configurations,
                                        const std::vector<Design>& designs,
                                        const std::set<std::int64_t>& pictures,
                                        const std::string& command);

}  // namespace plexus
