#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw/data/shared.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What a message carries as data: three numbers, whose meaning is the operation's business (which
/// block, which operands in which order, a sum).
using MessageData = std::array<std::uint64_t, 3>;

/// The processors whose address filters accept a message: one, or several in any order. Several are
/// borrowed: they must live until the slot has ended, as what a sending program owns does.
class Receivers {
 public:
  Receivers() = default;  ///< nobody
  Receivers(NodeId one) : one_{one}, count_{1} {}
  Receivers(const std::vector<NodeId>& many) : Receivers{std::span<const NodeId>{many}} {}
  Receivers(std::span<const NodeId> many)
      : many_{many.data()}, count_{static_cast<std::uint32_t>(many.size())} {}

  [[nodiscard]] std::span<const NodeId> nodes() const {
    return {many_ != nullptr ? many_ : &one_, count_};
  }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] bool one() const { return many_ == nullptr && count_ == 1; }
  [[nodiscard]] NodeId front() const { return many_ != nullptr ? *many_ : one_; }

 private:
  const NodeId* many_ = nullptr;
  NodeId one_ = 0;
  std::uint32_t count_ = 0;
};

/// What a transmitter sends in one slot. The header (source, receivers, where the data goes on to)
/// costs nothing.
struct Message {
  MessageData data{};
  Shared<std::vector<MessageData>> more;  ///< further data, in their order
  Receivers receivers;
  /// Destination groups whose couplers are driven, in rising order, where they are not just those
  /// of the receivers. Borrowed as these are.
  std::span<const NodeId> groups;
  NodeId source = 0;
  NodeId first = 0;         ///< the data goes on to processors first .. last
  NodeId last = 0;          ///< empty where last < first
  bool into_memory = true;  ///< it has arrived; otherwise the receiver's program is given it
  bool for_relay = false;   ///< the receiver stores it for others
};

}  // namespace plexus
