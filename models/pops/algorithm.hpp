#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/node/program.hpp"
#include "models/catalogue/prediction.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/pops/case.hpp"
#include "models/pops/data.hpp"
#include "models/pops/node.hpp"

namespace plexus {

/// Further parameters that an algorithm takes.
enum class PopsKnob {
  kEnds,              ///< source, destination
  kRoot,              ///< root
  kPermutation,       ///< permutation
  kIntragroup,        ///< permutation, by default one that keeps its groups
  kBit,               ///< bit
  kActive,            ///< active
  kOnePerGroup,       ///< active, by default one processor of each group
  kDirection,         ///< direction, wrap
  kSubgroup,          ///< subgroup
  kSelected,          ///< selected
  kDestinations,      ///< destinations
  kFirstDestination,  ///< first_destination
  kMultiTx,           ///< multi_tx
  kMultiRx,           ///< multi_rx
  kMessages,          ///< messages
  kTransmissions,     ///< transmissions
};

/// A formula of the paper that counts slots; in cycles it is that many slots of the algorithm's
/// length.
struct PopsEquation {
  const char* label;  ///< "Theorem 1", "3.1"
  const char* place;  ///< section
  /// Cycles for a run; nothing where the formula says nothing of it.
  std::function<std::optional<double>(const PopsCase&)> cycles;
  std::function<Relation(const PopsCase&)> relation;
};

/// One algorithm of a POPS: all that is said of it.
struct PopsAlgorithm {
  const char* operation;
  const char* name;
  const char* summary;
  std::vector<PopsKnob> knobs;
  /// Refuses sizes and knobs with which it does not run. May be empty.
  std::function<void(const PopsCase&)> require;
  /// What processors must have at the end.
  std::function<std::unique_ptr<pops_data>(const PopsCase&)> data;
  /// Makes the schedule, if there is one, and gives the program of each processor.
  std::function<std::function<Program(pops_node&)>(const PopsCase&)> programs;
  std::vector<PopsEquation> equations;
  /// Our count. Null where only a simulation can tell.
  std::function<Cycles(const PopsCase&)> exact;
  /// Fewer cycles are impossible; nothing where no bound is known. May be empty.
  std::function<std::optional<Cycles>(const PopsCase&)> lower_bound;
  /// Figures beside those of the machine, and how they are listed. May be empty.
  std::function<void(const PopsCase&, const pops_machine&, Statistics&)> statistics = {};
  std::vector<Statistic> declared = {};
  std::vector<std::string> blocks = {};  ///< parts with twins beside those of all algorithms
};

// ---- what formulas share
// -------------------------------------------------------------------------

/// log2 x, which is no whole number where x is no power of two.
inline double real_log(double x) { return std::log2(x); }
/// `slots` slots of m words, m the size of one datum.
inline Cycles slots_of(const PopsCase& at, std::uint64_t slots) { return slots * at.slot(); }
inline double real_slots_of(const PopsCase& at, double slots) {
  return slots * static_cast<double>(at.slot().count());
}
/// ceil(d / g) as the paper's formulas have it.
inline double passes(const PopsCase& at) { return static_cast<double>(at.shape.passes()); }

/// A formula that counts slots of m words.
inline PopsEquation counted(const char* label, const char* place,
                            std::function<double(const PopsCase&)> slots,
                            std::function<Relation(const PopsCase&)> relation) {
  return {label, place,
          [slots = std::move(slots)](const PopsCase& at) -> std::optional<double> {
            return real_slots_of(at, slots(at));
          },
          std::move(relation)};
}

/// 2 ceil(d/g) slots of a two-slot route for d > 1.
PopsEquation two_hop_passes(const char* label, const char* place);
/// The moves of a whole hypercube algorithm, one for each bit, and our count of them.
PopsEquation simulated_hypercube(const char* label, const char* place);
Cycles simulated_hypercube_cycles(const PopsCase& at);

inline Relation equal_always(const PopsCase& /*at*/) { return Relation::kEqual; }
inline Relation at_most_always(const PopsCase& /*at*/) { return Relation::kAtMost; }
inline Relation approximate_always(const PopsCase& /*at*/) { return Relation::kApproximate; }

// ---- what refusals share
// ---------------------------------------------------------------------------

/// Refuses (`size`) d or g that are no powers of two.
void require_powers_of_two(const PopsCase& at, const std::string& algorithm);
/// Refuses (`size`) d > g.
void require_d_up_to_g(const PopsCase& at, const std::string& algorithm);
/// Refuses (`size`) d = 1.
void require_d_above_one(const PopsCase& at, const std::string& algorithm);
/// Refuses (`feature`) a run without the knob `option`.
void require_knob(bool given, const std::string& option, const std::string& algorithm);

// ---- the lists of the operations, in the order of the documentation
// ----------------------------------

extern const PopsAlgorithm kMoveDirect, kBroadcastOneSlot, kBroadcastHypercube, kScatterDirect,
    kScatterMultiTx, kGatherDirect, kGatherMultiRx, kAllgatherSequential, kAllgatherOverlapped,
    kAllgatherMultiReceive, kAlltoallDirect, kAlltoallMultiPort, kPermutationTwoHop,
    kPermutationDirect, kPermutationIntragroup, kHypercubeMoveTheorem1, kHypercubeMoveTranspose,
    kHypercubeMoveSingleActive, kHypercubeMoveDirect, kHypercubeMoveIntragroup, kMeshMoveTheorem2,
    kMeshMovePermutation, kMeshMoveDirect, kRingMoveEmbedded, kReduceFold, kReduceHalving,
    kReduceGroupFirst, kReduceHypercube, kReduceHypercubeAdaptive, kReduceMesh, kReduceFoldPrinted,
    kScanThreeStep, kScanChunked, kScanSequential, kScanHypercube, kRankThreeStep, kRankChunked,
    kRankSequential, kRankHypercube, kConsecutiveArrayBroadcast, kConsecutiveElementSend,
    kConsecutiveToken, kConsecutiveTokenFused, kConsecutiveDirect, kConsecutiveHypercube,
    kAdjacentArrayBroadcast, kAdjacentDirect, kAdjacentElementSend, kAdjacentShift,
    kAdjacentHypercube, kAdjacentHypercubePaired, kConcentrateTwoHop, kConcentrateHypercube,
    kConcentratePrinted, kDistributeTwoHop, kDistributeHypercube, kGeneralizeTwoHop,
    kGeneralizeHypercube, kGeneralizePrinted, kTrafficArbitrated, kRawRaw;

}  // namespace plexus
