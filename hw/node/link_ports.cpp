#include "hw/node/link_ports.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

constexpr std::uint64_t bit_at(unsigned number) { return std::uint64_t{1} << number; }
constexpr bool has_bit(std::uint64_t bits, unsigned number) { return (bits >> number & 1) != 0; }

}  // namespace

// ---- link ports ------------------------------------------------------------------------------

link_ports::link_ports(node& self, const Setting& setting)
    : endpoint{self},
      guard_{setting.rule, setting.dimensions},
      ports_{LinePool::take_array<Port>(setting.channels)},
      port_count_{static_cast<std::uint8_t>(setting.channels)} {
  if (setting.channels > port_guard::kMostPorts) {
    throw std::invalid_argument{"a processor has at most 64 channels, not " +
                                std::to_string(setting.channels)};
  }
}

link_ports::~link_ports() { LinePool::give_back_array(ports_, port_count_); }

void link_ports::bound() {
  const auto joined = static_cast<unsigned>(channels.size());
  if (joined > port_count_) {
    report_wiring("{} has room for {} channels, and {} are bound to {}. Make it with more.",
                  self().name(), port_count_, joined, channels.name());
  }
  for (unsigned number = 0; number < joined; ++number) {
    ports_[number].leaving = channels[static_cast<int>(number)]->tx();
    ports_[number].of = this;
  }
}

void link_ports::no_link(unsigned port, const char* use) const {
  raise("port-rule", self().name(), "Node {} {} at channel {}, which no link joins.", self().id(),
        use, port);
}

void link_ports::receives_twice(const Port& port) const {
  raise("program", self().name(), "Node {} receives twice at once at channel {}.", self().id(),
        number_of(port));
}

link_ports::Backlogs& link_ports::backlogs() {
  if (!backlogs_) backlogs_ = std::make_unique<Backlogs>(port_count_);
  return *backlogs_;
}

link_ports::Backlogs::Lists& link_ports::Backlogs::lists_at(unsigned number) {
  if (!at[number].lists) at[number].lists = std::make_unique<Lists>();
  return *at[number].lists;
}

/// The packet may have to wait for those before it.
void link_ports::enqueue_apart(unsigned number, Packet&& packet, Action* action) {
  Port& port = ports_[number];
  const bool waits = backlogs_ && has_bit(backlogs_->queued, number);
  if (!waits && port.sending == nullptr && port.leaving->idle()) {
    port.sending = action;
    return port.leaving->send(std::move(packet));
  }
  backlogs().lists_at(number).queue.push_back({std::move(packet), action});
  backlogs_->queued |= bit_at(number);
}

bool link_ports::take_arrived(Reception& receive) {
  const unsigned number = number_of(*receive.port_);
  if (!has_bit(backlogs_->arrived, number)) return false;
  Backlogs::Backlog& backlog = backlogs_->at[number];
  receive.take(self(), std::move(backlog.earliest));
  if (backlog.lists && !backlog.lists->inbox.empty()) {
    backlog.earliest = std::move(backlog.lists->inbox.front());
    backlog.lists->inbox.pop_front();
  } else {
    backlogs_->arrived &= ~bit_at(number);
  }
  return true;
}

void link_ports::sent(unsigned number) {
  if (backlogs_) return send_next(number);
  if (Action* const ended = std::exchange(ports_[number].sending, nullptr)) ended->complete();
}

/// What waits for the link goes first, then who has waited goes on.
void link_ports::send_next(unsigned number) {
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
void link_ports::received(unsigned number, Packet&& packet) {
  Port& port = ports_[number];
  Reception* const receive = port.receiving;
  if (receive == nullptr || !receive->take_at_once(self(), packet)) [[unlikely]]
    return receive_apart(number, std::move(packet));
  port.receiving = nullptr;
  latest_in_ = static_cast<std::uint8_t>(number);
  receive->complete();
}

void link_ports::receive_apart(unsigned number, Packet&& packet) {
  Reception* const receive = std::exchange(ports_[number].receiving, nullptr);
  if (receive == nullptr) return keep_arrived(number, std::move(packet));
  receive->take(self(), std::move(packet));
  latest_in_ = static_cast<std::uint8_t>(number);
  receive->complete();
}

/// Until somebody receives it.
void link_ports::keep_arrived(unsigned number, Packet&& packet) {
  Backlogs& all = backlogs();
  if (has_bit(all.arrived, number)) {
    return all.lists_at(number).inbox.push_back(std::move(packet));
  }
  all.at[number].earliest.swap(packet);
  all.arrived |= bit_at(number);
}

void link_ports::list_waits(Waits& waits) const {
  for (unsigned number = 0; number < port_count_; ++number) {
    const Port& port = ports_[number];
    if (port.receiving != nullptr) {
      const duplex_if& joined = *channels[static_cast<int>(number)];
      waits.push_back({WaitFor::kPacket, joined.rx()->full_name()});
    }
    if (port.sending != nullptr) {
      waits.push_back({WaitFor::kSent, port.leaving->full_name()});
    }
  }
}

/// Two bits for each port.
std::optional<std::uint64_t> link_ports::wait_state() const {
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

}  // namespace plexus
