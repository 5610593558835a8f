/// What lockstep costs: a run with twins beside its parts over the same run without.
#include <functional>
#include <memory>

#include <benchmark/benchmark.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/omega/traffic.hpp"
#include "rtl/frame/twins.hpp"
#include "tests/benchmarks/yardstick.hpp"
#include "tests/testbenches/small_ring.hpp"

namespace plexus {
namespace {

std::unique_ptr<Twins> lockstep(sc_core::sc_object& machine, const char* block) {
  auto twins = std::make_unique<Twins>(TwinOptions{{}, {block}, {}, {}});
  twins->attach(machine);
  return twins;
}

/// Seconds of building and running an allgather of 64-word blocks on a ring of 64.
double ring_seconds(bool with_twins) {
  const double begin = processor_seconds();
  SmallRing ring{64, 64_words, LinkTiming{0_cycles, 1_words}, PortRule::kRingStrict};
  const auto twins = with_twins ? lockstep(ring.machine, "link") : nullptr;
  ring.prepare();
  sc_core::sc_start();
  return processor_seconds() - begin;
}

/// The same for uniform traffic through a buffered switch of 64 ports.
double switch_seconds(bool with_twins) {
  const double begin = processor_seconds();
  const FreshKernel kernel;
  TrafficSetting setting;
  setting.load = 0.5;
  setting.measure = 2000_cycles;
  fifo_traffic machine{
      "omega", NetworkShape{NetworkKind::kOmega, 64}, {2, Arbitration::kAlternating, 1}, setting};
  const auto twins = with_twins ? lockstep(machine.net, "omega_fifo_element") : nullptr;
  sc_core::sc_start();
  return processor_seconds() - begin;
}

/// `ratio` is the figure of these: the model is a part of both.
void count_ratio(benchmark::State& state, const std::function<double(bool)>& seconds) {
  static_cast<void>(seconds(true));  // makes the library, where it is missing
  double model = 0;
  double both = 0;
  for (auto _ : state) {
    const double beside = seconds(true);
    state.SetIterationTime(beside);
    both += beside;
    model += seconds(false);
  }
  state.counters["ratio"] = both / model;
}

/// The run alone, without the start of the program, which costs most of so short a run.
void ring_lockstep(benchmark::State& state) { count_ratio(state, ring_seconds); }
BENCHMARK(ring_lockstep)->UseManualTime();

void switch_lockstep(benchmark::State& state) { count_ratio(state, switch_seconds); }
BENCHMARK(switch_lockstep)->UseManualTime();

}  // namespace
}  // namespace plexus
