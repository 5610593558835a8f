#include "testbenches/outputs/trace_file.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <tuple>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/first_met.hpp"
#include "testbenches/outputs/text_buffer.hpp"
#include "testbenches/outputs/trace_replay.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/testbenches/small_ring.hpp"

using namespace plexus;

namespace {

TraceRow transfer(Cycles cycle, TraceKind kind, std::uint64_t rank, PacketId packet) {
  TraceRow row;
  row.cycle = cycle;
  row.kind = kind;
  row.rank = rank;
  row.part = "ring.links.link_" + std::to_string(rank);
  row.packet = packet;
  row.source = static_cast<NodeId>(rank);
  row.destination = static_cast<NodeId>(rank + 1);
  row.words = 4_words;
  row.blocks = Blocks{Interval{packet, 1}, Slice{0_words, 4_words}};
  return row;
}

TraceRow hold(Cycles cycle, NodeId node, Interval interval) {
  TraceRow row;
  row.cycle = cycle;
  row.kind = TraceKind::kHold;
  row.rank = row.source = row.destination = node;
  row.part = "ring.node_" + std::to_string(node);
  row.words = 4_words;
  row.blocks = Blocks{interval, Slice{0_words, 4_words}};
  return row;
}

TraceRow set(Cycles cycle, const std::string& part, const std::string& value) {
  return set_row(cycle, 0, part, RegisterValue{value});
}

void write(const std::string& path, const std::vector<TraceRow>& rows) {
  TraceFile file{path};
  Story all;
  all.add(file);
  for (const TraceRow& row : rows) all.record(row);
  all.flush();
  file.complete();
  file.place();
}

/// Runs a ring and writes its trace; returns it for questions about the end.
std::unique_ptr<SmallRing> traced_ring(const std::string& path, NodeId nodes, Words words,
                                       LinkTiming timing, const ConstructionOrder& order = {}) {
  auto ring = std::make_unique<SmallRing>(nodes, words, timing, PortRule::kAllFull, order);
  TraceFile file{path};
  Story all;
  all.add(file);
  ring->machine.listen(all);
  ring->prepare();
  sc_core::sc_start();
  all.flush();
  file.complete();
  file.place();
  return ring;
}

/// Events of a timeline: bars are `X`, marks `i`, names `M`.
std::vector<nlohmann::json> events(const std::string& path, const std::string& phase) {
  std::vector<nlohmann::json> found;
  const auto timeline = nlohmann::json::parse(content(path));
  for (const auto& event : timeline.at("traceEvents")) {
    if (event.at("ph") == phase && event.value("cat", "") != "wait") found.push_back(event);
  }
  return found;
}

std::int64_t in_cycles(const nlohmann::json& microseconds) {
  return std::llround(microseconds.get<double>() * 100);
}

}  // namespace

TEST_CASE("a trace file has one of four endings", "[trace]") {
  const TemporaryFolder folder;
  for (const char* const name : {"ring", "ring.txt", "ring.json", "ring.csv.gz"}) {
    CAPTURE(name);
    try {
      TraceFile{folder / name};
      FAIL("not refused");
    } catch (const Refusal& refusal) {
      CHECK(refusal.kind() == RefusalClass::kUsage);
      const std::string sentence = refusal.what();
      CHECK_THAT(sentence, Catch::StartsWith("--trace " + (folder / name)));
      for (const char* const ending : {".csv", ".jsonl", ".perfetto.json", ".paje"}) {
        CHECK_THAT(sentence, Catch::Contains(ending));
      }
    }
    CHECK(folder.names().empty());
  }
}

TEST_CASE("a trace that is not finished leaves no file", "[trace]") {
  const TemporaryFolder folder;
  {
    TraceFile file{folder / "ring.csv"};
    Story all;
    all.add(file);
    all.record(transfer(0_cycles, TraceKind::kSend, 0, 0));
    all.flush();
  }
  CHECK(folder.names().empty());
}

TEST_CASE("rows of a trace have the columns of the contract", "[trace]") {
  const TemporaryFolder folder;
  const std::vector<TraceRow> rows{
      hold(0_cycles, 1, {7, 2}), set(0_cycles, "net.\"odd\", part", "0-1, 1-0"),
      transfer(0_cycles, TraceKind::kSend, 0, 7), transfer(5_cycles, TraceKind::kDrop, 0, 7)};

  write(folder / "t.csv", rows);
  CHECK(content(folder / "t.csv") ==
        "cycle,part,event,packet,source,destination,words,blocks\n"
        "0,ring.node_1,hold,,1,1,4,7-8[0+4]\n"
        "0,\"net.\"\"odd\"\", part\",set,,,,,\"0-1, 1-0\"\n"
        "0,ring.links.link_0,send,0,0,1,4,7[0+4]\n"
        "5,ring.links.link_0,drop,0,0,1,4,7[0+4]\n");

  write(folder / "t.jsonl", rows);
  CHECK(content(folder / "t.jsonl") ==
        R"({"cycle":0,"part":"ring.node_1","event":"hold","packet":null,"source":1,)"
        R"("destination":1,"words":4,"blocks":"7-8[0+4]"})"
        "\n"
        R"({"cycle":0,"part":"net.\"odd\", part","event":"set","packet":null,"source":null,)"
        R"("destination":null,"words":null,"blocks":"0-1, 1-0"})"
        "\n"
        R"({"cycle":0,"part":"ring.links.link_0","event":"send","packet":0,"source":0,)"
        R"("destination":1,"words":4,"blocks":"7[0+4]"})"
        "\n"
        R"({"cycle":5,"part":"ring.links.link_0","event":"drop","packet":0,"source":0,)"
        R"("destination":1,"words":4,"blocks":"7[0+4]"})"
        "\n");

  for (const char* const name : {"t.csv", "t.jsonl"}) {
    const auto read = read_trace(folder / name);
    REQUIRE(read.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(name, i);
      CHECK(read[i].cycle == rows[i].cycle);
      CHECK(read[i].kind == rows[i].kind);
      CHECK(read[i].part == rows[i].part);
      CHECK(read[i].packet == 0);  // the first one
      CHECK(read[i].source == rows[i].source);
      CHECK(read[i].destination == rows[i].destination);
      CHECK(read[i].words == rows[i].words);
      if (is_idle(rows[i].setting)) CHECK(read[i].blocks == rows[i].blocks);
    }
  }
}

TEST_CASE("the order in which rows of a cycle arrive does not show", "[trace]") {
  const std::string name = GENERATE("t.csv", "t.jsonl", "t.perfetto.json");
  const auto seed = GENERATE(1U, 2U, 3U);
  CAPTURE(name, seed);
  const TemporaryFolder folder;
  std::vector<TraceRow> rows{transfer(3_cycles, TraceKind::kReceive, 2, 1),
                             transfer(3_cycles, TraceKind::kReceive, 10, 4),
                             hold(3_cycles, 3, {1, 1}),
                             hold(3_cycles, 3, {4, 1}),  // two blocks at once, by two links
                             hold(3_cycles, 11, {4, 1}),
                             transfer(3_cycles, TraceKind::kSend, 2, 6),
                             transfer(3_cycles, TraceKind::kSend, 3, 1)};
  write(folder / name, rows);
  const std::string sorted = content(folder / name);
  std::shuffle(rows.begin(), rows.end(), std::mt19937{seed});
  write(folder / name, rows);
  CHECK(content(folder / name) == sorted);
}

TEST_CASE("numbers are written as they are, however long", "[trace]") {
  const auto number =
      GENERATE(values<std::int64_t>({0, 7, 9, 10, 42, 99, 100, 305, 999, 1000, 1024, 9999, 10000,
                                     65536, INT64_MAX, -1, -305, INT64_MIN}));
  CAPTURE(number);
  TextBuffer text;
  text.add(number, ',', static_cast<std::uint64_t>(number), std::string_view{" or "}, number);
  CHECK(text.view() == std::to_string(number) + ',' +
                           std::to_string(static_cast<std::uint64_t>(number)) + " or " +
                           std::to_string(number));
}

TEST_CASE("hundredths have two digits behind the point", "[trace]") {
  TextBuffer text;
  for (const std::int64_t count : {0, 5, 10, 99, 100, 1234, 100007}) {
    text.add(Hundredths{count}, ' ');
  }
  CHECK(text.view() == "0.00 0.05 0.10 0.99 1.00 12.34 1000.07 ");
}

TEST_CASE("a buffer holds all that is put into it", "[trace]") {
  TextBuffer text;
  std::string expected;
  for (int i = 0; i < 20'000; ++i) {
    const std::string word(static_cast<std::size_t>(i % 90), static_cast<char>('a' + i % 26));
    text.add(word, i, '\n');
    expected += word + std::to_string(i) + '\n';
  }
  CHECK(text.view() == expected);
  text.clear();
  CHECK(text.size() == 0);
}

TEST_CASE("names and keys keep the numbers that they got when they were first met", "[trace]") {
  NamesMet names;
  KeysMet keys;
  const auto name = [](std::uint32_t i) { return std::string(i % 40, 'x') + std::to_string(i); };
  const auto key = [](std::uint32_t i) { return std::uint64_t{i} * i << (i % 20); };
  std::map<std::uint64_t, std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    REQUIRE(names.number(name(i)) == i);
    const auto next = static_cast<std::uint32_t>(expected.size());
    REQUIRE(keys.number(key(i)) == expected.try_emplace(key(i), next).first->second);
  }
  for (std::uint32_t i = 5000; i-- > 0;) {
    REQUIRE(names.name(i) == name(i));
    REQUIRE(names.number(name(i)) == i);
    REQUIRE(names.number_behind((i + 1) % 5000, name(i)) == i);
    REQUIRE(names.number_behind((i + 1) % 5000, name(i)) == i);
    REQUIRE(keys.number(key(i)) == expected.at(key(i)));
  }
  CHECK(names.number_behind(7, "new") == 5000);
  CHECK(names.number_behind(7, "new") == 5000);
}

TEST_CASE("rows in any order come sorted by kind, rank and what they say", "[trace]") {
  const auto rows = GENERATE(std::size_t{3}, std::size_t{63}, std::size_t{500});
  CAPTURE(rows);
  const TemporaryFolder folder;
  std::vector<TraceRow> all;
  for (std::size_t i = 0; i < rows; ++i) {
    // ranks beyond one and two bytes, some of them equal
    const std::uint64_t rank = i * 7919 % rows * (i % 2 == 0 ? 1 : 70'001) / 2;
    all.push_back(transfer(0_cycles, i % 3 == 0 ? TraceKind::kReceive : TraceKind::kSend, rank, i));
  }
  write(folder / "ring.csv", all);
  const std::string written = content(folder / "ring.csv");
  std::ranges::stable_sort(all, [](const TraceRow& a, const TraceRow& b) {
    return std::tuple{a.kind, a.rank, a.part, a.packet} <
           std::tuple{b.kind, b.rank, b.part, b.packet};
  });
  std::istringstream lines{written};
  std::string line;
  std::getline(lines, line);
  for (const TraceRow& row : all) {
    REQUIRE(std::getline(lines, line));
    REQUIRE_THAT(line, Catch::StartsWith("0," + row.part + ',' + to_string(row.kind) + ','));
    const std::string blocks = std::to_string(row.packet) + "[0+4]";
    REQUIRE_THAT(line, Catch::EndsWith(',' + blocks));
  }
  CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("what programs wait for is shown when it changes, and one of them if nothing else is",
          "[trace]") {
  struct Shown final : spectator_if {
    void see(const SeenRow& row) override {
      all.push_back(std::to_string(row.cycle.count()) + ' ' + row.view->part + ' ' +
                    (row.waits == nullptr ? "" : row.waits->front().part));
    }
    std::vector<std::string> all;
  } shown;
  Story all;
  all.add(shown);
  const auto wait = [&](Cycles cycle, NodeId node, const std::string& words) {
    TraceRow row;
    row.cycle = cycle;
    row.kind = TraceKind::kWait;
    row.rank = row.source = row.destination = node;
    row.part = "node_" + std::to_string(node);
    if (!words.empty()) {
      row.waits = std::make_shared<const Waits>(Waits{{WaitFor::kOwn, words}});
    }
    if (node > 1) row.number = all.number_of(row.part);
    all.record(row);
  };
  const auto expect = [&](const std::vector<std::string>& rows) {
    all.flush();
    CHECK(shown.all == rows);
    shown.all.clear();
  };
  wait(0_cycles, 1, "a");
  wait(0_cycles, 0, "");
  wait(0_cycles, 2, "c");
  expect({"0 node_0 ", "0 node_1 a", "0 node_2 c"});
  wait(1_cycles, 2, "c");
  wait(1_cycles, 1, "a");
  expect({"1 node_1 a"});
  wait(2_cycles, 1, "b");
  wait(2_cycles, 2, "d");
  wait(2_cycles, 1, "a");  // what is said last holds
  expect({"2 node_2 d"});
  wait(3_cycles, 2, "c");
  wait(3_cycles, 2, "d");
  all.record(hold(3_cycles, 0, {2, 1}));
  expect({"3 ring.node_0 "});
  wait(4_cycles, 2, "");
  wait(4_cycles, 0, "");
  expect({"4 node_2 "});
}

TEST_CASE("a row of a cycle that is over is our own mistake", "[trace]") {
  Story nobody;
  nobody.record(transfer(3_cycles, TraceKind::kSend, 0, 0));
  CHECK_THROWS_AS(nobody.record(transfer(2_cycles, TraceKind::kSend, 1, 1)), std::logic_error);
}

TEST_CASE("replaying the rows alone gives cycles, hops and final placement", "[trace][ring]") {
  const std::string name = GENERATE("ring.csv", "ring.jsonl");
  const auto nodes = GENERATE(NodeId{3}, NodeId{4}, NodeId{7});
  const auto words = GENERATE(1_words, 9_words);
  const auto timing = GENERATE(LinkTiming{0_cycles, 1_words}, LinkTiming{2_cycles, 4_words});
  CAPTURE(name, nodes, words, timing);
  const TemporaryFolder folder;
  const auto ring = traced_ring(folder / name, nodes, words, timing);

  const Replay told = replay(read_trace(folder / name), ring->operation.space);
  CHECK(told.cycles == ring->machine.completed());
  CHECK(told.hops == ring->machine.links.figures().transfers);
  CHECK(told.word_hops == ring->machine.links.figures().word_hops);
  CHECK(told.unfinished == 0);
  REQUIRE(told.memories.size() == nodes);
  for (const auto& [node, memory] : told.memories) {
    CAPTURE(node);
    CHECK(memory.whole_blocks() == ring->machine.node(node).memory().whole_blocks());
    CHECK(memory.partial_words() == ring->machine.node(node).memory().partial_words());
    CHECK_FALSE(missing_after(ring->operation, node, memory));
  }
}

TEST_CASE("equal runs write equal traces, in any order of construction", "[trace][ring]") {
  const std::string name = GENERATE("ring.csv", "ring.jsonl", "ring.perfetto.json");
  CAPTURE(name);
  const TemporaryFolder folder;
  const LinkTiming timing{1_cycles, 2_words};
  const auto trace = [&](const ConstructionOrder& order) {
    traced_ring(folder / name, 12, 5_words, timing, order);
    return content(folder / name);
  };
  const std::string first = trace({});
  CHECK(trace({}) == first);
  ConstructionOrder order(12);
  std::iota(order.rbegin(), order.rend(), NodeId{0});
  CHECK(trace(order) == first);
  std::shuffle(order.begin(), order.end(), std::mt19937{7});
  CHECK(trace(order) == first);
}

TEST_CASE("a timeline has a bar per transfer, on a track per link", "[trace][ring]") {
  const TemporaryFolder folder;
  const LinkTiming timing{2_cycles, 4_words};
  const auto ring = traced_ring(folder / "ring.perfetto.json", 4, 9_words, timing);
  const auto bars = events(folder / "ring.perfetto.json", "X");
  CHECK(bars.size() == ring->machine.links.figures().transfers);
  std::map<int, std::int64_t> busy;  // by track
  for (const auto& bar : bars) {
    CHECK(in_cycles(bar.at("dur")) == timing.hop(9_words).count());
    CHECK(in_cycles(bar.at("ts")) == bar.at("args").at("cycle"));
    busy[bar.at("tid")] += in_cycles(bar.at("dur"));
  }
  std::map<std::string, std::int64_t> busy_by_name;
  for (const auto& track : events(folder / "ring.perfetto.json", "M")) {
    if (track.at("name") != "thread_name" || !busy.contains(track.at("tid"))) continue;
    busy_by_name[track.at("args").at("name")] = busy[track.at("tid")];
  }
  for (const auto& one : ring->machine.links.links()) {
    CHECK(busy_by_name[one.name()] == one.busy_cycles().count());
  }
  CHECK(events(folder / "ring.perfetto.json", "i").size() == 4 * 4);  // each node gains 4 blocks
}

TEST_CASE("transfers that overlap on one part do not share a track", "[trace]") {
  const TemporaryFolder folder;
  write(
      folder / "t.perfetto.json",
      {transfer(0_cycles, TraceKind::kSend, 0, 1), transfer(1_cycles, TraceKind::kSend, 0, 2),
       transfer(4_cycles, TraceKind::kReceive, 0, 1), transfer(4_cycles, TraceKind::kSend, 0, 3),
       transfer(5_cycles, TraceKind::kReceive, 0, 2), transfer(8_cycles, TraceKind::kDrop, 0, 3)});
  std::map<std::uint64_t, int> track;
  for (const auto& bar : events(folder / "t.perfetto.json", "X")) {
    track[bar.at("args").at("packet")] = bar.at("tid");
  }
  CHECK(track.size() == 3);
  CHECK(track[0] != track[1]);
  CHECK(track[0] == track[2]);
  CHECK(events(folder / "t.perfetto.json", "i").size() == 1);  // the drop
}

TEST_CASE("a transfer that never ended ends with the timeline", "[trace]") {
  const TemporaryFolder folder;
  write(folder / "t.perfetto.json",
        {transfer(2_cycles, TraceKind::kSend, 0, 1), hold(9_cycles, 3, {1, 1})});
  const auto bars = events(folder / "t.perfetto.json", "X");
  REQUIRE(bars.size() == 1);
  CHECK(in_cycles(bars[0].at("ts")) == 2);
  CHECK(in_cycles(bars[0].at("dur")) == 7);
}

TEST_CASE("an empty run has an empty trace", "[trace]") {
  const TemporaryFolder folder;
  write(folder / "t.csv", {});
  write(folder / "t.jsonl", {});
  write(folder / "t.perfetto.json", {});
  CHECK(read_trace(folder / "t.csv").empty());
  CHECK(read_trace(folder / "t.jsonl").empty());
  CHECK(events(folder / "t.perfetto.json", "X").empty());
}

TEST_CASE("a replay does not believe what cannot be", "[trace]") {
  const BlockSpace space{8, 4_words};
  const TraceRow sent = transfer(1_cycles, TraceKind::kSend, 0, 1);
  CHECK(replay({sent}, space).unfinished == 1);
  CHECK_THROWS_AS(replay({transfer(1_cycles, TraceKind::kReceive, 0, 1)}, space),
                  std::invalid_argument);
  CHECK_THROWS_AS(replay({sent, transfer(3_cycles, TraceKind::kReceive, 0, 2)}, space),
                  std::invalid_argument);
  CHECK_THROWS_AS(replay({hold(1_cycles, 0, {2, 1}), hold(2_cycles, 0, {2, 1})}, space),
                  std::invalid_argument);
  CHECK_THROWS_AS(replay({hold(2_cycles, 0, {2, 1}), hold(1_cycles, 1, {2, 1})}, space),
                  std::invalid_argument);
}

TEST_CASE("a trace that is none is refused with the number of its row", "[trace]") {
  const TemporaryFolder folder;
  const std::string columns = "cycle,part,event,packet,source,destination,words,blocks\n";
  const std::string good = "0,p,hold,,0,0,4,1[0+4]\n";
  for (const char* const bad : {"0,p,hold\n", "x,p,hold,,0,0,4,1[0+4]\n", "0,p,eat,,0,0,4,1[0+4]\n",
                                "0,p,hold,,0,0,4,none\n"}) {
    CAPTURE(bad);
    std::ofstream{folder / "t.csv"} << columns << good << bad;
    CHECK_THROWS_WITH(read_trace(folder / "t.csv"), Catch::Contains("row 2"));
  }
}
