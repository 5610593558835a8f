#include "hw/bus/bus_arbiter.hpp"

namespace plexus {

std::span<const NodeId> bus_arbiter::edge(std::span<const NodeId> released,
                                          std::span<const BusRequest> requests) {
  for (const NodeId writer : released) {
    const auto ended = active_.find(writer);
    busy_.clear(NodeSet::one(writer));
    busy_.clear(ended->second);
    active_.erase(ended);
  }
  started_.clear();
  for (const BusRequest& request : requests) {
    if (active_.size() == channels_ || busy_.count() == processors_) break;  // nobody can start
    if (busy_.at(request.writer) || busy_.any(request.readers)) continue;
    busy_.set(NodeSet::one(request.writer));
    busy_.set(request.readers);
    active_.emplace(request.writer, request.readers);
    started_.push_back(request.writer);
  }
  return started_;
}

}  // namespace plexus
