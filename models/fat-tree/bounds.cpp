#include "models/fat-tree/bounds.hpp"

#include <algorithm>

namespace plexus::fat_tree {

namespace {

/// ceil(a / b) for b > 0 and any a.
std::int64_t ceil_of(std::int64_t a, std::int64_t b) { return a > 0 ? (a + b - 1) / b : -(-a / b); }

std::int64_t scatter_by(const FatTreeShape& tree, std::int64_t links) {
  std::int64_t bound = 0;
  for (unsigned h = 1; h <= tree.height(); ++h) {
    const std::int64_t blocks = tree.nodes() - tree.power(h - 1);
    bound = std::max(bound, ceil_of(blocks, links) + 2 * h - 1);
  }
  return bound;
}

}  // namespace

std::int64_t bound_scatter(const FatTreeShape& tree) {
  return tree.height() == 0 ? 0 : scatter_by(tree, tree.capacity(1));
}

std::int64_t bound_scatter_by_one_link(const FatTreeShape& tree) { return scatter_by(tree, 1); }

std::int64_t bound_alltoall_cut(const FatTreeShape& tree) {
  std::int64_t bound = 0;
  for (unsigned j = 1; j <= tree.height(); ++j) {
    for (unsigned g = j; g <= tree.height(); ++g) {
      const std::int64_t blocks =
          std::int64_t{tree.power(j - 1)} * (tree.nodes() - tree.power(g - 1));
      bound = std::max(bound, ceil_of(blocks, tree.capacity(j)) + 2 * g - 1);
    }
  }
  return bound;
}

std::int64_t bound_alltoall_average(const FatTreeShape& tree) {
  std::int64_t bound = 0;
  for (unsigned j = 1; j <= tree.height(); ++j) {
    const std::int64_t leaves = tree.power(j - 1);
    const std::int64_t w = leaves * (tree.nodes() - leaves);
    std::int64_t hops_between = 0;
    for (unsigned g = j; g <= tree.height(); ++g) {
      hops_between += leaves * (2 * g - 2 * j + 1) * tree.leaves_of_class(g);
    }
    // With w = uses c + rest: 2 (sum of floor(i / c) for i < w) = uses (w + rest - c).
    const std::int64_t c = tree.capacity(j);
    const std::int64_t uses = w / c;
    const std::int64_t rest = w % c;
    const std::int64_t average = uses + ceil_of(uses * (rest - c) + hops_between, w);
    bound = std::max(bound, 2 * j - 1 + average);
  }
  return bound;
}

std::int64_t bound_alltoall(const FatTreeShape& tree) {
  return std::max(bound_alltoall_cut(tree), bound_alltoall_average(tree));
}

}  // namespace plexus::fat_tree
