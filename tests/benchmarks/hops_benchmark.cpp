/// Packet hops per second of the ring, and one hop against the bare kernel's yardstick.
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "hw/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/operations/operation.hpp"
#include "models/ring/programs.hpp"
#include "models/ring/shape.hpp"
#include "tests/benchmarks/yardstick.hpp"

namespace plexus {
namespace {

/// Seconds of the simulation alone, and the hops made in them.
struct Measured {
  double seconds = 0;
  double hops = 0;
};

/// One allgather by daisy chain on a ring, elaboration not counted.
Measured ring_allgather(NodeId nodes) {
  const FreshKernel kernel;
  const RingShape ring{nodes};
  const Operation operation = allgather_operation(nodes, 64_words);
  direct_machine machine{"ring", ring.wiring(), operation.space, LinkTiming{2_cycles, 1_words},
                         PortRule::kRingStrict};
  for (NodeId v = 0; v < nodes; ++v) {
    machine.node(v).store(Blocks{Run{v, 1}, operation.space.whole()});
  }
  machine.load([&](processor& self) { return ring_allgather_daisy_chain(self, ring); });
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaboration
  const double begin = processor_seconds();
  sc_core::sc_start();
  return {processor_seconds() - begin, static_cast<double>(machine.links.figures().transfers)};
}

void ring_allgather_hops(benchmark::State& state) {
  double hops = 0;
  for (auto _ : state) {
    const Measured run = ring_allgather(static_cast<NodeId>(state.range(0)));
    state.SetIterationTime(run.seconds);
    hops += run.hops;
  }
  state.counters["hops/s"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
}
BENCHMARK(ring_allgather_hops)->Arg(64)->Arg(1024)->Arg(4096)->UseManualTime();

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
