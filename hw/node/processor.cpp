#include "hw/node/processor.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include "hw/rule/fault.hpp"

namespace plexus {

// ---- actions ---------------------------------------------------------------------------------

void Receive::cancel() {
  if (port_->receiving == this) port_->receiving = nullptr;
}

namespace {

constexpr std::uint64_t bit_at(unsigned number) { return std::uint64_t{1} << number; }
constexpr bool has_bit(std::uint64_t bits, unsigned number) { return (bits >> number & 1) != 0; }

}  // namespace

// ---- processor -------------------------------------------------------------------------------

processor::processor(sc_core::sc_module_name name, NodeId id, unsigned ports,
                     const ProcessorContext& context)
    : node{name, id, context},
      guard_{context.rule, context.dimensions},
      ports_{LinePool::take_array<Port>(ports)},
      port_count_{static_cast<std::uint8_t>(ports)} {
  if (ports > port_guard::kMostPorts) {
    throw std::invalid_argument{"a processor has at most 64 channels, not " +
                                std::to_string(ports)};
  }
}

processor::~processor() { LinePool::give_back_array(ports_, port_count_); }

void processor::end_of_elaboration() {
  const auto bound = static_cast<unsigned>(channels.size());
  if (bound > port_count_) {
    report_wiring("{} has room for {} channels, and {} are bound to {}. Make it with more.", name(),
                  port_count_, bound, channels.name());
  }
  for (unsigned number = 0; number < bound; ++number) {
    ports_[number].leaving = channels[static_cast<int>(number)]->tx();
    ports_[number].entering = channels[static_cast<int>(number)]->rx();
  }
  node::end_of_elaboration();
}

void processor::no_link(unsigned port, const char* use) const {
  raise("port-rule", name(), "Node {} {} at channel {}, which no link joins.", id(), use, port);
}

void processor::receives_twice(const Port& port) const {
  raise("program", name(), "Node {} receives twice at once at channel {}.", id(), &port - ports_);
}

processor::Backlogs& processor::backlogs() {
  if (!backlogs_) backlogs_ = std::make_unique<Backlogs>(port_count_);
  return *backlogs_;
}

processor::Backlogs::Lists& processor::Backlogs::lists_at(unsigned number) {
  if (!at[number].lists) at[number].lists = std::make_unique<Lists>();
  return *at[number].lists;
}

/// The packet may have to wait for those before it.
void processor::enqueue_apart(unsigned number, Packet&& packet, Action* action) {
  Port& port = ports_[number];
  const bool waits = backlogs_ && has_bit(backlogs_->queued, number);
  if (!waits && port.sending == nullptr && port.leaving->idle()) {
    port.sending = action;
    return port.leaving->send(std::move(packet));
  }
  backlogs().lists_at(number).queue.push_back({std::move(packet), action});
  backlogs_->queued |= bit_at(number);
}

bool processor::take_arrived(Receive& receive) {
  const auto number = static_cast<unsigned>(receive.port_ - ports_);
  if (!has_bit(backlogs_->arrived, number)) return false;
  Backlogs::Backlog& backlog = backlogs_->at[number];
  receive.take(std::move(backlog.earliest));
  if (backlog.lists && !backlog.lists->inbox.empty()) {
    backlog.earliest = std::move(backlog.lists->inbox.front());
    backlog.lists->inbox.pop_front();
  } else {
    backlogs_->arrived &= ~bit_at(number);
  }
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
  if (has_bit(backlogs_->queued, number)) {
    Ring<Outgoing>& queue = backlogs_->at[number].lists->queue;
    port.sending = queue.front().action;
    port.leaving->send(std::move(queue.front().packet));
    queue.pop_front();
    if (queue.empty()) backlogs_->queued &= ~bit_at(number);
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
  if (receive == nullptr) return keep_arrived(number, std::move(packet));
  receive->take(std::move(packet));
  latest_in_ = static_cast<std::uint8_t>(number);
  receive->complete();
}

/// Until somebody receives it.
void processor::keep_arrived(unsigned number, Packet&& packet) {
  Backlogs& all = backlogs();
  if (has_bit(all.arrived, number)) {
    return all.lists_at(number).inbox.push_back(std::move(packet));
  }
  all.at[number].earliest.swap(packet);
  all.arrived |= bit_at(number);
}

void processor::list_waits(Waits& waits) const {
  for (unsigned number = 0; number < port_count_; ++number) {
    const Port& port = ports_[number];
    if (port.receiving != nullptr) {
      waits.push_back({WaitFor::kPacket, port.entering->full_name()});
    }
    if (port.sending != nullptr) {
      waits.push_back({WaitFor::kSent, port.leaving->full_name()});
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
