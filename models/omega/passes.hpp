#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/omega/networks.hpp"

namespace plexus {

/// One message of a communication step: `words` (>= 1) from `source` to `destination`.
struct SwitchMessage {
  NodeId source = 0;
  NodeId destination = 0;
  Words words{1};
  std::int64_t packet = 0;  ///< of a pipelined message, from 0; else 0

  [[nodiscard]] SwitchRoute route() const { return {source, destination}; }

  friend bool operator==(const SwitchMessage&, const SwitchMessage&) = default;
  friend std::ostream& operator<<(std::ostream& out, const SwitchMessage& message) {
    return out << message.route() << " (" << message.words << ")";
  }
};

/// Messages that cross the switch at the same time; no two of them share a link.
using SwitchPass = std::vector<SwitchMessage>;

/// Two messages that want the same output of one element.
struct Collision {
  std::uint32_t stage = 0;
  std::uint32_t element = 0;  ///< of that stage, counted from the top
  std::uint32_t link = 0;     ///< behind the stage's wires (data manipulator: the node reached)
  SwitchRoute a;              ///< the one with the smaller source
  SwitchRoute b;

  friend bool operator==(const Collision&, const Collision&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Collision& collision) {
    return out << collision.a << " and " << collision.b << " meet in element " << collision.element
               << " of stage " << collision.stage;
  }
};

/// Cuts a step into passes by first fit (5.3): messages in rising source order; each joins the
/// first pass in which none of its links is taken, or opens a new one. The sources may come in any
/// order. A source or a destination that occurs twice counts as a taken link, so any list of
/// messages can be cut. Ends in O(messages x stages x passes).
[[nodiscard]] std::vector<SwitchPass> first_fit(const NetworkShape& network,
                                                std::span<const SwitchMessage> messages);
/// The same for routes alone: how many passes a (partial) map needs by first fit; 0 for none.
[[nodiscard]] std::int64_t passes_needed(const NetworkShape& network,
                                         std::span<const SwitchRoute> routes);
/// Number of the pass that first fit gives to each route, in the order of `routes`, which must be
/// that of rising sources.
[[nodiscard]] std::vector<std::uint32_t> first_fit_numbers(const NetworkShape& network,
                                                           std::span<const SwitchRoute> routes);

/// Do all routes cross in one pass?
[[nodiscard]] bool passes_at_once(const NetworkShape& network, std::span<const SwitchRoute> routes);

/// Largest number of messages over one link, sources' and destinations' links included: a lower
/// bound for the passes of any schedule; 0 without messages.
[[nodiscard]] std::int64_t max_link_load(const NetworkShape& network,
                                         std::span<const SwitchRoute> routes);
/// Messages over every link: [stage][label] of 5.1. Benes: only its last stage, the destinations.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> link_loads(
    const NetworkShape& network, std::span<const SwitchRoute> routes);

/// Every pair of messages that cannot share a pass, once, in the element where they meet first;
/// by stage, then element, then pair; the first `most` of them.
[[nodiscard]] std::vector<Collision> collisions(const NetworkShape& network,
                                                std::span<const SwitchRoute> routes,
                                                std::size_t most = ~std::size_t{0});
/// How many there are, without naming them.
[[nodiscard]] std::vector<std::uint64_t> collisions_per_stage(const NetworkShape& network,
                                                              std::span<const SwitchRoute> routes);

/// Largest number of ports for which permutations are counted one by one.
inline constexpr NodeId kMostCountedPorts = 10;
/// How many of the k! permutations pass at once, by trying all of them (a search over the sources
/// that gives up at the first taken link). Throws Refusal (size) for k > kMostCountedPorts.
[[nodiscard]] std::uint64_t count_passing_permutations(const NetworkShape& network);

/// Length of the longest message of a pass; 0 without messages.
[[nodiscard]] Words longest(std::span<const SwitchMessage> pass);
/// Cycles of one pass: startup + ceil(m / bandwidth), m its longest message (2.7).
[[nodiscard]] inline Cycles pass_cycles(std::span<const SwitchMessage> pass, LinkTiming timing) {
  return timing.hop(longest(pass));
}

}  // namespace plexus
