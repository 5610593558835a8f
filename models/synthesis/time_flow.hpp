#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "models/synthesis/max_flow.hpp"
#include "models/synthesis/network.hpp"

namespace plexus {

/// Words that are at each node, or that each must take in.
using Amounts = std::map<NodeId, std::int64_t>;
[[nodiscard]] std::int64_t sum_of(const Amounts& amounts);

/// Links and time: how many words can come from where they are to a node by some cycle. Each link
/// carries as many as its bandwidth in a cycle, and a word is there `hop(1)` cycles after it has
/// left, whatever else is in its packet: a packet of more words is never faster. Where a node reads
/// or writes one link at a time, all of them together carry what the fastest does.
class TimeFlow {
 public:
  TimeFlow(const SynthesisNetwork& network, std::int64_t cycles);

  /// Words that can go from `sources` to `sinks`; fewer where `stop` ends the count.
  [[nodiscard]] std::int64_t value(
      const Amounts& sources, const Amounts& sinks,
      const std::function<bool()>& stop = [] { return false; });

  struct Send {
    std::size_t link;
    std::int64_t start;
    std::size_t edge;
  };
  [[nodiscard]] const std::vector<Send>& sends() const { return sends_; }
  [[nodiscard]] std::int64_t flow(std::size_t edge) const { return flow_.flow(edge); }

 private:
  [[nodiscard]] std::size_t at(std::size_t place, std::int64_t t) const {
    return place * static_cast<std::size_t>(cycles_ + 1) + static_cast<std::size_t>(t);
  }

  std::int64_t cycles_;
  std::size_t source_;
  std::size_t sink_;
  MaxFlow flow_;
  std::vector<Send> sends_;
};

/// Room for a flow through links and time.
[[nodiscard]] double size_of_flow(const SynthesisNetwork& network, std::int64_t cycles);
/// Is there room? Where there is none only the simple bounds are looked at.
[[nodiscard]] bool fits(const SynthesisNetwork& network, std::int64_t cycles);

/// The fewest cycles, at least `low`, in which `sources` can come to `sinks`; fewer where `stop`
/// says that it is time to end. From one node to one other without links through time: a flow that
/// is repeated in every cycle does best (Ford and Fulkerson 1958).
[[nodiscard]] std::int64_t flow_cycles(const SynthesisNetwork& network, const Amounts& sources,
                                       const Amounts& sinks, std::int64_t low,
                                       const std::function<bool()>& stop);

}  // namespace plexus
