#pragma once

#include <functional>
#include <memory>
#include <string>

#include "rtl/verilated.hpp"

/// What the Verilated models of all blocks have in common. A block's own header adds what its pins
/// mean.
namespace plexus {

/// One Verilated block, whichever class Verilator made of it.
template <typename Outputs>
class block_model_if {
 public:
  virtual ~block_model_if() = default;
  [[nodiscard]] virtual Outputs outputs() const = 0;
  /// Adds the block to a wave.
  virtual void show(VerilatedVcdC& wave) = 0;
};

/// One with a clock. `Inputs` is a reference or what is as cheap to pass.
template <typename Inputs, typename Outputs>
class clocked_model_if : public block_model_if<Outputs> {
 public:
  /// Clock low, inputs of the next edge. Outputs that depend on them follow at once.
  virtual void present(Inputs inputs) = 0;
  /// Clock high.
  virtual void edge() = 0;
};

/// Makes a model; `name` is the block's rtl_name, `Traits` what else must be known beforehand.
template <typename Model, typename... Traits>
using ModelMaker =
    std::function<std::unique_ptr<Model>(VerilatedContext&, const std::string& name, Traits...)>;

/// Makes a `Block`, one of the models behind `Model`: a ModelMaker.
template <typename Model, typename Block>
std::unique_ptr<Model> make_model(VerilatedContext& context, const std::string& name) {
  return std::make_unique<Block>(context, name);
}

/// The class `Verilated` that Verilator made, behind the interface `Model`.
template <typename Verilated, typename Model>
class verilated_block : public Model {
 public:
  ~verilated_block() override { pins_.final(); }

  [[nodiscard]] Verilated& pins() { return pins_; }
  void show(VerilatedVcdC& wave) override { pins_.trace(&wave, 99); }

 protected:
  verilated_block(VerilatedContext& context, const std::string& name)
      : pins_{&context, name.c_str()} {}

  Verilated pins_;
};

/// One with a clock, `clk_i`, and a reset, `rst_ni`.
template <typename Verilated, typename Model>
class verilated_clocked : public verilated_block<Verilated, Model> {
 public:
  void edge() override {
    pins_.clk_i = 1;
    pins_.eval();
  }

 protected:
  using verilated_block<Verilated, Model>::verilated_block;
  using verilated_block<Verilated, Model>::pins_;

  /// Comes out of reset. To be called at the end of construction.
  void reset() {
    pins_.rst_ni = 0;
    this->present({});
    this->edge();
    pins_.rst_ni = 1;
    this->present({});
  }
};

}  // namespace plexus
