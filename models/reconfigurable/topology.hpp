#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/data/link_schedule.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// Fixed networks of static and quasi-static machines (5.8).
enum class Topology { kRing, kTorus, kHypercube, kTree, kComplete };

inline constexpr std::array kTopologies{Topology::kRing, Topology::kTorus, Topology::kHypercube,
                                        Topology::kTree, Topology::kComplete};

[[nodiscard]] constexpr std::string_view to_string(Topology topology) {
  switch (topology) {
    case Topology::kRing:
      return "ring";
    case Topology::kTorus:
      return "torus";
    case Topology::kHypercube:
      return "hypercube";
    case Topology::kTree:
      return "tree";
    case Topology::kComplete:
      break;
  }
  return "complete";
}

/// Largest divisor of `nodes` up to its square root: the rows of a torus if none are given.
[[nodiscard]] std::int64_t default_rows(std::int64_t nodes);

/// Why `topology` does not fit `nodes` with `ports` each, in a sentence; nothing if it does.
[[nodiscard]] std::optional<std::string> misfit(Topology topology, std::int64_t nodes,
                                                std::int64_t ports, std::int64_t rows);

/// The links of a fixed network, and the ways that messages take on it.
class FixedNetwork {
 public:
  /// The network must fit: `misfit`.
  FixedNetwork(Topology topology, std::int64_t nodes, std::int64_t ports, std::int64_t rows);

  struct Neighbour {
    NodeId node = 0;
    std::uint32_t port = 0;        ///< of the node itself
    std::uint32_t port_there = 0;  ///< of the neighbour
  };

  [[nodiscard]] NodeId nodes() const { return static_cast<NodeId>(neighbours_.size()); }
  [[nodiscard]] const std::vector<PhaseLink>& links() const { return links_; }
  /// By rising number.
  [[nodiscard]] const std::vector<Neighbour>& neighbours(NodeId node) const {
    return neighbours_[node];
  }
  /// Hops from `source` to every node.
  [[nodiscard]] std::vector<std::uint32_t> distances(NodeId source) const;
  /// By node: the lowest-numbered neighbour that is one hop nearer to `source`; for the source
  /// itself, the source.
  [[nodiscard]] std::vector<NodeId> parents(NodeId source) const;

 private:
  void join(std::int64_t a, std::uint32_t a_port, std::int64_t b, std::uint32_t b_port);

  std::vector<PhaseLink> links_;
  std::vector<std::vector<Neighbour>> neighbours_;
};

}  // namespace plexus
