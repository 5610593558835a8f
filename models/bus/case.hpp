#pragma once

#include <string>
#include <vector>

#include "hw/time/timing.hpp"
#include "hw/time/units.hpp"
#include "models/bus/module.hpp"
#include "models/catalogue/algorithm.hpp"
#include "models/ensemble/paper_1986.hpp"
#include "models/operations/reduction.hpp"
#include "models/operations/run_parameters.hpp"

namespace plexus {

/// The parameters of a run on a bus, read once. What an operation does not take keeps its default.
///
/// No equation of the paper has the k* of its own bus (E29): with one port per processor it helps
/// `pairwise` alone.
struct BusCase {
  using Module = bus_machine;
  using Node = bus_node;

  NodeId nodes = 2;
  NodeId channels = 1;
  Words words{1};  ///< of a block
  LinkTiming timing;
  NodeId root = 0;
  NodeId source = 0;
  NodeId destination = 0;
  Operator op = Operator::kSum;
  SharedReduction reduction;  ///< what is combined, and by how much: filled by the run

  /// k of the paper's equations.
  [[nodiscard]] double k() const { return nodes; }
};

/// Reads a case. Throws Refusal.
[[nodiscard]] BusCase bus_case(const Values& values);

// ---- Parameters of the bus's operations ---------------------------------------------------------
/// Those of the machine itself.
[[nodiscard]] std::vector<Parameter> bus_shape_parameters();
[[nodiscard]] RunParameters bus_parameters();

// ---- What several algorithms share --------------------------------------------------------------
/// `equal` where the words of each transaction fill its last cycle; they are `blocks` blocks.
[[nodiscard]] Relation equal_if_filled(const BusCase& at, std::int64_t blocks = 1);

/// c(w): one transaction.
[[nodiscard]] Cycles one_transaction(const BusCase& at);
/// (k - 1) c(w): one after another with the root.
[[nodiscard]] Cycles transactions_with_root(const BusCase& at);

// ---- Operations that combine --------------------------------------------------------------------
/// The nodes tell their vectors in turn; each combines, in that order, the chunks of `wanted`.
Program combine_in_turn(bus_node& self, const BusCase& at, Blocks wanted);

// ---- Lower bounds: what no algorithm can beat ---------------------------------------------------
/// Move and broadcast.
[[nodiscard]] Cycles bus_bound_one(const BusCase& at);
/// Scatter and gather: the root gives out, or takes in, k - 1 blocks.
[[nodiscard]] Cycles bus_bound_blocks(const BusCase& at);
/// The others: what the one port of a node writes and reads, and what the channels carry. What a
/// node alone holds is told by it.
[[nodiscard]] Cycles bus_bound_allgather(const BusCase& at);
[[nodiscard]] Cycles bus_bound_alltoall(const BusCase& at);
[[nodiscard]] Cycles bus_bound_allreduce(const BusCase& at);
[[nodiscard]] Cycles bus_bound_reduce_scatter(const BusCase& at);

}  // namespace plexus
