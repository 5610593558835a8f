#pragma once

#include <vector>

#include "hw/bus/memory_banks.hpp"
#include "hw/bus/memory_port.hpp"
#include "hw/time/timing.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/machine/machine.hpp"
#include "models/shared-memory/shape.hpp"

namespace plexus {

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
