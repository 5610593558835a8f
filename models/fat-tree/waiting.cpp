#include "models/fat-tree/waiting.hpp"

#include <algorithm>
#include <vector>

namespace plexus {

namespace {

/// Packets of one source and destination, or of the like.
struct Flow {
  NodeId source = 0;
  NodeId destination = 0;
  double rate = 0;  ///< packets a cycle: at the source, then of what has come so far
  Words words{1};   ///< of a packet
};

/// Cycles of a link that a packet of so many words takes.
double cycles_of_hop(const FatTreeCase& at, unsigned level, Words words) {
  const BranchRules& rules = at.hardware.rules;
  const Cycles hop = rules.slot ? *rules.slot : at.hardware.link(at.tree, level).hop(words);
  return static_cast<double>(hop.count());
}

/// Hops that the links of a branch of this level can work on at once, one way.
double links_of(const FatTreeCase& at, unsigned level) {
  const double links = at.hardware.wide ? 1 : static_cast<double>(at.tree.capacity(level));
  return at.half_duplex ? links / 2 : links;
}

/// Words of a packet that is like any other.
Words usual_words(const BlockWords& words) {
  return Words{words.base + (words.varied ? words.step * (words.mod - 1) / 2 : 0)};
}

/// What a node cannot send at once is gone.
bool dropped_at(const FatTreeCase& at, unsigned level, bool up) {
  return up && level == 1 && at.hardware.rules.sources_drop;
}

/// Packets a cycle that stay behind where every leaf sends `rate` of them to any other leaf: all
/// branches of a level are alike. For each class (level at which the way turns) what is left of it.
double left_by_uniform(const FatTreeCase& at, double rate) {
  const FatTreeShape& tree = at.tree;
  if (tree.height() == 0) return 0;
  std::vector<double> of_class(tree.height() + 1);
  for (unsigned h = 1; h <= tree.height(); ++h) {
    of_class[h] = rate * tree.leaves_of_class(h) / (double{1} * tree.nodes() - 1);
  }
  double left = 0;
  const auto cross = [&](unsigned j, bool up) {
    double through = 0;  // of one leaf
    for (unsigned h = j; h <= tree.height(); ++h) through += of_class[h];
    const double wanted = through * tree.power(j - 1) * cycles_of_hop(at, j, usual_words(at.words));
    const double share = std::min(1.0, links_of(at, j) / std::max(wanted, 1e-9));
    for (unsigned h = j; h <= tree.height(); ++h) of_class[h] *= share;
    if (!dropped_at(at, j, up)) left += through * (1 - share) * tree.nodes();
  };
  for (unsigned j = 1; j <= tree.height(); ++j) cross(j, true);
  for (unsigned j = tree.height(); j >= 1; --j) cross(j, false);
  return left;
}

/// The same for flows of any kind.
double left_by(const FatTreeCase& at, std::vector<Flow> flows) {
  const FatTreeShape& tree = at.tree;
  std::erase_if(flows, [](const Flow& flow) { return flow.source == flow.destination; });
  double left = 0;
  std::vector<double> wanted(tree.nodes());
  const auto cross = [&](unsigned j, bool up) {
    const auto branch = [&](const Flow& flow) {
      return (up ? flow.source : flow.destination) / tree.power(j - 1);
    };
    const auto crosses = [&](const Flow& flow) {
      return flow.source / tree.power(j - 1) != flow.destination / tree.power(j - 1);
    };
    std::ranges::fill(wanted, 0);
    for (const Flow& flow : flows) {
      if (crosses(flow)) wanted[branch(flow)] += flow.rate * cycles_of_hop(at, j, flow.words);
    }
    for (Flow& flow : flows) {
      if (!crosses(flow)) continue;
      const double share = std::min(1.0, links_of(at, j) / std::max(wanted[branch(flow)], 1e-9));
      if (!dropped_at(at, j, up)) left += flow.rate * (1 - share);
      flow.rate *= share;
    }
  };
  for (unsigned j = 1; j <= tree.height(); ++j) cross(j, true);
  for (unsigned j = tree.height(); j >= 1; --j) cross(j, false);
  return left;
}

/// Packets a cycle that are more than the branch of one leaf can take.
double left_at_one(const FatTreeCase& at, double rate) {
  if (at.tree.height() == 0) return 0;
  return std::max(0.0, rate - links_of(at, 1) / cycles_of_hop(at, 1, usual_words(at.words)));
}

}  // namespace

double waiting_in_tree(const FatTreeCase& at) {
  const TrafficSetting& setting = *at.traffic;
  const auto cycles = static_cast<double>(setting.end().count());
  if (setting.recorded) {
    std::vector<Flow> flows;
    for (NodeId source = 0; source < at.nodes(); ++source) {
      for (const Offer& packet : (*setting.recorded)[source]) {
        flows.push_back({source, packet.destination, 1 / cycles, Words{packet.words}});
      }
    }
    return cycles * left_by(at, std::move(flows));
  }
  if (setting.pattern.kind == TrafficPattern::Kind::kFixed) {
    std::vector<Flow> flows;
    for (NodeId source = 0; source < at.nodes(); ++source) {
      flows.push_back(
          {source, setting.pattern.destinations[source], setting.load, at.words.of(source)});
    }
    return cycles * left_by(at, std::move(flows));
  }
  const double to_hot =
      setting.pattern.kind == TrafficPattern::Kind::kHotspot ? setting.pattern.share : 0;
  return cycles * (left_by_uniform(at, (1 - to_hot) * setting.load) +
                   left_at_one(at, to_hot * setting.load * at.nodes()));
}

}  // namespace plexus
