#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/bus/memory_banks.hpp"
#include "hw/node/node.hpp"
#include "hw/time/timing.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/machine/machine.hpp"
#include "models/shared-memory/shape.hpp"

namespace plexus {

/// A node with a port to the global memory.
class memory_node final : public plexus::node {
 public:
  using Context = NodeContext;

  sc_core::sc_port<memory_if> accesses{"accesses"};

  memory_node(sc_core::sc_module_name name, NodeId id, const NodeContext& context)
      : plexus::node{name, id, context} {}

  // See the memory; `first`: number of the chunk with which the access begins.
  [[nodiscard]] MemoryAccess write(Packet packet, std::uint64_t first = 0) {
    return {*accesses.operator->(), *this, std::move(packet), true, first};
  }
  [[nodiscard]] MemoryAccess read(const Blocks& blocks, std::uint64_t first = 0) {
    return MemoryAccess::read(*accesses.operator->(), *this, blocks, first);
  }
};

/// Processors around a global memory, through which alone they exchange words (the 1986 paper,
/// section 2(B)).
class shared_memory_machine final : public machine_of<memory_node> {
 public:
  /// `layout`: where an operation's data lie; ideal without banks.
  shared_memory_machine(sc_core::sc_module_name name, const SharedMemoryShape& shape,
                        const BankLayout& layout, BlockSpace space, LinkTiming timing,
                        const ConstructionOrder& order = {});

  memory_banks memory;

  [[nodiscard]] bool busy() const override { return memory.figures().active > 0; }
  [[nodiscard]] Cycles completed() const override { return memory.figures().last_end; }
  void listen(trace_sink_if& sink) override;
  void report(Cycles cycles, Statistics& statistics) const override;
  /// The figures that `report` adds; those of banks only where there are some.
  [[nodiscard]] static std::vector<Statistic> statistics();
  [[nodiscard]] Layout layout() const override {
    SharedMemoryShape shape;
    shape.nodes = size();
    shape.banks = memory.banks();
    return plexus::layout(shape);
  }
};

}  // namespace plexus
