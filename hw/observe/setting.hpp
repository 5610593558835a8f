#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "hw/data/link_schedule.hpp"
#include "hw/data/node_set.hpp"
#include "hw/data/packet.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What becomes of a packet in a part.
struct PacketWay {
  enum class Verdict : std::uint8_t { kGoes, kWaits, kDropped, kMerged };
  static constexpr std::uint32_t kUntold = ~std::uint32_t{0};

  PacketId packet = 0;
  Verdict verdict = Verdict::kGoes;
  std::uint32_t input = kUntold;       ///< where it has come in
  std::vector<std::uint32_t> outputs;  ///< where it goes, or what it waits for
  std::uint32_t with = kUntold;        ///< merged: the input whose packet it goes with

  friend auto operator<=>(const PacketWay&, const PacketWay&) = default;
};

/// A switch element: how it is set, and what becomes of each packet, by input.
struct ElementSetting {
  enum class State : std::uint8_t {
    kUntold,
    kBlocked,
    kExchange,
    kLowerBroadcast,
    kSet,
    kStraight,
    kUpperBroadcast
  };

  State state = State::kUntold;
  std::vector<PacketWay> ways;

  friend auto operator<=>(const ElementSetting&, const ElementSetting&) = default;
};

/// A router: what becomes of packets, and how many wait at an output.
struct RouterUse {
  struct Queue {
    std::uint64_t packets = 0;
    std::uint32_t output = 0;
    friend auto operator<=>(const Queue&, const Queue&) = default;
  };

  std::vector<PacketWay> ways{};
  std::vector<Queue> queues{};
  const std::vector<std::string>* ports = nullptr;  ///< their names, which the router keeps

  friend auto operator<=>(const RouterUse&, const RouterUse&) = default;
};

/// A channel that several share: who drives it, and who takes what is on it.
struct Driven {
  NodeId sender = 0;
  NodeSet receivers;

  friend bool operator==(const Driven&, const Driven&) = default;
  friend bool operator<(const Driven& a, const Driven& b) {
    if (a.sender != b.sender) return a.sender < b.sender;
    return std::ranges::lexicographical_compare(a.receivers.intervals(), b.receivers.intervals(),
                                                [](const Interval& one, const Interval& other) {
                                                  return std::tie(one.first, one.count) <
                                                         std::tie(other.first, other.count);
                                                });
  }
};

/// A coupler that several drive.
struct Collided {
  std::vector<NodeId> senders;
  friend auto operator<=>(const Collided&, const Collided&) = default;
};

/// A slot of a memory.
struct SlotUse {
  NodeId node = 0;
  bool writes = false;  ///< or reads
  friend auto operator<=>(const SlotUse&, const SlotUse&) = default;
};

/// A bank of a memory: who asks it, and who is served.
struct BankUse {
  struct Asker {
    NodeId node = 0;
    bool served = false;
    friend auto operator<=>(const Asker&, const Asker&) = default;
  };

  std::vector<Asker> askers;

  friend auto operator<=>(const BankUse&, const BankUse&) = default;
};

/// A port of a crossbar: to which one it is linked, or will be.
struct LinkedTo {
  CrossbarPort other;
  friend auto operator<=>(const LinkedTo&, const LinkedTo&) = default;
};

/// Who sets the links of a crossbar.
struct ManagerSetting {
  enum class Does : std::uint8_t {
    kBeginsPhase,
    kHasLoaded,     ///< phase `number`
    kHasQueued,     ///< `number` requests, of which the first is for the link a - b
    kSetsLink,      ///< a - b
    kSetsPhase,     ///< phase `number` of `links`
    kSetsSome,      ///< `number` of `links` that were asked for
    kSwaps,         ///< to phase `number`
    kWaitsForPorts  ///< of link a - b
  };

  Does does{};
  std::uint64_t number = 0;
  std::uint64_t links = 0;
  CrossbarPort a{};
  CrossbarPort b{};

  friend auto operator<=>(const ManagerSetting&, const ManagerSetting&) = default;
};

/// In which phase a machine is, from 1 on.
struct PhaseNumber {
  std::uint64_t number = 0;
  friend auto operator<=>(const PhaseNumber&, const PhaseNumber&) = default;
};

/// A register: its value as it is written.
struct RegisterValue {
  std::string value;
  friend auto operator<=>(const RegisterValue&, const RegisterValue&) = default;
};

/// What a part does apart from what it carries, as values; first: nothing. Words are made of them
/// in one place (words.hpp).
using PartSetting =
    std::variant<std::monostate, ElementSetting, RouterUse, Collided, Driven, SlotUse, BankUse,
                 LinkedTo, ManagerSetting, PhaseNumber, RegisterValue>;

inline bool is_idle(const PartSetting& setting) { return setting.index() == 0; }

/// Calls `take` for each way that a packet has through the part.
template <typename SettingOrConst, typename Take>
void for_each_way(SettingOrConst& setting, const Take& take) {
  if (auto* const element = std::get_if<ElementSetting>(&setting)) {
    for (auto& way : element->ways) take(way);
  } else if (auto* const router = std::get_if<RouterUse>(&setting)) {
    for (auto& way : router->ways) take(way);
  }
}

/// Packets and accesses that wait in the part.
[[nodiscard]] inline std::int64_t waiting_in(const PartSetting& setting) {
  std::int64_t waiting = 0;
  for_each_way(setting, [&](const PacketWay& way) {
    if (way.verdict == PacketWay::Verdict::kWaits) ++waiting;
  });
  if (const auto* const router = std::get_if<RouterUse>(&setting)) {
    for (const auto& queue : router->queues) waiting += static_cast<std::int64_t>(queue.packets);
  } else if (const auto* const bank = std::get_if<BankUse>(&setting)) {
    waiting += std::ranges::count(bank->askers, false, &BankUse::Asker::served);
  }
  return waiting;
}

}  // namespace plexus
