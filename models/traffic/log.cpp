#include "models/traffic/log.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

namespace plexus {

namespace {

/// Of Student's distribution, both sides 95 %, by degrees of freedom from 1 on.
constexpr std::array kStudent{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                              2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093};
static_assert(kStudent.size() == TrafficLog::kBatches - 1);

const Statistic kOffered{"offered", "", "packets offered per node and cycle"};
const Statistic kAccepted{"accepted", "", "packets per node and cycle that came out"};
const Statistic kAcceptedWords{"accepted_words", "", "words per node and cycle that came out"};
const Statistic kSaturated{"saturated", "",
                           "queues without a limit grow all the time: latencies are lower bounds"};
const Statistic kWarmupShort{"warmup_short", "",
                             "the first batches differ from the others: choose a longer --warmup"};
const Statistic kInjected{"injected", "packets", "that entered, since the beginning"};
const Statistic kDelivered{"delivered", "packets", "that came out, since the beginning"};
const Statistic kDropped{"dropped", "packets",
                         "that found no place, or met a taken output, since the beginning"};
const Statistic kInside{"inside", "packets", "that are still inside at the end"};
const Statistic kBacklog{"source_backlog", "packets", "that wait at their sources at the end"};

struct Shown {
  const char* name;
  const char* help;
};
constexpr std::array kLogShown{Shown{"latency", "from the offer to the arrival of the last word"},
                               Shown{"source_wait", "at the source"},
                               Shown{"network_latency", "from the source to the arrival"}};
struct Percentile {
  const char* suffix;
  double share;
  const char* help;
};
constexpr std::array kPercentiles{Percentile{"_p50", 0.5, "; half of the packets took no longer"},
                                  Percentile{"_p90", 0.9, "; 90 % took no longer"},
                                  Percentile{"_p99", 0.99, "; 99 % took no longer"}};

double real(std::uint64_t count) { return static_cast<double>(count); }

Statistic figure(const Shown& of, const char* suffix, const char* help) {
  return {std::string{of.name} + suffix, "cycles", std::string{of.help} + help};
}

constexpr const char* kConfidenceHelp = "; half of the 95 % interval of the mean, by batch means";

void report_one(const Histogram& values, double confidence, const Shown& shown,
                Statistics& statistics) {
  statistics.set(figure(shown, "_mean", ""), rounded(values.mean()));
  statistics.set(figure(shown, "_confidence", kConfidenceHelp), rounded(confidence));
  for (const Percentile& percentile : kPercentiles) {
    statistics.set(figure(shown, percentile.suffix, percentile.help),
                   values.percentile(percentile.share));
  }
  statistics.set(figure(shown, "_max", "; of the slowest packet"), values.max());
}

}  // namespace

double rounded(double value) { return std::nearbyint(value * 1e6) / 1e6; }

std::vector<double> rounded(const std::vector<double>& values) {
  std::vector<double> list;
  for (const double value : values) list.push_back(rounded(value));
  return list;
}

// ---- figures ------------------------------------------------------------------------------------

std::uint64_t Histogram::count() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

double Histogram::mean() const {
  std::uint64_t sum = 0;
  for (std::size_t value = 0; value < counts_.size(); ++value) sum += value * counts_[value];
  const std::uint64_t all = count();
  return all == 0 ? 0 : real(sum) / real(all);
}

std::int64_t Histogram::percentile(double share) const {
  const double wanted = share * real(count());
  std::uint64_t seen = 0;
  for (std::size_t value = 0; value < counts_.size(); ++value) {
    seen += counts_[value];
    if (seen > 0 && real(seen) >= wanted) return static_cast<std::int64_t>(value);
  }
  return 0;
}

std::int64_t Histogram::max() const {
  const auto last =
      std::find_if(counts_.rbegin(), counts_.rend(), [](std::uint64_t count) { return count > 0; });
  return std::max<std::int64_t>(0, std::distance(last, counts_.rend()) - 1);
}

// ---- log ----------------------------------------------------------------------------------------

TrafficLog::TrafficLog(const TrafficSetting& setting, NodeId nodes, bool holds_all)
    : first_{setting.warmup},
      end_{setting.end()},
      node_cycles_{static_cast<double>(setting.measure.count()) * nodes},
      queues_{setting.source_queue},
      holds_all_{holds_all} {
  const auto count = std::min<std::int64_t>(kBatches, setting.measure.count());
  batches_.resize(static_cast<std::size_t>(count));
  batch_ = batches_.data();
  batch_ends_ = batch_end(1);
}

Cycles TrafficLog::batch_end(std::size_t batch) const {
  const Cycles length = end_ - first_;
  const auto parts = static_cast<std::int64_t>(batches());
  return first_ + Cycles{length.count() * static_cast<std::int64_t>(batch) / parts};
}

/// Arrivals come in the order of their cycles.
void TrafficLog::go_on_to_batch(Cycles arrival) {
  while (arrival > batch_ends_) {
    ++batch_;
    batch_ends_ = batch_end(static_cast<std::size_t>(batch_ - batches_.data()) + 1);
  }
}

template <typename Sum>
double TrafficLog::confidence(Sum sum) const {
  std::vector<double> means;
  for (const TrafficBatch& batch : batches_) {
    if (batch.packets > 0) means.push_back(real(sum(batch)) / real(batch.packets));
  }
  if (means.size() < 2) return 0;
  const auto count = real(means.size());
  double mean = 0;
  for (const double one : means) mean += one / count;
  double squares = 0;
  for (const double one : means) squares += (one - mean) * (one - mean);
  return kStudent[means.size() - 2] * std::sqrt(squares / (count - 1) / count);
}

void TrafficLog::offered(Cycles now, std::uint64_t packets) {
  all_offered_ += packets;
  if (offered_in_time(now)) offered_ += packets;
}

void TrafficLog::note_backlog(std::uint64_t packets) {
  backlogs_.push_back(packets);
  entered_.push_back(all_offered_ - dropped_at_source_ - packets);
  unlimited_.push_back((queues_ ? packets : 0) + (holds_all_ ? inside() : 0));
}

void TrafficLog::dropped_inside(Cycles left) {
  ++dropped_inside_;
  if (offered_in_time(left)) ++lost_;
}

void TrafficLog::arrived(Cycles now, Cycles born, Cycles left, std::uint32_t words) {
  ++delivered_;
  if (!arrived_in_time(now)) return;
  words_ += words;
  latency_.add(now - born);
  source_wait_.add(left - born);
  network_latency_.add(now - left);
  if (now > batch_ends_) go_on_to_batch(now);
  ++batch_->packets;
  batch_->source_wait += static_cast<std::uint64_t>((left - born).count());
  batch_->network_latency += static_cast<std::uint64_t>((now - left).count());
}

namespace {

std::optional<std::string> difference(std::uint64_t entered, std::uint64_t delivered,
                                      std::uint64_t dropped, std::uint64_t inside) {
  if (entered == delivered + dropped + inside) return std::nullopt;
  return fmt::format("{} packets entered, {} came out, {} were dropped and {} are inside.", entered,
                     delivered, dropped, inside);
}

}  // namespace

std::optional<std::string> TrafficLog::imbalance(std::uint64_t inside_network) const {
  return difference(injected(), delivered_, dropped_inside_, inside_network);
}

std::optional<std::string> TrafficLog::imbalance(std::uint64_t inside_network,
                                                 std::uint64_t waiting) const {
  return difference(all_offered_ - dropped_at_source_ - waiting, delivered_, dropped_inside_,
                    inside_network);
}

bool TrafficLog::saturated() const {
  constexpr std::size_t kParts = 4;
  constexpr double kGrowth = 0.02;  // of what was offered
  if (unlimited_.size() < kParts + 1) return false;
  std::vector<double> parts;
  for (std::size_t i = 0; i <= kParts; ++i) {
    parts.push_back(real(unlimited_[i * (unlimited_.size() - 1) / kParts]));
  }
  const bool grows = std::ranges::is_sorted(parts, std::less_equal{});  // strictly
  return grows && parts.back() - parts.front() > kGrowth * real(offered_);
}

bool TrafficLog::warmup_short() const {
  constexpr std::size_t kFirst = 2;
  if (saturated() || batches() < 2 * kFirst) return false;
  double early = 0;
  double late = 0;
  for (std::size_t i = 0; i < batches(); ++i) {
    const TrafficBatch& batch = batches_[i];
    if (batch.packets == 0) return false;  // too few to tell
    (i < kFirst ? early : late) += real(batch.latency()) / real(batch.packets);
  }
  early /= kFirst;
  late /= real(batches() - kFirst);
  // The mean of two of so many batches strays further than that of all.
  return std::abs(early - late) >
         std::sqrt(real(batches()) / kFirst) * confidence(std::mem_fn(&TrafficBatch::latency));
}

double TrafficLog::offered_load() const { return real(offered_) / node_cycles_; }

double TrafficLog::accepted_load() const { return real(latency_.count()) / node_cycles_; }

double TrafficLog::accepted_error() const {
  const double count = real(batches());
  if (batches() < 2) return 0;
  double mean = 0;
  for (const TrafficBatch& batch : batches_) mean += real(batch.packets) / count;
  double squares = 0;
  for (const TrafficBatch& batch : batches_) {
    squares += (real(batch.packets) - mean) * (real(batch.packets) - mean);
  }
  return std::sqrt(squares / (count - 1) / count) * count / node_cycles_;
}

double TrafficLog::acceptance() const {
  if (offered_ == 0 || entered_.empty()) return 1;
  const std::uint64_t accepted = entered_.back() - entered_.front() - lost_;
  return std::min(1.0, real(accepted) / real(offered_));
}

void TrafficLog::report(Statistics& statistics) const {
  statistics.set(kOffered, rounded(offered_load()));
  statistics.set(kAccepted, rounded(accepted_load()));
  statistics.set(kAcceptedWords, rounded(real(words_) / node_cycles_));
  statistics.set(kSaturated, saturated());
  statistics.set(kWarmupShort, warmup_short());
  report_one(latency_, confidence(std::mem_fn(&TrafficBatch::latency)), kLogShown[0], statistics);
  report_one(source_wait_, confidence(std::mem_fn(&TrafficBatch::source_wait)), kLogShown[1],
             statistics);
  report_one(network_latency_, confidence(std::mem_fn(&TrafficBatch::network_latency)),
             kLogShown[2], statistics);
  statistics.set(kInjected, injected());
  statistics.set(kDelivered, delivered_);
  statistics.set(kDropped, dropped_at_source_ + dropped_inside_);
  statistics.set(kInside, inside());
  statistics.set(kBacklog, backlogs_.empty() ? 0 : backlogs_.back());
}

std::vector<Statistic> TrafficLog::declared(const std::vector<Statistic>& others) {
  std::vector<Statistic> all{kOffered, kAccepted, kAcceptedWords, kSaturated, kWarmupShort};
  for (const Shown& shown : kLogShown) {
    all.push_back(figure(shown, "_mean", ""));
    all.push_back(figure(shown, "_confidence", kConfidenceHelp));
    for (const Percentile& percentile : kPercentiles) {
      all.push_back(figure(shown, percentile.suffix, percentile.help));
    }
    all.push_back(figure(shown, "_max", "; of the slowest packet"));
  }
  all.insert(all.end(), {kInjected, kDelivered, kDropped, kInside, kBacklog});
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

}  // namespace plexus
