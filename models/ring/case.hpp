#pragma once

#include <cstdint>

#include "hw/time/units.hpp"
#include "models/direct/combining.hpp"
#include "models/direct/direct_case.hpp"
#include "models/ring/shape.hpp"
#include "models/ring/streams.hpp"

namespace plexus {

/// The parameters of a run on a ring, read once. What an operation does not take keeps its default.
struct RingCase : DirectCase {
  RingCase() : DirectCase{PortRule::kRingStrict} {}

  RingShape ring;
  RingStreams streams;  ///< how a message is cut and which way its packets go

  /// Links from source to destination, the shorter way.
  [[nodiscard]] NodeId distance() const { return ring.distance(source, destination); }
  [[nodiscard]] NodeId nodes() const { return ring.nodes; }
  /// k of the paper's equations.
  [[nodiscard]] double k() const { return ring.nodes; }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] RingCase ring_case(const Values& values);

// ---- Parameters of the ring's operations --------------------------------------------------------
[[nodiscard]] RunParameters ring_parameters();
[[nodiscard]] Parameter ring_nodes_parameter();

// ---- Operations that combine --------------------------------------------------------------------
/// The node's place on the ring, clockwise.
[[nodiscard]] RingPlace place_on_ring(const RingCase& at, NodeId node);
/// Chunk p belongs to node p.
[[nodiscard]] BundleOf own_chunks(const Reduction& data);

// ---- Lower bounds: what no algorithm can beat ---------------------------------------------------
[[nodiscard]] Cycles ring_bound_move(const RingCase& at);
[[nodiscard]] Cycles ring_bound_broadcast(const RingCase& at);
[[nodiscard]] Cycles ring_bound_scatter(const RingCase& at);
[[nodiscard]] Cycles ring_bound_allreduce(const RingCase& at);
/// Gather, allgather, alltoall and reduce-scatter: some node takes k - 1 blocks in.
[[nodiscard]] Cycles ring_bound_gather(const RingCase& at);

}  // namespace plexus
