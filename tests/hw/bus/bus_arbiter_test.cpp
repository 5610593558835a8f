#include "hw/bus/bus_arbiter.hpp"

#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/bus/bank_arbiter.hpp"
#include "hw/time/fresh_kernel.hpp"

using namespace plexus;

namespace {

/// rtl/bus/bus_arbiter.sv line by line: what it decides from the same inputs.
struct BusArbiterRtl {
  explicit BusArbiterRtl(NodeId processors)
      : grant(processors), busy(processors), owner(processors) {}

  std::vector<bool> edge(NodeId k_star, const std::vector<bool>& req,
                         const std::vector<std::vector<bool>>& readers,
                         const std::vector<bool>& release) {
    const std::size_t k = req.size();
    std::vector<bool> start(k);
    NodeId active = 0;
    for (std::size_t p = 0; p < k; ++p) grant[p] = grant[p] && !release[p];
    for (std::size_t p = 0; p < k; ++p) {
      if (release[owner[p]]) busy[p] = false;
      if (grant[p]) ++active;
    }
    for (std::size_t i = 0; i < k; ++i) {
      bool free = !busy[i];
      for (std::size_t p = 0; p < k; ++p) free = free && !(busy[p] && readers[i][p]);
      start[i] = req[i] && active < k_star && free;
      if (!start[i]) continue;
      ++active;
      for (std::size_t p = 0; p < k; ++p) {
        if (p != i && !readers[i][p]) continue;
        busy[p] = true;
        owner[p] = i;
      }
    }
    for (std::size_t p = 0; p < k; ++p) grant[p] = grant[p] || start[p];
    return start;
  }

  std::vector<bool> grant;
  std::vector<bool> busy;
  std::vector<std::size_t> owner;
};

}  // namespace

TEST_CASE("the bus arbiter decides as its RTL does", "[bus_arbiter]") {
  const auto seed = GENERATE(range(1u, 13u));
  CAPTURE(seed);
  std::mt19937 random{seed};
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  const NodeId k = 2 + below(9);
  const NodeId k_star = 1 + below(k);
  const bool slots = seed % 3 == 0;  // empty reader sets: slots of a memory
  const FreshKernel kernel;
  bus_arbiter model{"model", k, k_star};
  BusArbiterRtl twin{k};
  std::vector<bool> req(k);
  std::vector<std::vector<bool>> readers(k, std::vector<bool>(k));
  for (int cycle = 0; cycle < 500; ++cycle) {
    CAPTURE(cycle);
    std::vector<bool> release(k);
    std::vector<NodeId> released;
    for (NodeId v = 0; v < k; ++v) {
      release[v] = twin.grant[v] && below(3) == 0;
      if (release[v]) released.push_back(v);
      if (req[v] || below(3) != 0) continue;
      req[v] = true;
      for (NodeId p = 0; p < k; ++p) readers[v][p] = !slots && p != v && below(3) == 0;
    }
    std::vector<BusRequest> requests;
    for (NodeId v = 0; v < k; ++v) {
      if (!req[v]) continue;
      std::vector<NodeId> members;
      for (NodeId p = 0; p < k; ++p) {
        if (readers[v][p]) members.push_back(p);
      }
      requests.push_back({v, NodeSet{members}});
    }
    const auto start = twin.edge(k_star, req, readers, release);
    std::vector<bool> started(k);
    for (const NodeId v : model.edge(released, requests)) started[v] = true;
    REQUIRE(started == start);
    for (NodeId v = 0; v < k; ++v) {
      REQUIRE(model.state().grant(v) == twin.grant[v]);
      REQUIRE(model.state().busy(v) == twin.busy[v]);
      if (start[v]) req[v] = false;
    }
  }
}

TEST_CASE("the bank arbiter decides as its RTL does", "[bank_arbiter]") {
  const auto seed = GENERATE(range(1u, 9u));
  CAPTURE(seed);
  std::mt19937 random{seed};
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  const NodeId k = 1 + below(10);
  const BankId banks = 1 + below(6);
  const FreshKernel kernel;
  bank_arbiter model{"model", k, banks};
  for (int cycle = 0; cycle < 300; ++cycle) {
    CAPTURE(cycle);
    std::vector<BankRequest> requests;
    for (NodeId v = 0; v < k; ++v) {
      if (below(3) != 0) requests.push_back({v, below(banks)});
    }
    std::vector<bool> granted;  // a lower-numbered request of the same bank wins
    for (std::size_t p = 0; p < requests.size(); ++p) {
      bool wins = true;
      for (std::size_t lower = 0; lower < p; ++lower) {
        if (requests[p].bank == requests[lower].bank) wins = false;
      }
      granted.push_back(wins);
    }
    REQUIRE(model.grant(requests) == granted);
  }
}
