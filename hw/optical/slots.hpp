#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw/channel/coupler_slot.hpp"
#include "hw/data/message.hpp"
#include "hw/node/node.hpp"
#include "hw/node/program.hpp"

namespace plexus {

/// What a program is given of a message that it accepted.
struct Received {
  MessageData data{};
  Shared<std::vector<MessageData>> more;
  NodeId source = 0;
  NodeId first = 0;  ///< as in Message
  NodeId last = 0;
  bool for_relay = false;
};

/// A program's part in one slot, or in several in which it only listens.
class [[nodiscard]] Slots final : public Awaitable<Slots>, private SlotShare {
 public:
  /// Sends `what` in one slot of `of` words.
  Slots(coupler_tx_if& transmit, node& self, Words of, std::span<const Message> what)
      : Awaitable{self}, SlotShare{of, 1}, transmit_{&transmit} {
    messages = what;
  }
  /// Sends `message`, if there is one, in one slot of `of` words.
  Slots(coupler_tx_if& transmit, node& self, Words of, std::optional<Message>&& message)
      : Awaitable{self}, SlotShare{of, 1}, transmit_{&transmit}, own_{std::move(message)} {}
  /// Listens for up to `count` slots of `of` words: until it is given a message.
  Slots(coupler_rx_if& receive, node& self, Words of, std::uint64_t count)
      : Awaitable{self}, SlotShare{of, count}, receive_{&receive} {}

  bool begin(Waiter& waiter) {
    waits_for(waiter);
    if (own_) messages = {&*own_, 1};
    receive_ != nullptr ? receive_->listen(*this) : transmit_->send(*this);
    return false;
  }
  bool await_ready() const { return slots == 0; }
  /// The message that the processor was given; nothing if there was none.
  std::optional<Received> await_resume() { return std::move(received_); }
  /// Slots that have gone by, for a program that keeps the awaitable.
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

 private:
  void over(std::uint64_t gone_by, const Message* handed) override {
    taken_ = gone_by;
    if (handed != nullptr) {
      received_ = Received{handed->data,  handed->more, handed->source,
                           handed->first, handed->last, handed->for_relay};
    }
    complete();
  }

  coupler_tx_if* transmit_ = nullptr;
  coupler_rx_if* receive_ = nullptr;  ///< in its place: it only listens
  std::optional<Message> own_;
  std::uint64_t taken_ = 0;
  std::optional<Received> received_;
};

/// A message that waits for its coupler and for its receiver, and is sent when both are granted.
class [[nodiscard]] Transmission final : public Awaitable<Transmission>, private SlotRequest {
 public:
  /// `what` has one receiver.
  Transmission(coupler_tx_if& transmit, node& self, Words of, const Message& what)
      : Awaitable{self}, SlotRequest{of, what}, transmit_{&transmit} {}

  bool begin(Waiter& waiter) {
    waits_for(waiter);
    transmit_->request(*this);
    return false;
  }

 private:
  void sent() override { complete(); }

  coupler_tx_if* transmit_;
};

}  // namespace plexus
