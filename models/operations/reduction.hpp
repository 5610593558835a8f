#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/data/operand.hpp"
#include "hw/data/packet.hpp"
#include "hw/node/node.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/catalogue/values.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/operations/operation.hpp"

/// Operations that combine: allreduce, reduce-scatter.
namespace plexus {

/// What has been combined of one chunk: the value, of how many operands, and of which ones.
struct Partial {
  Operand value;
  std::uint64_t operands = 0;     ///< combined in it
  std::uint64_t fingerprint = 0;  ///< sum of numbers that look random, one for each operand

  friend bool operator==(const Partial&, const Partial&) = default;
};

/// On which side of a node's own partial stands what comes.
enum class Side { kLeft, kRight };

/// Every node has a vector, cut evenly in chunks, larger ones first; what belongs together at all
/// nodes is combined. This is where the values are, and the judge of them. Chunks are the blocks
/// of the operation: a memory holds a chunk once it has the result of all nodes. A packet costs the
/// words of its chunks, and carries their partials.
class Reduction {
 public:
  /// `vector`: words of a node's vector and chunks that it is cut into.
  Reduction(NodeId nodes, EvenSplit vector, Operator op);

  [[nodiscard]] NodeId nodes() const { return nodes_; }
  [[nodiscard]] Operator op() const { return op_; }
  /// Chunks that are not empty: 0 .. chunks - 1.
  [[nodiscard]] std::uint64_t chunks() const { return chunks_; }
  [[nodiscard]] Words words(const Blocks& chunks) const;
  /// The chunks as blocks; those that are empty are left out.
  [[nodiscard]] Blocks some(Interval chunks) const;
  /// The chunks first, first + stride, .. of all.
  [[nodiscard]] Blocks every(std::uint64_t first, std::uint64_t stride) const;

  /// A packet with a node's present partials. It has no words if they are empty.
  [[nodiscard]] Packet pack(node& self, const Blocks& chunks, NodeId destination = 0,
                            Header header = {}) const;
  /// Combines what `packet` carries with the node's own partials. A chunk of which all nodes'
  /// operands are in is stored. Ends the run (class `program`) if an operand comes twice.
  void combine(node& self, const Packet& packet, Side side);
  /// The same with the chunks of `only`; the others are ignored.
  void combine(node& self, const Packet& packet, Side side, const Blocks& only);
  /// Takes over the results that `packet` carries, and stores those that are new.
  void accept(node& self, const Packet& packet);
  /// The node's own operands count no longer: they come as packets, as all others do.
  void start_empty(node& self);

  /// Chunk c is the result of all nodes' operands, in the order of their numbers. A sentence that
  /// names node and chunk if a node that holds a chunk has anything else; nothing if all is well.
  [[nodiscard]] std::optional<std::string> problem(
      const std::function<std::vector<Interval>(NodeId)>& after) const;

  /// All nodes have all results at the end. Judged by this, which has to outlive it.
  [[nodiscard]] Operation allreduce() const;
  /// Node v has the result of its chunks at the end: chunk v where there is one for each node.
  [[nodiscard]] Operation reduce_scatter() const;

 private:
  [[nodiscard]] Partial& at(NodeId node, BlockId chunk) {
    return partials_[node * chunks_ + chunk];
  }
  [[nodiscard]] const Partial& at(NodeId node, BlockId chunk) const {
    return partials_[node * chunks_ + chunk];
  }
  [[nodiscard]] Operation operation(const char* name) const;

  NodeId nodes_;
  EvenSplit vector_;
  std::uint64_t chunks_;
  Operator op_;
  std::vector<Partial> partials_;  ///< by node and chunk
};

/// The truth of one run.
using SharedReduction = std::shared_ptr<Reduction>;

/// `op`: the operator; one that does not commute only where the algorithm keeps the order.
enum class OperandOrder { kKept, kAny };
[[nodiscard]] Parameter op_parameter(OperandOrder order);
/// The operator that `op` names.
[[nodiscard]] Operator op_of(const Values& values);

/// Words that some node takes in, at least, of an allreduce of a vector of `words`: a word needs
/// 2 (nodes - 1) messages until all have its result.
[[nodiscard]] constexpr Words allreduce_volume(std::int64_t nodes, Words words) {
  return Words{(2 * (nodes - 1) * words.count() + nodes - 1) / nodes};
}

/// A vector at each of `nodes` nodes, to be combined. Throws Refusal (`size`).
[[nodiscard]] SharedReduction shared_vector(NodeId nodes, EvenSplit vector, Operator op);

// ---- For the algorithms of every machine: cases with `op` and `reduction` -----------------------

/// `op`, which runs report: the operator by which they were judged.
inline const Statistic kOp{"op", "", "operator that the operands were combined with"};
inline constexpr auto report_op = [](const auto& at, const auto& /*top*/, Statistics& statistics) {
  statistics.set(kOp, to_string(at.op));
};

}  // namespace plexus
