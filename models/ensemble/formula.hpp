#pragma once

#include <cmath>
#include <string_view>

#include "hw/time/timing.hpp"

/// Formulas as the 1986 paper prints them: the text is the formula, and what is worked out is read
/// from it.
namespace plexus::paper_1986 {

/// The paper's letters: k processors, N words in all, tau and b of a transfer, ks = k*.
struct Letters {
  double k = 0;
  double N = 0;
  double tau = 0;
  double b = 1;
  double ks = 1;

  [[nodiscard]] double n() const { return std::log2(k); }
  [[nodiscard]] LinkTiming timing() const {
    return {Cycles{std::llround(tau)}, Words{std::llround(b)}};
  }
};

/// What a formula gives for these letters. It is a sum of products, in which factors stand side by
/// side (`2k tau/k*` is 2 k tau / k*, from left to right), of numbers, `k`, `k*`, `N`, `n`, `b`,
/// `tau`, sums in brackets, `sqrt`, `floor` and `ceil` of a factor, a factor `^` another one, and
/// `pipeline(i, w)`, what w words over i links take in the best real number of packets. Throws
/// std::invalid_argument, with the text, where it is none.
[[nodiscard]] double value_of(std::string_view formula, const Letters& at);

}  // namespace plexus::paper_1986
