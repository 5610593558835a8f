#include "hw/router/packet_router.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "hw/rule/fault.hpp"

namespace plexus {

/// A port has one branch, and a router has so many ports.
void packet_router::connected(std::uint32_t port, branch_output& output, branch_output& input) {
  if (port >= outputs_.size()) {
    report_wiring(
        "Branch {} is to be joined to port {} of {}, which has {}: choose one of 0 .. {}.",
        output.full_name(), port, name(), outputs_.size(), outputs_.size() - 1);
  }
  if (outputs_[port] != nullptr) {
    report_wiring(
        "Port {} of {} is joined to branch {} and to {}: give each branch a port of its own.", port,
        name(), outputs_[port]->full_name(), output.full_name());
  }
  outputs_[port] = &output;
  out(output);
  in(input);
}

void packet_router::received(std::uint32_t port, RoutedPacket& packet) {
  ++routed_;
  ask_route(port, packet);
  if (ports_.size() > 1) ++copied_;
  if (told_) note_route(port, packet);
  for (std::size_t copy = 0; copy + 1 < ports_.size(); ++copy) {
    outputs_[ports_[copy]]->append_copy(packet);
  }
  outputs_[ports_.back()]->append(packet);
}

branch_output* packet_router::next_queue(std::uint32_t port, const RoutedPacket& packet) {
  ask_route(port, packet);
  return outputs_[ports_.front()];
}

/// Where a packet goes that came in at `port`: to `ports_`, which have branches.
void packet_router::ask_route(std::uint32_t port, const RoutedPacket& packet) {
  ports_.clear();
  decision->route(number_, port, packet.header, ports_);
  if (ports_.empty()) raise_lost(port, packet);
  const auto is_joined = [this](std::uint32_t one) {
    return one < outputs_.size() && outputs_[one] != nullptr;
  };
  const bool rises = std::ranges::adjacent_find(ports_, std::greater_equal<>{}) == ports_.end();
  if (rises && std::ranges::all_of(ports_, is_joined)) return;
  raise("program", name(),
        "The route function sends packet {} to ports {}: name ports of 0 .. {} that have branches, "
        "each once and by rising number.",
        packet.packet.id(), fmt::join(ports_, ", "), outputs_.size() - 1);
}

void packet_router::raise_lost(std::uint32_t port, const RoutedPacket& packet) const {
  raise("conservation", name(),
        "Packet {}, which came in at port '{}' of {}, leaves it nowhere: it is lost.",
        packet.packet.id(), port_name(port), name());
}

void packet_router::listen(trace_sink_if& sink) {
  told_ = sink.wants(named_view(name(), PartKind::kElement));
  port_names_.clear();
  for (std::uint32_t port = 0; port < ports(); ++port) port_names_.push_back(port_name(port));
}

void packet_router::note_route(std::uint32_t port, const RoutedPacket& packet) {
  routes_.push_back(
      {.packet = packet.packet.id(), .input = port, .outputs = {ports_.begin(), ports_.end()}});
}

void packet_router::hand_over() {
  driven_ = true;
  for (branch_output* const output : outputs_) {
    if (output != nullptr) branch_bank::hand_over(*output);
  }
}

void packet_router::driven() {
  served_ = true;
  outputs_.back()->bank().driven(*this, outputs_);
  served_ = false;
}

/// What came in now, and after it how many packets wait at which port.
void packet_router::tell(Cycles now, trace_sink_if& sink) {
  if (!told_ || driven_ != served_) return;
  RouterUse uses{.ways = std::exchange(routes_, {}), .ports = &port_names_};
  for (std::uint32_t port = 0; port < outputs_.size(); ++port) {
    if (outputs_[port] == nullptr || outputs_[port]->queue().empty()) continue;
    uses.queues.push_back({outputs_[port]->queue().size(), port});
  }
  PartSetting setting;
  if (!uses.ways.empty() || !uses.queues.empty()) setting = std::move(uses);
  if (setting == shown_) return;
  shown_ = setting;
  sink.record(set_row(now, number_, name(), std::move(setting)));
}

void packet_router::trace(sc_core::sc_trace_file* file) const {
  sc_core::sc_trace(file, routed_, std::string{name()} + ".routed");
  sc_core::sc_trace(file, copied_, std::string{name()} + ".copied");
}

}  // namespace plexus
