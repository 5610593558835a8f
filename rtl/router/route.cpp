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
using Lane = twin<Inputs, Outputs>;

/// Twins of the routers of a machine's nodes, a lane per node. `sides` of the machine; none: a
/// cube.
class route_twins : public twins_before<Lane, route_if, route_part> {
 public:
  route_twins(route_part& of, const TwinSite& site, const Parameters& size, std::vector<int> sides,
              bool wrap)
      : twins_before{of.decision, of, site, size,
                     in_nodes(machine_name(of), of.nodes(), site.source.block)},
        sides_{std::move(sides)},
        wrap_{wrap} {}

  [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) override {
    Lane& lane = active_lane(here);
    show_node(lane.in.dest, destination);
    lane.ask();
    if (replaces()) {
      if (lane.seen.arrived.on()) return std::nullopt;
      return lane.seen.channel.as<unsigned>();
    }
    const std::optional<unsigned> hop = model.next(here, destination);
    put(lane.out, !hop, hop.value_or(0));
    lane.agree();
    return hop;
  }

 private:
  void show_node(Pin& pin, NodeId node) const {
    if (sides_.empty()) pin.set(node);
    for (std::size_t j = 0; j < sides_.size(); ++j) {
      const auto side = static_cast<NodeId>(sides_[j]);
      pin.set(j, node % side);
      node /= side;
    }
  }
  void made(Lane& lane) override {
    lane.in.side.each([&](std::size_t j) { return sides_[j]; });
    lane.in.wrap.set(wrap_);
    show_node(lane.in.here, static_cast<NodeId>(lane.number()));
    show_node(lane.in.dest, static_cast<NodeId>(lane.number()));
  }

  std::vector<int> sides_;
  bool wrap_;
};

constexpr std::size_t kDims = 4;  // of the size that is built, and of all smaller machines

/// As many dimensions as the size that is built has, or more.
std::vector<int> in_all_dimensions(std::vector<int> sides) {
  sides.resize(std::max(sides.size(), kDims), 1);
  return sides;
}

struct torus_route_twins final : route_twins {
  using part_type = torus_route;
  torus_route_twins(torus_route& of, const TwinSite& site)
      : route_twins{of, site, parameters(of.sides()), in_all_dimensions(of.sides()), of.wrap()} {}

  static Parameters parameters(const std::vector<int>& sides) {
    const bool small = std::ranges::all_of(sides, [](int side) { return side < 1 << 16; });
    return {{"Dims", in_all_dimensions(sides).size()}, {"CoordWidth", small ? 16 : 32}};
  }
};
TwinBlock torus_route_block() { return block_of<torus_route_twins>(std::vector<int>{}); }

struct cube_route_twins final : route_twins {
  using part_type = cube_route;
  cube_route_twins(cube_route& of, const TwinSite& site)
      : route_twins{of, site, parameters(), {}, false} {}

  static Parameters parameters() { return {{"Dims", 32}}; }
};
TwinBlock cube_route_block() { return block_of<cube_route_twins>(); }

}  // namespace plexus::route_adapter
