#pragma once

#include <optional>

#include "models/pops/case.hpp"

namespace plexus {

/// N, if the machine has N^2 processors, N >= 2; nothing otherwise.
std::optional<NodeId> mesh_side(const PopsShape& pops);
/// The node that x sends to; nothing where it would leave a mesh without wraparound.
std::optional<NodeId> mesh_target(NodeId side, NodeId x, MeshDirection direction, bool wrap);
/// Refuses (`size`) machines that are no square mesh.
void require_mesh(const PopsCase& at);
/// And those to which Theorem 2 does not apply: neither d nor g divides N.
void require_theorem_2(const PopsCase& at);

}  // namespace plexus
