#include "hw/bus/tap_bus.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/faults.hpp"
#include "tests/hw/idle_process.hpp"

using namespace plexus;

namespace {

const DimensionMasks kNone;

/// The node at a tap: notes what happens to it.
struct End final : sc_core::sc_module, link_end_if {
  End(sc_core::sc_module_name name, NodeId number, std::vector<std::string>& told)
      : sc_module{name}, id{number}, log{&told} {}

  sc_core::sc_port<bus_tap_if> tap{"tap"};

  [[nodiscard]] port_guard* guard() override { return &rules; }

  void sent(unsigned port) override { note("sent by", port); }
  void received(unsigned port, Packet&& packet) override {
    note("packet " + std::to_string(packet.id()) + " at", port);
  }
  void note(const std::string& what, unsigned port) {
    log->push_back(std::to_string(ClockPeriod{}.now().count()) + ": node " + std::to_string(id) +
                   ' ' + what + ' ' + std::to_string(port));
  }

  NodeId id;
  std::vector<std::string>* log;
  port_guard rules{PortRule::kOneInOneOut, kNone};
};

/// A bus with `taps` taps, of nodes 0, 1, .., at channels 4 (and 5), a slot of 3 cycles.
struct TapBusFixture {
  TapBusFixture(BusWires wires, NodeId taps)
      : line{&buses.add("row_0", wires, {1_cycles, 2_words})} {
    for (NodeId v = 0; v < taps; ++v) {
      ends.push_back(std::make_unique<End>(("end_" + std::to_string(v)).c_str(), v, log));
      ends.back()->tap(buses.add_tap(*line, v, 4));
    }
    elaborate();
  }

  void send(std::uint32_t from, std::uint32_t to) {
    ends[from]->tap->send(to, Packet{100U + from, from, to, 4_words, {}});
  }
  /// What ends the run, if anything does.
  std::optional<Fault> run() { return fault_of_run(); }

  FreshKernel kernel;
  std::vector<std::string> log;
  std::vector<std::unique_ptr<End>> ends;
  tap_bus_bank buses{"buses"};
  tap_bus* line;
};

void check_rule(const std::optional<Fault>& fault, const char* rule, const char* node) {
  REQUIRE(fault);
  CAPTURE(fault->message);
  CHECK(fault->kind == "port-rule");
  CHECK(fault->cycle == 0_cycles);
  CHECK(fault->part == "buses.row_0");
  CHECK(fault->figures == std::vector<std::pair<std::string, std::string>>{
                              {"node", node}, {"rule", '"' + std::string{rule} + '"'}});
}

}  // namespace

TEST_CASE("a slot on a bus takes startup + ceil(words / bandwidth) cycles", "[bus][tap_bus]") {
  const auto wires = GENERATE(BusWires::kWhole, BusWires::kSeparable);
  const bool whole = wires == BusWires::kWhole;
  TapBusFixture at{wires, 4};
  at.send(1, 3);
  CHECK_FALSE(at.run());
  const std::string higher = whole ? "4" : "5";  // the side of tap 1 towards tap 3
  CHECK(at.log ==
        std::vector<std::string>{"3: node 3 packet 101 at 4", "3: node 1 sent by " + higher});
  CHECK(at.buses.transfers() == 1);
  CHECK(at.line->busy_cycles() == 3_cycles);
  CHECK(at.buses.last_end() == 3_cycles);
  CHECK(at.buses.active() == 0);
  CHECK(at.ends[1]->rules.writes() == 0);
  CHECK(at.ends[3]->rules.reads() == 0);
}

TEST_CASE("a whole bus has one sender at a time", "[bus][tap_bus]") {
  TapBusFixture at{BusWires::kWhole, 4};
  at.send(3, 2);
  at.send(0, 1);
  check_rule(at.run(), "one-sender", "3");  // tap 0 was served, in whatever order they asked
}

TEST_CASE("transfers on disjoint wires of a separable bus coincide", "[bus][tap_bus]") {
  TapBusFixture at{BusWires::kSeparable, 5};
  at.send(4, 3);
  at.send(0, 2);
  CHECK_FALSE(at.run());
  CHECK(at.log.size() == 4);
  CHECK(at.buses.last_end() == 3_cycles);
}

TEST_CASE("a tap of a separable bus sends on one side while it receives on the other",
          "[bus][tap_bus]") {
  TapBusFixture at{BusWires::kSeparable, 3};
  at.send(1, 0);
  at.send(2, 1);
  CHECK_FALSE(at.run());
  CHECK(at.log.size() == 4);
}

TEST_CASE("transfers that share a wire of a separable bus collide", "[bus][tap_bus]") {
  TapBusFixture at{BusWires::kSeparable, 5};
  at.send(3, 1);
  at.send(0, 2);
  check_rule(at.run(), "one-sender", "3");
}

TEST_CASE("taps count as ports of their node", "[bus][tap_bus]") {
  TapBusFixture at{BusWires::kSeparable, 4};
  SECTION("one send") {
    at.ends[2]->rules.begin_write(0);  // over a link
    at.send(2, 1);
    check_rule(at.run(), "one-in-one-out", "2");
  }
  SECTION("one receive") {
    at.ends[1]->rules.begin_read(0);
    at.send(2, 1);
    check_rule(at.run(), "one-in-one-out", "1");
  }
  SECTION("a send over a link while something comes on the bus") {
    at.ends[1]->rules.begin_write(0);
    at.send(2, 1);
    CHECK_FALSE(at.run());
  }
}

TEST_CASE("a transfer needs another tap to go to", "[bus][tap_bus]") {
  const auto to = GENERATE(std::uint32_t{1}, std::uint32_t{4});
  TapBusFixture at{BusWires::kWhole, 4};
  at.send(1, to);
  check_rule(at.run(), "one-receiver", "1");
}

TEST_CASE("the bus is free in the cycle in which a slot ends", "[bus][tap_bus]") {
  TapBusFixture at{BusWires::kWhole, 3};
  at.send(1, 0);
  sc_core::sc_start(ClockPeriod{}.time(3_cycles));
  at.send(2, 0);
  CHECK_FALSE(at.run());
  CHECK(at.buses.last_end() == 6_cycles);
}
