#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/channel/bindings.hpp"
#include "hw/channel/link.hpp"
#include "hw/channel/network_port_if.hpp"
#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"

namespace plexus {

/// The words of a packet between pins.
template <typename Data>
class PinPayload final : public Payload {
 public:
  explicit PinPayload(std::vector<Data> words) : words_{std::move(words)} {}

  [[nodiscard]] const std::vector<Data>& words() const { return words_; }
  void print(std::ostream& out) const override {
    const char* separator = "";
    for (const Data& word : words_) out << std::exchange(separator, " ") << word;
  }

 private:
  std::vector<Data> words_;
};

/// Puts a clocked module, one made by `verilator --sc` too, at a port of a packet network, or where
/// a node would be, at the ends of links. Both directions are streams of
/// words with valid, ready and last: a word crosses with the edge at which valid and ready are
/// high, and `last` ends a packet. Valid never waits for ready. Reset is synchronous, active low.
///
/// A packet is offered with the edge at which its last word crosses; it costs as many words as it
/// has. One that comes is shown from the edge on at which it has come, word by word. So packets
/// take the cycles that they take between nodes. `clk_i` need not be the network's clock: what is
/// offered between two edges of that waits for the next. A link has no back-pressure: it holds one
/// packet more than `buffer`, the next one ends the run (`overflow`). A packet has at most 2^20
/// words, or what the network carries: one that goes on without `last` ends the run (`program`).
///
/// `Data`: what the pins carry, as sc_signals do. A packet whose sender has pins of another type
/// ends the run (`program`).
template <typename Data = std::uint32_t>
class pin_endpoint final : public sc_core::sc_module {
 public:
  /// Says by its first word where a packet is to go.
  using Destination = std::function<NodeId(const Data& first)>;

  /// `destination` may be empty at a link, which leads to one place. `buffer`: packets that it
  /// holds, which have come and wait to be shown; those behind them stay in the network. Throws
  /// std::invalid_argument for none.
  explicit pin_endpoint(sc_core::sc_module_name name, Destination destination = {},
                        std::size_t buffer = 4)
      : sc_module{name}, destination_{std::move(destination)}, buffer_{buffer} {
    if (buffer == 0) {
      throw std::invalid_argument{std::string{this->name()} +
                                  " has room for no packet: give it a buffer of one or more."};
    }
    HW_PROCESSES(pin_endpoint);
    SC_METHOD(edge);
    sensitive << clk_i.pos();
    dont_initialize();
    SC_METHOD(wait_for_room);
    sensitive << offer_;
    dont_initialize();
    SC_METHOD(come);
  }

  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};
  // What the module sends.
  sc_core::sc_in<bool> send_valid_i{"send_valid_i"};
  sc_core::sc_out<bool> send_ready_o{"send_ready_o"};
  sc_core::sc_in<Data> send_data_i{"send_data_i"};
  sc_core::sc_in<bool> send_last_i{"send_last_i"};
  // What comes for it.
  sc_core::sc_out<bool> receive_valid_o{"receive_valid_o"};
  sc_core::sc_in<bool> receive_ready_i{"receive_ready_i"};
  sc_core::sc_out<Data> receive_data_o{"receive_data_o"};
  sc_core::sc_out<bool> receive_last_o{"receive_last_o"};

  /// At a packet network.
  sc_core::sc_port<network_port_if, 1, sc_core::SC_ZERO_OR_MORE_BOUND> port{"port"};
  /// Or at links, `links.pair(out, in)`: one of the two is bound.
  sc_core::sc_port<duplex_if, 1, sc_core::SC_ZERO_OR_MORE_BOUND> link{"link"};

 private:
  void end_of_elaboration() override {
    if ((port.size() == 0) == (link.size() == 0)) {
      report_wiring(
          "Pin endpoint {} stands at {} to one of a network, or its link to those where a node "
          "would be.",
          this->name(),
          port.size() == 0
              ? "nothing: bind its port"
              : name_of(*port[0]) + " and at " + name_of(*link[0]) + ": bind either its port");
    }
    if (link.size() > 0 && link->tx() == nullptr && link->rx() == nullptr) {
      report_wiring(
          "Pin endpoint {} stands at {}, where nothing leaves and nothing enters: bind its link to "
          "a pair with a link.",
          this->name(), name_of(*link[0]));
    }
    if (port.size() > 0 && !destination_) {
      report_wiring(
          "Pin endpoint {} stands at {}: make it with a function that says where its packets are "
          "to go.",
          this->name(), name_of(*port[0]));
    }
  }
  void start_of_simulation() override {
    tx_ = link.size() > 0 ? link->tx() : nullptr;
    rx_ = link.size() > 0 ? link->rx() : nullptr;
  }

  void edge() {
    if (!rst_ni.read()) {
      sending_.clear();
      offered_.reset();
      whole_ = ready_ = valid_ = false;
      receiving_.clear();
      shown_ = 0;
      return show();
    }
    if (ready_ && send_valid_i.read()) {
      sending_.push_back(send_data_i.read());
      whole_ = send_last_i.read();
      if (!whole_ && sending_.size() >= most_words()) {
        raise("program", this->name(),
              "Its module has sent {} words without `last`: a packet can have no more.",
              sending_.size());
      }
      if (whole_) offer();
    }
    if (valid_ && receive_ready_i.read() && ++shown_ == receiving_.front().size()) {
      receiving_.pop_front();
      shown_ = 0;
    }
    take();
    ready_ = !whole_ && (port.size() > 0 || tx_ != nullptr);
    valid_ = !receiving_.empty();
    show();
  }

  /// The packet whose last word has come goes on as soon as there is room.
  void offer() {
    if (!whole_) return;
    if (!(tx_ != nullptr ? send() : try_send())) return offer_.notify(sc_core::SC_ZERO_TIME);
    ++sent_;
    offered_.reset();
    sending_.clear();
    whole_ = false;
  }
  /// To the network.
  bool try_send() {
    NetworkPacket packet;
    packet.offered = offered_ ? *offered_ : port->clock().next_edge();
    packet.destination = destination_(sending_.front());
    packet.words = words();
    packet.tag = sent_;
    packet.payload = std::make_shared<const PinPayload<Data>>(sending_);
    offered_ = packet.offered;
    return port->try_send(packet);
  }
  /// To the link.
  bool send() {
    if (!tx_->idle()) return false;
    const NodeId destination = destination_ ? destination_(sending_.front()) : 0;
    tx_->send(
        {sent_, 0, destination, words(), {}, {}, std::make_unique<PinPayload<Data>>(sending_)});
    return true;
  }
  /// Of a packet: what the network carries, and no more than can be meant.
  [[nodiscard]] std::size_t most_words() const {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    if (port.size() == 0) return kMost;
    return std::min(kMost, static_cast<std::size_t>(port->most_words().count()));
  }
  [[nodiscard]] Words words() const { return Words{static_cast<std::int64_t>(sending_.size())}; }
  void wait_for_room() {
    if (tx_ != nullptr && !tx_->idle()) return next_trigger(tx_->sent_event());
    if (tx_ == nullptr && !port->has_room()) return next_trigger(port->room_event());
    offer();
  }

  /// Takes what has come, as far as there is a place for it.
  void take() {
    while (receiving_.size() < buffer_ && port.size() > 0 && port->arrived() != nullptr) {
      const NetworkPacket packet = port->take();
      receive(packet.payload.get(), packet.words, packet.tag);
    }
    while (receiving_.size() < buffer_ && rx_ != nullptr && rx_->arrived()) {
      const Packet packet = rx_->take();
      receive(packet.payload(), packet.words(), packet.id());
    }
  }
  void receive(const Payload* payload, Words words, std::uint64_t number) {
    if (const auto* pins = dynamic_cast<const PinPayload<Data>*>(payload)) {
      return receiving_.push_back(pins->words());
    }
    if (payload != nullptr) {
      raise(
          "program", this->name(),
          "Packet {} does not carry words as its pins do: where it was sent, use pins of the same "
          "type of data.",
          number);
    }
    std::vector<Data> zeros(static_cast<std::size_t>(words.count()), Data{});
    zeros.front() = static_cast<Data>(number);  // a packet of words alone: its number, then zeros
    receiving_.push_back(std::move(zeros));
  }
  /// A link holds one packet, which may follow another one between two edges of `clk_i`.
  void come() {
    if (rx_ == nullptr) return;
    next_trigger(rx_->arrived_event());
    if (rst_ni.read()) take();
  }

  void show() {
    send_ready_o.write(ready_);
    receive_valid_o.write(valid_);
    receive_data_o.write(valid_ ? receiving_.front()[shown_] : Data{});
    receive_last_o.write(valid_ && shown_ + 1 == receiving_.front().size());
  }

  Destination destination_;
  link_tx_if* tx_ = nullptr;
  link_rx_if* rx_ = nullptr;
  std::vector<Data> sending_;
  bool whole_ = false;  ///< with its last word
  bool ready_ = false;
  std::optional<Cycles> offered_;
  std::uint64_t sent_ = 0;
  std::size_t buffer_;
  std::deque<std::vector<Data>> receiving_;
  std::size_t shown_ = 0;
  bool valid_ = false;
  sc_core::sc_event offer_{"offer"};
};

}  // namespace plexus
