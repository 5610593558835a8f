/// The routing lines (1)-(46) of the paper as they are printed, slot by slot, with what the
/// specification found of each; (23) is the number of an empty line. No kernel: the rules of a slot
/// are checked on sets.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/pops/shape.hpp"

using namespace plexus;

namespace {

/// One line: a processor drives couplers, given as printed (destination group, source group), for
/// some processors.
struct Sent {
  NodeId source = 0;
  std::vector<std::pair<NodeId, NodeId>> couplers;
  std::vector<NodeId> receivers;
};

/// What a slot breaks.
struct Broken {
  std::set<std::pair<NodeId, NodeId>> couplers;  ///< with two messages
  std::set<NodeId> receivers;                    ///< of two messages
  std::uint64_t links = 0;                       ///< couplers that source or receiver do not have

  [[nodiscard]] bool nothing() const { return couplers.empty() && receivers.empty() && links == 0; }
};

Broken slot(const PopsShape& pops, const std::vector<Sent>& all) {
  Broken broken;
  std::map<std::pair<NodeId, NodeId>, std::size_t> driven;
  std::map<NodeId, std::size_t> taken;
  for (const Sent& one : all) {
    for (const auto& coupler : one.couplers) {
      if (coupler.first >= pops.g || coupler.second != pops.group(one.source)) ++broken.links;
      if (++driven[coupler] > 1) broken.couplers.insert(coupler);
    }
    for (const NodeId receiver : one.receivers) {
      const std::pair by{pops.group(receiver), pops.group(one.source)};
      if (std::ranges::find(one.couplers, by) == one.couplers.end()) ++broken.links;
      if (receiver >= pops.nodes()) ++broken.links;
      if (++taken[receiver] > 1) broken.receivers.insert(receiver);
    }
  }
  return broken;
}

/// The two slots of p(x) -> c(., e) -> relay -> c(., .) -> target, couplers as printed.
struct TwoHop {
  NodeId source;
  std::pair<NodeId, NodeId> first;  ///< coupler of slot 1
  NodeId relay;
  std::pair<NodeId, NodeId> second;
  NodeId target;
};

std::pair<Broken, Broken> two_slots(const PopsShape& pops, const std::vector<TwoHop>& routes) {
  std::vector<Sent> one;
  std::vector<Sent> two;
  for (const TwoHop& route : routes) {
    one.push_back({route.source, {route.first}, {route.relay}});
    two.push_back({route.relay, {route.second}, {route.target}});
  }
  return {slot(pops, one), slot(pops, two)};
}

bool clean(const PopsShape& pops, const std::vector<TwoHop>& routes) {
  const auto [one, two] = two_slots(pops, routes);
  return one.nothing() && two.nothing();
}

/// All POPS(d, g) of powers of two with up to `most` processors.
std::vector<PopsShape> powers(NodeId most) {
  std::vector<PopsShape> list;
  for (NodeId d = 1; d <= most; d *= 2) {
    for (NodeId g = 1; d * g <= most; g *= 2) list.push_back({d, g});
  }
  return list;
}

std::vector<NodeId> random_set(NodeId nodes, std::mt19937& random) {
  const auto share = 1 + random() % 8;
  std::vector<NodeId> set;
  for (NodeId x = 0; x < nodes; ++x) {
    if (random() % 8 < share) set.push_back(x);
  }
  return set;
}

/// Sets of processors: all of them on small machines, else some at random.
void for_sets(const PopsShape& pops, std::mt19937& random,
              const std::function<void(const std::vector<NodeId>&)>& body) {
  if (pops.nodes() <= 8) {
    for (std::uint32_t bits = 0; bits < 1U << pops.nodes(); ++bits) {
      std::vector<NodeId> set;
      for (NodeId x = 0; x < pops.nodes(); ++x) {
        if ((bits >> x & 1) != 0) set.push_back(x);
      }
      body(set);
    }
    return;
  }
  for (int i = 0; i < 12; ++i) body(random_set(pops.nodes(), random));
}

/// lowDest + 1 .. dest of p(k).
std::vector<NodeId> range_of(const std::vector<NodeId>& dest, NodeId k) {
  std::vector<NodeId> range;
  for (NodeId x = k == 0 ? 0 : dest[k - 1] + 1; x <= dest[k]; ++x) range.push_back(x);
  return range;
}

}  // namespace

TEST_CASE("Theorem 1, lines (1)-(4): every hypercube move in passes is free of conflicts",
          "[pops][lines]") {
  for (const PopsShape& pops : powers(1024)) {
    if (pops.d == 1) continue;
    for (NodeId b = 0; b < pops.bits(); ++b) {
      CAPTURE(pops.d, pops.g, b);
      for (NodeId pass = 0; pass < pops.passes(); ++pass) {
        std::vector<TwoHop> routes;
        for (NodeId i = 0; i < pops.nodes(); ++i) {
          const NodeId e = pops.group(i);
          if (pops.index(i) / pops.g != pass) continue;
          const NodeId there = i ^ (NodeId{1} << b);
          routes.push_back({i,
                            {i % pops.g, e},                  // (1)
                            pops.at(i % pops.g, i / pops.g),  // (2)
                            {pops.group(there), i % pops.g},  // (3)
                            there});                          // (4)
        }
        CHECK(clean(pops, routes));
      }
    }
  }
}

TEST_CASE("Theorem 2, lines (5)-(8): mesh moves are free of conflicts where d or g divides N",
          "[pops][lines]") {
  for (const NodeId N : {2U, 3U, 4U, 5U, 6U, 8U, 9U, 12U, 16U, 20U, 24U}) {
    for (NodeId d = 1; d <= N * N; ++d) {
      if (N * N % d != 0 || d == 1) continue;
      const PopsShape pops{d, N * N / d};
      bool good = true;
      for (int way = 0; way < 4; ++way) {
        for (NodeId pass = 0; pass < pops.passes(); ++pass) {
          std::vector<TwoHop> routes;
          for (NodeId x = 0; x < N * N; ++x) {
            if (pops.index(x) / pops.g != pass) continue;
            const NodeId r = x / N;
            const NodeId c = x % N;
            const NodeId to[] = {r * N + (c + 1) % N, r * N + (c + N - 1) % N, (r + 1) % N * N + c,
                                 (r + N - 1) % N * N + c};
            routes.push_back({x,
                              {x % pops.g, pops.group(x)},        // (5)
                              pops.at(x % pops.g, x / pops.g),    // (6)
                              {pops.group(to[way]), x % pops.g},  // (7)
                              to[way]});                          // (8)
          }
          good = good && clean(pops, routes);
        }
      }
      CAPTURE(N, pops.d, pops.g);
      if (N % pops.d == 0 || N % pops.g == 0) CHECK(good);
      if ((N == 12 && d == 9) || (N == 6 && d == 9)) CHECK_FALSE(good);  // erratum E11
    }
  }
}

TEST_CASE("lines (9) and (10) are free of conflicts alone and collide together at m/2 couplers",
          "[pops][lines]") {
  for (const NodeId m : {2U, 4U, 8U, 16U, 32U}) {
    const PopsShape pops{m, m};
    CAPTURE(m);
    std::vector<Sent> fold;
    std::vector<Sent> slide;
    for (NodeId i = 0; i < m; ++i) {
      for (NodeId j = 0; j < m; ++j) {
        if (i + j > m - 1) {  // (9)
          fold.push_back({pops.at(i, j), {{m - 1 - j, i}}, {pops.at(m - 1 - j, m - 1 - i)}});
        }
      }
      if (i >= m / 2) {  // (10)
        slide.push_back(
            {pops.at(i, m - 1 - i), {{i - m / 2, i}}, {pops.at(i - m / 2, 3 * m / 2 - 1 - i)}});
      }
    }
    CHECK(slot(pops, fold).nothing());
    CHECK(slot(pops, slide).nothing());
    std::vector<Sent> both = fold;
    both.insert(both.end(), slide.begin(), slide.end());
    const Broken broken = slot(pops, both);
    CHECK(broken.couplers.size() == m / 2);
    for (NodeId i = m / 2; i < m; ++i) CHECK(broken.couplers.contains({i - m / 2, i}));
  }
}

TEST_CASE("lines (11) and (12) together are free of conflicts and cover the square",
          "[pops][lines]") {
  for (const NodeId m : {4U, 8U, 16U}) {
    const PopsShape pops{m, m};
    CAPTURE(m);
    std::vector<Sent> both;
    std::set<NodeId> covered;
    for (NodeId i = 0; i < m; ++i) {
      for (NodeId j = 0; j < m; ++j) {
        if (i < m / 2 && j >= m / 2 && i + j < m) {  // (11)
          both.push_back({pops.at(i, j), {{j - m / 2, i}}, {pops.at(j - m / 2, m / 2 - 1 - i)}});
        }
        if (i >= m / 2 && j + 1 < m / 2 && i + j < m - 1) {  // (12)
          both.push_back(
              {pops.at(i, j), {{m / 2 - j - 1, i}}, {pops.at(m / 2 - j - 1, i - m / 2)}});
        }
      }
    }
    CHECK(slot(pops, both).nothing());
    for (const Sent& one : both) covered.insert(one.receivers.front());
    for (const NodeId x : covered) CHECK((pops.group(x) < m / 2 && pops.index(x) < m / 2));
    CHECK(covered.size() == both.size());
    CHECK(covered.size() == m * m / 4);
  }
}

TEST_CASE("group halving is free of conflicts", "[pops][lines]") {
  for (const PopsShape& pops : powers(1024)) {
    CAPTURE(pops.d, pops.g);
    for (NodeId m = pops.g; m > pops.d; m /= 2) {
      std::vector<Sent> all;
      for (NodeId i = m / 2; i < m; ++i) {
        for (NodeId j = 0; j < pops.d; ++j) {
          const NodeId group = i / pops.d * pops.d - m / 2 + j;
          all.push_back({pops.at(i, j), {{group, i}}, {pops.at(group, i % pops.d)}});
        }
      }
      CHECK(slot(pops, all).nothing());
    }
  }
}

TEST_CASE("tokens, lines (13)-(22): no conflicts, and they end at home iff M is even",
          "[pops][lines]") {
  for (NodeId d = 2; d <= 8; ++d) {
    const PopsShape pops{d, d};
    for (NodeId M = 2; M <= d; ++M) {
      if (d % M != 0) continue;
      CAPTURE(d, M);
      std::vector<NodeId> at;  // where the token of p(i, j) is; it begins at a relay
      for (NodeId x = 0; x < pops.nodes(); ++x) {
        const NodeId r = pops.index(x) / M * M;
        at.push_back(pops.at(r + (pops.index(x) - r + 1) % M, pops.group(x)));
      }
      for (NodeId hop = 1; hop < M; ++hop) {
        std::vector<Sent> all;
        for (NodeId x = 0; x < pops.nodes(); ++x) {
          const NodeId i = pops.group(x);
          const NodeId r = pops.index(x) / M * M;
          const NodeId here = r + (pops.index(x) - r + hop) % M;
          const NodeId next = r + (pops.index(x) - r + hop + 1) % M;
          if (hop % 2 == 1) {  // (13)-(14), (17)-(18)
            all.push_back({pops.at(here, i), {{i, here}}, {pops.at(i, next)}});
          } else {  // (15)-(16), (19)-(20)
            all.push_back({pops.at(i, here), {{next, i}}, {pops.at(next, i)}});
          }
          CHECK(all.back().source == at[x]);
          at[x] = all.back().receivers.front();
        }
        CHECK(slot(pops, all).nothing());
      }
      for (NodeId x = 0; x < pops.nodes(); ++x) {  // (21)-(22); erratum E6
        CHECK((at[x] == x) == (M % 2 == 0 || pops.group(x) == pops.index(x)));
      }
    }
  }
}

TEST_CASE(
    "concentrate, lines (24)-(27): line (26) as printed leaves the machine or misses the group",
    "[pops][lines]") {
  std::mt19937 random{26};
  for (const NodeId d : {2U, 3U, 4U, 8U}) {
    const PopsShape pops{d, d};
    CAPTURE(d);
    for_sets(pops, random, [&](const std::vector<NodeId>& selected) {
      std::vector<TwoHop> routes;
      std::vector<TwoHop> printed;
      bool whole = true;  // all ranks are multiples of d
      for (NodeId r = 0; r < selected.size(); ++r) {
        const NodeId x = selected[r];
        const NodeId relay = pops.at(r % d, pops.group(x));                       // (25)
        routes.push_back({x, {r % d, pops.group(x)}, relay, {r / d, r % d}, r});  // (24), (27)
        printed.push_back(routes.back());
        printed.back().second = {static_cast<NodeId>(ceil_div(r, d)), r % d};  // (26)
        whole = whole && r % d == 0;
      }
      CHECK(clean(pops, routes));
      CHECK(clean(pops, printed) == whole);  // erratum E3
    });
  }
}

TEST_CASE(
    "concentrate, lines (28)-(31), is free of conflicts; passes by position for d > g collide",
    "[pops][lines]") {
  std::mt19937 random{28};
  for (const PopsShape& pops : std::vector<PopsShape>{{2, 4}, {2, 3}, {3, 5}, {4, 16}, {7, 9}}) {
    CAPTURE(pops.d, pops.g);
    for_sets(pops, random, [&](const std::vector<NodeId>& selected) {
      std::vector<TwoHop> routes;
      for (NodeId r = 0; r < selected.size(); ++r) {
        const NodeId x = selected[r];
        routes.push_back({x,
                          {r % pops.g, pops.group(x)},      // (28)
                          pops.at(r % pops.g, r / pops.g),  // (29)
                          {r / pops.d, r % pops.g},         // (30)
                          r});                              // (31)
      }
      CHECK(clean(pops, routes));
    });
  }
  const PopsShape pops{4, 2};  // erratum E2: selected 0, 1, 4, 5, pass 0
  std::vector<TwoHop> routes;
  const std::vector<NodeId> selected{0, 1, 4, 5};
  for (NodeId r = 0; r < selected.size(); ++r) {
    const NodeId i = pops.group(selected[r]);
    routes.push_back({selected[r], {r % 2, i}, pops.at(r % 2, i), {r / 4, r % 2}, r});
  }
  const auto [one, two] = two_slots(pops, routes);
  CHECK(one.nothing());
  CHECK(two.couplers == std::set<std::pair<NodeId, NodeId>>{{0, 0}, {0, 1}});
}

TEST_CASE("distribute, lines (32)-(39), is free of conflicts, in passes too", "[pops][lines]") {
  std::mt19937 random{32};
  for (const PopsShape& pops : std::vector<PopsShape>{
           {2, 2}, {4, 4}, {3, 3}, {2, 4}, {3, 5}, {4, 16}, {8, 8}, {4, 2}, {5, 3}, {16, 4}}) {
    CAPTURE(pops.d, pops.g);
    for_sets(pops, random, [&](const std::vector<NodeId>& dest) {
      for (NodeId pass = 0; pass < pops.passes(); ++pass) {
        std::vector<TwoHop> routes;
        for (NodeId k = 0; k < dest.size(); ++k) {
          const NodeId i = pops.group(k);
          const NodeId j = pops.index(k);
          if (j / pops.g != pass) continue;
          // (32)-(35) by j for d >= g, (36)-(39) by id + j for d < g
          const NodeId key = pops.d < pops.g ? k : j;
          const NodeId relay =
              pops.d < pops.g ? pops.at(k % pops.g, k / pops.g) : pops.at(j % pops.g, i);
          routes.push_back(
              {k, {key % pops.g, i}, relay, {dest[k] / pops.d, key % pops.g}, dest[k]});
        }
        CHECK(clean(pops, routes));
      }
    });
  }
}

TEST_CASE(
    "generalize, lines (40)-(43): line (42) as printed collides for d >= g, from lowDest + 1 "
    "it does not",
    "[pops][lines]") {
  std::mt19937 random{42};
  std::uint64_t collided_large = 0;
  for (const PopsShape& pops : std::vector<PopsShape>{
           {2, 2}, {4, 4}, {3, 3}, {4, 2}, {8, 4}, {2, 4}, {2, 3}, {3, 5}, {4, 16}}) {
    CAPTURE(pops.d, pops.g);
    for_sets(pops, random, [&](const std::vector<NodeId>& dest) {
      for (NodeId pass = 0; pass < pops.passes(); ++pass) {
        std::vector<Sent> relays;   // (40), (41)
        std::vector<Sent> printed;  // (42) as printed
        std::vector<Sent> mended;
        for (NodeId k = 0; k < dest.size(); ++k) {
          const NodeId i = pops.group(k);
          const NodeId j = pops.index(k);
          if (j / pops.g != pass) continue;
          const NodeId relay =
              pops.d <= pops.g ? pops.at(k % pops.g, k / pops.g) : pops.at(j % pops.g, i);
          const std::vector<NodeId> receivers = range_of(dest, k);  // (43)
          const NodeId low = k == 0 ? 0 : dest[k - 1];
          Sent wide{relay, {}, receivers};
          Sent right{relay, {}, receivers};
          for (NodeId a = low / pops.d; a <= dest[k] / pops.d; ++a) {
            wide.couplers.emplace_back(a, pops.group(relay));
          }
          for (NodeId a = receivers.front() / pops.d; a <= dest[k] / pops.d; ++a) {
            right.couplers.emplace_back(a, pops.group(relay));
          }
          relays.push_back({k, {{pops.group(relay), i}}, {relay}});
          printed.push_back(wide);
          mended.push_back(right);
        }
        CHECK(slot(pops, relays).nothing());
        CHECK(slot(pops, mended).nothing());
        const bool collides = !slot(pops, printed).couplers.empty();
        if (pops.d < pops.g) CHECK_FALSE(collides);  // erratum E9
        if (collides) ++collided_large;
      }
    });
  }
  CHECK(collided_large > 0);
}

TEST_CASE("line (41) with every j replaced leaves the machine for d < g", "[pops][lines]") {
  const PopsShape pops{2, 4};  // erratum E16: p(0, 2) does not exist
  std::vector<Sent> printed;
  std::vector<Sent> mended;
  for (NodeId k = 0; k < pops.nodes(); ++k) {
    const NodeId i = pops.group(k);
    printed.push_back({k, {{k % pops.g, i}}, {pops.at(k % pops.g, i)}});
    mended.push_back({k, {{k % pops.g, i}}, {pops.at(k % pops.g, k / pops.g)}});  // (45)
  }
  CHECK(slot(pops, printed).links > 0);
  CHECK(slot(pops, mended).nothing());
}

TEST_CASE("the shift by one, lines (44)-(46), is free of conflicts for d = g, d < g and in passes",
          "[pops][lines]") {
  for (const PopsShape& pops : std::vector<PopsShape>{
           {2, 2}, {3, 3}, {4, 4}, {8, 8}, {2, 4}, {3, 5}, {4, 16}, {4, 2}, {5, 2}, {16, 4}}) {
    CAPTURE(pops.d, pops.g);
    for (NodeId pass = 0; pass < pops.passes(); ++pass) {
      std::vector<TwoHop> routes;
      for (NodeId k = 0; k + 1 < pops.nodes(); ++k) {
        const NodeId i = pops.group(k);
        const NodeId j = pops.index(k);
        if (j / pops.g != pass) continue;
        const bool small = pops.d <= pops.g;
        const NodeId relay =
            small ? pops.at(k % pops.g, k / pops.g) : pops.at(j % pops.g, i);  // (45)
        const NodeId group = j != pops.d - 1 ? i : i + 1;                      // (46)
        routes.push_back(
            {k, {pops.group(relay), i}, relay, {group, pops.group(relay)}, k + 1});  // (44)
      }
      CHECK(clean(pops, routes));
    }
  }
}
