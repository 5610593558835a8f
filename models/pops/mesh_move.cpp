#include <cmath>

#include <fmt/format.h>

#include "models/pops/mesh.hpp"
#include "models/pops/permutation.hpp"

/// One move of a square mesh.
namespace plexus::pops {

NodeId mesh_side(const PopsCase& at) {
  const auto side = static_cast<NodeId>(std::lround(std::sqrt(static_cast<double>(at.nodes()))));
  if (side >= 2 && std::uint64_t{side} * side == at.nodes()) return side;
  throw Refusal{RefusalClass::kSize,
                fmt::format("A square mesh has N^2 processors, N >= 2, and --d {} times --g {} is "
                            "{}: choose a square.",
                            at.shape.d, at.shape.g, at.nodes())};
}

void require_theorem_2(const PopsCase& at) {
  const NodeId side = mesh_side(at);
  if (side % at.shape.d == 0 || side % at.shape.g == 0) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("Theorem 2 needs --d or --g to divide the side N = {} of the mesh, and "
                            "they are {} and {}: choose mesh-move's algorithm permutation.",
                            side, at.shape.d, at.shape.g)};
}

namespace {

/// Where the datum of node (r, c) goes; nowhere where it would leave a mesh without wraparound.
void find_image(PopsCase& at) {
  const NodeId N = mesh_side(at);
  const bool across = at.direction == MeshDirection::kRight || at.direction == MeshDirection::kLeft;
  const bool up = at.direction == MeshDirection::kRight || at.direction == MeshDirection::kDown;
  at.image.assign(at.nodes(), kNoNode);
  for (NodeId x = 0; x < at.nodes(); ++x) {
    const NodeId r = x / N;
    const NodeId c = x % N;
    const NodeId from = across ? c : r;
    if (!at.wrap && from == (up ? N - 1 : 0)) continue;
    const NodeId to = (from + (up ? 1 : N - 1)) % N;
    at.image[x] = across ? r * N + to : to * N + c;
  }
}

void prepare_wrapped(PopsCase& at, const char* algorithm) {
  find_image(at);
  if (at.wrap) return;
  throw Refusal{
      RefusalClass::kFeature,
      fmt::format("--wrap false needs --algorithm theorem2: {} moves all data.", algorithm)};
}

}  // namespace

/// Lines (5)-(8): e', f' are group and index of the target.
Algorithm<PopsCase> mesh_move_theorem2() {
  return {.operation = "mesh-move",
          .name = "theorem2",
          .summary = "one move of a simulated mesh, every datum by a relay",
          .is_default = true,
          .parameters = parameters(direction_parameters()),
          .prepare =
              [](PopsCase& at) {
                require_theorem_2(at);
                find_image(at);
              },
          .program = by_rho,
          .equations = {simulated("Theorem 2", "2.2", [](const PopsCase&) { return 1.0; })},
          .exact = in_slots<&PopsShape::move_slots>};
}

Algorithm<PopsCase> mesh_move_permutation() {
  return {.operation = "mesh-move",
          .name = "permutation",
          .summary = "one move of a mesh with wraparound as a permutation by relays",
          .parameters = parameters(direction_parameters()),
          .prepare =
              [](PopsCase& at) {
                prepare_wrapped(at, "permutation");
                plan_relays(at);
              },
          .program = by_relays,
          .exact = in_slots<&PopsShape::move_slots>};
}

Algorithm<PopsCase> mesh_move_direct() {
  return {.operation = "mesh-move",
          .name = "direct",
          .summary = "one move of a mesh with wraparound, every datum straight to its place",
          .parameters = parameters(direction_parameters()),
          .prepare =
              [](PopsCase& at) {
                prepare_wrapped(at, "direct");
                plan_straight(at);
              },
          .program = straight,
          .exact = in_slots<planned_slots>};
}

}  // namespace plexus::pops
