#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hw/optical/optical_figures.hpp"
#include "models/catalogue/algorithm.hpp"
#include "models/operations/permutation.hpp"
#include "models/operations/standard.hpp"
#include "models/pops/node.hpp"
#include "models/pops/optics.hpp"
#include "models/pops/shape.hpp"

namespace plexus {

class pops_machine;

/// Where data move on a square mesh: node (r, c) is processor rN + c.
enum class MeshDirection { kRight, kLeft, kDown, kUp };
inline constexpr std::array kDirections{"right", "left", "down", "up"};

/// One entry of a raw slot: a processor sends a message to some processors.
struct RawMessage {
  NodeId source = 0;
  std::vector<NodeId> receivers;  ///< in rising order
};

/// Who gets the datum of each processor; kNoNode where it has none to send.
using Image = std::vector<NodeId>;

/// Who sends when, and to whom: every processor at most once.
struct SendPlan {
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  explicit SendPlan(NodeId nodes = 0) : slot(nodes, kNever), to(nodes, kNoNode) {}
  void send(std::uint64_t in_slot, NodeId from, NodeId receiver) {
    slot[from] = in_slot;
    to[from] = receiver;
    slots = std::max(slots, in_slot + 1);
  }

  std::vector<std::uint64_t> slot;  ///< by processor
  std::vector<NodeId> to;           ///< likewise
  std::uint64_t slots = 0;          ///< in all
};

/// The parameters of one run, read once. What an operation does not take keeps its default.
struct PopsCase {
  using Module = pops_machine;
  using Node = pops_node;

  PopsShape shape;
  Words words{1};      ///< m: size of one datum
  OpticalRules rules;  ///< slot timing, multi_tx, multi_rx, drop
  Optics optics;
  bool in_vain = false;  ///< processors may get what they have: traffic

  NodeId source = 0;
  NodeId destination = 0;
  NodeId root = 0;
  NodeId bit = 0;  ///< of a hypercube move
  MeshDirection direction{};
  bool wrap = true;
  NodeId subgroup = 1;               ///< M of consecutive-sum and adjacent-sum
  std::vector<bool> active;          ///< of a hypercube move, by processor
  std::vector<NodeId> selected;      ///< in rising order: of concentrate and rank
  std::vector<NodeId> destinations;  ///< rising: of distribute and generalize
  std::int64_t first_destination = -1;
  std::vector<std::pair<NodeId, NodeId>> messages;  ///< of traffic: source, destination
  std::vector<std::vector<RawMessage>> transmissions;

  // Worked out for the run.
  Image image;                    ///< of a permutation or a move
  SendPlan plan;                  ///< of data that go straight, or of a fold
  std::vector<RelayStop> relays;  ///< of data that go by relays, by processor
  bool adjacent = false;          ///< windows go round the group: adjacent-sum

  [[nodiscard]] NodeId nodes() const { return shape.nodes(); }
  /// What the operation is of.
  [[nodiscard]] OperationFacts facts() const {
    return {.nodes = nodes(),
            .words = words,
            .root = root,
            .image = &image,
            .selected = &selected,
            .destinations = &destinations,
            .before_first = first_destination};
  }
  /// Who gets the datum of processor x, if it sends one.
  [[nodiscard]] std::optional<NodeId> target(NodeId x) const {
    return image[x] == kNoNode ? std::nullopt : std::optional{image[x]};
  }
  /// Cycles of one slot of `m` words.
  [[nodiscard]] Cycles slot(Words m) const { return rules.slot.hop(m); }
  [[nodiscard]] Cycles slot() const { return slot(words); }
  /// Words of a whole array of M data.
  [[nodiscard]] Words array() const { return subgroup * words; }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] PopsCase pops_case(const Values& values);

}  // namespace plexus

namespace plexus::pops {

// ---- Parameters ---------------------------------------------------------------------------------
/// d, g, words, startup, bandwidth, the `own` ones of an algorithm, and those of faults and optics.
[[nodiscard]] std::vector<Parameter> parameters(std::vector<Parameter> own = {});
/// Those of the machine itself: d, g and the optics.
[[nodiscard]] std::vector<Parameter> machine_parameters();

[[nodiscard]] std::vector<Parameter> ends_parameters();  ///< `source`, `destination`
[[nodiscard]] Parameter root_parameter();
[[nodiscard]] Parameter image_parameter(const std::string& fallback);  ///< `permutation`
[[nodiscard]] Parameter bit_parameter();
/// `active`: by default all, or one processor of each group.
[[nodiscard]] Parameter active_parameter(bool one_per_group = false);
[[nodiscard]] std::vector<Parameter> direction_parameters();  ///< `direction`, `wrap`
/// `subgroup`: M, which has to divide d in consecutive-sum.
[[nodiscard]] Parameter subgroup_parameter(bool divides);
[[nodiscard]] Parameter selected_parameter();
[[nodiscard]] Parameter destinations_parameter();
[[nodiscard]] Parameter first_destination_parameter();
[[nodiscard]] Parameter multi_tx_parameter();
[[nodiscard]] Parameter multi_rx_parameter();
[[nodiscard]] Parameter messages_parameter();
[[nodiscard]] Parameter transmissions_parameter();

// ---- What algorithms need -----------------------------------------------------------------------
/// What `prepare` refuses of sizes (`size`) and knobs (`feature`), in the name of an algorithm.
void require_powers_of_two(const PopsCase& at, const char* algorithm);
void require_d_up_to_g(const PopsCase& at, const char* algorithm);
void require_d_above_one(const PopsCase& at, const char* algorithm);
void require_knob(bool given, const char* option, const char* algorithm);
using Prepare = std::function<void(PopsCase&)>;
[[nodiscard]] Prepare needs_powers_of_two(const char* algorithm);

// ---- Costs --------------------------------------------------------------------------------------
/// So many slots of one datum as `count` says of the case or of its shape.
template <auto count>
[[nodiscard]] std::optional<Cycles> in_slots(const PopsCase& at) {
  if constexpr (std::is_invocable_v<decltype(count), const PopsShape&>) {
    return std::uint64_t{std::invoke(count, at.shape)} * at.slot();
  } else {
    return std::uint64_t{std::invoke(count, at)} * at.slot();
  }
}

/// Slots of the case's plan.
[[nodiscard]] inline std::uint64_t planned_slots(const PopsCase& at) { return at.plan.slots; }

template <Relation relation>
[[nodiscard]] Relation always(const PopsCase& /*at*/) {
  return relation;
}
inline constexpr auto equal_always = always<Relation::kEqual>;
inline constexpr auto at_most_always = always<Relation::kAtMost>;

/// A formula of the paper that counts slots of one datum: label, section, slots, how measured
/// cycles stand to it, and of which cases it speaks.
[[nodiscard]] Equation<PopsCase> slots_formula(std::string label, const std::string& section,
                                               std::function<double(const PopsCase&)> slots,
                                               Relation (*relation)(const PopsCase&) = equal_always,
                                               bool (*applies)(const PopsCase&) = nullptr);
/// Theorem 1: `moves` moves of a simulated network, each S(d, g) slots.
[[nodiscard]] Equation<PopsCase> simulated(std::string label, const std::string& section,
                                           double (*moves)(const PopsCase&),
                                           Relation (*relation)(const PopsCase&) = equal_always);
/// log n of them, along the bits of a hypercube.
[[nodiscard]] double hypercube_moves(const PopsCase& at);

/// Place of the paper's equations.
[[nodiscard]] inline std::string section(const std::string& section) {
  return "Sahni, section " + section;
}
/// ceil(d / g) as the paper's formulas have it.
[[nodiscard]] inline double passes(const PopsCase& at) {
  return static_cast<double>(at.shape.passes());
}
[[nodiscard]] inline double real(Cycles cycles) { return static_cast<double>(cycles.count()); }

}  // namespace plexus::pops
