#include "hw/crossbar/packet_crossbar.hpp"

#include <algorithm>

#include "hw/rule/fault.hpp"

namespace plexus {

packet_crossbar::packet_crossbar(sc_core::sc_module_name name, NodeId nodes, std::uint32_t ports,
                                 const RendezvousTiming& link, const SettingPolicy& policy)
    : sc_module{name}, link_{link}, policy_{policy}, nodes_(nodes), order_{nodes} {
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
    requests_.emplace(now + policy_.request_latency, id);
  }
}

void packet_crossbar::for_each_light_part(
    const std::function<void(const LightPart&)>& visit) const {
  const auto node = [this](NodeId number) { return fmt::format("{}.node_{}", name(), number); };
  for (NodeId number = 0; number < nodes_.size(); ++number) visit({node(number), "node", {}});
  for (NodeId number = 0; number < nodes_.size(); ++number) visit(ways_from(node(number)));
}

bool packet_crossbar::serve(Cycles now) {
  if (now < idle_from_) return false;
  std::int64_t served = 0;
  std::uint64_t waiting = 0;
  const std::uint64_t most = policy_.batch == 0 ? nodes_.size() : policy_.batch;
  for (auto request = requests_.begin(); request != requests_.end() && request->first <= now;) {
    ++waiting;
    const NodeId id = request->second;
    Node& source = nodes_[id];
    Node& destination = nodes_[source.packet.destination];
    if (static_cast<std::uint64_t>(served) == most || source.free == 0 || destination.free == 0) {
      ++request;
      continue;
    }
    --source.free;
    --destination.free;
    ++served;
    granted_.emplace(now + policy_.timing.command(served), id);
    request = requests_.erase(request);
  }
  figures_.most_waiting = std::max(figures_.most_waiting, waiting);
  if (served == 0) return false;
  ++figures_.commands;
  figures_.links += static_cast<std::uint64_t>(served);
  figures_.busy += policy_.timing.command(served);
  idle_from_ = now + policy_.timing.command(served);
  return true;
}

bool packet_crossbar::open(Cycles now) {
  bool any = false;
  while (!granted_.empty() && granted_.begin()->first <= now) {
    const NodeId id = granted_.begin()->second;
    granted_.erase(granted_.begin());
    Node& node = nodes_[id];
    node.asked = false;
    auto& [packets, words] = node.under_way[node.packet.destination];
    ++packets;
    words = node.packet.words;
    crossings_.emplace(now + link_.transfer(Words{words}), Crossing{node.packet, now});
    if (sink_ != nullptr) record(TraceKind::kSend, node.packet);
    client->left(id, now);
    any = true;
  }
  return any;
}

void packet_crossbar::wait_for_next(Cycles now) {
  std::optional<Cycles> next = last_;
  const auto sooner = [&](Cycles cycle) {
    if (cycle > now && (!next || cycle < *next)) next = cycle;
  };
  if (!crossings_.empty()) sooner(crossings_.begin()->first);
  if (!granted_.empty()) sooner(granted_.begin()->first);
  // Requests that have come wait for the manager, or for a port, which the end of a transfer frees.
  if (!requests_.empty()) sooner(idle_from_);
  const auto under_way = requests_.upper_bound({now, static_cast<NodeId>(nodes_.size())});
  if (under_way != requests_.end()) sooner(under_way->first);
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    if (nodes_[id].asked) continue;
    if (const auto birth = client->next(id)) sooner(*birth);
  }
  if (next) next_.notify(clock_.time(*next - now));
}

void packet_crossbar::record(TraceKind kind, const CrossbarPacket& packet) const {
  sink_->record({.cycle = clock_.now(),
                 .kind = kind,
                 .rank = packet.source,
                 .part = fmt::format("{}.node_{}_to_{}", name(), packet.source, packet.destination),
                 .part_kind = PartKind::kLink,
                 .packet = packet.number * nodes_.size() + packet.source,
                 .source = packet.source,
                 .destination = packet.destination,
                 .words = Words{packet.words},
                 .startup = kind == TraceKind::kSend ? link_.handshake + link_.startup : 0_cycles});
}

}  // namespace plexus
