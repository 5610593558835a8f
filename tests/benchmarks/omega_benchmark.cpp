/// Element traversals per second of switches under saturated uniform traffic.
#include <benchmark/benchmark.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/omega/traffic.hpp"
#include "tests/benchmarks/yardstick.hpp"

namespace plexus {
namespace {

TrafficSetting saturated(Cycles cycles) {
  TrafficSetting setting;
  setting.load = 1;
  setting.measure = cycles;
  return setting;
}

/// The figure of the contract: 1,024 ports, 10 stages, buffered: at least 10 million traversals (a
/// packet through an element) per second. Elaboration not counted. Argument: places of a queue.
void omega_buffered_traversals(benchmark::State& state) {
  const NetworkShape network{NetworkKind::kOmega, 1024};
  double traversals = 0;
  for (auto _ : state) {
    const FreshKernel kernel;
    fifo_traffic machine{"omega",
                         network,
                         {static_cast<std::uint32_t>(state.range(0)), Arbitration::kAlternating, 1},
                         saturated(1000_cycles)};
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const double begin = processor_seconds();
    sc_core::sc_start();
    state.SetIterationTime(processor_seconds() - begin);
    for (const FifoStageFigures& stage : machine.net.stages()) {
      traversals += static_cast<double>(stage.moves);
    }
  }
  state.counters["traversals/s"] = benchmark::Counter(traversals, benchmark::Counter::kIsRate);
}
BENCHMARK(omega_buffered_traversals)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->UseManualTime();

/// The same for an unbuffered network that drops what is blocked: messages in front of an element.
void omega_unbuffered_traversals(benchmark::State& state) {
  const NetworkShape network{NetworkKind::kOmega, 1024};
  constexpr Cycles kCycles{200};
  double traversals = 0;
  for (auto _ : state) {
    const FreshKernel kernel;
    pass_traffic machine{"omega", network, Switching::kDrop, saturated(kCycles)};
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const double begin = processor_seconds();
    sc_core::sc_start();
    state.SetIterationTime(processor_seconds() - begin);
    auto in_front = static_cast<double>(machine.log().offered());
    for (std::uint32_t t = 0; t < network.stages(); ++t) {
      traversals += in_front;
      in_front -= static_cast<double>(machine.blocked_per_stage()[t]);
    }
  }
  state.counters["traversals/s"] = benchmark::Counter(traversals, benchmark::Counter::kIsRate);
}
BENCHMARK(omega_unbuffered_traversals)->UseManualTime();

}  // namespace
}  // namespace plexus
