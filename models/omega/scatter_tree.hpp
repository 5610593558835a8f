#pragma once

#include "models/omega/case.hpp"

/// What the recursive scatter and its dual, the gather, share.
namespace plexus {

/// The blocks that cross in step j between a relative node and `receiver` (see scatter_blocks).
[[nodiscard]] Blocks scattered_blocks(NodeId nodes, NodeId root, std::uint32_t step,
                                      NodeId receiver, Words words);

/// (3.41): log2 k tau + N/b, N = k w.
[[nodiscard]] Equation<SwitchCase> recursive_halving();

}  // namespace plexus
