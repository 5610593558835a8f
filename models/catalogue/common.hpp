#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "models/catalogue/algorithm.hpp"
#include "models/operations/standard.hpp"

namespace plexus {

/// What all algorithms of a machine have in common, said once beside what each says of itself. The
/// case tells in `facts()` what the operation that an algorithm names is of.
template <typename Case>
struct Common {
  using Module = typename Case::Module;

  /// Cycles that no algorithm of an operation can beat; nothing where none is known.
  std::map<std::string, std::function<std::optional<Cycles>(const Case&)>> lower_bounds{};
  /// Figures that follow from the case, behind those of the hardware. Empty: none.
  std::function<void(const Case&, const Module&, Statistics&)> statistics{};
  /// A check beside that of the operation. Empty: none.
  std::function<std::optional<std::string>(const Case&, const Operation&, const Module&)> check{};
  /// Nodes hold nothing before, and after just what they had to get: what they have at the start
  /// is their programs' business.
  bool memories_begin_empty = false;

  /// The algorithm with all of this.
  [[nodiscard]] Algorithm<Case> operator()(Algorithm<Case> one) const {
    if (one.answer) return one;
    if (!one.data) {
      one.data = [name = one.operation](const Case& at) {
        Operation operation = standard_operation(name, at.facts());
        operation.name = name;
        return operation;
      };
    }
    if (const auto bound = lower_bounds.find(one.operation);
        bound != lower_bounds.end() && !one.lower_bound && !one.is_bounded) {
      one.lower_bound = bound->second;
    }
    if (statistics) {
      one.statistics = [all = statistics, own = one.statistics](const Case& at, const Module& top,
                                                                Statistics& figures) {
        all(at, top, figures);
        if (own) own(at, top, figures);
      };
    }
    if (check) {
      one.check = [all = check, data = one.data, own = one.check](
                      const Case& at, const Module& top) -> std::optional<std::string> {
        if (auto problem = all(at, data(at), top)) return problem;
        return own ? own(at, top) : std::nullopt;
      };
    }
    if (memories_begin_empty) {
      one.data = [data = one.data](const Case& at) { return arrivals_of(data(at)); };
    }
    return one;
  }
};

}  // namespace plexus
