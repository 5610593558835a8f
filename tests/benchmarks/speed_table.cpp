/// Prints what the model's work costs beside plain C++ models of the same work, each pair measured
/// in turns in one run: processor time, the median of some rounds. With words after the name: only
/// the rows in which one of them occurs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "hw/time/clock_period.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/hypercube/machine.hpp"
#include "models/omega/traffic.hpp"
#include "models/operations/operation.hpp"
#include "models/ring/shape.hpp"
#include "testbenches/catalogue.hpp"
#include "testbenches/command/command_line.hpp"
#include "testbenches/outputs/outputs.hpp"
#include "tests/benchmarks/plain/buffered_omega.hpp"
#include "tests/benchmarks/plain/daisy_chain.hpp"
#include "tests/benchmarks/plain/exchange.hpp"
#include "tests/benchmarks/plain/total_exchange.hpp"
#include "tests/benchmarks/plain/trace_rows.hpp"
#include "tests/benchmarks/plain/wave_lines.hpp"
#include "tests/benchmarks/yardstick.hpp"
#include "tests/ring_programs.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/testbenches/small_ring.hpp"

namespace plexus {
namespace {

constexpr int kRounds = 5;
constexpr Cycles kHop = LinkTiming{2_cycles, 1_words}.hop(1_words);

/// Seconds for a number of things done.
struct Measured {
  double seconds = 0;
  double done = 0;

  [[nodiscard]] double nanoseconds() const { return 1e9 * seconds / done; }
};

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + std::ssize(values) / 2);
  return values[values.size() / 2];
}

/// Words of the rows that are asked for; none: all rows.
std::vector<std::string>& asked_rows() {
  static std::vector<std::string> rows;
  return rows;
}

bool is_asked(const std::string& work) {
  const auto occurs = [&](const std::string& word) { return work.find(word) != std::string::npos; };
  return asked_rows().empty() || std::ranges::any_of(asked_rows(), occurs);
}

/// Measures both in turns and prints a row: nanoseconds for one thing, and their ratio.
void compare(const std::string& work, const std::function<Measured()>& ours,
             const std::function<Measured()>& plain, int rounds = kRounds) {
  if (!is_asked(work)) return;
  std::vector<double> first;
  std::vector<double> second;
  std::vector<double> ratios;
  for (int i = 0; i < rounds; ++i) {
    first.push_back(ours().nanoseconds());
    second.push_back(plain().nanoseconds());
    ratios.push_back(first.back() / second.back());
  }
  std::printf("| %-58s | %9.1f | %9.1f | %6.2f |\n", work.c_str(), median(first), median(second),
              median(ratios));
  std::fflush(stdout);
}

/// `steps` hops of every node, elaboration not counted.
Measured direct(const DirectWiring& wiring, PortRule rule, const Operation& operation,
                const std::function<Program(processor&)>& program, Cycles until, bool per_word) {
  const FreshKernel kernel;
  direct_machine machine{"machine", wiring, operation.space, LinkTiming{2_cycles, 1_words}, rule};
  const std::uint64_t own = operation.space.blocks / wiring.nodes;
  for (NodeId v = 0; v < wiring.nodes; ++v) {
    machine.node(v).store(Blocks{Interval{v * own, own}, operation.space.whole()});
  }
  machine.load(program);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double begin = processor_seconds();
  sc_core::sc_start(ClockPeriod{}.time(until));
  const double seconds = processor_seconds() - begin;
  const LinkFigures& figures = machine.links.figures();
  return {seconds,
          static_cast<double>(per_word ? static_cast<std::uint64_t>(figures.word_hops.count())
                                       : figures.transfers)};
}

Measured plain_hops(const std::vector<std::uint32_t>& next, std::uint32_t steps) {
  plain::daisy_chain chain{next, steps, static_cast<std::uint32_t>(kHop.count())};
  const double begin = processor_seconds();
  const std::uint64_t hops = chain.run();
  return {processor_seconds() - begin, static_cast<double>(hops)};
}

Measured ring_hops(NodeId nodes, std::uint32_t steps) {
  const RingShape ring{nodes};
  return direct(ring.wiring(), PortRule::kRingStrict, allgather_operation(nodes, 1_words),
                ring_program(ring::allgather_daisy_chain(), ring), steps * kHop, false);
}

/// What the nodes of a cube run in an algorithm of the machine's list. The case outlives the run.
std::function<Program(processor&)> cube_program(const Algorithm<HypercubeCase>& algorithm,
                                                HypercubeShape cube) {
  auto at = std::make_shared<HypercubeCase>();
  at->cube = cube;
  return [at, program = algorithm.program](processor& self) { return program(self, *at); };
}

Measured cube_hops(HypercubeShape cube, std::uint32_t steps) {
  return direct(cube.wiring(), PortRule::kAllHalf, allgather_operation(cube.nodes(), 1_words),
                cube_program(hypercube::allgather_daisy_chain(), cube), steps * kHop, false);
}

Measured cube_blocks(HypercubeShape cube) {
  constexpr Cycles kAll{std::int64_t{1} << 40};
  return direct(cube.wiring(), PortRule::kAllHalf, alltoall_operation(cube.nodes(), 1_words),
                cube_program(hypercube::alltoall_recursive_exchange(), cube), kAll, true);
}

/// Processor seconds of the allgather of blocks of four words on a ring, with the file of its rows
/// or changes, elaboration not counted; no file: nobody looks.
double watched_ring(NodeId nodes, const std::string& file) {
  SmallRing ring{nodes, 4_words, LinkTiming{0_cycles, 1_words}, PortRule::kRingStrict};
  OutputRequest request;
  if (!file.empty()) (file.ends_with(".vcd") ? request.vcd : request.trace) = file;
  Outputs outputs{request};
  outputs.attach(ring.machine);
  ring.prepare();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double begin = processor_seconds();
  sc_core::sc_start();
  outputs.end();
  outputs.complete();
  outputs.place();
  return processor_seconds() - begin;
}

constexpr NodeId kWatched = 256;

/// What a line of the file costs: the run with it less the run that nobody looks at.
Measured lines(const std::string& name) {
  const TemporaryFolder folder;
  const double bare = watched_ring(kWatched, "");
  const double watched = watched_ring(kWatched, folder / name);
  const std::string written = content(folder / name);
  return {watched - bare, static_cast<double>(std::ranges::count(written, '\n'))};
}

Measured plain_lines(std::uint64_t (*write)(std::uint32_t, const std::string&)) {
  const TemporaryFolder folder;
  const double begin = processor_seconds();
  const std::uint64_t rows = write(kWatched, folder / "plain");
  return {processor_seconds() - begin, static_cast<double>(rows)};
}

Measured cube_total_exchange(HypercubeShape cube) {
  const FreshKernel kernel;
  const Algorithm<HypercubeCase> algorithm = hypercube::allgather_total_exchange();
  HypercubeCase at;
  at.cube = cube;
  at.words = 64_words;
  algorithm.prepare(at);
  const Operation operation = standard_operation(algorithm.operation, facts_of(at));
  hypercube_machine machine{"cube", cube, operation.space, at.timing, at.rule, at.parts, {}};
  for (NodeId v = 0; v < cube.nodes(); ++v) {
    machine.node(v).store(Blocks{Interval{v, 1}, operation.space.whole()});
  }
  machine.load(algorithm.programs(at, machine));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double begin = processor_seconds();
  sc_core::sc_start();
  const double seconds = processor_seconds() - begin;
  return {seconds, static_cast<double>(machine.links.figures().transfers)};
}

std::vector<std::uint32_t> ring_of(NodeId nodes) {
  std::vector<std::uint32_t> next(nodes);
  for (NodeId v = 0; v < nodes; ++v) next[v] = (v + 1) % nodes;
  return next;
}

std::vector<std::uint32_t> gray_ring_of(NodeId nodes) {
  std::vector<std::uint32_t> next(nodes);
  for (NodeId i = 0; i < nodes; ++i) {
    const NodeId after = (i + 1) % nodes;
    next[i ^ i >> 1] = after ^ after >> 1;
  }
  return next;
}

constexpr Cycles kTraffic{20000};

Measured omega(unsigned stages, std::uint32_t depth, double load) {
  const FreshKernel kernel;
  TrafficSetting setting;
  setting.load = load;
  setting.measure = kTraffic;
  fifo_traffic machine{"omega",
                       NetworkShape{NetworkKind::kOmega, 1U << stages},
                       {depth, Arbitration::kAlternating, 1},
                       setting};
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double begin = processor_seconds();
  sc_core::sc_start();
  const double seconds = processor_seconds() - begin;
  std::uint64_t moves = 0;
  for (const FifoStageFigures& stage : machine.net.stages()) moves += stage.moves;
  return {seconds, static_cast<double>(moves)};
}

Measured plain_omega(unsigned stages, std::uint32_t depth, double load) {
  plain::buffered_omega net{stages, depth, load};
  const double begin = processor_seconds();
  const std::uint64_t moves = net.run(static_cast<std::uint32_t>(kTraffic.count()));
  return {processor_seconds() - begin, static_cast<double>(moves)};
}

Measured ring_elaboration(NodeId nodes) {
  const FreshKernel kernel;
  const RingShape ring{nodes};
  const double begin = processor_seconds();
  const direct_machine machine{"machine",
                               ring.wiring(),
                               {nodes, 1_words},
                               LinkTiming{2_cycles, 1_words},
                               PortRule::kRingStrict};
  return {processor_seconds() - begin, static_cast<double>(nodes)};
}

/// Nodes that are taken down: the same for each, however many there are.
Measured ring_end(NodeId nodes) {
  const FreshKernel kernel;
  const RingShape ring{nodes};
  auto machine =
      std::make_unique<direct_machine>("machine", ring.wiring(), BlockSpace{nodes, 1_words},
                                       LinkTiming{2_cycles, 1_words}, PortRule::kRingStrict);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const double begin = processor_seconds();
  machine.reset();
  return {processor_seconds() - begin, static_cast<double>(nodes)};
}

/// Whole commands one after the other in this process, reports included; the first one, which finds
/// nothing in the caches, not counted.
Measured small_runs() {
  constexpr int kRuns = 200;
  static const Catalogue catalogue = make_catalogue("ring");
  double begin = 0;
  for (int i = 0; i <= kRuns; ++i) {
    if (i == 1) begin = processor_seconds();
    std::ostringstream out;
    run_command(catalogue, {"run", "ring", "broadcast"}, out, out);
  }
  return {processor_seconds() - begin, kRuns};
}

/// As many kernels with nothing to simulate.
Measured bare_runs() {
  constexpr int kRuns = 200;
  const double begin = processor_seconds();
  for (int i = 0; i < kRuns; ++i) {
    const FreshKernel kernel;
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  return {processor_seconds() - begin, kRuns};
}

/// What a port can be bound to, and nothing else.
struct nothing_if : virtual public sc_core::sc_interface {};
struct nothing final : public nothing_if {};

/// A module with a port for its two links: what the kernel asks for any such.
struct bare_module final : sc_core::sc_module {
  explicit bare_module(sc_core::sc_module_name name) : sc_module{name} {}
  sc_core::sc_port<nothing_if, 0, sc_core::SC_ZERO_OR_MORE_BOUND> channels{"channels"};
};

Measured bare_elaboration(NodeId nodes) {
  const FreshKernel kernel;
  std::vector<nothing> links(std::size_t{2} * nodes);
  std::vector<std::unique_ptr<bare_module>> all;
  const double begin = processor_seconds();
  for (NodeId v = 0; v < nodes; ++v) {
    all.push_back(std::make_unique<bare_module>(("node_" + std::to_string(v)).c_str()));
    all.back()->channels(links[2 * v]);
    all.back()->channels(links[2 * v + 1]);
  }
  const double seconds = processor_seconds() - begin;
  while (!all.empty()) all.pop_back();
  return {seconds, static_cast<double>(nodes)};
}

void print_table() {
  std::printf("| %-58s | %9s | %9s | %6s |\n", "work", "ns", "plain, ns", "ratio");
  std::printf("|---|--:|--:|--:|\n");
  compare(
      "a hop, ring allgather, 1,024 nodes", [] { return ring_hops(1024, 1023); },
      [] { return plain_hops(ring_of(1024), 1023); });
  compare(
      "against a timed event of the bare kernel, two methods", [] { return ring_hops(1024, 1023); },
      [] {
        return Measured{yardstick_seconds(1024, 1024), 1};
      });
  compare(
      "a hop, hypercube allgather, 1,024 nodes", [] { return cube_hops(HypercubeShape{10}, 1023); },
      [] { return plain_hops(gray_ring_of(1024), 1023); });
  compare(
      "4,096 nodes, first 200 steps", [] { return cube_hops(HypercubeShape{12}, 200); },
      [] { return plain_hops(gray_ring_of(4096), 200); });
  compare(
      "65,536 nodes, first 200 steps", [] { return cube_hops(HypercubeShape{16}, 200); },
      [] { return plain_hops(gray_ring_of(65536), 200); }, 1);
  compare(
      "a hop, ring, 65,536 nodes, first 200 steps", [] { return ring_hops(65536, 200); },
      [] { return plain_hops(ring_of(65536), 200); }, 3);
  compare(
      "a block moved in an alltoall, hypercube, 1,024 nodes",
      [] { return cube_blocks(HypercubeShape{10}); },
      [] {
        const double begin = processor_seconds();
        const std::uint64_t moved = plain::exchange_all(10);
        return Measured{processor_seconds() - begin, static_cast<double>(moved)};
      });
  compare(
      "the same, 4,096 nodes", [] { return cube_blocks(HypercubeShape{12}); },
      [] {
        const double begin = processor_seconds();
        const std::uint64_t moved = plain::exchange_all(12);
        return Measured{processor_seconds() - begin, static_cast<double>(moved)};
      },
      1);
  compare(
      "a packet of a total exchange, hypercube, 8,192 nodes",
      [] { return cube_total_exchange(HypercubeShape{13}); },
      [] {
        const double begin = processor_seconds();
        const std::uint64_t packets = plain::exchange_totally(13);
        return Measured{processor_seconds() - begin, static_cast<double>(packets)};
      },
      3);
  for (const double load : {0.1, 0.4, 1.0}) {
    compare(
        "a traversal, buffered omega, 64 ports, queues of 4, load " +
            std::to_string(load).substr(0, 3),
        [load] { return omega(6, 4, load); }, [load] { return plain_omega(6, 4, load); });
  }
  compare(
      "a traversal, the same with queues of 1, load 1.0", [] { return omega(6, 1, 1.0); },
      [] { return plain_omega(6, 1, 1.0); });
  compare(
      "a row of a CSV trace, ring allgather, 256 nodes", [] { return lines("ring.csv"); },
      [] { return plain_lines(plain::write_csv); });
  compare(
      "a row of a Perfetto timeline, the same", [] { return lines("ring.perfetto.json"); },
      [] { return plain_lines(plain::write_timeline); });
  compare(
      "a line of a VCD, the same", [] { return lines("ring.vcd"); },
      [] { return plain_lines(plain::write_wave); });
  compare(
      "elaboration of a ring node (plain: module and port), 1,000",
      [] { return ring_elaboration(1000); }, [] { return bare_elaboration(1000); });
  compare(
      "the same, 100,000 nodes", [] { return ring_elaboration(100000); },
      [] { return bare_elaboration(100000); }, 1);
  compare(
      "the end of a ring node, of 65,536 (plain: of 1,024)", [] { return ring_end(65536); },
      [] { return ring_end(1024); });
  compare("a small run, one of many in one process (plain: no run)", small_runs, bare_runs);
}

}  // namespace
}  // namespace plexus

int sc_main(int argc, char* argv[]) {
  // A plain row of small runs is one in which nothing happens.
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_,
                                          sc_core::SC_DO_NOTHING);
  plexus::asked_rows().assign(argv + 1, argv + argc);
  plexus::print_table();
  return 0;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
