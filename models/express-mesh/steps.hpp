#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "hw/time/units.hpp"
#include "models/express-mesh/shape.hpp"

namespace plexus {

/// What a hop of each kind takes: h = startup + ceil(words / bandwidth), x = h + express_extra,
/// b = h + bus_extra.
struct HopCosts {
  Cycles mesh{1};     ///< h: mesh links and those inside compound nodes
  Cycles express{1};  ///< x
  Cycles bus{1};      ///< b
};

/// Hops by kind, on a critical path or all of a run, and cycles of local work before them.
struct Steps {
  std::int64_t mesh = 0;  ///< A, internal hops included
  std::int64_t express = 0;
  std::int64_t bus = 0;
  std::int64_t work = 0;

  /// A h + X x + B b, after the work.
  [[nodiscard]] constexpr Cycles cycles(const HopCosts& costs) const {
    return Cycles{work} + mesh * costs.mesh + express * costs.express + bus * costs.bus;
  }
  constexpr Steps& operator+=(const Steps& more) {
    mesh += more.mesh;
    express += more.express;
    bus += more.bus;
    work += more.work;
    return *this;
  }
  friend constexpr Steps operator+(Steps a, const Steps& b) { return a += b; }
  friend constexpr Steps operator*(std::int64_t times, const Steps& a) {
    return {times * a.mesh, times * a.express, times * a.bus, times * a.work};
  }
  friend constexpr bool operator==(const Steps&, const Steps&) = default;
};

/// What the building blocks of all algorithms take on one line.
namespace building_block {

/// SEGTOT, and CHAIN or GATHER in every segment: l - 1 mesh steps.
constexpr Steps segments(ExpressLine line) { return {line.full() - 1}; }
/// CHAIN or GATHER over the terminals: T - 1 express steps.
constexpr Steps terminals(ExpressLine line) { return {0, line.terminals() - 1}; }
/// Algorithm 1: both.
constexpr Steps line(ExpressLine line) { return segments(line) + terminals(line); }
/// Further steps over the terminals of `along` where they keep the rows of `across` apart, whose
/// computations overlap: [T > 1](l - 1) express steps.
constexpr Steps overlap(ExpressLine along, ExpressLine across) {
  return {0, along.terminals() > 1 ? across.full() - 1 : 0};
}
/// DOWN: n - 1 mesh steps for T = 1, else L - 1 and T - 1.
constexpr Steps down(ExpressLine line) {
  if (line.terminals() == 1) return {line.nodes - 1};
  return {line.length - 1, line.terminals() - 1};
}
/// PREFIX and SUFFIX: n - 1 mesh steps for T = 1, else 2(L - 1) and T - 1.
constexpr Steps prefix(ExpressLine line) {
  return down(line) + (line.terminals() == 1 ? Steps{} : segments(line));
}

/// DOWN on column 0, then on all rows.
inline Steps down_to_all(const ExpressMeshShape& mesh) {
  return down(mesh.line(0)) + down(mesh.line(1));
}

}  // namespace building_block

/// The express lengths with the fewest cycles, by search over all of them: of equal ones those with
/// the shortest links in the first dimension, then in the second, ..
struct BestLengths {
  Lengths lengths;
  Cycles cycles{0};
};
using CyclesOf = std::function<Cycles(const ExpressMeshShape&)>;
/// Tries every combination of lengths `shortest` .. side (one choice for all that reach the side).
[[nodiscard]] BestLengths best_lengths(ExpressMeshShape mesh, std::int64_t shortest,
                                       const CyclesOf& cycles);
/// The same where `cycles` is a sum over the dimensions: one search in each.
[[nodiscard]] BestLengths best_lengths_by_dimension(ExpressMeshShape mesh, std::int64_t shortest,
                                                    const CyclesOf& cycles);
/// Hierarchies of `levels` levels in every dimension; fewer where a side does not have so many.
[[nodiscard]] BestLengths best_hierarchy(const std::vector<std::int64_t>& sides, unsigned levels,
                                         const HopCosts& costs);

}  // namespace plexus
