#include "hw/switch/omega_fifo_net.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/channel/fault.hpp"
#include "hw/kernel/fresh_kernel.hpp"
#include "models/omega/module.hpp"

using namespace plexus;

namespace {

/// Every delivery as it was seen.
struct Delivery {
  FifoPacket packet;
  Cycles cycle;

  friend bool operator==(const Delivery& a, const Delivery& b) {
    return a.cycle == b.cycle && a.packet.source == b.packet.source &&
           a.packet.destination == b.packet.destination && a.packet.number == b.packet.number;
  }
};

/// Random packets from every port in some cycles, then silence until the network is empty.
class Load final : public fifo_client_if {
 public:
  Load(omega_fifo_net& net, NodeId ports, double load, Cycles cycles, std::uint64_t seed)
      : net_{&net}, random_{seed}, numbers_(ports, 0), load_{load}, cycles_{cycles} {
    net.set_client(*this);
  }

  void cycle(Cycles now) override {
    if (now >= cycles_) {
      if (net_->inside() == 0) net_->halt();
      return;
    }
    for (NodeId port = 0; port < numbers_.size(); ++port) {
      const bool offers = std::generate_canonical<double, 53>(random_) < load_;
      const auto destination = static_cast<NodeId>(random_() % numbers_.size());
      if (offers && net_->ready(port)) net_->inject({now, port, destination, numbers_[port]++, 0});
    }
  }
  void delivered(const FifoPacket& packet, Cycles now) override {
    deliveries.push_back({packet, now});
  }
  [[nodiscard]] std::uint64_t sent() const {
    return std::accumulate(numbers_.begin(), numbers_.end(), std::uint64_t{0});
  }

  std::vector<Delivery> deliveries;

 private:
  omega_fifo_net* net_;
  std::mt19937_64 random_;
  std::vector<std::uint32_t> numbers_;
  double load_;
  Cycles cycles_;
};

std::vector<Delivery> run(const NetworkShape& shape, const FifoSetting& setting, double load,
                          std::uint64_t seed, const std::vector<NodeId>& order = {},
                          fifo_element_twin_if* twin = nullptr) {
  const FreshKernel kernel;
  omega_fifo_net net{"switch", switch_wiring(shape), tag_weights(shape), setting, order};
  Load traffic{net, shape.ports(), load, 200_cycles, seed};
  if (twin != nullptr) net.set_element_twin(twin);
  sc_core::sc_start(ClockPeriod{}.time(100'000_cycles));
  net.check_conservation();
  CHECK(net.inside() == 0);
  CHECK(traffic.deliveries.size() == traffic.sent());
  CHECK(net.injected() == net.delivered());
  CHECK(net.max_fifo() <= setting.depth);
  return traffic.deliveries;
}

/// A twin in the place of every element.
struct Faulty : fifo_element_twin_if {
  void entering(const omega_fifo_element&) override {}
};

Fault fault_with(fifo_element_twin_if& twin) {
  try {
    run(NetworkShape{NetworkKind::kOmega, 8}, {2, Arbitration::kAlternating, 1}, 0.9, 7, {}, &twin);
  } catch (const sc_core::sc_report& report) {
    return fault_of(report);
  }
  return {};
}

}  // namespace

TEST_CASE("every packet arrives once, in order, under every depth, arbitration, load and seed",
          "[hw][omega][buffered]") {
  const auto depth = GENERATE(1U, 2U, 3U, 8U);
  const auto arbitration = GENERATE(from_range(kArbitrations.begin(), kArbitrations.end()));
  for (const NetworkShape& shape :
       {NetworkShape{NetworkKind::kOmega, 2}, NetworkShape{NetworkKind::kOmega, 8},
        NetworkShape{NetworkKind::kOmega, 16, 4}, NetworkShape{NetworkKind::kOmega, 27, 3},
        NetworkShape{NetworkKind::kInverseOmega, 16}, NetworkShape{NetworkKind::kBaseline, 8},
        NetworkShape{NetworkKind::kIndirectBinaryCube, 8},
        NetworkShape{NetworkKind::kCrossbar, 6}}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      for (const double load : {0.3, 1.0}) {
        CAPTURE(depth, to_string(arbitration), seed, load);
        const auto deliveries = run(shape, {depth, arbitration, seed}, load, seed);
        // The net checks itself; here once more by other means.
        std::vector<std::vector<std::uint32_t>> next(shape.ports(),
                                                     std::vector<std::uint32_t>(shape.ports(), 0));
        for (const Delivery& delivery : deliveries) {
          std::uint32_t& least = next[delivery.packet.source][delivery.packet.destination];
          REQUIRE(delivery.packet.number >= least);
          least = delivery.packet.number + 1;
          REQUIRE(delivery.cycle >= delivery.packet.born + Cycles{shape.stages() + 1});
        }
      }
    }
  }
}

TEST_CASE("the order in which elements are built changes no delivery", "[hw][omega][buffered]") {
  const auto arbitration = GENERATE(from_range(kArbitrations.begin(), kArbitrations.end()));
  const auto depth = GENERATE(1U, 4U);
  const auto seed = GENERATE(1U, 2U, 3U);
  CAPTURE(to_string(arbitration), depth, seed);
  const NetworkShape shape{NetworkKind::kOmega, 16};
  std::vector<NodeId> order(16);
  std::iota(order.begin(), order.end(), 0U);
  const auto expected = run(shape, {depth, arbitration, 5}, 0.8, seed);
  CHECK(!expected.empty());
  std::mt19937 shuffle{seed};
  for (int i = 0; i < 3; ++i) {
    std::shuffle(order.begin(), order.end(), shuffle);
    CHECK(run(shape, {depth, arbitration, 5}, 0.8, seed, order) == expected);
  }
}

TEST_CASE("arbitrations differ where they should, seeds only where a coin is thrown",
          "[hw][omega][buffered]") {
  const NetworkShape shape{NetworkKind::kOmega, 8};
  const auto with = [&](Arbitration arbitration, std::uint64_t seed) {
    return run(shape, {2, arbitration, seed}, 1, 3);
  };
  CHECK(with(Arbitration::kRandom, 1) != with(Arbitration::kRandom, 2));
  CHECK(with(Arbitration::kFixed, 1) == with(Arbitration::kFixed, 2));
  CHECK(with(Arbitration::kFixed, 1) != with(Arbitration::kAlternating, 1));
  CHECK(with(Arbitration::kOldest, 1) != with(Arbitration::kAlternating, 1));
}

namespace {

/// A network of one element: two ports, both of which keep sending to port 0.
std::vector<NodeId> winners(Arbitration arbitration, int packets) {
  struct Both final : fifo_client_if {
    Both(omega_fifo_net& all, int most) : net{&all}, left(2, most) {}
    void cycle(Cycles now) override {
      for (NodeId port = 0; port < 2; ++port) {
        // The lower port begins a cycle earlier, so that its packets are older.
        if (left[port] == 0 || (port == 0 && now == 0_cycles) || !net->ready(port)) continue;
        net->inject({now, port, 0, number++, 0});
        --left[port];
      }
      if (now > 0_cycles && net->inside() == 0) net->halt();
    }
    void delivered(const FifoPacket& packet, Cycles) override { sources.push_back(packet.source); }
    omega_fifo_net* net;
    std::vector<int> left;
    std::uint32_t number = 0;
    std::vector<NodeId> sources;
  };
  const FreshKernel kernel;
  const NetworkShape shape{NetworkKind::kOmega, 2};
  omega_fifo_net net{"switch", switch_wiring(shape), tag_weights(shape), {4, arbitration, 1}};
  Both both{net, packets};
  net.set_client(both);
  sc_core::sc_start(ClockPeriod{}.time(1000_cycles));
  return both.sources;
}

}  // namespace

TEST_CASE("alternating: who did not win last wins; fixed: the upper one; oldest: by birth",
          "[hw][omega][buffered]") {
  // In cycle 1 only the lower packet is there and moves: it has won last.
  CHECK(winners(Arbitration::kAlternating, 3) == std::vector<NodeId>{1, 0, 1, 0, 1, 0});
  CHECK(winners(Arbitration::kFixed, 3) == std::vector<NodeId>{1, 0, 0, 0, 1, 1});
  CHECK(winners(Arbitration::kOldest, 3) == std::vector<NodeId>{1, 0, 1, 0, 1, 0});
}

TEST_CASE("a planted loss, a doubled grant and a queue one too deep are caught",
          "[hw][omega][buffered]") {
  struct Dead final : Faulty {  // an output that grants and shows nothing
    void decide(const omega_fifo_element&, std::span<FifoGrant> grants) override {
      if (grants[1].input != kNobody) grants[1].valid = ++moves != 10;
    }
    int moves = 0;
  } dead;
  CHECK(fault_with(dead).kind == "conservation");

  struct Twice final : Faulty {  // one head to both outputs
    void decide(const omega_fifo_element&, std::span<FifoGrant> grants) override {
      if (grants[0].input != kNobody) grants[1] = grants[0];
    }
  } twice;
  CHECK(fault_with(twice).kind == "rtl");

  struct Deep final : Faulty {  // does not look whether there is room
    void decide(const omega_fifo_element& part, std::span<FifoGrant> grants) override {
      for (std::uint32_t o = 0; o < 2; ++o) {
        if (!part.ready(o) && part.depth_at_start(o) > 0 && grants[1 - o].input != o) {
          grants[o].input = o;
        }
      }
    }
  } deep;
  const Fault fault = fault_with(deep);
  CHECK(fault.kind == "queue-depth");
  CHECK(fault.part.find("stage_") != std::string::npos);

  struct Crossed final : Faulty {  // swapped outputs in the last stage
    void decide(const omega_fifo_element& part, std::span<FifoGrant> grants) override {
      if (std::string{part.name()} == "switch.stage_2.element_1") std::swap(grants[0], grants[1]);
    }
  } crossed;
  CHECK(fault_with(crossed).kind == "misrouted");
}

TEST_CASE("a packet that nothing hinders takes one cycle per stage and one more",
          "[hw][omega][buffered]") {
  struct One final : fifo_client_if {
    explicit One(omega_fifo_net& all) : net{&all} {}
    void cycle(Cycles now) override {
      if (now == 5_cycles) net->inject({now, 3, 6, 0, 0});
      if (now > 5_cycles && net->inside() == 0) net->halt();
    }
    void delivered(const FifoPacket&, Cycles now) override { arrival = now; }
    omega_fifo_net* net;
    Cycles arrival{0};
  };
  const auto bits = GENERATE(1U, 3U, 6U);
  const FreshKernel kernel;
  const NetworkShape shape{NetworkKind::kOmega, NodeId{1} << std::max(bits, 3U)};
  omega_fifo_net net{"switch", switch_wiring(shape), tag_weights(shape), {}};
  One one{net};
  net.set_client(one);
  sc_core::sc_start(ClockPeriod{}.time(1000_cycles));
  CHECK(one.arrival == Cycles{5 + shape.stages() + 1});
}

TEST_CASE("every element throws a coin of its own in every cycle", "[hw][omega][buffered]") {
  struct Coins final : Faulty {
    void decide(const omega_fifo_element& part, std::span<FifoGrant>) override {
      thrown[{part.context().now.count(), part.stage(), part.index()}] = part.coin() >> 63 != 0;
    }
    std::map<std::tuple<std::int64_t, std::uint32_t, std::uint32_t>, bool> thrown;
  } coins;
  run(NetworkShape{NetworkKind::kOmega, 16}, {2, Arbitration::kRandom, 1}, 1, 3, {}, &coins);
  // How often two coins agree that differ in the cycle, the stage or the element alone.
  const auto agree = [&](std::int64_t cycles, std::uint32_t stages, std::uint32_t elements) {
    double pairs = 0;
    double alike = 0;
    for (const auto& [place, coin] : coins.thrown) {
      const auto& [cycle, stage, element] = place;
      const auto other = coins.thrown.find({cycle + cycles, stage + stages, element + elements});
      if (other == coins.thrown.end()) continue;
      ++pairs;
      alike += other->second == coin ? 1 : 0;
    }
    CHECK(pairs > 1000);
    return alike / pairs;
  };
  CHECK(agree(1, 0, 0) == Approx(0.5).margin(0.1));
  CHECK(agree(0, 1, 0) == Approx(0.5).margin(0.1));
  CHECK(agree(0, 0, 1) == Approx(0.5).margin(0.1));
}
