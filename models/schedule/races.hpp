#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/schedule/match.hpp"
#include "models/schedule/values.hpp"

namespace plexus {

/// What a row does with a place.
enum class AccessKind : std::uint8_t {
  kRead,
  kWrite,
  kReduce,  ///< reads, combines and writes
};

/// A row that does it.
struct Access {
  BufferPlace place;
  std::uint32_t row = 0;
  AccessKind kind = AccessKind::kRead;
  ValueId value = ValueTable::kNothing;  ///< that is read, or that lies there afterwards
  bool changes = false;                  ///< something else lay there before
};

/// How places are called in sentences.
using PlaceNames = std::function<std::string(const Places&)>;

/// Tells where two rows of node `node` touch one place, one of them changes it, and neither waits
/// for the other. Rows that write what is there or is read do no harm; nor do two that combine, if
/// the node combines one message after another (`combines_in_turn`). `accesses`: in the order of
/// `order`.
void find_races(const Schedule& schedule, const ScheduleMatch& match, const RowOrder& order,
                NodeId node, std::vector<Access> accesses, bool combines_in_turn,
                const PlaceNames& names, std::vector<Finding>& findings);

}  // namespace plexus
