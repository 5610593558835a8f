#include "models/direct/routed_move.hpp"

#include "hw/node/relay_node.hpp"

namespace plexus {

Program routed_move(processor& self, const PathPlaces& path, route_if& routers, NodeId destination,
                    Stream stream) {
  if (path.at(self.id()).empty()) co_return;  // off the path
  const TreePlace place = path.at(self.id()).front().place;
  for (std::int64_t j = 0; j < stream.packets; ++j) {  // for every packet:
    if (place.parent) {
      Packet packet = co_await self.receive_into_memory(*place.parent);
      const auto onward = routers.next(self.id(), packet.destination());
      const std::uint64_t children = onward ? std::uint64_t{1} << *onward : 0;
      co_await pass_on(self, *place.parent, children, packet);
    } else if (const auto onward = routers.next(self.id(), destination)) {
      self.post(*onward, self.pack(stream.packet(j), destination));
    }
  }
}

std::function<Program(processor&)> along_route(const DirectWiring& wiring, const Route& route,
                                               route_if& routers, NodeId source, NodeId destination,
                                               const Stream& stream) {
  return [path = PathPlaces{wiring, source, {&route, 1}}, &routers, destination, stream](
             processor& self) { return routed_move(self, path, routers, destination, stream); };
}

}  // namespace plexus
