#include <utility>

#include "hw/router/router_bank.hpp"
#include "hw/rule/fault.hpp"

namespace plexus {

std::optional<RouterPort> router_bank::behind(std::uint32_t router, std::uint32_t port) const {
  const std::uint32_t queue = target_[checked_port(router, port)];
  if (queue >= queues_.size()) return std::nullopt;
  return RouterPort{queue / lanes_, port_of_[queue % lanes_]};
}

std::uint32_t router_bank::held(std::uint32_t router) const {
  std::uint32_t flits = 0;
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) flits += this->router(router).held(lane);
  return flits;
}

Cycles router_bank::born(std::size_t queue) const { return packets_[first_of(queue).packet].born; }

std::string router_bank::packet_name(const RouterPacket& packet) {
  return fmt::format("Packet {} from node {} to node {}", packet.number, packet.header.source,
                     packet.header.destination);
}

std::string router_bank::place_name(std::size_t queue) const {
  const auto router = static_cast<std::uint32_t>(queue / lanes_);
  const auto lane = static_cast<std::uint32_t>(queue % lanes_);
  return fmt::format("{}, input '{}', channel {}", routers_[router]->name(),
                     route_->port_name(port_of_[lane]), lane % setting_.channels);
}

void router_bank::raise_mixed(const Landing& landing) const {
  const Queue& queue = queues_[landing.queue];
  const RouterPacket& packet = packets_[landing.flit.packet];
  const std::string why = queue.held == setting_.depth
                              ? "no place is free"
                              : fmt::format("flit {} of another is due", queue.next_number);
  raise("channel", routers_[landing.queue / lanes_]->name(),
        Figures{{"packet", packet.number}, {"source", packet.header.source}},
        "{}: its flit {} comes to {}, where {}.", packet_name(packet), landing.flit.number,
        place_name(landing.queue), why);
}

// ---- traces -------------------------------------------------------------------------------------

void router_bank::listen(trace_sink_if& sink) {
  link_names_.assign(target_.size(), {});
  port_names_.clear();
  is_inner_.clear();
  for (std::uint32_t port = 0; port < setting_.ports; ++port) {
    port_names_.push_back(route_->port_name(port));
  }
  std::vector<std::string> names;
  for (std::uint32_t router = 0; router < setting_.routers; ++router) {
    PartView view = named_view(routers_[router]->name(), PartKind::kElement);
    const std::string inner = route_->inner_name(router);
    is_inner_.push_back(!inner.empty());
    if (!inner.empty()) view.label = inner;
    names.push_back(inner.empty() ? std::to_string(router) : inner);
    tells_[router] = sink.wants(view);
  }
  const sc_core::sc_object* const machine = get_parent_object();
  for (const flit_link& link : links_) {
    const RouterPort from = link.from();
    const std::string full_name = link.full_name();
    if (sink.wants(link_view(full_name, machine == nullptr ? name() : machine->name(),
                             names[from.router], names[link.to().router]))) {
      link_names_[port_at(from.router, from.port)] = full_name;
    }
  }
  sink_ = &sink;
  watched_ = true;
}

void router_bank::for_each_light_part(const std::function<void(const LightPart&)>& visit) const {
  std::string last;  // several links between two routers have one name, in waves and traces too
  for (const flit_link& link : links_) {
    const std::string name = link.full_name();
    if (name == last) continue;
    last = name;
    visit({name,
           "link",
           {{"sender", routers_[link.from().router]->name()},
            {"receiver", routers_[link.to().router]->name()}}});
  }
  for (std::uint32_t router = 0; router < routers_.size(); ++router) {
    for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
      visit({routers_[router]->queue_name(lane), "queue", {}});
    }
  }
}

/// A packet sets out over a link (`at`: its output) or has come over it (`at`: its input).
void router_bank::record(TraceKind kind, std::size_t at, std::uint32_t place, bool input) const {
  if (input) {
    const std::uint32_t feeder = feeder_[at];
    if (feeder >= queues_.size()) return;
    at = feeder / setting_.channels;
  }
  if (link_names_[at].empty()) return;
  const RouterPacket& packet = packets_[place];
  // Inside the network a packet is still its source's; the last hop says who gets it.
  const auto node_of = [&](std::size_t router) {
    return is_inner_[router] ? packet.header.source : static_cast<NodeId>(router);
  };
  sink_->record({.cycle = now_,
                 .kind = kind,
                 .rank = at,
                 .part = link_names_[at],
                 .packet = id_of(packet),
                 .source = node_of(at / setting_.ports),
                 .destination = node_of(target_[at] / lanes_),
                 .words = Words{packet.words},
                 .startup = Cycles{setting_.pipeline - 1}});
}

/// What comes first in the queues.
void router_bank::tell(std::uint32_t router, std::span<const ChannelGrant> grants) {
  RouterUse uses{.ports = &port_names_};
  for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
    const std::size_t at = lane_at(router, lane);
    if (queues_[at].held == 0) continue;
    PacketWay& way = uses.ways.emplace_back();
    way.packet = id_of(packets_[first_of(at).packet]);
    way.verdict = PacketWay::Verdict::kWaits;
    for (std::uint32_t output = 0; output < grants.size(); ++output) {
      if (grants[output].input * setting_.channels + grants[output].from == lane) {
        way.verdict = PacketWay::Verdict::kGoes;
        way.outputs = {output};
      }
    }
  }
  PartSetting setting = std::move(uses);
  if (setting == told_[router]) return;
  if (is_idle(told_[router])) telling_.push_back(router);
  told_[router] = setting;
  sink_->record(set_row(now_, router, routers_[router]->name(), std::move(setting)));
}

/// A router in which nothing is left says so once.
void router_bank::tell_emptied() {
  std::erase_if(telling_, [this](std::uint32_t router) {
    if (filled_[router] != 0) return false;
    told_[router] = {};
    sink_->record(set_row(now_, router, routers_[router]->name(), {}));
    return true;
  });
}

}  // namespace plexus
