#include "models/traffic/traffic_machine.hpp"

namespace plexus {

traffic_machine::traffic_machine(sc_core::sc_module_name name, const TrafficSetting& setting,
                                 NodeId nodes)
    : machine_of{name, 0, {}, {}},
      setting_{setting},
      log_{setting_, nodes},
      queues_{setting_, nodes, log_} {}

void traffic_machine::for_each_light_part(
    const std::function<void(const LightPart&)>& visit) const {
  for (NodeId node = 0; node < queues_.nodes(); ++node) {
    const std::string number = std::to_string(node);
    visit({std::string{name()} + ".node_" + number, "source", at_source(number)});
  }
}

LightPart::Ends traffic_machine::at_source(const std::string& /*number*/) const {
  return {{"switch", std::string{name()} + ".switch"}};
}

void traffic_machine::report(Cycles /*cycles*/, Statistics& statistics) const {
  log_.report(statistics);
}

bool traffic_machine::goes_on(Cycles now) {
  queues_.begin_cycle(now);
  over_ = now >= log_.end();
  return !over_;
}

QueueLevels traffic_machine::watch_queues() {
  return levels_of([this](Cycles now) { return queues_.waiting(now); }, queue_groups());
}

QueueLevels watch_traffic(machine& top) {
  return dynamic_cast<traffic_machine&>(top).watch_queues();
}

}  // namespace plexus
