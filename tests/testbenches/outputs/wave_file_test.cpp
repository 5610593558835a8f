#include "testbenches/outputs/wave_file.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <bit>
#include <bitset>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/observe/trace.hpp"
#include "hw/observe/words.hpp"
#include "hw/rule/fault.hpp"
#include "hw/time/clock_period.hpp"
#include "models/catalogue/refusal.hpp"
#include "testbenches/outputs/raw_signals.hpp"
#include "testbenches/outputs/save_file.hpp"
#include "testbenches/outputs/words.hpp"
#include "tests/command.hpp"
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
        take(names.at(code), time, word.substr(1));
      } else if (word.find_first_of("01z") == 0) {
        if (const auto name = names.find(word.substr(1)); name != names.end()) {
          take(name->second, time, word.substr(0, 1));
        }
      }
    }
    last_ = time;
    for (const auto& [code, name] : names) signals_.insert(name);
  }

  /// What a row says, in letters; nothing while it is idle.
  [[nodiscard]] std::string words_at(const std::string& row, std::int64_t cycle) const {
    return std::prev(words_.at(row).upper_bound(cycle * 10))->second;
  }
  [[nodiscard]] std::uint64_t at(const std::string& signal, std::int64_t cycle) const {
    return std::prev(changes_.at(signal).upper_bound(cycle * 10))->second.value();
  }
  [[nodiscard]] bool shows(const std::string& signal, std::int64_t cycle) const {
    return std::prev(changes_.at(signal).upper_bound(cycle * 10))->second.has_value();
  }
  [[nodiscard]] std::int64_t last_time() const { return last_; }
  [[nodiscard]] const std::set<std::string>& signals() const { return signals_; }

 private:
  void take(const std::string& name, std::int64_t time, std::string digits) {
    if (!name.ends_with(".does") && !name.ends_with(".holds") && !name.ends_with(".state")) {
      const bool says_nothing = digits.find_first_not_of("01") != std::string::npos;
      auto& now = changes_[name][time];
      now = says_nothing ? std::nullopt : std::optional{std::stoull(digits, nullptr, 2)};
      return;
    }
    std::string& letters = words_[name][time];
    if (digits.starts_with('z') || digits.starts_with('x')) return;
    digits.insert(0, (8 - digits.size() % 8) % 8, '0');
    for (std::size_t at = 0; at < digits.size(); at += 8) {
      const int letter = std::stoi(digits.substr(at, 8), nullptr, 2);
      if (letter != 0) letters += static_cast<char>(letter);  // filled up on the left
    }
  }

  std::map<std::string, std::map<std::int64_t, std::string>> words_;
  std::map<std::string, std::map<std::int64_t, std::optional<std::uint64_t>>> changes_;
  std::set<std::string> signals_;
  std::int64_t last_ = 0;
};

/// Link, what it says, words, first cycle, cycle after the last one.
using Told = std::tuple<std::string, std::string, std::int64_t, std::int64_t, std::int64_t>;

/// Looks at a run: transfers and blocks gained.
struct Shown final : spectator_if {
  std::map<std::string, SeenRow> moving;  ///< by link
  std::set<Told> transfers;
  std::map<std::pair<NodeId, std::int64_t>, std::uint64_t> gained;  ///< blocks, by node and cycle
  Words whole{0};                                                   ///< words of a block

  void see(const SeenRow& row) override {
    const std::string& part = row.view->part;
    if (row.kind == TraceKind::kSend) moving[part] = row;
    if (row.kind == TraceKind::kReceive) {
      const SeenRow& sent = moving.at(part);
      transfers.insert({part, words_of_transfer(sent.packet, sent.blocks, whole),
                        sent.words.count(), sent.cycle.count(), row.cycle.count()});
    }
    if (row.kind == TraceKind::kHold) gained[{row.source, row.cycle.count()}] += row.blocks.count();
  }
};

/// What the signals of one link tell. A transfer ends with its last beat.
std::set<Told> transfers_of(const Vcd& wave, const std::string& name, std::int64_t cycles) {
  const std::string prefix = name + '.';
  std::set<Told> transfers;
  std::int64_t words = 0;
  std::int64_t start = -1;
  std::string said;
  for (std::int64_t cycle = 0; cycle <= cycles; ++cycle) {
    const auto value = [&](const char* signal) { return wave.at(prefix + signal, cycle); };
    if (value("busy") == 0) continue;
    if (start < 0) start = cycle;
    if (value("beat_valid") == 0) {
      CHECK(wave.words_at(prefix + "does", cycle) == "start-up");
      continue;
    }
    said = wave.words_at(prefix + "does", cycle);
    CHECK(value("beat_first") == static_cast<std::uint64_t>(words));
    words += static_cast<std::int64_t>(value("beat_count"));
    if (value("beat_last") == 0) continue;
    transfers.insert({name, said, words, start, cycle + 1});
    words = 0;
    start = -1;
  }
  CHECK(start == -1);
  return transfers;
}

/// A ring with its wave, as a run has them.
struct Watched {
  Watched(SmallRing& shown, const std::string& path, const WaveRange& range = {},
          spectator_if* other = nullptr)
      : ring{shown}, wave{path, range} {
    all.add(wave);
    if (other != nullptr) all.add(*other);
    ring.machine.listen(all);
    ring.prepare();
    wave.attach(ring.machine, all);
  }

  SmallRing& ring;
  WaveFile wave;
  Story all;
};

void run_with_wave(SmallRing& ring, const std::string& path, const WaveRange& range = {},
                   spectator_if* other = nullptr) {
  Watched watched{ring, path, range, other};
  sc_core::sc_start();
  watched.wave.complete();
  watched.wave.place();
}

}  // namespace

TEST_CASE("a node that waits for 11 and for 1 says both, for one twice once", "[wave]") {
  PartViews views;
  const auto from = [&](const char* node) {
    const std::string link = "ring.links.link_" + std::string{node} + "_to_0";
    views.add(link_view(link, "ring", node, "0"));
    return Awaited{WaitFor::kPacket, link};
  };
  const auto brief = [&](const Waits& waits) {
    return in_brief(waits,
                    [&](const std::string& part) -> const PartView& { return views.of(part); });
  };
  CHECK(brief(Waits{from("11"), from("1")}) == "waits for 11 1");
  CHECK(brief(Waits{from("1"), from("1")}) == "waits for 1");
  CHECK(brief(Waits{{WaitFor::kLaterCycle}}) == "works");
  CHECK(brief(Waits{from("1"), {WaitFor::kLaterCycle}}) == "works, waits for 1");
  CHECK(brief(Waits{}) == "works");
  CHECK(brief(Waits{{WaitFor::kOwn, "the tide"}}) == "waits for the tide");
}

TEST_CASE("a processor that waits for couplers says so", "[wave][pops]") {
  const TemporaryFolder folder;
  REQUIRE(plexus_command("run pops traffic --vcd " + (folder / "w.vcd")).status == kVerified);
  CHECK(Vcd{folder / "w.vcd"}.words_at("pops.node_0.does", 0) ==
        "waits for its coupler and its receiver");
}

TEST_CASE("every change of a traced number is written, wherever it lies", "[wave][vcd]") {
  struct Pins {
    bool bit = false;
    std::uint8_t byte = 0;
    std::uint16_t half = 0;
    std::uint32_t word = 0;
    std::uint64_t wide = 0;
    bool last = false;
  };
  const FreshKernel kernel;
  VcdWriter vcd{0, std::nullopt};
  raw_signals raw{vcd, [](const std::string&) { return true; }, [] {}};
  std::vector<Pins> all(17);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string part = "top.part_" + std::to_string(i) + '.';
    sc_core::sc_trace(&raw, all[i].bit, part + "bit");
    sc_core::sc_trace(&raw, all[i].byte, part + "byte");
    sc_core::sc_trace(&raw, all[i].half, part + "half");
    sc_core::sc_trace(&raw, all[i].word, part + "word");
    sc_core::sc_trace(&raw, all[i].wide, part + "wide");
    sc_core::sc_trace(&raw, all[i].last, part + "last");
  }
  std::int64_t time = 0;
  std::vector<std::string> expected;
  const auto change = [&](auto& pin, auto value, const std::string& digits) {
    pin = value;
    vcd.at(++time);
    raw.sample();
    raw.write();
    expected.push_back(digits);
  };
  for (Pins& pins : all) {  // one after the other, lowest and highest bytes
    change(pins.bit, true, "1");
    change(pins.byte, std::uint8_t{0x80}, "b10000000");
    change(pins.half, std::uint16_t{1}, "b1");
    change(pins.half, std::uint16_t{0x8001}, "b1000000000000001");
    change(pins.word, std::uint32_t{1} << 31, 'b' + ('1' + std::string(31, '0')));
    change(pins.wide, std::uint64_t{1} << 63, 'b' + ('1' + std::string(63, '0')));
    change(pins.last, true, "1");
  }
  all[3].bit = false;  // and back again in the same time step
  raw.sample();
  all[3].bit = true;
  vcd.at(++time);
  raw.sample();
  raw.write();
  std::ostringstream out;
  vcd.finish(out, time - 1);
  std::istringstream lines{out.str()};
  std::string line;
  while (std::getline(lines, line) && line != "$dumpvars") continue;
  while (std::getline(lines, line) && line != "$end") continue;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    REQUIRE(std::getline(lines, line));
    REQUIRE(line == '#' + std::to_string(i + 1));
    REQUIRE(std::getline(lines, line));
    CAPTURE(i);
    REQUIRE_THAT(line, Catch::StartsWith(expected[i]));
  }
  CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("a row says which blocks a node holds, however they have come and gone", "[wave]") {
  constexpr std::uint64_t kBlocks = 12;
  const auto seed = GENERATE(range(1U, 9U));
  CAPTURE(seed);
  std::mt19937 random{seed};
  RunWords words;
  std::set<std::uint64_t> held;
  SeenRow row;
  row.kind = TraceKind::kHold;
  const PartView node = named_view("ring.node_0", PartKind::kNode);
  row.view = &node;
  for (int step = 0; step < 200; ++step) {
    std::uint64_t first = random() % kBlocks;
    const bool comes = !held.contains(first);
    std::uint64_t end = first;
    for (; end < kBlocks && held.contains(end) != comes && random() % 4 != 0; ++end) {
      comes ? held.insert(end).second : held.erase(end) != 0;
    }
    if (end == first) continue;
    const std::int64_t count = static_cast<std::int64_t>(end - first);
    row.cycle = Cycles{step};
    row.words = Words{comes ? 4 * count : -4 * count};
    row.blocks = Blocks{Interval{first, end - first}, Slice{0_words, 4_words}};
    words.see(row);
    std::vector<Interval> runs;
    for (const std::uint64_t block : held) runs.push_back({block, 1});
    const Blocks all{runs, Slice{0_words, 4_words}};
    words.settle(row.cycle, [](std::uint32_t, const std::string&) {});
    REQUIRE(words.rows().at(0).text == (held.empty() ? "" : words_of_blocks(all)));
  }
}

TEST_CASE("a wave counts the blocks of a node as its memory holds them", "[wave][ring]") {
  const FreshKernel kernel;
  VcdWriter vcd{-1, std::nullopt};
  raw_signals raw{vcd, [](const std::string&) { return true; }, [] {}};
  const BlockSpace space{80, 4_words};
  direct_machine ring{"ring", RingShape{3}.wiring(), space, {}, PortRule::kAllFull};
  node& shown = ring.node(0);
  shown.store(Blocks{Interval{7, 1}, space.whole()});  // before anybody looks
  shown.trace(&raw);
  std::int64_t time = 0;
  std::ostringstream expected;
  std::uint64_t told_count = 0;
  std::uint64_t told_mask = 0;
  const auto look = [&] {
    std::uint64_t count = 0;
    std::uint64_t mask = 0;
    for (const Interval& interval : shown.memory().whole_blocks()) {
      for (BlockId block = interval.first; block < interval.end(); ++block, ++count) {
        if (block < 64) mask |= std::uint64_t{1} << block;
      }
    }
    vcd.at(++time);
    raw.sample();
    raw.write();
    expected << '#' << time << '\n';
    if (std::exchange(told_count, count) != count) {
      expected << 'b' << std::bitset<8>{count}.to_string().substr(8 - std::bit_width(count))
               << " %\n";
    }
    if (std::exchange(told_mask, mask) != mask) {
      expected << 'b' << std::bitset<64>{mask}.to_string().substr(64 - std::bit_width(mask))
               << " &\n";
    }
  };
  const auto blocks = [](BlockId first, std::uint64_t count, Slice slice) {
    return Blocks{Interval{first, count}, slice};
  };
  shown.store(blocks(60, 10, space.whole()));
  look();
  shown.store(blocks(20, 2, Slice{0_words, 1_words}));
  shown.store(blocks(1, 1, space.whole()));
  look();
  shown.store(blocks(20, 2, Slice{1_words, 3_words}));  // now they are whole
  look();
  CHECK(shown.gain(blocks(20, 4, space.whole())) == 8_words);  // half of them in vain
  look();
  CHECK(shown.gain(blocks(30, 4, space.whole())) == 0_words);
  look();
  shown.forget(blocks(62, 4, space.whole()));
  look();
  shown.forget(blocks(1, 1, Slice{2_words, 1_words}));
  look();
  std::ostringstream out;
  vcd.finish(out, time);
  const std::string lines = out.str();
  CHECK(lines.substr(lines.find("#1\n")) == expected.str());
}

TEST_CASE("a wave of many changes is whole", "[wave][vcd]") {
  const auto changes = GENERATE(std::int64_t{10}, std::int64_t{5'000}, std::int64_t{20'000});
  constexpr int kFlips = 60;  // so that most of them are kept in several pieces
  const auto with_late = GENERATE(false, true);
  CAPTURE(changes, with_late);
  VcdWriter vcd{0, std::nullopt};
  const VcdWriter::Id text = vcd.add("ring", "does", VcdWriter::Kind::kText);
  const VcdWriter::Id number = vcd.add("ring", "cycle", VcdWriter::Kind::kBits);
  const VcdWriter::Id bit = vcd.add("ring", "clock", VcdWriter::Kind::kBit);
  const std::string letters(50, 'U');  // 01010101
  for (std::int64_t i = 1; i <= changes; ++i) {
    vcd.at(i);
    vcd.text(text, letters);
    vcd.bits(number, static_cast<std::uint64_t>(i));
    for (int flip = 0; flip < kFlips; ++flip) vcd.bit(bit, flip % 2 != 0);
  }
  if (with_late) vcd.late(3, number, "1x");
  std::ostringstream out;
  vcd.finish(out, changes);
  std::istringstream lines{out.str()};
  std::string line;
  bool is_wide = false;
  while (std::getline(lines, line) && line != "$dumpvars") {
    is_wide = is_wide || line == "$var reg 400 ! does [399:0] $end";
  }
  CHECK(is_wide);
  while (std::getline(lines, line) && line != "$end") continue;
  std::string expected = "b1010101";
  for (std::size_t i = 1; i < letters.size(); ++i) expected += "01010101";
  expected += " !";
  std::int64_t times = 0;
  for (std::int64_t i = 1; i <= changes; ++i) {
    REQUIRE(std::getline(lines, line));
    REQUIRE(line == '#' + std::to_string(i));
    REQUIRE(std::getline(lines, line));
    REQUIRE(line == expected);
    REQUIRE(std::getline(lines, line));
    REQUIRE(std::stoll(line.substr(1), nullptr, 2) == i);
    REQUIRE_THAT(line, Catch::EndsWith(" \""));
    for (int flip = 0; flip < kFlips; ++flip) {
      if (!std::getline(lines, line) || line != (flip % 2 != 0 ? "1#" : "0#")) FAIL(line);
    }
    if (with_late && i == 3) {
      REQUIRE(std::getline(lines, line));
      REQUIRE(line == "b1x \"");
    }
    ++times;
  }
  CHECK(times == changes);
  CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("a wave and a trace tell the same story", "[wave][ring]") {
  const auto nodes = GENERATE(NodeId{3}, NodeId{11});
  const auto words = GENERATE(1_words, 9_words);
  const auto timing = GENERATE(LinkTiming{0_cycles, 1_words}, LinkTiming{2_cycles, 4_words},
                               LinkTiming{0_cycles, 16_words});
  CAPTURE(nodes, words, timing);
  const TemporaryFolder folder;
  SmallRing ring{nodes, words, timing};
  Shown story;
  story.whole = words;
  run_with_wave(ring, folder / "ring.vcd", {}, &story);
  const std::int64_t cycles = ring.machine.completed().count();

  const Vcd wave{folder / "ring.vcd"};
  std::set<Told> seen;
  for (const auto& one : ring.machine.links.links()) {
    seen.merge(transfers_of(wave, one.full_name(), cycles));
  }
  CHECK(seen == story.transfers);

  for (NodeId v = 0; v < nodes; ++v) {
    const std::string node = "ring.node_" + std::to_string(v) + '.';
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
    CHECK(wave.at(node + "held_mask", cycles) == (std::uint64_t{1} << nodes) - 1);
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
  CHECK(wave.last_time() == 10 * (cycles + (cycles + 15) / 16));  // so that its end can be read
  for (std::int64_t cycle = 0; cycle <= cycles; ++cycle) {
    CHECK(wave.at("ring.cycle", cycle) == static_cast<std::uint64_t>(cycle));
    CHECK(wave.at("ring.clock", cycle) == 1);
  }
}

TEST_CASE("where nothing but the clock changes for long, a wave shows it for a while at both ends",
          "[wave]") {
  constexpr std::int64_t kStartup = 3000;
  const TemporaryFolder folder;
  SmallRing ring{3, 1_words, {Cycles{kStartup}, 1_words}};
  run_with_wave(ring, folder / "ring.vcd");
  const Vcd wave{folder / "ring.vcd"};
  for (std::int64_t cycle = 0; cycle <= kStartup; ++cycle) {
    CAPTURE(cycle);
    const bool shown = cycle <= 500 || cycle >= kStartup - 500;
    REQUIRE(wave.shows("ring.clock", cycle) == shown);
    REQUIRE(wave.shows("ring.cycle", cycle) == shown);
    if (shown) REQUIRE(wave.at("ring.cycle", cycle) == static_cast<std::uint64_t>(cycle));
  }
  CHECK(wave.at("ring.cycle_by_1000", kStartup - 500) == 2000);
}

TEST_CASE("of a long transfer a wave shows the first and the last thousand beats one by one",
          "[wave]") {
  constexpr std::int64_t kBeats = 3500;
  const TemporaryFolder folder;
  SmallRing ring{3, Words{kBeats}, {2_cycles, 1_words}};
  run_with_wave(ring, folder / "ring.vcd");
  const Vcd wave{folder / "ring.vcd"};
  const std::string link = "ring.links.link_0_to_1.";
  for (std::int64_t beat = 0; beat < kBeats; ++beat) {
    CAPTURE(beat);
    const bool one_by_one = beat < 1000 || beat >= kBeats - 1000;
    const auto shown = static_cast<std::uint64_t>(one_by_one ? beat : beat / 1000 * 1000);
    REQUIRE(wave.at(link + "beat_first", 2 + beat) == shown);
    REQUIRE(wave.at(link + "beat_last", 2 + beat) == (beat == kBeats - 1 ? 1 : 0));
  }
}

TEST_CASE("the wave of a buffered element counts its queues and says whether it is blocked",
          "[wave][omega]") {
  const int radix = GENERATE(2, 4);
  const TemporaryFolder folder;
  REQUIRE(plexus_command("run omega traffic --nodes 4 --load 0.9 --warmup 0 --measure 60 --radix " +
                         std::to_string(radix) + " --vcd " + (folder / "omega.vcd"))
              .status == kVerified);
  const Vcd wave{folder / "omega.vcd"};
  const std::string element = "omega.switch.stage_0.element_0.";
  CHECK(wave.signals().contains(element + "state") == (radix == 2));
  std::uint64_t most = 0;
  bool moved = false;
  for (std::int64_t cycle = 0; cycle < 60; ++cycle) {
    CAPTURE(radix, cycle);
    std::uint64_t queued = 0;
    bool moves = false;
    for (int port = 0; port < radix; ++port) {
      queued += wave.at(element + "queue_depth_" + std::to_string(port), cycle);
      moves = moves || wave.at(element + "out_valid_" + std::to_string(port), cycle) == 1;
    }
    CHECK(wave.at(element + "queue_depth", cycle) == queued);
    CHECK((wave.at(element + "blocked", cycle) == 1) == (queued > 0 && !moves));
    most = std::max(most, queued);
    moved = moved || moves;
  }
  CHECK(most > 1);
  CHECK(moved);
}

TEST_CASE("the wave of a buffered element with two ports says whether what passes is crossed",
          "[wave][omega]") {
  const bool crossed = GENERATE(false, true);
  CAPTURE(crossed);
  const TemporaryFolder folder;
  REQUIRE(plexus_command("run omega traffic --nodes 2 --pattern permutation --permutation " +
                         std::string{crossed ? "1,0" : "0,1"} +
                         " --load 1 --warmup 0 --measure 10 --vcd " + (folder / "omega.vcd"))
              .status == kVerified);
  const Vcd wave{folder / "omega.vcd"};
  const std::string element = "omega.switch.stage_0.element_0.";
  int busy = 0;
  for (std::int64_t cycle = 0; cycle < 10; ++cycle) {
    CAPTURE(cycle);
    const bool first = wave.at(element + "out_valid_0", cycle) == 1;
    const bool second = wave.at(element + "out_valid_1", cycle) == 1;
    CHECK(wave.words_at(element + "state", cycle) == (crossed && (first || second) ? "\1" : ""));
    CHECK(wave.at("omega.switch.stage_0.occupancy", cycle) ==
          wave.at(element + "queue_depth", cycle));  // it has no other element
    busy += first && second ? 1 : 0;
  }
  CHECK(busy > 1);
}

TEST_CASE("a run in pieces has the wave of the run in one piece", "[wave]") {
  const TemporaryFolder folder;
  const auto wave_of = [&](const std::string& name, Cycles piece) {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    Watched watched{ring, folder / name};
    if (piece > 0_cycles) {
      while (sc_core::sc_pending_activity()) sc_core::sc_start(ClockPeriod{}.time(piece));
    }
    sc_core::sc_start();
    watched.wave.complete();
    watched.wave.place();
    return content(folder / name);
  };
  const std::string whole = wave_of("whole.vcd", 0_cycles);
  CHECK(wave_of("ones.vcd", 1_cycles) == whole);
  CHECK(wave_of("threes.vcd", 3_cycles) == whole);
}

TEST_CASE("equal runs write equal waves and nothing else", "[wave]") {
  const TemporaryFolder one;
  const TemporaryFolder two;
  std::ostringstream printed;
  std::streambuf* const before = std::cout.rdbuf(printed.rdbuf());
  for (const TemporaryFolder* const folder : {&one, &two}) {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    run_with_wave(ring, *folder / "ring.vcd");
  }
  std::cout.rdbuf(before);
  CHECK(printed.str().empty());
  CHECK(content(one / "ring.vcd") == content(two / "ring.vcd"));
  CHECK(content(one / "ring.gtkw") == content(two / "ring.gtkw"));
  CHECK_THAT(content(one / "ring.vcd"), !Catch::Contains("$date") && !Catch::Contains("Accellera"));
  CHECK(one.names() == std::set<std::string>{"ring.vcd", "ring.gtkw"});
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
  Watched watched{ring, folder / "ring.vcd"};
  CHECK_THROWS_AS(sc_core::sc_start(), sc_core::sc_report);
  watched.wave.complete();
  watched.wave.place();
  const Vcd shown{folder / "ring.vcd"};
  CHECK(shown.at("ring.links.link_1_to_2.busy", 0) == 1);
  CHECK(shown.at("ring.node_1.reads", 0) == 1U << kCounterclockwise);
  CHECK(shown.at("ring.node_1.writes", 0) == 1U << kClockwise);
}

TEST_CASE("a wave of a run that never began leaves no file", "[wave]") {
  const TemporaryFolder folder;
  {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    Watched watched{ring, folder / "ring.vcd"};
    watched.wave.complete();
    watched.wave.place();
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a wave that is not finished leaves no file", "[wave]") {
  const TemporaryFolder folder;
  {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    Watched watched{ring, folder / "ring.vcd"};
    sc_core::sc_start();
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a finished wave is two files and nothing else, even if the process ends at once",
          "[wave]") {
  const TemporaryFolder folder;
  SmallRing ring{4, 3_words, {1_cycles, 2_words}};
  Watched watched{ring, folder / "ring.vcd"};
  sc_core::sc_start();
  watched.wave.complete();
  watched.wave.place();
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

TEST_CASE("the save file shows every signal of the wave, parts as data flow", "[wave]") {
  const TemporaryFolder folder;
  SmallRing ring{11, 3_words, {1_cycles, 2_words}};
  run_with_wave(ring, folder / "ring.vcd");

  std::vector<std::string> groups;
  std::vector<std::string> labels;
  std::map<std::string, std::string> look;  // by signal
  std::string code;
  std::istringstream lines{content(folder / "ring.gtkw")};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('@')) code = line;
    if (line.starts_with('-') && (code == "@800200" || code == "@c00200")) groups.push_back(line);
    if (line.starts_with("+{")) {
      labels.push_back(line.substr(2, line.find('}') - 2));
      line.erase(0, line.find('}') + 2);
    }
    if (line.starts_with("ring.")) look[line.substr(0, line.find('['))] = code;
  }
  std::set<std::string> shown;
  for (const auto& [signal, code_of] : look) shown.insert(signal);
  CHECK(shown == Vcd{folder / "ring.vcd"}.signals());
  CHECK(look["ring.clock"] == "@28");
  CHECK(look["ring.cycle"] == "@24");
  CHECK(look["ring.node_0.held_mask"] == "@22");
  CHECK(look["ring.node_0.holds"] == "@820");
  CHECK(look["ring.links.link_0_to_1.does"] == "@820");
  CHECK(look["ring.links.link_0_to_1.busy"] == "@28");

  const auto place = [](const std::vector<std::string>& list, const std::string& what) {
    const auto found = std::find(list.begin(), list.end(), what);
    REQUIRE(found != list.end());
    return found - list.begin();
  };
  CHECK(labels.front() == "cycle");
  CHECK(place(labels, "node 0 holds") < place(labels, "0 -> 1"));
  CHECK(place(labels, "0 -> 1") < place(labels, "node 1 holds"));
  CHECK(place(labels, "node 2 holds") < place(labels, "2 -> 3"));
  CHECK(place(labels, "2 -> 3") < place(labels, "node 3 holds"));
  CHECK(place(labels, "9 -> 10") < place(labels, "node 10 holds"));
  CHECK(groups.front() == "-overview");
  CHECK(place(groups, "-pins") < place(groups, "-node_0"));
  CHECK(place(groups, "-links.link_0_to_10") < place(groups, "-node_1"));
  CHECK(place(groups, "-node_2") < place(groups, "-links.link_2_to_3"));
  CHECK(place(groups, "-node_2") < place(groups, "-node_10"));

  const std::string save = content(folder / "ring.gtkw");
  CHECK_THAT(save, Catch::Contains("[dumpfile] \"/ring.vcd\"") &&
                       Catch::Contains("[savefile] \"/ring.gtkw\"") && Catch::Contains("[size] ") &&
                       !Catch::Contains(folder / ""));
}

TEST_CASE("a wave of some parts has their words alone, and pins where they are named", "[wave]") {
  const TemporaryFolder folder;
  const auto signals = [&](const std::vector<std::string>& parts) {
    SmallRing ring{4, 3_words, {1_cycles, 2_words}};
    run_with_wave(ring, folder / "ring.vcd", {0_cycles, std::nullopt, parts});
    return Vcd{folder / "ring.vcd"}.signals();
  };
  using Names = std::set<std::string>;
  CHECK(signals({"link_0_to_1"}) == Names{"ring.links.link_0_to_1.does"});
  CHECK(signals({"ring.links.link_0_to_1"}) == Names{"ring.links.link_0_to_1.does"});
  CHECK(signals({"0 -> 1"}) == Names{"ring.links.link_0_to_1.does"});
  CHECK(signals({"link_?_to_1", "link_0_to_3"}) == Names{"ring.links.link_0_to_1.does"});
  CHECK(signals({"link_0_to_1.busy"}) == Names{"ring.links.link_0_to_1.busy"});
  CHECK(signals({"cycle", "node_2"}) ==
        Names{"ring.cycle", "ring.node_2.does", "ring.node_2.holds"});
  CHECK(signals({"link_0_*", "link_0_*.beat_*"}).size() == 1 + 2 * 4);
  try {
    static_cast<void>(signals({"link_0_to_1", "link_0_to_2"}));
    FAIL("not refused");
  } catch (const Refusal& refusal) {
    CHECK(refusal.kind() == RefusalClass::kUsage);
    CHECK_THAT(refusal.what(), Catch::Contains("link_0_to_2"));
  }
}

TEST_CASE("a wave from one cycle to another shows what the whole wave shows there", "[wave]") {
  const TemporaryFolder folder;
  const auto from = GENERATE(0, 1, 4, 7);
  const auto to = GENERATE(7, 11, 100);
  CAPTURE(from, to);
  for (const char* const name : {"whole.vcd", "some.vcd"}) {
    SmallRing ring{5, 3_words, {1_cycles, 2_words}};
    const bool whole = name == std::string{"whole.vcd"};
    run_with_wave(ring, folder / name,
                  whole ? WaveRange{} : WaveRange{Cycles{from}, Cycles{to}, {}});
  }
  const Vcd whole{folder / "whole.vcd"};
  const Vcd some{folder / "some.vcd"};
  const std::int64_t last = std::min<std::int64_t>(to, whole.last_time() / 10);
  CHECK(some.last_time() == std::min<std::int64_t>(to * 10 + 9, whole.last_time()));
  for (const std::string& signal : whole.signals()) {
    const bool words = signal.ends_with(".does") || signal.ends_with(".holds");
    for (std::int64_t cycle = from; cycle <= last; ++cycle) {
      CAPTURE(signal, cycle);
      if (words) CHECK(some.words_at(signal, cycle) == whole.words_at(signal, cycle));
      if (!words) CHECK(some.at(signal, cycle) == whole.at(signal, cycle));
    }
  }
}

TEST_CASE("an FST is what the converter makes of the wave", "[wave]") {
  if (std::system("command -v fst2vcd >/dev/null 2>&1") != 0) {
    WARN("GTKWave's converters are not installed");
    return;
  }
  const TemporaryFolder folder;
  SmallRing ring{4, 3_words, {1_cycles, 2_words}};
  run_with_wave(ring, folder / "ring.fst");
  CHECK(folder.names() == std::set<std::string>{"ring.fst", "ring.gtkw"});
  CHECK_THAT(content(folder / "ring.gtkw"), Catch::Contains("ring.fst"));
  const std::string command =
      "fst2vcd '" + (folder / "ring.fst") + "' >'" + (folder / "back.vcd") + "' 2>/dev/null";
  CHECK(std::system(command.c_str()) == 0);
  CHECK(Vcd{folder / "back.vcd"}.words_at("ring.links.link_0_to_1.does", 1) == "block 0 (pkt 0)");
}

TEST_CASE("a wave in lockstep has a pair for each output of a twin, what differs in red",
          "[wave]") {
  const TemporaryFolder folder;
  SmallRing ring{4, 3_words, {1_cycles, 2_words}};
  Watched watched{ring, folder / "ring.vcd"};
  sc_core::sc_start();
  watched.wave.end();
  TwinRecord twins;
  const auto add = [&](const std::string& part, const std::string& name, TwinRecord::Side side,
                       TwinRecord::Look look) {
    twins.rows.push_back({part, name, {part, name}, side, look, 8, true, false, true});
  };
  const std::string first = "ring.links.link_0_to_1";
  for (const auto& [name, look] : {std::pair{"state", TwinRecord::Look::kWords},
                                   std::pair{"beat_count", TwinRecord::Look::kNumber}}) {
    for (const auto side : {TwinRecord::Side::kModel, TwinRecord::Side::kTwin}) {
      add(first, name, side, look);
    }
  }
  add("ring.links.link_1_to_2", "busy", TwinRecord::Side::kTwin, TwinRecord::Look::kBit);
  twins.rows[2].differs = twins.rows[3].differs = true;
  twins.texts = {"idle", "data"};
  twins.changes = {{0_cycles, 0, true, 0}, {0_cycles, 1, true, 0}, {0_cycles, 2, true, 0},
                   {0_cycles, 3, true, 0}, {1_cycles, 4, true, 1}, {2_cycles, 0, true, 1},
                   {2_cycles, 1, true, 1}, {2_cycles, 2, true, 3}, {2_cycles, 3, true, 5},
                   {100_cycles, 2, false}};
  watched.wave.accompany(twins, first);
  watched.wave.complete(Fault{"lockstep", 2_cycles, first, "differs", {}});
  watched.wave.place();
  const Vcd wave{folder / "ring.vcd"};
  CHECK(wave.words_at(first + ".model.state", 1) == "idle");
  CHECK(wave.words_at(first + ".twin.state", 2) == "data");
  CHECK(wave.at(first + ".model.beat_count", 1) == 0);
  CHECK(wave.at(first + ".model.beat_count", 2) == 3);
  CHECK(wave.at(first + ".twin.beat_count", 2) == 5);
  CHECK(wave.at("ring.links.link_1_to_2.twin.busy", 1) == 1);
  CHECK(wave.last_time() == 1000);
  CHECK(wave.at(first + ".busy", 0) == 1);  // the model's stay
  const std::string save = content(folder / "ring.gtkw");
  CHECK_THAT(save, Catch::Contains("-0 -> 1\n@820\n+{model says} " + first + ".does") &&
                       Catch::Contains("[color] 1\n+{model beat_count} " + first + ".model.") &&
                       Catch::Contains("[color] 1\n+{twin beat_count} " + first + ".twin.") &&
                       Catch::Contains("[color] 1\n+{0 -> 1} " + first + ".does"));
  const int names = width_of_names(std::string_view{"0 -> 1 beat_count"}.size());
  CHECK_THAT(save, Catch::Contains("[signals_width] " + std::to_string(names) + "\n"));
  std::size_t red = 0;
  for (std::size_t at = save.find("[color] 1\n"); at != std::string::npos;
       at = save.find("[color] 1\n", at + 1)) {
    ++red;
  }
  CHECK(red == 3);  // what differs, on both sides, and what the part was doing
  CHECK_THAT(save, Catch::Contains("@800200\n-model and twin\n@800200\n-0 -> 1\n") &&
                       Catch::Contains("@c00200\n-1 -> 2\n"));
}
