#pragma once

#include "models/operations/operation.hpp"
#include "models/schedule/player.hpp"

namespace plexus {

/// Bytes of a row: itself, its name, its signal, mailbox and packet.
inline constexpr double kBytesOfRow = 440;

/// The operation with blocks of the words that were asked for.
[[nodiscard]] Operation whole_operation(const ScheduleRequest& at);

}  // namespace plexus
