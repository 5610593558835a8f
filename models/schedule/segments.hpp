#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/schedule/finding.hpp"
#include "models/schedule/layout.hpp"

namespace plexus {

/// The pieces that blocks are cut into by what the rows of a schedule name: its own pieces, or the
/// words at which parts of blocks begin.
class Segments {
 public:
  /// Parts of what is in pieces already, or combined, are told in `findings`.
  Segments(const Schedule& schedule, std::optional<ScheduledOperation> operation,
           std::vector<Finding>& findings);

  /// Of each block; of an allreduce, chunks of the vector.
  [[nodiscard]] std::uint64_t pieces() const { return pieces_; }
  /// The places that a row sends from, or where its data go.
  [[nodiscard]] Places places(const ScheduleRow& row) const;
  /// Blocks, or words where the row names them alone.
  [[nodiscard]] double volume(const ScheduleRow& row) const;
  /// Words at which the pieces begin, and the end; empty where the blocks are cut evenly.
  [[nodiscard]] const std::vector<std::int64_t>& cuts() const { return cuts_; }

 private:
  std::uint64_t pieces_ = 1;
  std::vector<std::int64_t> cuts_;
};

/// How places and values are called.
class SegmentNames {
 public:
  SegmentNames(const DataLayout& layout, const Segments& segments)
      : sums_{layout.sums()}, items_{layout.is_own()}, segments_{segments} {}

  [[nodiscard]] std::string places(const Places& places) const;
  /// The places that node `node` has in a buffer.
  [[nodiscard]] std::string room(const DataLayout& layout, NodeId node, Buffer buffer) const;
  [[nodiscard]] std::string value(const DataLayout& layout, std::span<const Term> terms) const;
  /// Contributions to a result.
  [[nodiscard]] std::string parts(const DataLayout& layout, const std::vector<Term>& terms) const;

 private:
  /// `block 3`, `words 0-7 of block 3`, `chunk 2`, `item 12`.
  [[nodiscard]] std::string number(std::uint64_t number) const;
  [[nodiscard]] const char* unit() const;

  bool sums_;
  bool items_;
  const Segments& segments_;
};

}  // namespace plexus
