#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plexus {

/// Figures over a quantity, or side by side: what is plotted, apart from how.
struct Plot {
  enum class Form {
    kLines,
    kPoints,
    kBars,
    kSpans,  ///< what lasted from when to when, in rows
  };
  /// Equal and logarithmic steps. What cannot stand on a scale (0 on a logarithmic one) is an arrow
  /// at its end.
  enum class Scale { kLinear, kLogarithmic };
  struct Axis {
    std::string label;  ///< with its unit: `cycles`, `load (packets per cycle)`
    Scale scale = Scale::kLinear;
    std::string help{};  ///< told where the mouse is on the label
    double least = 0;    ///< a logarithmic one begins above it
  };
  struct Value {
    double x = 0;
    double y = 0;
    double low = 0;  ///< ends of the confidence interval; equal where there is none; of a span
    double high = 0;
    std::string hint{};  ///< told where the mouse is, before the figures; may be empty
    std::string name{};  ///< stands beside the value; may be empty
    bool bound =
        false;  ///< of a saturated run, no more than a bound: hollow, and its line ends here
    std::optional<std::size_t> row{};  ///< of the page's figures: what a click on the value shows
  };
  struct Series {
    std::string name;
    std::vector<Value> values;  ///< of bars and spans, x is the number of the label
  };

  std::string title;
  Form form = Form::kLines;
  Axis x;
  Axis y;
  std::vector<std::string> labels;  ///< of bars, or of rows of spans
  /// One of so many that share their axes and stand side by side, as one follows the other.
  std::size_t facets = 1;
  std::vector<Series> series;
};

}  // namespace plexus
