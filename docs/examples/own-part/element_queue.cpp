// An element of a buffered switch with other queues: the first packet for each output may leave,
// also past a head that waits for another output. So no head of a line blocks those behind it.
#include <plexus/hw/switch/omega_fifo_element.hpp>

#include "parts.hpp"

using namespace plexus;

namespace {

class look_ahead final : public sc_core::sc_module, public fifo_arbiter_if {
 public:
  look_ahead(sc_core::sc_module_name name, const omega_fifo_element& place)
      : sc_module{name}, won_last_(place.radix(), place.radix() - 1) {}

  void grant(const fifo_queues_if& queues, std::span<FifoGrant> grants) override {
    std::vector<bool> moves(queues.radix());  // a queue gives one packet away in a cycle
    for (std::uint32_t output = 0; output < grants.size(); ++output) {
      FifoGrant& grant = grants[output];
      if (!queues.ready(output)) continue;
      for (std::uint32_t turn = 1; turn <= queues.radix(); ++turn) {
        const std::uint32_t input = (won_last_[output] + turn) % queues.radix();
        if (!moves[input]) seek(queues, input, output, grant);
        if (grant.input != FifoGrant::kNone) break;
      }
      if (grant.input == FifoGrant::kNone) continue;
      moves[grant.input] = true;
      won_last_[output] = grant.input;
      if (grant.place > 0) ++overtakings_;
    }
  }
  void trace(sc_core::sc_trace_file* file) const override {
    sc_core::sc_trace(file, overtakings_, std::string{name()} + ".overtakings");
  }

 private:
  /// The first packet of `input` that is for `output`.
  static void seek(const fifo_queues_if& queues, std::uint32_t input, std::uint32_t output,
                   FifoGrant& grant) {
    for (std::uint32_t place = 0; place < queues.held(input); ++place) {
      if (queues.output_of(queues.packet(input, place)) != output) continue;
      grant = {input, true, place};
      return;
    }
  }

  std::vector<std::uint32_t> won_last_;  ///< by output
  std::uint64_t overtakings_ = 0;
};

}  // namespace

OwnPart look_ahead_element() {
  return own_part<omega_fifo_element, look_ahead>("look-ahead", "no head blocks a queue");
}
