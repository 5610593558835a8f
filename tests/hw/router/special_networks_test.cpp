// Networks that have a loop of their own for speed are networks of routers with virtual channels,
// which can be joined alike: both move every packet in the same cycle.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/router/packet_router.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/fat-tree/route.hpp"
#include "models/omega/module.hpp"
#include "tests/hw/router/router_run.hpp"

using namespace plexus;

namespace {

constexpr Cycles kTooLong = 100'000_cycles;

/// One-word messages from every node, in as many cycles on average as `spacing` says.
std::vector<Message> one_word_messages(NodeId nodes, int each, int spacing, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  const auto below = [&](std::uint64_t limit) { return static_cast<int>(random() % limit); };
  std::vector<Message> messages;
  for (NodeId node = 0; node < nodes; ++node) {
    for (int i = 0; i < each; ++i) {
      const int born =
          below(static_cast<std::uint64_t>(each) * static_cast<std::uint64_t>(spacing));
      messages.push_back({static_cast<int>(node), below(nodes), 0, 1, born});
    }
  }
  std::ranges::stable_sort(messages, {}, &Message::born);
  return messages;
}

// ---- buffered multistage networks ---------------------------------------------------------------

/// Elements as routers with a channel, stage by stage; the ports of the network as their nodes.
RouterWiring routers_of(const SwitchWiring& net) {
  RouterWiring wiring;
  const auto place_of = [&](std::uint32_t stage, std::uint32_t line) {
    return RouterPort{stage * net.elements + line / net.radix, line % net.radix};
  };
  for (std::uint32_t t = 0; t < net.stages; ++t) {
    for (std::uint32_t line = 0; line < net.lines(); ++line) {
      wiring.links.push_back(
          t + 1 < net.stages ? std::optional{place_of(t + 1, net.between[t][line])} : std::nullopt);
    }
  }
  wiring.exits.resize(net.ports);
  for (std::uint32_t line = 0; line < net.lines(); ++line) {
    wiring.exits[net.exit[line]] = place_of(net.stages - 1, line);
  }
  for (const std::uint32_t line : net.entry) wiring.entries.push_back(place_of(0, line));
  return wiring;
}

/// By the digit of the destination that each stage looks at.
struct digit_route final : channel_route_if {
  explicit digit_route(const NetworkShape& shape)
      : net{switch_wiring(shape)}, weights{tag_weights(shape)} {}
  void route(std::uint32_t router, std::uint32_t, std::uint32_t, RouteHeader& header,
             ChannelOptions& options) const override {
    options.add(header.destination / weights[router / net.elements] % net.radix, 1);
  }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override {
    return std::to_string(port);
  }
  SwitchWiring net;
  std::vector<std::uint32_t> weights;
};

struct Arrived {
  std::vector<std::int64_t> cycles;  ///< by message
  std::uint64_t held = 0;            ///< most in a queue

  friend bool operator==(const Arrived&, const Arrived&) = default;
};

Arrived by_routers(const NetworkShape& shape, const FifoSetting& fifos,
                   const std::vector<Message>& messages) {
  const FreshKernel kernel;
  digit_route route{shape};
  RouterSetting setting;
  setting.routers = route.net.stages * route.net.elements;
  setting.ports = route.net.radix;
  setting.depth = fifos.depth;
  setting.arbitration = fifos.arbitration;
  setting.credit_delay = fifos.bypass ? 0 : 1;
  router_bank bank{"network", setting, routers_of(route.net), route};
  MessageClient client{bank, messages, kTooLong};
  sc_core::sc_start();
  CHECK(client.left() == 0);
  return {client.arrivals, bank.most_held()};
}

/// Sends as MessageClient does.
class FifoMessages final : public fifo_client_if {
 public:
  FifoMessages(omega_fifo_net& net, const std::vector<Message>& messages)
      : arrivals(messages.size(), -1), net_{&net}, waiting_(net.wiring().ports) {
    for (const Message& one : messages) {
      waiting_[static_cast<std::size_t>(one.source)].push_back(
          {Cycles{one.born}, static_cast<NodeId>(one.source), static_cast<NodeId>(one.destination),
           left_++, 0});
    }
    net.client(*this);
  }

  void cycle(Cycles now) override {
    if (left_ == 0 || now == kTooLong) net_->halt();
  }
  void send_packets(Cycles now) override {
    for (auto& queue : waiting_) {
      if (queue.empty() || queue.front().born > now || !net_->ready(queue.front().source)) continue;
      net_->inject(queue.front());
      queue.pop_front();
    }
  }
  void delivered(const FifoPacket& packet, Cycles now) override {
    arrivals[packet.number] = now.count();
    --left_;
  }

  std::vector<std::int64_t> arrivals;

 private:
  omega_fifo_net* net_;
  std::vector<std::deque<FifoPacket>> waiting_;
  std::uint32_t left_ = 0;
};

Arrived by_elements(const NetworkShape& shape, const FifoSetting& fifos,
                    const std::vector<Message>& messages) {
  const FreshKernel kernel;
  omega_fifo_net net{"switch", switch_wiring(shape), tag_weights(shape), fifos};
  FifoMessages client{net, messages};
  sc_core::sc_start();
  return {client.arrivals, net.max_fifo()};
}

}  // namespace

TEST_CASE("a buffered multistage network moves packets when routers joined alike do",
          "[router][omega][buffered][special]") {
  // Not at random: there an element throws one coin for all its outputs, a router one for each.
  const auto arbitration =
      GENERATE(Arbitration::kAlternating, Arbitration::kFixed, Arbitration::kOldest);
  const auto depth = GENERATE(1U, 2U, 4U);
  const auto bypass = GENERATE(false, true);
  for (const NetworkShape& shape :
       {NetworkShape{NetworkKind::kOmega, 16}, NetworkShape{NetworkKind::kOmega, 16, 4},
        NetworkShape{NetworkKind::kOmega, 27, 3}, NetworkShape{NetworkKind::kBaseline, 8},
        NetworkShape{NetworkKind::kCrossbar, 6}}) {
    for (const int spacing : {1, 3}) {
      CAPTURE(to_string(arbitration), depth, bypass, spacing);
      INFO(to_string(shape.kind()) << " of " << shape.ports() << ", radix " << shape.radix());
      const auto messages = one_word_messages(shape.ports(), 60, spacing, depth);
      const FifoSetting fifos{depth, arbitration, 1, bypass};
      CHECK(by_elements(shape, fifos, messages) == by_routers(shape, fifos, messages));
    }
  }
}

// ---- trees of routers that pass on whole packets ------------------------------------------------

namespace {

/// The tree's own route, for routers with a channel.
struct packet_ways final : channel_route_if {
  explicit packet_ways(const tree_route& of) : tree{&of} {}
  void route(std::uint32_t router, std::uint32_t port, std::uint32_t, RouteHeader& header,
             ChannelOptions& options) const override {
    RouterPorts ports;
    tree->route(router, port, tree->header_word(header.destination), ports);
    options.add(ports.front(), 1);
  }
  [[nodiscard]] std::string port_name(std::uint32_t port) const override {
    return tree->port_name(port);
  }
  const tree_route* tree;
};

/// One link for each branch; leaves stand at the routers of level 1.
RouterWiring routers_of(const FatTreeShape& tree, const tree_route& route) {
  RouterWiring wiring;
  wiring.links.resize(std::size_t{tree.routers()} * (tree.arity() + 1));
  const auto at = [&](RouterPort end) -> auto& {
    return wiring.links[std::size_t{end.router} * (tree.arity() + 1) + end.port];
  };
  for (std::uint32_t number = 0; number < tree.routers(); ++number) {
    const auto [level, index] = route.place_of(number);
    for (NodeId child = index * tree.arity(); child < (index + 1) * tree.arity(); ++child) {
      const RouterPort above{number, child_port(child % tree.arity())};
      if (level == 1) {
        wiring.entries.push_back(above);
        continue;
      }
      const RouterPort below{route.number_of(level - 1, child), kParentPort};
      at(above) = below;
      at(below) = above;
    }
  }
  wiring.exits = wiring.entries;
  return wiring;
}

/// Cycles in which messages arrive, by destination.
using ArrivalsByLeaf = std::vector<std::vector<std::int64_t>>;

ArrivalsByLeaf by_routers(const FatTreeShape& tree, const std::vector<Message>& messages) {
  const FreshKernel kernel;
  const tree_route of_tree{tree};
  packet_ways route{of_tree};
  RouterSetting setting;
  setting.routers = tree.routers();
  setting.ports = tree.arity() + 1;
  setting.depth = static_cast<std::uint32_t>(messages.size());
  router_bank bank{"network", setting, routers_of(tree, of_tree), route};
  MessageClient client{bank, messages, kTooLong};
  sc_core::sc_start();
  CHECK(client.left() == 0);
  ArrivalsByLeaf arrivals(tree.nodes());
  for (const std::size_t i : client.order) {
    arrivals[static_cast<std::size_t>(messages[i].destination)].push_back(client.arrivals[i]);
  }
  return arrivals;
}

/// A leaf at its branch: notes when something comes.
struct leaf final : branch_end_if {
  void connected(std::uint32_t, branch_output& to, branch_output&) override { output = &to; }
  void received(std::uint32_t, RoutedPacket&) override {
    arrivals.push_back(ClockPeriod{}.now().count());
  }
  branch_output* next_queue(std::uint32_t, const RoutedPacket&) override { return nullptr; }
  [[nodiscard]] std::uint64_t place() const override { return number; }
  [[nodiscard]] bool is_router() const override { return false; }
  [[nodiscard]] std::string full_name() const override { return "leaf_" + std::to_string(number); }
  [[nodiscard]] std::string port_name(std::uint32_t) const override { return "branch"; }

  std::uint64_t number = 0;
  branch_output* output = nullptr;
  std::vector<std::int64_t> arrivals;
};

struct tree_of_branches final : sc_core::sc_module {
  tree_of_branches(sc_core::sc_module_name name, const FatTreeShape& tree,
                   const std::vector<Message>& sent)
      : sc_module{name},
        route{tree},
        leaves(tree.nodes()),
        branches{"branches", {}},
        messages{sent.begin(), sent.end()} {
    HW_PROCESSES(tree_of_branches);
    SC_METHOD(send);
    for (std::uint32_t number = 0; number < tree.routers(); ++number) {
      routers.push_back(std::make_unique<packet_router>(
          ("router_" + std::to_string(number)).c_str(), number, tree.arity() + 1, route));
      const auto [level, index] = route.place_of(number);
      for (NodeId child = index * tree.arity(); child < (index + 1) * tree.arity(); ++child) {
        if (level == 1) leaves[child].number = tree.routers() + child;
        const branch_bank::End below =
            level == 1
                ? branch_bank::End{&leaves[child], 0}
                : branch_bank::End{routers[route.number_of(level - 1, child)].get(), kParentPort};
        branches.add_branch(below, {routers[number].get(), child_port(child % tree.arity())}, 1,
                            LinkTiming{0_cycles, 1_words});
      }
    }
  }
  void send() {
    const std::int64_t now = ClockPeriod{}.now().count();
    for (; !messages.empty() && messages.front().born == now; messages.pop_front()) {
      const auto source = static_cast<NodeId>(messages.front().source);
      const auto destination = static_cast<NodeId>(messages.front().destination);
      leaves[source].output->inject({{messages.size(), source, destination, 1_words, {}},
                                     route.header_word(destination),
                                     1,
                                     0,
                                     {},
                                     {}});
    }
    if (!messages.empty()) next_trigger(ClockPeriod{}.time(Cycles{messages.front().born - now}));
  }

  tree_route route;
  std::vector<leaf> leaves;
  branch_bank branches;
  std::vector<std::unique_ptr<packet_router>> routers;
  std::deque<Message> messages;
};

ArrivalsByLeaf by_branches(const FatTreeShape& tree, const std::vector<Message>& messages) {
  const FreshKernel kernel;
  tree_of_branches network{"tree", tree, messages};
  sc_core::sc_start();
  network.branches.check_conservation();
  CHECK_FALSE(network.branches.busy());
  ArrivalsByLeaf arrivals;
  for (const leaf& one : network.leaves) arrivals.push_back(one.arrivals);
  return arrivals;
}

}  // namespace

TEST_CASE(
    "one-word packets that all want the same way come through a tree of branches when they "
    "come through routers joined alike",
    "[router][fat-tree][special]") {
  // Where ways part, a queue at an output lets packets pass that a queue at an input holds back.
  const FatTreeShape tree =
      GENERATE(FatTreeShape{2, 8, {1, 1, 1}}, FatTreeShape{3, 9, {1, 1}}, FatTreeShape{4, 4, {1}});
  const auto spacing = GENERATE(1, 5, 40);
  const auto to_one = GENERATE(true, false);
  CAPTURE(tree.arity(), tree.nodes(), spacing, to_one);
  auto messages = one_word_messages(tree.nodes(), 30, spacing, 7);
  for (Message& one : messages) one.destination = to_one ? 1 : one.source;
  if (to_one) {
    std::erase_if(messages, [](const Message& one) { return one.source == one.destination; });
  } else {  // the neighbour below the same router
    const auto arity = static_cast<int>(tree.arity());
    for (Message& one : messages) {
      const int place = one.source % arity;
      one.destination = one.source - place + (place + 1) % arity;
    }
  }
  CHECK(by_branches(tree, messages) == by_routers(tree, messages));
}
