#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/data/memory.hpp"
#include "models/operations/operation.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

/// Of the words of blocks that node `from` holds, the blocks whose destination's label has the
/// digit of the partner at its port; the digits below it have met before.
inline Blocks steered(const Plan& plan, std::size_t phase, CrossbarPort from, std::uint32_t radix,
                      const std::set<std::pair<BlockId, std::int64_t>>& held) {
  std::int64_t power = 1;
  for (std::size_t i = 0; i < phase; ++i) power *= radix;
  const auto digit = [&](std::size_t node) { return plan.labels[node] / power % radix; };
  const std::int64_t partner = from.port < digit(from.node) ? from.port : from.port + 1;
  std::set<BlockId> blocks;
  std::int64_t words = 0;
  for (const auto& [block, word] : held) {
    if (digit(block % plan.labels.size()) == partner) blocks.insert(block);
    words = std::max(words, word + 1);
  }
  BlockList list;
  for (const BlockId block : blocks) list.add(block);
  return list.blocks({0_words, Words{words}});
}

/// Plays a plan on plain memories, phase by phase, and enforces what section 1.1 asks for: every
/// port in at most one link of a phase, no link of a node with itself, messages as long as the
/// schedule says, no block sent that is not held. Returns the words that came in vain.
inline std::int64_t play(const Plan& plan, const Operation& operation, NodeId nodes,
                         std::uint32_t ports) {
  using Held = std::set<std::pair<BlockId, std::int64_t>>;  // single words of blocks
  std::vector<Held> held(nodes);
  const auto words_of = [](const Blocks& blocks, auto visit) {
    for (const Interval& run : blocks.intervals()) {
      for (BlockId block = run.first; block < run.end(); ++block) {
        for (std::int64_t i = 0; i < blocks.slice().count.count(); ++i) {
          visit(std::pair{block, blocks.slice().first.count() + i});
        }
      }
    }
  };
  for (NodeId v = 0; v < nodes; ++v) {
    for (const Interval& run : operation.before(v)) {
      words_of({run, operation.space.whole()}, [&](auto word) { held[v].insert(word); });
    }
  }
  std::int64_t in_vain = 0;
  for (std::size_t p = 0; p < plan.schedule.phases(); ++p) {
    std::set<std::pair<NodeId, std::uint32_t>> used;
    const std::vector<Held> before = held;
    const auto links = plan.schedule.phase(p);
    for (std::size_t place = 0; place < links.size(); ++place) {
      const PhaseLink& link = links[place];
      REQUIRE(link.a.node != link.b.node);
      REQUIRE(link.a.node < nodes);
      REQUIRE(link.b.node < nodes);
      REQUIRE(link.a.port < ports);
      REQUIRE(link.b.port < ports);
      REQUIRE(used.insert({link.a.node, link.a.port}).second);
      REQUIRE(used.insert({link.b.node, link.b.port}).second);
      for (const bool to_b : {true, false}) {
        const CrossbarPort from = to_b ? link.a : link.b;
        const CrossbarPort to = to_b ? link.b : link.a;
        const Words words = to_b ? link.to_b : link.to_a;
        if (words == 0_words) continue;
        const Blocks blocks = plan.labels.empty()
                                  ? plan.blocks({p, place, to_b, from, to, words})
                                  : steered(plan, p, from, ports + 1, before[from.node]);
        REQUIRE(blocks.words() == words);
        words_of(blocks, [&](auto word) {
          if (!before[from.node].contains(word)) FAIL("sent and not held");
          if (plan.moves) held[from.node].erase(word);
          if (!held[to.node].insert(word).second) ++in_vain;
        });
      }
    }
  }
  for (NodeId v = 0; v < nodes; ++v) {
    Held after;
    for (const Interval& run : operation.after(v)) {
      words_of({run, operation.space.whole()}, [&](auto word) { after.insert(word); });
    }
    if (plan.moves) {
      CHECK(held[v] == after);
    } else {
      CHECK(std::ranges::includes(held[v], after));
    }
  }
  return in_vain;
}

}  // namespace plexus
