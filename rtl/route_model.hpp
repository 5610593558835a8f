#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hw/torus_route.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated.hpp"

namespace plexus {

/// What a router's twin shows.
struct RouteOutputs {
  unsigned channel = 0;
  bool arrived = true;
};

/// The Verilated router of one node, whichever class Verilator made of it. Combinational.
class route_model_if {
 public:
  virtual ~route_model_if() = default;
  virtual void present(NodeId here, NodeId destination) = 0;
  [[nodiscard]] virtual RouteOutputs outputs() const = 0;
  virtual void show(VerilatedVcdC& wave) = 0;
};

/// Makes the Verilated model of one router; `name` is its rtl_name.
using RouteModelMaker = std::function<std::unique_ptr<route_model_if>(VerilatedContext& context,
                                                                      const std::string& name)>;

/// The pins of rtl/torus_route.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for `Dims` dimensions.
template <typename Verilated, unsigned Dims, unsigned CoordWidth>
class verilated_torus_route final : public route_model_if {
 public:
  verilated_torus_route(VerilatedContext& context, const std::string& name, const torus_route& part)
      : pins_{&context, name.c_str()}, sides_{part.sides()} {
    sides_.resize(Dims, 1);  // unused dimensions
    clear(pins_.side_i);
    for (unsigned j = 0; j < Dims; ++j) {
      set_field(pins_.side_i, j, CoordWidth, static_cast<std::uint64_t>(sides_[j]));
    }
    pins_.wrap_i = part.wrap();
    present(0, 0);
  }
  ~verilated_torus_route() override { pins_.final(); }

  [[nodiscard]] Verilated& pins() { return pins_; }

  void present(NodeId here, NodeId destination) override {
    set_coordinates(pins_.here_i, here);
    set_coordinates(pins_.dest_i, destination);
    pins_.eval();
  }
  [[nodiscard]] RouteOutputs outputs() const override {
    return {pins_.channel_o, pins_.arrived_o != 0};
  }
  void show(VerilatedVcdC& wave) override { pins_.trace(&wave, 99); }

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

  Verilated pins_;
  std::vector<int> sides_;
};

/// The pins of rtl/cube_route.sv, and of whatever has the same.
template <typename Verilated>
class verilated_cube_route final : public route_model_if {
 public:
  verilated_cube_route(VerilatedContext& context, const std::string& name)
      : pins_{&context, name.c_str()} {
    present(0, 0);
  }
  ~verilated_cube_route() override { pins_.final(); }

  [[nodiscard]] Verilated& pins() { return pins_; }

  void present(NodeId here, NodeId destination) override {
    pins_.here_i = here;
    pins_.dest_i = destination;
    pins_.eval();
  }
  [[nodiscard]] RouteOutputs outputs() const override {
    return {pins_.channel_o, pins_.arrived_o != 0};
  }
  void show(VerilatedVcdC& wave) override { pins_.trace(&wave, 99); }

 private:
  Verilated pins_;
};

/// rtl/torus_route.sv, verilated for 4 dimensions and sides below 65536. Throws
/// std::invalid_argument if `part`, which must outlive the models, is larger.
RouteModelMaker torus_route_models(const torus_route& part);
/// rtl/cube_route.sv, verilated for 24 dimensions. Throws std::invalid_argument for more `nodes`.
RouteModelMaker cube_route_models(NodeId nodes);

}  // namespace plexus
