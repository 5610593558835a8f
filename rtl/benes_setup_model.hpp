#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw/switch/benes_setup.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What a set-up's twin shows.
struct BenesSetupOutputs {
  bool busy = false;
  bool done = false;
  BenesStates states;
};

/// One Verilated set-up of benes networks, whichever class Verilator made of it. Its input is the
/// permutation; empty: no go.
class benes_setup_model_if : public clocked_model_if<std::span<const NodeId>, BenesSetupOutputs> {};

/// Makes the Verilated model of one set-up; `name` is its rtl_name.
using BenesSetupModelMaker = ModelMaker<benes_setup_model_if>;

/// The pins of rtl/benes_setup.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for `Ports` ports.
template <typename Verilated, unsigned Ports>
class verilated_benes_setup final : public verilated_clocked<Verilated, benes_setup_model_if> {
  using block = verilated_clocked<Verilated, benes_setup_model_if>;
  using block::pins_;

 public:
  static constexpr unsigned kAddressWidth = std::countr_zero(Ports);
  static constexpr unsigned kStages = 2 * kAddressWidth - 1;
  static constexpr unsigned kElements = Ports / 2;

  /// Comes out of reset.
  verilated_benes_setup(VerilatedContext& context, const std::string& name) : block{context, name} {
    block::reset();
  }

  void present(std::span<const NodeId> permutation) override {
    pins_.clk_i = 0;
    pins_.go_i = !permutation.empty();
    clear(pins_.perm_i);
    for (std::size_t source = 0; source < permutation.size(); ++source) {
      set_field(pins_.perm_i, source, kAddressWidth, permutation[source]);
    }
    pins_.eval();
  }
  [[nodiscard]] BenesSetupOutputs outputs() const override {
    BenesSetupOutputs outputs;
    outputs.busy = pins_.busy_o != 0;
    outputs.done = pins_.done_o != 0;
    outputs.states.assign(kStages, std::vector<bool>(kElements));
    for (std::size_t t = 0; t < kStages; ++t) {
      for (std::size_t e = 0; e < kElements; ++e) {
        outputs.states[t][e] = bit(pins_.state_o, t * kElements + e);
      }
    }
    return outputs;
  }
};

/// rtl/benes_setup.sv as it is verilated for the runs. Throws std::invalid_argument if it does not
/// exist for `ports` ports.
BenesSetupModelMaker benes_setup_models(NodeId ports);

}  // namespace plexus
