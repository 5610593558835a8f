#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/switch/omega_fifo_element.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What a buffered element's twin is told in a cycle; index 0 is the upper line.
struct FifoElementInputs {
  Arbitration arbitration = Arbitration::kAlternating;
  bool lower_by_coin = false;  ///< whom the coin of this cycle favours
  unsigned route_bit = 0;      ///< destination bit that chooses the output
  std::array<std::optional<FifoPacket>, 2> entering;
  unsigned ready = 0;  ///< a bit per output: there is room behind it
};

/// What a packet is on the pins.
struct FifoWord {
  std::uint64_t destination = 0;
  std::uint64_t age = 0;   ///< cycle in which it was made, modulo 2^32
  std::uint64_t data = 0;  ///< source and number: no two packets of a run have the same

  friend bool operator==(const FifoWord&, const FifoWord&) = default;
};
[[nodiscard]] inline FifoWord word_of(const FifoPacket& packet) {
  return {packet.destination, static_cast<std::uint32_t>(packet.born.count()),
          std::uint64_t{packet.source} << 32 | packet.number};
}

/// What a buffered element's twin shows in a cycle.
struct FifoElementOutputs {
  unsigned ready = 0;                        ///< a bit per input
  std::array<std::uint64_t, 2> occupancy{};  ///< by input
  unsigned valid = 0;                        ///< a bit per output
  unsigned grant = 0;                        ///< bit 2 * output + input
  std::array<FifoWord, 2> word{};            ///< by output; only where valid
};

/// One Verilated element of a buffered switch, whichever class Verilator made of it.
class fifo_element_model_if
    : public clocked_model_if<const FifoElementInputs&, FifoElementOutputs> {};

/// Makes the Verilated model of one element; `name` is its rtl_name.
using FifoElementModelMaker = ModelMaker<fifo_element_model_if>;

/// The pins of rtl/omega_fifo_element.sv, and of whatever has the same: the one place that knows
/// them. `Verilated` is the class that Verilator made for data of 64 bits, time stamps of 32,
/// destinations of 16 and queues of `Depth` places.
template <typename Verilated, unsigned Depth>
class verilated_fifo_element final : public verilated_clocked<Verilated, fifo_element_model_if> {
  using block = verilated_clocked<Verilated, fifo_element_model_if>;
  using block::pins_;

 public:
  static constexpr unsigned kDataWidth = 64;
  static constexpr unsigned kAgeWidth = 32;
  static constexpr unsigned kAddressWidth = 16;
  static constexpr unsigned kCountWidth = std::bit_width(Depth);

  /// Comes out of reset.
  verilated_fifo_element(VerilatedContext& context, const std::string& name)
      : block{context, name} {
    block::reset();
  }

  void present(const FifoElementInputs& inputs) override {
    pins_.clk_i = 0;
    pins_.arbitration_i = static_cast<unsigned char>(inputs.arbitration);
    pins_.coin_i = inputs.lower_by_coin;
    pins_.route_bit_i = static_cast<unsigned char>(inputs.route_bit);
    pins_.ready_i = static_cast<unsigned char>(inputs.ready);
    clear(pins_.valid_i);
    clear(pins_.destination_i);
    clear(pins_.age_i);
    clear(pins_.data_i);
    for (std::size_t i = 0; i < 2; ++i) {
      if (!inputs.entering[i]) continue;
      const FifoWord word = word_of(*inputs.entering[i]);
      set_bit(pins_.valid_i, i);
      set_field(pins_.destination_i, i, kAddressWidth, word.destination);
      set_field(pins_.age_i, i, kAgeWidth, word.age);
      set_field(pins_.data_i, i, kDataWidth, word.data);
    }
    pins_.eval();
  }
  [[nodiscard]] FifoElementOutputs outputs() const override {
    FifoElementOutputs outputs;
    outputs.ready = pins_.ready_o;
    outputs.valid = pins_.valid_o;
    outputs.grant = pins_.grant_o;
    for (std::size_t i = 0; i < 2; ++i) {
      outputs.occupancy[i] = field(pins_.occupancy_o, i, kCountWidth);
      if (!bit(pins_.valid_o, i)) continue;
      outputs.word[i] = {field(pins_.destination_o, i, kAddressWidth),
                         field(pins_.age_o, i, kAgeWidth), field(pins_.data_o, i, kDataWidth)};
    }
    return outputs;
  }
};

/// rtl/omega_fifo_element.sv as it is verilated for the runs. Throws std::invalid_argument if it
/// does not exist for queues of `depth` places.
FifoElementModelMaker fifo_element_models(std::uint32_t depth);

}  // namespace plexus
