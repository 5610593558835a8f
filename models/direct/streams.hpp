#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "hw/data/blocks.hpp"
#include "hw/node/processor.hpp"
#include "hw/node/program.hpp"
#include "hw/time/units.hpp"
#include "models/direct/direct_wiring.hpp"
#include "models/direct/spanning_tree.hpp"

/// Messages that travel as packets one behind the other, down trees or along paths: what the direct
/// machines' moves and broadcasts are made of. The packets of one link keep their order; each
/// starts as soon as it is whole at its sender and the one before it has left the link.
namespace plexus {

/// A part of a block that is cut in packets. An empty part has no packet.
struct Stream {
  BlockId block = 0;
  Slice part;                ///< which words
  std::int64_t packets = 0;  ///< 1 .. words of the part; larger ones first

  /// What packet 0 .. packets - 1 carries.
  [[nodiscard]] Blocks packet(std::int64_t index) const;
};
using Streams = std::vector<Stream>;

/// The whole of a block.
Stream whole_stream(Words words, std::int64_t packets, BlockId block = 0);
/// A message cut evenly in parts, larger ones first; each in `packets` packets, or in
/// one per word where it has fewer words.
Streams even_streams(Words words, std::int64_t parts, std::int64_t packets);

/// What each node does on paths from one source: like a tree's places, without branches.
class PathPlaces {
 public:
  struct OnPath {
    std::size_t path;  ///< place in the list of routes
    TreePlace place;
  };

  PathPlaces(const DirectWiring& wiring, NodeId source, std::span<const Route> routes);

  /// The paths on which a node lies.
  [[nodiscard]] std::span<const OnPath> at(NodeId node) const;

 private:
  std::unordered_map<NodeId, std::vector<OnPath>> places_;
};

// ---- Programs -----------------------------------------------------------------------------------

/// One stream at one node of a tree: the root cuts it in packets, the others take each packet from
/// their parent; all pass it on to their children at once.
Program relay(processor& self, TreePlace place, Stream stream);

/// Stream p goes along path p, all at the same time.
Program relay_on_paths(processor& self, const PathPlaces& paths, const Streams& streams);

/// Stream t goes down tree t, all at the same time. No node may have the same parent twice.
Program relay_down_trees(processor& self, std::span<const SpanningTree> trees,
                         const Streams& streams);

/// As `relay_down_trees` in lock step, with every node reading and writing in turn: packet j = 0,
/// 1,
/// .. of a stream crosses into depth e in step e + 2 j.
Program relay_alternately(processor& self, std::span<const SpanningTree> trees,
                          const Streams& streams);

/// One node of a ring round which everything goes once: in every of nodes - 1 rounds what came
/// last, first `own`, goes on.
Program daisy_chain(processor& self, unsigned towards_next, unsigned towards_previous, NodeId nodes,
                    Blocks own);

}  // namespace plexus
