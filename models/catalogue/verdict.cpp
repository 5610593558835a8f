#include "models/catalogue/verdict.hpp"

#include <algorithm>

namespace plexus {

std::optional<bool> verdict_on_data(const CatalogueEntry& algorithm, const Report& report) {
  if (!algorithm.simulates && report.cycles == 0_cycles) return std::nullopt;
  const auto data = report.statistics.find("data");
  const bool sizes_only = data != report.statistics.end() && *data == "sizes only";
  return sizes_only && report.verified ? std::nullopt : std::optional{report.verified};
}

bool predictions_hold(const Report& report) {
  const bool all_hold = std::ranges::all_of(report.predictions, [&](const Prediction& prediction) {
    return prediction.holds(report.cycles);
  });
  return all_hold && (!report.lower_bound || report.cycles >= *report.lower_bound);
}

bool good(const Report& report) { return report.verified && predictions_hold(report); }

}  // namespace plexus
