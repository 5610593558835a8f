#include <memory>
#include <optional>

#include "models/reconfigurable/plan.hpp"
#include "models/reconfigurable/rcp_pieces.hpp"

/// The broadcast in two phases (5.2.2): what is linked when, and what it costs.
namespace plexus {

namespace {

Numbering numbering_of_rcp_two_phase(const ReconfigurableCase& at) {
  return at.numbering.value_or(at.shape().is_power() ? Numbering::kRcp : Numbering::kRadix);
}

/// What a node sends in one phase, for every child or partner its own way.
enum class RcpTwoPhasePart { kSplit, kCopy, kClique, kPatch };

struct RcpTwoPhasePhasePart {
  RcpTwoPhasePart part = RcpTwoPhasePart::kSplit;
  int level = 0;  ///< of the pieces that are sent
};

Plan plan_with_split(const ReconfigurableCase& at, int split_steps, Detail detail) {
  const auto parts = std::make_shared<const RcpPieces>(at, split_steps);
  const RcpPieces& of = *parts;
  const ReconfigurableShape& shape = of.shape();
  const std::int64_t k = shape.ports;
  const std::int64_t complete = of.complete();
  Plan plan{detail};
  plan.in_vain = true;  // cliques exchange everything, also with those that know it
  std::shared_ptr<const CliqueLabels> names;
  if (detail == Detail::kListed) {
    names = std::make_shared<const CliqueLabels>(shape, numbering_of_rcp_two_phase(at));
  }
  const auto longest = [&](std::int64_t parts_of_message) {
    return Words{ceil_ratio(at.words.count(), parts_of_message)};
  };
  std::vector<RcpTwoPhasePhasePart> phases;
  const auto begin = [&](RcpTwoPhasePart part, int level) {
    plan.begin_phase();
    phases.push_back({part, level});
  };
  const auto grow = [&](int l, RcpTwoPhasePart part, int level) {
    const std::int64_t place = shape.power(l);
    const std::int64_t holders = std::min(complete, place);
    begin(part, level);
    plan.links(std::min(complete, (k + 1) * place) - holders, longest(shape.power(level)), [&] {
      for (std::int64_t i = 0; i < holders; ++i) {
        const std::int64_t label = names->label(static_cast<NodeId>(i));
        for (std::int64_t j = 0; j < k && label + (j + 1) * place < complete; ++j) {
          const std::int64_t child = label + (j + 1) * place;
          plan.schedule.add({{at.renamed(i), static_cast<std::uint32_t>(j)},
                             {at.renamed(names->node(child)), 0},
                             of.piece(level, part == RcpTwoPhasePart::kSplit ? child : label).count,
                             0_words});
        }
      }
    });
  };
  for (int l = 0; l < split_steps; ++l) {  // split: every part goes to a child of its own
    grow(l, RcpTwoPhasePart::kSplit, l + 1);
  }
  for (int t = 0; t < of.copy_steps(); ++t) {  // the naive broadcast of every piece
    grow(split_steps + t, RcpTwoPhasePart::kCopy, split_steps);
  }
  for (int i = split_steps; i >= 1; --i) {  // complementary nodes exchange their pieces
    begin(RcpTwoPhasePart::kClique, i);
    plan.links(complete * k / 2, longest(shape.power(i)), [&] {
      for (const CliqueLink& link : cliques(shape, *names, complete, i - 1)) {
        plan.schedule.add({{at.renamed(link.a), link.a_port},
                           {at.renamed(link.b), link.b_port},
                           of.piece(i, names->label(link.a)).count,
                           of.piece(i, names->label(link.b)).count});
      }
    });
  }
  if (of.extras() > 0) {  // nodes beyond the last copy get the message from k others
    begin(RcpTwoPhasePart::kPatch, 0);
    plan.links(of.extras() * k, longest(k), [&] {
      for (std::int64_t x = 0; x < of.extras(); ++x) {
        for (std::int64_t j = 0; j < k; ++j) {
          const auto port = static_cast<std::uint32_t>(j);
          plan.schedule.add({{at.renamed(complete + x), port},
                             {at.renamed((x + j) % complete), port},
                             0_words,
                             of.share(j).count});
        }
      }
    });
  }
  plan.blocks = [at, parts, names, phases](const Sending& sent) {
    const auto [part, level] = phases[sent.phase];
    const auto label = [&](NodeId node) {
      return names->label(static_cast<NodeId>(at.number_of(node)));
    };
    const NodeId owner = part == RcpTwoPhasePart::kSplit ? sent.to.node : sent.from.node;
    const Slice slice = part == RcpTwoPhasePart::kPatch ? parts->share(sent.from.port)
                                                        : parts->piece(level, label(owner));
    return Blocks{Interval{0, 1}, slice};
  };
  return plan;
}

}  // namespace

Plan plan_broadcast_two_phase(const ReconfigurableCase& at, Detail detail) {
  return plan_with_split(at, split_steps_of(at), detail);
}

PhaseCosts costs_with_split(const ReconfigurableCase& at, int split_steps) {
  return plan_with_split(at, split_steps, Detail::kCounts).costs;
}

int split_steps_of(const ReconfigurableCase& at) {
  if (at.split_steps) return *at.split_steps;
  int best = 0;
  std::optional<Cycles> fewest;
  for (int h = 0; h <= at.shape().whole_steps(); ++h) {
    const PhaseCosts costs = costs_with_split(at, h);
    const Cycles cycles = phase_by_phase(costs, at.link, at.policy.timing);
    if (!fewest || cycles < *fewest) {
      fewest = cycles;
      best = h;
    }
  }
  return best;
}

}  // namespace plexus
