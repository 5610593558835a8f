#include "testbenches/direct_bench.hpp"

#include "rtl/twins.hpp"

namespace plexus {

Report run_direct(const DirectRun& run, Bench& bench) {
  const auto nodes = static_cast<double>(run.wiring.nodes);
  Bench::require_memory(Bench::memory_of(nodes, nodes * run.wiring.channels) + run.block_bytes);
  direct_machine machine{run.machine.c_str(), run.wiring, run.operation.space,
                         run.timing,          run.rule,   bench.order()};
  bench.twins().attach(machine.links);
  machine.load(run.program);
  Report report = bench.simulate(machine, run.operation);

  const LinkFigures& figures = machine.links.figures();
  const ChannelFigures channels = machine.channel_figures();
  report.statistics = {{"transfers", figures.transfers},
                       {"word_hops", figures.word_hops.count()},
                       {"links_used", channels.links_used},
                       {"max_link_busy", channels.max_link_busy.count()},
                       {"peak_active", figures.peak_active}};
  const double link_cycles =
      static_cast<double>(channels.links) * static_cast<double>(report.cycles.count());
  if (link_cycles > 0) {
    report.statistics["utilisation"] = static_cast<double>(channels.busy.count()) / link_cycles;
  }
  return report;
}

}  // namespace plexus
