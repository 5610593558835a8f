#include "hw/data/blocks.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace plexus {

std::vector<Interval> Subcube::intervals() const {
  const std::uint64_t run = mask & ~(mask + 1);  // the low bits that are all in the mask
  const std::uint64_t others = mask & ~run;
  std::vector<Interval> all;
  std::uint64_t bits = 0;
  do {
    all.push_back({base | bits, run + 1});
    bits = (bits - others) & others;  // the next subset, in rising order
  } while (bits != 0);
  return all;
}

Blocks::Blocks(std::span<const Interval> intervals, Slice slice) {
  BlockList joined;
  for (const Interval& interval : intervals) joined.add(interval);
  *this = joined.blocks(slice);
}

Blocks Blocks::of_joined(const std::vector<Interval>& joined, Slice slice) {
  Blocks blocks{joined.size() == 1 ? joined.front() : Interval{}, slice};
  if (joined.size() > 1) blocks.hold(new Many{joined, {}});
  return blocks;
}

std::uint64_t Blocks::count_all() const {
  if (const auto regular = subcube()) return regular->count();
  std::uint64_t sum = 0;
  for (const Interval& interval : many().intervals) sum += interval.count;
  return sum;
}

std::span<const Interval> Blocks::all_intervals() const {
  if (!several()) hold(new Many{subcube()->intervals(), subcube()});
  return many().intervals;
}

void Blocks::drop() {
  if (--many().owners == 0) delete &many();
}

bool operator==(const Blocks& a, const Blocks& b) {
  return a.slice_ == b.slice_ && std::ranges::equal(a.intervals(), b.intervals());
}

void print_runs(std::ostream& out, std::span<const Interval> runs) {
  const char* separator = "";
  for (const Interval& run : runs) {
    out << std::exchange(separator, " ") << run.first;
    if (run.count > 1) out << '-' << run.end() - 1;
  }
}

std::ostream& operator<<(std::ostream& out, const Blocks& blocks) {
  print_runs(out, blocks.intervals());
  return out << '[' << blocks.slice().first.count() << '+' << blocks.slice().count.count() << ']';
}

Blocks parse_blocks(const std::string& text) {
  constexpr std::int64_t kMost =
      1'000'000'000'000'000;  // of a block or word: their sums are numbers, too
  constexpr std::uint64_t kMostBlocks = kMost;
  const std::invalid_argument none{"'" + text + "' names no blocks: write 0-7 9[0+16]"};
  std::istringstream in{text};
  std::vector<Interval> intervals;
  std::uint64_t first = 0;
  while (std::isdigit((in >> std::ws).peek()) != 0 && in >> first) {
    Interval interval{first, 1};
    std::uint64_t last = first;
    if (in.peek() == '-' && !(in.ignore() >> last)) throw none;
    if (last < first || last > kMostBlocks) throw none;
    interval.count = last - first + 1;
    intervals.push_back(interval);
    if (in.peek() == '[') break;
  }
  std::int64_t start = -1;
  std::int64_t count = -1;
  char open = 0;
  char plus = 0;
  char close = 0;
  in.clear();
  const bool complete = in >> open >> start >> plus >> count >> close && in.peek() == EOF;
  if (!complete || open != '[' || plus != '+' || close != ']' || start < 0 || count < 0 ||
      start > kMost || count > kMost) {
    throw none;
  }
  return Blocks{intervals, Slice{Words{start}, Words{count}}};
}

}  // namespace plexus
