#include "models/torus/case.hpp"

namespace plexus::torus {

using namespace paper_1986;

namespace {

const Statistic kPathSet{"path_set", "", "which construction gave the paths"};

/// The slowest of 2d paths, max F(l_j, w_j, min(nu, w_j)).
Cycles exact_multi_path(const TorusCase& at) {
  return pipelined_on_paths(at.paths.lengths(), at.words, at.packets, at.timing);
}

/// Finds the paths and cuts each one's part.
void cut_multi_path(TorusCase& at) {
  at.paths = edge_disjoint_paths(at.shape, at.source, at.destination);
  const auto lengths = at.paths.lengths();
  const auto count = [&](const TorusCase& with) {
    return pipelined_on_paths(lengths, with.words, with.packets, with.timing);
  };
  settle_packets(at, lengths.back(), EvenSplit{at.words, at.shape.ports()}.largest(), count,
                 at.shape.ports());
}

/// Even parts along 2d paths that share no link (proposition 3.1).
NodeProgram<processor> along_all_paths(const TorusCase& at, torus_machine& /*top*/) {
  return [paths = PathPlaces{at.shape.wiring(), at.source, at.paths.routes},
          parts = even_streams(at.words, at.shape.ports(), at.packets)](processor& self) {
    return relay_on_paths(self, paths, parts);
  };
}

/// Four paths of i hops, (sqrt(N/4b) + sqrt((i - 1) tau))^2; the longest has i = distance + 6.
double printed_multi_path(const TorusCase& at) {
  const double i = real(at.distance()) + 6;
  return printed_pipeline_minimum(i, real(at.words), at.timing, 4);
}

bool four_paths(const TorusCase& at) { return at.shape.dimensions() == 2; }

}  // namespace

Algorithm<TorusCase> move_multi_path() {
  return {.operation = "move",
          .name = "multi-path",
          .summary = "even parts along 2d edge-disjoint paths",
          .is_default = true,
          .parameters = with_packets(torus_parameters().with_ends()),
          .prepare = cut_multi_path,
          .programs = along_all_paths,
          .equations = {{"(3.11)", section("3.1(D)"), printed_multi_path, {}, four_paths}},
          .exact = exact_multi_path,
          .statistics =
              [](const TorusCase& at, const torus_machine& top, Statistics& statistics) {
                report_packets(at, top, statistics);
                statistics.set(kPathLengths, at.paths.lengths());
                statistics.set(kPathSet, to_string(at.paths.set));
              },
          .declared = {kPackets, kPathLengths, kPathSet},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::torus
