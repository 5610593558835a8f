/// Transfers per second of the reconfigurable machine, with elaboration and without.
#include <memory>

#include <benchmark/benchmark.h>

#include "hw/time/fresh_kernel.hpp"
#include "models/operations/operation.hpp"
#include "models/reconfigurable/module.hpp"
#include "tests/benchmarks/yardstick.hpp"

namespace plexus {
namespace {

/// Elaboration is not counted.
void run(benchmark::State& state, ReconfigurableCase at,
         Plan (*plan)(const ReconfigurableCase&, Detail),
         Operation (*operation)(const ReconfigurableCase&)) {
  double transfers = 0;
  for (auto _ : state) {
    const FreshKernel kernel;
    at.plan = std::make_shared<const Plan>(plan(at, Detail::kListed));
    const Operation data = operation(at);
    reconfigurable_machine machine{"machine", at, data, {}};
    place(data, machine);
    machine.load([&machine](crossbar_node& self) { return play(self, machine); });
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const double begin = processor_seconds();
    sc_core::sc_start();
    state.SetIterationTime(processor_seconds() - begin);
    transfers += static_cast<double>(machine.links().figures().messages);
  }
  state.counters["transfers/s"] = benchmark::Counter(transfers, benchmark::Counter::kIsRate);
}

/// The figure of the contract: 1,047,552 messages, at least 5 million per second.
void reconfigurable_alltoall_direct(benchmark::State& state) {
  ReconfigurableCase at;
  at.nodes = static_cast<NodeId>(state.range(0));
  at.ports = 4;
  run(state, at, plan_alltoall_direct,
      [](const ReconfigurableCase& of) { return alltoall_operation(of.nodes, of.words); });
}
BENCHMARK(reconfigurable_alltoall_direct)->Arg(256)->Arg(1024)->UseManualTime();

/// Figure 4's machine: broadcast to 3,125 nodes, h' = 1.
void reconfigurable_broadcast(benchmark::State& state) {
  ReconfigurableCase at;
  at.nodes = 3125;
  at.ports = 4;
  at.words = 100_words;
  at.link = {0_cycles, 1150_cycles, 88, 1_words};
  at.policy.timing = {10000_cycles, 0_cycles};
  at.split_steps = static_cast<int>(state.range(0));
  run(state, at, plan_broadcast_two_phase,
      [](const ReconfigurableCase& of) { return broadcast_operation(of.root, of.words); });
}
BENCHMARK(reconfigurable_broadcast)->Arg(0)->Arg(1)->Arg(4)->UseManualTime();

}  // namespace
}  // namespace plexus
