#include "models/express-mesh/medians.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/catalogue/json.hpp"

namespace plexus::express {

namespace {

Weighted weighted_median(const std::vector<Counts>& all, Weighted Counts::*which) {
  std::vector<Weighted> pairs;
  std::int64_t total = 0;
  for (const Counts& one : all) {
    pairs.push_back(one.*which);
    total += pairs.back().weight;
  }
  std::ranges::sort(pairs, {}, &Weighted::value);
  std::int64_t cumulative = 0;
  for (const Weighted& pair : pairs) {
    cumulative += pair.weight;
    if (pair.weight > 0 && 2 * cumulative >= total) return {pair.value, total};
  }
  return {};
}

}  // namespace

Counts merge(const std::vector<Counts>& all) {
  Counts merged{0, 0, weighted_median(all, &Counts::lower), weighted_median(all, &Counts::upper)};
  for (const Counts& one : all) {
    merged.below += one.below;
    merged.equal += one.equal;
  }
  return merged;
}

Weighted local_median(const std::vector<std::int64_t>& sorted, std::size_t first, std::size_t end) {
  if (first >= end) return {};
  return {sorted[first + (end - first - 1) / 2], static_cast<std::int64_t>(end - first)};
}

Counts count(const std::vector<std::int64_t>& sorted, const Pivot& range) {
  const auto place = [&](auto bound) { return static_cast<std::size_t>(bound - sorted.begin()); };
  const std::size_t first = place(std::ranges::upper_bound(sorted, range.low));
  const std::size_t end = place(std::ranges::lower_bound(sorted, range.high));
  const std::size_t low =
      std::clamp(place(std::ranges::lower_bound(sorted, range.pivot)), first, std::max(first, end));
  const std::size_t high =
      std::clamp(place(std::ranges::upper_bound(sorted, range.pivot)), low, std::max(low, end));
  return {static_cast<std::int64_t>(low - first), static_cast<std::int64_t>(high - low),
          local_median(sorted, first, low), local_median(sorted, high, end)};
}

bool Selection::goes_on(const Counts& counts) {
  const bool is_lower = rank <= below + counts.below;
  found = !is_lower && rank <= below + counts.below + counts.equal;
  if (found) return false;
  if (!is_lower) below += counts.below + counts.equal;
  (is_lower ? next.high : next.low) = next.pivot;
  const Weighted& half = is_lower ? counts.lower : counts.upper;
  next.pivot = half.value;
  return 16 * half.weight <= 15 * std::exchange(active, half.weight);
}

/// l_c - 1 + (1 + I)(l_r - 1) + I D(R) mesh steps, (1 + I)(T_c - 1 + T_r - 1) + I(T_r - 1 + T_c -
/// 1) express steps.
Steps median_steps(const ExpressMeshCase& at, std::int64_t iterations) {
  using namespace building_block;
  const ExpressLine rows = at.mesh.line(0);
  const ExpressLine columns = at.mesh.line(1);
  const Steps up = terminals(columns) + line(rows);
  Steps steps = segments(columns) + (1 + iterations) * up +
                iterations * (building_block::down(rows) + terminals(columns));
  if (at.everywhere) steps += building_block::down_to_all(at.mesh);
  return steps;
}

double median_growth(const ExpressMeshCase& at) {
  const auto N = static_cast<double>(at.mesh.values());
  return std::pow(N, 0.25) * std::log2(N);
}

double most_cycles(const ExpressMeshCase& at) {
  const double iterations =
      1 + std::log(static_cast<double>(at.mesh.values())) / std::log(16.0 / 15);
  const auto none = static_cast<double>(median_steps(at, 0).cycles(at.costs).count());
  const auto one = static_cast<double>(median_steps(at, 1).cycles(at.costs).count());
  return none + iterations * (one - none);
}

std::vector<Parameter> median_parameters() {
  constexpr std::int64_t kMostModulus = std::int64_t{1} << 32;
  const Parameter rank =
      with_default(integer("rank", 1, 1, "rank of the value that is looked for"), "ceil(N / 2)",
                   [](const Values& before) { return Json((grid_nodes(before) + 1) / 2); });
  return {integer("modulus", 1, kMostModulus, 1000003, "values are hashes modulo this"),
          within(rank, "1 .. N", 1, grid_nodes), place_parameter()};
}

}  // namespace plexus::express
