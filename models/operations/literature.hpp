#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/catalogue/prediction.hpp"
#include "models/ensemble/paper_1986.hpp"

/// The cost formulas by which today's collectives are compared: Thakur, Rabenseifner and Gropp,
/// "Optimization of Collective Communication Operations in MPICH", Int. J. High Performance
/// Computing Applications 19(1), 2005; p processes, n words, alpha a start-up, beta a word. A
/// channel carries both directions at once there, and what is computed (gamma) takes no time here.
namespace plexus::mpich_2005 {

[[nodiscard]] inline std::string section(const std::string& name) {
  return "Thakur, Rabenseifner and Gropp 2005, " + name;
}

[[nodiscard]] constexpr double alpha(LinkTiming link) { return paper_1986::tau(link); }
[[nodiscard]] constexpr double beta(LinkTiming link) { return 1 / paper_1986::b(link); }
/// ceil(lg p).
[[nodiscard]] constexpr double rounds(std::uint64_t p) {
  return p <= 1 ? 0 : static_cast<double>(std::bit_width(p - 1));
}
/// (p - 1)/p.
[[nodiscard]] constexpr double all_but_own(double p) { return (p - 1) / p; }

/// Does nothing have to be rounded when n words are cut in p equal parts?
[[nodiscard]] constexpr bool undivided(std::int64_t p, Words n, LinkTiming link) {
  return paper_1986::packets_divide(n, p, link);
}

/// How a formula that counts p parts of n words stands to a run, `relation` where there are as many
/// words as parts: parts without words are not sent, and the formula counts their messages.
[[nodiscard]] constexpr Relation in_parts(std::int64_t p, Words n, Relation relation) {
  return n.count() < p ? Relation::kApproximate : relation;
}

}  // namespace plexus::mpich_2005
