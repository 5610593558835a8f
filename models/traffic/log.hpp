#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/traffic/setting.hpp"

namespace plexus {

/// Rounded to six decimals, as reports show measured shares.
[[nodiscard]] double rounded(double value);
[[nodiscard]] std::vector<double> rounded(const std::vector<double>& values);

/// Counts of a figure by its value.
class Histogram {
 public:
  /// Once more `value`, >= 0.
  void add(Cycles value) {
    const auto place = static_cast<std::size_t>(value.count());
    if (place >= counts_.size()) [[unlikely]]
      counts_.resize(place + place / 2 + 1);
    ++counts_[place];
  }
  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] double mean() const;
  /// The least value that this share of them does not exceed; 0 for none.
  [[nodiscard]] std::int64_t percentile(double share) const;
  [[nodiscard]] std::int64_t max() const;

 private:
  std::vector<std::uint64_t> counts_;
};

/// Packets that arrived in one of equal parts of the measured cycles. Means of such batches are
/// nearly independent, and give the interval of the mean of all.
struct TrafficBatch {
  std::uint64_t packets = 0;
  std::uint64_t source_wait = 0;      ///< summed
  std::uint64_t network_latency = 0;  ///< summed

  [[nodiscard]] std::uint64_t latency() const { return source_wait + network_latency; }
};

/// What becomes of the packets of a run. Measured are those that arrive in the measured cycles:
/// `latency`, from the offer to the arrival of the last word, = `source_wait`, until the first word
/// enters the network, + `network_latency`. A packet whose last word crosses its last link in cycle
/// t arrives at t + 1. Knows no machine.
class TrafficLog {
 public:
  /// Most batches.
  static constexpr std::size_t kBatches = 20;

  /// `holds_all`: queues inside the network have no limit, and what is too much stands there.
  TrafficLog(const TrafficSetting& setting, NodeId nodes, bool holds_all = false);

  // ---- what machines tell ------------------------------------------------------------------
  /// So many packets were offered in cycle `now`.
  void offered(Cycles now, std::uint64_t packets = 1);
  /// One found no place and is gone.
  void dropped_at_source() { ++dropped_at_source_; }
  /// One that entered in cycle `left` was dropped inside, by a rule of the network.
  void dropped_inside(Cycles left);
  /// The last word of a packet that was offered in cycle `born`, and entered in cycle `left`, is
  /// there at the beginning of cycle `now`.
  void arrived(Cycles now, Cycles born, Cycles left, std::uint32_t words = 1);
  /// A word that is not the last one of its packet is there: for networks that bring words one by
  /// one. `arrived` then tells of the last word alone.
  void word_arrived(Cycles now) { words_ += arrived_in_time(now) ? 1 : 0; }
  /// The cycle at whose beginning the packets that wait at their sources are to be counted next;
  /// nothing: they have been counted for the last time.
  [[nodiscard]] std::optional<Cycles> next_backlog() const {
    return backlogs_.size() <= batches() ? std::optional{batch_end(backlogs_.size())}
                                         : std::nullopt;
  }
  /// So many do. What was offered and neither waits nor was dropped has entered.
  void note_backlog(std::uint64_t packets);

  // ---- what is to be seen ------------------------------------------------------------------
  [[nodiscard]] Cycles first() const { return first_; }  ///< of the measured cycles
  [[nodiscard]] Cycles end() const { return end_; }      ///< behind the last
  [[nodiscard]] std::size_t batches() const { return batches_.size(); }
  /// When `note_backlog` is due for the `batch`-th time, 0 .. batches().
  [[nodiscard]] Cycles batch_end(std::size_t batch) const;
  /// Since the beginning, up to the last count of the backlog: packets that were offered, that
  /// entered, that came out, and that are between the two.
  [[nodiscard]] std::uint64_t offered() const { return all_offered_; }
  [[nodiscard]] std::uint64_t injected() const { return backlogs_.empty() ? 0 : entered_.back(); }
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }
  [[nodiscard]] std::uint64_t dropped_offers() const { return dropped_at_source_; }
  [[nodiscard]] std::uint64_t inside() const { return injected() - delivered_ - dropped_inside_; }

  /// At the end of a run: a sentence that says what does not add up, if the network itself says
  /// that so many packets are inside.
  [[nodiscard]] std::optional<std::string> imbalance(std::uint64_t inside_network) const;
  /// The same where packets may have entered since the backlog was counted: `waiting` are at their
  /// sources now.
  [[nodiscard]] std::optional<std::string> imbalance(std::uint64_t inside_network,
                                                     std::uint64_t waiting) const;
  /// Do queues without a limit grow over the whole measurement, those of sources and those inside
  /// that hold all? Then all latencies are lower bounds.
  [[nodiscard]] bool saturated() const;
  /// Do the first batches differ from the others by more than chance? Then the warm-up is too
  /// short. Not asked of a saturated network, which never settles.
  [[nodiscard]] bool warmup_short() const;
  /// Packets offered, and delivered, per node and cycle.
  [[nodiscard]] double offered_load() const;
  [[nodiscard]] double accepted_load() const;
  /// Standard error of the accepted load.
  [[nodiscard]] double accepted_error() const;
  /// Share of the offered packets that entered and were not dropped; 1 if none was offered.
  [[nodiscard]] double acceptance() const;

  void report(Statistics& statistics) const;
  /// The figures that `report` tells, then `others`.
  [[nodiscard]] static std::vector<Statistic> declared(const std::vector<Statistic>& others = {});

  TrafficLog(const TrafficLog&) = delete;
  TrafficLog& operator=(const TrafficLog&) = delete;

 private:
  [[nodiscard]] bool offered_in_time(Cycles now) const { return now >= first_ && now < end_; }
  [[nodiscard]] bool arrived_in_time(Cycles now) const { return now > first_ && now <= end_; }
  void go_on_to_batch(Cycles arrival);
  /// Half of the width of the interval that contains the mean of a figure with 95 % confidence; 0
  /// where there are fewer than two batches with packets.
  template <typename Sum>
  [[nodiscard]] double confidence(Sum sum) const;

  Cycles first_;
  Cycles end_;
  double node_cycles_;
  bool queues_;
  bool holds_all_;
  // Of the measured cycles.
  std::uint64_t offered_ = 0;
  std::uint64_t lost_ = 0;  ///< of those that entered: dropped inside
  std::uint64_t words_ = 0;
  Histogram latency_;
  Histogram source_wait_;
  Histogram network_latency_;
  std::vector<TrafficBatch> batches_;
  TrafficBatch* batch_;  ///< of the present arrivals
  Cycles batch_ends_;    ///< up to and with this cycle
  // At the ends of batches.
  std::vector<std::uint64_t> backlogs_;
  std::vector<std::uint64_t> unlimited_;  ///< packets in queues without a limit
  std::vector<std::uint64_t> entered_;    ///< since the beginning
  // Since the beginning.
  std::uint64_t all_offered_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t dropped_at_source_ = 0;
  std::uint64_t dropped_inside_ = 0;
};

}  // namespace plexus
