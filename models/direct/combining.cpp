#include "models/direct/combining.hpp"

#include <utility>

namespace plexus {

Program reduce_scatter_round(processor& self, Reduction& data, RingPlace ring, BundleOf bundle) {
  for (NodeId i = 1; i < ring.nodes; ++i) {  // k - 1 rounds: what came last goes on
    const NodeId last = (ring.place + ring.nodes - i) % ring.nodes;
    const NodeId next = (last + ring.nodes - 1) % ring.nodes;
    self.post(ring.towards_next, data.pack(self, bundle(last)));
    if (data.words(bundle(next)) == 0_words) continue;
    const Packet come = co_await self.receive(ring.towards_previous);
    data.combine(self, come, Side::kLeft);
  }
}

Program allgather_round(processor& self, Reduction& data, RingPlace ring, BundleOf bundle) {
  for (NodeId i = 0; i + 1 < ring.nodes; ++i) {
    const NodeId last = (ring.place + ring.nodes - i) % ring.nodes;
    const NodeId next = (last + ring.nodes - 1) % ring.nodes;
    self.post(ring.towards_next, data.pack(self, bundle(last)));
    if (data.words(bundle(next)) == 0_words) continue;
    data.accept(self, co_await self.receive(ring.towards_previous));
  }
}

Program reduce_up_tree(processor& self, Reduction& data, TreePlace place) {
  for (BlockId chunk = 0; chunk < data.chunks(); ++chunk) {  // for every chunk:
    for (const unsigned child : place.children) {            //   combine the children's
      const Packet come = co_await self.receive(child);
      data.combine(self, come, Side::kRight);
    }
    if (place.parent) {  //                                       and pass it on
      self.post(*place.parent, data.pack(self, data.some({chunk, 1})));
    }
  }
}

Program broadcast_down_tree(processor& self, Reduction& data, TreePlace place) {
  for (BlockId chunk = 0; chunk < data.chunks(); ++chunk) {  // for every chunk:
    if (place.parent) data.accept(self, co_await self.receive(*place.parent));
    const Packet onward = data.pack(self, data.some({chunk, 1}));
    for (const unsigned child : place.children) self.post(child, onward);
  }
}

}  // namespace plexus
