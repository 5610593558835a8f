#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/hw/router/router_run.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::vc_router_twin_test {

namespace {

/// Networks whose routers have the size that the build makes: 3 ports, 2 channels, 4 places.
plain::Network small_network(bool cube) {
  plain::Network net;
  net.cube = cube;
  net.sides = cube ? std::vector<int>{2, 2} : std::vector<int>{5};
  net.channels = 2;
  net.depth = 4;
  return net;
}

std::vector<Message> messages_for(const plain::Network& net, int words, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  return random_messages(net, 120, words, 60, random);
}

/// Arrivals of a run with twins of all routers, or without any.
std::vector<std::int64_t> arrivals(const plain::Network& net, const std::vector<Message>& messages,
                                   std::optional<TwinMode> mode, int planted = kSound) {
  RouterNetwork network{net};
  std::unique_ptr<Twins> twins;
  if (mode) twins = attach_twins(network.bank, "vc_router", *mode, planted);
  MessageClient client{network.bank, messages, 20'000_cycles};
  sc_core::sc_start();
  REQUIRE(client.left() == 0);
  return client.arrivals;
}

void check_twin(const plain::Network& net, int words, std::uint64_t seed) {
  const auto messages = messages_for(net, words, seed);
  std::vector<std::int64_t> model;
  {
    const FreshKernel kernel;
    model = arrivals(net, messages, std::nullopt);
  }
  for (const TwinMode mode : {TwinMode::kLockstep, TwinMode::kReplace}) {
    const FreshKernel kernel;
    CHECK(arrivals(net, messages, mode) == model);
  }
}

}  // namespace

TEST_CASE("twins of routers carry every packet in the cycle in which routers do",
          "[rtl][vc_router]") {
  const auto arbiter = GENERATE(plain::Arbiter::kAlternating, plain::Arbiter::kFixed,
                                plain::Arbiter::kOldest, plain::Arbiter::kRandom);
  const auto switching = GENERATE(plain::Switching::kStoreAndForward, plain::Switching::kCutThrough,
                                  plain::Switching::kWormhole);
  const auto routing = GENERATE(plain::Routing::kDimensionOrder, plain::Routing::kAdaptive);
  plain::Network net = small_network(routing == plain::Routing::kAdaptive);
  net.arbiter = arbiter;
  net.switching = switching;
  net.routing = routing;
  CAPTURE(static_cast<int>(arbiter), static_cast<int>(switching), net.cube);
  check_twin(net, 3, static_cast<std::uint64_t>(arbiter) + 1);
}

TEST_CASE("twins of routers leave a bubble in every ring", "[rtl][vc_router]") {
  plain::Network net = small_network(false);
  net.way_out = plain::WayOut::kBubble;
  net.switching = plain::Switching::kCutThrough;
  check_twin(net, 2, 9);
}

TEST_CASE("twins of routers of other sizes, pipelines and credit delays",
          "[.full][rtl][vc_router]") {
  plain::Network net;
  net.sides = {4, 3};
  const auto [channels, depth, pipeline, credit_delay] = GENERATE(table<int, int, int, int>(
      {{2, 1, 1, 1}, {2, 3, 3, 2}, {4, 1, 3, 1}, {4, 3, 1, 2}, {2, 3, 1, 1}, {4, 1, 1, 2}}));
  net.channels = channels;
  net.depth = depth;
  net.pipeline = pipeline;
  net.credit_delay = credit_delay;
  check_twin(net, 3, 4);
}

TEST_CASE("lockstep finds every fault planted in a router in its first wrong cycle",
          "[rtl][vc_router][fault]") {
  // The first flits set out from their nodes in cycle 0 and leave a router in cycle 1, where links,
  // grants and what heads wait for show at once; the first place that is given back shows in cycle
  // 3 and 4; wrong choices show when there is one to be made.
  const auto [planted, signal, cycle] =
      GENERATE(table<int, std::string, std::int64_t>({{1, "credit", 4},
                                                      {2, "credits_1", 3},
                                                      {3, "channel_0", 1},
                                                      {4, "grant_0", 1},
                                                      {5, "valid", 1},
                                                      {6, "grant_1", 5},
                                                      {7, "grant_1", 13},
                                                      {8, "grant_0", 1}}));
  plain::Network net = small_network(false);
  if (planted == 7) {
    net.way_out = plain::WayOut::kBubble;
    net.switching = plain::Switching::kCutThrough;
  }
  if (planted == 8) net.switching = plain::Switching::kStoreAndForward;
  CAPTURE(planted);
  const auto messages = messages_for(net, 2, 1);
  const FreshKernel kernel;
  const int fault_number = planted;
  const auto fault = fault_in([&] { arrivals(net, messages, TwinMode::kLockstep, fault_number); });
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(fault->kind == "lockstep");
  CHECK(figure(*fault, "signal") == '"' + signal + '"');
  CHECK(fault->cycle == Cycles{cycle});
}

TEST_CASE("a router that loses a flit, a credit or swaps channels ends a run in its place",
          "[rtl][vc_router][fault]") {
  const int planted = GENERATE(1, 3, 5);
  plain::Network net = small_network(false);
  const auto messages = messages_for(net, 2, 1);
  const FreshKernel kernel;
  const auto fault = fault_in([&] { arrivals(net, messages, TwinMode::kReplace, planted); });
  REQUIRE(fault);
  CHECK((fault->kind == "rtl" || fault->kind == "channel" || fault->kind == "conservation"));
}

TEST_CASE("every output of a router with virtual channels is compared", "[rtl][vc_router][fault]") {
  const plain::Network net = small_network(false);
  const auto messages = messages_for(net, 2, 1);
  check_every_output("vc_router",
                     [&](int planted) { arrivals(net, messages, TwinMode::kLockstep, planted); });
}

TEST_CASE("a router that fills places as they become free has no twin", "[rtl][vc_router]") {
  plain::Network net = small_network(false);
  net.credit_delay = 0;
  const FreshKernel kernel;
  RouterNetwork network{net};
  CHECK_THROWS_AS(attach_twins(network.bank, "vc_router", TwinMode::kLockstep), SizeMissing);
}

}  // namespace plexus::vc_router_twin_test
