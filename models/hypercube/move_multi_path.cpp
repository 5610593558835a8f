#include "models/hypercube/case.hpp"
#include "models/hypercube/paths.hpp"

namespace plexus::hypercube {

using namespace paper_1986;

namespace {

std::vector<std::int64_t> lengths(const HypercubeCase& at) {
  std::vector<std::int64_t> result;
  for (const Route& path : at.paths) result.push_back(static_cast<std::int64_t>(path.size()));
  return result;
}

/// The slowest of n paths, max F(l_j, w_j, min(nu, w_j)).
Cycles exact_multi_path(const HypercubeCase& at) {
  return pipelined_on_paths(lengths(at), at.words, at.packets, at.timing);
}

/// Finds the paths and cuts each one's part.
void cut_multi_path(HypercubeCase& at) {
  at.paths = node_disjoint_paths(at.cube, at.source, at.destination);
  settle_packets(at, lengths(at).back(), EvenSplit{at.words, at.n()}.largest(), exact_multi_path,
                 at.n());
}

/// Even parts along n paths that share no node but the ends (proposition 3.2).
NodeProgram<processor> along_all_paths(const HypercubeCase& at, hypercube_machine& /*top*/) {
  return [paths = PathPlaces{at.cube.wiring(), at.source, at.paths},
          parts = even_streams(at.words, at.n(), at.packets)](processor& self) {
    return relay_on_paths(self, paths, parts);
  };
}

/// n paths of i hops, (sqrt(N/(n b)) + sqrt((i - 1) tau))^2.
double printed_multi_path(const HypercubeCase& at) {
  const int longest = at.distance() < at.n() ? at.distance() + 2 : at.n();
  return printed_pipeline_minimum(longest, real(at.words), at.timing, at.n());
}

}  // namespace

Algorithm<HypercubeCase> move_multi_path() {
  return {.operation = "move",
          .name = "multi-path",
          .summary = "even parts along n node-disjoint paths",
          .is_default = true,
          .parameters = with_packets(hypercube_parameters().with_ends()),
          .prepare = cut_multi_path,
          .programs = along_all_paths,
          .equations = {{"after proposition 3.2", section("3.1(E)"), printed_multi_path}},
          .exact = exact_multi_path,
          .statistics =
              [](const HypercubeCase& at, const hypercube_machine& top, Statistics& statistics) {
                report_packets(at, top, statistics);
                statistics.set(kPathLengths, lengths(at));
              },
          .declared = {kPackets, kPathLengths},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::hypercube
