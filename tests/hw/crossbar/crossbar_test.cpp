#include "hw/crossbar/crossbar.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/channel/fault.hpp"
#include "hw/kernel/fresh_kernel.hpp"

using namespace plexus;

namespace {

/// Hears all that a crossbar tells nodes, manager and twins: what, about whom, in which cycle.
struct Ear final : crossbar_end_if, crossbar_manager_if, crossbar_twin_if {
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

  /// Cycles in which it was told so; nothing for what was not.
  [[nodiscard]] std::vector<Cycles> when(const std::string& what, std::uint32_t who) const {
    std::vector<Cycles> cycles;
    for (const Note& one : notes) {
      if (one.what == what && one.who == who) cycles.push_back(one.cycle);
    }
    return cycles;
  }

 private:
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
    for (NodeId node = 0; node < 4; ++node) net.attach(node, ear);
    net.attach(static_cast<crossbar_manager_if&>(ear));
    net.add_twin(ear);
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
  void come(NodeId node, NodeEnd end, Packet message) { net.reach(node, {&end, 1}, {&message, 1}); }
  /// Up to the end of the cycle before `cycle`.
  static void run_to(Cycles cycle) {
    sc_core::sc_start(ClockPeriod{}.time(cycle - ClockPeriod{}.now()));
  }

  FreshKernel kernel;
  LinkSchedule schedule = two_links();
  Ear ear;
  crossbar net{"net", schedule, 4, 1, {1_cycles, 2_cycles, 1, 2_words}};
};

constexpr Cycles kTransfer = 7_cycles;  // 1 + 2 + 8 / 2

std::string kind_of(const std::function<void()>& breach) {
  try {
    breach();
  } catch (const sc_core::sc_report& report) {
    return fault_of(report).kind;
  }
  return "none";
}

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
  CHECK(four.ear.when("done", 0).size() == 2);  // manager and twin
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
  CHECK(kind_of([&] { four.net.open(1); }) == "port-rule");
  CHECK(kind_of([&] {
          four.come(0, {1, 0, 1, true}, Packet{1, 0, 2, 8_words, {}});
        }) == "port-rule");
  CHECK(kind_of([&] { four.net.activate(0); }) == "port-rule");
  four.net.load(1, false, 0_cycles);
  CHECK(kind_of([&] { four.net.load(1, false, 0_cycles); }) == "port-rule");
}

TEST_CASE("wired ports are linked with each other and with no others", "[crossbar][fault]") {
  Four four;
  four.net.wire(four.schedule.phase(0));
  CHECK(kind_of([&] { four.net.open(1); }) == "port-rule");
  CHECK(kind_of([&] { four.net.open(0); }) == "none");
}
