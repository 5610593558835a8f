#pragma once

#include <string>
#include <vector>

#include "models/catalogue/study.hpp"

namespace plexus {

/// Figures over a quantity, or side by side: what is plotted, apart from how.
struct Plot {
  enum class Form { kLines, kPoints, kBars };
  /// Equal and logarithmic steps. A scale on which a value cannot stand (0 on a logarithmic one)
  /// leaves the value out.
  enum class Scale { kLinear, kLogarithmic };
  struct Axis {
    std::string label;  ///< with its unit: `cycles`, `load (packets per cycle)`
    Scale scale = Scale::kLinear;
  };
  struct Value {
    double x = 0;
    double y = 0;
    double low = 0;  ///< ends of the confidence interval; equal where there is none
    double high = 0;
    std::string hint{};  ///< told where the mouse is, before the figures; may be empty
  };
  struct Series {
    std::string name;
    std::vector<Value> values;  ///< of bars, x is the number of the label
  };

  std::string title;
  Form form = Form::kLines;
  Axis x;
  Axis y;
  std::vector<std::string> labels;  ///< of bars
  std::vector<Series> series;
};

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
