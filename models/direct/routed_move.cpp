#include "models/direct/routed_move.hpp"

#include <utility>

namespace plexus {

Program routed_move(processor& self, const PathPlaces& path, route_if& routers, NodeId destination,
                    Stream stream) {
  if (path.at(self.id()).empty()) co_return;  // off the path
  const TreePlace place = path.at(self.id()).front().place;
  for (std::int64_t j = 0; j < stream.packets; ++j) {  // for every packet:
    Packet packet;
    if (place.parent) {
      packet = co_await self.receive_into_memory(*place.parent);
    } else {
      packet = self.pack(stream.packet(j), destination);
    }
    const auto onward = routers.next(self.id(), packet.destination);
    if (onward) self.post(*onward, std::move(packet));
  }
}

}  // namespace plexus
