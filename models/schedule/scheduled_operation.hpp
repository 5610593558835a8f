#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace plexus {

/// The operations that a schedule can do.
enum class ScheduledOperation : std::uint8_t {
  kBroadcast,
  kScatter,
  kGather,
  kAllgather,
  kAlltoall,
  kAllreduce,
  kReduceScatter,
  kCustom,  ///< what the schedule says by itself
};
inline constexpr std::array kScheduledOperations{
    ScheduledOperation::kBroadcast,     ScheduledOperation::kScatter,
    ScheduledOperation::kGather,        ScheduledOperation::kAllgather,
    ScheduledOperation::kAlltoall,      ScheduledOperation::kAllreduce,
    ScheduledOperation::kReduceScatter, ScheduledOperation::kCustom};
[[nodiscard]] const char* to_string(ScheduledOperation operation);
/// The inverse; nothing where no schedule does it.
[[nodiscard]] std::optional<ScheduledOperation> scheduled_operation(const std::string& name);
[[nodiscard]] constexpr bool combines(ScheduledOperation operation) {
  return operation == ScheduledOperation::kAllreduce ||
         operation == ScheduledOperation::kReduceScatter;
}
[[nodiscard]] constexpr bool has_root(ScheduledOperation operation) {
  return operation <= ScheduledOperation::kGather;
}

}  // namespace plexus
