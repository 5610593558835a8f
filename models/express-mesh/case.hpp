#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/data/operand.hpp"
#include "hw/time/timing.hpp"
#include "models/catalogue/values.hpp"
#include "models/express-mesh/placement.hpp"
#include "models/express-mesh/shape.hpp"
#include "models/express-mesh/stages.hpp"
#include "models/express-mesh/steps.hpp"

namespace plexus {

class express_mesh;
struct ExpressMeshRules;
enum class BusLayout : std::uint8_t;

/// The parameters of one run on an express mesh, read once (specification, section 1.5).
struct ExpressMeshCase {
  using Module = express_mesh;
  using Node = alu_node;

  Values given;  ///< what the command line says, until `read` has read it
  ExpressMeshShape mesh;
  Words words{1};
  LinkTiming timing;
  HopCosts costs;
  bool forward = true;  ///< relays forward; otherwise each node merges on the way
  Operator op = Operator::kMat2;
  Placement placement = Placement::kRowMajor;
  std::uint64_t seed = 0;
  std::int64_t values = 0;     ///< N of `blocked`
  std::int64_t op_cycles = 1;  ///< one local combination in `blocked`
  std::int64_t block = 1;      ///< s of the bus baselines
  std::int64_t group = 2;
  std::int64_t group2 = 1;
  std::int64_t group3 = 0;
  bool suffix = false;       ///< direction of a line scan
  std::int64_t one_in = 1;   ///< a bit is 1 if the hash is a multiple of it
  std::int64_t modulus = 1;  ///< of the values of `median`
  std::int64_t rank = 1;     ///< k of `median`
  bool everywhere = false;   ///< the result goes to all nodes
  std::int64_t ports = 1;    ///< sends, and receives, that a node may have at a time
  bool full_duplex = false;  ///< links carry packets both ways at once
  bool chosen = false;       ///< lengths came from a search
  BusLayout buses{};         ///< besides the mesh
  /// Parts with twins that the run has besides those of all machines.
  std::vector<std::string> parts;

  /// `values` as a run of `rules` reads them. Throws Refusal where they do not fit together.
  static ExpressMeshCase read(const Values& values, const ExpressMeshRules& rules);

  /// The dimension along which an algorithm in two dimensions combines first: rows are lines of
  /// dimension 1, unless the placement exchanges rows and columns.
  [[nodiscard]] unsigned first_dimension() const { return exchanged(placement) ? 0 : 1; }
  [[nodiscard]] unsigned second_dimension() const { return 1 - first_dimension(); }
  /// The lines of both in two dimensions.
  [[nodiscard]] ExpressLine first_line() const { return mesh.line(first_dimension()); }
  [[nodiscard]] ExpressLine second_line() const { return mesh.line(second_dimension()); }
  /// Index of the value that a node of the grid holds at first.
  [[nodiscard]] std::uint64_t index_of(NodeId node) const {
    return value_index(placement, mesh.sides, node, submeshes);
  }
  /// That value.
  [[nodiscard]] Operand operand_at(NodeId node) const {
    return operand_of(op, index_of(node), seed);
  }
  [[nodiscard]] bool bit_at(NodeId node) const {
    return express_hash(node, seed) % static_cast<std::uint64_t>(one_in) == 0;
  }

  std::vector<SubmeshSize> submeshes;  ///< of the placement, largest first
  std::vector<Stage> stages;           ///< phases of a reduction that is nothing but stages
};

/// Which buses a machine has besides its mesh (section 5).
enum class BusLayout : std::uint8_t {
  kNone,
  kGlobal,     ///< one on all nodes
  kRowColumn,  ///< one for every row and column
  kSeparable,  ///< separable ones for rows and columns 0, s, 2s, ..
  kHierarchy   ///< level k joins the nodes at multiples of g^k in blocks of g^(k+1)
};

/// Which levels of express links an algorithm uses.
enum class Levels : std::uint8_t { kNone, kOne, kMany };

/// What an algorithm asks of its parameters, and which of them it has.
struct ExpressMeshRules {
  using StepsOf = Steps (*)(const ExpressMeshCase&);

  ExpressLayout layout = ExpressLayout::kLines;
  unsigned dimensions = 2;  ///< 0: any number
  Levels levels = Levels::kOne;
  std::int64_t shortest = 2;                ///< length
  std::vector<std::int64_t> sides{16, 16};  ///< by default
  /// Placement that a non-commutative operator needs; none: the algorithm is for others only.
  std::optional<Placement> placement = Placement::kRowMajor;
  /// Placement with rows and columns exchanged, where the algorithm has such a form.
  std::optional<Placement> exchanged;
  bool reduces = false;                ///< has `op` and `placement`
  bool scans = false;                  ///< has `op`
  bool relays = false;                 ///< has `relay`
  bool combines = false;               ///< `relay` is `combine` by default
  BusLayout buses = BusLayout::kNone;  ///< with some: `bus_extra`
  bool has_blocks = false;             ///< submeshes are block x block
  bool submeshes_if_blocks = false;    ///< and needed where a block has more than one node
  bool runs = true;                    ///< moves packets: has costs and data
  bool ends_are_terminals = false;     ///< a line has 1 node modulo its length
  bool two_ways = false;               ///< packets pass each other on links, nodes have two ports
  bool same_levels = false;            ///< both dimensions need the same number of levels
  bool separate = true;                ///< cycles are a sum over the dimensions
  StepsOf steps = nullptr;             ///< for `--lengths best`
  /// The phases of a reduction that is nothing but stages.
  std::vector<Stage> (*stages)(const ExpressMeshCase&) = nullptr;
  /// Parts with twins that the algorithm has besides links and guards: `em_node1`, ...
  std::vector<std::string> parts;
  /// Further parameters of the algorithm's own.
  std::vector<Parameter> (*own)() = nullptr;
  /// Checks what depends on several parameters. Throws Refusal.
  void (*check)(const ExpressMeshCase&) = nullptr;
};

/// The parameters that an algorithm of these rules takes, in the order of the specification.
[[nodiscard]] std::vector<Parameter> parameters_of(const ExpressMeshRules& rules);

// ---- parameters of single algorithms ---------------------------------------------------------
[[nodiscard]] std::vector<Parameter> blocked_parameters();
[[nodiscard]] std::vector<Parameter> dual_parameters();
[[nodiscard]] std::vector<Parameter> bits_parameters();  ///< one_in
[[nodiscard]] Parameter place_parameter();
[[nodiscard]] std::vector<Parameter> median_parameters();  ///< modulus, rank, place
[[nodiscard]] std::vector<Parameter> block_parameters();
[[nodiscard]] std::vector<Parameter> separable_bus_parameters();
[[nodiscard]] std::vector<Parameter> block_and_group_parameters();
[[nodiscard]] std::vector<Parameter> group_parameters();
[[nodiscard]] std::vector<Parameter> row_column_bus_parameters();

}  // namespace plexus
