#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw/channel/port_guard.hpp"
#include "hw/time/units.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What a port guard's twin shows in a cycle.
struct PortGuardOutputs {
  bool breach = false;
  bool sticky = false;            ///< of the cycles before
  std::uint64_t first_cycle = 0;  ///< of the first breach of these
};

/// One Verilated port guard, whichever class Verilator made of it.
class port_guard_model_if : public block_model_if<PortGuardOutputs> {
 public:
  /// Clock low; the inputs are still those of the cycle that ends.
  virtual void low() = 0;
  /// Clock high, then what `guard` sees in the cycle that begins.
  virtual void edge(Cycles cycle, const port_guard& guard) = 0;
};

/// Makes the Verilated model of one port guard; `name` is its rtl_name.
using PortGuardModelMaker = ModelMaker<port_guard_model_if, const port_guard&>;

/// The pins of rtl/port_guard.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for dimensions of `DimWidth` bits.
template <typename Verilated, unsigned DimWidth>
class verilated_port_guard final : public verilated_block<Verilated, port_guard_model_if> {
  using block = verilated_block<Verilated, port_guard_model_if>;
  using block::pins_;

 public:
  /// Comes out of reset.
  verilated_port_guard(VerilatedContext& context, const std::string& name, const port_guard& guard)
      : block{context, name} {
    pins_.rule_i = static_cast<unsigned char>(guard.rule());
    clear(pins_.dim_i);
    const DimensionMasks& dimensions = guard.dimensions();
    for (std::size_t dimension = 0; dimension < dimensions.size(); ++dimension) {
      for (unsigned channel = 0; channel < port_guard::kMostPorts; ++channel) {
        if ((dimensions[dimension] >> channel & 1) == 0) continue;
        set_field(pins_.dim_i, channel, DimWidth, dimension);
      }
    }
    pins_.rst_ni = 0;
    low();
    edge(0_cycles, port_guard{guard.rule(), dimensions});
    pins_.rst_ni = 1;
    low();
  }

  void low() override {
    pins_.clk_i = 0;
    pins_.eval();
  }
  void edge(Cycles cycle, const port_guard& guard) override {
    pins_.clk_i = 1;
    pins_.eval();
    pins_.cycle_i = static_cast<std::uint64_t>(cycle.count());
    pins_.rd_i = static_cast<std::remove_reference_t<decltype(pins_.rd_i)>>(guard.reads());
    pins_.wr_i = static_cast<std::remove_reference_t<decltype(pins_.wr_i)>>(guard.writes());
    pins_.eval();
  }
  [[nodiscard]] PortGuardOutputs outputs() const override {
    return {pins_.breach_o != 0, pins_.sticky_o != 0, pins_.first_cycle_o};
  }
};

/// rtl/port_guard.sv in the smallest verilated size that has room for the guard's channels.
std::unique_ptr<port_guard_model_if> make_port_guard_model(VerilatedContext& context,
                                                           const std::string& name,
                                                           const port_guard& guard);

}  // namespace plexus
