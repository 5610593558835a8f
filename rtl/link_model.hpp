#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw/link/link.hpp"
#include "hw/time/timing.hpp"
#include "rtl/verilated_block.hpp"

namespace plexus {

/// What a link's twin is told before an edge.
struct LinkInputs {
  bool start = false;  ///< the rest counts only with it
  PacketId packet = 0;
  Words words{0};
  LinkTiming timing;
};

/// What a link's twin shows in a cycle.
struct LinkOutputs {
  bool ready = false;
  unsigned state = 0;  ///< 0 idle, 1 start-up, 2 words
  Beat beat;
};

/// One Verilated link, whichever class Verilator made of it.
class link_model_if : public clocked_model_if<const LinkInputs&, LinkOutputs> {};

/// Makes the Verilated model of one link; `name` is its rtl_name.
using LinkModelMaker = ModelMaker<link_model_if>;

/// The pins of rtl/link.sv, and of whatever has the same: the one place that knows them.
/// `Verilated` is the class that Verilator made.
template <typename Verilated>
class verilated_link final : public verilated_clocked<Verilated, link_model_if> {
  using block = verilated_clocked<Verilated, link_model_if>;
  using block::pins_;

 public:
  /// `name`: rtl_name of the link, for waves and assertions. Comes out of reset.
  verilated_link(VerilatedContext& context, const std::string& name) : block{context, name} {
    pins_.beat_ready_i = 1;
    block::reset();
  }

  void present(const LinkInputs& inputs) override {
    pins_.clk_i = 0;
    pins_.start_i = inputs.start;
    pins_.packet_i = inputs.packet;
    pins_.words_i = static_cast<std::uint64_t>(inputs.words.count());
    pins_.startup_i = static_cast<std::uint64_t>(inputs.timing.startup.count());
    pins_.bandwidth_i = static_cast<std::uint64_t>(inputs.timing.bandwidth.count());
    pins_.eval();
  }
  [[nodiscard]] LinkOutputs outputs() const override {
    LinkOutputs outputs;
    outputs.ready = pins_.ready_o != 0;
    outputs.state = pins_.state_o;
    outputs.beat.busy = pins_.busy_o != 0;
    outputs.beat.done = pins_.done_o != 0;
    outputs.beat.valid = pins_.beat_valid_o != 0;
    outputs.beat.packet = pins_.beat_packet_o;
    outputs.beat.first = Words{static_cast<std::int64_t>(pins_.beat_first_o)};
    outputs.beat.count = Words{static_cast<std::int64_t>(pins_.beat_count_o)};
    outputs.beat.last = pins_.beat_last_o != 0;
    return outputs;
  }
};

/// rtl/link.sv as it is verilated for the runs: takes any packet and any timing.
std::unique_ptr<link_model_if> make_link_model(VerilatedContext& context, const std::string& name);

}  // namespace plexus
