#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "hw/data/awaited.hpp"
#include "hw/data/packet.hpp"
#include "hw/observe/part_view.hpp"
#include "hw/observe/setting.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What happens at a part. The order is that in which rows of the same cycle are listed: what
/// ends, ends before anything else begins.
enum class TraceKind : std::uint8_t { kReceive, kHold, kSetting, kDrop, kSend, kWait };

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
      return "send";
    case TraceKind::kWait:
      break;
  }
  return "wait";
}

/// One row of a trace: values, of which words are made where people read them (words.hpp). Parts
/// that have many keep one and change what differs: its strings keep their room.
struct TraceRow {
  static constexpr std::uint32_t kUnnumbered = ~std::uint32_t{0};

  Cycles cycle{0};
  TraceKind kind{};
  std::uint64_t rank = 0;  ///< place of the part among its like: the order within a cycle
  std::string part{};      ///< full name
  PacketId packet = 0;     ///< of a transfer
  NodeId source = 0;       ///< sending end of a transfer; the processor of a `hold` row
  NodeId destination = 0;  ///< receiving end of a transfer
  Words words{0};     ///< cost of a transfer; words gained by a `hold`, less than 0: given away
  Blocks blocks{};    ///< data
  Cycles startup{0};  ///< of a `send`: cycles before the first word moves
  std::uint32_t number = kUnnumbered;  ///< of the part, if the sink was asked for it
  PartSetting setting{};               ///< of a `set` row: what the part does from now on
  /// Of a `wait` row: what the program waits for from now on; null: it has ended.
  std::shared_ptr<const Waits> waits{};
};

/// The part at place `rank` among its like does this from now on.
[[nodiscard]] inline TraceRow set_row(Cycles now, std::uint64_t rank, std::string part,
                                      PartSetting setting) {
  return {.cycle = now,
          .kind = TraceKind::kSetting,
          .rank = rank,
          .part = std::move(part),
          .setting = std::move(setting)};
}

/// `packet` sets out over `part` towards node `to`, or has come over it.
[[nodiscard]] inline TraceRow packet_row(Cycles now, TraceKind kind, std::uint64_t rank,
                                         std::string part, const Packet& packet, NodeId from,
                                         NodeId to, Cycles startup = 0_cycles) {
  return {.cycle = now,
          .kind = kind,
          .rank = rank,
          .part = std::move(part),
          .packet = packet.id(),
          .source = from,
          .destination = to,
          .words = packet.words(),
          .blocks = packet.blocks(),
          .startup = startup};
}

/// Looks at a run: a trace, the words of a wave, a picture. Takes the rows in the order in which
/// processes happen to run; who writes them down sorts each cycle. Parts make rows only while
/// someone listens.
///
/// A `wait` row says what a node waits for, a `set` row what a part does apart from what it
/// carries; an idle setting: nothing any more.
class trace_sink_if {
 public:
  virtual void record(const TraceRow& row) = 0;
  /// A part introduces itself, before its first row and mostly when it begins to listen: is
  /// anything of it looked at? Parts with many channels do it for each, and record nothing of the
  /// others.
  virtual bool wants(const PartView& /*view*/) { return true; }
  /// Its number of the part with this full name, for all of the part's rows, which are looked up
  /// by name without it.
  [[nodiscard]] virtual std::uint32_t number_of(const std::string& /*part*/) {
    return TraceRow::kUnnumbered;
  }
  /// Does it look at what nodes wait for? They tell it only then.
  [[nodiscard]] virtual bool wants_waits() const { return false; }

 protected:
  ~trace_sink_if() = default;
};

}  // namespace plexus
