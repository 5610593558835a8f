#include <algorithm>

#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// Base nodes 0 .. Q - 1, Q = r^f, and nodes beyond them that hang on one base node each (5.5).
struct Fold {
  explicit Fold(ReconfigurableShape of)
      : shape{of}, digits{of.whole_steps()}, base{of.power(digits)}, extras{of.nodes - base} {}

  ReconfigurableShape shape;
  int digits;           ///< f
  std::int64_t base;    ///< Q
  std::int64_t extras;  ///< E

  /// Blocks that base node b has in its care from the start: its own and those of its extras.
  [[nodiscard]] std::int64_t weight(std::int64_t b) const {
    return b < extras ? 1 + ceil_ratio(extras - b, base) : 1;
  }
  /// Blocks known, before the cliques of digit i, to a base node whose number begins with `first`.
  [[nodiscard]] std::int64_t known(std::int64_t first, int i) const {
    std::int64_t sum = 0;
    for (std::int64_t b = first; b < first + shape.power(i); ++b) sum += weight(b);
    return sum;
  }
};

enum class FoldPart { kUp, kClique, kDown };

struct FoldPhasePart {
  FoldPart part = FoldPart::kUp;
  int digit = 0;
};

}  // namespace

Plan plan_allgather_fold(const ReconfigurableCase& at, Detail detail) {
  const Fold fold{at.shape()};
  const std::int64_t Q = fold.base;
  const CliqueLabels names{fold.shape, Numbering::kRadix};
  Plan plan{detail};
  std::vector<FoldPhasePart> phases;
  const auto hang = [&](FoldPart part, Words up, Words down) {
    if (fold.extras == 0) return;
    phases.push_back({part, 0});
    plan.begin_phase();
    plan.links(fold.extras, std::max(up, down), [&] {
      for (std::int64_t b = 0; b < Q; ++b) {
        for (std::int64_t x = b; x < fold.extras; x += Q) {
          plan.schedule.add({{static_cast<NodeId>(b), static_cast<std::uint32_t>(x / Q)},
                             {static_cast<NodeId>(Q + x), 0},
                             down,
                             up});
        }
      }
    });
  };
  hang(FoldPart::kUp, at.words, 0_words);
  for (int i = 0; i < fold.digits; ++i) {
    const std::int64_t group = fold.shape.power(i);
    phases.push_back({FoldPart::kClique, i});
    plan.begin_phase();
    plan.links(Q * fold.shape.ports / 2, fold.known(0, i) * at.words, [&] {
      std::vector<Words> known;
      for (std::int64_t first = 0; first < Q; first += group) {
        known.push_back(fold.known(first, i) * at.words);
      }
      for (const CliqueLink& link : cliques(fold.shape, names, Q, i)) {
        plan.schedule.add({{link.a, link.a_port},
                           {link.b, link.b_port},
                           known[static_cast<std::size_t>(link.a / group)],
                           known[static_cast<std::size_t>(link.b / group)]});
      }
    });
  }
  hang(FoldPart::kDown, 0_words, (at.shape().nodes - 1) * at.words);
  plan.blocks = [at, fold, phases](const Sending& sent) {
    const auto [part, digit] = phases[sent.phase];
    const std::int64_t from = sent.from.node;
    BlockList blocks;
    if (part == FoldPart::kUp) return run_of_blocks(from, 1, at.words);
    if (part == FoldPart::kDown) {  // everything but what the receiver has itself
      blocks.add(Interval{0, sent.to.node});
      blocks.add(Interval{sent.to.node + std::uint64_t{1},
                          static_cast<std::uint64_t>(at.nodes) - sent.to.node - 1});
      return blocks.blocks({0_words, at.words});
    }
    const std::int64_t group = fold.shape.power(digit);
    const std::int64_t first = from / group * group;
    for (std::int64_t row = first; row < at.nodes; row += fold.base) {  // base, then its extras
      const std::int64_t last = std::min<std::int64_t>(row + group, at.nodes);
      blocks.add(Interval{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(last - row)});
    }
    return blocks.blocks({0_words, at.words});
  };
  return plan;
}

}  // namespace plexus

namespace plexus::reconfigurable {

Algorithm<ReconfigurableCase> allgather_fold() {
  return {.operation = "allgather",
          .name = "fold",
          .summary = "cliques of (k+1)^f nodes; the others hang on them",
          .parameters = reconfigurable_parameters(),
          .prepare = plan_with<plan_allgather_fold>,
          .programs = play_plan,
          .exact = exact_count};
}

}  // namespace plexus::reconfigurable
