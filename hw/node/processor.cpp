#include "hw/node/processor.hpp"

#include <span>
#include <stdexcept>
#include <string>

#include "hw/channel/fault.hpp"

namespace plexus {

// ---- actions ---------------------------------------------------------------------------------

void Receive::take_first(std::deque<Packet>& inbox) {
  take(std::move(inbox.front()));
  inbox.pop_front();
}

void Receive::cancel() {
  if (port_->receiving == this) port_->receiving = nullptr;
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
  port.self = this;
  port.leaving = &leaving;
  port.entering = &entering;
  leaving.attach_sender(port, guard_, channel);
  entering.attach_receiver(port, guard_, channel);
}

void processor::no_link(unsigned port, const char* use) const {
  raise({"port-rule",
         {},
         name(),
         "Node " + std::to_string(id()) + ' ' + use + " at channel " + std::to_string(port) +
             ", which no link joins.",
         {}});
}

void processor::receives_twice(const Port& port) const {
  raise({"program",
         {},
         name(),
         "Node " + std::to_string(id()) + " receives twice at once at channel " +
             std::to_string(&port - ports_.get()) + ".",
         {}});
}

void processor::Port::wait_for_link(Packet&& packet, Action* action) {
  if (!backlog) backlog = std::make_unique<Backlog>();
  backlog->queue.push_back({std::move(packet), action});
}

void processor::Port::sent(unsigned /*port*/) {
  busy = false;
  if (backlog) return send_next();
  if (Action* const ended = std::exchange(sending, nullptr)) ended->complete();
}

/// What waits for the link goes first, then who has waited goes on.
void processor::Port::send_next() {
  Action* const ended = std::exchange(sending, nullptr);
  if (std::deque<Outgoing>& queue = backlog->queue; !queue.empty()) {
    busy = true;
    sending = queue.front().action;
    leaving->send(std::move(queue.front().packet));
    queue.pop_front();
  }
  if (ended != nullptr) ended->complete();
}

/// Somebody waits for the packet and what it carries is stored simply, or `receive_apart` sees to
/// it.
void processor::Port::received(unsigned number, Packet&& packet) {
  Receive* const receive = receiving;
  if (receive == nullptr || !receive->take_at_once(packet)) [[unlikely]]
    return receive_apart(number, std::move(packet));
  receiving = nullptr;
  receive->self().latest_in_ = static_cast<std::uint8_t>(number);
  receive->complete();
}

void processor::Port::receive_apart(unsigned number, Packet&& packet) {
  if (receiving != nullptr) {
    Receive& receive = *std::exchange(receiving, nullptr);
    receive.take(std::move(packet));
    receive.self().latest_in_ = static_cast<std::uint8_t>(number);
    receive.complete();
  } else {
    if (!backlog) backlog = std::make_unique<Backlog>();
    backlog->inbox.push_back(std::move(packet));
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
