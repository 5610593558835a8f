#include <cmath>

#include "models/reconfigurable/algorithm.hpp"
#include "models/reconfigurable/plan.hpp"

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

double printed_two_phase(const ReconfigurableCase& at) {
  return at.nodes == 1 ? 0 : communication(at) + setting(at);
}

bool splits_all(const ReconfigurableCase& at) {
  return at.nodes > 1 && at.shape().is_power() && split_steps_of(at) == at.shape().steps();
}

}  // namespace

Algorithm<ReconfigurableCase> broadcast_rcp_two_phase() {
  return {
      .operation = "broadcast",
      .name = "rcp-two-phase",
      .summary = "cut down the tree, then put together in cliques of complementary nodes",
      .is_default = true,
      .parameters =
          joined({reconfigurable_parameters(),
                  {reconfigurable_root_parameter("node that has the message"),
                   clique_numbering_parameter(Numbering::kRadix), split_steps_parameter()}}),
      .prepare = plan_with<plan_broadcast_two_phase>,
      .programs = play_plan,
      .equations = {{"(7) + (10)", section("5.2.2"), printed_two_phase, where_pieces_are_even},
                    {"(11) + (12)", section("5.2.2"), all_split, where_pieces_are_even, splits_all},
                    {"(13)", section("5.2.2")},
                    {"(14)", section("5.2.2")}},
      .exact = exact_count,
      .statistics = report,
      .declared = {kChosenSplitSteps, kEquation13, kEquation14}};
}

}  // namespace plexus::reconfigurable
