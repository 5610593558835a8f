#pragma once

#include <string>

#include "hw/channel/link.hpp"
#include "hw/data/packet.hpp"
#include "hw/link/link_end.hpp"
#include "hw/rule/port_guard.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// One port of a switch: what a processor is bound to in the place of a link. Holds the packet that
/// the processor sends until it has crossed the switch. What a packet must be to be taken, the
/// switch says: `send` is its own.
class switch_port : public duplex_if, public link_tx_if, public link_rx_if {
 public:
  /// `net`: the switch, for names; `events`: of its ports.
  switch_port(const sc_core::sc_object& net, NodeId number, EventEnds& events)
      : net_{&net}, events_{&events}, number_{number} {}

  [[nodiscard]] link_tx_if* tx() const override { return const_cast<switch_port*>(this); }
  [[nodiscard]] link_rx_if* rx() const override { return const_cast<switch_port*>(this); }
  [[nodiscard]] bool idle() const override { return !taken; }
  [[nodiscard]] const sc_core::sc_event& sent_event() override {
    return sender.sent_event(*events_);
  }
  [[nodiscard]] bool arrived() const override { return receiver.arrived(); }
  [[nodiscard]] Packet take() override { return receiver.take(*this); }
  [[nodiscard]] const sc_core::sc_event& arrived_event() override { return default_event(); }
  /// Of a receiver: that a packet has arrived.
  [[nodiscard]] const sc_core::sc_event& default_event() const override {
    return receiver.arrived_event(*events_);
  }
  [[nodiscard]] std::string full_name() const override {
    return std::string{net_->name()} + ".port_" + std::to_string(number_);
  }
  void register_port(sc_core::sc_port_base& port, const char* type) override {
    if (is_port_of<duplex_if>(type)) {
      bind_sender<duplex_if>(port);
      bind_receiver<duplex_if>(port);
    }
    if (is_port_of<link_tx_if>(type)) bind_sender<link_tx_if>(port);
    if (is_port_of<link_rx_if>(type)) bind_receiver<link_rx_if>(port);
  }
  [[nodiscard]] NodeId number() const { return number_; }
  [[nodiscard]] bool is_bound() const { return sender.part != nullptr || receiver.part != nullptr; }
  /// Full name of who is bound here.
  [[nodiscard]] std::string user() const {
    return sender.part != nullptr ? sender.name() : receiver.name();
  }

  /// Who sends and who receives here: a link's ends, with the numbers of their channels.
  struct End : LinkEnd {
    unsigned channel = 0;
  };
  End sender;
  End receiver;
  Packet packet;       ///< sent last
  bool taken = false;  ///< and not across yet

 private:
  template <typename If>
  void bind_sender(sc_core::sc_port_base& port) {
    sender.channel = sender.bind<If>(port, *this, *this, "sender", *events_);
  }
  template <typename If>
  void bind_receiver(sc_core::sc_port_base& port) {
    receiver.channel = receiver.bind<If>(port, *this, *this, "receiver", *events_);
  }

  const sc_core::sc_object* net_;
  EventEnds* events_;
  NodeId number_;
};

}  // namespace plexus
