#include "hw/optical/coupler_bank.hpp"

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "tests/hw/idle_process.hpp"
#include "tests/hw/wiring_error.hpp"

using namespace plexus;

namespace {

/// What packets carry for processors without programs.
struct Tag final : Payload {
  explicit Tag(std::uint64_t of) : number{of} {}
  void print(std::ostream& out) const override { out << number; }
  std::uint64_t number;
};
std::uint64_t number_of(const Packet& packet) {
  return static_cast<const Tag&>(*packet.payload()).number;
}
Packet tagged(std::uint64_t number, NodeId from = 0, NodeId to = 3) {
  return {number,
          from,
          to,
          4_words,
          {},
          {.receivers = NodeSet::one(to)},
          std::make_unique<const Tag>(number)};
}

/// A processor without a program: sends its packets in the first slot, or listens in it.
class sender final : public sc_core::sc_module, private SlotShare, private coupler_client_if {
 public:
  sender(sc_core::sc_module_name name, barrier& steps)
      : sc_module{name}, SlotShare{4_words, 1}, steps_{&steps} {
    HW_PROCESSES(sender);
    SC_METHOD(begin);
  }

  required_port<coupler_tx_if> transmit{"transmit", "the transmitters of a processor"};
  required_port<coupler_rx_if> receive{"receive", "the receivers of a processor"};
  std::vector<Packet> sent;
  std::uint64_t handed = 0;
  Blocks kept;
  Cycles ended{-1};

 private:
  void end_of_elaboration() override { receive->serve(*this); }
  void begin() {
    packets = sent;
    sent.empty() ? receive->listen(*this) : transmit->send(*this);
  }
  void take(const Packet& packet) override { handed = number_of(packet); }
  void received(const Packet& packet) override { kept = packet.blocks(); }
  void over(std::uint64_t /*steps*/) override {
    ended = ClockPeriod{}.now();
    steps_->leave();
  }

  barrier* steps_;
};

/// Two groups of two processors, and what stands at them.
struct Bench {
  FreshKernel kernel;
  barrier slots{"slots"};
  coupler_bank stars{"stars", 2, 2, {.slot = {1_cycles, 2_words}}, slots};
  sender a{"a", slots};
  sender b{"b", slots};
};

}  // namespace

TEST_CASE("modules without programs send and receive over a coupler by their ports",
          "[optical][coupler_bank]") {
  Bench at;
  at.a.transmit(at.stars.transmitters(0));
  at.a.receive(at.stars.receivers(0));
  at.b.transmit(at.stars.transmitters(3));
  at.b.receive(at.stars.receivers(3));
  at.slots.join();
  at.slots.join();
  at.a.sent = {tagged(7)};
  sc_core::sc_start();
  CHECK(at.b.handed == 7);
  CHECK(at.b.ended == 3_cycles);  // guard and two beats
  CHECK(at.a.ended == 3_cycles);
  CHECK(at.stars.busy_slots(2) == 1);  // c(1, 0)
  CHECK(at.b.kept.empty());
  CHECK(at.a.transmit->couplers() == 2);
  std::vector<std::string> parts;
  at.stars.for_each_light_part([&](const LightPart& part) {
    parts.push_back(part.name);
    if (part.name == "node_3.rx") CHECK(part.ends.at(0).second == "b");
  });
  CHECK(parts.size() ==
        8 + 4 + 4);  // transmitters and receivers, arbiters of couplers and of these
  for (const char* const module : {"coupler_1_0", "transmitters_1", "receivers_1"}) {
    CHECK(sc_core::sc_find_object(("stars." + std::string{module}).c_str()) != nullptr);
  }
}

namespace {

/// What stands at the end of a coupler.
struct screen final : coupler_out_if {
  void shine(const Packet& packet) override { shown.push_back(packet.id()); }
  void collide(const Packet& packet) override { collided.push_back(packet.id()); }
  std::vector<std::uint64_t> shown;
  std::vector<std::uint64_t> collided;
};

}  // namespace

TEST_CASE("a coupler shows what enters it at its port, and two at once as a collision",
          "[optical][pops_coupler]") {
  Bench at;
  screen end;
  StarState star;
  pops_coupler coupler{"coupler", at.stars, 0, star};
  SECTION("bound to nothing") {
    for (sender* const one : {&at.a, &at.b}) {
      one->transmit(at.stars.transmitters(one == &at.a ? 0 : 1));
      one->receive(at.stars.receivers(one == &at.a ? 0 : 1));
    }
    CHECK(wiring_error([] {}) ==
          "Port coupler.output is bound to nothing: bind it to the receivers of a group.");
  }
  SECTION("bound to a screen") {
    at.a.transmit(at.stars.transmitters(0));
    at.a.receive(at.stars.receivers(0));
    at.b.transmit(at.stars.transmitters(1));
    at.b.receive(at.stars.receivers(1));
    at.slots.join();
    at.slots.join();
    coupler.output(end);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const Packet one = tagged(1);
    const Packet two = tagged(2);
    coupler.light(one, 5);
    coupler.light(one, 5);  // named twice
    coupler.light(two, 5);
    coupler.light(two, 6);
    CHECK(end.shown == std::vector<std::uint64_t>{1, 2});
    CHECK(end.collided == std::vector<std::uint64_t>{2});
    CHECK(coupler.busy_slots() == 2);
  }
}

TEST_CASE("the transmitters of a group light the couplers at their port",
          "[optical][group_transmitters]") {
  struct lamp final : coupler_in_if {
    void light(const Packet& packet, std::uint32_t slot) override {
      lit.emplace_back(packet.id(), slot);
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> lit;
  };
  const FreshKernel kernel;
  const idle_process activity{"activity"};
  group_transmitters group{"group", 2};
  lamp near;
  lamp far;
  group.couplers(near);
  SECTION("one of them is missing") {
    CHECK(wiring_error([] {}) ==
          "Port group.couplers is bound to 1 couplers: bind it to 2, one after another.");
  }
  SECTION("all are there") {
    group.couplers(far);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    group.light(tagged(7), 1, 3);
    CHECK(near.lit.empty());
    CHECK(far.lit == decltype(far.lit){{7, 3}});
  }
}

TEST_CASE("who is ready twice for a slot, or has not joined, ends the run", "[optical][fault]") {
  Bench at;
  for (auto [who, node] : {std::pair{&at.a, 0U}, {&at.b, 3U}}) {
    who->transmit(at.stars.transmitters(node));
    who->receive(at.stars.receivers(node));
  }
  SECTION("twice") {
    for (int i = 0; i < 3; ++i) at.slots.join();
    struct again final : sc_core::sc_module, SlotShare {
      explicit again(sc_core::sc_module_name name, coupler_rx_if& of)
          : sc_module{name}, SlotShare{4_words, 1}, rx{&of} {
        HW_PROCESSES(again);
        SC_METHOD(begin);
      }
      void begin() { rx->listen(*this); }
      void take(const Packet& /*packet*/) override {}
      void over(std::uint64_t /*steps*/) override {}
      coupler_rx_if* rx;
    } other{"other", at.stars.receivers(0)};
    CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("Node 0 does two things in slot 0"));
  }
  SECTION("not joined") {
    CHECK_THROWS_WITH(sc_core::sc_start(),
                      Catch::Contains("More processors are ready for slot 0 than the 0"));
  }
}

TEST_CASE("who takes a lock step where steps are slots ends the run", "[optical][fault]") {
  struct in_step final : sc_core::sc_module, Arrival {
    in_step(sc_core::sc_module_name name, barrier& of, std::uint64_t so_many)
        : sc_module{name}, steps{&of}, count{so_many} {
      HW_PROCESSES(in_step);
      SC_METHOD(begin);
    }
    void begin() { steps->arrive(*this, count); }
    void over(std::uint64_t /*steps*/) override {}
    barrier* steps;
    std::uint64_t count;
  };
  const auto steps = GENERATE(1U, 2U);  // of two it sleeps through one
  Bench at;
  for (auto [who, node] : {std::pair{&at.a, 0U}, {&at.b, 3U}}) {  // which listen
    who->transmit(at.stars.transmitters(node));
    who->receive(at.stars.receivers(node));
  }
  for (int i = 0; i < 3; ++i) at.slots.join();
  const in_step other{"other", at.slots, steps};
  CHECK_THROWS_WITH(sc_core::sc_start(),
                    Catch::Contains("steps are slots here: let it listen for one"));
}

TEST_CASE("what is bound wrongly at couplers is told with both names", "[optical][wiring]") {
  Bench at;
  SECTION("two processors at one set of transmitters") {
    CHECK(wiring_error([&] {
            at.a.transmit(at.stars.transmitters(1));
            at.b.transmit(at.stars.transmitters(1));
          }) ==
          "The transmitters node_1.tx are bound to b and to a: bind each processor to its own.");
  }
  SECTION("two processors at one set of receivers") {
    CHECK(wiring_error([&] {
            at.a.receive(at.stars.receivers(1));
            at.b.receive(at.stars.receivers(1));
          }) == "The receivers node_1.rx are bound to b and to a: bind each processor to its own.");
  }
  SECTION("a port bound twice") {
    CHECK(wiring_error([&] {
            at.a.transmit(at.stars.transmitters(0));
            at.a.transmit(at.stars.transmitters(2));
          }) == "Port a.transmit is bound twice, to node_0.tx and to node_2.tx: bind it once.");
  }
  SECTION("a port bound to nothing") {
    CHECK(wiring_error([] {}) ==
          "Port b.receive is bound to nothing: bind it to the receivers of a processor.");
  }
  SECTION("two processors where one is meant") {
    CHECK(wiring_error([&] {
            at.a.transmit(at.stars.transmitters(0));
            at.a.receive(at.stars.receivers(1));
            at.b.transmit(at.stars.transmitters(1));
            at.b.receive(at.stars.receivers(0));
          }) ==
          "The transmitters node_0.tx are bound to a, and the receivers node_0.rx to b: bind both "
          "to one processor.");
  }
  SECTION("a number that no processor has") {
    CHECK(wiring_error([&] { at.a.transmit(at.stars.transmitters(4)); }) ==
          "stars has 4 processors, 0 .. 3, and no transmitters of processor 4: choose one of "
          "these.");
  }
}

TEST_CASE("an arbiter that grants who does not ask ends the run", "[optical][fault]") {
  struct liar final : sc_core::sc_module, coupler_grant_if {
    explicit liar(sc_core::sc_module_name name) : sc_module{name} {}
    std::uint32_t grant(std::uint64_t, std::span<const std::uint32_t>) override { return 1; }
    void advance(std::uint64_t) override {}
  };
  struct asker final : SlotShare {
    asker() : SlotShare{4_words, 1} {
      packets = {&packet, 1};
      asks = true;
    }
    void take(const Packet& /*packet*/) override {}
    void over(std::uint64_t /*steps*/) override {}
    const Packet packet{0, 2, 3, 4_words, {}};
  };
  Bench at;
  liar mine{"mine"};
  at.stars.coupler_arbitration(mine);
  at.a.transmit(at.stars.transmitters(0));
  at.a.receive(at.stars.receivers(0));
  at.b.transmit(at.stars.transmitters(3));
  at.b.receive(at.stars.receivers(3));
  asker request;
  for (int i = 0; i < 3; ++i) at.slots.join();
  at.stars.transmitters(2).send(request);
  try {
    sc_core::sc_start();
    FAIL("nothing was said");
  } catch (const sc_core::sc_report& report) {
    CHECK(fault_of(report).kind == "grant");
    CHECK(fault_of(report).part == "mine");
  }
}

TEST_CASE("who asks for a slot sends in the first one that it is granted",
          "[optical][coupler_bank]") {
  struct asker final : SlotShare {
    asker(Bench& of, NodeId from)
        : SlotShare{4_words, 1}, at{&of}, packet{from, from, 3, 4_words, {Interval{from, 1}, {}}} {
      packets = {&packet, 1};
      asks = true;
      at->slots.join();
      at->stars.transmitters(from).send(*this);
    }
    void take(const Packet& /*packet*/) override {}
    void over(std::uint64_t /*steps*/) override {
      ++slots_seen;
      if (asks) return at->stars.transmitters(packet.source()).send(*this);
      at->slots.leave();
    }
    Bench* at;
    const Packet packet;
    int slots_seen = 0;
  };
  Bench at;
  at.a.transmit(at.stars.transmitters(2));
  at.a.receive(at.stars.receivers(2));
  at.b.transmit(at.stars.transmitters(3));
  at.b.receive(at.stars.receivers(3));
  at.slots.join();
  at.slots.join();
  asker first{at, 0};
  asker second{at, 1};
  sc_core::sc_start();
  CHECK(first.slots_seen == 1);
  CHECK(second.slots_seen == 2);
  CHECK(at.b.kept == second.packet.blocks());
  CHECK(at.stars.figures().requests == 2);
  CHECK(at.stars.figures().longest_wait == 1);
  CHECK(at.slots.steps() == 2);
}

TEST_CASE(
    "a message that no program waits for is lost where losses are allowed, else it ends the run",
    "[optical][coupler_bank][fault]") {
  const bool drop = GENERATE(true, false);
  CAPTURE(drop);
  const FreshKernel kernel;
  barrier slots{"slots"};
  coupler_bank stars{"stars", 2, 2, {.slot = {1_cycles, 2_words}, .drop = drop}, slots};
  sender alone{"alone", slots};
  alone.transmit(stars.transmitters(0));
  alone.receive(stars.receivers(0));
  alone.sent = {tagged(7)};
  slots.join();
  if (!drop) {
    CHECK_THROWS_WITH(sc_core::sc_start(),
                      Catch::Contains("Node 3 accepts a message of node 0, and no program there "
                                      "waits for it."));
    return;
  }
  sc_core::sc_start();
  CHECK(alone.ended == 3_cycles);
  CHECK(stars.figures().lost == 1);
}
