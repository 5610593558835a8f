#include "hw/switch/omega_fifo_net.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/omega/module.hpp"
#include "tests/faults.hpp"
#include "tests/hw/switch/before_elements.hpp"
#include "tests/hw/wiring_error.hpp"

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
    net.client(*this);
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
                          before_elements* others = nullptr,
                          std::vector<FifoStageFigures>* figures = nullptr) {
  const FreshKernel kernel;
  omega_fifo_net net{"switch", switch_wiring(shape), tag_weights(shape), setting, order};
  Load traffic{net, shape.ports(), load, 200_cycles, seed};
  if (others != nullptr) others->stand_before(net);
  sc_core::sc_start(ClockPeriod{}.time(100'000_cycles));
  net.check_conservation();
  CHECK(net.inside() == 0);
  CHECK(traffic.deliveries.size() == traffic.sent());
  CHECK(net.injected() == net.delivered());
  CHECK(net.max_fifo() <= setting.depth);
  if (figures != nullptr) figures->assign(net.stages().begin(), net.stages().end());
  return traffic.deliveries;
}

Fault fault_with(before_elements& twin) {
  const NetworkShape omega{NetworkKind::kOmega, 8};
  return fault_in([&] {
           run(omega, {2, Arbitration::kAlternating, 1}, 0.9, 7, {}, &twin);
         })
      .value_or(Fault{});
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

TEST_CASE("watched and unwatched networks do the same", "[hw][omega][buffered]") {
  struct Onlooker final : before_elements {
    void decide(const omega_fifo_element&, std::span<FifoGrant>) override {}
  } onlooker;
  const auto arbitration = GENERATE(from_range(kArbitrations.begin(), kArbitrations.end()));
  const auto depth = GENERATE(1U, 2U, 5U);
  const auto load = GENERATE(0.2, 0.7, 1.0);
  CAPTURE(to_string(arbitration), depth, load);
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const NetworkShape shape{NetworkKind::kOmega, 16};
    std::vector<FifoStageFigures> figures;
    std::vector<FifoStageFigures> watched;
    const FifoSetting setting{depth, arbitration, seed};
    const auto unwatched = run(shape, setting, load, seed, {}, nullptr, &figures);
    CHECK(!unwatched.empty());
    CHECK(run(shape, setting, load, seed, {}, &onlooker, &watched) == unwatched);
    REQUIRE(figures.size() == 4);
    for (std::size_t t = 0; t < figures.size(); ++t) {
      CHECK(figures[t].moves == unwatched.size());
      CHECK(watched[t].moves == figures[t].moves);
      CHECK(watched[t].full == figures[t].full);
      CHECK(watched[t].max_depth == figures[t].max_depth);
    }
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
  net.client(both);
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
  struct Dead final : before_elements {  // an output that grants and shows nothing
    void decide(const omega_fifo_element&, std::span<FifoGrant> grants) override {
      if (grants[1].input != kNobody) grants[1].valid = ++moves != 10;
    }
    int moves = 0;
  } dead;
  CHECK(fault_with(dead).kind == "conservation");

  struct Twice final : before_elements {  // one head to both outputs
    void decide(const omega_fifo_element&, std::span<FifoGrant> grants) override {
      if (grants[0].input != kNobody) grants[1] = grants[0];
    }
  } twice;
  CHECK(fault_with(twice).kind == "port-rule");

  struct Deep final : before_elements {  // does not look whether there is room
    void decide(const omega_fifo_element& part, std::span<FifoGrant> grants) override {
      for (std::uint32_t o = 0; o < 2; ++o) {
        if (!part.ready(o) && part.held(o) > 0 && grants[1 - o].input != o) {
          grants[o].input = o;
        }
      }
    }
  } deep;
  const Fault fault = fault_with(deep);
  CHECK(fault.kind == "queue-depth");
  CHECK(fault.part.find("stage_") != std::string::npos);

  struct Crossed final : before_elements {  // swapped outputs in the last stage
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
  net.client(one);
  sc_core::sc_start(ClockPeriod{}.time(1000_cycles));
  CHECK(one.arrival == Cycles{5 + shape.stages() + 1});
}

TEST_CASE("the trace has a row for every element that has packets, and who moves in it",
          "[hw][omega][buffered]") {
  struct Rows final : trace_sink_if {
    void record(const TraceRow& row) override {
      if (row.kind == TraceKind::kSetting) all.push_back(row);
    }
    std::vector<TraceRow> all;
  } rows;
  const FreshKernel kernel;
  const NetworkShape shape{NetworkKind::kOmega, 4};
  omega_fifo_net net{
      "switch", switch_wiring(shape), tag_weights(shape), {1, Arbitration::kFixed, 1}};
  net.listen(rows);
  Load traffic{net, 4, 1, 40_cycles, 3};
  sc_core::sc_start(ClockPeriod{}.time(1000_cycles));
  std::size_t moves = 0;
  std::size_t waits = 0;
  for (const TraceRow& row : rows.all) {
    for_each_way(row.setting, [&](const PacketWay& way) {
      ++(way.verdict == PacketWay::Verdict::kGoes ? moves : waits);
    });
  }
  CHECK(traffic.deliveries.size() > 40);
  CHECK(moves == 2 * traffic.deliveries.size());  // two stages
  CHECK(waits > 0);
}

TEST_CASE("every element throws a coin of its own in every cycle", "[hw][omega][buffered]") {
  struct Coins final : before_elements {
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

TEST_CASE("figures of the stages are those that who looks at every queue counts",
          "[hw][omega][buffered]") {
  struct Counter final : before_elements {
    void decide(const omega_fifo_element& part, std::span<FifoGrant>) override {
      ++decisions;
      FifoStageFigures& stage = stages[part.stage()];
      for (std::uint32_t i = 0; i < part.radix(); ++i) {
        const std::uint32_t held = part.held(i);
        stage.full += held == part.context().depth ? 1 : 0;
        stage.max_depth = std::max(stage.max_depth, held);
        held_sums[part.stage()] += held;
      }
    }
    std::int64_t decisions = 0;
    std::vector<FifoStageFigures> stages{3};
    std::vector<std::uint64_t> held_sums = std::vector<std::uint64_t>(3, 0);
  } counter;
  const std::uint32_t depth = GENERATE(2U, 5U);
  const NetworkShape shape{NetworkKind::kOmega, 8};
  const FreshKernel kernel;
  omega_fifo_net net{
      "switch", switch_wiring(shape), tag_weights(shape), {depth, Arbitration::kFixed, 1}};
  Load traffic{net, 8, 0.9, 60_cycles, 5};
  counter.stand_before(net);
  for (Cycles cycle{1}; cycle < 60_cycles; cycle += 1_cycles) {
    sc_core::sc_start(ClockPeriod{}.time(1_cycles));
    CHECK(counter.decisions == 12 * cycle.count());  // also of elements with nothing in them
    CHECK(counter.held_sums == net.occupancy_sums(cycle));
  }
  sc_core::sc_start(ClockPeriod{}.time(1000_cycles));
  CHECK(net.inside() == 0);
  for (std::size_t t = 0; t < 3; ++t) {
    CHECK(net.stages()[t].full == counter.stages[t].full);
    CHECK(net.stages()[t].max_depth == counter.stages[t].max_depth);
  }
  CHECK(counter.stages[0].full > 0);
  CHECK(counter.stages[0].max_depth == depth);
}

namespace {

/// A processor's channel at a port: sends its packets one after another, notes what comes.
struct Sender final : sc_core::sc_module, link_end_if {
  explicit Sender(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(Sender);
    SC_METHOD(awake);  // a start of no cycles has something to do
  }
  void awake() {}

  void start_of_simulation() override { send_next(); }
  void sent(unsigned /*port*/) override { send_next(); }
  void received(unsigned /*port*/, Packet&& packet) override {
    got.push_back(packet.id());
    last = ClockPeriod{}.now();
  }
  void send_next() {
    if (left.empty()) return;
    const Packet next = left.front();
    left.erase(left.begin());
    channel->tx()->send(Packet{next});
  }

  sc_core::sc_port<duplex_if> channel{"channel"};
  std::vector<Packet> left;
  std::vector<PacketId> got;
  Cycles last{0};
};

/// A buffered network of one element with a processor's channel at both ports.
struct TwoPorts {
  explicit TwoPorts(std::uint32_t depth)
      : net{"switch",
            switch_wiring(shape),
            tag_weights(shape),
            {depth, Arbitration::kAlternating, 1}} {
    for (NodeId port = 0; port < 2; ++port) ends[port].channel(net.port(port));
  }

  FreshKernel kernel;
  NetworkShape shape{NetworkKind::kOmega, 2};
  omega_fifo_net net;
  std::array<Sender, 2> ends{Sender{"end_0"}, Sender{"end_1"}};
};

}  // namespace

TEST_CASE("packets of processors wait for a place, and all of them come out",
          "[hw][omega][buffered]") {
  const std::uint32_t depth = GENERATE(1U, 3U);
  TwoPorts two{depth};
  for (PacketId id = 0; id < 12; ++id) {
    two.ends[id % 2].left.push_back(Packet{id, static_cast<NodeId>(id % 2), 0, 1_words, {}});
  }
  CHECK_FALSE(two.net.busy());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  CHECK(two.net.busy());
  while (two.ends[0].got.size() < 12 && ClockPeriod{}.now() < 100_cycles) {
    sc_core::sc_start(ClockPeriod{}.time(1_cycles));
    CHECK(two.net.busy() == (two.ends[0].got.size() < 12));
  }
  CHECK(two.ends[1].got.empty());
  REQUIRE(two.ends[0].got.size() == 12);
  CHECK(two.net.injected() == 12);
  for (const NodeId source : {0U, 1U}) {  // in the order in which they were sent
    std::vector<PacketId> own;
    for (const PacketId id : two.ends[0].got) {
      if (id % 2 == source) own.push_back(id);
    }
    CHECK(std::ranges::is_sorted(own));
    CHECK(own.size() == 6);
  }
  CHECK(two.ends[0].last == 13_cycles);  // one in each cycle from cycle 2 on
}

TEST_CASE("what does not fit a buffered network is refused by its port", "[hw][omega][buffered]") {
  const auto kind_of = [](NodeId to, Words words, int times) {
    TwoPorts two{2};
    return fault_kind([&] {
      for (int i = 0; i < times; ++i) two.net.port(0).tx()->send(Packet{1, 0, to, words, {}});
    });
  };
  CHECK(kind_of(1, 1_words, 1) == "none");
  CHECK(kind_of(1, 2_words, 1) == "program");
  CHECK(kind_of(2, 1_words, 1) == "program");
  CHECK(kind_of(1, 1_words, 2) == "program");
}

namespace {

/// A queue of one's own beside a buffered element.
struct OwnQueue final : fifo_rx_if, fifo_tx_if {
  [[nodiscard]] bool ready() const override { return room; }
  void push(const FifoPacket& packet) override { packets.push_back(packet); }
  [[nodiscard]] std::uint32_t held() const override {
    return static_cast<std::uint32_t>(packets.size());
  }
  [[nodiscard]] const FifoPacket& packet(std::uint32_t place) const override {
    return packets[place];
  }
  FifoPacket take(std::uint32_t place) override {
    const FifoPacket taken = packets[place];
    packets.erase(packets.begin() + place);
    return taken;
  }
  [[nodiscard]] const FifoPacket* entered() const override { return nullptr; }
  [[nodiscard]] bool empty() const override { return packets.empty(); }
  [[nodiscard]] std::string full_name() const override { return "own"; }

  std::vector<FifoPacket> packets;
  bool room = true;
};

}  // namespace

TEST_CASE("a buffered element works between queues of one's own", "[hw][omega]") {
  const FreshKernel kernel;
  FifoContext context;
  context.depth = 2;
  FifoStageFigures figures;
  omega_fifo_element element{"element", 2, 1, 0, 0, context, figures};
  std::vector<OwnQueue> before(2);
  std::vector<OwnQueue> behind(2);
  for (OwnQueue& queue : before) element.inputs(queue);
  for (OwnQueue& queue : behind) element.outputs(queue);
  sc_core::sc_start(ClockPeriod{}.time(1_cycles));
  before[0].packets = {{0_cycles, 4, 1, 0, 0}};  // both are for output 1
  before[1].packets = {{0_cycles, 5, 1, 0, 0}};
  CHECK(element.decide());
  REQUIRE(behind[1].packets.size() == 1);
  CHECK(behind[1].packets[0].source == 4);
  behind[1].room = false;
  CHECK(element.decide());
  CHECK(behind[1].packets.size() == 1);
  behind[1].room = true;
  CHECK(!element.decide());
  REQUIRE(behind[1].packets.size() == 2);
  CHECK(behind[1].packets[1].source == 5);
  CHECK(behind[0].packets.empty());
  CHECK(figures.moves == 2);
}

TEST_CASE("a buffered element has a queue at each input and output", "[hw][omega][wiring]") {
  const FreshKernel kernel;
  FifoContext context;
  FifoStageFigures figures;
  omega_fifo_element element{"element", 2, 1, 0, 0, context, figures};
  std::vector<OwnQueue> queues(3);
  for (OwnQueue& queue : queues) element.inputs(queue);
  CHECK(wiring_error([] {}) ==
        "Port element.inputs is bound to 3 queues: bind it to 2, one after another.");
}
