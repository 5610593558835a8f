#include "models/traffic/latency_log.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plexus {

namespace {

/// Of Student's distribution with kBatches - 1 degrees of freedom, both sides 95 %.
constexpr double kStudent = 2.093;

const Statistic kOffered{"offered", "", "packets offered per node and cycle"};
const Statistic kAccepted{"accepted", "", "packets delivered per node and cycle"};
const Statistic kDropped{"dropped", "packets", "that found no place at their source"};
const Statistic kDelivered{"delivered", "packets", "that came out"};
const Statistic kSaturated{"saturated", "",
                           "source queues grow all the time: latencies are bounds"};
const Statistic kWarmupShort{"warmup_short", "", "the first batches differ from the others"};
const Statistic kConfidence{"latency_confidence", "cycles",
                            "half of the 95 % interval of the mean latency, by batch means"};

struct Shown {
  const char* name;
  const char* help;
};
constexpr Shown kShown[] = {{"latency", "from the offer to the arrival of the last word"},
                            {"source_wait", "at the source"},
                            {"network_latency", "from the source to the arrival"}};
constexpr std::pair<const char*, double> kPercentiles[] = {
    {"_p50", 0.5}, {"_p90", 0.9}, {"_p99", 0.99}};

double rounded(double value) { return std::nearbyint(value * 1e6) / 1e6; }

void report_one(const Histogram& values, const Shown& shown, Statistics& statistics) {
  const std::string name = shown.name;
  statistics.set({name + "_mean", "cycles", shown.help}, rounded(values.mean()));
  for (const auto& [suffix, share] : kPercentiles) {
    statistics.set({name + suffix, "cycles", shown.help}, values.percentile(share));
  }
  statistics.set({name + "_max", "cycles", shown.help}, values.max());
}

}  // namespace

void Histogram::add(Cycles value) {
  const auto place = static_cast<std::size_t>(value.count());
  if (place >= counts_.size()) counts_.resize(place + 1);
  ++counts_[place];
  ++count_;
  sum_ += place;
}

double Histogram::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

std::int64_t Histogram::percentile(double share) const {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t seen = 0;
  for (std::size_t value = 0; value < counts_.size(); ++value) {
    seen += counts_[value];
    if (seen >= wanted && seen > 0) return static_cast<std::int64_t>(value);
  }
  return 0;
}

std::int64_t Histogram::max() const {
  return counts_.empty() ? 0 : static_cast<std::int64_t>(counts_.size()) - 1;
}

LatencyLog::LatencyLog(const Demand& demand, NodeId nodes)
    : first_{demand.warmup},
      end_{demand.end()},
      node_cycles_{static_cast<double>(demand.measure.count()) * nodes},
      batches_{} {}

Cycles LatencyLog::batch_end(std::size_t batch) const {
  const Cycles length = end_ - first_;
  const auto parts = static_cast<std::int64_t>(kBatches);
  return first_ + Cycles{length.count() * static_cast<std::int64_t>(batch) / parts};
}

void LatencyLog::offered(Cycles now) { offered_ += measured(now) ? 1 : 0; }

void LatencyLog::dropped(Cycles now) { dropped_ += measured(now) ? 1 : 0; }

void LatencyLog::arrived(Cycles now, Cycles born, Cycles left) {
  if (!measured(now)) return;
  latency_.add(now - born);
  source_wait_.add(left - born);
  network_latency_.add(now - left);
  const auto length = static_cast<std::uint64_t>((end_ - first_).count());
  const auto place = static_cast<std::uint64_t>((now - first_).count());
  Batch& batch = batches_[static_cast<std::size_t>(place * kBatches / length)];
  ++batch.arrived;
  batch.sum += static_cast<std::uint64_t>((now - born).count());
}

bool LatencyLog::saturated() const {
  constexpr std::size_t kParts = 4;
  constexpr double kGrowth = 0.02;  // of what was offered
  if (backlogs_.size() < kParts + 1) return false;
  std::vector<double> parts;
  const std::size_t step = (backlogs_.size() - 1) / kParts;
  for (std::size_t i = 0; i <= kParts; ++i)
    parts.push_back(static_cast<double>(backlogs_[i * step]));
  const bool grows = std::ranges::is_sorted(parts);
  return grows && parts.back() - parts.front() > kGrowth * static_cast<double>(offered_);
}

bool LatencyLog::warmup_short() const {
  constexpr std::size_t kFirst = 2;
  double early = 0;
  double late = 0;
  for (std::size_t i = 0; i < kBatches; ++i) (i < kFirst ? early : late) += batches_[i].mean();
  early /= kFirst;
  late /= kBatches - kFirst;
  // The mean of two of twenty batches strays sqrt(10) times as far as that of all.
  return std::abs(early - late) > std::sqrt(double{kBatches} / kFirst) * confidence();
}

double LatencyLog::confidence() const {
  double mean = 0;
  for (const Batch& batch : batches_) mean += batch.mean() / kBatches;
  double squares = 0;
  for (const Batch& batch : batches_) squares += (batch.mean() - mean) * (batch.mean() - mean);
  return kStudent * std::sqrt(squares / (kBatches - 1) / kBatches);
}

void LatencyLog::report(Statistics& statistics) const {
  const auto per_node = [this](std::uint64_t packets) {
    return rounded(static_cast<double>(packets) / node_cycles_);
  };
  statistics.set(kOffered, per_node(offered_));
  statistics.set(kAccepted, per_node(latency_.count()));
  statistics.set(kDelivered, latency_.count());
  statistics.set(kDropped, dropped_);
  statistics.set(kSaturated, saturated());
  statistics.set(kWarmupShort, warmup_short());
  report_one(latency_, kShown[0], statistics);
  statistics.set(kConfidence, rounded(confidence()));
  report_one(source_wait_, kShown[1], statistics);
  report_one(network_latency_, kShown[2], statistics);
}

std::vector<Statistic> LatencyLog::declared() {
  std::vector<Statistic> all{kOffered,   kAccepted,    kDelivered, kDropped,
                             kSaturated, kWarmupShort, kConfidence};
  for (const Shown& shown : kShown) {
    const std::string name = shown.name;
    all.push_back({name + "_mean", "cycles", shown.help});
    for (const auto& [suffix, share] : kPercentiles) {
      all.push_back({name + suffix, "cycles", shown.help});
    }
    all.push_back({name + "_max", "cycles", shown.help});
  }
  return all;
}

}  // namespace plexus
