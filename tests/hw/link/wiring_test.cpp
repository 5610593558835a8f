#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/link/link.hpp"
#include "hw/node/alu_node.hpp"
#include "hw/node/processor.hpp"
#include "hw/rule/fault.hpp"
#include "hw/switch/omega_fifo_net.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/omega/module.hpp"
#include "tests/hw/small_machine.hpp"

namespace plexus {

namespace {

Packet packet_on_wire(PacketId id, Words words) { return {id, 0, 0, words, {}}; }

/// A user's module with a port: it knows no role of ours but the one at its port.
struct plain_sender : sc_core::sc_module {
  explicit plain_sender(sc_core::sc_module_name name) : sc_module{name} {}
  sc_core::sc_port<link_tx_if> out{"out"};
};
struct plain_receiver : sc_core::sc_module {
  explicit plain_receiver(sc_core::sc_module_name name) : sc_module{name} {}
  sc_core::sc_port<link_rx_if> in{"in"};
};

/// Sends packets of the given words as soon as its link is idle.
struct eager_sender : plain_sender {
  eager_sender(sc_core::sc_module_name name, std::vector<Words> to_send)
      : plain_sender{name}, packets{std::move(to_send)} {
    HW_PROCESSES(eager_sender);
    SC_METHOD(send_next);  // no thread: what this library tells the sanitizer of stacks goes wrong
  }
  void send_next() {
    next_trigger(out->sent_event());
    if (left.size() == packets.size() || !out->idle()) return;
    const std::size_t next = left.size();
    left.push_back(ClockPeriod{}.now());
    out->send(packet_on_wire(next, packets[next]));
  }
  std::vector<Words> packets;
  std::vector<Cycles> left;
};

/// Takes each packet in the cycle in which it arrives, or not at all.
struct method_receiver : plain_receiver {
  method_receiver(sc_core::sc_module_name name, bool takes_them)
      : plain_receiver{name}, takes{takes_them} {
    HW_PROCESSES(method_receiver);
    SC_METHOD(take);
    sensitive << in;
    dont_initialize();
  }
  void take() {
    if (!takes) return;
    CHECK(in->arrived());
    arrivals.emplace_back(ClockPeriod{}.now(), in->take().words());
    CHECK_FALSE(in->arrived());
  }
  bool takes;
  std::vector<std::pair<Cycles, Words>> arrivals;
};

/// What SystemC says of the wiring when elaboration ends.
template <typename Start>
std::string told(const Start& start) {
  try {
    start();
  } catch (const sc_core::sc_report& report) {
    return report.what();
  }
  return {};
}
std::string told() {
  return told([] { sc_core::sc_start(sc_core::SC_ZERO_TIME); });
}

using Catch::Contains;

}  // namespace

TEST_CASE("a user's module sends and receives on a link by events alone", "[link][wiring]") {
  FreshKernel kernel;
  const LinkTiming timing{1_cycles, 2_words};
  link_bank links{"links"};
  link& wire = links.add(0, 1, timing);
  eager_sender sender{"sender", {5_words, 2_words, 1_words}};
  method_receiver receiver{"receiver", true};
  sender.out(wire);
  receiver.in(wire);
  sc_core::sc_start();
  CHECK(sender.left == std::vector<Cycles>{0_cycles, 4_cycles, 6_cycles});
  CHECK(receiver.arrivals ==
        decltype(receiver.arrivals){{4_cycles, 5_words}, {6_cycles, 2_words}, {8_cycles, 1_words}});
}

namespace {

/// Sends one packet at a time that need not be an edge.
struct late_sender : plain_sender {
  late_sender(sc_core::sc_module_name name, sc_core::sc_time when, Words words)
      : plain_sender{name}, when_{std::move(when)}, words_{words} {
    HW_PROCESSES(late_sender);
    SC_METHOD(send);
  }
  void send() {
    if (sc_core::sc_time_stamp() < when_) return next_trigger(when_);
    out->send(packet_on_wire(1, words_));
  }

 private:
  sc_core::sc_time when_;
  Words words_;
};

/// Notes the exact time at which each packet comes.
struct timed_receiver : method_receiver {
  explicit timed_receiver(sc_core::sc_module_name name) : method_receiver{name, true} {
    HW_PROCESSES(timed_receiver);
    SC_METHOD(note);
    sensitive << in;
    dont_initialize();
  }
  void note() { times.push_back(sc_core::sc_time_stamp()); }
  std::vector<sc_core::sc_time> times;
};

}  // namespace

TEST_CASE("a packet that is sent between two edges begins with the next one and moves no other",
          "[link][wiring]") {
  FreshKernel kernel;
  struct Sent {
    double when;  // ns
    Words words;
    double comes;
  };
  const std::vector<Sent> all{
      {0, 5_words, 50}, {3, 4_words, 50}, {38, 1_words, 50}, {20, 9_words, 110}, {47, 2_words, 70}};
  link_bank links{"links"};
  std::deque<late_sender> senders;
  std::deque<timed_receiver> receivers;
  for (NodeId i = 0; i < all.size(); ++i) {
    link& wire = links.add(2 * i, 2 * i + 1, {});
    const std::string number = std::to_string(i);
    const sc_core::sc_time when{all[i].when, sc_core::SC_NS};
    senders.emplace_back(("sender_" + number).c_str(), when, all[i].words).out(wire);
    receivers.emplace_back(("receiver_" + number).c_str()).in(wire);
  }
  sc_core::sc_start();
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    CHECK(receivers[i].times == std::vector<sc_core::sc_time>{{all[i].comes, sc_core::SC_NS}});
  }
  CHECK(links.figures().peak_active == 4);  // in cycle 4; the fifth begins in the next one
}

TEST_CASE("a packet without words ends the run where it is sent", "[link][wiring]") {
  const std::int64_t words = GENERATE(0, -3);
  FreshKernel kernel;
  link_bank links{"links"};
  link& wire = links.add(0, 1, {});
  eager_sender sender{"sender", {Words{words}}};
  method_receiver receiver{"receiver", true};
  sender.out(wire);
  receiver.in(wire);
  try {
    sc_core::sc_start();
    FAIL("it came");
  } catch (const sc_core::sc_report& report) {
    CHECK_THAT(fault_of(report).message,
               Contains("Packet 0 of " + std::to_string(words) + " words is sent"));
    CHECK(fault_of(report).part == "links.link_0_to_1");
  }
}

TEST_CASE("a link that cannot be, and a pair of links of two banks, are told", "[link][wiring]") {
  FreshKernel kernel;
  link_bank links{"links"};
  link_bank others{"others"};
  CHECK_THROWS_WITH(links.add(0, 1, LinkTiming{0_cycles, 0_words}),
                    "links: LinkTiming{0 cycles, 0 words}: a link starts after 0 cycles or more, "
                    "and carries at least 1 word in each.");
  CHECK_THROWS_AS(links.add(0, 1, LinkTiming{Cycles{-9}, 1_words}), std::invalid_argument);
  link& here = links.add(0, 1, {});
  link& there = others.add(1, 0, {});
  CHECK_THAT(told([&] { links.pair(&here, &there); }),
             Contains("links is to pair others.link_1_to_0, which is a link of another bank"));
}

TEST_CASE("a module with more links than a node can have is told so", "[link][wiring]") {
  FreshKernel kernel;
  struct hub final : sc_core::sc_module, link_end_if {
    explicit hub(sc_core::sc_module_name name) : sc_module{name} {}
    void sent(unsigned) override {}
    void received(unsigned, Packet&&) override {}
    multiport<link_tx_if> out{"out"};
  };
  link_bank links{"links"};
  hub centre{"hub"};
  std::deque<method_receiver> receivers;
  for (NodeId i = 1; i <= 65; ++i) {
    link& wire = links.add(0, i, {});
    centre.out(wire);
    receivers.emplace_back(("receiver_" + std::to_string(i)).c_str(), true).in(wire);
  }
  CHECK_THAT(told(), Contains("hub.out is bound to links.link_0_to_65 as its link 64, and a node "
                              "has 64 at most: use another node."));
}

TEST_CASE("a packet that nobody takes before the next one comes ends the run", "[link][wiring]") {
  FreshKernel kernel;
  link_bank links{"links"};
  link& wire = links.add(0, 1, {});
  eager_sender sender{"sender", {1_words, 1_words}};
  method_receiver receiver{"receiver", false};
  sender.out(wire);
  receiver.in(wire);
  try {
    sc_core::sc_start();
    FAIL("a packet was lost");
  } catch (const sc_core::sc_report& report) {
    const Fault fault = fault_of(report);
    CHECK(fault.kind == "overflow");
    CHECK(fault.part == "links.link_0_to_1");
    CHECK_THAT(fault.message, Contains("packet 0") && Contains("receiver.in"));
  }
}

TEST_CASE("a link carries between a processor's program and a user's module", "[link][wiring]") {
  FreshKernel kernel;
  ProcessorContext context;
  context.channels = 1;
  executor programs{"programs"};
  context.programs = &programs;
  context.space = {1, 6_words};
  link_bank links{"links"};
  link& there = links.add(0, 1, {1_cycles, 1_words});
  link& back = links.add(1, 0, {1_cycles, 1_words});
  processor node{"node_0", 0, context};
  eager_sender sender{"sender", {3_words}};
  method_receiver receiver{"receiver", true};
  node.channels(links.pair(&there, &back));
  receiver.in(there);
  sender.out(back);
  node.store(Blocks{Interval{0, 1}, node.whole()});
  Words got{0};
  node.run([](processor& self, Words& words) -> Program {
    co_await both(self.send(0, self.pack(0)), self.receive(0));
    words = 3_words;
  }(node, got));
  sc_core::sc_start();
  CHECK(node.done());
  CHECK(got == 3_words);
  CHECK(receiver.arrivals == decltype(receiver.arrivals){{7_cycles, 6_words}});
  CHECK(there.sent_event().triggered() == false);  // whose sender is told directly
}

TEST_CASE("a link without a receiver or without a sender is told at elaboration",
          "[link][wiring]") {
  const bool sends = GENERATE(true, false);
  FreshKernel kernel;
  link_bank links{"links"};
  link& wire = links.add(2, 5, {});
  plain_sender sender{"sender"};
  plain_receiver receiver{"receiver"};
  if (sends) {
    sender.out(wire);
    link& other = links.add(5, 2, {});
    receiver.in(other);
  } else {
    receiver.in(wire);
    link& other = links.add(5, 2, {});
    sender.out(other);
  }
  const std::string text = told();
  CHECK_THAT(text, Contains("links.link_2_to_5") &&
                       Contains(sends ? "has no receiver" : "has no sender") &&
                       Contains("bind a port"));
}

TEST_CASE("a second sender and a second receiver are told with both names", "[link][wiring]") {
  const bool sends = GENERATE(true, false);
  FreshKernel kernel;
  link_bank links{"links"};
  link& wire = links.add(0, 1, {});
  plain_sender one{"one"};
  plain_sender two{"two"};
  plain_receiver three{"three"};
  plain_receiver four{"four"};
  one.out(wire);
  three.in(wire);
  if (sends) {
    two.out(wire);
    four.in(links.add(1, 2, {}));
  } else {
    four.in(wire);
    two.out(links.add(1, 2, {}));
  }
  const std::string text = told();
  CHECK_THAT(text, Contains("links.link_0_to_1") && Contains(sends ? "sender" : "receiver") &&
                       Contains(sends ? "one.out" : "three.in") &&
                       Contains(sends ? "two.out" : "four.in"));
}

TEST_CASE("a machine's link that a user's module takes as well is told with both names",
          "[link][wiring][processor]") {
  SmallMachine small{4};
  plain_sender mine{"mine"};
  mine.out(small.machine.links.links()[0]);
  CHECK_THAT(told(),
             Contains("ring.links.link_0_to_1") && Contains("ring.node_0") && Contains("mine.out"));
}

TEST_CASE("a port that is bound to nothing is told by the kernel", "[link][wiring]") {
  FreshKernel kernel;
  plain_sender lonely{"lonely"};
  CHECK_THAT(told(), Contains("lonely.out"));
}

TEST_CASE("a node with more channels than it has room for is told", "[processor][wiring]") {
  FreshKernel kernel;
  link_bank links{"links"};
  const bool alu = GENERATE(true, false);
  ProcessorContext context;
  context.channels = 1;
  AluContext alu_context;
  alu_context.links = 1;
  AluFigures figures;
  alu_context.figures = &figures;
  processor one{"one", 0, context};
  alu_node two{"two", 1, alu_context};
  link& there = links.add(0, 1, {});
  link& back = links.add(1, 0, {});
  one.channels(links.pair(&there, &back));
  two.channels(links.pair(&back, &there));
  if (alu) {
    two.channels(links.pair(nullptr, nullptr));
  } else {
    one.channels(links.pair(nullptr, nullptr));
  }
  const std::string text = told();
  CHECK_THAT(text, Contains(alu ? "two" : "one") && Contains("room for 1") &&
                       Contains(alu ? "two.channels" : "one.channels"));
}

TEST_CASE("a link that carries before its ends are bound is told", "[link][wiring]") {
  FreshKernel kernel;
  link_bank links{"links"};
  link& wire = links.add(0, 1, {});
  CHECK_THAT(told([&] { wire.send(packet_on_wire(1, 1_words)); }), Contains("links.link_0_to_1"));
}

TEST_CASE("a user's module at the port of a switch receives by events", "[link][wiring][switch]") {
  FreshKernel kernel;
  const NetworkShape shape{NetworkKind::kOmega, 2};
  omega_fifo_net net{
      "switch", switch_wiring(shape), tag_weights(shape), {2, Arbitration::kAlternating, 1}};
  eager_sender sender{"sender", {1_words, 1_words}};
  method_receiver receiver{"receiver", true};
  plain_sender idle{"idle"};
  plain_receiver deaf{"deaf"};
  sender.out(*net.port(0).tx());
  receiver.in(*net.port(0).rx());  // packets are for port 0
  idle.out(*net.port(1).tx());
  deaf.in(*net.port(1).rx());
  sc_core::sc_start();
  CHECK(receiver.arrivals.size() == 2);
}

}  // namespace plexus
