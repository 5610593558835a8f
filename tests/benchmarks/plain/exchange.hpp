#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

/// A yardstick: what the data of an alltoall cost that is exchanged over one bit of the node's
/// number after another, in plain C++: each node's blocks are a sorted list of runs, what is sent
/// is looked up in it, copied, and merged on the other side. No time, no links.
namespace plexus::plain {

struct Run {
  std::uint64_t first;
  std::uint64_t end;
};
using Runs = std::vector<Run>;

/// Are all runs of `some` within runs of `all`?
inline bool holds(const Runs& all, const Runs& some) {
  auto here = all.begin();
  for (const Run& run : some) {
    while (here != all.end() && here->end < run.end) ++here;
    if (here == all.end() || here->first > run.first) return false;
  }
  return true;
}

/// Both together; throws where they meet.
inline Runs merged(const Runs& a, const Runs& b) {
  Runs sum;
  sum.reserve(a.size() + b.size());
  auto next_a = a.begin();
  auto next_b = b.begin();
  while (next_a != a.end() || next_b != b.end()) {
    const bool from_a = next_b == b.end() || (next_a != a.end() && next_a->first < next_b->first);
    const Run run = from_a ? *next_a++ : *next_b++;
    if (!sum.empty() && sum.back().end > run.first) throw std::logic_error{"a block came twice"};
    if (!sum.empty() && sum.back().end == run.first) {
      sum.back().end = run.end;
    } else {
      sum.push_back(run);
    }
  }
  return sum;
}

/// Runs it on 2^`bits` nodes; returns the blocks moved.
inline std::uint64_t exchange_all(unsigned bits) {
  const std::uint64_t k = std::uint64_t{1} << bits;
  std::vector<Runs> held(k);
  for (std::uint64_t v = 0; v < k; ++v) held[v] = {{v * k, (v + 1) * k}};
  std::uint64_t moved = 0;
  std::vector<Runs> sent(k);
  for (unsigned bit = bits; bit-- > 0;) {
    const std::uint64_t side = std::uint64_t{1} << bit;
    for (std::uint64_t v = 0; v < k; ++v) {
      const std::uint64_t other = (v ^ side) & ~(side - 1);
      sent[v].clear();
      for (std::uint64_t from = v & (2 * side - 1); from < k; from += 2 * side) {
        sent[v].push_back({from * k + other, from * k + other + side});
        moved += side;
      }
      if (!holds(held[v], sent[v])) throw std::logic_error{"a block is missing"};
    }
    for (std::uint64_t v = 0; v < k; ++v) held[v] = merged(held[v], Runs{sent[v ^ side]});
  }
  for (std::uint64_t v = 0; v < k; ++v) {
    Runs wanted;
    for (std::uint64_t from = 0; from < k; ++from)
      wanted.push_back({from * k + v, from * k + v + 1});
    if (!holds(held[v], wanted)) throw std::logic_error{"a block is missing at the end"};
  }
  return moved;
}

}  // namespace plexus::plain
