#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "hw/rule/port_rule.hpp"
#include "hw/time/timing.hpp"
#include "models/direct/direct_wiring.hpp"

/// What a machine is for who looks for schedules: one value, whatever its topology.
namespace plexus {

/// One direction of a link.
struct SynthesisLink {
  NodeId from = 0;
  NodeId to = 0;
  std::int64_t startup = 0;    ///< cycles before the first word of a packet, >= 0
  std::int64_t bandwidth = 1;  ///< words in each cycle, >= 1
  unsigned channel = 0;        ///< of the sender
  unsigned written = 0;        ///< dimension at the sender
  unsigned read = 0;           ///< dimension at the receiver
  std::size_t back = 0;        ///< the other direction

  /// Cycles of a packet of `words` >= 1.
  [[nodiscard]] std::int64_t hop(std::int64_t words) const {
    return startup + (words + bandwidth - 1) / bandwidth;
  }
};

/// A renumbering of nodes that leaves the machine as it is: node v is taken to `image[v]`.
using NodeMap = std::vector<NodeId>;

/// Nodes joined by links, and the rule of their ports.
struct SynthesisNetwork {
  static constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;

  NodeId nodes = 0;
  std::vector<SynthesisLink> links;
  PortRule rule = PortRule::kAllFull;
  bool switched = false;        ///< the links are ways through a crossbar: both directions at once
  bool backwards = false;       ///< time runs backwards: reads are writes, writes are reads
  std::vector<NodeMap> shifts;  ///< generators of a group that moves the machine onto itself
  std::vector<std::vector<std::size_t>> out;  ///< links that leave a node
  std::vector<std::vector<std::size_t>> in;   ///< links that come to a node

  /// Fills `out` and `in` from `links`.
  void index();
  /// The link from one node to its neighbour; nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> link(NodeId from, NodeId to) const;
  /// Cycles of a word from each node (first index) to each other one, all links idle.
  [[nodiscard]] std::vector<std::vector<std::int64_t>> distances() const;
  /// The same in links.
  [[nodiscard]] std::vector<std::vector<std::int64_t>> hops() const;
  /// Does no link take time before the first word of a packet?
  [[nodiscard]] bool starts_at_once() const;
  /// Links that may work at the same time, at most: directions of links.
  [[nodiscard]] std::int64_t most_active() const;
  /// Cycles in which all links together can carry `words` > 0 words, set up once.
  [[nodiscard]] std::int64_t cycles_of_work(std::int64_t words) const;
  /// Words that can come to a node in a cycle, or leave it.
  [[nodiscard]] std::int64_t most(NodeId node, bool come) const;
  /// Does a node never read and write in the same cycle?
  [[nodiscard]] bool one_way() const {
    return rule == PortRule::kUniform || rule == PortRule::kOnePort;
  }
  /// Do links in both directions between two nodes work whatever the other one does?
  [[nodiscard]] bool full_duplex() const { return switched || rule == PortRule::kAllFull; }
  /// May the two links, which have a node in common, work in the same cycle?
  [[nodiscard]] bool exclude(const SynthesisLink& a, const SynthesisLink& b) const;
};

/// The value of a machine of links. `shifts` that do not take it onto itself are left out.
[[nodiscard]] SynthesisNetwork network_of(const DirectWiring& wiring, LinkTiming timing,
                                          PortRule rule, const std::vector<NodeMap>& shifts = {});
/// Nodes at a crossbar: each sends to one other node and hears one at a time.
[[nodiscard]] SynthesisNetwork crossbar_of(NodeId nodes, LinkTiming timing);
/// The same machine in a film that runs backwards: what was sent comes back. A schedule of an
/// allgather on it, played backwards, is one of a reduce-scatter.
[[nodiscard]] SynthesisNetwork backwards(const SynthesisNetwork& network);

/// Renumberings found by a bounded search: the first `most` of all that take the machine onto
/// itself, without the one that moves nothing.
[[nodiscard]] std::vector<NodeMap> symmetries_of(const SynthesisNetwork& network, std::size_t most);

}  // namespace plexus
