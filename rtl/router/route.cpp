#include "hw/router/route.hpp"

#include <algorithm>

#include "hw/router/cube_route.hpp"
#include "hw/router/torus_route.hpp"
#include "rtl/frame/block.hpp"

namespace plexus::route_adapter {

namespace {

/// How the routers of a machine see the number of a node: as coordinates, or on a cube as it is.
struct Grid {
  std::vector<int> sides;  ///< empty: a cube
  bool wrap = false;
  unsigned coordinate = 0;  ///< bits; 0: all of a node's number

  void put(In& pin, NodeId node) const {
    if (sides.empty()) pin.set(node);
    for (std::size_t j = 0; j < sides.size(); ++j) {
      const auto side = static_cast<NodeId>(sides[j]);
      pin.set(j, node % side);
      node /= side;
    }
  }
};

/// The router of one node.
struct Lane final : twin_lane {
  Lane(twin_bank& bank, std::string name, NodeId number, const Grid& grid)
      : twin_lane{bank, std::move(name)},
        node{number},
        here{*this, "here", grid.coordinate},
        dest{*this, "dest", grid.coordinate} {
    if (!grid.sides.empty()) {
      side = std::make_unique<In>(*this, "side", grid.coordinate);
      wrap = std::make_unique<In>(*this, "wrap");
      for (std::size_t j = 0; j < grid.sides.size(); ++j) {
        side->set(j, static_cast<std::uint64_t>(grid.sides[j]));
      }
      wrap->set(grid.wrap);
    }
    grid.put(here, number);
    grid.put(dest, number);
  }

  NodeId node;
  In here;
  In dest;
  std::unique_ptr<In> side;  ///< these two: of a torus
  std::unique_ptr<In> wrap;
  Out arrived{*this, "arrived"};
  Out channel{*this, "channel"};
  std::optional<NodeId>
      differs;  ///< first destination of this cycle for which twin and part differ
};

/// Twins of the routers of a machine's nodes, a lane per node. Their inputs stay until they are
/// asked again.
class route_twins : public twins_of<Lane>, public route_if {
 public:
  route_twins(route_part& part, std::string block, const TwinSite& site, const Parameters& size,
              Grid grid)
      : twins_of{site, size},
        part_{&part},
        model_{&part.decision.in_front(*this)},
        block_{std::move(block)},
        grid_{std::move(grid)} {}

  [[nodiscard]] std::optional<unsigned> next(NodeId here, NodeId destination) override {
    Lane& lane = lane_of(here);
    activate(lane);
    grid_.put(lane.dest, destination);
    lane.ask();
    const bool arrived = lane.arrived.on();
    const auto channel = static_cast<unsigned>(lane.channel.seen());
    if (replaces()) return arrived ? std::nullopt : std::optional{channel};
    const std::optional<unsigned> model = model_->next(here, destination);
    const bool differs = arrived == model.has_value() || channel != model.value_or(0);
    if (differs && !lane.differs) lane.differs = destination;
    return model;
  }

 private:
  Lane& lane_of(NodeId node) {
    if (Lane* const found = existing(node)) return *found;
    return lane(node, part_->machine() + ".node_" + std::to_string(node) + '.' + block_, node,
                grid_);
  }

  void make_all() override {
    for (NodeId node = 0; node < part_->nodes(); ++node) lane_of(node);
  }

  void expect(Lane& lane, Cycles /*cycle*/) override {
    if (!lane.differs) return;
    grid_.put(lane.dest, *lane.differs);
    lane.ask();
    const std::optional<unsigned> model = model_->next(lane.node, *lane.differs);
    lane.arrived.expect(!model);
    lane.channel.expect(model.value_or(0));
  }

  route_part* part_;
  route_if* model_;  ///< what the twins stand in front of
  std::string block_;
  Grid grid_;
};

class torus_route_twins final : public route_twins {
 public:
  torus_route_twins(torus_route& part, const TwinSite& site)
      : route_twins{part, "torus_route", site, parameters(part.sides()), grid_of(part)} {}

  static Parameters parameters(const std::vector<int>& sides) {
    return {{"Dims", std::max(sides.size(), kDims)}, {"CoordWidth", width(sides)}};
  }

 private:
  static constexpr std::size_t kDims = 4;  // of the size that is built
  static unsigned width(const std::vector<int>& sides) {
    const bool small = std::ranges::all_of(sides, [](int side) { return side < 1 << 16; });
    return small ? 16 : 32;
  }
  static Grid grid_of(const torus_route& part) {
    Grid grid{part.sides(), part.wrap(), width(part.sides())};
    grid.sides.resize(std::max(grid.sides.size(), kDims), 1);  // unused dimensions
    return grid;
  }
};

class cube_route_twins final : public route_twins {
 public:
  cube_route_twins(cube_route& part, const TwinSite& site)
      : route_twins{part, "cube_route", site, parameters(), {}} {}

  static Parameters parameters() { return {{"Dims", 32}}; }
};

}  // namespace

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
