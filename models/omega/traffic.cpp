#include "models/omega/traffic.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "models/catalogue/refusal.hpp"
#include "models/omega/module.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kBatches = 32;

double real(std::uint64_t count) { return static_cast<double>(count); }

/// A number that fills `text`, or nothing.
template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[noreturn]] void refuse(RefusalClass kind, std::string_view word, const std::string& complaint) {
  throw Refusal{kind, "--pattern '" + std::string{word} + "' " + complaint};
}

}  // namespace

TrafficPattern parse_traffic_pattern(std::string_view word, NodeId ports) {
  TrafficPattern pattern;
  if (word == "uniform") return pattern;
  if (word == "permutation") {
    pattern.kind = TrafficPattern::Kind::kPermutation;
    return pattern;
  }
  constexpr std::string_view kHotspot = "hotspot:";
  if (!word.starts_with(kHotspot)) {
    refuse(RefusalClass::kUsage, word,
           "is no pattern: choose uniform, hotspot:NODE,SHARE or permutation.");
  }
  const std::string_view figures = word.substr(kHotspot.size());
  const std::size_t comma = figures.find(',');
  const auto node = number<std::int64_t>(figures.substr(0, comma));
  const auto share =
      comma == std::string_view::npos ? std::nullopt : number<double>(figures.substr(comma + 1));
  if (!node || *node < 0 || *node >= std::int64_t{ports} || !share || !(*share >= 0) ||
      !(*share <= 1)) {
    refuse(RefusalClass::kRange, word,
           "is out of range: write hotspot:NODE,SHARE with a node in 0 .. " +
               std::to_string(ports - 1) + " and a share in 0 .. 1, such as hotspot:0,0.1.");
  }
  pattern.kind = TrafficPattern::Kind::kHotspot;
  pattern.hot = static_cast<NodeId>(*node);
  pattern.share = *share;
  return pattern;
}

// ---- figures ------------------------------------------------------------------------------------

double TrafficFigures::throughput(NodeId ports, Cycles measure) const {
  return real(delivered) / (ports * static_cast<double>(measure.count()));
}

double TrafficFigures::standard_error(NodeId ports, Cycles measure) const {
  const double count = real(batches.size());
  if (batches.size() < 2) return 0;
  double mean = 0;
  for (const std::uint64_t batch : batches) mean += real(batch) / count;
  double squares = 0;
  for (const std::uint64_t batch : batches) squares += (real(batch) - mean) * (real(batch) - mean);
  const double of_mean = std::sqrt(squares / (count - 1) / count);
  return of_mean * count / (ports * static_cast<double>(measure.count()));
}

double TrafficFigures::acceptance() const {
  return offered == 0 ? 1 : real(accepted) / real(offered);
}

double TrafficFigures::mean_latency() const {
  double sum = 0;
  for (std::size_t cycles = 0; cycles < latencies.size(); ++cycles) {
    sum += real(cycles) * real(latencies[cycles]);
  }
  return delivered == 0 ? 0 : sum / real(delivered);
}

std::uint64_t TrafficFigures::latency_of(double share) const {
  std::uint64_t seen = 0;
  for (std::size_t cycles = 0; cycles < latencies.size(); ++cycles) {
    seen += latencies[cycles];
    if (seen > 0 && real(seen) >= share * real(delivered)) return cycles;
  }
  return 0;
}

TrafficLog::TrafficLog(const TrafficSetting& setting)
    : first_{setting.warmup}, end_{setting.warmup + setting.measure} {
  const std::int64_t batches = std::min(kBatches, setting.measure.count());
  figures.batches.assign(static_cast<std::size_t>(batches), 0);
}

void TrafficLog::offered(Cycles now, bool accepted) {
  if (now < first_) return;
  ++figures.offered;
  if (accepted) ++figures.accepted;
}

void TrafficLog::delivered(Cycles now, Cycles born) {
  if (now <= first_) return;
  ++figures.delivered;
  const auto latency = static_cast<std::size_t>((now - born).count());
  if (latency >= figures.latencies.size()) figures.latencies.resize(latency + 1, 0);
  ++figures.latencies[latency];
  const auto count = static_cast<std::int64_t>(figures.batches.size());
  const std::int64_t batch = (now - first_ - 1_cycles).count() * count / (end_ - first_).count();
  ++figures.batches[static_cast<std::size_t>(batch)];
}

TrafficSource::TrafficSource(const TrafficSetting& setting, NodeId ports)
    : pattern_{setting.pattern}, load_{setting.load}, ports_{ports}, random_{setting.seed} {}

std::optional<NodeId> TrafficSource::offer(NodeId port) {
  if (load_ < 1 && !random_.happens(load_)) return std::nullopt;
  switch (pattern_.kind) {
    case TrafficPattern::Kind::kUniform:
      break;
    case TrafficPattern::Kind::kHotspot:
      if (random_.happens(pattern_.share)) return pattern_.hot;
      break;
    case TrafficPattern::Kind::kPermutation:
      return pattern_.permutation[port];
  }
  return random_.below(ports_);
}

// ---- buffered -----------------------------------------------------------------------------------

fifo_traffic::fifo_traffic(sc_core::sc_module_name name, const NetworkShape& network,
                           const FifoSetting& fifos, const TrafficSetting& setting,
                           const ConstructionOrder& order)
    : machine_of{name, 0, {}, {}},
      net{"switch", switch_wiring(network), tag_weights(network), fifos, order},
      log_{setting},
      source_{setting, network.ports()},
      numbers_(network.ports(), 0) {
  net.set_client(*this);
}

void fifo_traffic::listen(trace_sink_if& sink) {
  machine::listen(sink);
  net.listen(sink);
}

void fifo_traffic::cycle(Cycles now) {
  if (now == log_.first()) at_first_ = snapshot();
  if (now == log_.end()) {
    at_end_ = snapshot();
    over_ = true;
    net.halt();
    net.check_conservation();
    log_.figures.injected = net.injected();
    log_.figures.out = net.delivered();
    log_.figures.inside = net.inside();
    return;
  }
  for (NodeId port = 0; port < numbers_.size(); ++port) {
    const auto destination = source_.offer(port);
    if (!destination) continue;
    const bool accepted = net.ready(port);
    log_.offered(now, accepted);
    if (accepted) net.inject({now, port, *destination, numbers_[port]++, 0});
  }
}

void fifo_traffic::delivered(const FifoPacket& packet, Cycles now) {
  log_.delivered(now, packet.born);
}

fifo_traffic::Snapshot fifo_traffic::snapshot() const {
  Snapshot now;
  now.occupancy.assign(net.occupancy_sums().begin(), net.occupancy_sums().end());
  for (const FifoStageFigures& stage : net.stages()) now.full.push_back(stage.full);
  return now;
}

QueueFigures fifo_traffic::queues() const {
  QueueFigures figures;
  const double queue_cycles =
      real(net.queues_of_stage()) * static_cast<double>((log_.end() - log_.first()).count());
  for (std::size_t t = 0; t < at_end_.full.size(); ++t) {
    figures.mean_depth.push_back(real(at_end_.occupancy[t] - at_first_.occupancy[t]) /
                                 queue_cycles);
    figures.full_share.push_back(real(at_end_.full[t] - at_first_.full[t]) / queue_cycles);
  }
  return figures;
}

// ---- unbuffered ---------------------------------------------------------------------------------

pass_traffic::pass_traffic(sc_core::sc_module_name name, const NetworkShape& network,
                           Blocked blocked, const TrafficSetting& setting)
    : machine_of{name, 0, {}, {}},
      net{"switch", switch_wiring(network), switch_fabric::Elements::kPlain},
      log_{setting},
      source_{setting, network.ports()},
      when_blocked_{blocked},
      by_tag_{network},
      check_{network.ports()},
      places_(network.ports()),
      blocked_(network.stages() + std::size_t{1}, 0) {
  HW_PROCESSES(pass_traffic);
  SC_METHOD(run_cycle);
  sensitive << next_;
}

void pass_traffic::listen(trace_sink_if& sink) {
  machine::listen(sink);
  sink_ = &sink;
}

void pass_traffic::run_cycle() {
  const Cycles now = clock_.now();
  if (outcome_ != nullptr) end_pass(now);
  if (now == log_.end()) {
    net.clear();
    over_ = true;
    return;
  }
  offer(now);
  outcome_ = &net.carry(requests_, by_tag_);
  if (sink_ != nullptr) {
    net.record_settings(*sink_);
    for (const SwitchRequest& message : requests_) record(TraceKind::kSend, message);
  }
  next_.notify(clock_.time(1_cycles));
}

/// What became of the packets of the cycle that ends with the beginning of `now`.
void pass_traffic::end_pass(Cycles now) {
  for (NodeId port = 0; port < outcome_->at_port.size(); ++port) {
    const std::uint32_t message = outcome_->at_port[port];
    if (message == kNobody) continue;
    const Place& from = places_[requests_[message].source];
    check_.deliver(requests_[message].source, from.destination, from.number, port, net.name());
  }
  const bool measured = now > log_.first();
  for (std::size_t t = 0; measured && t < blocked_.size(); ++t) blocked_[t] += outcome_->blocked[t];
  TrafficFigures& figures = log_.figures;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    Place& place = places_[requests_[i].source];
    const bool through = outcome_->carrier[i] != kNobody;
    if (sink_ != nullptr) record(through ? TraceKind::kReceive : TraceKind::kDrop, requests_[i]);
    if (through) {
      log_.delivered(now, place.born);
      ++figures.out;
    } else if (when_blocked_ == Blocked::kDrop) {
      ++figures.dropped;
    } else {
      continue;
    }
    if (when_blocked_ == Blocked::kDrop) log_.offered(now - 1_cycles, through);
    place.taken = false;
    ++place.number;
    --figures.inside;
  }
}

void pass_traffic::offer(Cycles now) {
  requests_.clear();
  for (NodeId port = 0; port < places_.size(); ++port) {
    Place& place = places_[port];
    if (const auto destination = source_.offer(port)) {
      // Whether a packet that may be dropped is accepted shows at the end of its pass.
      if (when_blocked_ == Blocked::kRetry) log_.offered(now, !place.taken);
      if (!place.taken) {
        place = {true, *destination, place.number, now};
        ++log_.figures.injected;
        ++log_.figures.inside;
      }
    }
    if (!place.taken) continue;
    const PacketId packet = std::uint64_t{place.number} * places_.size() + port;
    requests_.push_back({port, place.destination, packet});
  }
}

void pass_traffic::record(TraceKind kind, const SwitchRequest& message) {
  TraceRow row;
  row.cycle = clock_.now();
  row.kind = kind;
  row.rank = message.source;
  row.part = std::string{net.name()} + ".port_" + std::to_string(message.source) + "_to_" +
             std::to_string(message.destination);
  row.packet = message.packet;
  row.source = message.source;
  row.destination = message.destination;
  row.words = 1_words;
  sink_->record(row);
}

}  // namespace plexus
