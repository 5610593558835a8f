#include "models/reconfigurable/traffic_requests.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/crossbar/packet_crossbar.hpp"
#include "models/catalogue/algorithm.hpp"
#include "models/catalogue/json.hpp"
#include "models/reconfigurable/case.hpp"
#include "models/reconfigurable/parameters.hpp"
#include "models/traffic/series.hpp"
#include "models/traffic/traffic_machine.hpp"

namespace plexus {

namespace {

const Statistic kCommands{"commands", "commands", "of the manager"};
const Statistic kTrafficRequestsManagerBusy{"manager_busy", "cycles", "of commands, summed"};
const Statistic kMostWaiting{"most_requests_waiting", "requests", "at the manager at once"};

/// Traffic on the dynamic machine. A node has one place: without a queue, what is offered while a
/// packet waits in it is dropped.
class request_traffic final : public traffic_machine, private packet_crossbar_client_if {
 public:
  request_traffic(sc_core::sc_module_name name, const ReconfigurableCase& at,
                  const TrafficSetting& setting)
      : traffic_machine{name, setting, at.nodes},
        links{"switch", at.nodes, static_cast<std::uint32_t>(at.ports), at.link, at.policy} {
    links.client(*this);
    links.stop_after(setting.end());
  }

  packet_crossbar links;

  [[nodiscard]] Layout layout() const override {
    return circle_layout("reconfigurable machine", queues_.nodes());
  }
  void listen(trace_sink_if& sink) override {
    machine::listen(sink);
    links.listen(sink);
  }
  void report(Cycles cycles, Statistics& statistics) const override {
    traffic_machine::report(cycles, statistics);
    statistics.set(kCommands, links.figures().commands);
    statistics.set(kTrafficRequestsManagerBusy, links.figures().busy.count());
    statistics.set(kMostWaiting, links.figures().most_waiting);
  }

 private:
  [[nodiscard]] std::uint64_t inside() const override { return links.inside(); }
  void begin_cycle(Cycles now) override { goes_on(now); }
  std::optional<CrossbarPacket> waiting(NodeId node, Cycles now) override {
    const Offer* const packet = queues_.head(node, now);
    if (packet == nullptr) return std::nullopt;
    return CrossbarPacket{node, packet->destination, packet->words, queues_.left(node),
                          packet->born};
  }
  std::optional<Cycles> next(NodeId node) override {
    const Cycles birth = queues_.birth(node);
    return birth == TrafficSource::kNever ? std::nullopt : std::optional{birth};
  }
  void left(NodeId node, Cycles now) override { queues_.leave(node, now); }
  void arrived(const CrossbarPacket& packet, Cycles left, Cycles now) override {
    log_.arrived(now, packet.born, left, packet.words);
  }
};

struct RequestTrafficCase {
  using Module = request_traffic;
  using Node = plexus::node;

  ReconfigurableCase machine;
  TrafficSetting setting;
};

RequestTrafficCase read(const Values& values) {
  RequestTrafficCase at{reconfigurable_case(values), traffic_setting(values)};
  at.machine.words = Words{1};
  return at;
}

/// Those of the dynamic machine, whose words are those of a packet.
std::vector<Parameter> parameters_requests() {
  std::vector<Parameter> all;
  for (Parameter& one : reconfigurable_parameters()) {
    const bool of_phases = one.name == "grain" || one.name == "banks" || one.name == "swap" ||
                           one.name == "setters" || one.name == "words";
    if (of_phases) continue;
    if (one.name == "mode") {
      one =
          with_check(with_default(one, "dynamic", [](const Values&) { return Json("dynamic"); }),
                     "dynamic", [](const Json& value, const Values&) {
                       if (value == Json("dynamic")) return;
                       throw Refusal{RefusalClass::kFeature,
                                     "Traffic is known to nobody before, and needs a manager that "
                                     "takes requests: choose --mode dynamic."};
                     });
    }
    all.push_back(std::move(one));
  }
  return joined({std::move(all), traffic_parameters()});
}

Algorithm<RequestTrafficCase> synthetic() {
  return {.operation = "traffic",
          .name = "synthetic",
          .summary = "every node offers packets with probability --load; each asks for its link",
          .is_default = true,
          .parameters = parameters_requests()};
}

}  // namespace

void add_reconfigurable_traffic(Catalogue& catalogue) {
  const MachineList<RequestTrafficCase> add{
      catalogue,
      {.name = "reconfigurable",
       .read = read,
       .build =
           [](const RequestTrafficCase& at, const Operation&, const ConstructionOrder&) {
             return std::make_unique<request_traffic>("reconfigurable", at.machine, at.setting);
           },
       .memory =
           [](const RequestTrafficCase& at) {
             return memory_of(at.machine.nodes, 0) + 8.0 * at.machine.nodes * at.machine.nodes;
           },
       .declared = TrafficLog::declared({kCommands, kTrafficRequestsManagerBusy, kMostWaiting})}};
  add(synthetic());
  add_traffic_series(catalogue, "reconfigurable", watch_traffic);
}

}  // namespace plexus
