/// Large express meshes, everything counted: elaboration, run, check, figures, and the end of the
/// machine. To be compared: a reduction on 1,024 x 1,024 nodes in 10 s and 4 GiB, a median on
/// 256 x 256 in 5 s.
#include <sys/resource.h>

#include <benchmark/benchmark.h>

#include "models/catalogue/json.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "tests/benchmarks/yardstick.hpp"

namespace plexus {
namespace {

void run_mesh(benchmark::State& state, const char* operation, const char* algorithm,
              const Json& parameters) {
  const Catalogue catalogue = make_catalogue();
  for (auto _ : state) {
    const double begin = processor_seconds();
    const Report report =
        run_request(catalogue, {"express-mesh", operation, algorithm, parameters});
    state.SetIterationTime(processor_seconds() - begin);
    state.counters["cycles"] = static_cast<double>(report.cycles.count());
    if (!report.verified) state.SkipWithError("wrong data");
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  state.counters["GiB"] = static_cast<double>(used.ru_maxrss) / (1024.0 * 1024.0);
}

void express_mesh_median(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const std::int64_t length = n == 256 ? 16 : 8;
  run_mesh(state, "median", "median-of-medians",
           {{"sides", {n, n}}, {"lengths", {length, length}}});
}
BENCHMARK(express_mesh_median)
    ->Arg(64)
    ->Arg(256)
    ->Iterations(1)
    ->UseManualTime()
    ->Unit(benchmark::kSecond);

void express_mesh_reduce(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const std::int64_t length = n == 1024 ? 32 : 16;
  run_mesh(state, "reduce", "algorithm-3", {{"sides", {n, n}}, {"lengths", {length, length}}});
}
BENCHMARK(express_mesh_reduce)
    ->Arg(256)
    ->Arg(1024)
    ->Iterations(1)
    ->UseManualTime()
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace plexus
