#include "models/shared-memory/case.hpp"

namespace plexus::shared_memory {

namespace {

/// Block 0 is the result, block 1 + v the vector of node v.
Operation data_allreduce_write_read(const SharedMemoryCase& at) {
  Operation operation = at.reduction->allreduce();
  operation.space.blocks = 1 + at.shape.nodes;
  operation.before = [](NodeId v) { return std::vector<Interval>{{1 + v, 1}}; };
  return operation;
}

/// All write their vectors, all read all of them and combine them in the order of the nodes.
Program write_read_allreduce_write_read(memory_node& self, const SharedMemoryCase& at) {
  lay_down(self, at);
  co_await self.write(self.pack(1 + self.id()));
  co_await self.step();
  co_await self.read(Blocks{Interval{1, at.shape.nodes}, self.whole()},
                     at.first_chunk(self.id(), at.block_chunks()));
  combine_all(self, at, at.reduction->some({0, 1}));
}

/// R (c(w) + c(k w)).
Cycles exact_allreduce_write_read(const SharedMemoryCase& at) {
  return at.shape.rounds() * (at.access(at.words) + at.access(at.all()));
}

}  // namespace

Algorithm<SharedMemoryCase> allreduce_write_read() {
  return {.operation = "allreduce",
          .name = "write-read",
          .summary = "all write their vectors, then all read and combine all of them",
          .is_default = true,
          .parameters = ordered_parameters().with_op(OperandOrder::kKept),
          .prepare = [](SharedMemoryCase& at) { share_vector(at, at.words, 1); },
          .data = data_allreduce_write_read,
          .program = write_read_allreduce_write_read,
          .exact = of_ideal_memory<exact_allreduce_write_read>,
          .statistics = report_op,
          .declared = {kOp}};
}

}  // namespace plexus::shared_memory
