#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/operations/operation.hpp"
#include "models/schedule/player.hpp"

namespace plexus {

/// Bytes of a row: itself, its name, its signal, mailbox and packet.
inline constexpr double kBytesOfRow = 440;

/// How some nodes alone can do an operation of `words` words, the usual way first; empty: not.
[[nodiscard]] std::vector<std::string> ways_of_group(const std::string& operation,
                                                     std::size_t nodes, std::int64_t words);
/// What `--schedule` says of it; the root, if there is one, is the first of the nodes.
[[nodiscard]] std::string group_name(const std::string& operation, const std::string& way,
                                     const std::vector<NodeId>& nodes);

/// Reads a file of another tool as a schedule that can be run. Throws Refusal that names file and
/// line.
using ScheduleReader = Schedule (*)(const std::string& path);
/// Who reads what `--schedule` names, where that is no schedule of ours; null where the program has
/// nobody.
[[nodiscard]] ScheduleReader& foreign_schedules();
/// By its ending.
[[nodiscard]] bool is_foreign_schedule(const std::string& path);

/// The operation with blocks of the words that were asked for.
[[nodiscard]] Operation whole_operation(const ScheduleRequest& at);

}  // namespace plexus
