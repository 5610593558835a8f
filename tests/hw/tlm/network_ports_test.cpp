#include <deque>
#include <map>
#include <random>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/hw/tlm/recorded.hpp"
#include "tests/hw/wiring_error.hpp"

using namespace plexus;

namespace {

/// Offers packets at a port, in the order of a list, and takes what comes there.
class user final : public sc_core::sc_module {
 public:
  struct Offer {
    sc_core::sc_time when;
    NetworkPacket packet;
  };
  user(sc_core::sc_module_name name, sc_core::sc_time keeps)
      : sc_module{name}, keeps_{std::move(keeps)} {
    HW_PROCESSES(user);
    SC_METHOD(offer);
    SC_METHOD(take);
    dont_initialize();
    sensitive << taken_;
  }
  sc_core::sc_port<network_port_if> port{"port"};
  std::deque<Offer> offers;
  std::vector<NetworkPacket> got;
  bool takes = true;
  int deltas = 0;  ///< delta cycles into an edge, before it offers

 private:
  void end_of_elaboration() override { arrival_ = &port->arrival_event(); }
  void start_of_simulation() override { taken_.notify(sc_core::SC_ZERO_TIME); }
  void offer() {
    if (offers.empty()) return;
    Offer& next = offers.front();
    if (next.when > sc_core::sc_time_stamp()) {
      return next_trigger(next.when - sc_core::sc_time_stamp());
    }
    if (next.packet.offered < 0_cycles) next.packet.offered = port->clock().next_edge();
    for (Offer& other : offers) {  // those that wait behind it have been offered when they came
      if (other.when <= sc_core::sc_time_stamp() && other.packet.offered < 0_cycles) {
        other.packet.offered = Cycles{static_cast<std::int64_t>(
            (other.when + port->clock().period() - sc_core::sc_time::from_value(1)) /
            port->clock().period())};
      }
    }
    if (waited_ < deltas) {
      ++waited_;
      return next_trigger(sc_core::SC_ZERO_TIME);
    }
    waited_ = 0;
    if (!port->try_send(next.packet)) return next_trigger(port->room_event());
    offers.pop_front();
    next_trigger(sc_core::SC_ZERO_TIME);
  }
  void take() {
    if (!takes) return;
    next_trigger(*arrival_);
    while (port->arrived() != nullptr) {
      got.push_back(port->take());
      if (keeps_ > sc_core::SC_ZERO_TIME) return next_trigger(keeps_);
    }
  }
  sc_core::sc_time keeps_;
  int waited_ = 0;
  const sc_core::sc_event* arrival_ = nullptr;
  sc_core::sc_event taken_;
};

/// Everybody at a network, with random packets.
struct Crowd {
  Crowd(const Platform& platform, const ClockPeriod& clock, int packets, std::uint64_t seed,
        sc_core::sc_time keeps = {}, bool off_grid = false, bool backwards = false)
      : network{platform.make("net", clock)} {
    std::mt19937_64 random{seed};
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    network->observe(notes);
    users.resize(platform.ports);
    for (NodeId i = 0; i < platform.ports; ++i) {
      const NodeId number = backwards ? platform.ports - 1 - i : i;
      users[number] = std::make_unique<user>(("user_" + std::to_string(number)).c_str(), keeps);
      users[number]->port(network->port[number]);
    }
    for (NodeId number = 0; number < platform.ports; ++number) {
      sc_core::sc_time when;
      for (int i = 0; i < packets; ++i) {
        when += clock.period() * static_cast<double>(below(12));
        NetworkPacket packet;
        packet.destination = static_cast<NodeId>(below(platform.ports));
        if (packet.destination == number) packet.destination = (number + 1) % platform.ports;
        packet.words = Words{static_cast<std::int64_t>(1 + below(5))};
        packet.tag = static_cast<std::uint64_t>(i);
        const sc_core::sc_time late = off_grid ? clock.period() * 0.25 : sc_core::SC_ZERO_TIME;
        users[number]->offers.push_back({when + late, packet});
      }
    }
  }
  [[nodiscard]] std::size_t got() const {
    std::size_t all = 0;
    for (const auto& one : users) all += one->got.size();
    return all;
  }

  PacketNotes notes;
  std::unique_ptr<packet_network> network;
  std::vector<std::unique_ptr<user>> users;
};

}  // namespace

TEST_CASE("packets through ports arrive in the cycles of recorded traffic", "[tlm][ports]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size() - 1));  // no bus
  const Platform& platform = platforms()[which];
  const double period = GENERATE(10.0, 2.5);
  CAPTURE(which, platform.machine, period);
  PacketNotes notes;
  {
    const FreshKernel kernel;
    Crowd crowd{platform, ClockPeriod{{period, sc_core::SC_NS}}, 60, which + 1};
    sc_core::sc_start();  // returns: nothing is left
    CHECK(crowd.got() == platform.ports * 60U);
    CHECK(crowd.network->taken() == crowd.network->entered());
    notes = crowd.notes;
  }
  check_against_recorded(platform, notes);
}

TEST_CASE("packets by way of a node drawn at random arrive in the cycles of recorded traffic",
          "[tlm][ports]") {
  const Platform valiant{"hypercube",
                         {{"dimension", 3}, {"routing", "valiant"}},
                         8,
                         [](const char* name, const ClockPeriod& clock) {
                           return std::make_unique<direct_network>(
                               name, hypercube_shape(3),
                               DirectRouters{.routing = Routing::kValiant}, clock);
                         }};
  PacketNotes notes;
  {
    const FreshKernel kernel;
    Crowd crowd{valiant, ClockPeriod{}, 30, 1};
    sc_core::sc_start();
    notes = crowd.notes;
  }
  check_against_recorded(valiant, notes);
}

TEST_CASE("what is offered between two edges waits for the next", "[tlm][ports]") {
  const std::size_t which = GENERATE(0, 1, 2, 4, 5, 6, 7, 8);  // 3 draws coins by the cycle
  CAPTURE(which);
  std::vector<std::vector<std::int64_t>> arrivals;
  for (const bool off_grid : {false, true}) {
    const FreshKernel kernel;
    Crowd crowd{platforms()[which], ClockPeriod{{4, sc_core::SC_NS}}, 20, 7, {}, off_grid};
    sc_core::sc_start();
    arrivals.emplace_back();
    for (const auto& note : crowd.notes.notes) {
      arrivals.back().push_back(note.arrived.count() - (off_grid ? 1 : 0));
    }
  }
  CHECK(arrivals[0] == arrivals[1]);
}

TEST_CASE("all that watch a network hear of its packets, and who is sensitive to a port of them",
          "[tlm][ports]") {
  struct ear final : sc_core::sc_module {
    explicit ear(sc_core::sc_module_name name) : sc_module{name} {
      HW_PROCESSES(ear);
      SC_METHOD(hear);
      sensitive << port;
      dont_initialize();
    }
    void hear() {
      ++heard;
      port->take();
    }
    sc_core::sc_port<network_port_if> port{"port"};
    int heard = 0;
  };
  const FreshKernel kernel;
  const Platform& platform = platforms()[0];
  const auto network = platform.make("net", ClockPeriod{});
  PacketNotes first;
  PacketNotes second;
  network->observe(first);
  network->observe(second);
  user sender{"sender", {}};
  ear listener{"listener"};
  sender.port(network->port[0]);
  listener.port(network->port[1]);
  std::deque<user> others;
  for (NodeId i = 2; i < platform.ports; ++i) {
    others.emplace_back(("other_" + std::to_string(i)).c_str(), sc_core::sc_time{});
    others.back().port(network->port[i]);
  }
  NetworkPacket packet;
  packet.destination = 1;
  packet.words = 1_words;
  sender.offers.push_back({sc_core::SC_ZERO_TIME, packet});
  sc_core::sc_start();
  CHECK(first.notes.size() == 1);
  CHECK(second.notes.size() == 1);
  CHECK(listener.heard == 1);
}

TEST_CASE("a router takes no channel of another network at its ports", "[tlm][ports][wiring]") {
  struct stranger final : flit_rx_if {
    [[nodiscard]] std::string full_name() const override { return "my.flits"; }
    void give_back(std::uint32_t /*channel*/) override {}
    [[nodiscard]] std::uint32_t receiver_port() const override { return 0; }
  };
  const FreshKernel kernel;
  stranger flits;
  direct_network ring{"ring", ring_shape(4)};
  ring.routers.router(0).inputs(flits);
  CHECK(wiring_error([] {}) ==
        "ring.network.router_0.inputs is bound to my.flits, which is no link of ring.network: a "
        "router's flits go by links of its network.");
}

TEST_CASE("a module of one's own at a channel inside of a network is told",
          "[tlm][ports][wiring]") {
  struct flit_tap : sc_core::sc_module {
    explicit flit_tap(sc_core::sc_module_name name) : sc_module{name} {}
    sc_core::sc_port<flit_tx_if, 0> flits{"flits"};
  };
  struct queue_tap : sc_core::sc_module {
    explicit queue_tap(sc_core::sc_module_name name) : sc_module{name} {}
    sc_core::sc_port<fifo_tx_if, 0> queues{"queues"};
  };
  const FreshKernel kernel;
  if (GENERATE(false, true)) {
    direct_network ring{"ring", ring_shape(4)};
    flit_tap own{"own"};
    CHECK(wiring_error([&] { own.flits(ring.routers.router(0).outputs); }) ==
          "ring.network.link_0_to_1 joins parts of ring.network to each other, and own.flits is "
          "bound to it as well: bind that to a channel of your own.");
  } else {
    omega_network omega{"omega", NetworkShape{NetworkKind::kOmega, 4}, FifoSetting{}};
    queue_tap own{"own"};
    CHECK(wiring_error([&] { own.queues(omega.net.stage(0)[0].outputs); }) ==
          "omega.switch.stage_1.queue_0 joins parts of omega.switch to each other, and own.queues "
          "is bound to it as well: bind that to a channel of your own.");
  }
}

TEST_CASE("what is not taken stays, and holds up those behind it; nothing is lost",
          "[tlm][ports]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size()));
  const Platform& platform = platforms()[which];
  CAPTURE(which);
  const FreshKernel kernel;
  const ClockPeriod clock{{10, sc_core::SC_NS}};
  Crowd crowd{platform, clock, 40, 3, clock.period() * 17.3};
  sc_core::sc_start();
  CHECK(crowd.got() == platform.ports * 40U);
}

TEST_CASE("a network whose packets nobody takes sleeps, and wakes when somebody does",
          "[tlm][ports]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size()));
  const Platform& platform = platforms()[which];
  CAPTURE(which);
  const FreshKernel kernel;
  Crowd crowd{platform, ClockPeriod{}, 200, 5};
  for (const auto& one : crowd.users) one->takes = false;
  sc_core::sc_start();  // returns although packets are inside
  CHECK(crowd.got() == 0);
  const bool holds_all = platform.machine == "fat-tree";  // queues of any length
  if (!holds_all) CHECK(crowd.network->entered() < platform.ports * 200U);
  CHECK(crowd.network->entered() > 0);
  CHECK(crowd.notes.notes.size() < platform.ports * 20U);  // the others stay in the network
  // By hand: port 0 takes all that comes, then port 1, ..
  for (int again = 0; again < 2000 && crowd.network->taken() < platform.ports * 200U; ++again) {
    for (const auto& one : crowd.users) {
      while (one->port->arrived() != nullptr) one->got.push_back(one->port->take());
    }
    sc_core::sc_start();
    if (crowd.network->taken() == platform.ports * 200U) break;
  }
  CHECK(crowd.got() == platform.ports * 200U);
}

TEST_CASE("a packet for no port, or of no words, is refused at once with a sentence",
          "[tlm][ports]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size()));
  const FreshKernel kernel;
  const auto network = platforms()[which].make("net", ClockPeriod{});
  NetworkPacket packet;
  packet.destination = 99;
  try {
    network->port[0]->try_send(packet);
    FAIL("it has been taken");
  } catch (const sc_core::sc_report& report) {
    const std::string text = report.get_msg();
    CHECK(text.find("net.port_0: A packet is for port 99, but the network has ports 0 .. ") == 0);
    for (const char letter : text) CHECK((letter == '\n' || letter >= ' '));
  }
  packet.destination = network->ports();  // the first that does not exist
  CHECK_THROWS_AS(network->port[0]->try_send(packet), sc_core::sc_report);
  packet.destination = 1;
  packet.words = 0_words;
  try {
    network->port[0]->try_send(packet);
    FAIL("it has been taken");
  } catch (const sc_core::sc_report& report) {
    CHECK(fault_of(report).kind == "program");
    CHECK(fault_of(report).part == "net.port_0");
  }
  CHECK_THROWS_AS(network->port[0]->take(), sc_core::sc_report);
  packet.words = 1_words;
  packet.offered = Cycles{100};
  CHECK_THROWS_WITH(network->port[0]->try_send(packet),
                    Catch::Contains("net.port_0: A packet is offered in cycle 100, which is still "
                                    "to come: wait for it, and offer it then."));
  packet.offered = 0_cycles;
  CHECK(network->port[0]->try_send(packet));
}

TEST_CASE("a port of a network has one user", "[tlm][ports][wiring]") {
  const FreshKernel kernel;
  const auto network = platforms().front().make("net", ClockPeriod{});
  user one{"one", {}};
  user other{"other", {}};
  one.port(network->port[1]);
  other.port(network->port[1]);
  CHECK(wiring_error([] {}) ==
        "net.port_1 has two users: other.port, and one.port is bound to it as well. Bind one of "
        "them.");
}

namespace {

/// What the constructor of a network says; empty: nothing.
template <typename Network, typename... Arguments>
std::string refusal(const Arguments&... arguments) {
  const FreshKernel kernel;
  try {
    const Network network{"net", arguments...};
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
  return "";
}

template <typename Make>
std::string refusal_of(const Make& make) {
  try {
    static_cast<void>(make());
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
  return "";
}

}  // namespace

TEST_CASE("parts of a network that are not there are told by their number", "[tlm][ports]") {
  const FreshKernel kernel;
  omega_network fifos{"fifos", NetworkShape{NetworkKind::kOmega, 8}, {}};
  CHECK_THROWS_WITH(fifos.net.port(99),
                    "fifos.switch has 8 ports, numbered from 0: there is no number 99.");
  CHECK_THROWS_WITH(fifos.net.stage(3),
                    "fifos.switch has 3 stages, numbered from 0: there is no number 3.");
  CHECK_THROWS_WITH(fifos.net.stage(0).at(4),
                    "fifos.switch.stage_0 has 4 elements, numbered from 0: there is no number 4.");
  direct_network ring{"ring", ring_shape(4)};
  const std::string router = "ring.network has 4 routers, numbered from 0: there is no number 99.";
  CHECK_THROWS_WITH(ring.routers.router(99), router);
  CHECK_THROWS_WITH(ring.routers.sent(99, 0), router);
  CHECK_THROWS_WITH(ring.routers.held(99), router);
  CHECK_THROWS_WITH(ring.routers.behind(0, 3),
                    "ring.network has 3 ports of a router, numbered from 0: there is no number 3.");
}

TEST_CASE("who uses a network's switch or bus stands alone there", "[tlm][ports][wiring]") {
  const FreshKernel kernel;
  SECTION("a processor beside the network") {
    omega_network fifos{"fifos", NetworkShape{NetworkKind::kOmega, 2}, {}};
    struct Processor : sc_core::sc_module {
      explicit Processor(const sc_core::sc_module_name& /*name*/) {}
      sc_core::sc_port<duplex_if> port{"port"};
    };
    Processor processor{"processor"};
    CHECK(wiring_error([&] { processor.port(fifos.net.port(1)); }) ==
          "processor.port is bound to fifos.switch.port_1, and fifos stands at all ports of "
          "fifos.switch: bind one of them.");
  }
  SECTION("a second client") {
    omega_network fifos{"fifos", NetworkShape{NetworkKind::kOmega, 2}, {}};
    omega_network other{"other", NetworkShape{NetworkKind::kOmega, 2}, {}};
    CHECK(wiring_error([&] { fifos.net.client(other); }) ==
          "Port fifos.switch.client is bound twice, to fifos and to other: bind it once.");
  }
}

TEST_CASE("a network that cannot be is refused in words of C++", "[tlm][ports]") {
  const auto tree = [](NodeId arity, NodeId nodes, const std::vector<std::int64_t>& capacities) {
    return refusal_of([&] {
      const FreshKernel kernel;
      const fat_tree_network network{"net", FatTreeShape{arity, nodes, capacities}};
      return 0;
    });
  };
  CHECK(tree(2, 8, {1, 2, 3}).empty());
  const std::string power = "the leaves are a power of the arity.";
  CHECK(tree(2, 6, {1, 2, 3}) == "FatTreeShape{2, 6, {..}}: " + power);
  CHECK(tree(2, 1, {}) == "fat_tree_network: a tree of one leaf has no router.");
  const auto fast = [](std::uint64_t queue_places) {
    return refusal<fat_tree_network>(FatTreeShape{2, 2, {1}}, LinkTiming{}, queue_places,
                                     ClockPeriod{sc_core::sc_time::from_value(3)});
  };
  CHECK(fast(0).empty());
  CHECK(fast(1) ==
        "fat_tree_network: places of queues are dealt out between two edges: choose a period of 4 "
        "units of the kernel's time resolution or more, or queues without a limit.");
  for (const auto make : {&FatTreeShape::constant, &FatTreeShape::exponential}) {
    const auto shape = [make](NodeId arity, NodeId nodes) {
      return refusal_of([&] { return make(arity, nodes).height(); });
    };
    CHECK(shape(3, 27).empty());
    CHECK(shape(2, 3) == "FatTreeShape{2, 3, {..}}: " + power);
    CHECK(shape(1, 4) == "FatTreeShape{1, 4, {..}}: a router has 2 children or more.");
    CHECK(shape(0, 0) == "FatTreeShape{0, 0, {..}}: a router has 2 children or more.");
  }
  CHECK(tree(2, 8, {1, 2}) ==
        "FatTreeShape{2, 8, {..}}: it has 3 levels of branches, and 2 capacities: give one for "
        "each, from the leaves up.");
  const std::string links = "a branch has 1 link or more, and not fewer than those below it.";
  CHECK(tree(2, 8, {0, 0, 0}) == "FatTreeShape{2, 8, {..}}: " + links);
  CHECK(tree(2, 8, {1, 3, 2}) == "FatTreeShape{2, 8, {..}}: " + links);
  CHECK(tree(1, 8, {1}) == "FatTreeShape{1, 8, {..}}: a router has 2 children or more.");
  const std::string timing =
      ": a link starts after 0 cycles or more, and carries at least 1 word in each.";
  CHECK(refusal<fat_tree_network>(FatTreeShape{2, 2, {1}}, LinkTiming{0_cycles, 0_words}) ==
        "net: LinkTiming{0 cycles, 0 words}" + timing);

  CHECK(refusal<bus_network>(4U, 1U, LinkTiming{}).empty());
  CHECK(refusal<bus_network>(4U, 1U, LinkTiming{0_cycles, 0_words}) ==
        "net: LinkTiming{0 cycles, 0 words}" + timing);
  CHECK(refusal<bus_network>(4U, 1U, LinkTiming{Cycles{-1}, 1_words}) ==
        "net: LinkTiming{-1 cycles, 1 words}" + timing);
  CHECK(refusal<bus_network>(4U, 0U, LinkTiming{}) ==
        "net.bus has 4 processors and 0 channels: give it one or more of each.");
  CHECK(refusal<bus_network>(0U, 1U, LinkTiming{}) == "net has no ports: give it one or more.");

  const auto omega = [](NetworkKind kind, std::uint32_t depth) {
    return refusal<omega_network>(NetworkShape{kind, 8}, FifoSetting{.depth = depth});
  };
  CHECK(omega(NetworkKind::kBaseline, 1).empty());
  CHECK(omega(NetworkKind::kOmega, 0) ==
        "net has queues without places: give FifoSetting a depth of 1 or more.");
  const auto shape = [](NetworkKind kind, NodeId ports, std::uint32_t radix) {
    return refusal_of([&] { return NetworkShape{kind, ports, radix}; });
  };
  CHECK(shape(NetworkKind::kOmega, 6, 2) ==
        "NetworkShape{omega, 6, 2}: the ports are a power of the radix, but at a crossbar.");
  CHECK(shape(NetworkKind::kBaseline, 16, 4) ==
        "NetworkShape{baseline, 16, 4}: only omega has elements of another radix than 2.");
  CHECK(shape(NetworkKind::kOmega, 8, 1) ==
        "NetworkShape{omega, 8, 1}: an element has a radix of 2 or more.");
  for (const NetworkKind kind : {NetworkKind::kBenes, NetworkKind::kDataManipulator}) {
    CHECK(omega(kind, 1) == std::string{"omega_network: "} + to_string(kind) +
                                " routes no packets by their destination alone: choose another "
                                "NetworkKind.");
  }

  CHECK(refusal_of([] { return ring_shape(0); }) ==
        "ring_shape(0): a ring has 3 .. 16777216 nodes.");
  CHECK_FALSE(refusal_of([] { return ring_shape(2); }).empty());
  CHECK(refusal_of([] {
          return torus_shape({-1, 4});
        }) == "A torus has sides of 3 or more, not of -1.");
  CHECK(refusal_of([] {
          return mesh_shape({4, 0});
        }) == "A mesh has sides of 1 or more, not of 0.");
  const std::string sides = "A torus or mesh has 1 .. 32 sides, and at most 16777216 nodes.";
  CHECK(refusal_of([] { return mesh_shape({}); }) == sides);
  CHECK(refusal_of([] { return mesh_shape({1 << 30, 1 << 30, 1 << 30}); }) == sides);
  CHECK(refusal_of([] { return hypercube_shape(40); }) ==
        "hypercube_shape(40): a hypercube has 0 .. 24 dimensions.");
}

TEST_CASE("the order in which users are constructed means nothing to ports", "[tlm][ports]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size()));
  std::vector<std::vector<std::int64_t>> arrivals;
  for (const bool backwards : {false, true}) {
    const FreshKernel kernel;
    const ClockPeriod clock;
    Crowd crowd{platforms()[which], clock, 30, 11, clock.period() * 3, false, backwards};
    sc_core::sc_start();
    arrivals.emplace_back();
    for (const auto& note : crowd.notes.notes) arrivals.back().push_back(note.arrived.count());
  }
  CHECK(arrivals[0] == arrivals[1]);
}

TEST_CASE("the delta cycle of an edge in which a packet is offered means nothing", "[tlm][ports]") {
  const std::size_t which = GENERATE(range(std::size_t{0}, platforms().size()));
  std::vector<std::vector<std::int64_t>> arrivals;
  for (const int deltas : {0, 1}) {
    const FreshKernel kernel;
    const ClockPeriod clock;
    Crowd crowd{platforms()[which], clock, 30, 12, clock.period() * 3};
    for (std::size_t i = 0; i < crowd.users.size(); ++i) {
      crowd.users[i]->deltas = deltas * static_cast<int>(i * 3 % 7);  // a bus waits for 8
    }
    sc_core::sc_start();
    std::map<std::pair<NodeId, std::uint64_t>, std::int64_t> of;
    for (const auto& note : crowd.notes.notes) {
      of[{note.packet.source, note.packet.tag}] = note.arrived.count();
    }
    arrivals.emplace_back();
    for (const auto& [packet, arrived] : of) arrivals.back().push_back(arrived);
  }
  CHECK(arrivals[0] == arrivals[1]);
}

TEST_CASE("what a port sends to itself over a bus takes a channel as long as any other",
          "[tlm][ports]") {
  const FreshKernel kernel;
  bus_network wires{"wires", 4, 1, LinkTiming{2_cycles, 1_words}};
  PacketNotes notes;
  wires.observe(notes);
  user one{"one", {}};
  one.port(wires.port[3]);
  NetworkPacket packet;
  packet.destination = 3;
  packet.words = 5_words;
  one.offers = {{sc_core::sc_time{42, sc_core::SC_NS}, packet}};
  NetworkPacket now = packet;  // offered at the edge at which it is given
  now.destination = 0;
  CHECK(wires.port[1]->try_send(now));
  sc_core::sc_start();
  REQUIRE(one.got.size() == 1);
  CHECK(one.got.front().source == 3);
  REQUIRE(notes.notes.size() == 2);
  CHECK(notes.notes[0].packet.offered == 0_cycles);
  CHECK(notes.notes[0].arrived == 7_cycles);
  CHECK(notes.notes[1].packet.offered == 5_cycles);  // and waits until the channel is free
  CHECK(notes.notes[1].arrived == 14_cycles);
}

TEST_CASE("what a port sends to itself over a bus waits until its places are free",
          "[tlm][ports]") {
  const FreshKernel kernel;
  bus_network wires{"wires", 2, 1, LinkTiming{1_cycles, 1_words}};
  user one{"one", {}};
  one.takes = false;
  one.port(wires.port[0]);
  NetworkPacket packet;
  packet.destination = 0;
  one.offers.assign(100, {sc_core::SC_ZERO_TIME, packet});
  sc_core::sc_start();
  CHECK(wires.entered() - wires.taken() == 2);  // its places
  CHECK(wires.sent() == 3);
  CHECK(one.offers.size() == 97);  // two have entered, one stands at the port
  while (wires.port[0]->arrived() != nullptr) {
    static_cast<void>(wires.port[0]->take());
    sc_core::sc_start(sc_core::sc_time{1, sc_core::SC_US});
  }
  CHECK(one.offers.empty());
  CHECK(wires.taken() == 100);
  CHECK(wires.sent() == 100);
}

TEST_CASE("a router whose grants come late, or never, is waited for", "[tlm][ports][fault]") {
  /// Lets nothing leave until a cycle; cycles < 0: ever.
  struct Late final : channel_grant_if {
    explicit Late(Cycles cycle) : from{cycle} {}
    void decide(const channel_queues_if& /*queues*/, std::span<ChannelGrant> grants) override {
      if (from < 0_cycles || ClockPeriod{}.now() < from) std::ranges::fill(grants, ChannelGrant{});
    }
    Cycles from;
  };
  const auto from = GENERATE(Cycles{50}, Cycles{-1});
  const FreshKernel kernel;
  Late grants{from};
  direct_network network{"net", ring_shape(4)};
  network.routers.router(1).grants(grants);
  std::deque<user> users;
  for (NodeId number = 0; number < 4; ++number) {
    users.emplace_back(("user_" + std::to_string(number)).c_str(), sc_core::SC_ZERO_TIME);
    users.back().port(network.port[number]);
  }
  NetworkPacket packet;
  packet.destination = 1;
  users[0].offers.push_back({sc_core::SC_ZERO_TIME, packet});
  std::string found;
  try {
    sc_core::sc_start(ClockPeriod{}.time(5000_cycles));
  } catch (const sc_core::sc_report& stopped) {
    found = fault_of(stopped).kind;
  }
  CHECK(found == (from < 0_cycles ? "starvation" : ""));
  CHECK(users[1].got.size() == (from < 0_cycles ? 0 : 1));
}

TEST_CASE("a switch whose elements are looked at sleeps when nothing moves, too", "[tlm][ports]") {
  struct Rows final : trace_sink_if {
    void record(const TraceRow& row) override { last = row.cycle; }
    Cycles last;
  } rows;
  const FreshKernel kernel;
  omega_network network{"net", NetworkShape{NetworkKind::kOmega, 4}, FifoSetting{}};
  network.net.listen(rows);
  user one{"one", sc_core::SC_ZERO_TIME};
  one.port(network.port[0]);
  one.offers.push_back({sc_core::SC_ZERO_TIME, NetworkPacket{}});
  sc_core::sc_start(ClockPeriod{}.time(100_cycles));
  CHECK(one.got.size() == 1);
  CHECK((0_cycles < rows.last && rows.last < 10_cycles));
  CHECK_FALSE(sc_core::sc_pending_activity());
}

TEST_CASE("a packet that a ring's bubble has no room for is refused at once", "[tlm]") {
  const FreshKernel kernel;
  const DirectRouters bubble{
      .way_out = WayOut::kBubble, .switching = PacketSwitching::kCutThrough, .depth = 5};
  const direct_network ring{"ring", ring_shape(4), bubble};
  CHECK(ring.port[0]->most_words() == 2_words);
  CHECK_THROWS_WITH(
      (direct_network{
          "shallow",
          ring_shape(4),
          {.way_out = WayOut::kBubble, .switching = PacketSwitching::kCutThrough, .depth = 1}}),
      Catch::Contains("2 words deep"));
}
