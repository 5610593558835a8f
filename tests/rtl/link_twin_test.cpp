#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <random>
#include <sstream>
#include <tuple>

#include <catch2/catch.hpp>

#include "hw/rule/fault.hpp"
#include "hw/time/fresh_kernel.hpp"
#include "models/operations/operation.hpp"
#include "models/ring/shape.hpp"
#include "rtl/frame/block.hpp"
#include "tests/ring_programs.hpp"
#include "tests/rtl/block_bench.hpp"
#include "tests/rtl/twin_run.hpp"

namespace plexus::link_twin_test {

namespace {

/// What is wrong with a link: as in faults.txt.
enum Planted { kNone, kStartupLonger, kBeatDropped, kLastEarly, kBusyStuck, kNoWords };

/// The trace of a run in the order in which a file shows it.
class Rows final : public trace_sink_if {
 public:
  void record(const TraceRow& row) override {
    std::ostringstream text;
    text << row.part << ' ' << row.packet << ' ' << row.source << ' ' << row.destination << ' '
         << row.words << ' ' << row.blocks;
    rows_.emplace_back(row.cycle.count(), static_cast<int>(row.kind), row.rank, text.str());
  }
  [[nodiscard]] auto sorted() const {
    auto rows = rows_;
    std::ranges::sort(rows);
    return rows;
  }

 private:
  std::vector<std::tuple<std::int64_t, int, std::uint64_t, std::string>> rows_;
};

/// What a run left behind.
struct Outcome {
  Cycles cycles{0};
  std::uint64_t transfers = 0;
  std::vector<std::tuple<std::int64_t, int, std::uint64_t, std::string>> rows;
  std::optional<std::string> problem;  ///< with the data
  std::optional<Fault> fault;

  friend bool operator==(const Outcome& a, const Outcome& b) {
    return a.cycles == b.cycles && a.transfers == b.transfers && a.rows == b.rows &&
           a.problem == b.problem && a.fault.has_value() == b.fault.has_value();
  }
};

struct Case {
  NodeId nodes = 3;
  Words words{1};
  LinkTiming timing;
};

/// Puts twins on the links; hands back what has to live as long as the run.
using Attach = std::function<std::shared_ptr<void>(link_bank&)>;

std::shared_ptr<void> no_twin(link_bank& /*links*/) { return nullptr; }

Attach twin(TwinMode mode, int planted = kSound) {
  return [=](link_bank& links) -> std::shared_ptr<void> {
    return attach_twins(links, "link", mode, planted);
  };
}

Outcome run(const Case& asked, const Operation& operation,
            const std::function<Program(processor&)>& program, const Attach& attach) {
  FreshKernel kernel;
  direct_machine machine{"ring", RingShape{asked.nodes}.wiring(), operation.space, asked.timing,
                         PortRule::kAllFull};
  const std::shared_ptr<void> twins = attach(machine.links);
  Rows rows;
  machine.listen(rows);
  for (NodeId v = 0; v < asked.nodes; ++v) {
    for (const Interval& held : operation.before(v)) {
      machine.node(v).store(Blocks{held, operation.space.whole()});
    }
  }
  machine.load(program);
  Outcome outcome;
  try {
    sc_core::sc_start();
    for (NodeId v = 0; v < asked.nodes; ++v) {
      if (!outcome.problem) outcome.problem = missing_after(operation, v, machine.node(v).memory());
    }
  } catch (const sc_core::sc_report& report) {
    outcome.fault = fault_of(report);
  }
  outcome.cycles = machine.completed();
  outcome.transfers = machine.links.figures().transfers;
  outcome.rows = rows.sorted();
  return outcome;
}

Outcome allgather(const Case& asked, const Attach& attach) {
  const RingShape ring{asked.nodes};
  return run(asked, allgather_operation(asked.nodes, asked.words),
             ring_program(ring::allgather_daisy_chain(), ring), attach);
}

Outcome alltoall(const Case& asked, const Attach& attach) {
  const RingShape ring{asked.nodes};
  return run(asked, alltoall_operation(asked.nodes, asked.words),
             ring_program(ring::alltoall_rotate(), ring), attach);
}

/// Node 0 sends its block once, waits for it to go and come back, and sends it twice more without
/// a pause: a link that rests between packets, and one that does not.
Program pause_then_hurry(processor& self) {
  if (self.id() > 1) co_return;
  if (self.id() == 1) {
    Packet packet = co_await self.receive(kCounterclockwise);
    co_await self.send(kCounterclockwise, std::move(packet));
    co_return;
  }
  const Packet packet = self.pack(0);
  co_await self.send(kClockwise, Packet{packet});
  co_await self.receive(kClockwise);
  self.post(kClockwise, packet);
  self.post(kClockwise, packet);
}

Outcome pausing(const Case& asked, const Attach& attach) {
  Operation operation = move_operation(0, 0, asked.words);
  return run(asked, operation, pause_then_hurry, attach);
}

}  // namespace

TEST_CASE("a ring of twins gives the model's cycles, trace and data", "[rtl][link]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const auto nodes = GENERATE(NodeId{3}, NodeId{4}, NodeId{7});
  const auto words = GENERATE(1, 4, 9);
  const auto startup = GENERATE(0, 1, 5);
  const auto bandwidth = GENERATE(1, 3, 1000);
  CAPTURE(static_cast<int>(mode), nodes, words, startup, bandwidth);
  const Case asked{nodes, Words{words}, {Cycles{startup}, Words{bandwidth}}};

  const Outcome model = allgather(asked, no_twin);
  REQUIRE_FALSE(model.problem);
  REQUIRE(model.cycles == (nodes - 1) * asked.timing.hop(asked.words));
  CHECK(allgather(asked, twin(mode)) == model);
  CHECK(alltoall(asked, twin(mode)) == alltoall(asked, no_twin));
  CHECK(pausing(asked, twin(mode)) == pausing(asked, no_twin));
}

TEST_CASE("a twin takes any words, startup and bandwidth", "[rtl][link]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  constexpr std::int64_t kMany = std::int64_t{1} << 50;
  const Case asked{3, Words{kMany}, {2_cycles, Words{kMany / 4}}};
  const Outcome model = allgather(asked, no_twin);
  REQUIRE(model.cycles == 12_cycles);
  CHECK(allgather(asked, twin(mode)) == model);
}

/// For packets of 7 words, startup 2, bandwidth 2: cycles 0 and 1 are start-up, 2 to 5 carry beats,
/// and so on for the next packet.
TEST_CASE("lockstep stops at the first wrong cycle of a wrong twin", "[rtl][link][lockstep]") {
  const auto expected = GENERATE(values<Caught>({
      {kStartupLonger, 2, "state", 2, 1},
      {kBeatDropped, 3, "beat_valid", 1, 0},
      {kLastEarly, 4, "done", 0, 1},
      {kBusyStuck, 6, "busy", 0, 1},
  }));
  CAPTURE(static_cast<int>(expected.planted));
  const Outcome outcome =
      pausing({3, 7_words, {2_cycles, 2_words}}, twin(TwinMode::kLockstep, expected.planted));
  REQUIRE(outcome.fault);
  CAPTURE(outcome.fault->message);
  CHECK(caught(outcome.fault, expected, "ring.links.link_0_to_1"));
  CHECK(outcome.fault->message.find("differ in cycle") != std::string::npos);
}

TEST_CASE("a difference tells the cycles before it, states by name", "[rtl][link][lockstep]") {
  const Outcome outcome =
      pausing({3, 7_words, {2_cycles, 2_words}}, twin(TwinMode::kLockstep, kLastEarly));
  REQUIRE(outcome.fault);
  CHECK(outcome.fault->context ==
        "What ring.links.link_0_to_1 was told and was to show, and beside it what the twi"
        "n showed (- is free):\n"
        "  cycle                  0        1     2     3     4\n"
        "  in   valid             1        0     0     0     0\n"
        "  in   packet            0        0     0     0     0\n"
        "  in   words             7        7     7     7     7\n"
        "  in   startup           2        2     2     2     2\n"
        "  in   bandwidth         2        2     2     2     2\n"
        "  in   beat_ready        1        1     1     1     1\n"
        "  out  done              0        0     0     0     0\n"
        "       twin              0        0     0     0   1 <\n"
        "  out  state       startup  startup  data  data  data\n"
        "  out  beat_last         0        0     0     0     0\n"
        "       twin              0        0     0     0   1 <\n"
        "  (6 more rows are in the error of --json)\n");
  const std::string json = figure(*outcome.fault, "context");
  CHECK_THAT(json, Catch::Contains("{\"cycle\": 0, \"inputs\": {\"valid\": 1, ") &&
                       Catch::Contains("\"model\": {\"ready\": 0, \"busy\": 1, \"done\": 0, "
                                       "\"state\": \"startup\""));
}

/// Cycles that are known to come are compared in one go: what differs there is told as ever.
/// Packets of 200 words, start-up 20, bandwidth 2: beat 30 crosses in cycle 50, the 30th.
TEST_CASE("a lie in the middle of a packet or of its start-up is told in its cycle",
          "[rtl][link][lockstep]") {
  struct Lie {
    const char* truth;
    const char* lie;
    std::int64_t cycle;
    const char* signal;
  };
  const auto told = GENERATE(values<Lie>({
      {"state_o       = state_q;", "state_o = first_q == 60 ? 2'd1 : state_q;", 50, "state"},
      {"count : '0;", "(first_q == 60 ? 1 : count) : '0;", 50, "beat_count"},
      {"packet_q : '0;", "(first_q == 60 ? 9 : packet_q) : '0;", 50, "beat_packet"},
      {"first_q : '0;", "(first_q == 60 ? 61 : first_q) : '0;", 50, "beat_first"},
      {"ready_o       = ", "ready_o = first_q == 60 || ", 50, "ready"},
      {"state_o       = state_q;", "state_o = wait_q == 8 ? 2'd2 : state_q;", 12, "state"},
      {"first_q + count;", "first_q + count + WordsWidth'(first_q == 60);", 51, "beat_first"},
  }));
  CAPTURE(told.lie);
  std::ifstream own{std::filesystem::path{PLEXUS_RTL_TESTS}.parent_path().parent_path() / "rtl" /
                    "link" / "link.sv"};
  std::string text{std::istreambuf_iterator<char>{own}, {}};
  const std::string truth = told.truth;
  REQUIRE(text.find(truth) != std::string::npos);
  text.replace(text.find(truth), truth.size(), told.lie);
  const auto folder = std::filesystem::temp_directory_path() / ("lie" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string file = folder / "link.sv";
  std::ofstream{file} << text;
  const auto twins = [&](link_bank& links) -> std::shared_ptr<void> {
    auto all = std::make_shared<Twins>(TwinOptions{{}, {"link=" + file}, {}, {}});
    all->attach(links);
    return all;
  };
  const Outcome outcome = allgather({3, 200_words, {20_cycles, 2_words}}, twins);
  std::filesystem::remove_all(folder);
  REQUIRE(outcome.fault);
  CAPTURE(outcome.fault->message);
  CHECK(outcome.fault->kind == "lockstep");
  CHECK(outcome.fault->cycle == Cycles{told.cycle});
  CHECK(figure(*outcome.fault, "signal") == '"' + std::string{told.signal} + '"');
  // The five cycles up to it, with what they were to show.
  const std::string context = figure(*outcome.fault, "context");
  for (std::int64_t back = 0; back < 5; ++back) {
    const std::int64_t cycle = told.cycle - back;
    const std::string first = std::to_string(cycle < 20 ? 0 : 2 * (cycle - 20));
    CAPTURE(cycle, context);
    const auto at = context.find("{\"cycle\": " + std::to_string(cycle) + ',');
    REQUIRE(at != std::string::npos);
    const auto model = context.find("\"model\": ", at);
    CHECK(context.find("\"beat_first\": " + first + ',', model) <
          context.find("\"twin\": ", model));
  }
}

TEST_CASE("a twin with no planted fault passes as the link itself", "[rtl][link]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const Case asked{3, 7_words, {2_cycles, 2_words}};
  CHECK(pausing(asked, twin(mode, kNone)) == pausing(asked, no_twin));
}

TEST_CASE("a twin in the model's place sets the pace", "[rtl][link]") {
  const Case asked{5, 7_words, {2_cycles, 2_words}};
  const Outcome slower = allgather(asked, twin(TwinMode::kReplace, kStartupLonger));
  CHECK_FALSE(slower.fault);
  CHECK_FALSE(slower.problem);
  CHECK(slower.cycles == 4 * LinkTiming{3_cycles, 2_words}.hop(7_words));
}

TEST_CASE("a packet that a twin does not carry whole is not delivered", "[rtl][link]") {
  struct Lost {
    Planted planted;
    std::int64_t cycle;
    const char* reason;
  };
  const auto expected = GENERATE(values<Lost>({
      {kBeatDropped, 4, "carries the words 4 to 5 of packet 0 where 2 to 6 are to come"},
      {kLastEarly, 4, "marks the wrong beat of packet 0 as its last"},
  }));
  const Outcome outcome =
      pausing({3, 7_words, {2_cycles, 2_words}}, twin(TwinMode::kReplace, expected.planted));
  REQUIRE(outcome.fault);
  CHECK(outcome.fault->kind == "rtl");
  CHECK(outcome.fault->cycle == Cycles{expected.cycle});
  CHECK(outcome.fault->part == "ring.links.link_0_to_1");
  CHECK_THAT(outcome.fault->message, Catch::Contains(expected.reason));
}

TEST_CASE("a failed assertion of a twin ends the run as a fault", "[rtl][link]") {
  const auto mode = GENERATE(TwinMode::kReplace, TwinMode::kLockstep);
  const Outcome outcome = pausing({3, 7_words, {2_cycles, 2_words}}, twin(mode, kNoWords));
  REQUIRE(outcome.fault);
  CHECK(outcome.fault->kind == "rtl");
  CHECK(outcome.fault->cycle == 0_cycles);
  CHECK(outcome.fault->part == "ring.links.link_0_to_1");
  CHECK_THAT(outcome.fault->message, Catch::Contains("Assertion failed in link_double.u_link."));
  CHECK_THAT(outcome.fault->message, Catch::Contains("OfferHasWords"));
}

TEST_CASE("a link that is never used has no twin", "[rtl][link]") {
  std::size_t made = 0;
  const Attach counting = [&made](link_bank& links) -> std::shared_ptr<void> {
    return std::shared_ptr<Twins>{attach_twins(links, "link", TwinMode::kLockstep).release(),
                                  [&made](Twins* used) {
                                    made = used->models();
                                    delete used;
                                  }};
  };
  const Case asked{40, 1_words, {3_cycles, 1_words}};
  CHECK(pausing(asked, counting) == pausing(asked, no_twin));
  CHECK(made == 2);
}

TEST_CASE("two runs write the same wave of the twins", "[rtl][link][wave]") {
  const auto wave_of = [](const std::string& name) {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
    const Attach attach = [&path](link_bank& links) -> std::shared_ptr<void> {
      auto twins = attach_twins(links, "link", TwinMode::kReplace, kSound, path.string());
      return std::shared_ptr<Twins>{twins.release(), [](Twins* used) {
                                      used->finish();
                                      delete used;
                                    }};
    };
    static_cast<void>(pausing({3, 7_words, {2_cycles, 2_words}}, attach));
    std::ifstream file{path};
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    std::filesystem::remove(path);
    return text;
  };
  const std::string wave = wave_of("plexus_twins_a.vcd");
  CHECK(wave == wave_of("plexus_twins_b.vcd"));
  CHECK_THAT(wave, Catch::Contains("$timescale 1ns $end"));
  CHECK_THAT(wave, Catch::Contains("$scope module ring $end"));
  CHECK_THAT(wave, Catch::Contains("$scope module link_0_to_1 $end"));
  CHECK_THAT(wave, Catch::Contains("\n#10\n") && Catch::Contains("\n#15\n"));
  CHECK_THAT(wave, !Catch::Contains("$date"));
}

TEST_CASE("the twins say which parts they know", "[rtl]") {
  FreshKernel kernel;
  const auto refused = [](const TwinOptions& options, const std::string& why) {
    CHECK_THROWS_WITH(Twins{options}, Catch::Contains(why));
  };
  refused({{"lnk"}, {}, {}, {}}, "lnk has no RTL twin; parts that have one: link");
  refused({{"link"}, {"link"}, {}, {}}, "named twice");
  refused({{}, {}, "wave.vcd", {}}, "add --rtl or --lockstep");
  REQUIRE_FALSE(twin_blocks().empty());
  CHECK(twin_blocks().front().name == "link");
}

TEST_CASE("every output of a link is compared", "[rtl][link][lockstep]") {
  const Double doubles{"link"};
  for (std::size_t i = 0; i < doubles.outputs.size(); ++i) {
    const auto fault = pausing({3, 7_words, {2_cycles, 2_words}},
                               twin(TwinMode::kLockstep, kLastFault + 1 + static_cast<int>(i)))
                           .fault;
    CAPTURE(doubles.outputs[i]);
    REQUIRE(fault);
    CHECK(figure(*fault, "signal") + '_' ==
          '"' + doubles.outputs[i].substr(0, doubles.outputs[i].size() - 2) + "\"_");
  }
}

TEST_CASE("a beat waits for its receiver, a packet for the link", "[rtl][link]") {
  const auto seed = GENERATE(range(1u, 9u));
  std::mt19937 random{seed};
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  block_bench link{
      "rtl/link",
      "link",
      {{"PacketWidth", 64}, {"WordsWidth", 64}, {"StartupWidth", 64}, {"BandwidthWidth", 64}}};
  struct Offer {
    std::uint64_t packet, words, startup, bandwidth;
  };
  std::optional<Offer> on;  // the packet on the link, its words that have left, its start-up
  std::uint64_t left = 0;
  std::uint64_t waits = 0;
  std::optional<Offer> offered;
  std::uint64_t number = 0;
  for (int cycle = 0; cycle < 800; ++cycle) {
    CAPTURE(seed, cycle);
    if (!offered && below(3) != 0) {
      offered = Offer{++number << 40, 1 + below(9), below(4), 1 + below(4)};
      if (below(8) == 0) offered->bandwidth = std::uint64_t{1} << 63;
      link.set("packet_i", offered->packet);
      link.set("words_i", offered->words);
      link.set("startup_i", offered->startup);
      link.set("bandwidth_i", offered->bandwidth);
    }
    link.set("valid_i", offered.has_value());
    const bool takes = below(3) != 0;
    link.set("beat_ready_i", takes);
    link.settle();
    const bool valid = on && waits == 0;
    const std::uint64_t count = valid ? std::min(on->bandwidth, on->words - left) : 0;
    const bool last = valid && left + count == on->words;
    REQUIRE(link.get("busy_o") == on.has_value());
    REQUIRE(link.get("state_o") == (valid ? 2U : on ? 1U : 0U));
    REQUIRE(link.get("beat_valid_o") == valid);
    REQUIRE(link.get("beat_packet_o") == (valid ? on->packet : 0));
    REQUIRE(link.get("beat_first_o") == (valid ? left : 0));
    REQUIRE(link.get("beat_count_o") == count);
    REQUIRE(link.get("beat_last_o") == last);
    REQUIRE(link.get("done_o") == (last && takes));
    REQUIRE(link.get("ready_o") == (!on || (last && takes)));
    link.edge();
    if (on && waits > 0) {
      --waits;
    } else if (valid && takes) {
      left += count;
      if (last) on.reset();
    }
    if (offered && !on) {
      on = std::exchange(offered, std::nullopt);
      left = 0;
      waits = on->startup;
    }
    REQUIRE(link.errors().empty());
  }
}

}  // namespace plexus::link_twin_test
