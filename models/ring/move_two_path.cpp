#include <algorithm>

#include "models/catalogue/json.hpp"
#include "models/ring/two_paths.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

/// ceil(w/2) words the shorter way, floor(w/2) the other; a part of fewer words than nu has a
/// packet per word.
RingStreams halves(const RingCase& at) {
  const EvenSplit parts{at.words, 2};
  const unsigned shorter = at.ring.shorter_way(at.source, at.destination);
  RingStreams both;
  for (const unsigned way : {shorter, opposite(shorter)}) {
    const auto part = static_cast<std::int64_t>(both.size());
    const std::int64_t most = std::max<std::int64_t>(1, parts.size(part).count());
    both.push_back({way,
                    at.ring.hops(at.source, at.destination, way),
                    {parts.first(part), parts.size(part)},
                    std::clamp<std::int64_t>(at.packets, 1, most)});
  }
  return both;
}

/// The slower half.
Cycles exact_two_path(const RingCase& at) { return slowest(halves(at), at.timing); }

void cut_two_path(RingCase& at) {
  settle_packets(at, at.ring.nodes - at.distance(), first_half(at.words), exact_two_path);
  at.streams = halves(at);
}

}  // namespace

Algorithm<RingCase> move_two_path() {
  return {.operation = "move",
          .name = "two-path",
          .summary = "half of the words each way; needs --port-rule all-half",
          .parameters = with_packets(ring_parameters().with_ends()),
          .prepare = cut_two_path,
          .program = move_along_streams,
          .equations = {half_each_way()},
          .exact = exact_two_path,
          .statistics =
              [](const RingCase& at, const direct_machine&, Statistics& statistics) {
                statistics.set(kPackets, at.packets);
                statistics.set(kPathLengths, path_lengths(at));
              },
          .declared = {kPackets, kPathLengths},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::ring
