#include "models/pops/shape.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "models/pops/matchings.hpp"
#include "models/pops/operands.hpp"
#include "models/pops/optics.hpp"
#include "models/pops/permutation.hpp"
#include "models/pops/pops_route.hpp"

using namespace plexus;

namespace {

/// All POPS(d, g) with up to `most` processors.
std::vector<PopsShape> machines(NodeId most) {
  std::vector<PopsShape> list;
  for (NodeId d = 1; d <= most; ++d) {
    for (NodeId g = 1; d * g <= most; ++g) list.push_back({d, g});
  }
  return list;
}

/// Edges d a vertex, at random.
std::vector<BipartiteEdge> regular(NodeId vertices, NodeId degree, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<NodeId> ends;
  for (NodeId v = 0; v < vertices; ++v) ends.insert(ends.end(), degree, v);
  std::ranges::shuffle(ends, random);
  std::vector<BipartiteEdge> edges;
  for (NodeId x = 0; x < ends.size(); ++x) edges.push_back({x / degree, ends[x]});
  return edges;
}

bool is_matching(const std::vector<BipartiteEdge>& edges, const std::vector<std::uint32_t>& list) {
  std::set<NodeId> left;
  std::set<NodeId> right;
  for (const std::uint32_t edge : list) {
    if (!left.insert(edges[edge].left).second || !right.insert(edges[edge].right).second) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("permutations are what their names say", "[pops]") {
  const PopsShape pops{.d = 4, .g = 2};  // 0 .. 3 and 4 .. 7
  using List = std::vector<NodeId>;
  const auto to = [&](const char* name) { return pops::named_image(pops, name); };
  CHECK(to("reverse") == List{7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(to("rotate-group") == List{4, 5, 6, 7, 0, 1, 2, 3});
  CHECK(to("transpose") == List{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(to("group-reversal") == List{3, 2, 1, 0, 7, 6, 5, 4});
  CHECK(to("group-rotate") == List{1, 2, 3, 0, 5, 6, 7, 4});
  CHECK(to("shuffle") == List{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(to("bit-reversal") == List{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(to("affine:3,1") == List{1, 4, 7, 2, 5, 0, 3, 6});
  CHECK_THROWS_AS(to("affine:2,1"), Refusal);
  CHECK_THROWS_AS(to("affine:3"), Refusal);
  CHECK_THROWS_AS(to("sideways"), Refusal);
  CHECK_THROWS_AS(pops::named_image({.d = 3, .g = 2}, "shuffle"), Refusal);
  CHECK_THROWS_AS(pops::named_image({.d = 3, .g = 2}, "bit-reversal"), Refusal);
  CHECK(pops::named_image({.d = 1, .g = 1}, "shuffle") == List{0});
}

TEST_CASE("rho sends every datum to a relay of its own", "[pops]") {
  for (const PopsShape& pops : machines(256)) {
    CAPTURE(pops.d, pops.g);
    std::set<NodeId> relays;
    for (NodeId x = 0; x < pops.nodes(); ++x) relays.insert(pops.rho(x));
    CHECK(relays.size() == pops.nodes());
  }
}

TEST_CASE("in a pass by position no two data of a group share a relay group", "[pops]") {
  for (const PopsShape& pops : machines(128)) {
    CAPTURE(pops.d, pops.g);
    std::set<std::vector<NodeId>> used;
    for (NodeId x = 0; x < pops.nodes(); ++x) {
      used.insert({pops.pass(x), pops.group(x), pops.group(pops.relay(x))});
      CHECK(pops.pass(x) < pops.passes());
    }
    CHECK(used.size() == pops.nodes());
  }
}

TEST_CASE("recursive halving reaches everybody with the sum of all before", "[pops]") {
  for (NodeId m = 1; m <= 100; ++m) {
    std::vector<Operands> at;
    for (std::uint64_t x = 0; x < m; ++x) at.push_back({x, x + 1, 0});
    for (std::uint64_t level = 0; level < ceil_log(m); ++level) {
      const std::vector<Operands> before = at;
      for (NodeId x = 0; x < m; ++x) {
        const Halving halving = halving_of(m, level, x);
        if (halving.first <= x && x < halving.end) at[x] = before[halving.last] + before[x];
      }
    }
    for (std::uint64_t x = 0; x < m; ++x) CHECK(at[x] == Operands{0, x + 1, 0});
  }
}

TEST_CASE("operands out of order never look like a sum", "[pops]") {
  const Operands a{0, 1, 0};
  const Operands b{1, 3, 1};
  CHECK(a + b == Operands{0, 3, 1});
  CHECK(b + a != Operands{0, 3, 1});
  CHECK(a + Operands{} == a);
  CHECK(a + Operands{2, 3, 0} != Operands{0, 3, 0});
}

TEST_CASE("a sum shows an operand that is in it twice", "[pops]") {
  Sum once = Sum::operand(1);
  once += Sum::operand(2);
  Sum twice = Sum::operand(1);
  twice += Sum::operand(1);
  CHECK(once.count == twice.count);
  CHECK(!(once == twice));
}

TEST_CASE("a regular bipartite graph splits into perfect matchings", "[pops]") {
  const NodeId vertices = GENERATE(1, 2, 5, 16, 31);
  const NodeId degree = GENERATE(1, 2, 3, 8, 13);
  const unsigned seed = GENERATE(1, 2);
  CAPTURE(vertices, degree, seed);
  const auto edges = regular(vertices, degree, seed);
  const auto matchings = perfect_matchings(edges, vertices, degree);
  REQUIRE(matchings.size() == degree);
  std::set<std::uint32_t> all;
  for (const auto& matching : matchings) {
    CHECK(matching.size() == vertices);
    CHECK(is_matching(edges, matching));
    all.insert(matching.begin(), matching.end());
  }
  CHECK(all.size() == edges.size());
}

TEST_CASE("matchings are dealt out evenly over more classes", "[pops]") {
  const NodeId classes = GENERATE(2, 3, 5, 8, 17, 40);
  for (NodeId degree = 1; degree <= classes; ++degree) {
    CAPTURE(classes, degree);
    const auto edges = regular(classes, degree, classes + degree);
    const auto matchings = even_matchings(edges, classes, degree, classes);
    REQUIRE(matchings.size() == classes);
    std::set<std::uint32_t> all;
    for (const auto& matching : matchings) {
      CHECK(matching.size() == degree);
      CHECK(is_matching(edges, matching));
      all.insert(matching.begin(), matching.end());
    }
    CHECK(all.size() == edges.size());
  }
}

TEST_CASE("the optical budget is that of the table", "[pops]") {
  struct Row {
    std::uint64_t d;
    double loss;
    double margin;
  };
  const auto row = GENERATE(values<Row>({{1, 1.00, 21.00},
                                         {2, 4.51, 17.49},
                                         {4, 8.02, 13.98},
                                         {8, 11.53, 10.47},
                                         {16, 15.04, 6.96},
                                         {32, 18.55, 3.45},
                                         {64, 22.06, -0.06},
                                         {128, 25.57, -3.57}}));
  CAPTURE(row.d);
  const Optics optics;
  CHECK(optics.loss(row.d) == Approx(row.loss).margin(0.005));
  CHECK(optics.margin(row.d) == Approx(row.margin).margin(0.005));
  CHECK(optics.feasible(row.d) == (row.d <= 63));
  CHECK(optics.largest_d() == 63);
}

TEST_CASE("where not even one processor can be reached no star can be built", "[pops]") {
  Optics optics;
  optics.transmit_power = -20;  // 1 dB of connectors and 3 of reserve are above -25
  CHECK(optics.margin(1) == Approx(1));
  CHECK(optics.largest_d() == 1);
  optics.transmit_power = -22;
  CHECK_FALSE(optics.feasible(1));
  CHECK(optics.largest_d() == 0);
}

TEST_CASE(
    "a datum is relayed by rho or kappa, by its rank by the one that the machine's form asks for",
    "[pops][pops_route]") {
  for (const auto& [d, g] : {std::pair{4U, 4U}, {8U, 2U}, {2U, 8U}, {3U, 5U}, {5U, 3U}}) {
    CAPTURE(d, g);
    for (NodeId key = 0; key < d * g; ++key) {
      const NodeId i = key / d;  // group
      const NodeId j = key % d;  // index in it
      const RelayStop rho{key % g * d + key / g, j / g};
      const RelayStop kappa{j % g * d + i, j / g};
      CHECK(pops_route::stop(RelayRule::kRho, key, d, g) == rho);
      CHECK(pops_route::stop(RelayRule::kKappa, key, d, g) == kappa);
      CHECK(pops_route::stop(RelayRule::kRank, key, d, g) == (d > g ? kappa : rho));
    }
  }
}
