#include "models/direct/streams.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "hw/node/relay_node.hpp"
#include "models/ensemble/pipelining.hpp"

namespace plexus {

namespace {

/// Which packet crosses into depth `depth` of the tree in step `step`, if any does.
std::optional<std::int64_t> packet_due(std::int64_t step, int depth, const Stream& stream) {
  const std::int64_t since = step - depth;
  if (since < 0 || since % 2 != 0 || since / 2 >= stream.packets) return std::nullopt;
  return since / 2;
}

}  // namespace

Blocks Stream::packet(std::int64_t index) const {
  const EvenSplit split{part.count, packets};
  return Blocks{Interval{block, 1}, Slice{part.first + split.first(index), split.size(index)}};
}

Stream whole_stream(Words words, std::int64_t packets, BlockId block) {
  return {block, {0_words, words}, packets};
}

Streams even_streams(Words words, std::int64_t parts, std::int64_t packets) {
  const EvenSplit split{words, parts};
  Streams streams;
  for (std::int64_t j = 0; j < parts; ++j) {
    const Words size = split.size(j);
    streams.push_back({0, {split.first(j), size}, std::min(packets, size.count())});
  }
  return streams;
}

PathPlaces::PathPlaces(const DirectWiring& wiring, NodeId source, std::span<const Route> routes) {
  for (std::size_t path = 0; path < routes.size(); ++path) {
    NodeId here = source;
    TreePlace place;
    for (const int port : routes[path]) {
      const ChannelEnd next = wiring.neighbour(here, static_cast<unsigned>(port)).value();
      place.children = {static_cast<unsigned>(port)};
      places_[here].push_back({path, place});
      place = {next.channel, {}};
      here = next.node;
    }
    places_[here].push_back({path, place});
  }
}

std::span<const PathPlaces::OnPath> PathPlaces::at(NodeId node) const {
  const auto found = places_.find(node);
  return found == places_.end() ? std::span<const OnPath>{} : found->second;
}

Program relay(processor& self, TreePlace place, Stream stream) {
  std::uint64_t children = 0;
  for (const unsigned child : place.children) children |= std::uint64_t{1} << child;
  for (std::int64_t j = 0; j < stream.packets; ++j) {  // for every packet:
    if (place.parent) {                                //   from the parent to all children
      Packet packet = co_await self.receive_into_memory(*place.parent);
      co_await pass_on(self, *place.parent, children, packet);
    } else {
      const Packet packet = self.pack(stream.packet(j));
      for (const unsigned child : place.children) self.post(child, packet);
    }
  }
}

Program relay_on_paths(processor& self, const PathPlaces& paths, const Streams& streams) {
  std::vector<Program> relays;
  for (const auto& [path, place] : paths.at(self.id())) {
    relays.push_back(relay(self, place, streams[path]));
  }
  co_await all(self, std::move(relays));
}

Program relay_down_trees(processor& self, std::span<const SpanningTree> trees,
                         const Streams& streams) {
  std::vector<Program> relays;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    relays.push_back(relay(self, trees[t].place(self.id()), streams[t]));
  }
  co_await all(self, std::move(relays));
}

Program relay_alternately(processor& self, std::span<const SpanningTree> trees,
                          const Streams& streams) {
  std::vector<TreePlace> places;
  std::int64_t steps = 0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    places.push_back(trees[t].place(self.id()));
    steps = std::max(steps, trees[t].depth() + 2 * (streams[t].packets - 1));
  }
  std::vector<Packet> latest(trees.size());  // what came last
  for (std::int64_t step = 1; step <= steps; ++step) {
    for (std::size_t t = 0; t < trees.size(); ++t) {
      const auto packet = packet_due(step, places[t].level + 1, streams[t]);
      if (!packet) continue;
      if (!places[t].parent) latest[t] = self.pack(streams[t].packet(*packet));
      for (const unsigned child : places[t].children) self.post(child, latest[t]);
    }
    for (std::size_t t = 0; t < trees.size(); ++t) {
      if (!places[t].parent || !packet_due(step, places[t].level, streams[t])) continue;
      latest[t] = co_await self.receive_into_memory(*places[t].parent);
    }
    co_await self.step();
  }
}

Program daisy_chain(processor& self, unsigned towards_next, unsigned towards_previous, NodeId nodes,
                    Blocks own) {
  Packet travelling = self.pack(own);                // first the own blocks
  for (NodeId step = 1; step < nodes; ++step) {      // k - 1 rotations:
    self.post(towards_next, std::move(travelling));  // what came last goes on
    travelling = co_await self.receive_into_memory(towards_previous);
  }
}

}  // namespace plexus
