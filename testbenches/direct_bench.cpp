#include "testbenches/direct_bench.hpp"

namespace plexus {

namespace {

/// Busy cycles as a part of those that the links could have worked; nothing without links or time.
std::optional<double> utilisation(Cycles busy, std::uint64_t links, Cycles cycles) {
  const double all = static_cast<double>(links) * static_cast<double>(cycles.count());
  return all > 0 ? std::optional{static_cast<double>(busy.count()) / all} : std::nullopt;
}

}  // namespace

Report run_direct(const DirectRun& run, Bench& bench) {
  const auto nodes = static_cast<double>(run.wiring.nodes);
  require_memory(memory_of(nodes, nodes * run.wiring.channels) + run.block_bytes);
  auto& machine = bench.build<direct_machine>(run.machine.c_str(), run.wiring, run.operation.space,
                                              run.timing, run.rule, bench.order());
  bench.attach(machine);
  machine.load(run.program);
  Report report = bench.simulate(machine, run.operation);

  const LinkFigures& figures = machine.links.figures();
  const ChannelFigures channels = machine.channel_figures();
  report.statistics = {{"transfers", figures.transfers},
                       {"word_hops", figures.word_hops.count()},
                       {"links_used", channels.links_used},
                       {"max_link_busy", channels.max_link_busy.count()},
                       {"peak_active", figures.peak_active}};
  if (const auto share = utilisation(channels.busy, channels.links, report.cycles)) {
    report.statistics["utilisation"] = *share;
    report.statistics["link_idle_histogram"] = machine.idle_histogram(report.cycles);
    Json by_dimension = Json::array();
    for (const DimensionFigures& dimension : machine.dimension_figures()) {
      by_dimension.push_back(
          utilisation(dimension.busy, dimension.links, report.cycles).value_or(0));
    }
    if (by_dimension.size() > 1) report.statistics["dimension_utilisation"] = by_dimension;
  }
  return report;
}

}  // namespace plexus
