// Arbiters for the elements of a buffered switch: in turns, as the machine's own, or the packet in
// the longest queue first.
#include <plexus/hw/switch/omega_fifo_element.hpp>

#include "parts.hpp"

using namespace plexus;

namespace {

template <bool LongestFirst>
class my_element_arbiter final : public sc_core::sc_module, public fifo_arbiter_if {
 public:
  my_element_arbiter(sc_core::sc_module_name name, const omega_fifo_element& place)
      : sc_module{name}, won_last_(place.radix(), place.radix() - 1) {}

  void grant(const fifo_queues_if& queues, std::span<FifoGrant> grants) override {
    for (std::uint32_t output = 0; output < grants.size(); ++output) {
      if (!queues.ready(output)) continue;
      std::uint32_t& winner = grants[output].input;
      for (std::uint32_t turn = 1; turn <= queues.radix(); ++turn) {
        const std::uint32_t input = (won_last_[output] + turn) % queues.radix();
        if (queues.held(input) == 0 || queues.output_of(queues.packet(input)) != output) continue;
        const bool first = winner == FifoGrant::kNone;
        if (first || (LongestFirst && queues.held(input) > queues.held(winner))) winner = input;
      }
      if (winner != FifoGrant::kNone) won_last_[output] = winner;
    }
  }

 private:
  std::vector<std::uint32_t> won_last_;  ///< by output
};

}  // namespace

OwnPart in_turns_element() {
  return own_part<omega_fifo_element, my_element_arbiter<false>>("in-turns", "inputs win in turns");
}
OwnPart longest_first_element() {
  return own_part<omega_fifo_element, my_element_arbiter<true>>("longest-first",
                                                                "the longest queue wins");
}
