#include "models/shared-memory/case.hpp"

namespace plexus::shared_memory {

namespace {

/// Block c < k is the result of chunk c, block k + o k + d what node o has for chunk d.
BlockId operand_block(const SharedMemoryCase& at, NodeId origin, NodeId chunk) {
  return at.shape.nodes + alltoall_block(at.shape.nodes, origin, chunk);
}

Operation data_reduce_scatter_write_read(const SharedMemoryCase& at) {
  Operation operation = at.reduction->reduce_scatter();
  const std::uint64_t k = at.shape.nodes;
  operation.space.blocks = k + k * k;
  operation.before = [k](NodeId v) { return std::vector<Interval>{{k + v * k, k}}; };
  return operation;
}

/// All write their vectors, each reads its chunk of all of them and combines them in the order of
/// the nodes.
Program write_read_reduce_scatter_write_read(memory_node& self, const SharedMemoryCase& at) {
  lay_down(self, at);
  const std::uint64_t first = at.first_chunk(self.id(), at.block_chunks());
  const Interval row{operand_block(at, self.id(), 0), at.shape.nodes};
  co_await self.write(self.pack(Blocks{row, self.whole()}), first);
  co_await self.step();
  BlockList column;
  for (NodeId origin = 0; origin < at.shape.nodes; ++origin) {
    column.add(operand_block(at, origin, self.id()));
  }
  co_await self.read(column.blocks(self.whole()), first);
  combine_all(self, at, at.reduction->some({self.id(), 1}));
}

/// 2 R c(k w).
Cycles exact_reduce_scatter_write_read(const SharedMemoryCase& at) {
  return 2 * at.shape.rounds() * at.access(at.all());
}

}  // namespace

Algorithm<SharedMemoryCase> reduce_scatter_write_read() {
  return {.operation = "reduce-scatter",
          .name = "write-read",
          .summary = "all write their vectors, then each reads and combines its chunk",
          .is_default = true,
          .parameters = ordered_parameters().with_op(OperandOrder::kKept),
          .prepare = [](SharedMemoryCase& at) { share_vector(at, at.all(), at.shape.nodes); },
          .data = data_reduce_scatter_write_read,
          .program = write_read_reduce_scatter_write_read,
          .exact = of_ideal_memory<exact_reduce_scatter_write_read>,
          .statistics = report_op,
          .declared = {kOp}};
}

}  // namespace plexus::shared_memory
