/// Coupler transmissions per second on a POPS.
#include <benchmark/benchmark.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/json.hpp"
#include "models/pops/module.hpp"
#include "models/pops/parameters.hpp"
#include "tests/benchmarks/yardstick.hpp"

namespace plexus {
namespace {

/// Drives of `algorithm` on a POPS(d, g) per second of simulation alone: elaboration not counted.
void drives_per_second(benchmark::State& state, const PopsAlgorithm& algorithm, NodeId d,
                       NodeId g) {
  double drives = 0;
  for (auto _ : state) {
    const FreshKernel kernel;
    PopsCase at = pops_case(complete(pops_parameters(algorithm), Json{{"d", d}, {"g", g}}));
    at.truth = algorithm.data(at);
    const auto programs = algorithm.programs(at);
    pops_machine machine{"pops", at.shape, at.rules, *at.truth};
    machine.load(programs);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const double begin = processor_seconds();
    sc_core::sc_start();
    state.SetIterationTime(processor_seconds() - begin);
    if (at.truth->problem()) state.SkipWithError("wrong data");
    drives += static_cast<double>(machine.stars.figures().drives);
  }
  state.counters["drives/s"] = benchmark::Counter(drives, benchmark::Counter::kIsRate);
}

/// The figure of the contract: 16,773,120 drives in 4,096 slots, at least 10 million per second.
void pops_alltoall_64_64(benchmark::State& state) {
  drives_per_second(state, kAlltoallDirect, 64, 64);
}
BENCHMARK(pops_alltoall_64_64)->UseManualTime();

void pops_alltoall_16_64(benchmark::State& state) {
  drives_per_second(state, kAlltoallDirect, 16, 64);
}
BENCHMARK(pops_alltoall_16_64)->UseManualTime();

/// 16.7 million couplers, of which 4,096 are driven: those alone are made.
void pops_permutation_1_4096(benchmark::State& state) {
  drives_per_second(state, kPermutationTwoHop, 1, 4096);
}
BENCHMARK(pops_permutation_1_4096)->UseManualTime();

}  // namespace
}  // namespace plexus
