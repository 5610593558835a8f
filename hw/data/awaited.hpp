#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace plexus {

/// What a program may wait for.
enum class WaitFor : std::uint8_t {
  kNothing,
  kPacket,    ///< on a channel of its node
  kSent,      ///< the end of a send on a channel of its node
  kLockStep,  ///< the end of one
  kPhase,     ///< the end of one
  kScheduleRow,
  kLaterCycle,
  kBusChannel,  ///< of the bus
  kBusChannelAndPacket,
  kBusEnd,  ///< of its transaction
  kBusEndAndPacket,
  kBusPacket,
  kMemorySlot,
  kMemoryEnd,     ///< of its access
  kPackets,       ///< `numbers`: so many of so many
  kCoupler,       ///< its own, and its receiver
  kMessage,       ///< up to slot `numbers[0]`
  kSlotToSend,    ///< the end of one
  kSlotToListen,  ///< likewise
  kPartner,       ///< node, port, phase: `numbers`
  kOwn            ///< of a part that is not ours: what it says, in `part`
};

/// A thing that a program waits for.
struct Awaited {
  WaitFor what = WaitFor::kNothing;
  std::string part{};  ///< full name of the channel
  std::array<std::uint64_t, 3> numbers{};

  friend bool operator==(const Awaited&, const Awaited&) = default;
};

/// All that it waits for at a time. None of a program that has not ended: for something that no
/// part of the machine has promised.
using Waits = std::vector<Awaited>;

}  // namespace plexus
