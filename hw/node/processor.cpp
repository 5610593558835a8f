#include "hw/node/processor.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include "hw/channel/fault.hpp"

namespace plexus {

// ---- actions ---------------------------------------------------------------------------------

void Receive::cancel() {
  if (port_->receiving == this) port_->receiving = nullptr;
}

// ---- processor -------------------------------------------------------------------------------

processor::processor(sc_core::sc_module_name name, NodeId id, unsigned ports,
                     const ProcessorContext& context)
    : node{name, id, context},
      guard_{context.rule, context.dimensions},
      ports_{LinePool::take_array<Port>(ports)},
      port_count_{static_cast<std::uint8_t>(ports)},
      entering_{std::make_unique<link_rx_if*[]>(ports)} {
  if (ports > port_guard::kMostPorts) {
    throw std::invalid_argument{"a processor has at most 64 channels, not " +
                                std::to_string(ports)};
  }
}

processor::~processor() { LinePool::give_back_array(ports_, port_count_); }

void processor::connect(unsigned channel, link_tx_if& leaving, link_rx_if& entering) {
  Port& port = ports_[channel];
  port.leaving = &leaving;
  entering_[channel] = &entering;
  leaving.attach_sender(*this, guard_, channel);
  entering.attach_receiver(*this, guard_, channel);
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
             std::to_string(&port - ports_) + ".",
         {}});
}

processor::Backlog& processor::backlog(unsigned number) {
  if (!backlogs_) backlogs_ = std::make_unique<std::unique_ptr<Backlog>[]>(port_count_);
  std::unique_ptr<Backlog>& backlog = backlogs_[number];
  if (!backlog) backlog = std::make_unique<Backlog>();
  return *backlog;
}

/// The packet may have to wait for those before it.
void processor::enqueue_apart(unsigned number, Packet&& packet, Action* action) {
  Port& port = ports_[number];
  if (!backlogs_ || !backlogs_[number] || backlogs_[number]->queue.empty()) {
    if (port.leaving->send_if_idle(std::move(packet), action != nullptr)) {
      port.sending = action;
      return;
    }
    if (action == nullptr && port.leaving->follow(std::move(packet))) return;
    port.leaving->tell_end();
  }
  backlog(number).queue.push_back({std::move(packet), action});
}

bool processor::take_arrived(Receive& receive) {
  Backlog* const backlog = backlogs_[static_cast<std::size_t>(receive.port_ - ports_)].get();
  if (backlog == nullptr || backlog->inbox.empty()) return false;
  receive.take(std::move(backlog->inbox.front()));
  backlog->inbox.pop_front();
  return true;
}

void processor::sent(unsigned number) {
  if (backlogs_) return send_next(number);
  if (Action* const ended = std::exchange(ports_[number].sending, nullptr)) ended->complete();
}

/// What waits for the link goes first, then who has waited goes on.
void processor::send_next(unsigned number) {
  Port& port = ports_[number];
  Action* const ended = std::exchange(port.sending, nullptr);
  if (Backlog* const backlog = backlogs_[number].get(); backlog && !backlog->queue.empty()) {
    Fifo<Outgoing>& queue = backlog->queue;
    port.sending = queue.front().action;
    port.leaving->send(std::move(queue.front().packet));
    queue.pop_front();
  }
  if (ended != nullptr) ended->complete();
}

/// Somebody waits for the packet and what it carries is stored simply, or `receive_apart` sees to
/// it.
void processor::received(unsigned number, Packet&& packet) {
  Port& port = ports_[number];
  Receive* const receive = port.receiving;
  if (receive == nullptr || !receive->take_at_once(*this, packet)) [[unlikely]]
    return receive_apart(number, std::move(packet));
  port.receiving = nullptr;
  latest_in_ = static_cast<std::uint8_t>(number);
  receive->complete();
}

void processor::receive_apart(unsigned number, Packet&& packet) {
  Receive* const receive = std::exchange(ports_[number].receiving, nullptr);
  if (receive == nullptr) return backlog(number).inbox.push_back(std::move(packet));
  receive->take(std::move(packet));
  latest_in_ = static_cast<std::uint8_t>(number);
  receive->complete();
}

void processor::list_waits(std::vector<std::string>& waits) const {
  for (unsigned number = 0; number < port_count_; ++number) {
    const Port& port = ports_[number];
    if (port.receiving != nullptr) {
      waits.push_back("a packet on " + entering_[number]->full_name());
    }
    if (port.sending != nullptr) {
      waits.push_back("the end of a send on " + port.leaving->full_name());
    }
  }
}

/// Two bits for each port.
std::optional<std::uint64_t> processor::wait_state() const {
  constexpr unsigned kMostPorts = 32;
  if (port_count_ > kMostPorts) return std::nullopt;
  std::uint64_t state = 0;
  for (unsigned number = 0; number < port_count_; ++number) {
    const Port& port = ports_[number];
    const unsigned receives = port.receiving != nullptr ? 2 : 0;
    const unsigned sends = port.sending != nullptr ? 1 : 0;
    state = state << 2 | receives | sends;
  }
  return state;
}

void processor::trace(sc_core::sc_trace_file* file) const {
  guard_.trace(file, std::string{name()} + '.');
  node::trace(file);
}

}  // namespace plexus
