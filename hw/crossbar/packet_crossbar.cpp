#include "hw/crossbar/packet_crossbar.hpp"

#include "hw/rule/fault.hpp"

namespace plexus {

packet_crossbar::packet_crossbar(sc_core::sc_module_name name, NodeId nodes, std::uint32_t ports,
                                 const RendezvousTiming& link, const SettingPolicy& policy)
    : sc_module{name}, link_{link}, nodes_(nodes), requests_{policy, figures_}, order_{nodes} {
  HW_PROCESSES(packet_crossbar);
  SC_METHOD(step);
  sensitive << next_;
  dont_initialize();
  for (Node& node : nodes_) node.free = ports;
}

/// Ends of transfers, then requests, then the manager, then links that open; again as long as that
/// lets something else happen in the same cycle.
void packet_crossbar::step() {
  const Cycles now = clock_.now();
  finish(now);
  client->begin_cycle(now);
  if (last_ && now >= *last_) {
    over_ = true;
    return;
  }
  bool more = true;
  while (more) {
    ask(now);
    const bool served = serve(now);
    more = open(now) || served;
  }
  wait_for_next(now);
}

void packet_crossbar::finish(Cycles now) {
  while (!crossings_.empty() && crossings_.begin()->first <= now) {
    const Crossing ended = crossings_.begin()->second;
    crossings_.erase(crossings_.begin());
    const CrossbarPacket& packet = ended.packet;
    ++nodes_[packet.source].free;
    ++nodes_[packet.destination].free;
    auto& under_way = nodes_[packet.source].under_way;
    if (--under_way[packet.destination].first == 0) under_way.erase(packet.destination);
    order_.deliver(packet.source, packet.destination, static_cast<std::uint32_t>(packet.number),
                   packet.destination, name());
    if (sink_ != nullptr) record(TraceKind::kReceive, packet);
    client->arrived(packet, ended.left, now);
  }
}

/// A packet follows others to its destination only where it cannot overtake them.
void packet_crossbar::ask(Cycles now) {
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    Node& node = nodes_[id];
    if (node.asked) continue;
    const auto packet = client->waiting(id, now);
    if (!packet) continue;
    const auto before = node.under_way.find(packet->destination);
    if (before != node.under_way.end() && before->second.second != packet->words) continue;
    node.packet = *packet;
    node.asked = true;
    requests_.ask(id, now);
  }
}

void packet_crossbar::for_each_light_part(
    const std::function<void(const LightPart&)>& visit) const {
  const auto node = [this](NodeId number) { return fmt::format("{}.node_{}", name(), number); };
  for (NodeId number = 0; number < nodes_.size(); ++number) visit({node(number), "node", {}});
  for (NodeId number = 0; number < nodes_.size(); ++number) visit(ways_from(node(number)));
}

bool packet_crossbar::serve(Cycles now) {
  if (!requests_.idle(now)) return false;
  requests_.come_in(now);
  requests_.serve(now, [this](NodeId id) {
    Node& source = nodes_[id];
    Node& destination = nodes_[source.packet.destination];
    if (source.free == 0 || destination.free == 0) return false;
    --source.free;
    --destination.free;
    return true;
  });
  requests_.grant(now);
  return !requests_.served().empty();
}

bool packet_crossbar::open(Cycles now) {
  if (!requests_.opens(now)) return false;
  for (const NodeId id : requests_.open()) {
    Node& node = nodes_[id];
    node.asked = false;
    auto& [packets, words] = node.under_way[node.packet.destination];
    ++packets;
    words = node.packet.words;
    crossings_.emplace(now + link_.transfer(Words{words}), Crossing{node.packet, now});
    if (sink_ != nullptr) record(TraceKind::kSend, node.packet);
    client->left(id, now);
  }
  return true;
}

void packet_crossbar::wait_for_next(Cycles now) {
  std::optional<Cycles> next = requests_.next(now);
  const auto sooner = [&](Cycles cycle) {
    if (cycle > now && (!next || cycle < *next)) next = cycle;
  };
  if (last_) sooner(*last_);
  if (!crossings_.empty()) sooner(crossings_.begin()->first);
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    if (nodes_[id].asked) continue;
    if (const auto birth = client->next(id)) sooner(*birth);
  }
  if (next) next_.notify(clock_.time(*next - now));
}

void packet_crossbar::record(TraceKind kind, const CrossbarPacket& packet) {
  const Packet told{packet.number * nodes_.size() + packet.source,
                    packet.source,
                    packet.destination,
                    Words{packet.words},
                    {}};
  ways_.record(
      *sink_, fmt::format("{}.node_{}", name(), packet.source), std::to_string(packet.destination),
      packet_row(clock_.now(), kind, packet.source, {}, told, packet.source, packet.destination,
                 kind == TraceKind::kSend ? link_.handshake + link_.startup : 0_cycles));
}

}  // namespace plexus
