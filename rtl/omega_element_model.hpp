#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "hw/switch/omega_element.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What an unbuffered element shows in a cycle; index 0 is the upper line.
struct ElementOutputs {
  unsigned valid = 0;                          ///< a bit per output
  std::array<std::uint64_t, 2> data{};         ///< packets; only where valid
  std::array<std::uint64_t, 2> destination{};  ///< only where valid; combining elements alone
  bool conflict = false;
  bool merge = false;  ///< combining elements alone
  unsigned state = 0;  ///< 0 straight, 1 exchange, 2 upper broadcast, 3 lower broadcast
};

/// One Verilated element of an unbuffered switch, whichever class Verilator made of it.
class element_model_if : public clocked_model_if<std::span<const ElementInput>, ElementOutputs> {};

/// Makes the Verilated model of one element; `name` is its rtl_name.
using ElementModelMaker = ModelMaker<element_model_if>;

/// The pins of rtl/omega_element.sv and rtl/combine_element.sv, and of whatever has the same: the
/// one place that knows them. `Verilated` is the class that Verilator made for data of 64 bits
/// (packet numbers) and destinations of 16. Combining elements add the data of what they merge.
template <typename Verilated>
class verilated_element final : public verilated_clocked<Verilated, element_model_if> {
  using block = verilated_clocked<Verilated, element_model_if>;
  using block::pins_;

 public:
  static constexpr unsigned kDataWidth = 64;
  static constexpr unsigned kAddressWidth = 16;
  static constexpr bool kCombines = requires(Verilated pins) { pins.merge_o; };

  /// Comes out of reset.
  verilated_element(VerilatedContext& context, const std::string& name) : block{context, name} {
    block::reset();
  }

  void present(std::span<const ElementInput> inputs) override {
    pins_.clk_i = 0;
    clear(pins_.valid_i);
    clear(pins_.tag_i);
    clear(pins_.bcast_i);
    clear(pins_.data_i);
    if constexpr (kCombines) clear(pins_.destination_i);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const ElementInput& input = inputs[i];
      if (!input.valid) continue;
      set_bit(pins_.valid_i, i);
      if (input.wants.multicast()) {
        set_bit(pins_.bcast_i, i);
      } else if (input.wants == OutputSet::one(1) || input.wants == OutputSet::of_mask(2)) {
        set_bit(pins_.tag_i, i);
      }
      set_field(pins_.data_i, i, kDataWidth, input.packet);
      if constexpr (kCombines) {
        set_field(pins_.destination_i, i, kAddressWidth, input.destination);
      }
    }
    pins_.eval();
  }
  [[nodiscard]] ElementOutputs outputs() const override {
    ElementOutputs outputs;
    outputs.valid = pins_.valid_o;
    outputs.conflict = pins_.conflict_o != 0;
    outputs.state = pins_.state_o;
    if constexpr (kCombines) outputs.merge = pins_.merge_o != 0;
    for (std::size_t o = 0; o < 2; ++o) {
      if (!bit(pins_.valid_o, o)) continue;
      outputs.data[o] = field(pins_.data_o, o, kDataWidth);
      if constexpr (kCombines) {
        outputs.destination[o] = field(pins_.destination_o, o, kAddressWidth);
      }
    }
    return outputs;
  }
};

/// rtl/omega_element.sv and rtl/combine_element.sv as they are verilated for the runs.
std::unique_ptr<element_model_if> make_omega_element_model(VerilatedContext& context,
                                                           const std::string& name);
std::unique_ptr<element_model_if> make_combine_element_model(VerilatedContext& context,
                                                             const std::string& name);

}  // namespace plexus
