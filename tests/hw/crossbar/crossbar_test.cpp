#include "hw/crossbar/crossbar.hpp"

#include <deque>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/crossbar/phase_setter.hpp"
#include "hw/crossbar/request_server.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/reconfigurable/rcp_addresses.hpp"
#include "tests/faults.hpp"
#include "tests/hw/wiring_error.hpp"

using namespace plexus;

namespace {

/// Hears all that a crossbar tells nodes, manager and who watches it: what, about whom, in which
/// cycle. It stands for all nodes of its crossbars.
struct Ear final : sc_core::sc_module, crossbar_client_if, link_setup_if, crossbar_watch_if {
  Ear(sc_core::sc_module_name name, NodeId nodes) : sc_module{name} {
    for (NodeId node = 0; node < nodes; ++node) {
      links.emplace_back(("links_" + std::to_string(node)).c_str(), "a node's ports");
    }
    HW_PROCESSES(Ear);
    SC_METHOD(awake);  // a start of no cycles has something to do
  }
  /// Is bound to the ports of all nodes of `net`.
  void join(crossbar& net) {
    for (NodeId node = 0; node < net.nodes(); ++node) links[node](net.end(node));
  }

  void received(std::uint32_t /*port*/, Packet&& packet) override {
    note("received", static_cast<std::uint32_t>(packet.id()));
  }
  void sent(std::uint32_t /*port*/, const Packet& packet) override {
    note("sent", static_cast<std::uint32_t>(packet.id()));
  }
  void all_done() override { note("all done", 0); }
  void reached(NodeId node, std::span<const NodeEnd> /*ends*/) override { note("reached", node); }
  void at_hand(std::uint32_t link) override { note("at hand", link); }
  void done(std::uint32_t link) override { note("done", link); }
  void activated(std::uint32_t link) override { note("active", link); }
  void swap_begins(std::uint32_t link, Cycles swap) override {
    note("swap of " + std::to_string(swap.count()), link);
  }

  std::deque<required_port<crossbar_end_if>> links;  ///< by node

  /// Cycles in which it was told so; nothing for what was not.
  [[nodiscard]] std::vector<Cycles> when(const std::string& what, std::uint32_t who) const {
    std::vector<Cycles> cycles;
    for (const Note& one : notes) {
      if (one.what == what && one.who == who) cycles.push_back(one.cycle);
    }
    return cycles;
  }

 private:
  void awake() {}
  struct Note {
    std::string what;
    std::uint32_t who;
    Cycles cycle;
  };
  void note(std::string what, std::uint32_t who) {
    notes.push_back({std::move(what), who, ClockPeriod{}.now()});
  }
  std::vector<Note> notes;
};

using At = std::vector<Cycles>;

/// Four nodes with one port each. Link 0 joins nodes 0 and 1, link 1 nodes 0 and 2, each in a phase
/// of its own; messages of 8 words go from 0, nothing comes back.
struct Four {
  Four() {
    ear.join(net);
    net.manager(ear);
    net.watch(ear);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  static LinkSchedule two_links() {
    LinkSchedule all;
    for (const NodeId other : {1U, 2U}) {
      all.begin_phase();
      all.add({{0, 0}, {other, 0}, 8_words, 0_words});
    }
    return all;
  }
  /// Both nodes of a link come to its phase.
  void meet(std::uint32_t link) {
    const NodeId other = link + 1;
    come(0, {link, 0, link, true}, Packet{link, 0, other, 8_words, {}});
    come(other, {link, 0, link, false}, Packet{});
  }
  void come(NodeId node, NodeEnd end, Packet message) {
    ear.links[node]->reach({&end, 1}, {&message, 1});
  }
  /// Up to the end of the cycle before `cycle`.
  static void run_to(Cycles cycle) {
    sc_core::sc_start(ClockPeriod{}.time(cycle - ClockPeriod{}.now()));
  }

  FreshKernel kernel;
  LinkSchedule schedule = two_links();
  Ear ear{"ear", 4};
  crossbar net{"net", schedule, 4, 1, {1_cycles, 2_cycles, 1, 2_words}};
};

constexpr Cycles kTransfer = 7_cycles;  // 1 + 2 + 8 / 2

}  // namespace

TEST_CASE("over an open link a message goes once both nodes are there", "[crossbar]") {
  Four four;
  CHECK_FALSE(four.net.busy());
  four.net.open(0);
  four.come(0, {0, 0, 0, true}, Packet{5, 0, 1, 8_words, {}});
  four.run_to(4_cycles);
  CHECK_FALSE(four.net.busy());
  four.come(1, {0, 0, 0, false}, {});
  four.run_to(5_cycles);
  CHECK(four.net.busy());
  sc_core::sc_start();
  CHECK_FALSE(four.net.busy());
  CHECK(four.ear.when("reached", 0) == At{0_cycles});
  CHECK(four.ear.when("reached", 1) == At{4_cycles});
  CHECK(four.ear.when("at hand", 0) == At{4_cycles});
  CHECK(four.ear.when("received", 5) == At{4_cycles + kTransfer});
  CHECK(four.ear.when("sent", 5) == At{4_cycles + kTransfer});
  CHECK(four.ear.when("done", 0) == At{4_cycles + kTransfer});
  CHECK(four.ear.when("all done", 0).size() == 2);
  CHECK(four.net.free({0, 0}));
  CHECK(four.net.figures().open_wait == 4_cycles);
  CHECK(four.net.figures().link_busy == kTransfer);
  CHECK(four.net.exposed() == 4_cycles);
}

TEST_CASE("a link for which both nodes wait begins when it opens", "[crossbar]") {
  Four four;
  four.meet(0);
  four.run_to(3_cycles);
  CHECK_FALSE(four.net.busy());
  four.net.open(0);
  sc_core::sc_start();
  CHECK(four.ear.when("received", 0) == At{3_cycles + kTransfer});
  CHECK(four.net.figures().open_wait == 0_cycles);
}

TEST_CASE("a loaded link opens when both its ports are free and its swap is over", "[crossbar]") {
  Four four;
  four.net.load(0, true, 3_cycles);
  four.meet(0);
  CHECK_FALSE(four.net.loadable({0, 0}));
  four.run_to(4_cycles);
  CHECK(four.net.loadable({0, 0}));
  CHECK_FALSE(four.net.free({0, 0}));
  CHECK(four.net.free({2, 0}));
  four.net.load(1, true, 2_cycles);  // port 0.0 is taken up to the end of link 0
  sc_core::sc_start();
  CHECK(four.ear.when("swap of 3", 0) == At{0_cycles});
  CHECK(four.ear.when("active", 0) == At{3_cycles});
  CHECK(four.ear.when("received", 0) == At{3_cycles + kTransfer});
  CHECK(four.ear.when("swap of 2", 1) == At{3_cycles + kTransfer});
  CHECK(four.ear.when("active", 1) == At{5_cycles + kTransfer});
  four.meet(1);
  sc_core::sc_start();
  CHECK(four.ear.when("received", 1) == At{5_cycles + 2 * kTransfer});
}

TEST_CASE("a port is in one link, and its node in the phase of that link", "[crossbar][fault]") {
  Four four;
  four.net.open(0);
  CHECK(fault_kind([&] { four.net.open(1); }) == "port-rule");
  CHECK(fault_kind([&] {
          four.come(0, {1, 0, 1, true}, Packet{1, 0, 2, 8_words, {}});
        }) == "port-rule");
  CHECK(fault_kind([&] { four.net.activate(0); }) == "port-rule");
  four.net.load(1, false, 0_cycles);
  CHECK(fault_kind([&] { four.net.load(1, false, 0_cycles); }) == "port-rule");
}

TEST_CASE("wired ports are linked with each other and with no others", "[crossbar][fault]") {
  Four four;
  four.net.wire(four.schedule.phase(0));
  CHECK(fault_kind([&] { four.net.open(1); }) == "port-rule");
  CHECK(fault_kind([&] { four.net.open(0); }) == "none");
}

// ---- managers -----------------------------------------------------------------------------------

namespace {

/// Stands in the place of a manager's clock: it is to say when links are set.
struct Setter final : setting_clock_if {
  void begin(const SettingCommand& command) override { commands.push_back(command); }
  std::vector<SettingCommand> commands;
};

/// Node 0 is linked with nodes 1 and 2 in one phase; each node sets its own ends.
struct Star {
  Star() {
    ear.join(net);
    manager.links(net);
    net.manager(manager);
  }
  static LinkSchedule one_phase() {
    LinkSchedule all;
    all.begin_phase();
    for (const NodeId other : {1U, 2U}) all.add({{0, other - 1}, {other, 0}, 8_words, 0_words});
    return all;
  }
  void meet() { meet(ear); }
  static void meet(Ear& at) {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    std::vector<NodeEnd> ends{{0, 0, 0, true}, {0, 1, 1, true}};
    std::vector<Packet> messages{{0, 0, 1, 8_words, {}}, {1, 0, 2, 8_words, {}}};
    at.links[0]->reach(ends, messages);
    for (const NodeId node : {1U, 2U}) {
      NodeEnd end{0, 0, node - 1, false};
      Packet none;
      at.links[node]->reach({&end, 1}, {&none, 1});
    }
  }

  FreshKernel kernel;
  LinkSchedule schedule = one_phase();
  Ear ear{"ear", 3};
  crossbar net{"net", schedule, 3, 2, {1_cycles, 2_cycles, 1, 2_words}};
  SettingPolicy policy{.timing = {10_cycles, 3_cycles}, .setters = Setters::kPerNode};
  phase_setter manager{"manager", 3, policy};
};

}  // namespace

TEST_CASE("of nodes that set their own ends the slowest sets the time",
          "[crossbar][phase_setter]") {
  Star star;
  star.meet();
  sc_core::sc_start();
  CHECK(star.ear.when("received", 0) == At{16_cycles + kTransfer});  // two links at node 0
  CHECK(star.ear.when("received", 1) == At{16_cycles + kTransfer});
  CHECK(star.manager.figures().commands == 3);
  CHECK(star.manager.figures().busy == 16_cycles + 13_cycles + 13_cycles);
}

TEST_CASE("a phase opens when every setter's clock has said that it is done",
          "[crossbar][phase_setter]") {
  Star star;
  Setter twin;
  star.manager.clock(twin);
  star.meet();
  Four::run_to(20_cycles);  // the setters' own time is over
  CHECK_FALSE(star.net.busy());
  REQUIRE(twin.commands.size() == 3);
  CHECK(twin.commands[0].setter == 0);
  CHECK(twin.commands[0].set_at == At{13_cycles, 16_cycles});
  CHECK(twin.commands[2].setter == 2);
  CHECK(twin.commands[2].set_at == At{13_cycles});
  star.manager.link_is_set(0, 0, false);
  star.manager.link_is_set(0, 1, true);
  star.manager.link_is_set(1, 0, true);
  Four::run_to(25_cycles);
  CHECK_FALSE(star.net.busy());
  star.manager.link_is_set(2, 0, true);
  sc_core::sc_start();
  CHECK(star.ear.when("received", 0) == At{25_cycles + kTransfer});
  CHECK(star.ear.when("received", 1) == At{25_cycles + kTransfer});
}

TEST_CASE("a server of requests names the links of a command, first come first",
          "[crossbar][request_server]") {
  Star star;
  crossbar net{"other", star.schedule, 3, 2, star.net.timing()};
  Ear ear{"other_ear", 3};
  ear.join(net);
  request_server manager{"server", {.timing = {10_cycles, 3_cycles}, .dynamic = true, .batch = 0}};
  manager.links(net);
  net.manager(manager);
  Setter twin;
  manager.clock(twin);
  Star::meet(ear);
  Four::run_to(30_cycles);
  REQUIRE(twin.commands.size() == 1);
  CHECK(twin.commands[0].links == std::vector<std::pair<std::size_t, std::size_t>>{{0, 2}, {1, 4}});
  CHECK(twin.commands[0].set_at == At{13_cycles, 16_cycles});
  CHECK(net.free({0, 0}));
  manager.link_is_set(0, 1, false);
  CHECK_FALSE(net.free({2, 0}));
  Four::run_to(35_cycles);
  manager.link_is_set(0, 0, true);
  sc_core::sc_start();
  CHECK(ear.when("received", 1) == At{30_cycles + kTransfer});
  CHECK(ear.when("received", 0) == At{35_cycles + kTransfer});
}

TEST_CASE("children of the RCP are those of figure 2, and every node knows its way",
          "[crossbar][rcp_addresses]") {
  const FreshKernel kernel;
  const rcp_addresses units{"units", 27, 2, 5};
  CHECK(units.steps() == 3);
  CHECK(units.node_of(0) == 5);
  CHECK(units.node_of(24) == 2);
  std::int64_t reached = 1;  // every number is a child of one node, in one step
  std::int64_t size = 1;
  for (int step = 0; step < 3; ++step, size *= 3) {
    for (std::int64_t node = 0; node < size; ++node) {
      for (std::uint32_t index = 0; index < 2; ++index) {
        const std::int64_t child = units.child(step, node, index);
        CHECK(child == reached++);
        const rcp_addresses::Way way = units.way(child);
        CHECK(way.step == step);
        CHECK(way.parent == node);
        CHECK(way.index == index);
        CHECK(way.digits[static_cast<std::size_t>(step)] == index + 1);
      }
    }
  }
  CHECK(units.way(25).digits == std::vector<std::int64_t>{2, 2, 1});  // 25 = 9 + 8 2 + 0
}

// ---- wiring -------------------------------------------------------------------------------------

TEST_CASE("what is bound wrongly at a crossbar is told with both names", "[crossbar][wiring]") {
  const FreshKernel kernel;
  const LinkSchedule schedule = Four::two_links();
  crossbar net{"net", schedule, 4, 1, {1_cycles, 2_cycles, 1, 2_words}};
  phase_setter manager{"manager", 4, {}};
  Ear ear{"ear", 5};
  SECTION("two ports at one node's ports") {
    CHECK(wiring_error([&] {
            ear.join(net);
            ear.links[4](net.end(0));
            net.manager(manager);
          }) == "The ports net.node_0 are bound to ear and to ear: bind each node to its own.");
  }
  SECTION("a node that nobody has bound") {
    CHECK(wiring_error([&] {
            ear.links[4](net.end(3));
            manager.links(net);
            net.manager(manager);
            for (NodeId node = 0; node < 3; ++node) ear.links[node](net.end(node));
          }) == "Port ear.links_3 is bound to nothing: bind it to a node's ports.");
  }
  SECTION("two managers") {
    phase_setter second{"second", 4, {}};
    CHECK(wiring_error([&] {
            net.manager(manager);
            net.manager(second);
          }) == "Port net.manager is bound twice, to manager and to second: bind it once.");
  }
}
