#include "hw/router/terminal.hpp"

#include <utility>

#include <fmt/ostream.h>

#include "hw/rule/fault.hpp"

namespace plexus {

void Arrivals::start() {
  self().awaited_ = count_;
  self().waiting_ = this;
}

terminal::terminal(sc_core::sc_module_name name, NodeId id, const TerminalContext& context)
    : node{name, id, context} {}

void terminal::connected(std::uint32_t /*port*/, branch_output& output, branch_output& input) {
  if (queue_ != nullptr) {
    report_wiring("{} is joined to branch {} and to {}: a node has one.", name(),
                  queue_->full_name(), output.full_name());
  }
  queue_ = &output;
  out(output);
  in(input);
}

std::uint64_t terminal::place() const { return context().first_place + id(); }

void terminal::require_held(BlockId block) const {
  const Blocks blocks{Interval{block, 1}, whole()};
  if (memory().contains(blocks)) return;
  raise("program", name(), "Node {} sends {} but does not hold all of it.", id(),
        fmt::streamed(blocks));
}

Packet terminal::pack_for(NodeId destination, BlockId block, Words words) {
  require_held(block);
  return {new_packet(), id(), destination, words, Blocks{Interval{block, 1}, whole()}};
}

Packet terminal::pack_for(Header header, BlockId block, Words words) {
  require_held(block);
  return {new_packet(), id(), id(), words, Blocks{Interval{block, 1}, whole()}, std::move(header)};
}

Packet terminal::pack_empty(NodeId destination, Words words) {
  return {new_packet(), id(), destination, words, {}};
}

void terminal::post(Packet packet) {
  const Header& header = packet.header();
  const bool by_header = header.mask != 0 || !header.receivers.empty();
  packet_addressing_if& addressing = *context().addressing;
  const std::uint64_t word =
      by_header ? addressing.header_word(header) : addressing.header_word(packet.destination());
  const auto words = static_cast<std::uint32_t>(packet.words().count());
  queue_->inject({std::move(packet), word, words, 0, {}, {}});
}

void terminal::received(std::uint32_t /*port*/, RoutedPacket& routed) {
  const Packet& packet = routed.packet;
  const Header& header = packet.header();
  const bool by_header = header.mask != 0 || !header.receivers.empty();
  if (!by_header && packet.destination() != id()) {
    raise("misrouted", name(),
          "Packet {} for node {} comes to node {}: a router or a wire has sent it the wrong way.",
          packet.id(), packet.destination(), id());
  }
  if (context().watch != nullptr) context().watch->arrived(ClockPeriod{}.now(), routed);
  if (!packet.blocks().empty()) store(packet.blocks());
  if (++received_ == awaited_ && waiting_ != nullptr) waiting_->complete();
}

void terminal::dropped(RoutedPacket&& packet) {
  if (context().watch != nullptr) context().watch->dropped(ClockPeriod{}.now(), packet);
}

void terminal::list_waits(Waits& waits) const {
  if (waiting_ == nullptr || received_ >= awaited_) return;
  waits.push_back({WaitFor::kPackets, {}, {awaited_ - received_, awaited_}});
}

void terminal::trace(sc_core::sc_trace_file* file) const {
  node::trace(file);
  sc_core::sc_trace(file, received_, std::string{name()} + ".received");
}

}  // namespace plexus
