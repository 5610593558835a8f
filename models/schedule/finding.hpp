#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plexus {

/// What can be wrong with a schedule.
enum class FindingKind : std::uint8_t {
  kUnmatchedSend,
  kUnmatchedReceive,
  kOtherData,   ///< the two ends of a message do not fit
  kUnknownRow,  ///< a row waits for one that is not there
  kDeadlock,
  kNoSuchPlace,  ///< a block or place that the operation does not have
  kReadBeforeWrite,
  kRace,     ///< threads of a node touch a place, and nothing puts them in order
  kMissing,  ///< a result lacks contributions
  kDoubled,  ///< a result has contributions more than once
  kWrongResult,
  kUnused,  ///< nothing of what must be held comes from the row
};
[[nodiscard]] const char* to_string(FindingKind kind);

/// One mistake.
struct Finding {
  FindingKind kind = FindingKind::kWrongResult;
  std::size_t line = 1;              ///< of the file
  std::string sentence;              ///< without a full stop
  std::vector<std::size_t> lines{};  ///< others that take part
};

}  // namespace plexus
