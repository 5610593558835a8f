#include "models/omega/traffic.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hw/rule/delivery_check.hpp"
#include "models/catalogue/json.hpp"
#include "models/omega/module.hpp"

namespace plexus {

namespace {

double as_double(std::uint64_t count) { return static_cast<double>(count); }

const Statistic kThroughput{"throughput", "", "packets per port and cycle that came out"};
const Statistic kThroughputError{"throughput_error", "", "standard error of this mean"};
const Statistic kAcceptance{"acceptance", "", "share of the offered packets that were accepted"};
const Statistic kQueueDepthMean{"queue_depth_mean", "packets", "buffered: in a queue, by stage"};
const Statistic kQueueFull{"queue_full", "", "buffered: share of queues and cycles, by stage"};
const Statistic kQueueDepthMax{"queue_depth_max", "packets", "buffered: most in a queue, by stage"};
const Statistic kSaturatedPerStage{"saturated_per_stage", "queues",
                                   "buffered: that came to be crowded most of the time"};
const Statistic kSaturatedQueues{"saturated_queues", "", "buffered: their names, in that order"};
const Statistic kSaturatedAt{"saturated_at", "cycles", "buffered: when that began"};
const Statistic kBlockedAtPorts{"blocked_at_ports", "packets",
                                "data manipulator: that met a taken port"};
const Statistic kTrafficBlockedPerStage{"blocked_per_stage", "packets",
                                        "unbuffered: that met a taken output"};

/// What a word carries through a buffered network besides: when its packet left the source, and
/// whether it is the last one of it.
constexpr std::uint32_t kLastWord = std::uint32_t{1} << 31U;
constexpr std::uint32_t kCycleBits = kLastWord - 1;

/// Which queues came to be crowded most of the time, and in which order.
void report_saturation(const omega_fifo_net& net, Statistics& statistics) {
  constexpr std::size_t kMostListed = 64;
  std::vector<std::uint64_t> per_stage(net.stages().size(), 0);
  Json queues = Json::array();
  Json cycles = Json::array();
  for (const SaturatedQueue& queue : net.saturated()) {
    ++per_stage[queue.stage];
    if (queues.size() == kMostListed) continue;
    queues.push_back(
        fmt::format("stage_{}.element_{}.input_{}", queue.stage, queue.element, queue.input));
    cycles.push_back(queue.since.count());
  }
  statistics.set(kSaturatedPerStage, per_stage);
  statistics.set(kSaturatedQueues, std::move(queues));
  statistics.set(kSaturatedAt, std::move(cycles));
}

}  // namespace

/// A port may send to itself: its two directions are different lines.
TrafficSetting of_switch(TrafficSetting setting) {
  setting.to_itself = true;
  return setting;
}

switch_traffic::switch_traffic(sc_core::sc_module_name name, const NetworkShape& network,
                               const TrafficSetting& setting)
    : traffic_machine{name, of_switch(setting), network.ports()}, network_{network} {}

void switch_traffic::report(Cycles cycles, Statistics& statistics) const {
  traffic_machine::report(cycles, statistics);
  statistics.set(kThroughput, rounded(log_.accepted_load()));
  statistics.set(kThroughputError, rounded(log_.accepted_error()));
  statistics.set(kAcceptance, rounded(log_.acceptance()));
}

Layout switch_traffic::layout() const { return plexus::layout(network_); }

std::vector<Statistic> switch_traffic::statistics() {
  return TrafficLog::declared({kThroughput, kThroughputError, kAcceptance, kQueueDepthMean,
                               kQueueFull, kQueueDepthMax, kSaturatedPerStage, kSaturatedQueues,
                               kSaturatedAt, kBlockedAtPorts, kTrafficBlockedPerStage});
}

// ---- buffered -----------------------------------------------------------------------------------

fifo_traffic::fifo_traffic(sc_core::sc_module_name name, const NetworkShape& network,
                           const FifoSetting& fifos, const TrafficSetting& setting,
                           const ConstructionOrder& order)
    : switch_traffic{name, network, setting},
      net{"switch", switch_wiring(network), tag_weights(network), fifos, order},
      ports_(network.ports()) {
  net.client(*this);
}

void fifo_traffic::listen(trace_sink_if& sink) {
  machine::listen(sink);
  net.listen(sink);
}

void fifo_traffic::report(Cycles cycles, Statistics& statistics) const {
  switch_traffic::report(cycles, statistics);
  const QueueFigures figures = queues();
  std::vector<std::uint64_t> most;
  for (const FifoStageFigures& stage : net.stages()) most.push_back(stage.max_depth);
  statistics.set(kQueueDepthMean, rounded(figures.mean_depth));
  statistics.set(kQueueFull, rounded(figures.full_share));
  statistics.set(kQueueDepthMax, most);
  report_saturation(net, statistics);
}

std::optional<std::string> fifo_traffic::left_over() const {
  std::uint64_t words = 0;
  for (const Port& port : ports_) words += port.number;
  if (words != net.injected()) {
    return fmt::format("{} words were sent: {} entered the switch, {} are inside.", words,
                       net.injected(), net.inside());
  }
  return switch_traffic::left_over();
}

void fifo_traffic::cycle(Cycles now) {
  if (now == log_.first()) at_first_ = snapshot(now);
  if (goes_on(now)) return;
  at_end_ = snapshot(now);
  net.halt();
  net.check_conservation();
}

void fifo_traffic::send_packets(Cycles now) {
  const std::uint32_t now_bits = static_cast<std::uint32_t>(now.count()) & kCycleBits;
  offer(now, [this, now_bits](NodeId number, const Offer* packet) {
    Port& port = ports_[number];
    if (port.words == 0 && packet == nullptr) return false;
    if (!net.ready(number)) return false;
    const bool begins = port.words == 0;
    if (begins) {
      port.packet = *packet;
      port.words = packet->words;
      port.left = now_bits;
      ++begun_;
    }
    const std::uint32_t last = --port.words == 0 ? kLastWord : 0;
    const Offer& of = port.packet;
    net.inject({of.born, number, of.destination, port.number++, port.left | last});
    return begins;
  });
}

void fifo_traffic::delivered(const FifoPacket& packet, Cycles now) {
  if ((packet.payload & kLastWord) == 0) {
    log_.word_arrived(now);
    return;
  }
  ++whole_;
  const std::uint32_t inside =
      (static_cast<std::uint32_t>(now.count()) - packet.payload) & kCycleBits;
  log_.arrived(now, packet.born, now - Cycles{inside});
}

fifo_traffic::Snapshot fifo_traffic::snapshot(Cycles now) const {
  Snapshot taken{net.occupancy_sums(now), {}};
  for (const FifoStageFigures& stage : net.stages()) taken.full.push_back(stage.full);
  return taken;
}

QueueFigures fifo_traffic::queues() const {
  QueueFigures figures;
  const double queue_cycles =
      as_double(net.queues_of_stage()) * static_cast<double>((log_.end() - log_.first()).count());
  for (std::size_t t = 0; t < at_end_.full.size(); ++t) {
    figures.mean_depth.push_back(as_double(at_end_.occupancy[t] - at_first_.occupancy[t]) /
                                 queue_cycles);
    figures.full_share.push_back(as_double(at_end_.full[t] - at_first_.full[t]) / queue_cycles);
  }
  return figures;
}

std::vector<QueueGroup> fifo_traffic::queue_groups() {
  std::vector<QueueGroup> groups;
  for (std::size_t t = 0; t < net.stages().size(); ++t) {
    groups.push_back({fmt::format("stage {}", t), net.queues_of_stage(),
                      [this, t](Cycles now) { return net.occupancy_sums(now)[t]; }});
  }
  return groups;
}

// ---- unbuffered ---------------------------------------------------------------------------------

pass_traffic::pass_traffic(sc_core::sc_module_name name, const NetworkShape& network,
                           Switching switching, const TrafficSetting& setting)
    : switch_traffic{name, network, setting},
      net{"switch", switch_wiring(network), [this] { run_cycle(); }},
      switching_{switching},
      by_tag_{network},
      places_(network.ports()),
      blocked_(network.stages() + std::size_t{1}, 0) {
  HW_PROCESSES(pass_traffic);
  SC_METHOD(run_cycle);  // the first one
}

void pass_traffic::listen(trace_sink_if& sink) {
  machine::listen(sink);
  sink_ = &sink;
  net.introduce_elements(sink);
}

void pass_traffic::report(Cycles cycles, Statistics& statistics) const {
  switch_traffic::report(cycles, statistics);
  const bool lines_meet_at_ports = net.wiring().lines() > net.wiring().ports;
  if (lines_meet_at_ports) statistics.set(kBlockedAtPorts, blocked_.back());
  const std::vector<std::uint64_t> per_stage(blocked_.begin(), blocked_.end() - 1);
  statistics.set(kTrafficBlockedPerStage, per_stage);
}

std::uint64_t pass_traffic::inside() const {
  return static_cast<std::uint64_t>(std::ranges::count(places_, true, &Place::taken));
}

void pass_traffic::run_cycle() {
  const Cycles now = clock_.now();
  if (passing_) end_pass(now);
  if (!goes_on(now)) {
    net.clear();
    return;
  }
  ask(now);
  passing_ = true;
  net.pass(requests_, by_tag_);
  if (sink_ != nullptr) {
    net.record_settings(*sink_);
    for (const SwitchRequest& message : requests_) record(TraceKind::kSend, message);
  }
}

/// What became of the packets of the cycle that ends with the beginning of `now`.
void pass_traffic::end_pass(Cycles now) {
  const SwitchOutcome& outcome = net.outcome();
  for (NodeId port = 0; port < outcome.at_port.size(); ++port) {
    const std::uint32_t message = outcome.at_port[port];
    if (message == kNobody) continue;
    const NodeId source = requests_[message].source;
    const Place& from = places_[source];
    // A port has one packet at a time: none overtakes another.
    if (port != from.destination) {
      complain_of_delivery(source, from.destination, from.number, port, from.number, net.name());
    }
  }
  const bool measured = now > log_.first();
  for (std::size_t t = 0; measured && t < blocked_.size(); ++t) blocked_[t] += outcome.blocked[t];
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    Place& place = places_[requests_[i].source];
    const bool through = outcome.carrier[i] != kNobody;
    if (sink_ != nullptr) record(through ? TraceKind::kReceive : TraceKind::kDrop, requests_[i]);
    if (through) {
      log_.arrived(now, place.born, place.left);
    } else if (switching_ == Switching::kDrop) {
      log_.dropped_inside(place.left);
    } else {
      continue;
    }
    place.taken = false;
  }
  if (sink_ != nullptr) net.record_settings(*sink_, true);
}

/// A port's packet asks for its way as long as it has its place.
void pass_traffic::ask(Cycles now) {
  requests_.clear();
  offer(now, [this, now](NodeId port, const Offer* packet) {
    Place& place = places_[port];
    const bool enters = packet != nullptr && !place.taken;
    if (enters) place = {true, packet->destination, queues_.left(port), packet->born, now};
    if (place.taken) {
      const PacketId id = std::uint64_t{place.number} * places_.size() + port;
      requests_.push_back({port, place.destination, id});
    }
    return enters;
  });
}

void pass_traffic::record(TraceKind kind, const SwitchRequest& message) {
  TraceRow row;
  row.cycle = clock_.now();
  row.kind = kind;
  row.rank = message.source;
  row.packet = message.packet;
  row.source = message.source;
  row.destination = message.destination;
  row.words = 1_words;
  ways_.record(*sink_, std::string{net.name()} + ".port_" + std::to_string(message.source),
               std::to_string(message.destination), std::move(row));
}

}  // namespace plexus
