#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/omega/steps.hpp"

namespace plexus {
namespace {

using FromTo = std::pair<NodeId, NodeId>;  ///< from, to; of a broadcast: packet, 0

/// What every node holds while a plan is played without a network, one step after another. A step
/// is checked to be one-to-one and inside its configuration, a message to be held by its sender.
class Play {
 public:
  explicit Play(NodeId nodes) : held_(nodes) {}

  void give(NodeId node, FromTo block) { held_[node].insert(block); }
  [[nodiscard]] const std::set<FromTo>& held(NodeId node) const { return held_[node]; }

  /// `sends(held, message)`: the blocks that the sender puts into the message. With `keep` it
  /// keeps them, and no receiver may get what it has.
  template <typename Sends>
  void run(const SwitchPlan& plan, Words block, bool keep, Sends sends) {
    for (const SwitchStep& step : plan.steps) {
      check_one_to_one(plan, step);
      std::vector<std::pair<NodeId, std::set<FromTo>>> arriving;
      for (const SwitchMessage& message : step.messages) {
        const std::set<FromTo> blocks = sends(held_[message.source], message);
        for (const FromTo& b : blocks) CHECK(held_[message.source].contains(b));
        if (block > 0_words) {
          CHECK(static_cast<std::int64_t>(blocks.size()) * block == message.words);
        }
        arriving.emplace_back(message.destination, blocks);
        if (!keep)
          std::erase_if(held_[message.source], [&](FromTo b) { return blocks.contains(b); });
      }
      for (const auto& [node, blocks] : arriving) {
        for (const FromTo& b : blocks) CHECK(held_[node].insert(b).second);  // never twice
      }
    }
  }

 private:
  static void check_one_to_one(const SwitchPlan& plan, const SwitchStep& step) {
    const auto& full = plan.configurations.at(step.configuration);
    CHECK(std::ranges::is_sorted(full));
    CHECK(std::ranges::is_sorted(step.messages, {}, &SwitchMessage::source));
    std::set<NodeId> sources;
    std::set<NodeId> destinations;
    for (const SwitchMessage& message : step.messages) {
      CHECK(std::ranges::binary_search(full, message.route()));
      CHECK(sources.insert(message.source).second);
      CHECK(destinations.insert(message.destination).second);
    }
    CHECK(!step.messages.empty());
  }

  std::vector<std::set<FromTo>> held_;
};

/// A broadcast is complete if every node ends with every packet, each delivered once.
void check_broadcast(NodeId nodes, NodeId root, std::int64_t packets, const SwitchPlan& plan) {
  Play play{nodes};
  for (NodeId p = 0; p < packets; ++p) play.give(root, {p, 0});
  play.run(plan, 0_words, true, [](const auto&, const SwitchMessage& message) {
    return std::set<FromTo>{{static_cast<NodeId>(message.packet), 0}};
  });
  for (NodeId v = 0; v < nodes; ++v) CHECK(play.held(v).size() == std::size_t(packets));
  for (const SwitchStep& step : plan.steps) CHECK(!step.messages.empty());
}

TEST_CASE("pipelined ring and tree bring every packet to every node once", "[omega][steps]") {
  const NodeId nodes = GENERATE(2U, 3U, 4U, 5U, 6U, 8U, 11U, 16U, 32U);
  const std::int64_t packets = GENERATE(1, 2, 3, 7, 40);
  for (const NodeId root : {0U, 1U, nodes - 1}) {
    CAPTURE(nodes, packets, root);
    const EvenSplit split{Words{2 * packets + 1}, packets};
    check_broadcast(nodes, root, packets, pipelined_plan(ring_maps(nodes, root), split));
    check_broadcast(nodes, root, packets, pipelined_plan(tree_maps(nodes, root), split));
  }
}

TEST_CASE("recursive doubling brings the message to every node once", "[omega][steps]") {
  const NodeId nodes = GENERATE(2U, 3U, 5U, 8U, 13U, 16U);
  for (NodeId root = 0; root < nodes; ++root) {
    check_broadcast(nodes, root, 1, doubling_broadcast_plan(nodes, root, 3_words));
  }
}

TEST_CASE("the tree labels of section 4.6.1 for 8 processors, root 3", "[omega][steps]") {
  const SwitchTree tree{8, 3};
  CHECK(tree.processor_of(1) == 3);
  CHECK(tree.processor_of(0) == 2);
  CHECK(tree.processor_of(4) == 6);
  CHECK(tree.left_child(1) == 2U);
  CHECK(tree.right_child(3) == 7U);
  CHECK(tree.right_child(4) == 0U);
  CHECK_FALSE(tree.left_child(4));
  CHECK_FALSE(tree.right_child(5));
  CHECK_FALSE(tree.left_child(0));
  CHECK(tree.levels() == 2);
  CHECK(tree.level(4) == 1);  // serves label 0 in the step in which it gets the packet
}

TEST_CASE("labels and processors of a tree are inverse to each other", "[omega][steps]") {
  for (NodeId nodes = 2; nodes <= 33; ++nodes) {
    for (NodeId root = 0; root < nodes; ++root) {
      const SwitchTree tree{nodes, root};
      for (NodeId v = 0; v < nodes; ++v) {
        if (tree.processor_of(tree.label_of(v)) != v) FAIL_CHECK(nodes << ' ' << root);
      }
      if (tree.label_of(root) != 1) FAIL_CHECK(nodes << ' ' << root);
    }
  }
}

TEST_CASE("both allgathers give every node every block", "[omega][steps]") {
  const NodeId nodes = GENERATE(2U, 3U, 6U, 8U, 13U, 16U);
  CAPTURE(nodes);
  Play doubling{nodes};
  Play chain{nodes};
  for (NodeId v = 0; v < nodes; ++v) {
    doubling.give(v, {v, 0});
    chain.give(v, {v, 0});
  }
  doubling.run(doubling_allgather_plan(nodes, 3_words), 3_words, true,
               [&](const auto& held, const SwitchMessage& message) {
                 const auto count = static_cast<NodeId>(message.words.count() / 3);
                 std::set<FromTo> first;
                 for (NodeId i = 0; i < count; ++i) first.insert({(message.source + i) % nodes, 0});
                 CHECK(held.size() >= count);
                 return first;
               });
  chain.run(daisy_chain_plan(nodes, 3_words), 3_words, true,
            [&](const auto& held, const SwitchMessage& message) {
              const auto got_last =
                  static_cast<NodeId>((message.source + nodes + 1 - held.size()) % nodes);
              return std::set<FromTo>{{got_last, 0}};
            });
  for (NodeId v = 0; v < nodes; ++v) {
    CHECK(doubling.held(v).size() == nodes);
    CHECK(chain.held(v).size() == nodes);
  }
}

TEST_CASE("recursive scatter and gather move exactly the blocks of their owners",
          "[omega][steps]") {
  const NodeId nodes = GENERATE(2U, 4U, 8U, 16U);
  for (NodeId root = 0; root < nodes; ++root) {
    CAPTURE(nodes, root);
    Play scatter{nodes};
    Play gather{nodes};
    for (NodeId v = 0; v < nodes; ++v) {
      scatter.give(root, {0, v});
      gather.give(v, {0, v});
    }
    std::uint32_t n = 0;
    while ((NodeId{1} << n) < nodes) ++n;
    const auto blocks = [&](NodeId sender, NodeId receiver) {  // the one with the longer label
      const NodeId far = std::max(sender ^ root, receiver ^ root);
      std::uint32_t step = 1;
      while ((NodeId{1} << step) <= far) ++step;
      std::set<FromTo> result;
      for (const NodeId v : scatter_blocks(nodes, root, step, far)) result.insert({0, v});
      return result;
    };
    const auto sends = [&](const auto&, const SwitchMessage& message) {
      return blocks(message.source, message.destination);
    };
    scatter.run(scatter_plan(nodes, root, 2_words), 2_words, false, sends);
    gather.run(gather_plan(nodes, root, 2_words), 2_words, false, sends);
    for (NodeId v = 0; v < nodes; ++v) {
      CHECK(scatter.held(v) == std::set<FromTo>{{0, v}});
      CHECK(gather.held(v).size() == (v == root ? nodes : 0));
    }
  }
}

TEST_CASE("both alltoalls bring every block to its destination", "[omega][steps]") {
  const NodeId nodes = GENERATE(2U, 4U, 8U, 16U);
  Play exchange{nodes};
  Play shifts{nodes};
  for (NodeId o = 0; o < nodes; ++o) {
    for (NodeId d = 0; d < nodes; ++d) {
      exchange.give(o, {o, d});
      shifts.give(o, {o, d});
    }
  }
  exchange.run(exchange_plan(nodes, 3_words), 3_words, false,
               [](const auto& held, const SwitchMessage& message) {
                 const NodeId bit = message.source ^ message.destination;
                 std::set<FromTo> out;
                 for (const FromTo& b : held) {
                   if (((b.second ^ message.source) & bit) != 0) out.insert(b);
                 }
                 return out;
               });
  shifts.run(shifts_plan(nodes, 3_words), 3_words, false,
             [](const auto&, const SwitchMessage& message) {
               return std::set<FromTo>{{message.source, message.destination}};
             });
  for (NodeId v = 0; v < nodes; ++v) {
    for (NodeId o = 0; o < nodes; ++o) {
      CHECK(exchange.held(v).contains({o, v}));
      CHECK(shifts.held(v).contains({o, v}));
    }
    CHECK(exchange.held(v).size() == nodes);
    CHECK(shifts.held(v).size() == nodes);
  }
}

TEST_CASE("a ring keeps one configuration, a tree two, all others one for each step",
          "[omega][steps]") {
  CHECK(pipelined_plan(ring_maps(8, 3), {10_words, 3}).configurations.size() == 1);
  CHECK(pipelined_plan(tree_maps(8, 3), {10_words, 3}).configurations.size() == 2);
  CHECK(daisy_chain_plan(8, 1_words).configurations.size() == 1);
  CHECK(doubling_broadcast_plan(8, 3, 1_words).configurations.size() == 3);
  CHECK(doubling_allgather_plan(8, 1_words).configurations.size() == 3);
  CHECK(exchange_plan(8, 1_words).configurations.size() == 3);
  CHECK(shifts_plan(8, 1_words).configurations.size() == 7);
}

TEST_CASE("doubling takes no more than is missing", "[omega][steps]") {
  CHECK(doubling_steps(8) == std::vector<DoublingStep>{{1, 1}, {2, 2}, {4, 4}});
  CHECK(doubling_steps(6) == std::vector<DoublingStep>{{1, 1}, {2, 2}, {4, 2}});
}

TEST_CASE("algorithms that need k = 2^n say so", "[omega][steps]") {
  CHECK_THROWS_AS(scatter_plan(6, 0, 1_words), Refusal);
  CHECK_THROWS_AS(gather_plan(6, 0, 1_words), Refusal);
  CHECK_THROWS_AS(exchange_plan(6, 1_words), Refusal);
}

}  // namespace
}  // namespace plexus
