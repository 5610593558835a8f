#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hw/bus/bus_arbiter.hpp"
#include "rtl/pins.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What a bus arbiter's twin is told before an edge.
struct BusArbiterInputs {
  NodeId channels = 1;
  std::span<const NodeId> released;
  std::span<const BusRequest> requests;
};

/// What a bus arbiter's twin shows: a bit per processor each.
struct BusArbiterOutputs {
  std::uint64_t start = 0;  ///< belongs to the next edge; the others to the last one
  std::uint64_t grant = 0;
  std::uint64_t busy = 0;
};

/// One Verilated bus arbiter, whichever class Verilator made of it.
class bus_arbiter_model_if : public clocked_model_if<const BusArbiterInputs&, BusArbiterOutputs> {};

/// Makes the Verilated model of one bus arbiter; `name` is its rtl_name.
using BusArbiterModelMaker = ModelMaker<bus_arbiter_model_if>;

/// The pins of rtl/bus_arbiter.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made for `Processors` (at most 64) of them.
template <typename Verilated, unsigned Processors>
class verilated_bus_arbiter final : public verilated_clocked<Verilated, bus_arbiter_model_if> {
  using block = verilated_clocked<Verilated, bus_arbiter_model_if>;
  using block::pins_;

 public:
  /// Comes out of reset.
  verilated_bus_arbiter(VerilatedContext& context, const std::string& name) : block{context, name} {
    block::reset();
  }

  void present(const BusArbiterInputs& inputs) override {
    pins_.clk_i = 0;
    pins_.k_star_i = static_cast<unsigned char>(inputs.channels);
    clear(pins_.req_i);
    clear(pins_.readers_i);
    clear(pins_.release_i);
    for (const NodeId writer : inputs.released) set_bit(pins_.release_i, writer);
    for (const BusRequest& request : inputs.requests) {
      set_bit(pins_.req_i, request.writer);
      for (const Interval& interval : request.readers.intervals()) {
        for (std::uint64_t reader = interval.first; reader < interval.end(); ++reader) {
          set_bit(pins_.readers_i, request.writer * Processors + reader);
        }
      }
    }
    pins_.eval();
  }
  [[nodiscard]] BusArbiterOutputs outputs() const override {
    return {pins_.start_o, pins_.grant_o, pins_.busy_o};
  }
};

/// rtl/bus_arbiter.sv in the smallest verilated size that has room for `processors`.
/// Throws std::invalid_argument if none has.
BusArbiterModelMaker bus_arbiter_models(NodeId processors);

}  // namespace plexus
