#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "hw/data/packet.hpp"
#include "hw/optical/slot_conflicts.hpp"
#include "hw/systemc.hpp"
#include "hw/time/units.hpp"

namespace plexus {

/// What a wave shows of couplers and processors: of those that it was asked for.
class CouplerWave {
 public:
  void trace_coupler(sc_core::sc_trace_file* file, std::uint64_t index, const std::string& prefix);
  void trace_transmitters(sc_core::sc_trace_file* file, NodeId node, const std::string& prefix);
  void trace_receivers(sc_core::sc_trace_file* file, NodeId node, const std::string& prefix);

  /// A slot with these packets has begun; none: it has ended. `stored(node)`: packets that a
  /// processor has for others.
  template <typename Stored>
  void show(std::span<const Packet* const> packets, const CouplerGrid& grid, const Stored& stored) {
    for (auto& [index, shown] : couplers_) shown = {};
    for (auto& [node, shown] : nodes_) shown = {0, 0, stored(node)};
    for (const Packet* const packet : packets) show(*packet, grid);
  }

 private:
  struct Coupler {
    bool busy = false;
    bool collision = false;
    std::uint32_t driver = 0;
    std::uint64_t sources = 0;  ///< of a collision: a bit for each of the first 64 of the group
  };
  struct Node {
    std::uint64_t transmits = 0;  ///< couplers, a bit for each of the first 64 groups
    std::uint64_t accepts = 0;
    std::uint32_t stored = 0;
  };

  void show(const Packet& packet, const CouplerGrid& grid);
  void show_drive(NodeId source, NodeId group, const CouplerGrid& grid);

  std::map<std::uint64_t, Coupler> couplers_;
  std::map<NodeId, Node> nodes_;
};

}  // namespace plexus
