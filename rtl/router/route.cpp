#include "hw/router/route.hpp"

#include <algorithm>

#include "models/hypercube/cube_route.hpp"
#include "models/torus/torus_route.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::route_adapter {

/// Pins of torus_route.sv, with coordinates of nodes, and of cube_route.sv, with their numbers.
struct Inputs {
  Pin here{"here", "CoordWidth"}, dest{"dest", "CoordWidth"};
  Pin side{"side?", "CoordWidth"};  ///< nodes along each dimension
  Pin wrap{"wrap?"};                ///< a torus, no open mesh
};

struct Outputs {
  Pin arrived{"arrived"}, channel{"channel"};
};

/// The sides of a machine; none: a cube.
struct Grid {
  std::vector<int> sides;
  bool wrap = false;

  void put(Pin& pin, NodeId node) const {
    if (sides.empty()) pin.set(node);
    for (std::size_t j = 0; j < sides.size(); ++j) {
      const auto side = static_cast<NodeId>(sides[j]);
      pin.set(j, node % side);
      node /= side;
    }
  }
};

/// The router of one node.
using Lane = twin<Inputs, Outputs>;

/// Twins of the routers of a machine's nodes, a lane per node.
class route_twins : public twins_before<Lane, route_if, route_part> {
 public:
  route_twins(route_part& of, const TwinSite& site, const Parameters& size, Grid grid)
      : twins_before{of.decision, of, site, size,
                     in_nodes(machine_name(of), of.nodes(), site.source.block)},
        grid_{std::move(grid)} {}

  [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) override {
    Lane& lane = active_lane(here);
    grid_.put(lane.in.dest, destination);
    lane.ask();
    if (replaces()) {
      if (lane.seen.arrived.on()) return std::nullopt;
      return lane.seen.channel.as<unsigned>();
    }
    const std::optional<unsigned> hop = model.next(here, destination);
    lane.out.arrived.set(!hop);
    lane.out.channel.set(hop.value_or(0));
    lane.agree();
    return hop;
  }

 private:
  void made(Lane& lane) override {
    for (std::size_t j = 0; j < grid_.sides.size(); ++j) lane.in.side.set(j, grid_.sides[j]);
    lane.in.wrap.set(grid_.wrap);
    grid_.put(lane.in.here, static_cast<NodeId>(lane.number()));
    grid_.put(lane.in.dest, static_cast<NodeId>(lane.number()));
  }

  Grid grid_;
};

class torus_route_twins final : public route_twins {
 public:
  torus_route_twins(torus_route& of, const TwinSite& site)
      : route_twins{of, site, parameters(of.sides()), grid_of(of)} {}

  static Parameters parameters(const std::vector<int>& sides) {
    const bool small = std::ranges::all_of(sides, [](int side) { return side < 1 << 16; });
    return {{"Dims", std::max(sides.size(), kDims)}, {"CoordWidth", small ? 16 : 32}};
  }

 private:
  static constexpr std::size_t kDims = 4;  // of the size that is built
  static Grid grid_of(const torus_route& of) {
    Grid grid{of.sides(), of.wrap()};
    grid.sides.resize(std::max(grid.sides.size(), kDims), 1);  // unused dimensions
    return grid;
  }
};

class cube_route_twins final : public route_twins {
 public:
  cube_route_twins(cube_route& of, const TwinSite& site)
      : route_twins{of, site, parameters(), {}} {}
  static Parameters parameters() { return {{"Dims", 32}}; }
};

TwinBlock torus_route_block() {
  return {.part = "models/torus/torus_route.hpp",
          .sizes = "any dimensions and sides",
          .help = "Next hop on a torus or an open mesh, dimension order",
          .built = torus_route_twins::parameters({8, 8}),
          .attach = attach_to<torus_route, torus_route_twins>};
}

TwinBlock cube_route_block() {
  return {.part = "models/hypercube/cube_route.hpp",
          .sizes = "up to 32 dimensions",
          .help = "Next hop on a hypercube, most significant bit first",
          .built = cube_route_twins::parameters(),
          .attach = attach_to<cube_route, cube_route_twins>};
}

}  // namespace plexus::route_adapter
