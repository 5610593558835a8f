#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/time/units.hpp"
#include "models/direct/combining.hpp"
#include "models/direct/direct_case.hpp"
#include "models/direct/streams.hpp"
#include "models/hypercube/module.hpp"
#include "models/hypercube/shape.hpp"

namespace plexus {

/// The parameters of a run on a hypercube, read once. What an operation does not take keeps its
/// default.
struct HypercubeCase : DirectCase {
  using Module = hypercube_machine;

  HypercubeCase() : DirectCase{PortRule::kAllHalf} {}

  HypercubeShape cube{3};
  HypercubeParts parts;

  std::vector<Route> paths;         ///< of a move on several
  std::vector<SpanningTree> trees;  ///< of a broadcast

  [[nodiscard]] std::int64_t nodes() const { return std::int64_t{cube.nodes()}; }
  /// log2 k of the paper's equations, the dimensions.
  [[nodiscard]] int n() const { return cube.dimension(); }
  /// Links from source to destination.
  [[nodiscard]] int distance() const { return HypercubeShape::distance(source, destination); }
  /// Both ends of a channel may send at once.
  [[nodiscard]] bool both_ways() const { return full_duplex(rule); }
  /// Steps of an exchange: one direction after the other, or both at once.
  [[nodiscard]] int exchange_steps() const { return both_ways() ? 1 : 2; }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] HypercubeCase hypercube_case(const Values& values);

// ---- Parameters of the operations ---------------------------------------------------------------
/// That of the machine itself.
[[nodiscard]] Parameter dimension_parameter(int default_dimension = 3);
[[nodiscard]] RunParameters hypercube_parameters(int default_dimension = 3);
/// Those of a broadcast in packets.
[[nodiscard]] std::vector<Parameter> hypercube_broadcast_parameters(int default_dimension = 3);

// ---- Where the paper's equations hold -----------------------------------------------------------
/// One node moves nothing.
[[nodiscard]] Equation<HypercubeCase> unless_alone(Equation<HypercubeCase> equation);

// ---- Lower bounds: what no algorithm can beat ---------------------------------------------------
/// Channels that a node can read, or write, at once: n, or 1 under `one-in-one-out` and `one-port`.
[[nodiscard]] std::int64_t channels(HypercubeShape cube, PortRule rule);

[[nodiscard]] Cycles hypercube_bound_move(const HypercubeCase& at);
[[nodiscard]] Cycles hypercube_bound_broadcast(const HypercubeCase& at);
/// Scatter, gather, allgather and alltoall: one node writes or reads (k - 1) w words.
[[nodiscard]] Cycles hypercube_bound_exchange(const HypercubeCase& at);

[[nodiscard]] Cycles hypercube_bound_allreduce(const HypercubeCase& at);

}  // namespace plexus
