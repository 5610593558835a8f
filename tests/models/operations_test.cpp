#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_machine.hpp"
#include "models/operations/operation.hpp"
#include "models/operations/results.hpp"
#include "models/ring/shape.hpp"
#include "tests/hw/small_machine.hpp"

using namespace plexus;

namespace {

using BlocksByNode = std::vector<std::set<BlockId>>;  // by node

BlocksByNode holding(NodeId nodes, const std::function<std::vector<Interval>(NodeId)>& blocks) {
  BlocksByNode all(nodes);
  for (NodeId v = 0; v < nodes; ++v) {
    for (const Interval& interval : blocks(v)) {
      for (BlockId b = interval.first; b < interval.end(); ++b) CHECK(all[v].insert(b).second);
    }
  }
  return all;
}

/// Every operation on `nodes` processors; that of one node in particular concerns `root`.
std::vector<Operation> operations(NodeId nodes, NodeId root) {
  std::vector<NodeId> image(nodes);
  for (NodeId v = 0; v < nodes; ++v) image[v] = (v + root) % nodes;
  return {move_operation(root, (root + 1) % nodes, 5_words),
          broadcast_operation(root, 5_words),
          scatter_operation(nodes, root, 5_words),
          gather_operation(nodes, root, 5_words),
          allgather_operation(nodes, 5_words),
          alltoall_operation(nodes, 5_words),
          permutation_operation(image, 5_words)};
}

Memory memory_of(const Operation& operation, const std::set<BlockId>& blocks) {
  Memory memory{operation.space};
  for (const BlockId b : blocks) {
    REQUIRE(memory.add(Blocks{Interval{b, 1}, operation.space.whole()}));
  }
  return memory;
}

}  // namespace

TEST_CASE("placements before and after are those of the specification's section 3",
          "[operations]") {
  const auto nodes = GENERATE(NodeId{1}, NodeId{2}, NodeId{3}, NodeId{5}, NodeId{8});
  const NodeId root = nodes / 2;
  CAPTURE(nodes, root);
  for (const Operation& operation : operations(nodes, root)) {
    CAPTURE(operation.name);
    const BlocksByNode before = holding(nodes, operation.before);
    const BlocksByNode after = holding(nodes, operation.after);
    const std::string& name = operation.name;
    CHECK(operation.space.words == 5_words);
    for (NodeId v = 0; v < nodes; ++v) {
      CAPTURE(v);
      std::set<BlockId> all;
      for (BlockId b = 0; b < nodes; ++b) all.insert(b);
      const std::set<BlockId> own{v};
      const std::set<BlockId> message{0};
      const std::set<BlockId> none;
      const bool is_root = v == root;
      if (name == "move") {
        CHECK(before[v] == (is_root ? message : none));
        CHECK(after[v] == (v == (root + 1) % nodes ? message : none));
      } else if (name == "broadcast") {
        CHECK(before[v] == (is_root ? message : none));
        CHECK(after[v] == message);
      } else if (name == "scatter") {
        CHECK(before[v] == (is_root ? all : none));
        CHECK(after[v] == own);
      } else if (name == "gather") {
        CHECK(before[v] == own);
        CHECK(after[v] == (is_root ? all : none));
      } else if (name == "allgather") {
        CHECK(before[v] == own);
        CHECK(after[v] == all);
      } else if (name == "alltoall") {
        std::set<BlockId> row;
        std::set<BlockId> column;
        for (NodeId other = 0; other < nodes; ++other) {
          row.insert(alltoall_block(nodes, v, other));
          column.insert(alltoall_block(nodes, other, v));
        }
        CHECK(before[v] == row);
        CHECK(after[v] == column);
      } else {
        REQUIRE(name == "permutation");
        CHECK(before[v] == own);
        CHECK(after[(v + root) % nodes] == own);
      }
    }
  }
}

TEST_CASE("no operation makes blocks or loses them", "[operations]") {
  const auto nodes = GENERATE(NodeId{1}, NodeId{2}, NodeId{7});
  for (const Operation& operation : operations(nodes, nodes - 1)) {
    CAPTURE(nodes, operation.name);
    std::set<BlockId> before;
    std::set<BlockId> after;
    for (const auto& blocks : holding(nodes, operation.before))
      before.insert(blocks.begin(), blocks.end());
    for (const auto& blocks : holding(nodes, operation.after))
      after.insert(blocks.begin(), blocks.end());
    CHECK(before == after);
    CHECK(before.size() == operation.space.blocks);
    CHECK(*before.rbegin() == operation.space.blocks - 1);
  }
}

TEST_CASE("of memories that begin empty an operation asks for what arrives, and nothing else",
          "[operations]") {
  const auto nodes = GENERATE(NodeId{1}, NodeId{2}, NodeId{5});
  for (const Operation& operation : operations(nodes, nodes - 1)) {
    const Operation arrivals = arrivals_of(operation);
    CAPTURE(nodes, operation.name);
    const auto before = holding(nodes, operation.before);
    const auto after = holding(nodes, operation.after);
    const auto arrive = holding(nodes, arrivals.after);
    for (NodeId v = 0; v < nodes; ++v) {
      CHECK(arrivals.before(v).empty());
      std::set<BlockId> due = after[v];
      for (const BlockId block : before[v]) due.erase(block);
      CHECK(arrive[v] == due);
    }
    CHECK(arrivals.exact);
  }
}

TEST_CASE("the data of every node are looked at, node 0 and the last one too", "[operations]") {
  for (NodeId lacking = 0; lacking < 3; ++lacking) {
    const FreshKernel kernel;
    const Operation operation = allgather_operation(3, 8_words);
    direct_machine ring{"ring",       RingShape{3}.wiring(), operation.space,
                        LinkTiming{}, PortRule::kAllFull,    {}};
    for (NodeId v = 0; v < 3; ++v) {
      ring.node(v).store(Blocks{Interval{0, v == lacking ? 2U : 3U}, operation.space.whole()});
    }
    const auto problem = violation_of(operation, ring);
    REQUIRE(problem);
    CHECK_THAT(*problem, Catch::StartsWith("Node " + std::to_string(lacking) + " lacks"));
  }
}

TEST_CASE("what an operation leaves is right only if every word of every block is there",
          "[operations]") {
  const NodeId nodes = 4;
  for (const Operation& operation : operations(nodes, 2)) {
    const BlocksByNode after = holding(nodes, operation.after);
    for (NodeId v = 0; v < nodes; ++v) {
      CAPTURE(operation.name, v);
      CHECK_FALSE(missing_after(operation, v, memory_of(operation, after[v])));
      for (const BlockId lost : after[v]) {
        auto blocks = after[v];
        blocks.erase(lost);
        std::string sentence = "Node " + std::to_string(v) + " lacks words of block " +
                               std::to_string(lost) + " after the " + operation.name;
        if (after[v].size() > 1) {
          sentence += ", in all of 1 of its " + std::to_string(after[v].size()) + " blocks";
        }
        sentence += '.';
        Memory memory = memory_of(operation, blocks);
        CHECK(missing_after(operation, v, memory) == sentence);
        REQUIRE(
            memory.add(Blocks{Interval{lost, 1}, {0_words, 4_words}}));  // one word is not there
        CHECK(missing_after(operation, v, memory) == sentence);
        REQUIRE(memory.add(Blocks{Interval{lost, 1}, {4_words, 1_words}}));
        CHECK_FALSE(missing_after(operation, v, memory));
      }
    }
  }
}

TEST_CASE("a node that keeps what an operation gives to others is told", "[operations]") {
  SmallMachine small{4, {4, 8_words}};
  Operation operation = scatter_operation(4, 0, 8_words);
  operation.exact = true;
  for (NodeId v = 0; v < 4; ++v) small.hold(v, v);
  CHECK(violation_of(operation, small.machine) == std::nullopt);
  small.hold(0, 3);  // which the root had from the beginning
  CHECK(violation_of(operation, small.machine) == std::nullopt);
  small.hold(2, 3);
  const auto problem = violation_of(operation, small.machine);
  REQUIRE(problem);
  CHECK_THAT(*problem, Catch::Contains("Node 2 holds block 3, which the scatter gives to others"));
  operation.exact = false;  // what is passed on may stay
  CHECK(violation_of(operation, small.machine) == std::nullopt);
}

TEST_CASE("a wrong result is told with what it should be, long ones cut", "[operations]") {
  const auto told = [](Operator op, const Operand& found, const Operand& expected) {
    return wrong_result(op, 3, "the sum", found, expected).value_or("right");
  };
  CHECK(told(Operator::kSum, Operand{5}, Operand{5}) == "right");
  CHECK(told(Operator::kSum, Operand{5}, Operand{6}) == "Node 3 holds 5 and not 6, the sum.");
  CHECK(told(Operator::kConcat, Operand{std::string(80, 'a')}, Operand{std::string(81, 'b')}) ==
        "Node 3 holds " + std::string(80, 'a') + " and not " + std::string(80, 'b') +
            ".., the sum.");
}
