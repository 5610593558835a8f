#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/time/units.hpp"
#include "models/schedule/places.hpp"

namespace plexus {

/// What a row of a schedule does.
enum class RowKind : std::uint8_t {
  kSend,
  kReceive,  ///< what comes is stored; it may be there already
  kReduce,   ///< what comes is combined with what is there
  kCompute,  ///< work that takes cycles
  kCopy,     ///< inside the node, from places to places
  kCombine,  ///< inside the node: what lies at places is combined with what lies at others
};

/// A row of the same node that another one waits for.
struct RowName {
  std::uint32_t thread = 0;
  std::uint32_t number = 0;  ///< among the rows of its thread, from 0

  friend bool operator==(const RowName&, const RowName&) = default;
};

/// One row: what a thread of a node does next.
struct ScheduleRow {
  NodeId node = 0;
  std::uint32_t thread = 0;
  RowKind kind = RowKind::kSend;
  NodeId peer = 0;         ///< of a send, receive or reduce
  std::uint32_t tag = 0;   ///< messages of one sender, receiver and tag meet in the order of rows
  Blocks blocks;           ///< without words in the slice: whole pieces
  std::int64_t count = 0;  ///< words of a row that names no blocks; cycles of work
  std::vector<RowName> after;
  std::size_t line = 0;  ///< of the file
  Places places{};       ///< of a row that names buffers: what it sends, or where things go
  Places from{};         ///< of a copy or combine: where they come from
};

/// What lies, or has to lie, at places of a node: items by their numbers, several where they are
/// combined.
struct Holding {
  NodeId node = 0;
  Places places;
  std::vector<std::vector<std::uint64_t>> items;  ///< by place
  std::size_t line = 0;
};

/// Who sends what to whom after what: an algorithm as data. Threads of a node run beside each
/// other, the rows of a thread one after another.
struct Schedule {
  std::string file;  ///< where it comes from, for messages
  std::int64_t pieces =
      1;  ///< that each block of the operation is cut into; blocks are numbered so
  std::vector<ScheduleRow> rows;
  std::string operation{};       ///< that it is for, if it says so
  std::optional<NodeId> root{};  ///< likewise
  NodeId least_nodes = 0;        ///< that there are, where rows do not name all of them
  bool in_place = false;         ///< input and output are one memory
  std::vector<Holding> start{};  ///< of an operation of its own: what lies where before
  std::vector<Holding> end{};    ///< and after

  /// Do rows name no blocks and no places, but words alone?
  [[nodiscard]] bool sizes_only() const;
  /// Do rows name places of buffers?
  [[nodiscard]] bool has_places() const;
  /// One more than the highest node that is named.
  [[nodiscard]] NodeId nodes() const;
};

/// Reads a schedule: see docs/schedules.md. Throws Refusal that names file and line.
[[nodiscard]] Schedule read_schedule(const std::string& path);
[[nodiscard]] Schedule parse_schedule(std::istream& in, const std::string& file);
/// Most items that the lines of one file name.
inline constexpr std::size_t kMostItems = 1'000'000;
/// `0 i0-3 10-13`, `1 o0 3+7`: a node, places, and for each the items that lie there, of which
/// there is `room` for so many more. Throws Refusal that names file and line.
[[nodiscard]] Holding parse_holding(const std::string& text, const std::string& file,
                                    std::size_t line, std::size_t& room);
/// The inverse of `read_schedule`.
void write_schedule(std::ostream& out, const Schedule& schedule);

/// Refuses (`usage`) line `line` of `file`: what is wrong with it, and what to do.
[[noreturn]] void refuse_line(const std::string& file, std::size_t line,
                              const std::string& sentence);

}  // namespace plexus
