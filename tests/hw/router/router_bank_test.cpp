#include "hw/router/router_bank.hpp"

#include <map>
#include <tuple>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "tests/hw/router/router_run.hpp"

namespace plexus {

namespace {

using plain::Arbiter;
using plain::Network;

/// A network that works, drawn at random.
Network random_network(std::mt19937_64& random) {
  const auto below = [&](int limit) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
  };
  Network net;
  switch (below(4)) {
    case 0:  // ring
      net.sides = {3 + below(6)};
      break;
    case 1:  // torus
      net.sides = {3 + below(2), 3 + below(2)};
      break;
    case 2:  // open mesh
      net.sides = {2 + below(3), 2 + below(3)};
      net.wrap = false;
      break;
    default:
      net.sides = std::vector<int>(static_cast<std::size_t>(1 + below(4)), 2);
      net.cube = true;
  }
  const bool rings = net.wrap && !net.cube;
  net.routing = static_cast<plain::Routing>(below(3));
  net.way_out = rings && below(2) == 0 ? plain::WayOut::kBubble : plain::WayOut::kDateline;
  net.switching =
      static_cast<plain::Switching>(below(net.way_out == plain::WayOut::kBubble ? 2 : 3));
  const auto needed = static_cast<int>(
      channels_needed(static_cast<Routing>(net.routing), static_cast<WayOut>(net.way_out), rings));
  net.channels = needed + below(3);
  net.depth = 1 + below(6);
  net.arbiter = static_cast<Arbiter>(below(4));
  net.pipeline = 1 + below(3);
  net.credit_delay = below(4);
  net.seed = random();
  return net;
}

/// A tree, drawn at random; its links up may be several.
Network random_tree(std::mt19937_64& random) {
  const auto below = [&](int limit) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(limit));
  };
  Network net;
  net.arity = 2 + below(3);
  const int levels = 1 + below(net.arity == 2 ? 4 : 2);
  net.links = {1 + below(2)};
  while (static_cast<int>(net.links.size()) < levels) {
    net.links.push_back(net.links.back() + below(3));
  }
  net.switching = static_cast<plain::Switching>(below(3));
  const int ports = net.ways() + 1;
  net.channels = std::min(1 + below(4), static_cast<int>(router_bank::kMostLanes) / ports);
  net.depth = 1 + below(6);
  net.arbiter = static_cast<Arbiter>(below(4));
  net.pipeline = 1 + below(3);
  net.credit_delay = below(4);
  net.seed = random();
  return net;
}

int words_for(Network& net, std::mt19937_64& random) {
  const int words = 1 + static_cast<int>(random() % 5);
  if (net.switching != plain::Switching::kWormhole) net.depth = std::max(net.depth, words);
  if (net.way_out == plain::WayOut::kBubble) net.depth = std::max(net.depth, 2 * words);
  return words;
}

/// Arrivals of a run that is to end by itself.
struct Outcome {
  std::vector<std::int64_t> arrivals;
  std::vector<std::uint64_t> paths;
  std::vector<std::size_t> order;
  std::size_t left = 0;
};

constexpr std::int64_t kLong = 100'000;

Outcome run_routers(const Network& net, const std::vector<Message>& messages,
                    const std::vector<NodeId>& order = {}) {
  const FreshKernel kernel;
  RouterNetwork network{net, order};
  MessageClient client{network.bank, messages, Cycles{kLong}};
  sc_core::sc_start();
  return {client.arrivals, client.paths, client.order, client.left()};
}

std::string described(const Network& net) {
  std::string text;
  for (const int side : net.tree() ? net.links : net.sides) text += std::to_string(side) + ' ';
  return text +
         (net.tree() ? "links, arity " + std::to_string(net.arity)
          : net.cube ? "cube"
          : net.wrap ? "rings"
                     : "lines") +
         ", channels " + std::to_string(net.channels) + ", depth " + std::to_string(net.depth) +
         ", switching " + std::to_string(static_cast<int>(net.switching)) + ", arbiter " +
         std::to_string(static_cast<int>(net.arbiter)) + ", routing " +
         std::to_string(static_cast<int>(net.routing)) + ", way out " +
         std::to_string(static_cast<int>(net.way_out)) + ", pipeline " +
         std::to_string(net.pipeline) + ", credit delay " + std::to_string(net.credit_delay);
}

/// Two simulations of networks that `draw` draws.
void compare_with_plain(Network (*draw)(std::mt19937_64&), std::uint64_t first_seed, int networks) {
  for (int i = 0; i < networks; ++i) {
    std::mt19937_64 random{first_seed + static_cast<std::uint64_t>(i)};
    Network net = draw(random);
    const int words = words_for(net, random);
    const auto messages = random_messages(net, net.nodes() * 12, words,
                                          20 + static_cast<int>(random() % 100), random);
    INFO("seed " << first_seed + static_cast<std::uint64_t>(i) << ": " << described(net)
                 << ", words " << words);
    const Outcome routers = run_routers(net, messages);
    REQUIRE(routers.left == 0);
    const std::int64_t end = *std::ranges::max_element(routers.arrivals);
    plain::Simulation plainly{net, messages};
    REQUIRE(plainly.run(end) == routers.arrivals);
  }
}

/// Packets of one source and destination arrive in the order in which they were sent.
void check_order(const Outcome& outcome, const std::vector<Message>& messages) {
  std::map<std::pair<int, int>, std::size_t> last;
  for (const std::size_t i : outcome.order) {
    std::size_t& before = last[{messages[i].source, messages[i].destination}];
    CHECK(before <= i);
    before = i;
  }
}

}  // namespace

TEST_CASE("routers bring every packet in the cycle in which a plain second simulator does",
          "[router][vc_router]") {
  compare_with_plain(random_network, 1000, 60);
}

TEST_CASE("routers of fat trees do so, too", "[router][vc_router][channel-tree]") {
  compare_with_plain(random_tree, 2000, 40);
}

TEST_CASE("routers agree with the second simulator on many more networks",
          "[.full][router][vc_router]") {
  compare_with_plain(random_network, 100'000, 3000);
  compare_with_plain(random_tree, 200'000, 2000);
}

namespace {

/// What a packet alone takes from its source over so many routers to its destination.
std::int64_t latency_alone(const Network& net, int hops, int words) {
  return net.switching == plain::Switching::kStoreAndForward
             ? words + (hops + 1) * (net.pipeline + words - 1)
             : (hops + 1) * net.pipeline + words;
}

}  // namespace

TEST_CASE("a packet alone takes h hops of r cycles and its words", "[router][vc_router]") {
  const auto switching = GENERATE(plain::Switching::kStoreAndForward, plain::Switching::kCutThrough,
                                  plain::Switching::kWormhole);
  const int pipeline = GENERATE(1, 2, 4);
  const int words = GENERATE(1, 2, 5);
  const int credit_delay = GENERATE(0, 1);
  Network net;
  net.cube = GENERATE(false, true);
  net.sides = net.cube ? std::vector<int>{2, 2, 2} : std::vector<int>{5, 4};
  net.channels = net.cube ? 1 : 2;
  net.switching = switching;
  net.pipeline = pipeline;
  net.credit_delay = credit_delay;
  net.depth = 16;  // more than pipeline + credit delay: no flit waits for a credit
  for (int to = 1; to < net.nodes(); ++to) {
    const std::vector<Message> messages{{0, to, 0, words, 7}};
    int hops = 0;
    if (net.cube) {
      hops = std::popcount(static_cast<unsigned>(to));
    } else {
      hops = std::min(to % 5, 5 - to % 5) + std::min(to / 5, 4 - to / 5);
    }
    CAPTURE(to, hops, words, pipeline);
    CHECK(run_routers(net, messages).arrivals[0] == 7 + latency_alone(net, hops, words));
  }
}

TEST_CASE("a packet alone takes up and down a tree what it takes over as many hops",
          "[router][vc_router][channel-tree]") {
  const auto switching = GENERATE(plain::Switching::kStoreAndForward, plain::Switching::kCutThrough,
                                  plain::Switching::kWormhole);
  const int pipeline = GENERATE(1, 2, 4);
  const int words = GENERATE(1, 5);
  const int credit_delay = GENERATE(0, 1);
  const int arity = GENERATE(2, 3);
  Network net;
  net.arity = arity;
  net.links = arity == 2 ? std::vector<int>{1, 2, 4} : std::vector<int>{2, 2};
  net.channels = arity == 2 ? 1 : 3;
  net.switching = switching;
  net.pipeline = pipeline;
  net.credit_delay = credit_delay;
  net.depth = 16;
  for (int to = 1; to < net.nodes(); ++to) {
    const std::vector<Message> messages{{0, to, 0, words, 7}};
    int level = 1;
    while (net.power(level) <= to) ++level;
    const int hops = 2 * level;
    CAPTURE(to, hops, words, pipeline);
    CHECK(run_routers(net, messages).arrivals[0] == 7 + latency_alone(net, hops, words));
  }
}

TEST_CASE("on a tree with one channel packets of one source and destination come in order",
          "[router][vc_router][channel-tree]") {
  const auto arbiter =
      GENERATE(Arbiter::kAlternating, Arbiter::kFixed, Arbiter::kOldest, Arbiter::kRandom);
  Network net;
  net.arity = 2;
  net.links = {1, 2, 3, 4};
  net.arbiter = arbiter;
  net.depth = 2;
  std::mt19937_64 random{static_cast<std::uint64_t>(arbiter) + 20};
  const auto messages = random_messages(net, 1500, 3, 60, random);
  const Outcome outcome = run_routers(net, messages);
  REQUIRE(outcome.left == 0);
  check_order(outcome, messages);
}

TEST_CASE("the order in which routers of a tree are made changes nothing",
          "[router][vc_router][channel-tree]") {
  Network net;
  net.arity = 3;
  net.links = {1, 2};
  net.channels = 3;
  net.credit_delay = GENERATE(0, 1);
  std::mt19937_64 random{6};
  const auto messages = random_messages(net, 400, 2, 40, random);
  const Outcome straight = run_routers(net, messages);
  const Outcome shuffled = run_routers(net, messages, {9, 3, 12, 0, 1, 7, 8, 2, 4, 5, 11, 6, 10});
  CHECK(straight.left == 0);
  CHECK(straight.arrivals == shuffled.arrivals);
  CHECK(straight.order == shuffled.order);
  CHECK(straight.paths == shuffled.paths);
}

TEST_CASE("packets of one source and destination come in order where they have no choice",
          "[router][vc_router]") {
  const auto way_out = GENERATE(plain::WayOut::kDateline, plain::WayOut::kBubble);
  const auto arbiter =
      GENERATE(Arbiter::kAlternating, Arbiter::kFixed, Arbiter::kOldest, Arbiter::kRandom);
  Network net;
  net.sides = {4, 4};
  net.way_out = way_out;
  net.arbiter = arbiter;
  net.channels = way_out == plain::WayOut::kDateline ? 2 : 1;
  net.switching = plain::Switching::kCutThrough;
  net.depth = 6;
  std::mt19937_64 random{static_cast<std::uint64_t>(arbiter) + 10};
  const auto messages = random_messages(net, 1500, 3, 60, random);
  const Outcome outcome = run_routers(net, messages);
  REQUIRE(outcome.left == 0);
  check_order(outcome, messages);
}

TEST_CASE("packets that take the same channels never overtake each other, and none is lost",
          "[router][vc_router]") {
  const auto routing = GENERATE(plain::Routing::kDimensionOrder, plain::Routing::kValiant,
                                plain::Routing::kAdaptive);
  const auto switching = GENERATE(plain::Switching::kStoreAndForward, plain::Switching::kCutThrough,
                                  plain::Switching::kWormhole);
  const auto arbiter =
      GENERATE(Arbiter::kAlternating, Arbiter::kFixed, Arbiter::kOldest, Arbiter::kRandom);
  Network net;
  net.sides = {4, 3};
  net.routing = routing;
  net.switching = switching;
  net.arbiter = arbiter;
  net.channels = 5;
  net.depth = switching == plain::Switching::kWormhole ? 2 : 4;
  std::mt19937_64 random{static_cast<std::uint64_t>(arbiter) * 100 + 7};
  auto messages = random_messages(net, 600, 3, 30, random);
  for (std::size_t i = 0; i < messages.size(); i += 3) messages[i].destination = 5;  // hot
  std::erase_if(messages, [](const Message& one) { return one.source == one.destination; });
  const Outcome outcome = run_routers(net, messages);
  REQUIRE(outcome.left == 0);  // and check_conservation at the end has counted all places
  std::map<std::tuple<int, int, std::uint64_t>, std::size_t> last;
  for (const std::size_t i : outcome.order) {
    std::size_t& before = last[{messages[i].source, messages[i].destination, outcome.paths[i]}];
    CHECK(before <= i);
    before = i;
  }
}

TEST_CASE("the order in which routers are made changes nothing", "[router][vc_router]") {
  Network net;
  net.sides = {4, 4};
  net.channels = 3;
  net.routing = plain::Routing::kAdaptive;
  net.credit_delay = GENERATE(0, 1);
  std::mt19937_64 random{5};
  const auto messages = random_messages(net, 400, 2, 40, random);
  const Outcome straight = run_routers(net, messages);
  const Outcome shuffled =
      run_routers(net, messages, {9, 3, 15, 0, 1, 14, 7, 8, 2, 13, 4, 12, 5, 11, 6, 10});
  CHECK(straight.arrivals == shuffled.arrivals);
  CHECK(straight.order == shuffled.order);
  CHECK(straight.paths == shuffled.paths);
}

// ---- deadlock -----------------------------------------------------------------------------------

namespace {

/// Everybody sends far the same way round.
std::vector<Message> all_round(const Network& net, int words, int each) {
  std::vector<Message> messages;
  const int side = net.sides[0];
  for (int k = 0; k < each; ++k) {
    for (int v = 0; v < net.nodes(); ++v) {
      const int to = v - v % side + (v % side + side / 2) % side;
      messages.push_back({v, to, v, words, 0});
    }
  }
  return messages;
}

std::optional<Fault> fault_of_all_round(const Network& net, int words) {
  return fault_in([&] { run_routers(net, all_round(net, words, 20)); });
}

}  // namespace

TEST_CASE("a ring or torus without a way out deadlocks and says who waits for whom",
          "[router][vc_router]") {
  const auto switching = GENERATE(plain::Switching::kStoreAndForward, plain::Switching::kCutThrough,
                                  plain::Switching::kWormhole);
  Network net;
  net.sides = GENERATE(std::vector<int>{6}, std::vector<int>{6, 3});
  net.way_out = plain::WayOut::kNone;
  net.channels = GENERATE(1, 2);
  net.switching = switching;
  net.depth = 4;
  net.credit_delay = GENERATE(0, 1);
  const auto fault = fault_of_all_round(net, 4);
  REQUIRE(fault);
  CHECK(fault->kind == "deadlock");
  CHECK_THAT(fault->message, Catch::Contains("wait for each other in a circle"));
  CHECK_THAT(fault->message, Catch::Contains("channel 0: packet "));
  CHECK(fault->figures.at(0).first == "waiting");
  CHECK_THAT(fault->part, Catch::StartsWith("network.router_"));
}

TEST_CASE("with a dateline or a bubble the same traffic comes through", "[router][vc_router]") {
  Network net;
  net.sides = GENERATE(std::vector<int>{6}, std::vector<int>{6, 3});
  net.way_out = GENERATE(plain::WayOut::kDateline, plain::WayOut::kBubble);
  net.channels = net.way_out == plain::WayOut::kDateline ? 2 : 1;
  net.switching = net.way_out == plain::WayOut::kDateline ? plain::Switching::kWormhole
                                                          : plain::Switching::kCutThrough;
  net.depth = net.way_out == plain::WayOut::kDateline ? 1 : 8;
  net.credit_delay = GENERATE(0, 1);
  CHECK(run_routers(net, all_round(net, 4, 20)).left == 0);
}

TEST_CASE("a circle of waiting names each queue once, and each waits for the next",
          "[router][vc_router]") {
  const auto [nodes, more] = GENERATE(
      table<int, std::string>({{6, ""}, {16, ""}, {17, "; and 1 more."}, {20, "; and 4 more."}}));
  CAPTURE(nodes);
  Network net;
  net.sides = {nodes};
  net.way_out = plain::WayOut::kNone;
  net.depth = 2;
  const FreshKernel kernel;
  RouterNetwork network{net};
  const auto messages = all_round(net, 1, 20);
  MessageClient client{network.bank, messages, Cycles{kLong}};
  const auto fault = fault_of_run();
  REQUIRE(fault);
  CHECK_THAT(fault->message, Catch::Contains(more));  // a sentence names 16 of them
  CHECK((fault->message.find("; and ") == std::string::npos) == more.empty());
  const auto circle = network.bank.waiting_circle();
  REQUIRE(circle.size() == static_cast<std::size_t>(nodes));
  for (std::size_t i = 0; i < circle.size(); ++i) {
    CHECK(circle[i].router == i);
    CHECK(circle[i].port == 1);  // came from below
    CHECK(circle[i].channel == 0);
  }
}

// ---- planted faults -----------------------------------------------------------------------------

namespace {

/// Breaks the grants of one router.
class Vandal final : public channel_grant_if {
 public:
  enum class Fault { kCredit, kFlit, kChannel, kShown, kStarve };

  Vandal(Fault fault, Cycles from) : fault_{fault}, from_{from} {}

  void decide(const channel_queues_if& /*queues*/, std::span<ChannelGrant> grants) override {
    const ClockPeriod clock;
    if (clock.now() < from_) return;
    for (ChannelGrant& grant : grants) {
      if (grant.input == kNoChannel) continue;
      switch (fault_) {
        case Fault::kCredit:
          if (!done_) grant.credit = false;
          done_ = true;
          break;
        case Fault::kFlit:
          if (!done_) grant.shown = kNoChannel;
          done_ = true;
          break;
        case Fault::kChannel:
          grant.to ^= 1U;
          break;
        case Fault::kShown:
          grant.shown ^= 1U;
          break;
        case Fault::kStarve:
          if (grant.input + 1 == grants.size()) grant.input = kNoChannel;  // the node's port
          break;
      }
    }
  }

 private:
  Fault fault_;
  Cycles from_;
  bool done_ = false;
};

/// A torus of 4 x 4 nodes with two channels a link.
Network two_channels() {
  Network net;
  net.sides = {4, 4};
  net.channels = 2;
  return net;
}

/// The fault of a run on it in which `grants` decides at router 5.
std::optional<Fault> fault_granted_by(channel_grant_if& grants,
                                      const std::vector<Message>& messages) {
  return fault_in([&] {
    const FreshKernel kernel;
    RouterNetwork network{two_channels()};
    network.bank.router(5).grants(grants);
    MessageClient client{network.bank, messages, Cycles{kLong}};
    sc_core::sc_start();
  });
}

}  // namespace

TEST_CASE("a lost credit, a lost flit, a swapped channel and a starved input are found",
          "[router][vc_router][fault]") {
  using Kind = Vandal::Fault;
  const auto [fault, expected] =
      GENERATE(table<Kind, std::vector<std::string>>({{Kind::kCredit, {"conservation"}},
                                                      {Kind::kFlit, {"channel", "conservation"}},
                                                      {Kind::kChannel, {"channel"}},
                                                      {Kind::kShown, {"channel", "conservation"}},
                                                      {Kind::kStarve, {"starvation"}}}));
  const int words = GENERATE(1, 3);
  std::mt19937_64 random{3};
  const auto messages = random_messages(two_channels(), 600, words, 100, random);
  Vandal vandal{fault, 20_cycles};
  const auto found = fault_granted_by(vandal, messages);
  REQUIRE(found);
  CAPTURE(found->message);
  CHECK(std::ranges::count(expected, found->kind) == 1);
  if (fault == Kind::kChannel) CHECK_THAT(found->part, Catch::Contains("router_5"));  // at once
}

TEST_CASE("who grants and asks for what a router does not have is told", "[router][vc_router]") {
  using Question = std::function<void(const channel_queues_if&)>;
  struct Curious final : channel_grant_if {
    explicit Curious(Question question) : ask{std::move(question)} {}
    void decide(const channel_queues_if& queues, std::span<ChannelGrant> /*grants*/) override {
      ask(queues);
    }
    Question ask;
  };
  const auto [words, question] = GENERATE(table<std::string, Question>({
      {"channel 10: it has 10", [](const auto& queues) { static_cast<void>(queues.held(10)); }},
      {"channel 10: it has 10", [](const auto& queues) { static_cast<void>(queues.taken(10)); }},
      {"channel 11: it has 10", [](const auto& queues) { static_cast<void>(queues.credits(11)); }},
      {"arbiter 10: it has 10",
       [](const auto& queues) {
         static_cast<void>(dynamic_cast<const vc_router&>(queues).skipped(10));
       }},
      {"queue 1, which is empty", [](const auto& queues) { static_cast<void>(queues.first(1)); }},
      {"queue 1, which is empty", [](const auto& queues) { static_cast<void>(queues.packet(1)); }},
      {"queue 1, which is empty", [](const auto& queues) { static_cast<void>(queues.born(1)); }},
  }));
  CAPTURE(words);
  Curious curious{question};
  const auto found = fault_granted_by(curious, {{5, 6, 0, 1, 0}});
  REQUIRE(found);
  CHECK(found->kind == "program");
  CHECK_THAT(found->message, Catch::Contains(words));
  CHECK_THAT(found->part, Catch::Contains("router_5"));
}

TEST_CASE("a grant of a port or channel that a router does not have is told",
          "[router][vc_router]") {
  struct Generous final : channel_grant_if {
    explicit Generous(ChannelGrant grant) : given{grant} {}
    void decide(const channel_queues_if& /*queues*/, std::span<ChannelGrant> grants) override {
      grants[0] = given;
    }
    ChannelGrant given;
  };
  const auto [input, from, to] = GENERATE(
      table<std::uint32_t, std::uint32_t, std::uint32_t>({{5, 0, 0}, {0, 2, 0}, {0, 0, 2}}));
  ChannelGrant grant;
  grant.input = input;
  grant.from = from;
  grant.to = to;
  Generous generous{grant};
  const auto found = fault_granted_by(generous, {{5, 6, 0, 1, 0}});
  REQUIRE(found);
  CHECK(found->kind == "channel");
  CHECK_THAT(found->message, Catch::Contains(fmt::format(
                                 "grants channel {} of input {} for channel {}: there are 5 "
                                 "ports with 2 channels",
                                 grant.from, grant.input, grant.to)));
}

TEST_CASE("a packet that the route function sends nowhere, or to a wrong node, is found",
          "[router][vc_router][fault]") {
  struct wrong_route final : channel_route_if {
    wrong_route(std::uint32_t answer, std::uint32_t way) : port{answer}, channels{way} {}
    void route(std::uint32_t, std::uint32_t, std::uint32_t, RouteHeader&,
               ChannelOptions& options) const override {
      options.add(port, channels);
    }
    [[nodiscard]] std::string port_name(std::uint32_t) const override { return "port"; }
    std::uint32_t port, channels;
  };
  const auto [port, channels, kind, words] =
      GENERATE(table<std::uint32_t, std::uint32_t, std::string, std::string>(
          {{1, 1, "conservation", "to port 1 of router 0, where no link is."},
           {0, 128, "conservation", "to channel 7 of port 0 of router 0, which has 1."},
           {2, 1, "misrouted", "comes out at node 0."}}));
  Network net;
  net.sides = {4};
  net.wrap = false;
  const std::vector<Message> messages{{0, 3, 0, 1, 0}};
  const FreshKernel kernel;
  wrong_route route{port, channels};
  router_bank bank{"network", RouterNetwork::setting_of(net), RouterNetwork::wiring_of(net), route};
  MessageClient client{bank, messages, 100_cycles};
  const auto found = fault_of_run();
  REQUIRE(found);
  CHECK(found->kind == kind);
  CHECK_THAT(found->message, Catch::EndsWith(words));
}

TEST_CASE("a route function that lets nothing in, or sends packets elsewhere, is found",
          "[router][vc_router][fault]") {
  struct own_route : channel_route_if {
    void route(std::uint32_t, std::uint32_t, std::uint32_t, RouteHeader&,
               ChannelOptions& options) const override {
      options.add(0, 1);
    }
    [[nodiscard]] std::string port_name(std::uint32_t) const override { return "port"; }
  };
  struct no_entry final : own_route {
    [[nodiscard]] std::uint32_t entry(const RouteHeader&) const override { return 0; }
  } closed;
  struct turning final : own_route {
    void route(std::uint32_t, std::uint32_t, std::uint32_t, RouteHeader& header,
               ChannelOptions& options) const override {
      header.destination = 1;
      options.add(0, 1);
    }
  } turned;
  const auto [route, words] = GENERATE_REF(table<channel_route_if*, std::string>(
      {{&closed, "names no channel by which packet 0 from 0 to 3 may enter"},
       {&turned, "turned packet 0 from 0 to 3 into one from 0 to 1"}}));
  Network net;
  net.sides = {4};
  net.wrap = false;
  const std::vector<Message> messages{{0, 3, 0, 1, 0}};
  const FreshKernel kernel;
  router_bank bank{"network", RouterNetwork::setting_of(net), RouterNetwork::wiring_of(net),
                   *route};
  CHECK_THROWS_WITH(bank.router(4),
                    "network has 4 routers, numbered from 0: there is no number 4.");
  MessageClient client{bank, messages, 100_cycles};
  const auto found = fault_of_run();
  REQUIRE(found);
  CHECK(found->kind == "program");
  CHECK_THAT(found->message, Catch::Contains(words));
}

TEST_CASE("what a router holds and what comes to it is seen in every cycle",
          "[router][vc_router]") {
  Network net;
  net.sides = {4};
  net.channels = 2;
  net.depth = 8;
  net.switching = plain::Switching::kStoreAndForward;
  net.pipeline = 1;
  const int destination = GENERATE(2, 3);  // up, and down over the ring's end: the first channel
  CAPTURE(destination);
  const FreshKernel kernel;
  RouterNetwork network{net};
  MessageClient client{network.bank, {{0, destination, 0, 4, 3}}, 100_cycles};
  CHECK_FALSE(network.bank.busy());
  std::uint32_t most_held = 0;
  int most_arriving = 0;
  for (int cycle = 0; cycle < 40 && client.left() > 0; ++cycle) {
    sc_core::sc_start(ClockPeriod{}.time(1_cycles));
    CHECK(network.bank.busy() == (network.bank.inside() > 0));
    std::uint32_t held = 0;
    int arriving = 0;
    for (std::uint32_t router = 0; router < 4; ++router) {
      std::uint32_t of_lanes = 0;
      for (std::uint32_t lane = 0; lane < 3 * 2; ++lane) {
        of_lanes += network.bank.router(router).held(lane);
      }
      CHECK(network.bank.held(router) == of_lanes);
      held += of_lanes;
      for (std::uint32_t port = 0; port < 3; ++port) {
        arriving += network.bank.router(router).arriving(port) ? 1 : 0;
      }
    }
    CHECK(held <= 4);
    CHECK(arriving <= 1);  // the packet is whole before it goes on
    most_held = std::max(most_held, held);
    most_arriving = std::max(most_arriving, arriving);
  }
  CHECK(client.left() == 0);
  CHECK_FALSE(network.bank.busy());
  CHECK(most_held > 1);
  CHECK(most_arriving == 1);
}

}  // namespace plexus
