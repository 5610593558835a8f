#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/statistics.hpp"
#include "models/traffic/traffic.hpp"

namespace plexus {

/// Rounded to six decimals, as reports show measured shares.
[[nodiscard]] Json rounded(double value);
[[nodiscard]] Json rounded(const std::vector<double>& values);

/// What a network makes of traffic. Figures of the measured cycles, except the totals.
struct TrafficFigures {
  std::uint64_t offered = 0;    ///< packets that ports offered
  std::uint64_t accepted = 0;   ///< that entered the network; drop: that reached their ports
  std::uint64_t delivered = 0;  ///< that came out
  std::vector<std::uint64_t> latencies;  ///< packets by cycles from offer to delivery
  std::vector<std::uint64_t> batches;    ///< delivered, in equal parts of the measured cycles

  // Since the beginning of the run.
  std::uint64_t injected = 0;
  std::uint64_t out = 0;
  std::uint64_t dropped = 0;
  std::uint64_t inside = 0;

  /// What went in came out, was dropped or is still inside; else a sentence that says so.
  [[nodiscard]] std::optional<std::string> imbalance() const;
  /// Packets per port and cycle that came out, and the standard error of this mean.
  [[nodiscard]] double throughput(NodeId ports, Cycles measure) const;
  [[nodiscard]] double standard_error(NodeId ports, Cycles measure) const;
  /// Share of the offered packets that were accepted; 1 if none was offered.
  [[nodiscard]] double acceptance() const;
  [[nodiscard]] double mean_latency() const;
  /// Cycles within which this share of the packets has come out; 0 without packets.
  [[nodiscard]] std::uint64_t latency_of(double share) const;
};

/// Counts offers and deliveries that fall into the measured cycles.
class TrafficLog {
 public:
  explicit TrafficLog(const TrafficSetting& setting);

  [[nodiscard]] Cycles first() const { return first_; }
  [[nodiscard]] Cycles end() const { return end_; }
  void offered(Cycles now, bool accepted);
  /// A packet offered in cycle `born` was whole at its port at the beginning of cycle `now`.
  void delivered(Cycles now, Cycles born);

  /// Adds the figures of a network of so many ports.
  void report(NodeId ports, Statistics& statistics) const;
  [[nodiscard]] static std::vector<Statistic> declared();

  TrafficFigures figures;

 private:
  Cycles first_;
  Cycles end_;
};

}  // namespace plexus
