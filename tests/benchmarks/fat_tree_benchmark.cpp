/// Packet hops per second of the fat tree's routers, and the memory that large trees take.
#include <sys/resource.h>

#include <algorithm>
#include <string>

#include <benchmark/benchmark.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/catalogue/json.hpp"
#include "models/fat-tree/machine.hpp"
#include "models/fat-tree/module.hpp"
#include "tests/benchmarks/yardstick.hpp"

namespace plexus {
namespace {

/// Most memory that this process has held, in MiB.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// One algorithm of the fat tree, elaboration and timetables not counted.
void count_hops(benchmark::State& state, const std::string& operation, const std::string& algorithm,
                const std::string& capacities) {
  Catalogue catalogue;
  add_fat_tree(catalogue);
  const auto entry = std::ranges::find_if(catalogue.algorithms, [&](const CatalogueEntry& one) {
    return one.operation == operation && one.name == algorithm;
  });
  const Values values =
      complete(entry->parameters, {{"nodes", state.range(0)}, {"capacities", capacities}});
  double hops = 0;
  for (auto _ : state) {
    const FreshKernel kernel;
    const auto experiment = entry->prepare(values);
    const auto machine = experiment->build({});
    experiment->load(*machine);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaboration
    const double begin = processor_seconds();
    sc_core::sc_start();
    state.SetIterationTime(processor_seconds() - begin);
    hops +=
        static_cast<double>(dynamic_cast<const fat_tree_machine&>(*machine).branches.transfers());
    if (experiment->check(*machine)) state.SkipWithError("wrong data");
  }
  state.counters["hops/s"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
  state.counters["peak_MiB"] = peak_memory();
}

/// Alltoall with exponential capacities: 1,047,552 packets on 1,024 leaves, up to 20 hops each.
void fat_tree_alltoall_hops(benchmark::State& state) {
  count_hops(state, "alltoall", "phased-pipelined", "exponential");
}
BENCHMARK(fat_tree_alltoall_hops)->Arg(1024)->Iterations(1)->UseManualTime();

/// The same with a timetable of software, the default.
void fat_tree_first_fit_hops(benchmark::State& state) {
  count_hops(state, "alltoall", "first-fit", "exponential");
}
BENCHMARK(fat_tree_first_fit_hops)->Arg(1024)->Iterations(1)->UseManualTime();

/// The same where all packets are in the network at once.
void fat_tree_greedy_hops(benchmark::State& state) {
  count_hops(state, "alltoall", "greedy", "exponential");
}
BENCHMARK(fat_tree_greedy_hops)->Arg(1024)->Iterations(1)->UseManualTime();

/// Flooding allgather: every router copies every packet.
void fat_tree_flooding_hops(benchmark::State& state) {
  count_hops(state, "allgather", "flooding", "constant");
}
BENCHMARK(fat_tree_flooding_hops)->Arg(4096)->Iterations(1)->UseManualTime();

}  // namespace
}  // namespace plexus
