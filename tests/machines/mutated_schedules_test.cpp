#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "models/direct/next_hop.hpp"
#include "models/graph/routes.hpp"
#include "models/schedule/judgement.hpp"
#include "testbenches/schedules/convert.hpp"
#include "testbenches/workload/timeline.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t end) { return random() % end; }

/// What stands in files, and what nobody expects there.
std::string piece(Random& random) {
  static const std::vector<std::string> kPieces{"0",
                                                "1",
                                                "7",
                                                "-1",
                                                "99999999999999999999",
                                                "4294967295",
                                                "\"",
                                                "<",
                                                ">",
                                                ",",
                                                "\n",
                                                "i0",
                                                "o0-9",
                                                "s5",
                                                "0-3",
                                                "0[2+3]",
                                                "0.0",
                                                "nop",
                                                "rrs",
                                                "re",
                                                "cpy",
                                                "{",
                                                "}",
                                                "requires",
                                                "all",
                                                "18446744073709551615",
                                                "0-18446744073709551614",
                                                "1e9",
                                                std::string(1, '\0'),
                                                "\xff",
                                                "operation custom\n",
                                                "start 0 i0 1\n",
                                                "end 1 o0 1+1\n",
                                                "in place\n",
                                                "switches: 0 1\n",
                                                "from to GB/s us\n",
                                                "1e300",
                                                "0.25",
                                                "[[task]]\n",
                                                "times = 3\n",
                                                "words = 7\n",
                                                "after = \"forward\"\n"};
  return kPieces[below(random, kPieces.size())];
}

/// A file with a few places cut out, doubled, exchanged or written over.
std::string mutated(std::string text, Random& random) {
  for (std::size_t times = 1 + below(random, 4); times > 0 && !text.empty(); --times) {
    const std::size_t at = below(random, text.size());
    const std::size_t length = 1 + below(random, 1 + below(random, 60));
    switch (below(random, 6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, piece(random));
        break;
      case 2:
        text.replace(at, 1 + below(random, 3), piece(random));
        break;
      case 3:
        text.insert(below(random, text.size()), text.substr(at, length));
        break;
      case 4:
        text[at] = static_cast<char>(random());
        break;
      default: {  // a line again, or away
        const std::size_t begin = text.rfind('\n', at) + 1;
        const std::size_t end = std::min(text.size(), text.find('\n', at));
        if (begin > end) break;
        const std::string line = text.substr(begin, end - begin) + '\n';
        if (below(random, 2) == 0) {
          text.insert(begin, line);
        } else {
          text.erase(begin, line.size());
        }
      }
    }
  }
  return text;
}

}  // namespace

namespace {

/// Reads a file, and tells whether it could: refusals alone may come out.
using ReadFile = std::function<void(const std::string& path)>;

/// How many damaged copies of each example are read; `PLEXUS_MUTATIONS`: in a campaign.
std::uint64_t copies() {
  const char* const asked = std::getenv("PLEXUS_MUTATIONS");
  return asked != nullptr ? std::stoull(asked) : 150;
}

/// Reads damaged copies of all examples in a folder. What is refused is refused by its place.
void read_damaged(const std::string& folder_of_examples, const ReadFile& read) {
  const TemporaryFolder folder;
  std::size_t good = 0;
  std::size_t refused = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator{in_tree("docs/examples/" + folder_of_examples)}) {
    const std::string whole = content(entry.path().string());
    const std::string path = folder / ("damaged" + entry.path().extension().string());
    for (std::uint64_t seed = 0; seed < copies(); ++seed) {
      Random random{seed};
      std::ofstream{path, std::ios::binary} << mutated(whole, random);
      CAPTURE(entry.path().string(), seed);
      try {
        read(path);
        ++good;
      } catch (const Refusal& refusal) {
        const std::string sentence = refusal.what();
        REQUIRE_THAT(sentence, Catch::StartsWith(path + ":"));
        REQUIRE(sentence.ends_with("."));
        ++refused;
      }
    }
  }
  CHECK(good > 0);
  CHECK(refused > 0);
}

}  // namespace

TEST_CASE("a schedule that is damaged is judged, or refused by line", "[schedule][damaged]") {
  read_damaged("schedules", [](const std::string& path) {
    const Schedule schedule = read_any_schedule(path);
    const Judgement judgement = judge(schedule, {scheduled_operation(schedule.operation), 0});
    for (const Finding& finding : judgement.findings) {
      REQUIRE(finding.line > 0);
      REQUIRE_FALSE(finding.sentence.empty());
    }
  });
}

TEST_CASE("a graph that is damaged is read, or refused by line", "[graph][damaged]") {
  read_damaged("graphs", [](const std::string& path) {
    if (path.ends_with(".csv")) {  // whose rows may be those of a table of ways, too
      try {
        static_cast<void>(ways_on(read_graph({"example"}), {}, path));
      } catch (const Refusal& refusal) {
        REQUIRE_THAT(refusal.what(), Catch::StartsWith(path + ":"));
      }
    }
    const GraphShape graph = read_graph({path, 2, 10});
    REQUIRE(graph.processors() >= 2);
    static_cast<void>(layout(graph));
    static_cast<void>(shortest_ways(graph.wiring({}))(1, 0));
  });
}

TEST_CASE("a workload that is damaged is laid out, or refused by its place",
          "[workload][damaged]") {
  read_damaged("workloads", [](const std::string& path) {
    const Workload workload = read_workload(path, {0, 100});
    const std::vector<std::int64_t> cycles(workload.tasks.size(), 10);
    const Timeline timeline = lay_out(workload, cycles);
    REQUIRE(timeline.end >= 0);
  });
}

TEST_CASE("traces of all nodes of which one is damaged are joined, or refused by their place",
          "[workload][damaged]") {
  const TemporaryFolder folder;
  std::vector<std::string> whole;
  for (const char* const rank : {"0", "1", "2", "3"}) {
    whole.push_back(
        content(in_tree("docs/examples/workloads/pipeline." + std::string{rank} + ".et")));
    std::ofstream{folder / ("run." + std::string{rank} + ".et"), std::ios::binary} << whole.back();
  }
  std::size_t good = 0;
  for (std::uint64_t seed = 0; seed < copies(); ++seed) {
    Random random{seed};
    const std::size_t rank = below(random, whole.size());
    const std::string path = folder / ("run." + std::to_string(rank) + ".et");
    std::ofstream{path, std::ios::binary} << mutated(whole[rank], random);
    CAPTURE(seed);
    try {
      const Workload workload = read_workload(folder / "run.*.et", {0, 100});
      REQUIRE(lay_out(workload, std::vector<std::int64_t>(workload.tasks.size(), 10)).end >= 0);
      ++good;
    } catch (const Refusal& refusal) {
      const std::string sentence = refusal.what();
      REQUIRE_THAT(sentence, Catch::StartsWith(folder / "run."));
      REQUIRE(sentence.ends_with("."));
    }
    std::ofstream{path, std::ios::binary} << whole[rank];
  }
  CHECK(good > 0);
}

TEST_CASE("a trace that is damaged becomes a schedule, or is refused", "[schedule][damaged]") {
  const TemporaryFolder folder;
  const std::string format = GENERATE("csv", "jsonl");
  const std::string whole = folder / ("whole." + format);
  REQUIRE(plexus_command("run ring allreduce --nodes 3 --words 6 --trace " + whole).status ==
          kVerified);
  const std::string text = content(whole);
  const std::string path = folder / ("damaged." + format);
  for (std::uint64_t seed = 0; seed < copies(); ++seed) {
    Random random{seed};
    std::ofstream{path, std::ios::binary} << mutated(text, random);
    CAPTURE(seed);
    try {
      static_cast<void>(judge(read_any_schedule(path), {{}, 0}));
    } catch (const Refusal& refusal) {
      REQUIRE_THAT(refusal.what(), Catch::Contains(path));
    }
  }
}
