#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/router_bank.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/direct/direct_channels.hpp"
#include "models/fat-tree/channel_tree.hpp"
#include "tests/faults.hpp"
#include "tests/hw/router/plain_routers.hpp"

namespace plexus {

/// A packet of a test.
using plain::Message;

/// Sends messages from their sources, in the order in which they are listed there, and notes when
/// they arrive.
class MessageClient final : public router_client_if {
 public:
  MessageClient(router_bank& bank, const std::vector<Message>& messages, Cycles end)
      : arrivals(messages.size(), -1), paths(messages.size(), 0), bank_{&bank}, end_{end} {
    waiting_.resize(bank.nodes());
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const Message& one = messages[i];
      RouterPacket packet;
      packet.born = Cycles{one.born};
      packet.header = {static_cast<NodeId>(one.source), static_cast<NodeId>(one.destination),
                       static_cast<NodeId>(one.via), 0};
      packet.words = static_cast<std::uint32_t>(one.words);
      packet.number = static_cast<std::uint32_t>(i);
      waiting_[packet.header.source].push_back(packet);
    }
    left_ = messages.size();
    bank.client(*this);
  }

  void cycle(Cycles now) override {
    if (left_ == 0 || now == end_) {
      bank_->check_conservation();
      bank_->halt();
    }
  }
  void send_packets(Cycles now) override {
    for (auto& queue : waiting_) {
      if (queue.empty() || queue.front().born > now || !bank_->ready(queue.front())) continue;
      bank_->send(queue.front());
      queue.pop_front();
    }
  }
  void delivered(const RouterPacket& packet, Cycles now) override {
    arrivals[packet.number] = now.count();
    paths[packet.number] = packet.path;
    order.push_back(packet.number);
    --left_;
  }

  std::vector<std::int64_t> arrivals;  ///< by message; -1: not there yet
  std::vector<std::uint64_t> paths;    ///< by message
  std::vector<std::size_t> order;      ///< of arrival
  [[nodiscard]] std::size_t left() const { return left_; }

 private:
  router_bank* bank_;
  Cycles end_;
  std::vector<std::deque<RouterPacket>> waiting_;
  std::size_t left_ = 0;
};

/// The routers of a direct network, as plain::Network describes it.
struct RouterNetwork {
  explicit RouterNetwork(const plain::Network& net, const std::vector<NodeId>& order = {})
      : steps{steps_of(net)},
        channels{*steps, static_cast<Routing>(net.routing), static_cast<WayOut>(net.way_out),
                 static_cast<std::uint32_t>(net.channels)},
        bank{"network", setting_of(net), wiring_of(net), channels, order} {}

  static FatTreeShape tree_of(const plain::Network& net) {
    return {static_cast<NodeId>(net.arity), static_cast<NodeId>(net.nodes()),
            std::vector<std::int64_t>(net.links.begin(), net.links.end())};
  }
  static std::unique_ptr<direct_steps_if> steps_of(const plain::Network& net) {
    if (net.tree()) return std::make_unique<tree_steps>(tree_of(net));
    if (net.cube) return std::make_unique<cube_steps>(static_cast<unsigned>(net.sides.size()));
    return std::make_unique<line_steps>(net.sides, net.wrap);
  }

  static RouterSetting setting_of(const plain::Network& net) {
    RouterSetting setting;
    setting.routers = static_cast<std::uint32_t>(net.routers());
    setting.ports = static_cast<std::uint32_t>(net.ways()) + 1;
    setting.channels = static_cast<std::uint32_t>(net.channels);
    setting.depth = static_cast<std::uint32_t>(net.depth);
    setting.switching = static_cast<PacketSwitching>(net.switching);
    setting.arbitration = static_cast<Arbitration>(net.arbiter);
    setting.pipeline = static_cast<std::uint32_t>(net.pipeline);
    setting.credit_delay = static_cast<std::uint32_t>(net.credit_delay);
    setting.empty_channels = net.routing == plain::Routing::kAdaptive &&
                             net.switching == plain::Switching::kWormhole &&
                             net.way_out != plain::WayOut::kNone;
    setting.seed = net.seed;
    return setting;
  }
  static RouterWiring wiring_of(const plain::Network& net) {
    const RouterSetting setting = setting_of(net);
    const auto in_tree = [&](std::uint32_t router,
                             std::uint32_t port) -> std::optional<RouterPort> {
      const auto end = tree_steps{tree_of(net)}.neighbour(router, port);
      if (!end) return std::nullopt;
      return RouterPort{end->node, end->channel};
    };
    const auto in_lines = [&](std::uint32_t router,
                              std::uint32_t port) -> std::optional<RouterPort> {
      const std::uint32_t dimension = net.cube ? port : port / 2;
      std::uint32_t stride = 1;
      for (std::uint32_t j = 0; j < dimension; ++j) {
        stride *= static_cast<std::uint32_t>(net.sides[j]);
      }
      const auto side = static_cast<std::uint32_t>(net.sides[dimension]);
      const std::uint32_t here = router / stride % side;
      if (net.cube) return RouterPort{router ^ stride, port};
      const bool up = port % 2 == 0;
      if (!net.wrap && here == (up ? side - 1 : 0)) return std::nullopt;
      const std::uint32_t there = (here + (up ? 1 : side - 1)) % side;
      return RouterPort{router - here * stride + there * stride, port ^ 1U};
    };
    return net.tree() ? RouterWiring::with_nodes(setting.routers, setting.ports, in_tree)
                      : RouterWiring::with_nodes(setting.routers, setting.ports, in_lines);
  }

  std::unique_ptr<direct_steps_if> steps;
  direct_channels channels;
  router_bank bank;
};

/// Messages between random nodes, born in random cycles below `span`.
inline std::vector<Message> random_messages(const plain::Network& net, int count, int words,
                                            int span, std::mt19937_64& random) {
  const auto below = [&](int limit) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
  };
  std::vector<Message> messages;
  for (int i = 0; i < count; ++i) {
    Message one;
    one.source = below(net.nodes());
    one.destination = below(net.nodes());
    if (one.destination == one.source) one.destination = (one.source + 1) % net.nodes();
    one.via = below(net.nodes());
    one.words = words;
    one.born = below(span);
    messages.push_back(one);
  }
  std::ranges::stable_sort(messages, {}, &Message::born);
  return messages;
}

}  // namespace plexus
