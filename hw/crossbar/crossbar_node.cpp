#include "hw/crossbar/crossbar_node.hpp"

#include <utility>

#include <fmt/ostream.h>

#include "hw/rule/fault.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

crossbar_node::crossbar_node(sc_core::sc_module_name name, NodeId id,
                             const CrossbarContext& context)
    : node{name, id, context} {}

Meeting crossbar_node::meet(std::span<const NodeEnd> ends, std::vector<Packet>& messages) {
  return Meeting{*this, ends, messages};
}

Packet crossbar_node::message(const NodeEnd& end, const Blocks& blocks, NodeId to) {
  if (!memory_.contains(blocks)) {
    raise("program", name(), Figures{{"node", id()}, {"port", end.port}, {"phase", end.phase + 1}},
          "Node {} sends {} at port {} in phase {} but does not hold all of it.", id(),
          fmt::streamed(blocks), end.port, end.phase + 1);
  }
  return Packet{new_packet(), id(), to, blocks.words(), blocks};
}

bool Meeting::start() {
  self().meeting_ = nullptr;
  self().done_at_once_ = false;
  self().links->reach(ends_, *messages_);
  if (self().done_at_once_) return true;
  self().meeting_ = this;
  return false;
}

void crossbar_node::received(std::uint32_t /*port*/, Packet&& packet) { keep(packet.blocks()); }

void crossbar_node::sent(std::uint32_t /*port*/, const Packet& packet) {
  if (context().blocks_move) forget(packet.blocks());
}

void crossbar_node::all_done() {
  if (meeting_ == nullptr) {  // while the program was still beginning
    done_at_once_ = true;
    return;
  }
  std::exchange(meeting_, nullptr)->complete();
}

void crossbar_node::list_waits(Waits& waits) const {
  for (Awaited& partner : links->waits_for()) waits.push_back(std::move(partner));
}

}  // namespace plexus
