#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hw/barrier.hpp"
#include "hw/link.hpp"
#include "hw/port_rule.hpp"
#include "hw/processor.hpp"
#include "hw/timing.hpp"
#include "models/machine.hpp"

namespace plexus {

/// One channel of a node as the other end sees it.
struct ChannelEnd {
  NodeId node = 0;
  unsigned channel = 0;
};

/// Which nodes are joined by point-to-point links: all that a direct machine is built from. A
/// topology's shape offers it as `wiring()`.
struct DirectWiring {
  NodeId nodes = 0;
  unsigned channels = 0;  ///< of each node, numbered from 0
  unsigned channels_per_dimension = 1;  ///< neighbouring numbers belong to one dimension
  /// The other end of a channel; nothing where no link leaves (the edge of a mesh).
  std::function<std::optional<ChannelEnd>(NodeId, unsigned channel)> neighbour;
};

/// Figures of the specification's section 1.4 over links of two directions.
struct ChannelFigures {
  std::uint64_t links = 0;       ///< that exist
  std::uint64_t links_used = 0;  ///< that carried something
  Cycles max_link_busy{0};       ///< busy cycles of the busiest link
  Cycles busy{0};                ///< busy cycles of all links
};

/// Processors joined by point-to-point links, two directions each: the hardware of ring, torus and
/// hypercube.
class direct_machine final : public machine {
 public:
  direct_machine(sc_core::sc_module_name name, const DirectWiring& wiring, BlockSpace space,
                 LinkTiming timing, PortRule rule, const ConstructionOrder& order = {});

  link_bank links;

  [[nodiscard]] bool busy() const override { return links.figures().active > 0; }
  [[nodiscard]] Cycles completed() const override { return links.figures().last_end; }
  void listen(trace_sink_if& sink) override;

  /// Figures over the links, both directions of a link taken together.
  [[nodiscard]] ChannelFigures channel_figures() const;

 private:
  std::vector<std::uint32_t> reverse_;  ///< by link: the one of the other direction
};

}  // namespace plexus
