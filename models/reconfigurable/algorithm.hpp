#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/reconfigurable/case.hpp"
#include "models/reconfigurable/module.hpp"
#include "models/reconfigurable/parameters.hpp"
#include "models/reconfigurable/plan.hpp"

/// What the algorithms of the reconfigurable machine share: all of them play a plan.
namespace plexus::reconfigurable {

/// The source of what stands in a section, "5.1", as reports and lists name it.
[[nodiscard]] inline std::string section(const std::string& number) {
  return "Desprez, Ferreira and Tourancheau 1993, " + number;
}

// ---- Letters of the paper's equations -----------------------------------------------------------

[[nodiscard]] constexpr double real(std::int64_t count) { return static_cast<double>(count); }
/// beta: cycles to start a transfer, rendezvous included.
[[nodiscard]] inline double beta(const ReconfigurableCase& at) {
  return real((at.link.handshake + at.link.startup).count());
}
/// tau: cycles of a word.
[[nodiscard]] inline double tau(const ReconfigurableCase& at) {
  return real(at.link.cycles_per_word) / real(at.link.bandwidth.count());
}
[[nodiscard]] inline double beta_r(const ReconfigurableCase& at) {
  return real(at.policy.timing.fixed.count());
}
[[nodiscard]] inline double tau_r(const ReconfigurableCase& at) {
  return real(at.policy.timing.per_link.count());
}
[[nodiscard]] inline double N(const ReconfigurableCase& at) { return at.nodes; }
[[nodiscard]] inline double k(const ReconfigurableCase& at) { return real(at.shape().ports); }
[[nodiscard]] inline double L(const ReconfigurableCase& at) { return real(at.words.count()); }
/// h = log_(k+1) N, rounded up.
[[nodiscard]] inline double h(const ReconfigurableCase& at) { return at.shape().steps(); }

/// (1) and (2): setting the links of the RCP tree.
[[nodiscard]] inline double tree_setting(const ReconfigurableCase& at) {
  return h(at) * beta_r(at) + (N(at) - 1) * tau_r(at);
}
/// (15): setting the cliques of every digit.
[[nodiscard]] inline double clique_setting(const ReconfigurableCase& at) {
  return h(at) * (beta_r(at) + N(at) * k(at) / 2 * tau_r(at));
}

/// Do messages that are multiples of `words` fill the last cycle of their links?
[[nodiscard]] inline bool fills_cycles(const ReconfigurableCase& at, std::int64_t words) {
  return words * (at.link.cycles_per_word % at.link.bandwidth.count()) %
             at.link.bandwidth.count() ==
         0;
}
/// Where every message is whole blocks.
[[nodiscard]] inline Relation where_cycles_are_full(const ReconfigurableCase& at) {
  return equal_if(fills_cycles(at, at.words.count()));
}

// ---- Bounds -------------------------------------------------------------------------------------

/// Table 1: h steps at least, and `words` over all ports of one node; communication alone.
[[nodiscard]] std::optional<Cycles> table_1_bound(const ReconfigurableCase& at, Words words);
[[nodiscard]] std::optional<Cycles> broadcast_bound(const ReconfigurableCase& at);
/// Scatter, gather, allgather, alltoall: some node sends or gets N - 1 blocks.
[[nodiscard]] std::optional<Cycles> exchange_bound(const ReconfigurableCase& at);

// ---- Algorithms ---------------------------------------------------------------------------------

/// What an algorithm cannot do is refused (`size`) in a sentence.
void refuse_size(const std::string& sentence);

using PlanOf = std::function<Plan(const ReconfigurableCase&, Detail)>;

/// Works out what a case does: refuses (`size`) first what this computer has no room for.
void work_out(ReconfigurableCase& at, const PlanOf& plan);
/// The same of a plan whose links and messages are counted once it is there.
void take(ReconfigurableCase& at, Plan plan);

/// The same as an algorithm prepares a case; what `misfit` says does not fit is refused (`size`).
template <auto plan, auto misfit = nullptr>
void plan_with(ReconfigurableCase& at) {
  if constexpr (!std::is_null_pointer_v<decltype(misfit)>) {
    if (const auto reason = misfit(at)) refuse_size(*reason);
  }
  if constexpr (std::is_invocable_v<decltype(plan), ReconfigurableCase&, Detail>) {
    work_out(at, plan);
  } else {
    take(at, plan(at));
  }
}

/// What the nodes of every algorithm run: the plan.
[[nodiscard]] NodeProgram<crossbar_node> play_plan(const ReconfigurableCase& at,
                                                   reconfigurable_machine& top);
/// Our own count, which holds to the cycle, for whoever sets the links.
[[nodiscard]] std::optional<Cycles> exact_count(const ReconfigurableCase& at);
/// Where blocks move, nobody keeps one that it has given away.
[[nodiscard]] std::optional<std::string> nothing_left_behind(const ReconfigurableCase& at,
                                                             const Operation& data,
                                                             const reconfigurable_machine& top);

/// Figures of what was chosen.
inline const Statistic kChosenAlgorithm{"chosen_algorithm", "", "the algorithm that `auto` took"};
inline const Statistic kChosenSplitSteps{"chosen_split_steps", "steps",
                                         "h' with the fewest cycles by model (a)"};

// ---- Which nodes and ports an exchange fits -----------------------------------------------------
// Nothing, or what it needs in words.

[[nodiscard]] std::optional<std::string> misfit_clique(const ReconfigurableCase& at);
[[nodiscard]] std::optional<std::string> misfit_circulant(const ReconfigurableCase& at);
[[nodiscard]] std::optional<std::string> misfit_flip(const ReconfigurableCase& at);

}  // namespace plexus::reconfigurable
