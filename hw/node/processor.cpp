#include "hw/node/processor.hpp"

#include <span>
#include <sstream>
#include <stdexcept>
#include <string>

#include "hw/channel/fault.hpp"

namespace plexus {

// ---- actions ---------------------------------------------------------------------------------

bool Receive::begin(Waiter& waiter) {
  if (take_from_inbox()) return true;
  waits_for(waiter);
  self_->check_port(port_, "receives");
  processor::Port& port = self_->ports_[port_];
  if (port.receiving != nullptr) {
    raise({"program",
           {},
           self_->name(),
           "Node " + std::to_string(self_->id()) + " receives twice at once at channel " +
               std::to_string(port_) + ".",
           {}});
  }
  port.receiving = this;
  return false;
}

bool Receive::take_from_inbox() {
  if (port_ >= self_->port_count_) return false;
  auto& inbox = self_->ports_[port_].inbox;
  if (!inbox || inbox->empty()) return false;
  take(std::move(inbox->front()));
  inbox->pop_front();
  return true;
}

void Receive::take(Packet&& packet) {
  packet_ = std::move(packet);
  ended_ = true;
  if (into_memory_) self_->store(packet_.blocks());
}

void Receive::cancel() {
  if (port_ < self_->port_count_ && self_->ports_[port_].receiving == this) {
    self_->ports_[port_].receiving = nullptr;
  }
}

// ---- processor -------------------------------------------------------------------------------

processor::processor(sc_core::sc_module_name name, NodeId id, unsigned ports,
                     const ProcessorContext& context)
    : node{name, id, context},
      guard_{context.rule, context.dimensions},
      ports_{std::make_unique<Port[]>(ports)},
      port_count_{static_cast<std::uint8_t>(ports)} {
  if (ports > port_guard::kMostPorts) {
    throw std::invalid_argument{"a processor has at most 64 channels, not " +
                                std::to_string(ports)};
  }
}

processor::~processor() = default;

void processor::connect(unsigned channel, link_tx_if& leaving, link_rx_if& entering) {
  Port& port = ports_[channel];
  port.leaving = &leaving;
  port.entering = &entering;
  leaving.attach_sender(port, guard_, channel);
  entering.attach_receiver(port, guard_, channel);
}

void processor::post(unsigned port, Packet packet) {
  if (packet.words() > 0_words) enqueue(port, std::move(packet), nullptr);
}

void processor::no_link(unsigned port, const char* use) const {
  raise({"port-rule",
         {},
         name(),
         "Node " + std::to_string(id()) + ' ' + use + " at channel " + std::to_string(port) +
             ", which no link joins.",
         {}});
}

void processor::enqueue(unsigned number, Packet&& packet, Action* action) {
  check_port(number, "sends");
  Port& port = ports_[number];
  if (!port.busy) {
    port.busy = true;
    port.sending = action;
    port.leaving->send(std::move(packet));
  } else {
    if (!port.queue) port.queue = std::make_unique<std::deque<Outgoing>>();
    port.queue->push_back({std::move(packet), action});
  }
}

void processor::Port::sent(unsigned /*port*/) {
  Action* const ended = sending;
  sending = nullptr;
  busy = false;
  if (queue && !queue->empty()) {
    busy = true;
    sending = queue->front().action;
    leaving->send(std::move(queue->front().packet));
    queue->pop_front();
  }
  if (ended != nullptr) ended->complete();
}

void processor::Port::received(unsigned number, Packet&& packet) {
  if (receiving != nullptr) {
    Receive& receive = *std::exchange(receiving, nullptr);
    receive.take(std::move(packet));
    receive.self().latest_ = static_cast<std::uint8_t>(number);
    receive.complete();
  } else {
    if (!inbox) inbox = std::make_unique<std::deque<Packet>>();
    inbox->push_back(std::move(packet));
  }
}

void processor::list_waits(std::vector<std::string>& waits) const {
  for (const Port& port : std::span{ports_.get(), port_count_}) {
    if (port.receiving != nullptr) waits.push_back("a packet on " + port.entering->full_name());
    if (port.sending != nullptr) {
      waits.push_back("the end of a send on " + port.leaving->full_name());
    }
  }
}

void processor::trace(sc_core::sc_trace_file* file) const {
  guard_.trace(file, std::string{name()} + '.');
  node::trace(file);
}

}  // namespace plexus
