#pragma once

#include <cstdint>

#include "hw/data/blocks.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What a node has combined: of so many operands is what it has of some blocks from now on.
struct OperandsRow {
  Cycles cycle{0};
  NodeId node = 0;
  std::uint64_t operands = 0;
  std::uint64_t of = 0;  ///< operands of a result; 0: nobody knows, and it is one value, no blocks
  Blocks blocks{};
  Words words{0};  ///< of the blocks
  Words all{0};    ///< of all blocks; a node of which nothing was told has its own operands of them
};

/// Looks at what nodes combine: a sink of rows that wants to know it is one of these, too.
class operands_sink_if {
 public:
  virtual void combined(const OperandsRow& row) = 0;

 protected:
  ~operands_sink_if() = default;
};

}  // namespace plexus
