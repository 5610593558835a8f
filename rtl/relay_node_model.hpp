#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// A packet of one word that is whole: what a relay's twin is told before an edge.
struct RelayArrival {
  unsigned parent = 0;  ///< channel
  std::uint32_t data = 0;
  std::uint64_t children = 0;  ///< a bit per channel
};

/// What a relay's twin shows in a cycle. Bits and words by channel.
struct RelayOutputs {
  std::uint64_t valid = 0;
  std::uint64_t last = 0;
  std::uint64_t words = 0;
  std::uint64_t packets = 0;
};

/// One Verilated relay, whichever class Verilator made of it.
class relay_node_model_if : public block_model_if<RelayOutputs> {
 public:
  /// Clock low, arrival of the next edge.
  virtual void present(const std::optional<RelayArrival>& arrival) = 0;
  /// Clock high, then which channels take what they are offered in the cycle that begins.
  virtual void edge(std::uint64_t takers) = 0;
  /// Another set of takers in the same cycle.
  virtual void set_takers(std::uint64_t takers) = 0;
  /// The word that is offered at `channel`.
  [[nodiscard]] virtual std::uint32_t data(unsigned channel) const = 0;
};

/// Makes the Verilated model of one relay in a node of so many channels; `name` is its rtl_name.
using RelayNodeModelMaker = ModelMaker<relay_node_model_if, unsigned>;

/// The pins of rtl/relay_node.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for `Channels` (at most 64) and words of 32 bits.
template <typename Verilated, unsigned Channels>
class verilated_relay_node final : public verilated_block<Verilated, relay_node_model_if> {
  using block = verilated_block<Verilated, relay_node_model_if>;
  using block::pins_;

 public:
  /// Comes out of reset.
  verilated_relay_node(VerilatedContext& context, const std::string& name) : block{context, name} {
    pins_.rst_ni = 0;
    present({});
    edge(0);
    pins_.rst_ni = 1;
    present({});
  }

  void present(const std::optional<RelayArrival>& arrival) override {
    pins_.clk_i = 0;
    clear(pins_.rx_valid_i);
    clear(pins_.rx_data_i);
    clear(pins_.child_mask_i);
    if (arrival) {
      set_bit(pins_.rx_valid_i, arrival->parent);
      set_field(pins_.rx_data_i, arrival->parent, 32, arrival->data);
      assign(pins_.child_mask_i, arrival->children);
    }
    pins_.rx_last_i = pins_.rx_valid_i;
    pins_.eval();
  }
  void edge(std::uint64_t takers) override {
    pins_.clk_i = 1;
    pins_.eval();
    set_takers(takers);
  }
  void set_takers(std::uint64_t takers) override {
    assign(pins_.tx_busy_i, ~takers);
    pins_.eval();
  }
  [[nodiscard]] RelayOutputs outputs() const override {
    return {pins_.tx_valid_o, pins_.tx_last_o, pins_.words_o, pins_.packets_o};
  }
  [[nodiscard]] std::uint32_t data(unsigned channel) const override {
    return static_cast<std::uint32_t>(field(pins_.tx_data_o, channel, 32));
  }

 private:
  template <typename Pin>
  static void assign(Pin& pin, std::uint64_t channels) {
    constexpr std::uint64_t kAll = ~std::uint64_t{0} >> (64 - Channels);
    pin = static_cast<Pin>(channels & kAll);
  }
};

/// Packets that a verilated relay can hold.
inline constexpr std::uint64_t kRelaySlots = 16;

/// rtl/relay_node.sv in the smallest verilated size that has room for `channels`.
/// Throws std::invalid_argument if none has.
std::unique_ptr<relay_node_model_if> make_relay_node_model(VerilatedContext& context,
                                                           const std::string& name,
                                                           unsigned channels);
/// Throws std::invalid_argument if no size has room for `channels`.
void check_relay_channels(unsigned channels);

}  // namespace plexus
