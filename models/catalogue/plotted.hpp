#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/plot.hpp"

namespace plexus {

/// An experiment that makes runs of its own, each on its own kernel, and whose picture is a plot of
/// what came out.
class plotted_if {
 public:
  /// What is drawn; once the runs have been made.
  [[nodiscard]] virtual std::vector<Plot> plots() const = 0;
  /// Cycles of all runs.
  [[nodiscard]] virtual Cycles simulated() const = 0;
  /// Is told how much of its runs has been made, 0 to 1, and what comes now.
  using Telling = std::function<void(double part, const std::string& what)>;
  virtual void tell_progress(Telling /*telling*/) const {}

 protected:
  ~plotted_if() = default;
};

}  // namespace plexus
