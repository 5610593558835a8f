#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hw/switch/switch_fabric.hpp"
#include "hw/time/timing.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What a network's twin is told before an edge.
struct OmegaNetInputs {
  bool load = false;  ///< a pass begins; the rest counts only with it
  std::span<const SwitchRequest> requests;
  Words words{0};
  LinkTiming timing;
};

/// What a network's twin shows in a cycle: a bit per port or source, packet numbers (modulo 2^32)
/// per port, figures per element ([stage * ports / 2 + element]).
struct OmegaNetOutputs {
  bool busy = false;
  bool done = false;
  std::uint64_t valid = 0;
  std::uint64_t delivered = 0;
  std::uint64_t lost = 0;
  std::vector<std::uint64_t> data;  ///< by port; only where valid
  std::vector<bool> conflict;
  std::vector<unsigned> state;
};

/// One Verilated network, whichever class Verilator made of it.
class omega_net_model_if : public clocked_model_if<const OmegaNetInputs&, OmegaNetOutputs> {};

/// Makes the Verilated model of one network; `name` is its rtl_name.
using OmegaNetModelMaker = ModelMaker<omega_net_model_if>;

/// The pins of rtl/omega_net.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for `Ports` ports, data of 32 bits and costs of 64.
template <typename Verilated, unsigned Ports>
class verilated_omega_net final : public verilated_clocked<Verilated, omega_net_model_if> {
  using block = verilated_clocked<Verilated, omega_net_model_if>;
  using block::pins_;

 public:
  static constexpr unsigned kDataWidth = 32;
  static constexpr unsigned kAddressWidth = std::countr_zero(Ports);
  static constexpr unsigned kElements = kAddressWidth * Ports / 2;

  /// Comes out of reset.
  verilated_omega_net(VerilatedContext& context, const std::string& name) : block{context, name} {
    block::reset();
  }

  void present(const OmegaNetInputs& inputs) override {
    pins_.clk_i = 0;
    pins_.load_i = inputs.load;
    pins_.words_i = static_cast<std::uint64_t>(inputs.words.count());
    pins_.startup_i = static_cast<std::uint64_t>(inputs.timing.startup.count());
    pins_.bandwidth_i = static_cast<std::uint64_t>(inputs.timing.bandwidth.count());
    clear(pins_.valid_i);
    clear(pins_.bcast_i);
    clear(pins_.destination_i);
    clear(pins_.data_i);
    for (const SwitchRequest& request : inputs.requests) {
      set_bit(pins_.valid_i, request.source);
      set_field(pins_.data_i, request.source, kDataWidth, request.packet);
      if (request.destination == kEveryPort) {
        set_bit(pins_.bcast_i, request.source);
      } else {
        set_field(pins_.destination_i, request.source, kAddressWidth, request.destination);
      }
    }
    pins_.eval();
  }
  [[nodiscard]] OmegaNetOutputs outputs() const override {
    OmegaNetOutputs outputs;
    outputs.busy = pins_.busy_o != 0;
    outputs.done = pins_.done_o != 0;
    outputs.valid = pins_.valid_o;
    outputs.delivered = pins_.delivered_o;
    outputs.lost = pins_.lost_o;
    for (std::size_t port = 0; port < Ports; ++port) {
      const bool valid = bit(pins_.valid_o, port);
      outputs.data.push_back(valid ? field(pins_.data_o, port, kDataWidth) : 0);
    }
    for (std::size_t element = 0; element < kElements; ++element) {
      outputs.conflict.push_back(bit(pins_.conflict_o, element));
      outputs.state.push_back(static_cast<unsigned>(field(pins_.state_o, element, 2)));
    }
    return outputs;
  }
};

/// rtl/omega_net.sv as it is verilated for the runs. Throws std::invalid_argument if it does not
/// exist for `ports` ports.
OmegaNetModelMaker omega_net_models(NodeId ports);

}  // namespace plexus
