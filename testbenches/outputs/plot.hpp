#pragma once

#include <string>
#include <vector>

#include "models/catalogue/plot.hpp"
#include "models/catalogue/study.hpp"

namespace plexus {

/// The plots below each other, behind lines of `facts` about all of them, as SVG, light and dark.
/// Colours can be told apart by the colour-blind, each series has a sign of its own, beyond eight a
/// dash of its own; axes fit what stands on them.
[[nodiscard]] std::string svg_plots(const std::string& title, const std::vector<Plot>& plots,
                                    const std::vector<std::string>& facts = {});

/// The plots for a page, each a drawing of its own, narrow enough for a phone: with
/// `style_of_plots` in the head and `script_of_plots` behind them a click on a name of the legend
/// takes its curve away, a pulled rectangle is looked at closely, and a value tells itself where
/// the mouse is.
[[nodiscard]] std::string figures_of_plots(const std::vector<Plot>& plots);
[[nodiscard]] std::string style_of_plots();
[[nodiscard]] const char* script_of_plots();

/// `984 ± 102`, `5.129 ± 0.061`: to the second digit of the interval, or whole; no interval, six
/// digits.
[[nodiscard]] std::string with_interval(double value, double half);

/// A page of them, behind the same facts, that needs no network.
[[nodiscard]] std::string page_of_plots(const std::string& title, const std::vector<Plot>& plots,
                                        const std::vector<std::string>& facts = {});

/// Bars for each table of a study: a group for each row, a bar for each column of numbers; curves
/// over N, the size of a machine, and where the first column is a quantity that rises over many
/// rows. Logarithmic scales where numbers differ much, and for growth. Bars of more than 48 rows
/// are left to read.
[[nodiscard]] std::vector<Plot> plots_of(const StudyReport& report);

}  // namespace plexus
