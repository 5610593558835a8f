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

}  // namespace

Plan plan_broadcast_two_phase(const ReconfigurableCase& at) {
  const auto parts = std::make_shared<const RcpPieces>(at, split_steps_of(at));
  const auto names =
      std::make_shared<const CliqueLabels>(at.shape(), numbering_of_rcp_two_phase(at));
  const RcpPieces& of = *parts;
  const std::int64_t k = of.shape().ports;
  Plan plan;
  plan.in_vain = true;  // cliques exchange everything, also with those that know it
  std::vector<RcpTwoPhasePhasePart> phases;
  const auto begin = [&](RcpTwoPhasePart part, int level) {
    plan.schedule.begin_phase();
    phases.push_back({part, level});
  };
  const auto grow = [&](int l, std::int64_t holders, RcpTwoPhasePart part, int level) {
    begin(part, level);
    const std::int64_t place = of.shape().power(l);
    for (std::int64_t i = 0; i < holders; ++i) {
      const std::int64_t label = names->label(static_cast<NodeId>(i));
      for (std::int64_t j = 0; j < k && label + (j + 1) * place < of.complete(); ++j) {
        const std::int64_t child = label + (j + 1) * place;
        plan.schedule.add({{at.renamed(i), static_cast<std::uint32_t>(j)},
                           {at.renamed(names->node(child)), 0},
                           of.piece(level, part == RcpTwoPhasePart::kSplit ? child : label).count,
                           0_words});
      }
    }
  };
  for (int l = 0; l < of.split_steps(); ++l) {  // split: every part goes to a child of its own
    grow(l, of.shape().power(l), RcpTwoPhasePart::kSplit, l + 1);
  }
  for (int t = 0; t < of.copy_steps(); ++t) {  // the naive broadcast of every piece
    const int l = of.split_steps() + t;
    grow(l, std::min(of.complete(), of.shape().power(l)), RcpTwoPhasePart::kCopy, of.split_steps());
  }
  for (int i = of.split_steps(); i >= 1; --i) {  // complementary nodes exchange their pieces
    begin(RcpTwoPhasePart::kClique, i);
    for (const CliqueLink& link : cliques(of.shape(), *names, of.complete(), i - 1)) {
      plan.schedule.add({{at.renamed(link.a), link.a_port},
                         {at.renamed(link.b), link.b_port},
                         of.piece(i, names->label(link.a)).count,
                         of.piece(i, names->label(link.b)).count});
    }
  }
  if (of.extras() > 0) {  // nodes beyond the last copy get the message from k others
    begin(RcpTwoPhasePart::kPatch, 0);
    for (std::int64_t x = 0; x < of.extras(); ++x) {
      for (std::int64_t j = 0; j < k; ++j) {
        const auto port = static_cast<std::uint32_t>(j);
        plan.schedule.add({{at.renamed(of.complete() + x), port},
                           {at.renamed((x + j) % of.complete()), port},
                           0_words,
                           of.share(j).count});
      }
    }
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

PhaseCosts costs_with_split(const ReconfigurableCase& at, int split_steps) {
  const ReconfigurableShape shape = at.shape();
  const std::int64_t L = at.words.count();
  const std::int64_t k = shape.ports;
  const std::int64_t M = shape.power(split_steps);
  const std::int64_t G = shape.nodes / M;
  const std::int64_t X = shape.nodes % M;
  PhaseCosts costs;
  for (int l = 0; l < split_steps; ++l) {
    costs.push_back({k * shape.power(l), Words{ceil_ratio(L, shape.power(l + 1))}});
  }
  for (std::int64_t reached = 1; reached < G; reached *= shape.radix()) {
    const std::int64_t next = std::min(G, reached * shape.radix());
    costs.push_back({M * (next - reached), Words{ceil_ratio(L, M)}});
  }
  for (int i = split_steps; i >= 1; --i) {
    costs.push_back({M * G * k / 2, Words{ceil_ratio(L, shape.power(i))}});
  }
  if (X > 0) costs.push_back({X * k, Words{ceil_ratio(L, k)}});
  return costs;
}

PhaseCosts costs_broadcast_two_phase(const ReconfigurableCase& at) {
  return costs_with_split(at, split_steps_of(at));
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
