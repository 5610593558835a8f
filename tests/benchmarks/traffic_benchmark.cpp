/// Flit hops per second of routers with virtual channels, and one hop against the bare kernel's
/// yardstick in the same run.
#include <memory>

#include <benchmark/benchmark.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_traffic.hpp"
#include "models/torus/shape.hpp"
#include "tests/benchmarks/yardstick.hpp"

namespace plexus {
namespace {

constexpr int kSide = 32;

/// Uniform traffic on a torus of 32 x 32, `load` packets of `words` words per node and cycle.
DirectTrafficCase torus_case(std::uint32_t channels, std::uint32_t words, double load) {
  const TorusShape torus{{kSide, kSide}, true};
  DirectTrafficCase at;
  at.machine = "torus";
  at.network = {torus.wiring(),
                true,
                [torus] { return std::make_unique<line_steps>(torus.sides(), torus.wrap()); },
                {kSide, kSide}};
  at.setting.load = load;
  at.setting.words = words;
  at.setting.warmup = 200_cycles;
  at.setting.measure = 1000_cycles;
  at.routers.routers = kSide * kSide;
  at.routers.ports = at.network.wiring.channels + 1;
  at.routers.channels = channels;
  return at;
}

/// Flits over links between routers.
std::uint64_t flit_hops(const router_bank& network) {
  std::uint64_t hops = 0;
  for (std::uint32_t router = 0; router < network.setting().routers; ++router) {
    for (std::uint32_t port = 0; port < network.setting().ports; ++port) {
      if (network.behind(router, port)) hops += network.sent(router, port);
    }
  }
  return hops;
}

/// The figures of the issue: 10 million hops of one word at load 0.1; 5 million of flits with 4
/// channels and packets of 5, here at the same load in words, and saturated. Elaboration not
/// counted. Arguments: channels, words, packets per node and thousand cycles.
void torus_traffic_flit_hops(benchmark::State& state) {
  const DirectTrafficCase at = torus_case(static_cast<std::uint32_t>(state.range(0)),
                                          static_cast<std::uint32_t>(state.range(1)),
                                          1e-3 * static_cast<double>(state.range(2)));
  double hops = 0;
  double seconds = 0;
  double event = 0;
  for (auto _ : state) {
    {
      const FreshKernel kernel;
      const direct_traffic machine{"torus", at};
      sc_core::sc_start(sc_core::SC_ZERO_TIME);
      const double begin = processor_seconds();
      sc_core::sc_start();
      const double run = processor_seconds() - begin;
      state.SetIterationTime(run);
      seconds += run;
      hops += static_cast<double>(flit_hops(machine.network));
    }
    event += yardstick_seconds(kSide * kSide, 200);
  }
  state.counters["hops/s"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
  state.counters["hop_ns"] = 1e9 * seconds / hops;
  state.counters["event_ns"] = 1e9 * event / static_cast<double>(state.iterations());
  state.counters["ratio"] = seconds / hops / (event / static_cast<double>(state.iterations()));
}
BENCHMARK(torus_traffic_flit_hops)
    ->Args({2, 1, 100})
    ->Args({4, 5, 20})
    ->Args({4, 5, 100})
    ->UseManualTime();

}  // namespace
}  // namespace plexus
