#include "models/fat-tree/shape.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace plexus {

namespace {

[[noreturn]] void refuse_tree(NodeId arity, NodeId nodes, const std::string& why) {
  throw std::invalid_argument{
      fmt::format("FatTreeShape{{{}, {}, {{..}}}}: {}.", arity, nodes, why)};
}

/// Levels of branches of a tree with these leaves, if there is one.
std::size_t height_of_tree(NodeId arity, NodeId nodes) {
  if (arity < 2) refuse_tree(arity, nodes, "a router has 2 children or more");
  const int height = FatTreeShape::height_of(arity, nodes);
  if (height < 0) refuse_tree(arity, nodes, "the leaves are a power of the arity");
  return static_cast<std::size_t>(height);
}

}  // namespace

FatTreeShape::FatTreeShape(NodeId arity, NodeId nodes, std::vector<std::int64_t> capacities)
    : arity_{arity}, nodes_{nodes}, capacities_{std::move(capacities)}, powers_{1} {
  const std::size_t height = height_of_tree(arity, nodes);
  if (capacities_.size() != height) {
    refuse_tree(
        arity, nodes,
        fmt::format("it has {} levels of branches, and {} capacities: give one for each, from "
                    "the leaves up",
                    height, capacities_.size()));
  }
  if (height > 0 && (capacities_.front() < 1 || !std::ranges::is_sorted(capacities_))) {
    refuse_tree(arity, nodes, "a branch has 1 link or more, and not fewer than those below it");
  }
  std::int64_t fed = 0;  // e of the level below
  for (const std::int64_t links : capacities_) {
    fed = fed == 0 ? links : std::min(links, arity * fed);
    effective_.push_back(fed);
    powers_.push_back(powers_.back() * arity);
  }
}

FatTreeShape FatTreeShape::constant(NodeId arity, NodeId nodes) {
  return {arity, nodes, std::vector<std::int64_t>(height_of_tree(arity, nodes), 1)};
}

FatTreeShape FatTreeShape::exponential(NodeId arity, NodeId nodes) {
  std::vector<std::int64_t> capacities(height_of_tree(arity, nodes), 1);
  for (std::size_t j = 1; j < capacities.size(); ++j) capacities[j] = capacities[j - 1] * arity;
  return {arity, nodes, std::move(capacities)};
}

int FatTreeShape::height_of(NodeId arity, NodeId nodes) {
  int height = 0;
  std::uint64_t power = 1;
  for (; power < nodes && arity > 1; power *= arity) ++height;
  return power == nodes ? height : -1;
}

bool FatTreeShape::is_constant() const {
  return std::ranges::all_of(capacities_, [](std::int64_t links) { return links == 1; });
}

bool FatTreeShape::is_exponential() const {
  for (unsigned level = 1; level <= height(); ++level) {
    if (capacity(level) != power(level - 1)) return false;
  }
  return true;
}

NodeId FatTreeShape::routers() const {
  NodeId count = 0;
  for (unsigned level = 1; level <= height(); ++level) count += routers(level);
  return count;
}

unsigned FatTreeShape::class_of(NodeId source, NodeId destination) const {
  unsigned level = 0;
  for (; source != destination; ++level) {
    source /= arity_;
    destination /= arity_;
  }
  return level;
}

NodeId FatTreeShape::add_digits(NodeId s, NodeId x) const {
  if (arity_ == 2) return s ^ x;
  NodeId sum = 0;
  for (unsigned digit = 0; digit < height(); ++digit) {
    sum += (s + x) % arity_ * powers_[digit];
    s /= arity_;
    x /= arity_;
  }
  return sum;
}

NodeId FatTreeShape::reverse_digits(NodeId v, unsigned digits) const {
  NodeId reversed = 0;
  for (unsigned digit = 0; digit < digits; ++digit) {
    reversed = reversed * arity_ + v % arity_;
    v /= arity_;
  }
  return reversed;
}

}  // namespace plexus
