#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw/observe/light_parts.hpp"
#include "models/machine/machine.hpp"
#include "models/traffic/log.hpp"
#include "models/traffic/queue_levels.hpp"
#include "models/traffic/setting.hpp"
#include "models/traffic/source.hpp"

namespace plexus {

/// Traffic on a network: no programs run, the sources at its nodes offer packets. A class derived
/// from it owns the network, calls `goes_on` and `offer` in its cycles, tells the log what arrives,
/// and says what is inside.
class traffic_machine : public machine_of<plexus::node>, public light_parts_if {
 public:
  [[nodiscard]] Cycles completed() const override { return log_.end(); }
  [[nodiscard]] bool busy() const override { return !over_; }
  [[nodiscard]] const TrafficLog& log() const { return log_; }
  /// Packets that entered and neither came out nor are inside.
  [[nodiscard]] std::optional<std::string> left_over() const override {
    return log_.imbalance(inside());
  }
  /// The sources at its nodes.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override;
  void report(Cycles cycles, Statistics& statistics) const override;
  /// Begins to look at its queues, before its run.
  [[nodiscard]] QueueLevels watch_queues();

 protected:
  traffic_machine(sc_core::sc_module_name name, const TrafficSetting& setting, NodeId nodes);

  /// Packets that have entered and are neither there nor dropped.
  [[nodiscard]] virtual std::uint64_t inside() const = 0;
  /// What the source of node `number` stands at.
  [[nodiscard]] virtual LightPart::Ends at_source(const std::string& number) const;
  /// Its queues, from now on. Without: it has none but those at its sources.
  [[nodiscard]] virtual std::vector<QueueGroup> queue_groups() { return {}; }

  /// To be asked at the beginning of every cycle in which something happens, and of the end: is it
  /// a cycle of the run? Else the run is over.
  bool goes_on(Cycles now);
  /// What waits at the sources in cycle `now`, by rising number of their nodes. Whether the network
  /// takes it, `takes(node, packet)` says, and keeps it then; null: none waits there. What is not
  /// taken stays, or is dropped where sources have no queues.
  template <typename Takes>
  void offer(Cycles now, const Takes& takes) {
    const NodeId nodes = queues_.nodes();
    for (NodeId node = 0; node < nodes; ++node) {
      const Offer* const head = queues_.head(node, now);
      if (takes(node, head)) {
        queues_.leave(node, now);
      } else if (head != nullptr) {
        queues_.refuse(node, now);
      }
    }
  }

  TrafficSetting setting_;
  TrafficLog log_;
  SourceQueues queues_;

 private:
  bool over_ = false;
};

/// The queues of a machine whose traffic is such a one.
[[nodiscard]] QueueLevels watch_traffic(machine& top);

}  // namespace plexus
