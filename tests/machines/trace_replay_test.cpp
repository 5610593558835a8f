#include "testbenches/outputs/trace_replay.hpp"

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

#include <catch2/catch.hpp>

#include "models/operations/operation.hpp"
#include "tests/command.hpp"
#include "tests/machines/ring_runs.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

/// Sizes that do not divide.
const std::string kSizes = " --nodes 7 --words 13 --startup 2 --bandwidth 3";

Said run(const std::string& line) {
  const Said said = plexus_command("run ring " + line + kSizes + " --json");
  REQUIRE(said.status == kVerified);
  return said;
}

/// The operation that a report is about.
Operation operation_of(const Json& report) {
  const std::string name = report["operation"];
  const Json& at = report["parameters"];
  const NodeId nodes = at["nodes"];
  const Words words{at["words"].get<std::int64_t>()};
  if (name == "move") return move_operation(at["source"], at["destination"], words);
  if (name == "broadcast") return broadcast_operation(at["root"], words);
  if (name == "scatter") return scatter_operation(nodes, at["root"], words);
  if (name == "gather") return gather_operation(nodes, at["root"], words);
  if (name == "allgather") return allgather_operation(nodes, words);
  return alltoall_operation(nodes, words);
}

}  // namespace

TEST_CASE("the rows of a trace alone tell cycles, hops and final placement of every ring run",
          "[trace][replay]") {
  const auto line = GENERATE(from_range(ring_runs()));
  const std::string ending = GENERATE("csv", "jsonl");
  CAPTURE(line, ending);
  const TemporaryFolder folder;
  const Json report = run(line + " --trace " + (folder / "r." + ending)).json();
  const Operation operation = operation_of(report);
  const auto rows = read_trace(folder / "r." + ending);
  const Replay told = replay(rows, operation.space);

  CHECK(told.cycles.count() == report["cycles"]);
  CHECK(told.hops == report["statistics"]["transfers"]);
  CHECK(told.word_hops.count() == report["statistics"]["word_hops"]);
  CHECK(told.unfinished == 0);
  std::uint64_t at_start = 0;  // blocks
  for (NodeId v = 0; v < report["parameters"]["nodes"]; ++v) {
    CAPTURE(v);
    const auto memory = told.memories.find(v);
    const Memory none{operation.space};
    CHECK_FALSE(missing_after(operation, v, memory == told.memories.end() ? none : memory->second));
    for (const Interval& blocks : operation.before(v)) at_start += blocks.count;
  }
  // What is placed before the run stands in the trace too, in cycle 0 before anything moves.
  std::uint64_t placed = 0;
  for (const TraceRow& row : rows) {
    if (row.kind != TraceKind::kHold || row.cycle > 0_cycles) break;
    placed += row.blocks.count();
  }
  CHECK(placed == at_start);
}

TEST_CASE("a trace is read as spreadsheets write it, and a missing column is named",
          "[trace][replay]") {
  const TemporaryFolder folder;
  run("broadcast --trace " + (folder / "plain.csv"));
  std::string text = content(folder / "plain.csv");
  std::string saved = "\xef\xbb\xbf";
  for (const char letter : text)
    saved += letter == '\n' ? std::string{"\r\n"} : std::string{letter};
  std::ofstream{folder / "saved.csv", std::ios::binary} << saved;
  const auto plain = read_trace(folder / "plain.csv");
  const auto rows = read_trace(folder / "saved.csv");
  REQUIRE(!plain.empty());
  REQUIRE(rows.size() == plain.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].part == plain[i].part);
    CHECK((rows[i].blocks == plain[i].blocks));
  }
  text.replace(text.find("words"), 5, "length");
  std::ofstream{folder / "other.csv"} << text;
  CHECK_THROWS_WITH(read_trace(folder / "other.csv"),
                    Catch::Contains("row 1: there is no column 'words'"));
}

TEST_CASE("a packet that is dropped has not gone its hop", "[trace][replay]") {
  const TemporaryFolder folder;
  const Json report =
      plexus_command("run omega permutation --algorithm self-routed --nodes 8 --words 2 --trace " +
                     (folder / "r.csv") + " --json")
          .json();
  const Replay told = replay(read_trace(folder / "r.csv"), {8, 2_words});
  CHECK(told.hops == report["statistics"]["transfers"]);
  CHECK(told.word_hops == 16_words);
  CHECK(told.unfinished == 0);
}

TEST_CASE("the rows of a trace tell how busy every link is, and that none is used twice at once",
          "[trace][replay]") {
  const auto line = GENERATE(from_range(ring_runs()));
  CAPTURE(line);
  const TemporaryFolder folder;
  const Json report = run(line + " --trace " + (folder / "r.csv")).json();
  std::map<std::string, Cycles> since;                     // a transfer is in progress
  std::map<std::pair<NodeId, NodeId>, std::int64_t> busy;  // by the nodes, lower first
  std::uint64_t active = 0;
  std::uint64_t peak = 0;
  for (const TraceRow& row : read_trace(folder / "r.csv")) {
    if (row.kind == TraceKind::kSend) {
      CHECK(since.emplace(row.part, row.cycle).second);
      peak = std::max(peak, ++active);
    } else if (row.kind == TraceKind::kReceive) {
      REQUIRE(since.count(row.part) == 1);
      const Cycles hop = row.cycle - since[row.part];
      CHECK(hop == LinkTiming{2_cycles, 3_words}.hop(row.words));
      busy[std::minmax(row.source, row.destination)] += hop.count();
      since.erase(row.part);
      --active;
    }
  }
  std::int64_t busiest = 0;
  for (const auto& [nodes, cycles] : busy) busiest = std::max(busiest, cycles);
  CHECK(peak == report["statistics"]["peak_active"]);
  CHECK(busy.size() == report["statistics"]["links_used"]);
  CHECK(busiest == report["statistics"]["max_link_busy"]);
}

TEST_CASE("two identical commands write identical files and say the same", "[trace][wave]") {
  const auto line = GENERATE(from_range(ring_runs()));
  CAPTURE(line);
  const TemporaryFolder folder;
  std::map<std::string, std::string> first;
  for (const char* ending : {"csv", "jsonl", "perfetto.json"}) {
    const std::string trace = folder / "r." + ending;
    const std::string command = line + " --trace " + trace + " --vcd " + (folder / "r.vcd");
    const Said once = run(command);
    for (const std::string& name : folder.names()) first[name] = content(folder / name);
    const Said again = run(command);
    CHECK(once.out == again.out);
    for (const std::string& name : folder.names()) {
      CAPTURE(name);
      CHECK(content(folder / name) == first[name]);
    }
  }
  CHECK(folder.names() ==
        std::set<std::string>{"r.csv", "r.gtkw", "r.jsonl", "r.perfetto.json", "r.vcd"});
}

TEST_CASE("a wave or a trace changes nothing in a report", "[trace][wave]") {
  const auto line = GENERATE(from_range(ring_runs()));
  CAPTURE(line);
  const TemporaryFolder folder;
  const Said plain = run(line);
  CHECK(run(line + " --vcd " + (folder / "r.vcd")).out == plain.out);
  CHECK(run(line + " --trace " + (folder / "r.csv")).out == plain.out);
}

TEST_CASE("vcd2fst reads the wave of every ring run without complaint", "[wave]") {
  if (std::system("command -v vcd2fst >/dev/null 2>&1") != 0) {
    WARN("vcd2fst is not there: nothing is checked");
    return;
  }
  const TemporaryFolder folder;
  for (const std::string& line : ring_runs()) {
    CAPTURE(line);
    run(line + " --vcd " + (folder / "r.vcd"));
    const std::string convert = "vcd2fst " + (folder / "r.vcd") + ' ' + (folder / "r.fst") + " >" +
                                (folder / "said") + " 2>&1";
    CHECK(std::system(convert.c_str()) == 0);
    CHECK(content(folder / "said").empty());
  }
}
