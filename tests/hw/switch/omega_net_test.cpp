#include "hw/switch/omega_net.hpp"

#include <functional>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/omega/module.hpp"
#include "models/omega/schedule.hpp"
#include "tests/faults.hpp"

using namespace plexus;

namespace {

const NetworkShape kOmega8{NetworkKind::kOmega, 8};

/// Runs one program per processor on a self-routing omega network.
struct Net {
  explicit Net(LinkTiming timing, OnConflict on_conflict = OnConflict::kRetry)
      : machine{"omega",     kOmega8,  {8, 16_words}, timing, switch_fabric::Elements::kPlain,
                on_conflict, scheduler} {
    for (NodeId v = 0; v < 8; ++v)
      machine.node(v).store(Blocks{Interval{v, 1}, {0_words, 16_words}});
  }

  Cycles run(const std::function<Program(processor&)>& program) {
    machine.load(program);
    sc_core::sc_start();
    REQUIRE(machine.waiting_text().empty());
    return machine.completed();
  }

  tag_steering by_tag{kOmega8};
  all_at_once scheduler{by_tag};
  switch_machine machine;
};

Program send_words(processor& self, std::vector<NodeId> to, Words words) {
  if (to[self.id()] < 8) {
    Packet packet = self.pack(Blocks{Interval{self.id(), 1}, {0_words, words}}, to[self.id()]);
    co_await self.send(0, std::move(packet));
  }
}

/// Stands in front of what brings passes through; without asking it, if it is to take its place.
struct Streamer final : pass_stream_if {
  Streamer(omega_net& net, bool takes) : model{&net.streaming.in_front(*this)}, takes_over{takes} {}
  void stream(pass_if& pass) override {
    starts.push_back(pass.pass_start());
    ends.push_back(pass.pass_end());
    words.push_back(pass.pass_words());
    if (!takes_over) model->stream(pass);
  }
  pass_stream_if* model;
  bool takes_over;
  std::vector<Cycles> starts;
  std::vector<Cycles> ends;
  std::vector<Words> words;
};

constexpr NodeId kSilent = 8;

}  // namespace

TEST_CASE("a pass lasts start-up plus the words of its longest message by the bandwidth",
          "[hw][omega]") {
  const auto words = GENERATE(1, 4, 9, 16);
  const FreshKernel kernel;
  const LinkTiming timing{3_cycles, 4_words};
  Net net{timing};
  const Cycles cycles = net.run([&](processor& self) {
    return send_words(self, {1, 2, 3, 4, 5, 6, 7, 0}, Words{self.id() == 5 ? words : 1});
  });
  CHECK(cycles == timing.hop(Words{words}));
  CHECK(net.machine.net.figures().passes == 1);
  CHECK(net.machine.net.figures().peak_active == 8);
  CHECK(net.machine.net.figures().word_hops == Words{7 + words});
}

TEST_CASE("a network is busy from the first request to the end of the last pass", "[hw][omega]") {
  const FreshKernel kernel;
  Net net{{3_cycles, 4_words}};
  net.machine.load([](processor& self) {
    return send_words(self, {1, 2, 3, 4, 5, 6, 7, 0}, 8_words);
  });
  CHECK_FALSE(net.machine.busy());
  for (Cycles cycle{1}; cycle < 5_cycles; cycle += 1_cycles) {
    sc_core::sc_start(ClockPeriod{}.time(1_cycles));
    CHECK(net.machine.busy());
  }
  sc_core::sc_start();
  CHECK(net.machine.completed() == 5_cycles);
  CHECK_FALSE(net.machine.busy());
}

TEST_CASE("what stands in front of a network hears of every pass and can end it", "[hw][omega]") {
  const bool takes_over = GENERATE(true, false);
  const FreshKernel kernel;
  Net net{{3_cycles, 4_words}};
  Streamer streamer{net.machine.net, takes_over};
  net.machine.load([](processor& self) {
    return send_words(self, {1, 2, 3, 4, 5, 6, 7, 0}, Words{self.id() == 2 ? 8 : 1});
  });
  if (takes_over) {
    sc_core::sc_start(ClockPeriod{}.time(20_cycles));
    CHECK(net.machine.busy());
    net.machine.net.finish(net.machine.net.outcome());
  }
  sc_core::sc_start();
  CHECK(net.machine.waiting_text().empty());
  CHECK(net.machine.completed() == (takes_over ? 20_cycles : 5_cycles));
  CHECK(net.machine.net.figures().busy == net.machine.completed());
  CHECK(streamer.starts == std::vector<Cycles>{0_cycles});
  CHECK(streamer.ends == std::vector<Cycles>{5_cycles});
  CHECK(streamer.words == std::vector<Words>{8_words});
}

TEST_CASE("what is blocked tries again with all others until it gets through", "[hw][omega]") {
  const FreshKernel kernel;
  Net net{{0_cycles, 1_words}};
  // 0 and 4 meet in element 0 of stage 0; both want its upper output.
  const Cycles cycles = net.run([](processor& self) {
    return send_words(self, {0, kSilent, kSilent, kSilent, 1, kSilent, kSilent, kSilent}, 5_words);
  });
  CHECK(cycles == 10_cycles);
  CHECK(net.machine.net.figures().passes == 2);
  CHECK(net.machine.net.figures().blocked == 1);
  CHECK(net.machine.net.figures().blocked_per_stage == std::vector<std::uint64_t>{1, 0, 0, 0});
}

TEST_CASE("a scheduled pass that blocks ends the run", "[hw][omega]") {
  const FreshKernel kernel;
  Net net{{0_cycles, 1_words}, OnConflict::kFault};
  CHECK(fault_kind([&] {
          net.run([](processor& self) {
            return send_words(self, {0, 8, 8, 8, 1, 8, 8, 8}, 5_words);
          });
        }) == "collision");
}

TEST_CASE("what is asked for during a pass waits for its end", "[hw][omega]") {
  struct Late {
    static Program program(processor& self) {
      if (self.id() == 0) {
        Packet first = self.pack(Blocks{Interval{0, 1}, {0_words, 4_words}}, 1);
        Packet second = self.pack(Blocks{Interval{0, 1}, {4_words, 3_words}}, 2);
        co_await self.send(0, std::move(first));
        co_await self.send(0, std::move(second));
      } else if (self.id() == 3) {
        Packet packet = self.pack(Blocks{Interval{3, 1}, {0_words, 9_words}}, 6);
        co_await self.send(0, std::move(packet));
      }
    }
  };
  const FreshKernel kernel;
  Net net{{0_cycles, 1_words}};
  CHECK(net.run(Late::program) == 12_cycles);  // 9 for the first pass, then 3
  CHECK(net.machine.net.figures().passes == 2);
  CHECK(net.machine.net.figures().transfers == 3);
}

TEST_CASE("a broadcast comes out of every port", "[hw][omega]") {
  const FreshKernel kernel;
  Net net{{1_cycles, 2_words}};
  const Cycles cycles = net.run([](processor& self) {
    return [](processor& node) -> Program {
      if (node.id() == 6) {
        Packet packet = node.pack(Blocks{Interval{6, 1}, {0_words, 16_words}}, kEveryPort);
        co_await node.send(0, std::move(packet));
      } else {
        co_await node.receive_into_memory(0);
      }
    }(self);
  });
  CHECK(cycles == 9_cycles);
  for (NodeId v = 0; v < 8; ++v) {
    CHECK(net.machine.node(v).memory().contains(Blocks{Interval{6, 1}, {0_words, 16_words}}));
  }
}

TEST_CASE("a message lost inside the network is missed in the same cycle", "[hw][omega]") {
  struct Lose final : element_setting_if {
    explicit Lose(omega_element& element) : model{&element.setting.in_front(*this)} {}
    void set(std::span<const ElementInput> inputs, ElementDecision& decision) override {
      model->set(inputs, decision);
      decision.driver[0] = kNobody;
    }
    element_setting_if* model;
  };
  const FreshKernel kernel;
  Net net{{0_cycles, 1_words}};
  Lose twin{net.machine.net.stage(1)[2]};
  CHECK(fault_kind([&] {
          net.run([](processor& self) {
            return send_words(self, {0, 1, 2, 3, 4, 5, 6, 7}, 1_words);
          });
        }) == "conservation");
}

TEST_CASE("processors that leave the schedule end the run", "[hw][omega]") {
  const FreshKernel kernel;
  schedule_player scheduler{
      std::make_shared<const PassSchedule>(kOmega8, direct_plan({2, 5}, 4_words)),
      SetupMode::kNone};
  switch_machine machine{"omega",
                         kOmega8,
                         {8, 16_words},
                         {0_cycles, 1_words},
                         switch_fabric::Elements::kPlain,
                         OnConflict::kFault,
                         scheduler};
  const auto words = GENERATE(4, 5);
  for (NodeId v = 0; v < 8; ++v) machine.node(v).store(Blocks{Interval{v, 1}, {0_words, 16_words}});
  machine.load([=](processor& self) {
    return send_words(self, {8, 8, 5, 8, 8, 8, 8, 8}, Words{words});
  });
  CHECK(fault_kind([] { sc_core::sc_start(); }) == (words == 4 ? "none" : "schedule"));
}

TEST_CASE("a message that no step expects is named, and that none is due", "[hw][omega]") {
  const FreshKernel kernel;
  schedule_player scheduler{
      std::make_shared<const PassSchedule>(kOmega8, direct_plan({2, 5}, 4_words)),
      SetupMode::kNone};
  const std::vector<WaitingMessage> waiting{{2, 5, 4_words}, {6, 1, 4_words}};
  try {
    static_cast<void>(scheduler.next(waiting));
    FAIL("it was taken");
  } catch (const sc_core::sc_report& report) {
    CHECK(fault_of(report).kind == "schedule");
    CHECK_THAT(fault_of(report).message,
               Catch::Contains("6->1") && Catch::EndsWith("none is due."));
  }
}

TEST_CASE("passes that bring nothing through are told", "[switch]") {
  passes_by_tag passes{kOmega8, SetupMode::kNone};
  const std::vector<WaitingMessage> waiting{{0, 1, 1_words}, {4, 1, 1_words}};
  for (int pass = 0; pass <= 1'000; ++pass) REQUIRE_NOTHROW(passes.next(waiting));
  CHECK_THROWS_WITH(passes.next(waiting), Catch::Contains("none of 2 messages has come through"));
}
