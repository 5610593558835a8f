#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/pops/machine.hpp"
#include "models/traffic/log.hpp"
#include "models/traffic/series.hpp"
#include "models/traffic/source.hpp"

namespace plexus::pops {

namespace {

/// What the nodes of a run share. Packets leave their sources with the beginning of their slots.
struct SharedTraffic : slot_watch_if {
  SharedTraffic(const TrafficSetting& of, NodeId nodes)
      : setting{of}, log{setting, nodes}, queues{setting, nodes, log}, left(nodes), sent(nodes) {}

  void slot_begins() override {
    queues.begin_cycle(stars->slot_begin());
    for (const Packet* const packet : stars->packets()) {
      left[packet->source()] = stars->slot_begin();
      queues.leave(packet->source(), stars->slot_begin());
    }
  }

  TrafficSetting setting;
  const coupler_bank* stars = nullptr;
  TrafficLog log;
  SourceQueues queues;
  std::vector<std::optional<Cycles>> left;  ///< by node: of the packet that it has sent last
  std::uint64_t inside = 0;                 ///< packets on their way at the end
  /// Packets that have come to a destination.
  struct Sent {
    std::uint64_t packets = 0;
    std::uint64_t fingerprints = 0;  ///< added up
  };
  std::vector<Sent> sent;  ///< by destination
};

struct PopsTrafficCase : PopsCase {
  TrafficSetting setting;
  std::shared_ptr<SharedTraffic> traffic;  ///< filled by the run
};

TrafficSides processors_of(const Values& values) {
  return {values.number("d") * values.number("g")};
}

/// Slot by slot: a packet that waits asks for its coupler and for its receiver until both grant it,
/// so packets of one source keep their order. A packet takes its node's transmitter as soon as that
/// is free; without a queue, what is offered while it is taken is dropped.
Program offer(pops_node& self, const PopsTrafficCase& at) {
  SharedTraffic& traffic = *at.traffic;
  const Cycles slot = at.slot();
  const Cycles end = traffic.setting.end();
  const NodeId id = self.id();
  Cycles now{0};
  while (now < end) {
    const Offer* const packet = traffic.queues.head(id, now);
    if (packet == nullptr) {
      const Cycles born = std::min(traffic.queues.birth(id), end);
      const Cycles until = std::max(ceil_div(born.count(), slot.count()) * slot, now + slot);
      const auto idle = static_cast<std::uint64_t>((until - now).count() / slot.count());
      static_cast<void>(co_await self.listen(at.words, idle));
      now = until;
      continue;
    }
    const Offer sent = *packet;
    const Packet message = self.to(at.words, sent.destination, id);
    traffic.left[id].reset();
    co_await self.request(at.words, message);
    if (!traffic.left[id]) break;  // the run is over
    const Cycles left = *traffic.left[id];
    now = ClockPeriod{}.now();
    traffic.queues.refuse(id, now - 1_cycles);
    if (now < left + slot) {  // it is on its way
      ++traffic.inside;
      break;
    }
    ++traffic.sent[sent.destination].packets;
    traffic.sent[sent.destination].fingerprints += pops_node::fingerprint(message);
    traffic.log.arrived(now, sent.born, left, static_cast<std::uint32_t>(at.words.count()));
  }
}

PopsTrafficCase read(const Values& values) {
  PopsTrafficCase at{pops_case(values), traffic_setting(values, processors_of), nullptr};
  at.in_vain = true;  // all that a node sends is its block
  if (!at.image.empty()) at.setting.pattern.destinations = at.image;
  if (!at.setting.recorded) return at;
  for (const std::vector<Offer>& of_node : *at.setting.recorded) {
    for (const Offer& packet : of_node) {
      if (Words{packet.words} == at.words) continue;
      throw Refusal{RefusalClass::kFeature,
                    fmt::format("--recorded has a packet of {} words, and all slots of a POPS "
                                "are of --words {}: choose the same.",
                                packet.words, at.words.count())};
    }
  }
  return at;
}

std::optional<std::string> check(const PopsTrafficCase& at, const pops_machine& top) {
  at.traffic->queues.begin_cycle(at.setting.end());
  for (NodeId x = 0; x < at.nodes(); ++x) {
    const pops_node& node = top.node(x);
    Words got = node.in_vain();
    for (const Interval& run : node.memory().whole_blocks()) got += run.count * at.words;
    const SharedTraffic::Sent& sent = at.traffic->sent[x];
    const Words due = sent.packets * at.words;
    if (got != due) {
      return fmt::format("Node {} has received {} words, and {} are for it.", x, got.count(),
                         due.count());
    }
    if (node.accepted() != sent.fingerprints) {
      return fmt::format("Node {} has received other packets than those for it.", x);
    }
  }
  return at.traffic->log.imbalance(at.traffic->inside);
}

}  // namespace

}  // namespace plexus::pops

namespace plexus {

namespace {

bool permuted(const Values& values) {
  return values.has("pattern") && values.word("pattern") == "permutation";
}

}  // namespace

void add_pops_traffic(Catalogue& catalogue) {
  const MachineList<pops::PopsTrafficCase> add{catalogue, pops_kind(pops::read)};
  add({.operation = "traffic",
       .name = "synthetic",
       .summary = "every node offers packets with probability --load per cycle; round-robin grants",
       .parameters =
           joined({pops::parameters({pops::multi_rx_parameter()}),
                   {recorded_parameter(pops::processors_of), pattern_parameter(pops::processors_of),
                    only_with(pops::image_parameter("reverse"), "--pattern permutation", permuted),
                    load_parameter(0.1), burst_parameter(), source_queue_parameter(),
                    integer("seed", 0, 1, "of the random numbers")},
                   measured_cycles_parameters()}),
       .prepare =
           [](pops::PopsTrafficCase& at) {
             at.traffic = std::make_shared<pops::SharedTraffic>(at.setting, at.nodes());
           },
       .data =
           [](const pops::PopsTrafficCase& at) {
             return Operation{"traffic", {at.nodes(), at.words}, {}, {}};
           },
       .programs = [](const pops::PopsTrafficCase& at,
                      pops_machine& top) -> NodeProgram<pops_node> {
         at.traffic->stars = &top.stars;
         top.stars.watch(*at.traffic);
         top.stars.stop_at(at.setting.end());
         return [&at](pops_node& self) { return pops::offer(self, at); };
       },
       .statistics = [](const pops::PopsTrafficCase& at, const pops_machine&,
                        Statistics& statistics) { at.traffic->log.report(statistics); },
       .declared = TrafficLog::declared(),
       .check = pops::check,
       .blocks = {"pops_arbiter"}});
  add_traffic_series(catalogue, "pops");
}

}  // namespace plexus
