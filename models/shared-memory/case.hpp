#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/algorithm.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/operations/reduction.hpp"
#include "models/operations/run_parameters.hpp"
#include "models/shared-memory/module.hpp"
#include "models/shared-memory/shape.hpp"

namespace plexus {

/// The parameters of a run around a global memory, read once. What an operation does not take keeps
/// its default.
struct SharedMemoryCase {
  using Module = shared_memory_machine;
  using Node = memory_node;

  SharedMemoryShape shape;
  Words words{1};  ///< of a block
  LinkTiming timing;
  NodeId root = 0;
  NodeId source = 0;
  NodeId destination = 0;
  Operator op = Operator::kSum;
  SharedReduction reduction;                     ///< what is combined: filled by the run
  std::shared_ptr<std::vector<Packet>> vectors;  ///< by node: what its blocks in the memory are

  [[nodiscard]] NodeId nodes() const { return shape.nodes; }
  // The letters of the paper's equations: k processors, ks = k* slots.
  [[nodiscard]] double k() const { return shape.nodes; }
  [[nodiscard]] double ks() const { return shape.slots; }
  /// Words of all blocks together, one of each node.
  [[nodiscard]] Words all() const { return shape.nodes * words; }
  /// Cycles of an access without banks.
  [[nodiscard]] Cycles access(Words accessed) const { return timing.hop(accessed); }
  /// Chunks of a block.
  [[nodiscard]] std::uint64_t block_chunks() const { return chunks_of(words, timing.bandwidth); }
  /// The chunk with which the access of `node` begins: in a rotated order its own number, in units
  /// of `chunks`.
  [[nodiscard]] std::uint64_t first_chunk(NodeId node, std::uint64_t chunks) const {
    return shape.order == ChunkOrder::kRotated ? node * chunks : 0;
  }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] SharedMemoryCase shared_memory_case(const Values& values);

// ---- Parameters of the operations ---------------------------------------------------------------
/// Those of the machine itself.
[[nodiscard]] std::vector<Parameter> shared_memory_shape_parameters();
[[nodiscard]] RunParameters shared_memory_parameters();
/// With `order`.
[[nodiscard]] RunParameters ordered_parameters();
/// `storage`, for alltoall.
[[nodiscard]] Parameter storage_parameter();

// ---- What the algorithms share ------------------------------------------------------------------
/// Every operation writes, waits until all have written, and reads: `write-read`. Nodes that read
/// what they wrote read it all the same, as the paper counts. Reads blocks and keeps those that are
/// not here yet.
Program read_into_memory(memory_node& self, Blocks blocks, std::uint64_t first = 0);

// A memory has blocks, and their operands lie beside it: a node takes one after it has read its
// block.
/// A vector of `words` at every node in `chunks` chunks.
void share_vector(SharedMemoryCase& at, Words words, std::int64_t chunks);
/// Lays a node's operands down, its own share of the results included.
void lay_down(memory_node& self, const SharedMemoryCase& at);
/// Combines all nodes' operands of `chunks` in the order of the nodes.
void combine_all(memory_node& self, const SharedMemoryCase& at, const Blocks& chunks);

/// Is nothing rounded: R is k/k*, and the smallest access, of `words`, fills its last cycle?
[[nodiscard]] bool all_divides(const SharedMemoryCase& at, Words words);
/// The count of an ideal memory; with banks there is no closed form.
template <Cycles (*count)(const SharedMemoryCase&)>
std::optional<Cycles> of_ideal_memory(const SharedMemoryCase& at) {
  return at.shape.interleaved() ? std::nullopt : std::optional{count(at)};
}
/// c(k w) + R c(w): scatter, and gather backwards.
[[nodiscard]] Cycles through_root(const SharedMemoryCase& at);

// ---- Lower bounds: no run beats its longest write access and, after it, its longest read --------
[[nodiscard]] Cycles bound_block_block(const SharedMemoryCase& at);
[[nodiscard]] Cycles bound_block_all(const SharedMemoryCase& at);
[[nodiscard]] Cycles bound_all_block(const SharedMemoryCase& at);
[[nodiscard]] Cycles bound_all_all(const SharedMemoryCase& at);

}  // namespace plexus
