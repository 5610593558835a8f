#include "hw/link/link_end.hpp"

#include "hw/channel/bindings.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

const DimensionMasks kNoDimensions;

}  // namespace

event_end::event_end(const channel_if& of, const sc_core::sc_port_base& port)
    : of_{&of}, port_{&port} {}

/// A delta later, like a signal: all that ends in this time step has ended then.
void event_end::sent(unsigned /*port*/) { sent_.notify(sc_core::SC_ZERO_TIME); }

void event_end::received(unsigned /*port*/, Packet&& packet) {
  if (packet.words() == 0_words) {
    raise("program", of_->full_name(),
          "Packet {} of 0 words comes to {}: a packet is at least one word long.", packet.id(),
          port_->name());
  }
  if (arrived()) {
    raise("overflow", of_->full_name(),
          "Packet {} arrives while packet {} has not been taken by {}. Take each packet in the "
          "cycle in which it arrives, or send fewer.",
          packet.id(), packet_.id(), port_->name());
  }
  packet_ = std::move(packet);
  arrived_.notify(sc_core::SC_ZERO_TIME);
}

Packet event_end::take() {
  if (!arrived()) {
    raise("program", of_->full_name(), "{} takes a packet where none has arrived.", port_->name());
  }
  return std::move(packet_);
}

link_end_if& EventEnds::at(const sc_core::sc_port_base& port, const channel_if& channel) {
  if (&port != port_) {
    port_ = &port;
    module_ = dynamic_cast<link_end_if*>(port.get_parent_object());
    guard_ = nullptr;
  }
  return module_ != nullptr ? *module_ : made_.emplace_back(channel, port);
}

port_guard& EventEnds::guard() {
  if (guard_ == nullptr) {
    guard_ = module_ != nullptr ? module_->guard() : nullptr;
    if (guard_ == nullptr) guard_ = &free_.emplace_back(PortRule::kAllFull, kNoDimensions);
  }
  return *guard_;
}

void LinkEnd::bind_part(sc_core::sc_port_base& port, const channel_if& channel,
                        const std::string& role, EventEnds& events) {
  if (part != nullptr) {
    report_wiring(
        "{} has two of a kind: its {} is {}, and {} is bound to it as well. Bind one of them.",
        channel.full_name(), role, name(), port.name());
  }
  part = &events.at(port, channel);
  guard = &events.guard();
}

void LinkEnd::check_bound(const channel_if& channel, const std::string& role) const {
  if (part != nullptr) return;
  report_wiring("{} has no {}: bind a port to it.", channel.full_name(), role);
}

Packet LinkEnd::take(const channel_if& from) const {
  if (events() == nullptr) {
    raise("program", from.full_name(),
          "Its receiver, {}, is told of packets (link_end_if) and takes none.", name());
  }
  return events()->take();
}

event_end* LinkEnd::events() const { return dynamic_cast<event_end*>(part); }

std::string LinkEnd::name() const {
  if (const event_end* const events = this->events()) return events->port().name();
  if (const auto* module = dynamic_cast<const sc_core::sc_object*>(part)) return module->name();
  return "nobody";
}

}  // namespace plexus
