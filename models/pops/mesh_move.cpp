#include <cmath>

#include <fmt/format.h>

#include "models/pops/mesh.hpp"
#include "models/pops/permutation.hpp"
#include "models/pops/two_hop.hpp"

namespace plexus {

std::optional<NodeId> mesh_side(const PopsShape& pops) {
  const auto side = static_cast<NodeId>(std::lround(std::sqrt(static_cast<double>(pops.nodes()))));
  if (side < 2 || std::uint64_t{side} * side != pops.nodes()) return std::nullopt;
  return side;
}

std::optional<NodeId> mesh_target(NodeId side, NodeId x, MeshDirection direction, bool wrap) {
  const NodeId r = x / side;
  const NodeId c = x % side;
  const NodeId before = side - 1;  // mod N, one less
  switch (direction) {
    case MeshDirection::kRight:
      if (!wrap && c == side - 1) return std::nullopt;
      return r * side + (c + 1) % side;
    case MeshDirection::kLeft:
      if (!wrap && c == 0) return std::nullopt;
      return r * side + (c + before) % side;
    case MeshDirection::kDown:
      if (!wrap && r == side - 1) return std::nullopt;
      return (r + 1) % side * side + c;
    case MeshDirection::kUp:
      break;
  }
  if (!wrap && r == 0) return std::nullopt;
  return (r + before) % side * side + c;
}

void require_mesh(const PopsCase& at) {
  if (mesh_side(at.shape)) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("A square mesh has N^2 processors, N >= 2, and --d {} times --g {} is "
                            "{}: choose a square.",
                            at.shape.d, at.shape.g, at.nodes())};
}

void require_theorem_2(const PopsCase& at) {
  require_mesh(at);
  const NodeId side = *mesh_side(at.shape);
  if (side % at.shape.d == 0 || side % at.shape.g == 0) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("Theorem 2 needs --d or --g to divide the side N = {} of the mesh, and "
                            "they are {} and {}: choose mesh-move's algorithm permutation.",
                            side, at.shape.d, at.shape.g)};
}

namespace {

Image mesh_image(const PopsCase& at) {
  const NodeId side = *mesh_side(at.shape);
  Image image(at.nodes(), kStays);
  for (NodeId x = 0; x < at.nodes(); ++x) {
    image[x] = mesh_target(side, x, at.direction, at.wrap).value_or(kStays);
  }
  return image;
}

std::unique_ptr<pops_data> data(const PopsCase& at) { return image_data(mesh_image(at), true); }

void require_wrap(const PopsCase& at, const char* algorithm) {
  require_mesh(at);
  if (at.wrap) return;
  throw Refusal{
      RefusalClass::kFeature,
      fmt::format("--wrap false needs --algorithm theorem2: {} moves all data.", algorithm)};
}

/// Lines (5)-(8): e', f' are group and index of the target.
Program theorem_2(pops_node& self, Words m, NodeId side, MeshDirection direction, bool wrap) {
  return simulated_move(self, m, mesh_target(side, self.id(), direction, wrap), datum(self.id()));
}

}  // namespace

const PopsAlgorithm kMeshMoveTheorem2{
    .operation = "mesh-move",
    .name = "theorem2",
    .summary = "one move of a simulated mesh, every datum by a relay",
    .knobs = {PopsKnob::kDirection},
    .require = require_theorem_2,
    .data = data,
    .programs =
        [](const PopsCase& at) {
          return [m = at.words, side = *mesh_side(at.shape), direction = at.direction,
                  wrap = at.wrap](pops_node& self) {
            return theorem_2(self, m, side, direction, wrap);
          };
        },
    .equations = {counted(
        "Theorem 2", "2.2", [](const PopsCase& at) { return at.shape.d == 1 ? 1 : 2 * passes(at); },
        equal_always)},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.move_slots()); },
    .lower_bound = {}};

const PopsAlgorithm kMeshMovePermutation{
    .operation = "mesh-move",
    .name = "permutation",
    .summary = "one move of a mesh with wraparound as a permutation by relays",
    .knobs = {PopsKnob::kDirection},
    .require = [](const PopsCase& at) { require_wrap(at, "permutation"); },
    .data = data,
    .programs = [](const PopsCase& at) { return two_hop_programs(at, mesh_image(at)); },
    .equations = {},
    .exact = [](const PopsCase& at) { return slots_of(at, at.shape.move_slots()); },
    .lower_bound = {}};

const PopsAlgorithm kMeshMoveDirect{
    .operation = "mesh-move",
    .name = "direct",
    .summary = "one move of a mesh with wraparound, every datum straight to its place",
    .knobs = {PopsKnob::kDirection},
    .require = [](const PopsCase& at) { require_wrap(at, "direct"); },
    .data = data,
    .programs = [](const PopsCase& at) { return direct_programs(at, mesh_image(at)); },
    .equations = {},
    .exact =
        [](const PopsCase& at) {
          return slots_of(at, direct_schedule(at.shape, mesh_image(at)).slots);
        },
    .lower_bound = {}};

}  // namespace plexus
