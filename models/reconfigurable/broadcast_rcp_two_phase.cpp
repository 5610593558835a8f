#include <cmath>
#include <memory>
#include <optional>

#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

namespace plexus {

namespace {

/// The parts of the two-phase broadcast (5.2.2): M = r^h' pieces in G copies on the first M G
/// nodes, and X nodes beyond them that no clique reaches. Labels are those of the radix numbering.
class TwoPhase {
 public:
  TwoPhase(const ReconfigurableCase& at, int split_steps)
      : shape_{at.shape()},
        whole_{0_words, at.words},
        split_steps_{split_steps},
        pieces_{shape_.power(split_steps)},
        copies_{shape_.nodes / pieces_},
        extras_{shape_.nodes % pieces_} {}

  [[nodiscard]] const ReconfigurableShape& shape() const { return shape_; }
  [[nodiscard]] int split_steps() const { return split_steps_; }
  [[nodiscard]] std::int64_t pieces() const { return pieces_; }
  [[nodiscard]] std::int64_t copies() const { return copies_; }
  [[nodiscard]] std::int64_t extras() const { return extras_; }
  [[nodiscard]] std::int64_t complete() const { return pieces_ * copies_; }  ///< M G
  /// Steps that copy pieces: ceil(log_r G).
  [[nodiscard]] int copy_steps() const {
    return ReconfigurableShape{copies_, shape_.ports}.steps();
  }

  /// The level-`level` piece of the node with `label`: digit a_0 chooses the part of the whole, a_1
  /// the part of that part, ..
  [[nodiscard]] Slice piece(int level, std::int64_t label) const {
    Slice piece = whole_;
    for (int i = 0; i < level; ++i) {
      piece = part_of(piece, radix_digit(shape_, label, i), shape_.radix());
    }
    return piece;
  }
  /// Share `share` of the whole message for a node that no clique reaches.
  [[nodiscard]] Slice share(std::int64_t share) const {
    return part_of(whole_, share, shape_.ports);
  }

 private:
  ReconfigurableShape shape_;
  Slice whole_;
  int split_steps_;
  std::int64_t pieces_;
  std::int64_t copies_;
  std::int64_t extras_;
};

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
  const auto parts = std::make_shared<const TwoPhase>(at, split_steps_of(at));
  const auto names =
      std::make_shared<const CliqueLabels>(at.shape(), numbering_of_rcp_two_phase(at));
  const TwoPhase& of = *parts;
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

PhaseCosts costs_broadcast_two_phase(const ReconfigurableCase& at, int split_steps) {
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
  return costs_broadcast_two_phase(at, split_steps_of(at));
}

int split_steps_of(const ReconfigurableCase& at) {
  if (at.split_steps) return *at.split_steps;
  int best = 0;
  std::optional<Cycles> fewest;
  for (int h = 0; h <= at.shape().whole_steps(); ++h) {
    const PhaseCosts costs = costs_broadcast_two_phase(at, h);
    const Cycles cycles = phase_by_phase(costs, at.link, at.policy.timing);
    if (!fewest || cycles < *fewest) {
      fewest = cycles;
      best = h;
    }
  }
  return best;
}

}  // namespace plexus

namespace plexus::reconfigurable {

namespace {

double split(const ReconfigurableCase& at) { return split_steps_of(at); }
double r_to(const ReconfigurableCase& at, double steps) { return std::pow(k(at) + 1, steps); }

/// (7): (h' + h) beta + (2/k ((k+1)^h' - 1) + h - h') L tau / (k+1)^h'.
double communication(const ReconfigurableCase& at) {
  const double pieces = r_to(at, split(at));
  return (split(at) + h(at)) * beta(at) +
         (2 / k(at) * (pieces - 1) + h(at) - split(at)) * L(at) * tau(at) / pieces;
}

/// (10): (h' + h) beta_r + ((N - 1) + h' N k/2) tau_r.
double setting(const ReconfigurableCase& at) {
  return (split(at) + h(at)) * beta_r(at) + (N(at) - 1 + split(at) * N(at) * k(at) / 2) * tau_r(at);
}

/// (11) and (12): h' = h.
double all_split(const ReconfigurableCase& at) {
  return 2 * (h(at) * beta(at) + (N(at) - 1) / (k(at) * N(at)) * L(at) * tau(at)) +
         2 * h(at) * beta_r(at) + (N(at) - 1 + h(at) * N(at) * k(at) / 2) * tau_r(at);
}

/// Every cut is even and every message fills its last cycle; otherwise lengths are rounded up.
Relation where_pieces_are_even(const ReconfigurableCase& at) {
  if (!at.shape().is_power()) return Relation::kApproximate;
  const std::int64_t pieces = at.shape().power(split_steps_of(at));
  const bool even = at.words.count() % pieces == 0;
  return equal_if(even && fills_cycles(at, at.words.count() / pieces));
}

/// Lambert's W: the w >= 0 with w e^w = x, for x >= 0.
double lambert_w(double x) {
  double w = std::log1p(x);
  for (int i = 0; i < 60; ++i) {
    const double power = std::exp(w);
    w -= (w * power - x) / (power * (w + 1));
  }
  return w;
}

/// (13) with B = beta, (14) with B = beta + beta_r + N k tau_r / 2: h' where the derivative of the
/// cost is zero.
double best_split(const ReconfigurableCase& at, double B) {
  const double log_r = std::log(k(at) + 1);
  const double exponent = k(at) * std::log(N(at)) + k(at) - 2 * log_r;
  const double w = lambert_w(std::exp(exponent / k(at)) * B / (L(at) * tau(at)));
  return (exponent - k(at) * w) / (k(at) * log_r);
}

const Statistic kEquation13{"best_split_steps_eq_13", "steps", "h'* by (13), never rounded"};
const Statistic kEquation14{"best_split_steps_eq_14", "steps", "h'* by (14), never rounded"};

void report(const ReconfigurableCase& at, const reconfigurable_machine& /*top*/,
            Statistics& statistics) {
  if (!at.split_steps) statistics.set(kChosenSplitSteps, split_steps_of(at));
  if (at.nodes == 1) return;
  statistics.set(kEquation13, best_split(at, beta(at)));
  statistics.set(kEquation14,
                 best_split(at, beta(at) + beta_r(at) + N(at) * k(at) * tau_r(at) / 2));
}

}  // namespace

Algorithm<ReconfigurableCase> broadcast_rcp_two_phase() {
  return playing(
      {.operation = "broadcast",
       .name = "rcp-two-phase",
       .summary = "cut down the tree, then put together in cliques of complementary nodes",
       .is_default = true,
       .parameters =
           joined({reconfigurable_parameters(),
                   {reconfigurable_root_parameter("node that has the message"),
                    clique_numbering_parameter(Numbering::kRadix), split_steps_parameter()}}),
       .prepare =
           [](ReconfigurableCase& at) {
             work_out(at, plan_broadcast_two_phase,
                      [](const ReconfigurableCase& of) { return costs_broadcast_two_phase(of); });
           },
       .data = broadcast_data,
       .equations = {{.label = "(7) + (10)",
                      .place = section("5.2.2"),
                      .formula =
                          [](const ReconfigurableCase& at) {
                            return at.nodes == 1 ? 0 : communication(at) + setting(at);
                          },
                      .relation = where_pieces_are_even},
                     {.label = "(11) + (12)",
                      .place = section("5.2.2"),
                      .formula = all_split,
                      .relation = where_pieces_are_even,
                      .applies =
                          [](const ReconfigurableCase& at) {
                            return at.nodes > 1 && at.shape().is_power() &&
                                   split_steps_of(at) == at.shape().steps();
                          }},
                     {.label = "(13)", .place = section("5.2.2")},
                     {.label = "(14)", .place = section("5.2.2")}},
       .lower_bound = broadcast_bound,
       .statistics = report,
       .declared = {kChosenSplitSteps, kEquation13, kEquation14}});
}

}  // namespace plexus::reconfigurable
