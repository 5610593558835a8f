#include "hw/router/terminal.hpp"

#include <utility>

#include <fmt/ostream.h>

#include "hw/rule/fault.hpp"

namespace plexus {

void PacketArrivals::start() {
  tap_->awaited_ = count_;
  tap_->waiting_ = this;
}

void PacketArrivals::result() { tap_->waiting_ = nullptr; }

void network_tap::connected(std::uint32_t /*port*/, branch_output& output, branch_output& input) {
  if (queue_ != nullptr) {
    report_wiring("{} is joined to branch {} and to {}: a node has one.", self().name(),
                  queue_->full_name(), output.full_name());
  }
  queue_ = &output;
  out(output);
  in(input);
}

std::uint64_t network_tap::place() const { return setting_->first_place + self().id(); }

void network_tap::require_held(BlockId block) const {
  const Blocks blocks{Interval{block, 1}, self().whole()};
  if (self().memory().contains(blocks)) return;
  raise("program", self().name(), "Node {} sends {} but does not hold all of it.", self().id(),
        fmt::streamed(blocks));
}

Packet network_tap::pack_for(NodeId destination, BlockId block, Words words) {
  require_held(block);
  return {self().new_packet(), self().id(), destination, words,
          Blocks{Interval{block, 1}, self().whole()}};
}

Packet network_tap::pack_for(Header header, BlockId block, Words words) {
  require_held(block);
  return {self().new_packet(),
          self().id(),
          self().id(),
          words,
          Blocks{Interval{block, 1}, self().whole()},
          std::move(header)};
}

Packet network_tap::pack_empty(NodeId destination, Words words) {
  return {self().new_packet(), self().id(), destination, words, {}};
}

void network_tap::post(Packet packet) {
  const Header& header = packet.header();
  const bool by_header = header.mask != 0 || !header.receivers.empty();
  packet_addressing_if& addressing = *setting_->addressing;
  const std::uint64_t word =
      by_header ? addressing.header_word(header) : addressing.header_word(packet.destination());
  const auto words = static_cast<std::uint32_t>(packet.words().count());
  queue_->inject({std::move(packet), word, words, 0, {}, {}});
}

void network_tap::received(std::uint32_t /*port*/, RoutedPacket& routed) {
  const Packet& packet = routed.packet;
  const Header& header = packet.header();
  const bool by_header = header.mask != 0 || !header.receivers.empty();
  if (!by_header && packet.destination() != self().id()) {
    raise("misrouted", self().name(),
          "Packet {} for node {} comes to node {}: a router or a wire has sent it the wrong way.",
          packet.id(), packet.destination(), self().id());
  }
  if (setting_->watch != nullptr) setting_->watch->arrived(ClockPeriod{}.now(), routed);
  if (!packet.blocks().empty()) self().store(packet.blocks());
  ++received_;
  if (waiting_ == nullptr) return;
  if (received_ == awaited_) return waiting_->complete();
  self().resumed();  // it waits for fewer
}

void network_tap::dropped(RoutedPacket&& packet) {
  if (setting_->watch != nullptr) setting_->watch->dropped(ClockPeriod{}.now(), packet);
}

void network_tap::list_waits(Waits& waits) const {
  if (waiting_ == nullptr || received_ >= awaited_) return;
  waits.push_back({WaitFor::kPackets, {}, {awaited_ - received_, awaited_}});
}

}  // namespace plexus
