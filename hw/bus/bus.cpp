#include "hw/bus/bus.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <typeinfo>

#include <fmt/format.h>

#include "hw/channel/bindings.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

namespace {

constexpr const char* kOneRequest = "one-request";
constexpr const char* kOwnReader = "own-reader";
constexpr const char* kChannels = "k-star";
constexpr const char* kOneTransaction = "one-transaction";

/// Numbers below 64 as a mask.
std::uint64_t mask_of(const NodeSet& set) {
  std::uint64_t mask = 0;
  for (const Interval& interval : set.intervals()) {
    for (std::uint64_t node = interval.first; node < interval.end() && node < 64; ++node) {
      mask |= std::uint64_t{1} << node;
    }
  }
  return mask;
}

}  // namespace

// ---- bus -------------------------------------------------------------------------------------

bus::bus(sc_core::sc_module_name name, NodeId processors, NodeId channels, LinkTiming timing,
         const ClockPeriod& clock)
    : sc_module{name},
      standard_arbiter_{"bus_arbiter", processors, channels},
      arbiter{"arbiter", standard_arbiter_},
      clock_{clock},
      timing_{checked(timing, this->name())},
      queue_{processors, channels},
      ports_(processors),
      closed_{processors},
      busy_{processors},
      calendar_{clock},
      settled_{"settled", [this] { decide(); }} {
  if (processors < 1 || channels < 1) {
    throw std::invalid_argument{
        fmt::format("{} has {} processors and {} channels: give it one or more of each.",
                    this->name(), processors, channels)};
  }
  HW_PROCESSES(bus);
  SC_METHOD(end_due);
  sensitive << calendar_.due_event();
  dont_initialize();
  SC_METHOD(ask_again);
  sensitive << again_;
  dont_initialize();
}

/// As many taps as it has processors, each with both of its sides.
void bus::register_port(sc_core::sc_port_base& port, const char* type) {
  const bool writes = type == std::string_view{typeid(bus_tx_if).name()};
  (writes ? writers_ : readers_).push_back(&port);
}

void bus::end_of_elaboration() {
  if (reader.channel() != nullptr) settled_.wait_for(kDeltas);
  for (const auto* const ports : {&writers_, &readers_}) {
    check_ports("Bus", "bus", name(), processors(), *ports,
                ports == &writers_ ? "write it" : "read it");
  }
}

/// A node's number, if it is on the bus.
NodeId bus::known(NodeId node) const {
  if (node >= processors()) {
    raise("program", name(), "Node {} is not on the bus, which has {}: 0 .. {}.", node,
          processors(), processors() - 1);
  }
  return node;
}

bool bus::ask(BusArrival& arrival) {
  Port& port = ports_[known(arrival.node)];
  if (port.inbox && !port.inbox->empty()) {
    arrival.packet = std::move(port.inbox->front());
    port.inbox->pop_front();
    return true;
  }
  if (port.reading != nullptr) {
    raise("program", name(), "Node {} reads the bus twice at once.", arrival.node);
  }
  port.reading = &arrival;
  arrival.note_wait(waits_for(arrival.node));
  return false;
}

void bus::ask(BusTransfer& write) {
  settled_.request();
  if (queue_.asks(known(write.node))) return queue_.note_doubled(write.node);
  queue_.ask(write.node, write.readers, clock_.now());
  ports_[write.node].asking = &write;
  write.note_wait(waits_for(write.node));
}

void bus::close(NodeId tap) {
  if (!closed_.at(tap)) closed_.set(NodeSet::one(tap));
}

void bus::open(NodeId tap) {
  if (!closed_.at(tap)) return;
  closed_.clear(NodeSet::one(tap));
  settled_.request();
}

/// One edge of the arbiter: what ended in this time step is free, what was asked for is in.
void bus::decide() {
  const Cycles now = clock_.now();
  queue_.gather();
  check_requests();
  const std::span<const NodeId> grants = arbiter->edge(queue_.released(), queue_.waiting(closed_));
  for (const NodeId writer : grants) start(writer, now);
  queue_.settle();
  if (arbiter.is_bound()) {
    const bool could =
        !queue_.is_full() && std::ranges::any_of(queue_.waiting(closed_), [&](auto& one) {
          return !busy_.at(one.writer) && !busy_.any(one.readers);
        });
    queue_.judge(name_of(arbiter.occupant()), grants, could, now);
    if (could) again_.notify(clock_.time(1_cycles));
  }
  if (probe_) probe_.show();
  check_schedule();
}

void bus::start(NodeId writer, Cycles now) {
  if (!queue_.asks(writer)) {
    breach(writer, kOneRequest,
           fmt::format("The arbiter grants a channel to node {}, which asks for none.", writer));
  }
  Port& port = ports_[writer];
  BusTransfer& write = *port.asking;
  if (queue_.is_full()) {
    breach(writer, kChannels,
           fmt::format("Node {} starts a transaction while all {} channels of the bus are taken.",
                       writer, channels()));
  }
  if (busy_.at(writer) || busy_.any(write.readers)) {
    const NodeId node = busy_member(writer, write.readers);
    breach(node, kOneTransaction,
           fmt::format("Node {} would take part in the transactions of nodes {} and {} at once.",
                       node, owner_of(node), writer));
  }
  const Words words = write.packet.words();
  const std::uint32_t channel = queue_.start(writer, words, now);
  if (channel == transactions_.size()) transactions_.emplace_back();
  Transaction& transaction = transactions_[channel];
  transaction = {std::move(write.packet), std::move(write.readers), &write, now};
  port.asking = nullptr;
  port.writing = true;
  write.note_wait(waits_for(writer));
  write.started();
  busy_.set(NodeSet::one(writer));
  busy_.set(transaction.readers);
  if (reader.channel() != nullptr) {
    for (const Interval& interval : transaction.readers.intervals()) {
      for (std::uint64_t tap = interval.first; tap < interval.end(); ++tap) {
        reader->coming(static_cast<NodeId>(tap));
      }
    }
  }
  calendar_.add(now + timing_.hop(words), channel);
  if (sink_ != nullptr) record(channel, TraceKind::kSend);
}

void bus::end_due() {
  const Cycles now = clock_.now();
  for (const std::uint32_t channel : calendar_.take_due()) end(channel, now);
  settled_.request();
}

void bus::end(std::uint32_t channel, Cycles now) {
  if (sink_ != nullptr) record(channel, TraceKind::kReceive);
  Transaction& transaction = transactions_[channel];
  BusTransfer& write = *std::exchange(transaction.write, nullptr);
  const NodeId writer = write.node;
  busy_.clear(NodeSet::one(writer));
  busy_.clear(transaction.readers);
  queue_.end(writer, channel, now - transaction.started, now);
  for (const Interval& interval : transaction.readers.intervals()) {
    for (std::uint64_t node = interval.first; node < interval.end(); ++node) {
      deliver(static_cast<NodeId>(node), transaction.packet);
    }
  }
  ports_[writer].writing = false;
  write.note_wait(waits_for(write.node));
  write.ended();
}

void bus::deliver(NodeId to, const Packet& packet) {
  if (reader.channel() != nullptr) return reader->arrived(to, packet);
  Port& port = ports_[to];
  if (port.reading != nullptr) {
    BusArrival& arrival = *std::exchange(port.reading, nullptr);
    arrival.note_wait(waits_for(to));
    arrival.packet = packet;
    arrival.ended();
  } else {
    if (!port.inbox) port.inbox = std::make_unique<std::deque<Packet>>();
    port.inbox->push_back(packet);
  }
}

WaitFor bus::waits_for(NodeId processor) const {
  const Port& port = ports_[processor];
  const bool reads = port.reading != nullptr;
  if (port.asking != nullptr) return reads ? WaitFor::kBusChannelAndPacket : WaitFor::kBusChannel;
  if (port.writing) return reads ? WaitFor::kBusEndAndPacket : WaitFor::kBusEnd;
  return reads ? WaitFor::kBusPacket : WaitFor::kNothing;
}

// ---- rules -----------------------------------------------------------------------------------

/// The rules that one request can break, the lowest processor first.
void bus::check_requests() const {
  if (const NodeId node = queue_.doubled(); node != GrantQueue::kNobody) {
    breach(node, kOneRequest,
           fmt::format("Node {} asks for a transaction while it still waits for another.", node));
  }
  for (const auto& [writer, readers] : queue_.gathered()) {
    if (readers.contains(writer)) {
      breach(writer, kOwnReader,
             fmt::format("Node {} is among the readers of its own packet.", writer));
    }
    if (readers.end() > processors()) {
      breach(writer, kOwnReader,
             fmt::format("Node {} writes to node {}, which is not on the bus.", writer,
                         readers.end() - 1));
    }
  }
}

void bus::check_schedule() const {
  for (const BusRequest& asked : queue_.gathered()) {
    const BusTransfer* const write = ports_[asked.writer].asking;
    if (write == nullptr || !write->now) continue;
    const std::string start =
        fmt::format("Node {} has a transaction in its schedule that cannot start: ", asked.writer);
    if (busy_.at(asked.writer) || busy_.any(asked.readers)) {
      const NodeId node = busy_member(asked.writer, asked.readers);
      breach(node, kOneTransaction,
             fmt::format("{}node {} takes part in that of node {}.", start, node, owner_of(node)));
    }
    breach(asked.writer, kChannels,
           queue_.is_full()
               ? fmt::format("{}all {} channels of the bus are taken.", start, channels())
               : start + "the arbiter has not granted it a channel.");
  }
}

void bus::breach(NodeId node, const char* rule, const std::string& sentence) const {
  raise("port-rule", name(), Figures{{"node", node}, {"rule", rule}},
        "{} On this bus a processor takes part in at most one transaction at a time, and at most "
        "{} are in progress.",
        sentence, channels());
}

/// The lowest one of a writer and its readers that takes part in a transaction.
NodeId bus::busy_member(NodeId writer, const NodeSet& readers) const {
  std::uint64_t lowest = busy_.at(writer) ? writer : processors();
  for (const Interval& interval : readers.intervals()) {
    for (std::uint64_t node = interval.first; node < std::min(interval.end(), lowest); ++node) {
      if (busy_.at(static_cast<NodeId>(node))) lowest = node;
    }
  }
  return static_cast<NodeId>(lowest);
}

/// The writer of the transaction in which `node` takes part.
NodeId bus::owner_of(NodeId node) const {
  for (const Transaction& transaction : transactions_) {
    if (transaction.write == nullptr) continue;
    const NodeId writer = transaction.write->node;
    if (writer == node || transaction.readers.contains(node)) return writer;
  }
  return node;
}

// ---- trace and wave --------------------------------------------------------------------------

std::string bus::channel_name(std::uint32_t channel) const {
  return fmt::format("{}.channel_{}", name(), channel);
}

void bus::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  for (std::uint32_t channel = 0; channel < channels(); ++channel) {
    visit({channel_name(channel), "channel", {}});
  }
}

void bus::listen(trace_sink_if& sink) {
  sink_ = &sink;
  for (std::uint32_t channel = 0; channel < channels(); ++channel) {
    sink.wants(named_view(channel_name(channel), PartKind::kChannel));
  }
}

void bus::record(std::uint32_t channel, TraceKind kind) const {
  const Transaction& transaction = transactions_[channel];
  const Packet& packet = transaction.packet;
  const NodeSet& readers = transaction.readers;
  const NodeId writer = transaction.write->node;
  // Of several readers the lowest; a `set` row names the writer and all of them.
  const NodeId first =
      readers.empty() ? writer : static_cast<NodeId>(readers.intervals().front().first);
  sink_->record(packet_row(clock_.now(), kind, channel, channel_name(channel), packet, writer,
                           first, timing_.startup));
  if (kind != TraceKind::kSend || readers.empty()) return;
  sink_->record(set_row(clock_.now(), channel, channel_name(channel), Driven{writer, readers}));
}

void bus::trace(sc_core::sc_trace_file* file) const {
  const std::string prefix = std::string{name()} + '.';
  probe_.add(file, prefix + "waiting", [this] { return std::uint64_t{queue_.waiting().size()}; });
  probe_.add_bits(file, prefix + "requests", [this] {
    std::uint64_t requests = 0;  // bit per processor, for the first 64
    for (const BusRequest& request : queue_.waiting()) {
      if (request.writer < 64) requests |= std::uint64_t{1} << request.writer;
    }
    return requests;
  });
  for (NodeId channel = 0; channel < channels(); ++channel) {
    const std::string of = channel_name(channel) + '.';
    const auto taken = [this, channel] {
      return channel < transactions_.size() && transactions_[channel].write != nullptr;
    };
    probe_.add(file, of + "busy", taken);
    probe_.add(file, of + "writer", [this, channel, taken] {
      return taken() ? transactions_[channel].write->node : NodeId{0};
    });
    probe_.add_bits(file, of + "readers", [this, channel, taken] {
      return taken() ? mask_of(transactions_[channel].readers) : std::uint64_t{0};
    });
  }
}

}  // namespace plexus
