#include "models/catalogue/verdict.hpp"

#include <algorithm>

namespace plexus {

bool good(const Report& report) {
  const bool all_hold = std::ranges::all_of(report.predictions, [&](const Prediction& prediction) {
    return prediction.holds(report.cycles);
  });
  return report.verified && all_hold &&
         (!report.lower_bound || report.cycles >= *report.lower_bound);
}

}  // namespace plexus
