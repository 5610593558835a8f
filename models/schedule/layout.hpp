#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/schedule/places.hpp"
#include "models/schedule/schedule.hpp"
#include "models/schedule/scheduled_operation.hpp"
#include "models/schedule/values.hpp"

namespace plexus {

/// Where the data of an operation lie before, and where they have to lie after, in the buffers of
/// the nodes; and where rows name blocks, at the places of the blocks.
///
/// With n nodes, blocks in p pieces: node v has its block as i0 .. i(p - 1), one for each other
/// node d as i(d p) ..; what it gets is numbered likewise from o0 on. An allreduce has p chunks.
class DataLayout {
 public:
  /// Of a schedule's operation; of one of its own where `operation` is empty or `kCustom` and the
  /// schedule says what lies where.
  DataLayout(const Schedule& schedule, std::optional<ScheduledOperation> operation, NodeId nodes,
             NodeId root, std::uint64_t pieces);

  /// Is the operation one that the schedule itself describes?
  [[nodiscard]] bool is_own() const { return !operation_; }
  /// Is it known what has to lie where at the end?
  [[nodiscard]] bool has_end() const { return operation_.has_value() || !end_.empty(); }
  [[nodiscard]] bool has_start() const { return operation_.has_value() || !start_.empty(); }

  /// The one name of a place where two buffers are one memory.
  [[nodiscard]] BufferPlace canonical(NodeId node, BufferPlace place) const;
  /// Is there such a place? Scratch there is as much as is named.
  [[nodiscard]] bool exists(NodeId node, BufferPlace place) const;
  /// What lies there before, if anything does. Of a canonical place.
  [[nodiscard]] std::optional<Atom> start(NodeId node, BufferPlace place) const;
  /// Calls visit(node, canonical place, result) for all that has to lie somewhere after.
  using VisitEnd = std::function<void(NodeId, BufferPlace, std::uint64_t)>;
  void for_each_end(const VisitEnd& visit) const;
  /// What a result is made of.
  [[nodiscard]] std::vector<Term> terms_of(std::uint64_t result) const;
  /// `block 3`, `sum of chunk 3`, `item 10+12`.
  [[nodiscard]] std::string name_of(std::uint64_t result) const;
  /// How many there are.
  [[nodiscard]] double ends() const;

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// Places that a node has in a buffer but scratch, of an operation that is known.
  [[nodiscard]] std::uint64_t size(NodeId node, Buffer buffer) const;
  [[nodiscard]] bool sums() const { return operation_ && combines(*operation_); }
  /// Whose an operand is, of an operation that combines.
  [[nodiscard]] NodeId owner(Atom atom) const { return static_cast<NodeId>(atom / chunks_); }
  /// The block, piece or chunk that an atom is, or is an operand of.
  [[nodiscard]] std::uint64_t number(Atom atom) const { return sums() ? atom % chunks_ : atom; }
  [[nodiscard]] std::uint64_t pieces() const { return pieces_; }
  /// Pieces or chunks of all blocks.
  [[nodiscard]] std::uint64_t numbers() const;

 private:
  [[nodiscard]] bool is(ScheduledOperation operation) const { return operation_ == operation; }

  std::optional<ScheduledOperation> operation_;
  std::uint64_t nodes_;
  NodeId root_;
  std::uint64_t pieces_;
  std::uint64_t chunks_;  ///< of a vector that is combined
  bool in_place_;
  bool blocks_;  ///< rows name blocks
  std::map<std::pair<NodeId, BufferPlace>, Atom> start_;
  std::vector<std::pair<std::pair<NodeId, BufferPlace>, std::vector<Term>>> end_;
};

}  // namespace plexus
