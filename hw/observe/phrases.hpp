#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plexus {

/// A phrase in which people are told what happens. Nothing reads them back: a test says all of
/// them in other letters. `{}` stands for a number or a name.
enum class Phrase : std::uint8_t {
  // Elements and routers: what becomes of packets, in full and in brief.
  kBlocked,
  kExchange,
  kLowerBroadcast,
  kSet,
  kStraight,
  kUpperBroadcast,
  kPacket,
  kPkt,
  kFrom,
  kOf,
  kTo,
  kAnd,
  kDropped,
  kWaitsFor,
  kMergedFrom,
  kMergedOf,
  kWaits,
  kOneWaitsFor,
  kSeveralWaitFor,
  // Channels, memories, crossbars.
  kNodeTo,
  kCollision,
  kWrites,
  kReads,
  kServes,
  kAsks,
  kLinkedTo,
  kBeginsPhase,
  kHasLoaded,
  kRequest,
  kRequests,
  kSetsLink,
  kSetsPhase,
  kSetsSome,
  kSwaps,
  kWaitsForPorts,
  kEmpty,
  // What programs wait for, as reports of deadlocks say it.
  kForPacket,
  kForSent,
  kForLockStep,
  kForPhase,
  kForScheduleRow,
  kForLaterCycle,
  kForBusChannel,
  kForBusChannelAndPacket,
  kForBusEnd,
  kForBusEndAndPacket,
  kForBusPacket,
  kForMemorySlot,
  kForMemoryEnd,
  kForPackets,
  kForCoupler,
  kForMessage,
  kForSlotToSend,
  kForSlotToListen,
  kForPartner,
  kForNothing,
  kAndMore,
  // The same in the rows of a wave.
  kWaitFor,
  kAll,
  kAPacket,
  kAChannel,
  kAChannelAndPacket,
  kASlot,
  kSends,
  kSendsTo,
  kUsesSlot,
  kListens,
  kWorks,
  // What is carried and held.
  kBlock,
  kBlocks,
  kSomeBlocks,
  kAgain,
  kStartUp,
  kWords,
};
inline constexpr std::size_t kPhrases = static_cast<std::size_t>(Phrase::kWords) + 1;

[[nodiscard]] std::string_view phrase(Phrase which);

}  // namespace plexus
