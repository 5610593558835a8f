#include "hw/crossbar/crossbar_node.hpp"

namespace plexus {

crossbar_node::crossbar_node(sc_core::sc_module_name name, NodeId id,
                             const CrossbarContext& context)
    : node{name, id, context} {}

Meeting crossbar_node::meet(std::span<const NodeEnd> ends, std::vector<Packet>& messages) {
  return Meeting{*this, ends, messages};
}

bool Meeting::begin(Waiter& waiter) {
  waits_for(waiter);
  self_->meeting_ = nullptr;
  self_->done_at_once_ = false;
  self_->context().links->reach(self_->id(), ends_, *messages_);
  if (self_->done_at_once_) return true;
  self_->meeting_ = this;
  return false;
}

void crossbar_node::received(std::uint32_t /*port*/, Packet&& packet) {
  if (context().in_vain) {
    in_vain_ += gain(packet.blocks());
  } else {
    store(packet.blocks());
  }
}

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

void crossbar_node::list_waits(std::vector<std::string>& waits) const {
  if (const std::string wait = context().links->waits_for(id()); !wait.empty()) {
    waits.push_back(wait);
  }
}

}  // namespace plexus
