#include "models/catalogue/algorithm.hpp"
#include "models/fat-tree/bounds.hpp"
#include "models/fat-tree/case.hpp"

namespace plexus::fat_tree {

namespace {

const Statistic kHeight{"height", "levels", "levels of routers: log_k of the leaves"};
const Statistic kTreeDiameter{"diameter", "hops", "between the two leaves that lie farthest apart"};
const Statistic kRouters{"routers", "routers", "by level, from the leaves up"};
const Statistic kBranches{"branches", "branches", "by level, from the leaves up"};
const Statistic kBranchLinks{"links", "links", "of a branch, by level"};
const Statistic kEffective{"effective_links", "links", "of a branch that those below can feed"};
const Statistic kLinksInAll{"links_in_all", "links", "in one direction, over all levels"};
const Statistic kBisection{"bisection", "links", "at the root, of half of its branches"};
const Statistic kBoundScatter{"bound_scatter", "steps", "of scatter, gather and allgather"};
const Statistic kBoundAlltoall{"bound_alltoall", "steps", "of alltoall"};

void answer(const FatTreeCase& at, Statistics& statistics) {
  const FatTreeShape& tree = at.tree;
  std::vector<std::int64_t> routers;
  std::vector<std::int64_t> branches;
  std::vector<std::int64_t> effective;
  std::int64_t links = 0;
  for (unsigned level = 1; level <= tree.height(); ++level) {
    routers.push_back(tree.routers(level));
    branches.push_back(tree.branches(level));
    effective.push_back(tree.effective(level));
    links += tree.branches(level) * tree.capacity(level);
  }
  const std::int64_t across = tree.height() > 0 ? tree.arity() / 2 * tree.capacities().back() : 0;
  statistics.set(kHeight, tree.height());
  statistics.set(kTreeDiameter, 2 * tree.height());
  statistics.set(kRouters, routers);
  statistics.set(kBranches, branches);
  statistics.set(kBranchLinks, tree.capacities());
  statistics.set(kEffective, effective);
  statistics.set(kLinksInAll, links);
  statistics.set(kBisection, across);
  statistics.set(kBoundScatter, bound_scatter(tree));
  statistics.set(kBoundAlltoall, bound_alltoall(tree));
}

}  // namespace

Algorithm<FatTreeCase> topology_tree() {
  return {.operation = "topology",
          .name = "tree",
          .summary = "levels, routers, branches and bounds of the tree",
          .is_default = true,
          .parameters = shape_parameters(),
          .answer = answer,
          .declared = {kHeight, kTreeDiameter, kRouters, kBranches, kBranchLinks, kEffective,
                       kLinksInAll, kBisection, kBoundScatter, kBoundAlltoall}};
}

}  // namespace plexus::fat_tree
