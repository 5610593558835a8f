#include "hw/crossbar/crossbar_node.hpp"

#include <utility>

#include <fmt/ostream.h>

#include "hw/rule/fault.hpp"

namespace plexus {

bool PhaseMeeting::start() {
  ports_->meeting_ = nullptr;
  ports_->done_at_once_ = false;
  ports_->links->reach(ends_, *messages_);
  if (ports_->done_at_once_) return true;
  ports_->meeting_ = this;
  return false;
}

Packet crossbar_ports::message(const NodeEnd& end, const Blocks& blocks, NodeId to) {
  const NodeId id = self().id();
  if (!self().memory().contains(blocks)) {
    raise("program", self().name(),
          Figures{{"node", id}, {"port", end.port}, {"phase", end.phase + 1}},
          "Node {} sends {} at port {} in phase {} but does not hold all of it.", id,
          fmt::streamed(blocks), end.port, end.phase + 1);
  }
  return Packet{self().new_packet(), id, to, blocks.words(), blocks};
}

void crossbar_ports::received(std::uint32_t /*port*/, Packet&& packet) {
  self().keep(packet.blocks());
}

void crossbar_ports::sent(std::uint32_t /*port*/, const Packet& packet) {
  if (setting_->blocks_move) self().forget(packet.blocks());
}

void crossbar_ports::all_done() {
  if (meeting_ == nullptr) {  // while the program was still beginning
    done_at_once_ = true;
    return;
  }
  std::exchange(meeting_, nullptr)->complete();
}

void crossbar_ports::list_waits(Waits& waits) const {
  for (Awaited& partner : links->waits_for()) waits.push_back(std::move(partner));
}

}  // namespace plexus
