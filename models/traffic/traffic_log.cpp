#include "models/traffic/traffic_log.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kBatches = 32;

double real(std::uint64_t count) { return static_cast<double>(count); }

const Statistic kOffered{"offered", "", "packets offered per port and cycle"};
const Statistic kThroughput{"throughput", "", "packets per port and cycle that came out"};
const Statistic kThroughputError{"throughput_error", "", "standard error of this mean"};
const Statistic kAcceptance{"acceptance", "", "share of the offered packets that were accepted"};
const Statistic kLatencyMean{"latency_mean", "cycles", "from the offer to the delivery"};
const Statistic kLatencyP50{"latency_p50", "cycles", "within which half of the packets came out"};
const Statistic kLatencyP90{"latency_p90", "cycles", "the same for 90 % of them"};
const Statistic kLatencyP99{"latency_p99", "cycles", "the same for 99 % of them"};
const Statistic kLatencyMax{"latency_max", "cycles", "of the slowest packet"};
const Statistic kInjected{"injected", "packets", "that entered, since the beginning"};
const Statistic kDelivered{"delivered", "packets", "that came out, since the beginning"};
const Statistic kDropped{"dropped", "packets", "that met a taken output, since the beginning"};
const Statistic kInside{"inside", "packets", "that are still inside at the end"};

}  // namespace

Json rounded(double value) { return std::nearbyint(value * 1e6) / 1e6; }

Json rounded(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(rounded(value));
  return list;
}

std::optional<std::string> TrafficFigures::imbalance() const {
  if (injected == out + dropped + inside) return std::nullopt;
  return fmt::format("{} packets went in, {} came out, {} were dropped and {} are inside.",
                     injected, out, dropped, inside);
}

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

std::vector<Statistic> TrafficLog::declared() {
  return {kOffered,    kThroughput, kThroughputError, kAcceptance, kLatencyMean,
          kLatencyP50, kLatencyP90, kLatencyP99,      kLatencyMax, kInjected,
          kDelivered,  kDropped,    kInside};
}

void TrafficLog::report(NodeId ports, Statistics& statistics) const {
  const Cycles measured = end_ - first_;
  const double port_cycles = ports * static_cast<double>(measured.count());
  statistics.set(kOffered, rounded(real(figures.offered) / port_cycles));
  statistics.set(kThroughput, rounded(figures.throughput(ports, measured)));
  statistics.set(kThroughputError, rounded(figures.standard_error(ports, measured)));
  statistics.set(kAcceptance, rounded(figures.acceptance()));
  statistics.set(kLatencyMean, rounded(figures.mean_latency()));
  statistics.set(kLatencyP50, figures.latency_of(0.5));
  statistics.set(kLatencyP90, figures.latency_of(0.9));
  statistics.set(kLatencyP99, figures.latency_of(0.99));
  statistics.set(kLatencyMax, figures.latency_of(1));
  statistics.set(kInjected, figures.injected);
  statistics.set(kDelivered, figures.out);
  statistics.set(kDropped, figures.dropped);
  statistics.set(kInside, figures.inside);
}

}  // namespace plexus
