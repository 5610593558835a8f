/// What it costs to look: waves of the 64-node allgather against the run that nobody looks at.
#include <filesystem>
#include <optional>
#include <string>

#include <benchmark/benchmark.h>

#include "testbenches/outputs/wave_file.hpp"
#include "tests/benchmarks/yardstick.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/testbenches/small_ring.hpp"

namespace plexus {
namespace {

constexpr NodeId kNodes = 64;

/// Processor seconds of one allgather on the ring of 64 nodes, its wave's completion counted,
/// elaboration not; without a range no wave is written.
double allgather_seconds(const std::optional<WaveRange>& range, const std::string& path) {
  SmallRing ring{kNodes, 64_words, LinkTiming{2_cycles, 1_words}, PortRule::kRingStrict};
  Story all;
  std::optional<WaveFile> wave;
  if (range) {
    wave.emplace(path, *range);
    all.add(*wave);
    ring.machine.listen(all);
    wave->attach(ring.machine, all);
  }
  ring.prepare();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double begin = processor_seconds();
  sc_core::sc_start();
  if (wave) {
    wave->complete();
    wave->place();
  }
  return processor_seconds() - begin;
}

/// `ratio`: the run with a wave over the run without one, taken in turns.
void compare(benchmark::State& state, const WaveRange& range) {
  const TemporaryFolder folder;
  const std::string path = folder / "ring.vcd";
  double with = 0;
  double without = 0;
  for (auto _ : state) {
    without += allgather_seconds(std::nullopt, path);
    const double seconds = allgather_seconds(range, path);
    state.SetIterationTime(seconds);
    with += seconds;
  }
  state.counters["ratio"] = with / without;
  state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(path));
}

/// Against the bare simulation, which takes a fraction of a millisecond: of a whole command it is
/// far less.
void wave_of_eight_links(benchmark::State& state) {
  WaveRange range;
  for (NodeId v = 0; v < 8; ++v) {
    range.parts.push_back("link_" + std::to_string(v) + "_to_" + std::to_string(v + 1));
  }
  compare(state, range);
}
BENCHMARK(wave_of_eight_links)->UseManualTime();

void whole_wave(benchmark::State& state) { compare(state, {}); }
BENCHMARK(whole_wave)->UseManualTime();

}  // namespace
}  // namespace plexus
