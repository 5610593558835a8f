#include "hw/router/route.hpp"

#include <algorithm>

#include "hw/router/cube_route.hpp"
#include "hw/router/torus_route.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::route_adapter {

/// Pins of torus_route.sv, with coordinates of nodes, and of cube_route.sv, with their numbers.
struct Inputs {
  Pin here{"here", "CoordWidth"};
  Pin dest{"dest", "CoordWidth"};
  Pin side{"side?", "CoordWidth"};  ///< nodes along each dimension
  Pin wrap{"wrap?"};                ///< a torus, no open mesh
};

struct Outputs {
  Pin arrived{"arrived"};
  Pin channel{"channel"};
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
struct Lane final : twin<Inputs, Outputs> {
  Lane(twin_bank& bank, std::string name, NodeId node, const Grid& grid)
      : twin{bank, std::move(name)} {
    for (std::size_t j = 0; j < grid.sides.size(); ++j) {
      in.side.set(j, static_cast<std::uint64_t>(grid.sides[j]));
    }
    in.wrap.set(grid.wrap);
    grid.put(in.here, node);
    grid.put(in.dest, node);
  }
};

/// Twins of the routers of a machine's nodes, a lane per node.
class route_twins : public twins_of<Lane>, public route_if {
 public:
  route_twins(route_part& part, const TwinSite& site, const Parameters& size, Grid grid)
      : twins_of{site, size},
        part_{&part},
        model_{&part.decision.in_front(*this)},
        grid_{std::move(grid)} {}

  [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) override {
    Lane& lane = lane_of(here);
    activate(lane);
    grid_.put(lane.in.dest, destination);
    lane.ask();
    if (replaces()) {
      if (lane.seen.arrived.on()) return std::nullopt;
      return static_cast<unsigned>(lane.seen.channel.get());
    }
    const std::optional<unsigned> model = model_->next(here, destination);
    lane.out.arrived.set(!model);
    lane.out.channel.set(model.value_or(0));
    lane.agree();
    return model;
  }

 private:
  Lane& lane_of(NodeId node) {
    if (Lane* const found = existing(node)) return *found;
    const std::string name = part_->machine() + ".node_" + std::to_string(node);
    return lane(node, name + '.' + site().source.block, node, grid_);
  }
  void make_all() override {
    for (NodeId node = 0; node < part_->nodes(); ++node) lane_of(node);
  }

  route_part* part_;
  route_if* model_;  ///< what the twins stand in front of
  Grid grid_;
};

class torus_route_twins final : public route_twins {
 public:
  torus_route_twins(torus_route& part, const TwinSite& site)
      : route_twins{part, site, parameters(part.sides()), grid_of(part)} {}

  static Parameters parameters(const std::vector<int>& sides) {
    const bool small = std::ranges::all_of(sides, [](int side) { return side < 1 << 16; });
    return {{"Dims", std::max(sides.size(), kDims)}, {"CoordWidth", small ? 16 : 32}};
  }

 private:
  static constexpr std::size_t kDims = 4;  // of the size that is built
  static Grid grid_of(const torus_route& part) {
    Grid grid{part.sides(), part.wrap()};
    grid.sides.resize(std::max(grid.sides.size(), kDims), 1);  // unused dimensions
    return grid;
  }
};

class cube_route_twins final : public route_twins {
 public:
  cube_route_twins(cube_route& part, const TwinSite& site)
      : route_twins{part, site, parameters(), {}} {}
  static Parameters parameters() { return {{"Dims", 32}}; }
};

TwinBlock torus_route_block() {
  return {.name = "torus_route",
          .part = "hw/router/torus_route.hpp",
          .sizes = "any dimensions and sides",
          .help = "Next hop on a torus or an open mesh, dimension order",
          .built = torus_route_twins::parameters({8, 8}),
          .attach = attach_to<torus_route, torus_route_twins>};
}

TwinBlock cube_route_block() {
  return {.name = "cube_route",
          .part = "hw/router/cube_route.hpp",
          .sizes = "up to 32 dimensions",
          .help = "Next hop on a hypercube, most significant bit first",
          .built = cube_route_twins::parameters(),
          .attach = attach_to<cube_route, cube_route_twins>};
}

}  // namespace plexus::route_adapter
