#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "hw/data/packet.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What happens at a part. The order is that in which rows of the same cycle are listed: what
/// ends, ends before anything else begins.
enum class TraceKind : std::uint8_t { kReceive, kHold, kSetting, kDrop, kSend };

/// `receive`, `hold`, ...: the word in the trace file.
[[nodiscard]] constexpr const char* to_string(TraceKind kind) {
  switch (kind) {
    case TraceKind::kReceive:
      return "receive";
    case TraceKind::kHold:
      return "hold";
    case TraceKind::kSetting:
      return "set";
    case TraceKind::kDrop:
      return "drop";
    case TraceKind::kSend:
      break;
  }
  return "send";
}

/// One row of a trace.
struct TraceRow {
  Cycles cycle{0};
  TraceKind kind{};
  std::uint64_t rank = 0;  ///< place of the part among its like: the order within a cycle
  std::string part;        ///< full name
  std::string setting;     ///< of a `set` row: what the part is set to
  PacketId packet = 0;     ///< of a transfer
  NodeId source = 0;       ///< sending end of a transfer; the processor of a `hold` row
  NodeId destination = 0;  ///< receiving end of a transfer
  Words words{0};          ///< cost of a transfer; words gained by a `hold`
  Blocks blocks;           ///< data
};

/// Takes the rows of a run in the order in which processes happen to run; who writes them down
/// sorts each cycle. Parts make rows only while someone listens.
class trace_sink_if {
 public:
  virtual void record(const TraceRow& row) = 0;

 protected:
  ~trace_sink_if() = default;
};

}  // namespace plexus
