#pragma once

#include <algorithm>
#include <cstdint>

#include "models/express-mesh/buses.hpp"

namespace plexus::express {

/// The sizes of the algorithm, and the phases at which its parts begin; a slot is a phase.
struct RowColumnPlan {
  std::int64_t s;   ///< side of a block
  std::int64_t Br;  ///< blocks in a column
  std::int64_t Bc;  ///< blocks in a row
  std::int64_t g;   ///< blocks that one row bus collects
  std::int64_t U;   ///< row buses used by a row of blocks
  std::int64_t K;   ///< columns that collect row totals
  std::int64_t V;   ///< values left in row 0 when the third level begins
  std::int64_t W;   ///< rows that collect those
  std::int64_t B = 2;
  std::int64_t C = B + 1;
  std::int64_t D = C + slots(g, Bc);
  std::int64_t E = D + 1;
  std::int64_t F;

  explicit RowColumnPlan(const ExpressMeshCase& at)
      : s{at.block},
        Br{at.mesh.sides[0] / s},
        Bc{at.mesh.sides[1] / s},
        g{ceil_div(Bc, s)},
        U{ceil_div(Bc, g)},
        K{ceil_div(Br, at.group2)},
        V{at.group3 > 0 ? ceil_div(K, s) : 1},
        W{at.group3 > 0 ? ceil_div(V, at.group3) : 1},
        F{E + 1 + (Br > 1 ? slots(at.group2, Br) : 0)} {}
};

/// A = 2(s-1) + 2(U-1) + [Br>1][K>1](group3 = 0 ? K-1 : min(s,K)-1 + [V>1](W-1)),
/// B = slots(g,Bc) + [Br>1]([K>1] + slots(group2,Br) + [K>1][group3>0][V>1]([W>1] +
/// slots(group3,V))).
inline Steps row_column_steps(const ExpressMeshCase& at) {
  const RowColumnPlan plan{at};
  Steps steps{2 * (plan.s - 1) + 2 * (plan.U - 1), 0, slots(plan.g, plan.Bc)};
  if (plan.Br == 1) return steps;
  steps.bus += slots(at.group2, plan.Br);
  if (plan.K == 1) return steps;
  steps.bus += 1;
  steps.mesh += at.group3 == 0 ? plan.K - 1 : std::min(plan.s, plan.K) - 1 + plan.W - 1;
  if (plan.V > 1) steps.bus += (plan.W > 1 ? 1 : 0) + slots(at.group3, plan.V);
  return steps;
}

}  // namespace plexus::express
