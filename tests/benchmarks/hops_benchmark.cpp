/// Packet hops per second of ring and hypercube, and one hop against the bare kernel's yardstick.
#include <functional>

#include <benchmark/benchmark.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/hypercube/machine.hpp"
#include "models/operations/operation.hpp"
#include "models/ring/shape.hpp"
#include "tests/benchmarks/yardstick.hpp"
#include "tests/ring_programs.hpp"

namespace plexus {
namespace {

/// Seconds of the simulation alone, and the hops made in them.
struct Measured {
  double seconds = 0;
  double hops = 0;
};

/// One allgather of 64-word blocks on a direct machine, elaboration not counted.
Measured allgather(const DirectWiring& wiring, PortRule rule,
                   const std::function<Program(processor&)>& program) {
  const FreshKernel kernel;
  const Operation operation = allgather_operation(wiring.nodes, 64_words);
  direct_machine machine{"machine", wiring, operation.space, LinkTiming{2_cycles, 1_words}, rule};
  for (NodeId v = 0; v < wiring.nodes; ++v) {
    machine.node(v).store(Blocks{Interval{v, 1}, operation.space.whole()});
  }
  machine.load(program);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaboration
  const double begin = processor_seconds();
  sc_core::sc_start();
  return {processor_seconds() - begin, static_cast<double>(machine.links.figures().transfers)};
}

Measured ring_allgather(NodeId nodes) {
  const RingShape ring{nodes};
  return allgather(ring.wiring(), PortRule::kRingStrict,
                   ring_program(ring::allgather_daisy_chain(), ring));
}

/// Runs `measure` as often as the harness asks and counts hops per second of simulation.
void count_hops(benchmark::State& state, const std::function<Measured()>& measure) {
  double hops = 0;
  for (auto _ : state) {
    const Measured run = measure();
    state.SetIterationTime(run.seconds);
    hops += run.hops;
  }
  state.counters["hops/s"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
}

void ring_allgather_hops(benchmark::State& state) {
  count_hops(state, [&] { return ring_allgather(static_cast<NodeId>(state.range(0))); });
}
BENCHMARK(ring_allgather_hops)->Arg(64)->Arg(1024)->Arg(4096)->UseManualTime();

/// What the nodes of a cube run in an algorithm of the machine's list.
std::function<Program(processor&)> cube_program(const Algorithm<HypercubeCase>& algorithm,
                                                HypercubeShape cube) {
  HypercubeCase at;
  at.cube = cube;
  return [at, program = algorithm.program](processor& self) { return program(self, at); };
}

/// `daisy-chain` on a cube; the argument is its dimension.
void hypercube_daisy_chain_hops(benchmark::State& state) {
  const HypercubeShape cube{static_cast<int>(state.range(0))};
  count_hops(state, [&] {
    return allgather(cube.wiring(), PortRule::kAllHalf,
                     cube_program(hypercube::allgather_daisy_chain(), cube));
  });
}
BENCHMARK(hypercube_daisy_chain_hops)->Arg(10)->UseManualTime();
BENCHMARK(hypercube_daisy_chain_hops)->Arg(13)->Iterations(1)->UseManualTime();

/// `alternating-direction` on a cube of 65,536 processors.
void hypercube_alternating_hops(benchmark::State& state) {
  const HypercubeShape cube{static_cast<int>(state.range(0))};
  count_hops(state, [&] {
    return allgather(cube.wiring(), PortRule::kAllHalf,
                     cube_program(hypercube::allgather_alternating_direction(), cube));
  });
}
BENCHMARK(hypercube_alternating_hops)->Arg(16)->Iterations(1)->UseManualTime();

/// The figure of the contract: a hop costs at most 1.5 of the kernel's own events.
void ring_hop_over_yardstick(benchmark::State& state) {
  const auto nodes = static_cast<NodeId>(state.range(0));
  double hop = 0;
  double event = 0;
  for (auto _ : state) {
    const Measured run = ring_allgather(nodes);
    hop += run.seconds / run.hops;
    event += yardstick_seconds(nodes, nodes);
    state.SetIterationTime(run.seconds);
  }
  const auto rounds = static_cast<double>(state.iterations());
  state.counters["hop_ns"] = 1e9 * hop / rounds;
  state.counters["event_ns"] = 1e9 * event / rounds;
  state.counters["ratio"] = hop / event;
}
BENCHMARK(ring_hop_over_yardstick)->Arg(64)->Arg(1024)->UseManualTime();

}  // namespace
}  // namespace plexus
