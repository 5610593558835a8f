#include "hw/router/packet_router.hpp"

#include "hw/rule/fault.hpp"

namespace plexus {

/// A port has one branch, and a router has so many ports.
void packet_router::connected(std::uint32_t port, branch_output& output, branch_output& input) {
  if (port >= outputs_.size()) {
    report_wiring("Branch " + output.full_name() + " is to be joined to port " +
                  std::to_string(port) + " of " + name() + ", which has " +
                  std::to_string(outputs_.size()) + ": choose one of 0 .. " +
                  std::to_string(outputs_.size() - 1) + '.');
  }
  if (outputs_[port] != nullptr) {
    report_wiring("Port " + std::to_string(port) + " of " + name() + " is joined to branch " +
                  outputs_[port]->full_name() + " and to " + output.full_name() +
                  ": give each branch a port of its own.");
  }
  outputs_[port] = &output;
  out(output);
  in(input);
}

void packet_router::received(std::uint32_t port, RoutedPacket& packet) {
  ++routed_;
  ports_.clear();
  decision->route(number_, port, packet.header, ports_);
  if (ports_.empty()) raise_lost(port, packet);
  if (ports_.size() > 1) ++copied_;
  if (told_) note_route(port, packet);
  for (std::size_t copy = 0; copy + 1 < ports_.size(); ++copy) {
    outputs_[ports_[copy]]->append_copy(packet);
  }
  outputs_[ports_.back()]->append(packet);
}

branch_output* packet_router::next_queue(std::uint32_t port, const RoutedPacket& packet) {
  ports_.clear();
  decision->route(number_, port, packet.header, ports_);
  return outputs_[ports_.front()];
}

void packet_router::raise_lost(std::uint32_t port, const RoutedPacket& packet) const {
  raise({"conservation",
         {},
         name(),
         "Packet " + std::to_string(packet.packet.id()) + ", which came in at port '" +
             port_name(port) + "' of " + name() + ", leaves it nowhere: it is lost.",
         {}});
}

/// `packet 3: child 0 > parent, child 1`.
void packet_router::note_route(std::uint32_t port, const RoutedPacket& packet) {
  routes_ += (routes_.empty() ? "packet " : "; packet ") + std::to_string(packet.packet.id()) +
             ": " + port_name(port) + " > ";
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    routes_ += (i == 0 ? "" : ", ") + port_name(ports_[i]);
  }
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
  std::string text = std::move(routes_);
  routes_.clear();
  for (std::uint32_t port = 0; port < outputs_.size(); ++port) {
    if (outputs_[port] == nullptr || outputs_[port]->queue().empty()) continue;
    const std::size_t waiting = outputs_[port]->queue().size();
    text += (text.empty() ? "" : "; ") + std::to_string(waiting) +
            (waiting == 1 ? " waits for " : " wait for ") + port_name(port);
  }
  if (text == shown_) return;
  shown_ = text;
  TraceRow row;
  row.cycle = now;
  row.kind = TraceKind::kSetting;
  row.rank = number_;
  row.part = name();
  row.setting = std::move(text);
  sink.record(row);
}

void packet_router::trace(sc_core::sc_trace_file* file) const {
  sc_core::sc_trace(file, routed_, std::string{name()} + ".routed");
  sc_core::sc_trace(file, copied_, std::string{name()} + ".copied");
}

}  // namespace plexus
