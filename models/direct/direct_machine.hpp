#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/link/link.hpp"
#include "hw/node/processor.hpp"
#include "hw/node/relay_node.hpp"
#include "hw/rule/port_rule.hpp"
#include "hw/time/timing.hpp"
#include "models/catalogue/statistics.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/machine/machine.hpp"

namespace plexus {

/// Figures over links of two directions.
struct ChannelFigures {
  std::uint64_t links = 0;       ///< that exist
  std::uint64_t links_used = 0;  ///< that carried something
  Cycles max_link_busy{0};       ///< busy cycles of the busiest link
  Cycles busy{0};                ///< busy cycles of all links
};

/// The links of one dimension.
struct DimensionFigures {
  std::uint64_t links = 0;  ///< that exist
  Cycles busy{0};           ///< their busy cycles
};

/// Processors joined by point-to-point links, two directions each: the hardware of ring, torus and
/// hypercube.
class direct_machine : public machine_of<processor> {
 public:
  direct_machine(sc_core::sc_module_name name, const DirectWiring& wiring, BlockSpace space,
                 LinkTiming timing, PortRule rule, const ConstructionOrder& order = {});

  link_bank links;
  node_relays relays;

  [[nodiscard]] bool busy() const override { return links.figures().active > 0; }
  [[nodiscard]] Cycles completed() const override { return links.figures().last_end; }
  void listen(trace_sink_if& sink) override;
  /// transfers, word_hops, links_used, max_link_busy, peak_active, utilisation,
  /// link_idle_histogram and, with several dimensions, dimension_utilisation.
  void report(Cycles cycles, Statistics& statistics) const override;
  [[nodiscard]] static std::vector<Statistic> statistics();

  [[nodiscard]] Layout layout() const override { return layout_ ? layout_() : machine::layout(); }

  /// Figures over the links, both directions of a link taken together.
  [[nodiscard]] ChannelFigures channel_figures() const;
  /// The same by dimension.
  [[nodiscard]] std::vector<DimensionFigures> dimension_figures() const;
  /// Links by the share of `cycles` in which they had nothing to do, in tenths: the first number is
  /// of those that were idle for less than 10 % of the run, the last one of those idle for 90 % and
  /// more. The busy cycles of both directions count.
  [[nodiscard]] std::array<std::uint64_t, 10> idle_histogram(Cycles cycles) const;

 private:
  std::function<Layout()> layout_;
  std::vector<std::uint32_t> reverse_;   ///< by link: the one of the other direction
  std::vector<std::uint8_t> dimension_;  ///< by link
};

}  // namespace plexus
