#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "hw/time/units.hpp"

namespace plexus {

/// How measured cycles stand to a predicted figure: measured <relation> predicted.
enum class Relation { kEqual, kAtMost, kAtLeast, kApproximate };

/// The word of the command line contract: `equal`, `at-most`, `at-least`, `approximate`.
[[nodiscard]] constexpr const char* to_string(Relation relation) {
  switch (relation) {
    case Relation::kEqual:
      return "equal";
    case Relation::kAtMost:
      return "at-most";
    case Relation::kAtLeast:
      return "at-least";
    case Relation::kApproximate:
      break;
  }
  return "approximate";
}

/// One formula's figure for a run, beside which the measured cycles are put.
struct Prediction {
  std::string equation;  ///< "(3.17)" of the paper, or "exact" for our own count
  std::string source;    ///< paper and section, or "exact count"
  double cycles = 0;     ///< may be fractional: never rounded
  Relation relation = Relation::kEqual;

  /// Does the relation hold for `measured`? Square roots are compared to one part in 10^9.
  [[nodiscard]] bool holds(Cycles measured) const {
    const auto count = static_cast<double>(measured.count());
    const double slack = 1e-9 * (1 + std::abs(cycles));
    switch (relation) {
      case Relation::kEqual:
        return std::abs(count - cycles) <= slack;
      case Relation::kAtMost:
        return count <= cycles + slack;
      case Relation::kAtLeast:
        return count >= cycles - slack;
      case Relation::kApproximate:
        break;
    }
    return true;
  }
};

/// Our own count of a run, which holds to the cycle.
[[nodiscard]] inline Prediction exact(Cycles cycles) {
  return {"exact", "exact count", static_cast<double>(cycles.count()), Relation::kEqual};
}

// The relations, each on its condition.

/// `equal`; otherwise `at-least`, for the formula leaves out what is rounded up.
[[nodiscard]] constexpr Relation equal_if(bool nothing_rounded) {
  return nothing_rounded ? Relation::kEqual : Relation::kAtLeast;
}
/// `at-most`; otherwise nothing is claimed.
[[nodiscard]] constexpr Relation at_most_if(bool bounds) {
  return bounds ? Relation::kAtMost : Relation::kApproximate;
}
/// `at-least`; otherwise nothing is claimed.
[[nodiscard]] constexpr Relation at_least_if(bool bounds) {
  return bounds ? Relation::kAtLeast : Relation::kApproximate;
}

/// The predictions for a machine with a knob that the paper's does not have: its formulas become
/// yardsticks, our exact counts stand.
[[nodiscard]] inline std::vector<Prediction> beyond_the_paper(std::vector<Prediction> predictions) {
  for (Prediction& prediction : predictions) {
    if (prediction.equation != "exact") prediction.relation = Relation::kApproximate;
  }
  return predictions;
}

}  // namespace plexus
