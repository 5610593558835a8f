#pragma once

#include <string>
#include <vector>

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

}  // namespace plexus
