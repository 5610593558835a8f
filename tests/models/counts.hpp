#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/catalogue/algorithm.hpp"
#include "models/ensemble/equations.hpp"

/// What an algorithm says of a case, without a catalogue and without a kernel:
/// `count<torus::broadcast_tree>(at)`.
namespace plexus {

/// The algorithm's value, made once.
template <auto make>
const auto& described() {
  static const auto algorithm = make();
  return algorithm;
}

/// The case as the algorithm completes it. Throws Refusal.
template <auto make, typename Case>
Case prepared(Case at) {
  if (described<make>().prepare) described<make>().prepare(at);
  return at;
}

/// Its exact count.
template <auto make, typename Case>
Cycles count(Case at) {
  return described<make>().exact(prepared<make>(std::move(at))).value();
}

/// Its equations as they stand under the paper's own port rule, and the exact count.
template <auto make, typename Case>
std::vector<Prediction> predictions(Case given) {
  const Case at = prepared<make>(std::move(given));
  std::vector<Prediction> all;
  for (const Equation<Case>& equation : described<make>().equations) {
    if (!equation.formula || (equation.applies && !equation.applies(at))) continue;
    all.push_back({equation.label + equation.form, equation.place, equation.formula(at),
                   equation.relation ? equation.relation(at) : Relation::kApproximate});
  }
  all.push_back(exact(described<make>().exact(at).value()));
  return all;
}

/// The packets that it chooses.
template <auto make, typename Case>
std::int64_t packets(Case at, paper_1986::PacketWish wish) {
  at.packet_wish = wish;
  return prepared<make>(std::move(at)).packets;
}
template <auto make, typename Case>
std::int64_t best_packets(Case at) {
  return packets<make>(std::move(at), paper_1986::PacketRule::kOptimal);
}
template <auto make, typename Case>
std::int64_t formula_packets(Case at) {
  return packets<make>(std::move(at), paper_1986::PacketRule::kFormula);
}

}  // namespace plexus
