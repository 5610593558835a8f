#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/ring/machine.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

using ProgramOf = std::function<Program(processor&)>;

/// A catalogue with one algorithm of the test's own, on a ring of 4 with blocks of 8 words that
/// take 6 cycles each: `plexus run ring broadcast`. Node 0 has the message.
Catalogue catalogue_of(ProgramOf program,
                       const std::function<void(Algorithm<RingCase>&)>& amend = {}) {
  Catalogue catalogue;
  const MachineList<RingCase> add{
      catalogue,
      {.name = "ring",
       .read =
           [](const Values& values) {
             RingCase at;
             at.ring = {4};
             at.words = 8_words;
             at.timing = {2_cycles, 2_words};
             at.rule = values.port_rule();
             return at;
           },
       .build =
           [](const RingCase& at, const Operation& operation, const ConstructionOrder& order) {
             return std::make_unique<direct_machine>("ring", at.ring.wiring(), operation.space,
                                                     at.timing, at.rule, order);
           }}};
  Algorithm<RingCase> algorithm{
      .operation = "broadcast",
      .name = "purpose-made",
      .is_default = true,
      .parameters = {port_rule_parameter(PortRule::kRingStrict)},
      .data = [](const RingCase&) { return broadcast_operation(0, 8_words); },
      .program = [program = std::move(program)](processor& self,
                                                const RingCase&) { return program(self); }};
  if (amend) amend(algorithm);
  add(algorithm);
  return catalogue;
}

constexpr std::int64_t kCyclesOfHop = 6;

/// The message clockwise to everybody: 3 hops.
Program right(processor& self) {
  Packet packet;
  if (self.id() == 0) packet = self.pack(0);
  if (self.id() > 0) packet = co_await self.receive_into_memory(kCounterclockwise);
  if (self.id() < 3) co_await self.send(kClockwise, std::move(packet));
}

Said run(const Catalogue& catalogue, const std::string& options = "") {
  return plexus_command(catalogue, words_of("run ring broadcast " + options));
}

}  // namespace

// ---- status 1 -----------------------------------------------------------------------------------

TEST_CASE("a run that does what it should ends with status 0", "[faults][status]") {
  const Said said = run(catalogue_of(right), "--json");
  CHECK(said.status == kVerified);
  CHECK(said.err.empty());
  CHECK(said.json()["cycles"] == 3 * kCyclesOfHop);
  CHECK(said.json()["verified"] == true);
}

TEST_CASE("wrong data end with status 1 and are reported in full", "[faults][status]") {
  const Catalogue catalogue = catalogue_of([](processor& self) -> Program {
    if (self.id() == 0) co_await self.send(kClockwise, self.pack(0));
    if (self.id() == 1) co_await self.receive_into_memory(kCounterclockwise);
  });
  const Said said = run(catalogue, "--json");
  CHECK(said.status == kWrong);
  const Json json = said.json();
  CHECK(json["verified"] == false);
  CHECK(json["cycles"] == kCyclesOfHop);
  CHECK(json["statistics"]["transfers"] == 1);
  CHECK(json["problem"] == "Node 2 lacks words of block 0 after the broadcast.");

  const Said told = run(catalogue);
  CHECK(told.status == kWrong);
  CHECK_THAT(told.out, Catch::Contains("WRONG RESULT") && Catch::Contains("Node 2 lacks words"));
}

TEST_CASE("a part of a message is no message", "[faults][status]") {
  const Said said =
      run(catalogue_of([](processor& self) -> Program {
            if (self.id() == 0) {
              self.post(kClockwise, self.pack(Blocks{Interval{0, 1}, {0_words, 7_words}}));
            } else {
              Packet packet = co_await self.receive_into_memory(kCounterclockwise);
              if (self.id() < 3) self.post(kClockwise, std::move(packet));
            }
          }),
          "--json");
  CHECK(said.status == kWrong);
  CHECK(said.json()["problem"] == "Node 1 lacks words of block 0 after the broadcast.");
}

TEST_CASE("a broken prediction ends with status 1 and says which", "[faults][status]") {
  struct Case {
    Prediction prediction;
    bool holds;
  };
  const auto expected = GENERATE(values<Case>({
      {{"(1)", "paper", 18, Relation::kEqual}, true},
      {{"(1)", "paper", 17.5, Relation::kEqual}, false},
      {{"(1)", "paper", 18.25, Relation::kAtMost}, true},
      {{"(1)", "paper", 17, Relation::kAtMost}, false},
      {{"(1)", "paper", 17.75, Relation::kAtLeast}, true},
      {{"(1)", "paper", 19, Relation::kAtLeast}, false},
      {{"(1)", "paper", 1000, Relation::kApproximate}, true},
  }));
  CAPTURE(expected.prediction.cycles, to_string(expected.prediction.relation));
  const Catalogue catalogue = catalogue_of(right, [&](Algorithm<RingCase>& right_or_wrong) {
    const Prediction claim = expected.prediction;
    right_or_wrong.equations = {{.label = claim.equation,
                                 .place = claim.source,
                                 .formula = [claim](const RingCase&) { return claim.cycles; },
                                 .relation = [claim](const RingCase&) { return claim.relation; }}};
  });
  const Said said = run(catalogue, "--json");
  CHECK(said.status == (expected.holds ? kVerified : kWrong));
  const Json prediction = said.json()["predictions"][0];
  CHECK(prediction["holds"] == expected.holds);
  CHECK(prediction["cycles"] == expected.prediction.cycles);
  CHECK(said.json()["verified"] == true);
  const Said told = run(catalogue);
  CHECK((told.out.find("BROKEN") == std::string::npos) == expected.holds);
}

TEST_CASE("a beaten lower bound ends with status 1", "[faults][status]") {
  const auto bound = GENERATE(18, 19);
  const Catalogue catalogue = catalogue_of(right, [&](Algorithm<RingCase>& right_or_wrong) {
    right_or_wrong.lower_bound = [=](const RingCase&) { return Cycles{bound}; };
  });
  CHECK(run(catalogue).status == (bound == 18 ? kVerified : kWrong));
}

// ---- status 3 -----------------------------------------------------------------------------------

namespace {

/// A program and the fault it ends with.
struct Broken {
  const char* what;
  ProgramOf program;
  std::string kind;
  std::int64_t cycle;
  std::string part;
  std::vector<std::string> says;  ///< parts of the sentence
};

/// Calls `act` on one node; the others take what comes from the left, for ever.
ProgramOf at_node(NodeId node, std::function<Program(processor&)> act) {
  return [=](processor& self) -> Program {
    if (self.id() == node) {
      co_await act(self);
      co_return;
    }
    for (;;) co_await self.receive(kCounterclockwise);
  };
}

const std::vector<Broken>& broken() {
  static const std::vector<Broken> cases{
      {"a program that waits for ever",
       [](processor& self) -> Program {
         if (self.id() == 0) co_await self.send(kClockwise, self.pack(0));
         if (self.id() == 1) co_await self.receive(kCounterclockwise);
         if (self.id() == 2) co_await self.step();
         if (self.id() == 3) co_await self.receive(kClockwise);
       },
       "deadlock",
       kCyclesOfHop,
       "ring.node_2",
       {"ring.node_2 for the end of a lock step",
        "ring.node_3 for a packet on ring.links.link_0_to_3"}},
      {"programs that wait for each other",
       [](processor& self) -> Program {
         const unsigned channel = self.id() % 2 == 0 ? kClockwise : kCounterclockwise;
         Packet packet = co_await self.receive(channel);
         co_await self.send(channel, std::move(packet));
       },
       "deadlock",
       0,
       "ring.node_0",
       {"ring.node_0 for a packet on ring.links.link_1_to_0",
        "ring.node_1 for a packet on ring.links.link_0_to_1", "ring.node_3"}},
      {"a lock step that one never ends",
       [](processor& self) -> Program {
         if (self.id() == 3) co_await self.receive(kClockwise);
         co_await self.step();
       },
       "deadlock",
       0,
       "ring.node_0",
       {"ring.node_0 for the end of a lock step",
        "ring.node_3 for a packet on ring.links.link_0_to_3"}},
      {"reading both neighbours at once",
       [](processor& self) -> Program {
         if (self.id() == 0) {
           co_await self.send(kClockwise, self.pack(0));
           co_await self.send(kCounterclockwise, self.pack(0));
         } else if (self.id() == 2) {
           co_await self.receive(kCounterclockwise);
           co_await self.receive(kClockwise);
         } else {
           const unsigned from = self.id() == 1 ? kCounterclockwise : kClockwise;
           Packet packet = co_await self.receive(from);
           if (self.id() == 1) {  // waits a hop, so that node 2 reads both at once
             co_await self.send(kCounterclockwise, Packet{packet});
           }
           co_await self.send(opposite(from), std::move(packet));
         }
       },
       "port-rule",
       2 * kCyclesOfHop,
       "ring.links.link_1_to_2",
       {"Node 2", "ring-strict"}},
      {"writing and reading one neighbour at once",
       [](processor& self) -> Program {
         if (self.id() == 0) {
           self.post(kClockwise, self.pack(0));
           co_await self.receive(kClockwise);
         }
         if (self.id() == 1) {
           self.post(kCounterclockwise, Packet{7, 1, 0, 8_words, {}});
         }
       },
       "port-rule",
       0,
       "ring.links.link_0_to_1",
       {"ring-strict", "packet 0", "Node 0", "link_0_to_1"}},
      {"sending what the node does not hold",
       at_node(2, [](processor& self) -> Program { co_await self.send(kClockwise, self.pack(0)); }),
       "program",
       0,
       "ring.node_2",
       {"Node 2 sends 0[0+8] but does not hold all of it"}},
      {"a word delivered twice",
       [](processor& self) -> Program {
         if (self.id() == 0) {
           self.post(kClockwise, self.pack(0));
           self.post(kClockwise, self.pack(0));
         } else if (self.id() == 1) {
           co_await self.receive_into_memory(kCounterclockwise);
           co_await self.receive_into_memory(kCounterclockwise);
         }
       },
       "program",
       2 * kCyclesOfHop,
       "ring.node_1",
       {"Node 1 gets words of 0[0+8] that it holds already"}},
      {"a channel without a link",
       at_node(1, [](processor& self) -> Program { co_await self.receive(2); }),
       "port-rule",
       0,
       "ring.node_1",
       {"Node 1 receives at channel 2, which no link joins"}},
      {"two receives at one channel",
       at_node(0,
               [](processor& self) -> Program {
                 const auto take = [](processor& node) -> Program {
                   co_await node.receive(kCounterclockwise);
                 };
                 std::vector<Program> programs;
                 programs.push_back(take(self));
                 programs.push_back(take(self));
                 co_await all(self, std::move(programs));
               }),
       "program",
       0,
       "ring.node_0",
       {"Node 0 receives twice at once at channel 1"}},
      {"a program that throws",
       at_node(3,
               [](processor& /*self*/) -> Program {
                 throw std::runtime_error{"out of ideas"};
                 co_return;
               }),
       "program",
       0,
       "ring.node_3",
       {"out of ideas"}},
  };
  return cases;
}

}  // namespace

TEST_CASE("a broken rule ends with status 3, its cycle, its part and what broke it",
          "[faults][status]") {
  const Broken expected = GENERATE(from_range(broken()));
  CAPTURE(expected.what);
  const Catalogue catalogue = catalogue_of(expected.program);
  const Said said = run(catalogue, "--json");
  CAPTURE(said.out, said.err);
  CHECK(said.status == kFaulted);
  const Json json = said.json();
  CHECK(json["machine"] == "ring");
  CHECK(json["operation"] == "broadcast");
  CHECK(json["algorithm"] == "purpose-made");
  CHECK_FALSE(json.contains("cycles"));  // no partial result
  const Json& error = json["error"];
  CHECK(error["class"] == expected.kind);
  CHECK(error["cycle"] == expected.cycle);
  CHECK(error["part"] == expected.part);
  for (const std::string& words : expected.says) {
    CHECK_THAT(error["message"].get<std::string>(), Catch::Contains(words));
  }
  const Said told = run(catalogue);
  CHECK(told.status == kFaulted);
  CHECK(told.out.empty());
  CHECK_THAT(told.err, Catch::StartsWith("plexus: " + error["message"].get<std::string>()));
  CHECK_THAT(told.err, Catch::Contains("cycle " + std::to_string(expected.cycle)));
}

TEST_CASE("a machine that runs after a fault is as good as new", "[faults]") {
  const Broken expected = GENERATE(from_range(broken()));
  CAPTURE(expected.what);
  CHECK(run(catalogue_of(expected.program)).status == kFaulted);
  CHECK(run(catalogue_of(right)).status == kVerified);
}

TEST_CASE("the limit of cycles stops a run that is longer, and no other", "[faults][limit]") {
  const auto most = GENERATE(0, 1, 5, 6, 17, 18, 19, 1000);
  const bool wave = GENERATE(false, true);
  CAPTURE(most, wave);
  const TemporaryFolder folder;
  const Said said = run(catalogue_of(right), "--json --max-cycles " + std::to_string(most) +
                                                 (wave ? " --vcd " + (folder / "r.vcd") : ""));
  CAPTURE(said.out);
  if (most >= 3 * kCyclesOfHop) {
    CHECK(said.status == kVerified);
    CHECK(said.json()["cycles"] == 3 * kCyclesOfHop);
  } else {
    CHECK(said.status == kFaulted);
    CHECK(said.json()["error"]["class"] == "limit");
    CHECK(said.json()["error"]["cycle"] == most);
    CHECK(said.json()["error"]["part"] == "ring");
    CHECK_THAT(said.json()["error"]["message"].get<std::string>(),
               Catch::Contains("--max-cycles") && Catch::Contains("ring.node_3"));
  }
}

TEST_CASE("a transfer under way is not over, even if no program waits for it", "[faults][limit]") {
  const auto posted = [](processor& self) -> Program {
    if (self.id() == 0) self.post(kClockwise, self.pack(0));
    co_return;
  };
  for (const std::int64_t most : {std::int64_t{0}, std::int64_t{1}, kCyclesOfHop - 1}) {
    const Said said = run(catalogue_of(posted), "--json --max-cycles " + std::to_string(most));
    CAPTURE(most, said.out);
    CHECK(said.status == kFaulted);
    CHECK(said.json()["error"]["class"] == "limit");
  }
  CHECK(run(catalogue_of(posted), "--json --max-cycles " + std::to_string(kCyclesOfHop)).status ==
        kWrong);
}

TEST_CASE("a limit does not hide a deadlock, nor when it happened", "[faults][limit]") {
  const auto most = GENERATE(6, 7, 1000);
  const bool wave = GENERATE(false, true);
  CAPTURE(most, wave);
  const TemporaryFolder folder;
  const Said said =
      run(catalogue_of(broken().front().program), "--json --max-cycles " + std::to_string(most) +
                                                      (wave ? " --vcd " + (folder / "r.vcd") : ""));
  CHECK(said.json()["error"]["class"] == "deadlock");
  CHECK(said.json()["error"]["cycle"] == kCyclesOfHop);
}

TEST_CASE("a run without transfers is over at once, whatever the limit", "[faults][limit]") {
  const auto nothing = [](processor&) -> Program { co_return; };
  for (const char* options : {"--json", "--json --max-cycles 0"}) {
    const Said said = run(catalogue_of(nothing), options);
    CHECK(said.status == kWrong);  // nobody has the message
    CHECK(said.json()["cycles"] == 0);
  }
}

TEST_CASE("a run that fails keeps what led to the failure", "[faults][files]") {
  const Broken expected = GENERATE(from_range(broken()));
  CAPTURE(expected.what);
  const TemporaryFolder folder;
  const Said said = run(catalogue_of(expected.program),
                        "--vcd " + (folder / "r.vcd") + " --trace " + (folder / "r.csv"));
  CHECK(said.status == kFaulted);
  CHECK(folder.names() == std::set<std::string>{"r.csv", "r.gtkw", "r.vcd"});
  CHECK_THAT(content(folder / "r.csv"), Catch::StartsWith("cycle,part,event"));
  CHECK_THAT(content(folder / "r.csv"), Catch::Contains("ring.node_0,hold"));
}

TEST_CASE("a run with wrong data keeps its files too", "[faults][files]") {
  const TemporaryFolder folder;
  const Said said = run(catalogue_of([](processor& self) -> Program {
                          if (self.id() == 0) co_await self.send(kClockwise, self.pack(0));
                        }),
                        "--trace " + (folder / "r.jsonl"));
  CHECK(said.status == kWrong);
  CHECK(folder.names() == std::set<std::string>{"r.jsonl"});
}
