#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/data/packet.hpp"
#include "hw/node/node.hpp"
#include "models/ensemble/pipelining.hpp"
#include "models/schedule/layout.hpp"

namespace plexus {

/// What lies where while a schedule of places runs: at every place a value that shows what has been
/// combined in it, and how often.
class PlacedData {
 public:
  /// `split`: words of the pieces of a block, or of the chunks of a vector.
  PlacedData(const Schedule& schedule, ScheduledOperation operation, NodeId nodes, NodeId root,
             EvenSplit split);

  /// A packet with what lies at the places of a row. Ends the run (class `program`) where nothing
  /// does.
  [[nodiscard]] Packet pack(node& self, const ScheduleRow& row, Header header);
  /// Lays down what came, or combines it with what is there.
  void take(node& self, const ScheduleRow& row, const Packet& packet);
  /// A copy or combine.
  void move(node& self, const ScheduleRow& row);
  /// What does not lie where it has to: a sentence, or nothing.
  [[nodiscard]] std::optional<std::string> problem();

 private:
  [[nodiscard]] ValueId& at(NodeId node, BufferPlace place);
  [[nodiscard]] std::vector<ValueId> read(node& self, const Places& places);
  void write(node& self, const ScheduleRow& row, const std::vector<ValueId>& values);
  /// The block or chunk by which a value is shown, and which says how long it is.
  [[nodiscard]] std::uint64_t number(ValueId value) const;
  /// Is it a block, or the whole sum of a chunk?
  [[nodiscard]] bool is_whole(ValueId value);

  DataLayout layout_;
  EvenSplit split_;
  ValueTable values_;
  std::map<std::pair<NodeId, BufferPlace>, ValueId> held_;
};

}  // namespace plexus
