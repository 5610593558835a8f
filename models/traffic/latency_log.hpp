#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/traffic/demand.hpp"

namespace plexus {

/// Counts of a figure by its value.
class Histogram {
 public:
  void add(Cycles value);
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] double mean() const;
  /// The least value that this share of them does not exceed; 0 for none.
  [[nodiscard]] std::int64_t percentile(double share) const;
  [[nodiscard]] std::int64_t max() const;

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
};

/// What becomes of the packets of synthetic traffic in the measured cycles. The time from the offer
/// to the arrival of the last word is the latency: the wait at the source, and the time in the
/// network. Knows no machine.
class LatencyLog {
 public:
  /// Equal parts of the measured cycles, for confidence intervals.
  static constexpr std::size_t kBatches = 20;

  LatencyLog(const Demand& demand, NodeId nodes);

  void offered(Cycles now);
  void dropped(Cycles now);
  /// A packet that was offered in cycle `born` and left its source in cycle `left` is here.
  void arrived(Cycles now, Cycles born, Cycles left);
  /// So many packets are at their sources; asked for at the ends of batches.
  void note_backlog(std::uint64_t packets) { backlogs_.push_back(packets); }
  /// When `note_backlog` is due for the `batch`-th time, 0 .. kBatches.
  [[nodiscard]] Cycles batch_end(std::size_t batch) const;

  /// Do source queues grow over the whole measurement? Then all latencies are lower bounds.
  [[nodiscard]] bool saturated() const;
  /// Do the first batches differ from the others by more than chance? Then the warm-up is too
  /// short.
  [[nodiscard]] bool warmup_short() const;
  /// Half of the width of the interval that contains the mean latency with 95 % confidence.
  [[nodiscard]] double confidence() const;

  void report(Statistics& statistics) const;
  static std::vector<Statistic> declared();

 private:
  struct Batch {
    std::uint64_t arrived = 0;
    std::uint64_t sum = 0;
    [[nodiscard]] double mean() const {
      return arrived == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(arrived);
    }
  };

  [[nodiscard]] bool measured(Cycles now) const { return now >= first_ && now < end_; }

  Cycles first_;
  Cycles end_;
  double node_cycles_;
  std::uint64_t offered_ = 0;
  std::uint64_t dropped_ = 0;
  Histogram latency_;
  Histogram source_wait_;
  Histogram network_latency_;
  std::array<Batch, kBatches> batches_;
  std::vector<std::uint64_t> backlogs_;
};

}  // namespace plexus
