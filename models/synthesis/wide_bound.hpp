#pragma once

#include <cstdint>

#include "models/synthesis/problem.hpp"

namespace plexus {

/// Cycles below which no run of an operation can be, for machines of any size: in time that grows
/// with the links and the dimensions, and with both nodes and links up to some million of their
/// product. By what each node takes in and gives out, how far it comes, what crosses between the
/// first nodes of an order (near ones, or slabs along a dimension) and the rest, and what all links
/// carry together; of an allreduce each word is sent n - 1 times to be combined and n - 1 times to
/// be told. 0 for a permutation, and where sums leave 64 bits.
[[nodiscard]] std::int64_t wide_bound(const SynthesisNetwork& network,
                                      const SynthesisRequest& request);

}  // namespace plexus
