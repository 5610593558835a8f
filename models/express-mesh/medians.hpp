#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "models/express-mesh/case.hpp"

/// What the selection of a rank by medians of medians counts, carries and decides.
namespace plexus::express {

/// A value that stands for `weight` values; of weight 0: for none.
struct Weighted {
  std::int64_t value = 0;
  std::int64_t weight = 0;
};

/// Upwards: active values below and equal to the pivot, and medians of those on either side of it.
struct Counts {
  std::int64_t below = 0;
  std::int64_t equal = 0;
  Weighted lower;
  Weighted upper;

  [[nodiscard]] Record record() const {
    return Record{{below, equal, lower.value, lower.weight, upper.value, upper.weight}};
  }
  static Counts of(const Record& record) {
    const auto& n = record.numbers;
    return {n[0], n[1], {n[2], n[3]}, {n[4], n[5]}};
  }
};
/// Sums, and weighted medians of the medians: the smallest value whose cumulative weight reaches
/// half of the total, with the total.
[[nodiscard]] Counts merge(const std::vector<Counts>& all);

/// Downwards: the open range of the active values, and the pivot.
struct Pivot {
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  std::int64_t pivot = 0;

  [[nodiscard]] Record record() const { return Record{{low, high, pivot, 0, 0, 0}}; }
  static Pivot of(const Record& record) {
    return {record.numbers[0], record.numbers[1], record.numbers[2]};
  }
};

/// The local median of w sorted values first .. end - 1: index floor((w - 1) / 2), for all of them.
[[nodiscard]] Weighted local_median(const std::vector<std::int64_t>& sorted, std::size_t first,
                                    std::size_t end);
/// What a terminal counts among its sorted values inside the range.
[[nodiscard]] Counts count(const std::vector<std::int64_t>& sorted, const Pivot& range);

/// What node 0 decides on from one iteration to the next.
struct Selection {
  std::int64_t rank = 1;
  std::int64_t active = 0;  ///< values that are left
  Pivot next{};
  std::int64_t below = 0;  ///< values below the range
  bool found = false;      ///< the pivot has the rank that is looked for

  /// Does the search go on? It is over where the rank is found, and where more than 15/16 of the
  /// active values would be left: the bound on I would not hold.
  bool goes_on(const Counts& counts);
};

/// Steps of I iterations, and one broadcast more if all nodes are to know.
[[nodiscard]] Steps median_steps(const ExpressMeshCase& at, std::int64_t iterations);
/// N^(1/4) log2 N.
[[nodiscard]] double median_growth(const ExpressMeshCase& at);
/// Cycles of I <= 1 + log N / log(16/15) iterations: each that goes on removes a sixteenth of the
/// values.
[[nodiscard]] double most_cycles(const ExpressMeshCase& at);

/// `modulus`, `rank`, `place`.
[[nodiscard]] std::vector<Parameter> median_parameters();

}  // namespace plexus::express
