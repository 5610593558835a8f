#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "hw/channel/coupler_slot.hpp"
#include "hw/node/program.hpp"

namespace plexus {

/// A program's part in one slot, or in several in which it only listens.
class ProgramSlots : public Action, private SlotShare {
 public:
  /// Sends `what` in one slot of `of` words.
  ProgramSlots(coupler_tx_if& transmit, Words of, std::span<const Packet> what)
      : SlotShare{of, 1}, transmit_{&transmit} {
    packets = what;
  }
  /// Sends `packet`, if there is one, in one slot of `of` words: in the next one, or in the first
  /// one in which the processor is granted it.
  ProgramSlots(coupler_tx_if& transmit, Words of, std::optional<Packet>&& packet, bool when_granted)
      : SlotShare{of, 1}, transmit_{&transmit}, own_{std::move(packet)} {
    asks = when_granted;
  }
  /// Listens for up to `count` slots of `of` words: until it is given a packet.
  ProgramSlots(coupler_rx_if& receive, Words of, std::uint64_t count)
      : SlotShare{of, count}, receive_{&receive} {}

  void start() {
    if (own_) packets = {&*own_, 1};
    receive_ != nullptr ? receive_->listen(*this) : transmit_->send(*this);
  }
  [[nodiscard]] bool is_ready() const { return slots == 0; }
  /// The packet that the program was given; nothing if there was none.
  std::optional<Packet> result() { return std::move(received_); }
  /// Slots that have gone by, for a program that keeps the awaitable.
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

 private:
  void take(const Packet& packet) override { received_ = packet; }
  void over(std::uint64_t gone_by) override {
    if (asks) return transmit_->send(*this);
    taken_ = gone_by;
    complete();
  }

  coupler_tx_if* transmit_ = nullptr;
  coupler_rx_if* receive_ = nullptr;  ///< in its place: it only listens
  std::optional<Packet> own_;
  std::uint64_t taken_ = 0;
  std::optional<Packet> received_;
};
using Slots = Ask<ProgramSlots>;

}  // namespace plexus
