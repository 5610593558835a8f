/// Coupler transmissions per second on a POPS.
#include <benchmark/benchmark.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "models/pops/module.hpp"
#include "testbenches/catalogue.hpp"
#include "tests/benchmarks/yardstick.hpp"

namespace plexus {
namespace {

/// Drives of the default algorithm of `operation` on a POPS(d, g) per second of simulation alone:
/// elaboration not counted.
void drives_per_second(benchmark::State& state, const char* operation, NodeId d, NodeId g) {
  static const Catalogue catalogue = make_catalogue("pops");
  const CatalogueEntry& entry = *catalogue.find("pops", operation);
  double drives = 0;
  for (auto _ : state) {
    const FreshKernel kernel;
    const auto experiment = entry.prepare(complete(entry.parameters, Json{{"d", d}, {"g", g}}));
    const auto machine = experiment->build({});
    experiment->load(*machine);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const double begin = processor_seconds();
    sc_core::sc_start();
    state.SetIterationTime(processor_seconds() - begin);
    if (experiment->check(*machine)) state.SkipWithError("wrong data");
    const auto& stars = dynamic_cast<const pops_machine&>(*machine).stars;
    drives += static_cast<double>(stars.figures().drives);
  }
  state.counters["drives/s"] = benchmark::Counter(drives, benchmark::Counter::kIsRate);
}

/// The figure of the contract: 16,773,120 drives in 4,096 slots, at least 10 million per second.
void pops_alltoall_64_64(benchmark::State& state) { drives_per_second(state, "alltoall", 64, 64); }
BENCHMARK(pops_alltoall_64_64)->UseManualTime();

void pops_alltoall_16_64(benchmark::State& state) { drives_per_second(state, "alltoall", 16, 64); }
BENCHMARK(pops_alltoall_16_64)->UseManualTime();

/// 16.7 million couplers, of which 4,096 are driven: those alone are made.
void pops_permutation_1_4096(benchmark::State& state) {
  drives_per_second(state, "permutation", 1, 4096);
}
BENCHMARK(pops_permutation_1_4096)->UseManualTime();

}  // namespace
}  // namespace plexus
