#include "testbenches/outputs/wave_file.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/channel/fault.hpp"
#include "hw/channel/trace.hpp"
#include "hw/time/clock_period.hpp"
#include "models/catalogue/refusal.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/testbenches/small_ring.hpp"

using namespace plexus;

namespace {

/// A VCD as values by name and cycle: what stands on a signal when all of a cycle has happened, at
/// its rising edge.
class Vcd {
 public:
  explicit Vcd(const std::string& path) {
    std::ifstream in{path};
    std::string scope;
    std::map<std::string, std::string> names;  // by the VCD's short names
    std::int64_t time = 0;
    for (std::string word; in >> word;) {
      if (word == "$scope") {
        in >> word >> word;
        scope += word + '.';
      } else if (word == "$upscope") {
        scope.pop_back();
        scope.erase(scope.find_last_of('.') + 1);
      } else if (word == "$var") {
        std::string code;
        std::string name;
        in >> word >> word >> code >> name;
        names[code] = scope + name;
      } else if (word == "$comment") {
        while (word != "$end") in >> word;
      } else if (word.starts_with('#')) {
        time = std::stoll(word.substr(1));
      } else if (word.starts_with('b')) {
        std::string code;
        in >> code;
        changes_[names.at(code)][time] = std::stoull(word.substr(1), nullptr, 2);
      } else if (word.starts_with('0') || word.starts_with('1')) {
        if (const auto name = names.find(word.substr(1)); name != names.end()) {
          changes_[name->second][time] = word[0] == '1' ? 1 : 0;
        }
      }
    }
    last_ = time;
    for (const auto& [code, name] : names) signals_.insert(name);
  }

  [[nodiscard]] std::uint64_t at(const std::string& signal, std::int64_t cycle) const {
    return std::prev(changes_.at(signal).upper_bound(cycle * 10))->second;
  }
  [[nodiscard]] std::int64_t last_time() const { return last_; }
  [[nodiscard]] const std::set<std::string>& signals() const { return signals_; }

 private:
  std::map<std::string, std::map<std::int64_t, std::uint64_t>> changes_;
  std::set<std::string> signals_;
  std::int64_t last_ = 0;
};

/// Link, packet, ends, words, first cycle, cycle after the last one.
using Transfer = std::tuple<std::string, PacketId, std::uint64_t, std::uint64_t, std::int64_t,
                            std::int64_t, std::int64_t>;

/// Listens to a run: transfers and blocks gained.
struct Story final : trace_sink_if {
  std::map<std::string, TraceRow> moving;  ///< by link
  std::set<Transfer> transfers;
  std::map<std::pair<NodeId, std::int64_t>, std::uint64_t> gained;  ///< blocks, by node and cycle

  void record(const TraceRow& row) override {
    if (row.kind == TraceKind::kSend) moving[row.part] = row;
    if (row.kind == TraceKind::kReceive) {
      const TraceRow& sent = moving.at(row.part);
      transfers.insert({row.part, sent.packet, sent.source, sent.destination, sent.words.count(),
                        sent.cycle.count(), row.cycle.count()});
    }
    if (row.kind == TraceKind::kHold) gained[{row.source, row.cycle.count()}] += row.blocks.count();
  }
};

/// What the signals of one link tell. A transfer ends with its last beat.
std::set<Transfer> transfers_of(const Vcd& wave, const std::string& name, std::int64_t cycles) {
  const std::string prefix = "SystemC." + name + '.';
  std::set<Transfer> transfers;
  std::int64_t words = 0;
  std::int64_t start = -1;
  for (std::int64_t cycle = 0; cycle <= cycles; ++cycle) {
    const auto value = [&](const char* signal) { return wave.at(prefix + signal, cycle); };
    if (value("busy") == 0) continue;
    if (start < 0) start = cycle;
    if (value("beat_valid") == 0) continue;
    CHECK(value("beat_first") == static_cast<std::uint64_t>(words));
    words += static_cast<std::int64_t>(value("beat_count"));
    if (value("beat_last") == 0) continue;
    CHECK(value("words") == static_cast<std::uint64_t>(words));
    transfers.insert(
        {name, value("packet"), value("source"), value("destination"), words, start, cycle + 1});
    words = 0;
    start = -1;
  }
  CHECK(start == -1);
  return transfers;
}

void run_with_wave(SmallRing& ring, const std::string& path) {
  WaveFile wave{path};
  ring.prepare();
  wave.attach(ring.machine);
  sc_core::sc_start();
  wave.finish();
}

}  // namespace

TEST_CASE("a wave and a trace tell the same story", "[wave][ring]") {
  const auto nodes = GENERATE(NodeId{3}, NodeId{11});
  const auto words = GENERATE(1_words, 9_words);
  const auto timing = GENERATE(LinkTiming{0_cycles, 1_words}, LinkTiming{2_cycles, 4_words},
                               LinkTiming{0_cycles, 16_words});
  CAPTURE(nodes, words, timing);
  const TemporaryFolder folder;
  SmallRing ring{nodes, words, timing};
  Story story;
  ring.machine.listen(story);
  run_with_wave(ring, folder / "ring.vcd");
  const std::int64_t cycles = ring.machine.completed().count();

  const Vcd wave{folder / "ring.vcd"};
  std::set<Transfer> seen;
  for (const auto& one : ring.machine.links.links()) {
    seen.merge(transfers_of(wave, one.full_name(), cycles));
  }
  CHECK(seen == story.transfers);

  for (NodeId v = 0; v < nodes; ++v) {
    const std::string node = "SystemC.ring.node_" + std::to_string(v) + '.';
    std::uint64_t held = 0;
    for (std::int64_t cycle = 0; cycle <= cycles; ++cycle) {
      held += story.gained[{v, cycle}];
      CAPTURE(v, cycle);
      CHECK(wave.at(node + "held_blocks", cycle) == held);
      const bool moving = cycle < cycles;  // the daisy chain never rests
      CHECK(wave.at(node + "writes", cycle) == (moving ? 1U << kClockwise : 0U));
      CHECK(wave.at(node + "reads", cycle) == (moving ? 1U << kCounterclockwise : 0U));
      CHECK(wave.at(node + "done", cycle) == (moving ? 0U : 1U));
    }
    CHECK(wave.at(node + "holds", cycles) == (std::uint64_t{1} << nodes) - 1);
  }
}

TEST_CASE("a wave counts cycles and shows the clock, and does not prolong the run", "[wave]") {
  const auto timing = GENERATE(LinkTiming{1_cycles, 2_words}, LinkTiming{0_cycles, 4_words});
  CAPTURE(timing);
  const TemporaryFolder folder;
  SmallRing ring{5, 3_words, timing};
  run_with_wave(ring, folder / "ring.vcd");
  const std::int64_t cycles = 4 * timing.hop(3_words).count();
  CHECK(ClockPeriod{}.time(Cycles{cycles}) == sc_core::sc_time_stamp());
  CHECK_FALSE(sc_core::sc_pending_activity());
  CHECK(ring.machine.completed() == Cycles{cycles});
  const Vcd wave{folder / "ring.vcd"};
  CHECK(wave.last_time() == 10 * cycles);
  for (std::int64_t cycle = 0; cycle <= cycles; ++cycle) {
    CHECK(wave.at("SystemC.cycle", cycle) == static_cast<std::uint64_t>(cycle));
    CHECK(wave.at("SystemC.clock", cycle) == 1);
  }
}

TEST_CASE("a run in pieces has the wave of the run in one piece", "[wave]") {
  const TemporaryFolder folder;
  const auto wave_of = [&](const std::string& name, Cycles piece) {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    WaveFile wave{folder / name};
    ring.prepare();
    wave.attach(ring.machine);
    if (piece > 0_cycles) {
      while (sc_core::sc_pending_activity()) sc_core::sc_start(ClockPeriod{}.time(piece));
    }
    sc_core::sc_start();
    wave.finish();
    return content(folder / name);
  };
  const std::string whole = wave_of("whole.vcd", 0_cycles);
  CHECK(wave_of("ones.vcd", 1_cycles) == whole);
  CHECK(wave_of("threes.vcd", 3_cycles) == whole);
}

TEST_CASE("equal runs write equal waves and nothing else", "[wave]") {
  const TemporaryFolder folder;
  std::ostringstream printed;
  std::streambuf* const before = std::cout.rdbuf(printed.rdbuf());
  for (const char* const name : {"one.vcd", "two.vcd"}) {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    run_with_wave(ring, folder / name);
  }
  std::cout.rdbuf(before);
  CHECK(printed.str().empty());
  CHECK(content(folder / "one.vcd") == content(folder / "two.vcd"));
  CHECK(content(folder / "one.gtkw") == content(folder / "two.gtkw"));
  CHECK_THAT(content(folder / "one.vcd"),
             !Catch::Contains("$date") && !Catch::Contains("Accellera"));
  CHECK(folder.names() == std::set<std::string>{"one.vcd", "one.gtkw", "two.vcd", "two.gtkw"});
}

TEST_CASE("vcd2fst reads a wave without complaint", "[wave]") {
  if (std::system("command -v vcd2fst >/dev/null 2>&1") != 0) {
    WARN("vcd2fst is not installed");
    return;
  }
  const TemporaryFolder folder;
  SmallRing ring{4, 3_words, {1_cycles, 2_words}};
  run_with_wave(ring, folder / "ring.vcd");
  const std::string command = "vcd2fst '" + (folder / "ring.vcd") + "' '" + (folder / "ring.fst") +
                              "' >'" + (folder / "said") + "' 2>&1";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(content(folder / "said").empty());
}

TEST_CASE("the wave of a failed run shows the time step of the failure", "[wave]") {
  const TemporaryFolder folder;
  SmallRing ring{4, 3_words, {1_cycles, 2_words}, PortRule::kOnePort};  // reads while it writes
  WaveFile wave{folder / "ring.vcd"};
  ring.prepare();
  wave.attach(ring.machine);
  CHECK_THROWS_AS(sc_core::sc_start(), sc_core::sc_report);
  wave.finish();
  const Vcd shown{folder / "ring.vcd"};
  CHECK(shown.at("SystemC.ring.links.link_1_to_2.busy", 0) == 1);
  CHECK(shown.at("SystemC.ring.node_1.reads", 0) == 1U << kCounterclockwise);
  CHECK(shown.at("SystemC.ring.node_1.writes", 0) == 1U << kClockwise);
}

TEST_CASE("a wave of a run that never began leaves no file", "[wave]") {
  const TemporaryFolder folder;
  {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    WaveFile wave{folder / "ring.vcd"};
    wave.attach(ring.machine);
    wave.finish();
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a wave that is not finished leaves no file", "[wave]") {
  const TemporaryFolder folder;
  {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    WaveFile wave{folder / "ring.vcd"};
    ring.prepare();
    wave.attach(ring.machine);
    sc_core::sc_start();
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a finished wave is two files and nothing else, even if the process ends at once",
          "[wave]") {
  const TemporaryFolder folder;
  SmallRing ring{4, 3_words, {1_cycles, 2_words}};
  WaveFile wave{folder / "ring.vcd"};
  ring.prepare();
  wave.attach(ring.machine);
  sc_core::sc_start();
  wave.finish();
  CHECK(folder.names() == std::set<std::string>{"ring.vcd", "ring.gtkw"});
}

TEST_CASE("a wave is refused if one of its two files cannot be written", "[wave]") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(WaveFile{folder / "missing/ring.vcd"}, Refusal);
  CHECK_THROWS_AS(WaveFile{folder / "ring.gtkw"}, Refusal);  // the save file's own name
  CHECK(folder.names().empty());
  std::filesystem::create_directory(folder / "ring.gtkw");
  CHECK_THROWS_AS(WaveFile{folder / "ring.vcd"}, Refusal);
  CHECK(folder.names() == std::set<std::string>{"ring.gtkw"});
}

TEST_CASE("the save file shows every signal of the wave, parts as data flows", "[wave]") {
  const TemporaryFolder folder;
  SmallRing ring{11, 3_words, {1_cycles, 2_words}};
  run_with_wave(ring, folder / "ring.vcd");

  std::vector<std::string> groups;
  std::map<std::string, std::string> radix;  // by signal
  std::string code;
  std::istringstream lines{content(folder / "ring.gtkw")};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('@')) code = line;
    if (line.starts_with('-') && (code == "@800200" || code == "@c00200")) groups.push_back(line);
    if (line.starts_with("SystemC.")) radix[line.substr(0, line.find('['))] = code;
  }
  std::set<std::string> shown;
  for (const auto& [signal, look] : radix) shown.insert(signal);
  CHECK(shown == Vcd{folder / "ring.vcd"}.signals());
  CHECK(radix["SystemC.clock"] == "@28");
  CHECK(radix["SystemC.cycle"] == "@24");
  CHECK(radix["SystemC.ring.node_0.holds"] == "@22");
  CHECK(radix["SystemC.ring.links.link_0_to_1.packet"] == "@24");
  CHECK(radix["SystemC.ring.links.link_0_to_1.busy"] == "@28");

  const auto place = [&](const std::string& group) {
    return std::find(groups.begin(), groups.end(), "-ring." + group) - groups.begin();
  };
  CHECK(groups.front() == "-overview");
  CHECK(place("node_0") < place("links.link_0_to_1"));
  CHECK(place("links.link_0_to_1") < place("links.link_0_to_10"));
  CHECK(place("links.link_0_to_10") < place("node_1"));
  CHECK(place("node_2") < place("links.link_2_to_3"));
  CHECK(place("links.link_2_to_3") < place("node_3"));
  CHECK(place("node_2") < place("node_10"));
  CHECK(place("links.link_10_to_0") < static_cast<std::ptrdiff_t>(groups.size()));
  const std::string save = content(folder / "ring.gtkw");
  CHECK(save.find("SystemC.cycle") < save.find("SystemC.clock"));
  CHECK(save.find("SystemC.clock") < save.find("SystemC.ring"));
  CHECK_THAT(save, !Catch::Contains("dumpfile") && !Catch::Contains(folder / ""));
}
