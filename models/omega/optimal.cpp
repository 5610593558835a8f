#include "models/catalogue/json.hpp"
#include "models/omega/machine.hpp"
#include "models/synthesis/algorithm.hpp"

namespace plexus {

namespace {

/// What packets between two nodes do best. Others take one pass of hardware that copies, or
/// combines.
constexpr SynthesisOperation kOfPackets[] = {
    SynthesisOperation::kMove,       SynthesisOperation::kScatter,
    SynthesisOperation::kGather,     SynthesisOperation::kAllgather,
    SynthesisOperation::kAlltoall,   SynthesisOperation::kReduceScatter,
    SynthesisOperation::kPermutation};

/// Schedules are searched for on a crossbar, where any pairs meet in a pass and none waits for
/// another one.
void require_crossbar(Searched<SwitchCase>& at) {
  if (at.network.kind() != NetworkKind::kCrossbar || at.setup != SetupMode::kNone) {
    throw Refusal{RefusalClass::kFeature,
                  "Optimal schedules of a switch are searched for on a crossbar that is set in no "
                  "time: choose --network crossbar and --setup none."};
  }
  if (at.timing.startup > 0_cycles && !at.optimum.wish.steps) {
    throw Refusal{RefusalClass::kFeature,
                  "A pass of a switch is a lock step: with --startup say how many there may be, "
                  "--steps N."};
  }
  at.on_conflict = OnConflict::kRetry;
}

SearchedParameters crossbar_parameters() {
  RunParameters run = switch_parameters();
  run.all = with_size(std::move(run.all), "network", "crossbar");
  return {run, permutation_parameter()};
}

}  // namespace

void add_omega_searches(Catalogue& catalogue) {
  add_searches<SwitchCase>(catalogue, unbuffered_switch(),
                           {[](const SwitchCase& at) { return crossbar_of(at.nodes(), at.timing); },
                            through_switch, require_crossbar, take_as_they_come},
                           crossbar_parameters(), kOfPackets);
}

}  // namespace plexus
