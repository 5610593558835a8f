#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "hw/data/blocks.hpp"
#include "models/reconfigurable/plan.hpp"
#include "models/reconfigurable/topology.hpp"

namespace plexus {

/// A block on one hop of its way.
struct FixedHop {
  std::uint32_t step = 0;
  NodeId low = 0;     ///< ends of the link in set order: the sender, or the smaller node where both
  NodeId high = 0;    ///< directions carry data
  bool down = false;  ///< towards `low`
  NodeId from = 0;
  NodeId to = 0;
  BlockId block = 0;

  [[nodiscard]] auto place() const { return std::tuple{step, low, high, down, block}; }
};

/// The hops of all blocks of an operation, in set order: by step, then by link, each of which is
/// (u, v) with u < v where both directions carry data.
[[nodiscard]] std::vector<FixedHop> fixed_hops(const ReconfigurableCase& at,
                                               FixedOperation operation,
                                               const FixedNetwork& network);

}  // namespace plexus
