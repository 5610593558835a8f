#include "models/catalogue/json.hpp"
#include "models/ring/two_paths.hpp"

namespace plexus::ring {

using namespace paper_1986;

namespace {

const Statistic kWordsShort{"words_short", "words", "words that go the shorter way"};
const Statistic kPacketsShort{"packets_short", "packets", "packets that go the shorter way"};
const Statistic kPacketsLong{"packets_long", "packets", "packets that go the longer way"};

/// Both parts of a message that is cut after `first` words, each with its best number of packets.
RingStreams best_split(const RingCase& at, Words first) {
  const unsigned way = at.ring.shorter_way(at.source, at.destination);
  RingStreams split{{way, at.distance(), {0_words, first}, 1},
                    {opposite(way), at.ring.nodes - at.distance(), {first, at.words - first}, 1}};
  for (RingStream& stream : split) {
    stream.packets = optimal_packets(stream.hops, stream.part.count, at.timing);
  }
  return split;
}

/// The largest number in low .. high for which `holds` is true; it is for low, and once it is not,
/// it is for no larger one.
template <typename Holds>
std::int64_t last_that(std::int64_t low, std::int64_t high, Holds holds) {
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (holds(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/// The split, and the packets of each part, with the fewest cycles; of equal ones that with most
/// words on the shorter way and fewest packets.
RingStreams optimal_split(const RingCase& at) {
  // With more words on the shorter way its cycles never fall and those of the other never rise.
  const auto cycles = [&](std::int64_t first, std::size_t part) {
    return best_split(at, Words{first})[part].cycles(at.timing);
  };
  const std::int64_t all = at.words.count();
  const std::int64_t balanced =
      last_that(0, all, [&](std::int64_t first) { return cycles(first, 0) <= cycles(first, 1); });
  if (balanced == all) return best_split(at, at.words);
  const Cycles below = cycles(balanced, 1);
  const Cycles above = cycles(balanced + 1, 0);
  if (below < above) return best_split(at, Words{balanced});
  return best_split(at, Words{last_that(balanced + 1, all, [&](std::int64_t first) {
                      return cycles(first, 0) <= above;
                    })});
}

}  // namespace

Algorithm<RingCase> move_two_path_optimal() {
  return {.operation = "move",
          .name = "two-path-optimal",
          .summary = "both ways, split for the fewest cycles; needs --port-rule all-half",
          .parameters = ring_parameters().with_ends(),
          .prepare = [](RingCase& at) { at.streams = optimal_split(at); },
          .program = move_along_streams,
          .equations = {half_each_way()},
          .exact = [](const RingCase& at) { return slowest(at.streams, at.timing); },
          .statistics =
              [](const RingCase& at, const direct_machine&, Statistics& statistics) {
                statistics.set(kPathLengths, path_lengths(at));
                statistics.set(kWordsShort, at.streams[0].part.count.count());
                statistics.set(kPacketsShort, at.streams[0].packets);
                statistics.set(kPacketsLong,
                               at.streams[1].part.count > 0_words ? at.streams[1].packets : 0);
              },
          .declared = {kPathLengths, kWordsShort, kPacketsShort, kPacketsLong},
          .blocks = {"relay_node"}};
}

}  // namespace plexus::ring
