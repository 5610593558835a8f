#include "models/reconfigurable/traffic_requests.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/crossbar/packet_crossbar.hpp"
#include "hw/observe/light_parts.hpp"
#include "models/catalogue/algorithm.hpp"
#include "models/catalogue/json.hpp"
#include "models/reconfigurable/case.hpp"
#include "models/reconfigurable/parameters.hpp"
#include "models/traffic/log.hpp"
#include "models/traffic/series.hpp"
#include "models/traffic/source.hpp"

namespace plexus {

namespace {

const Statistic kCommands{"commands", "commands", "of the manager"};
const Statistic kTrafficRequestsManagerBusy{"manager_busy", "cycles", "of commands, summed"};
const Statistic kMostWaiting{"most_requests_waiting", "requests", "at the manager at once"};

/// Traffic on the dynamic machine: no programs run, its nodes offer packets.
class request_traffic final : public machine_of<plexus::node>,
                              public light_parts_if,
                              private packet_crossbar_client_if {
 public:
  request_traffic(sc_core::sc_module_name name, const ReconfigurableCase& at,
                  const TrafficSetting& setting)
      : machine_of{name, 0, {}, {}},
        links{"switch", at.nodes, static_cast<std::uint32_t>(at.ports), at.link, at.policy},
        setting_{setting},
        log_{setting_, at.nodes},
        queues_{setting_, at.nodes, log_},
        numbers_(at.nodes, 0),
        births_(at.nodes) {
    links.client(*this);
    links.stop_after(setting_.end());
  }

  packet_crossbar links;

  [[nodiscard]] const TrafficLog& log() const { return log_; }
  [[nodiscard]] Cycles completed() const override { return log_.end(); }
  [[nodiscard]] bool busy() const override { return links.busy(); }
  [[nodiscard]] Layout layout() const override {
    return circle_layout("reconfigurable machine", static_cast<NodeId>(numbers_.size()));
  }
  void listen(trace_sink_if& sink) override {
    machine::listen(sink);
    links.listen(sink);
  }
  /// The sources at its nodes.
  void for_each_light_part(const std::function<void(const LightPart&)>& visit) const override {
    const auto at = [this](const std::string&) {
      return LightPart::Ends{{"switch", links.name()}};
    };
    queues_.for_each_part(name(), at, visit);
  }
  void report(Cycles /*cycles*/, Statistics& statistics) const override {
    log_.report(statistics);
    statistics.set(kCommands, links.figures().commands);
    statistics.set(kTrafficRequestsManagerBusy, links.figures().busy.count());
    statistics.set(kMostWaiting, links.figures().most_waiting);
  }
  /// Its nodes' own queues are all that it has.
  [[nodiscard]] QueueLevels watch_queues() {
    return [this](Cycles now) -> std::vector<std::pair<std::string, double>> {
      return {{"sources", static_cast<double>(queues_.waiting(now))}};
    };
  }
  [[nodiscard]] static std::vector<Statistic> statistics() {
    std::vector<Statistic> all = TrafficLog::declared();
    all.insert(all.end(), {kCommands, kTrafficRequestsManagerBusy, kMostWaiting});
    return all;
  }

 private:
  void begin_cycle(Cycles now) override { queues_.begin_cycle(now); }
  std::optional<CrossbarPacket> waiting(NodeId node, Cycles now) override {
    const Offer* const packet = queues_.head(node, now);
    if (packet == nullptr) return std::nullopt;
    return CrossbarPacket{node, packet->destination, packet->words, numbers_[node]};
  }
  std::optional<Cycles> next(NodeId node) override {
    const Cycles birth = queues_.birth(node);
    return birth == TrafficSource::kNever ? std::nullopt : std::optional{birth};
  }
  /// A node has one place: without a queue, what is offered while a packet waits in it is dropped.
  void left(NodeId node, Cycles now) override {
    const Offer* const packet = queues_.head(node, now);
    births_[node].emplace_back(numbers_[node]++, packet->born);
    queues_.leave(node, now);
  }
  void arrived(const CrossbarPacket& packet, Cycles left, Cycles now) override {
    auto& under_way = births_[packet.source];
    const auto found = std::ranges::find(under_way, packet.number, &Born::first);
    log_.arrived(now, found->second, left, packet.words);
    under_way.erase(found);
  }

  using Born = std::pair<std::uint64_t, Cycles>;

  TrafficSetting setting_;
  TrafficLog log_;
  SourceQueues queues_;
  std::vector<std::uint64_t> numbers_;     ///< by node: of its next packet
  std::vector<std::vector<Born>> births_;  ///< by node: of its packets that are under way
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
  return joined({std::move(all),
                 {recorded_parameter(), pattern_parameter(), traffic_permutation_parameter(),
                  load_parameter(0.1), burst_parameter(), traffic_words_parameter(),
                  source_queue_parameter(), integer("seed", 0, 1, "of the random numbers")},
                 measured_cycles_parameters()});
}

Algorithm<RequestTrafficCase> synthetic() {
  return {.operation = "traffic",
          .name = "synthetic",
          .summary = "every node offers packets with probability --load; each asks for its link",
          .is_default = true,
          .parameters = parameters_requests(),
          .check = [](const RequestTrafficCase&, const request_traffic& top) {
            return top.log().imbalance(top.links.inside());
          }};
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
       .declared = request_traffic::statistics()}};
  add(synthetic());
  add_traffic_series(catalogue, "reconfigurable", [](machine& top) {
    return dynamic_cast<request_traffic&>(top).watch_queues();
  });
}

}  // namespace plexus
