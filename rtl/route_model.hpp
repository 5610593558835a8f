#pragma once

#include <string>

#include "hw/router/torus_route.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What a router's twin shows.
struct RouteOutputs {
  unsigned channel = 0;
  bool arrived = true;
};

/// The Verilated router of one node, whichever class Verilator made of it. Combinational.
class route_model_if : public block_model_if<RouteOutputs> {
 public:
  virtual void present(NodeId here, NodeId destination) = 0;
};

/// Makes the Verilated model of one router; `name` is its rtl_name.
using RouteModelMaker = ModelMaker<route_model_if>;

/// The pins of rtl/torus_route.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for `Dims` dimensions.
template <typename Verilated, unsigned Dims, unsigned CoordWidth>
class verilated_torus_route final : public verilated_block<Verilated, route_model_if> {
  using block = verilated_block<Verilated, route_model_if>;
  using block::pins_;

 public:
  verilated_torus_route(VerilatedContext& context, const std::string& name, const torus_route& part)
      : block{context, name}, sides_{part.sides()} {
    sides_.resize(Dims, 1);  // unused dimensions
    clear(pins_.side_i);
    for (unsigned j = 0; j < Dims; ++j) {
      set_field(pins_.side_i, j, CoordWidth, static_cast<std::uint64_t>(sides_[j]));
    }
    pins_.wrap_i = part.wrap();
    present(0, 0);
  }

  void present(NodeId here, NodeId destination) override {
    set_coordinates(pins_.here_i, here);
    set_coordinates(pins_.dest_i, destination);
    pins_.eval();
  }
  [[nodiscard]] RouteOutputs outputs() const override {
    return {pins_.channel_o, pins_.arrived_o != 0};
  }

 private:
  template <typename Pin>
  void set_coordinates(Pin& pin, NodeId node) const {
    clear(pin);
    for (unsigned j = 0; j < Dims; ++j) {
      const auto side = static_cast<NodeId>(sides_[j]);
      set_field(pin, j, CoordWidth, node % side);
      node /= side;
    }
  }
  std::vector<int> sides_;
};

/// The pins of rtl/cube_route.sv, and of whatever has the same.
template <typename Verilated>
class verilated_cube_route final : public verilated_block<Verilated, route_model_if> {
  using block = verilated_block<Verilated, route_model_if>;
  using block::pins_;

 public:
  verilated_cube_route(VerilatedContext& context, const std::string& name) : block{context, name} {
    present(0, 0);
  }

  void present(NodeId here, NodeId destination) override {
    pins_.here_i = here;
    pins_.dest_i = destination;
    pins_.eval();
  }
  [[nodiscard]] RouteOutputs outputs() const override {
    return {pins_.channel_o, pins_.arrived_o != 0};
  }
};

/// rtl/torus_route.sv, verilated for 4 dimensions and sides below 65536. Throws
/// std::invalid_argument if `part`, which must outlive the models, is larger.
RouteModelMaker torus_route_models(const torus_route& part);
/// rtl/cube_route.sv, verilated for 24 dimensions. Throws std::invalid_argument for more `nodes`.
RouteModelMaker cube_route_models(NodeId nodes);

}  // namespace plexus
