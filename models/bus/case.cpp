#include "models/bus/case.hpp"

#include <algorithm>

#include "models/catalogue/field.hpp"
#include "models/ensemble/lower_bound.hpp"

namespace plexus {

BusCase bus_case(const Values& values) {
  BusCase at;
  fill<BusCase>(
      at, values,
      common_fields<BusCase>({{"nodes", &BusCase::nodes}, {"k_star", &BusCase::channels}}));
  return at;
}

std::vector<Parameter> bus_shape_parameters() {
  return {integer("nodes", 2, kMostNodes, 8, "processors on the bus", RefusalClass::kSize),
          k_star_parameter(
              1, [](const Values&) { return Json(1); },
              "channels: transactions that the bus carries at a time")};
}

RunParameters bus_parameters() { return {joined({bus_shape_parameters(), transfer_parameters()})}; }

Relation equal_if_filled(const BusCase& at, std::int64_t blocks) {
  return equal_if(paper_1986::bandwidth_divides(blocks * at.words, at.timing));
}

Cycles one_transaction(const BusCase& at) { return at.timing.hop(at.words); }

Cycles transactions_with_root(const BusCase& at) {
  return (at.nodes - 1) * at.timing.hop(at.words);
}

Cycles bus_bound_one(const BusCase& at) { return lower_bound(1, at.words, 1, at.timing); }

Cycles bus_bound_blocks(const BusCase& at) {
  return lower_bound(1, (at.nodes - 1) * at.words, 1, at.timing);
}

namespace {

/// `port`: words that a node writes and reads. `all`: those of all transactions, of which a channel
/// carries one at a time, between two nodes at least.
Cycles bus_bound(const BusCase& at, Words port, Words all) {
  const auto pairs = std::int64_t{std::min(at.channels, at.nodes / 2)};
  return std::max(lower_bound(1, port, 1, at.timing), lower_bound(1, all, pairs, at.timing));
}

}  // namespace

Cycles bus_bound_allgather(const BusCase& at) {
  return bus_bound(at, at.nodes * at.words, at.nodes * at.words);
}

Cycles bus_bound_alltoall(const BusCase& at) {
  return bus_bound(at, 2 * (at.nodes - 1) * at.words,
                   std::int64_t{at.nodes} * (at.nodes - 1) * at.words);
}

Cycles bus_bound_allreduce(const BusCase& at) {
  return bus_bound(at, 2 * at.words, at.nodes * at.words);
}

Cycles bus_bound_reduce_scatter(const BusCase& at) {
  return bus_bound(at, at.nodes * at.words, std::int64_t{at.nodes} * (at.nodes - 1) * at.words);
}

Program combine_in_turn(bus_node& self, const BusCase& at, Blocks wanted) {
  Reduction& data = *at.reduction;
  const Packet own = data.pack(self, data.every(0, 1));
  data.start_empty(self);
  for (NodeId turn = 0; turn < at.nodes; ++turn) {  // one after another
    Packet packet = own;
    if (turn == self.id()) {  // tells its vector
      co_await self.write(self.everybody_else(), own);
    } else {
      packet = co_await self.read();
    }
    data.combine(self, packet, Side::kRight, wanted);
  }
}

}  // namespace plexus
