#include "hw/optical/coupler_wave.hpp"

namespace plexus {

namespace {

std::uint64_t bit(std::uint64_t place) {
  return place < 64 ? std::uint64_t{1} << place : std::uint64_t{0};
}

}  // namespace

void CouplerWave::trace_coupler(sc_core::sc_trace_file* file, std::uint64_t index,
                                const std::string& prefix) {
  const Coupler& shown = couplers_[index];
  sc_core::sc_trace(file, shown.busy, prefix + "busy");
  sc_core::sc_trace(file, shown.driver, prefix + "driver");
  sc_core::sc_trace(file, shown.collision, prefix + "collision");
  sc_core::sc_trace(file, shown.sources, prefix + "sources");
}

void CouplerWave::trace_transmitters(sc_core::sc_trace_file* file, NodeId node,
                                     const std::string& prefix) {
  sc_core::sc_trace(file, nodes_[node].transmits, prefix + "transmits");
}

void CouplerWave::trace_receivers(sc_core::sc_trace_file* file, NodeId node,
                                  const std::string& prefix) {
  const Node& shown = nodes_[node];
  sc_core::sc_trace(file, shown.accepts, prefix + "accepts");
  sc_core::sc_trace(file, shown.stored, prefix + "relayed");
}

void CouplerWave::show_drive(NodeId source, NodeId group, const CouplerGrid& grid) {
  const auto sender = nodes_.find(source);
  if (sender != nodes_.end()) sender->second.transmits |= bit(group);
  const auto star = couplers_.find(grid.index_of(group, source));
  if (star == couplers_.end()) return;
  Coupler& shown = star->second;
  const std::uint64_t place = bit(source % grid.degree);
  if (shown.busy && (shown.sources & place) == 0) shown.collision = true;
  shown.busy = true;
  shown.driver = source;
  shown.sources |= place;
}

void CouplerWave::show(const Packet& packet, const CouplerGrid& grid) {
  const NodeId source = packet.source();
  for (const NodeId group : grid.groups_of(packet)) show_drive(source, group, grid);
  packet.for_each_receiver([&](NodeId receiver) {
    const auto taker = nodes_.find(receiver);
    if (taker != nodes_.end()) taker->second.accepts |= bit(source / grid.degree);
  });
}

}  // namespace plexus
