#include <deque>
#include <random>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/hw/tlm/recorded.hpp"

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
  const std::size_t which = GENERATE(range(0, 8));
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

TEST_CASE("what is not taken stays, and holds up those behind it; nothing is lost",
          "[tlm][ports]") {
  const std::size_t which = GENERATE(range(0, 9));
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
  const std::size_t which = GENERATE(range(0, 9));
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
  const std::size_t which = GENERATE(range(0, 9));
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
}

TEST_CASE("the order in which users are constructed means nothing to ports", "[tlm][ports]") {
  const std::size_t which = GENERATE(range(0, 9));
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
