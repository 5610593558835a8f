#include "models/fat-tree/route.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace plexus {

tree_route::tree_route(const FatTreeShape& tree, bool sends_sets)
    : tree_{tree}, sends_sets_{sends_sets}, first_of_level_{0} {
  if (std::has_single_bit(tree.arity())) {
    bits_ = static_cast<unsigned>(std::countr_zero(tree.arity()));
  }
  std::uint32_t next = 0;
  for (unsigned level = 1; level <= tree.height(); ++level) {
    first_of_level_.push_back(next);
    next += tree.routers(level);
    level_of_.resize(next, static_cast<std::uint8_t>(level));
  }
}

tree_route::Place tree_route::place_of(std::uint32_t router) const {
  const unsigned level = level_of_[router];
  return {level, router - first_of_level_[level]};
}

std::optional<tree_routes_if::Wires> tree_route::wires(std::uint64_t word) const {
  const TreeHeader header = TreeHeader::of_word(word);
  switch (header.kind()) {
    case TreeHeader::Kind::kUnicast:
      return Wires{0, header.destination()};
    case TreeHeader::Kind::kTurn:
      return Wires{1, header.digits()};
    case TreeHeader::Kind::kFlood:
      return Wires{2, 0};
    case TreeHeader::Kind::kMulticast:
      break;
  }
  if (!has_sets()) return std::nullopt;
  std::uint64_t leaves = 0;
  for (const NodeId leaf : sets_[header.set()]) leaves |= std::uint64_t{1} << leaf;
  return Wires{3, leaves};
}

std::uint64_t tree_route::header_word(const Header& header) {
  if (header.receivers.empty()) return header.mask;
  std::vector<NodeId> leaves;
  for (const Interval& interval : header.receivers.intervals()) {
    for (std::uint64_t leaf = interval.first; leaf < interval.end(); ++leaf) {
      leaves.push_back(static_cast<NodeId>(leaf));
    }
  }
  sets_.push_back(std::move(leaves));
  return TreeHeader::multicast(sets_.size() - 1).word();
}

void tree_route::route(std::uint32_t router, std::uint32_t input, std::uint64_t word,
                       RouterPorts& ports) const {
  const TreeHeader header = TreeHeader::of_word(word);
  const Place here = place_of(router);
  switch (header.kind()) {
    case TreeHeader::Kind::kUnicast: {
      if (bits_ != 0) {  // for speed: no division
        const NodeId child = header.destination() >> bits_ * (here.level - 1);
        const bool inside = child >> bits_ == here.index;
        ports.push_back(inside ? child_port(child & (tree_.arity() - 1)) : kParentPort);
        return;
      }
      const NodeId branch = header.destination() / tree_.power(here.level - 1);
      const bool below = branch / tree_.arity() == here.index;
      ports.push_back(below ? child_port(branch % tree_.arity()) : kParentPort);
      return;
    }
    case TreeHeader::Kind::kTurn:
      return route_turn(here, input, header, ports);
    case TreeHeader::Kind::kFlood:
      return route_flood(here, input, ports);
    case TreeHeader::Kind::kMulticast:
      return route_multicast(here, input, sets_[header.set()], ports);
  }
}

void tree_route::route_turn(Place here, std::uint32_t input, TreeHeader header,
                            RouterPorts& ports) const {
  if (input == kParentPort) return route_flood(here, input, ports);
  if (header.turns_above(tree_, here.level)) ports.push_back(kParentPort);
  const NodeId offset = header.offset(tree_, here.level);
  if (offset != 0) ports.push_back(child_port((input - child_port(0) + offset) % tree_.arity()));
}

/// To all ports but the one it came from.
void tree_route::route_flood(Place here, std::uint32_t input, RouterPorts& ports) const {
  const std::uint32_t first = here.level == tree_.height() ? child_port(0) : kParentPort;
  for (std::uint32_t port = first; port <= tree_.arity(); ++port) {
    if (port != input) ports.push_back(port);
  }
}

void tree_route::route_multicast(Place here, std::uint32_t input, const std::vector<NodeId>& set,
                                 RouterPorts& ports) const {
  const NodeId width = tree_.power(here.level - 1);
  const NodeId first = here.index * tree_.power(here.level);
  const auto begin = std::ranges::lower_bound(set, first);
  const auto end = std::ranges::lower_bound(set, first + tree_.power(here.level));
  if (input != kParentPort && (begin != set.begin() || end != set.end())) {
    ports.push_back(kParentPort);
  }
  for (NodeId child = 0; child < tree_.arity(); ++child) {
    const auto next = std::lower_bound(begin, end, first + child * width);
    const bool wanted = next != end && *next < first + (child + 1) * width;
    if (wanted && child_port(child) != input) ports.push_back(child_port(child));
  }
}

std::string tree_route::port_name(std::uint32_t port) const {
  return port == kParentPort ? "parent" : "child " + std::to_string(port - child_port(0));
}

}  // namespace plexus
