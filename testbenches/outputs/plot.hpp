#pragma once

#include <string>
#include <vector>

#include "models/catalogue/plot.hpp"
#include "models/catalogue/study.hpp"

namespace plexus {

/// The plots below each other, as SVG, light and dark; colours that the colour-blind can tell
/// apart, and a sign of its own for each series.
[[nodiscard]] std::string svg_plots(const std::string& title, const std::vector<Plot>& plots);
/// The same as a page that needs no network; a value tells itself where the mouse is.
[[nodiscard]] std::string page_of_plots(const std::string& title, const std::vector<Plot>& plots);

/// Bars for each table of a study: a group for each row, a bar for each column of numbers; curves
/// over N, the size of a machine, and where the first column is a quantity that rises over many
/// rows. Logarithmic scales where numbers differ much, and for growth. Bars of more than 48 rows
/// are left to read.
[[nodiscard]] std::vector<Plot> plots_of(const StudyReport& report);

}  // namespace plexus
