#pragma once

#include <string>

#include "hw/data/packet.hpp"
#include "hw/link/link.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// One port of a switch: what a processor is bound to in the place of a link. Holds the packet that
/// the processor sends until it has crossed the switch. What a packet must be to be taken, the
/// switch says: `send` is its own.
class switch_port : public link_tx_if {
 public:
  /// `net`: the switch, for names.
  switch_port(const sc_core::sc_object& net, NodeId number) : net_{&net}, number_{number} {}

  void attach_sender(link_end_if& end, port_guard& guard, unsigned channel) override {
    sender = {&end, &guard, channel};
  }
  void attach_receiver(link_end_if& end, port_guard& guard, unsigned channel) override {
    receiver = {&end, &guard, channel};
  }
  [[nodiscard]] bool idle() const override { return !taken; }
  [[nodiscard]] std::string full_name() const override {
    return std::string{net_->name()} + ".port_" + std::to_string(number_);
  }
  [[nodiscard]] NodeId number() const { return number_; }

  /// The processor's side of the port.
  struct End {
    link_end_if* part = nullptr;
    port_guard* guard = nullptr;
    unsigned channel = 0;
  };
  End sender;
  End receiver;
  Packet packet;       ///< sent last
  bool taken = false;  ///< and not across yet

 private:
  const sc_core::sc_object* net_;
  NodeId number_;
};

}  // namespace plexus
