#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/catalogue/study.hpp"
#include "models/synthesis/study.hpp"
#include "tests/command.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/thinned.hpp"

namespace plexus {

namespace {

/// Seconds in which a schedule is found that no limit ends: sanitized it takes longer.
#ifdef PLEXUS_SANITIZED
constexpr int kEnough = 20;
#else
constexpr int kEnough = 5;
#endif

/// A line of words and what it must say.
struct Figure {
  const char* line;
  int cycles;
  const char* proof;
};
std::ostream& operator<<(std::ostream& out, const Figure& figure) { return out << figure.line; }

/// The wiring of a DGX-1 as msccl-tools has it (`msccl/topologies/nvidia.py`).
const std::string kDgx1 = in_tree("docs/examples/graphs/dgx-1.txt");

void check(const Json& said, int cycles) {
  CHECK(said.at("verified") == true);
  CHECK(said.at("optimal") == true);
  CHECK(said.at("cycles") == cycles);
  CHECK(said.at("lower_bound") == cycles);
  CHECK(said.at("upper_bound") == cycles);
}

/// `synthesize LINE`, always a search of its own, whose refutations a second solver confirms.
Said synthesized(const std::string& line) {
  return plexus_command("synthesize " + line + " --confirm --json");
}

/// A search for it ends with the figure, and proves it so.
void find_optimum(const Figure& figure) {
  CAPTURE(figure);
  const Said said = synthesized(figure.line);
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  check(said.json(), figure.cycles);
  CHECK(said.json().at("proof") == figure.proof);
}

}  // namespace

TEST_CASE("a search that nobody watches ends as one that is watched", "[synthesize]") {
  CHECK(run_report("ring", "broadcast", "optimal", {{"nodes", 4}}).cycles == 2_cycles);
  CHECK(run_report("pops", "broadcast", "optimal", {{"d", 2}, {"g", 2}}).cycles == 1_cycles);
}

TEST_CASE("of three words for one coupler one goes over a group for which none of them is",
          "[synthesize]") {
  const Report report =
      run_report("pops", "permutation", "optimal",
                 {{"d", 3}, {"g", 3}, {"permutation", {3, 4, 5, 0, 1, 2, 6, 7, 8}}});
  CHECK(report.cycles == 2_cycles);
}

TEST_CASE("on machines of GPUs schedules are as good as others have published, or better",
          "[synthesize]") {
  struct Case {
    std::string operation;
    std::string edges;
    int words;
    int most;  // cycles of theirs
    int cycles;
  };
  const auto mesh = [](int width, int height, const char* across, const char* up, bool joined) {
    std::string edges;
    for (int v = 0; v < width * height; ++v) {
      if (joined ? v + 1 < width * height : (v + 1) % width != 0) {
        edges += fmt::format("{} {} 0 {}\n", v, v + 1, across);
      }
      if (v + width < width * height) edges += fmt::format("{} {} 0 {}\n", v, v + width, up);
    }
    return edges;
  };
  // A torus of 4 x 2 x 3: of a side of two one link goes both ways.
  std::string torus;
  for (int v = 0; v < 24; ++v) {
    torus += fmt::format("{} {}\n", v, v - v % 4 + (v + 1) % 4);
    if (v % 8 < 4) torus += fmt::format("{} {}\n", v, v + 4);
    torus += fmt::format("{} {}\n", v, (v + 8) % 24);
  }
  const auto [operation, edges, words, most, cycles] = GENERATE_COPY(values<Case>({
      {"allgather", torus, 3, 14, 14},                             // TACOS
      {"allgather", mesh(5, 5, "2", "3", false), 6, 30, 29},       // TACOS, 3 : 2, 10 slow words
      {"allgather", mesh(5, 5, "3", "2", false), 6, 30, 29},       //
      {"allgather", mesh(8, 5, "16", "7", false), 224, 384, 380},  // TACOS, 80 : 35, 24 slow words
      {"allgather", mesh(6, 6, "1", "1", true), 1, 18, 18},        // TE-CCL, as its file joins them
      {"alltoall --steps 2", "0 1\n0 2\n0 3\n", 1, 4, 4},          // a star: msccl-tools
      {"alltoall --steps 3", "0 1\n0 2\n0 3\n", 1, 3, 3},
      {"allgather --steps 1", "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n", 3, 3, 3},
  }));
  CAPTURE(operation, edges, words);
  const TemporaryFolder folder;
  std::ofstream{folder / "links.txt"} << edges;
  const Said said = synthesized(
      fmt::format("graph {} --words {} --graph {}", operation, words, folder / "links.txt"));
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  CHECK(cycles <= most);
  check(said.json(), cycles);
}

TEST_CASE("sixteen GPUs of a box of MI250s come near the worst cut of ForestColl",
          "[synthesize][long]") {
  const TemporaryFolder folder;  // its topologies.py
  std::ofstream{folder / "mi250.txt"}
      << "0 1 0 4\n0 4 0 2\n0 8 0 1\n1 5 0 1\n1 9 0 1\n1 10 0 1\n2 3 0 4\n2 6 0 1\n2 9 0 1\n"
         "2 10 0 1\n3 7 0 2\n3 11 0 1\n4 5 0 4\n4 6 0 1\n5 6 0 1\n5 7 0 1\n6 7 0 4\n8 9 0 4\n"
         "8 12 0 2\n9 13 0 1\n10 11 0 4\n10 14 0 1\n11 15 0 2\n12 13 0 4\n12 14 0 1\n13 14 0 1\n"
         "13 15 0 1\n14 15 0 4\n";
  const char* operation = GENERATE("allgather", "reduce-scatter");
  const Said said = synthesized(fmt::format("graph {} --words 70 --time-limit {} --graph {}",
                                            operation, kEnough, folder / "mi250.txt"));
  CAPTURE(operation, said.out, said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json().at("lower_bound") == 164);  // 14 blocks of 70 words by 6 links
  CHECK(said.json().at("cycles") <= 170);
}

TEST_CASE("lock steps are enough or too few, however long they are", "[synthesize]") {
  const auto in_steps = [](const char* line) {
    return synthesized(std::string{line} + " --port-rule one-port --time-limit 3000");
  };
  // Of a square with one port two nodes send in a step: 12 words of an allgather, 2, 4, 2, 4.
  const Said few = in_steps("hypercube allgather --dimension 2 --steps 3");
  CAPTURE(few.out, few.err);
  CHECK(few.status == kRefused);
  CHECK_THAT(few.err, Catch::Contains("no schedule has so few lock steps"));
  const Said none = plexus_command(
      "synthesize hypercube allgather --dimension 2 --steps 3 --port-rule one-port --time-limit 0");
  CHECK(none.status == kRefused);
  CHECK_THAT(none.err, Catch::Contains("within --time-limit 0: choose more."));
  const Said enough = in_steps("hypercube allgather --dimension 2 --steps 4 --startup 3 --words 9");
  CAPTURE(enough.out, enough.err);
  REQUIRE(enough.status == kVerified);
  check(enough.json(), 4 * 3 + 2 * 9 + 2 * 18);
}

TEST_CASE("long messages have a schedule in lock steps, too", "[synthesize]") {
  const auto line =
      GENERATE("ring allgather --nodes 8 --steps 4 --words 1000 --startup 10 --port-rule all-full",
               "ring broadcast --nodes 8 --steps 6 --words 5000 --startup 20 --port-rule all-full",
               "hypercube reduce-scatter --dimension 3 --steps 3 --startup 4 --words 30 "
               "--port-rule all-full",
               "omega alltoall --nodes 6 --startup 3 --words 40 --steps 8");
  const Said said = synthesized(std::string{line} + " --time-limit 0");
  CAPTURE(line, said.out, said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json().at("cycles") >= said.json().at("lower_bound"));
  CHECK(said.json().at("cycles") <= 3 * said.json().at("lower_bound").get<int>());
}

TEST_CASE("long messages come within a cycle of the bound", "[synthesize][long]") {
  const auto line = GENERATE_COPY(values<std::string>(
      {"torus allgather --sides 8,8 --words 2", "torus reduce-scatter --sides 8,8",
       "hypercube allgather --dimension 6 --words 3",
       "graph broadcast --words 300 --graph " + kDgx1,
       "graph allgather --words 100 --graph " + kDgx1}));
  CAPTURE(line);
  const Said said = synthesized(line + " --port-rule all-full --time-limit 5");
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json().at("cycles") <= said.json().at("lower_bound").get<int>() + 1);
}

TEST_CASE("trees bring long messages near the worst cut where machines are joined by few links",
          "[synthesize][long]") {
  const TemporaryFolder folder;
  {
    std::ofstream out{folder / "four.txt"};  // DGX-1s in a ring
    constexpr int kMachines = 4;
    for (int machine = 0; machine < kMachines; ++machine) {
      std::ifstream in{kDgx1};
      for (std::string line; std::getline(in, line);) {
        std::istringstream words{line};
        int from = 0;
        int to = 0;
        std::string timing;
        if (!(words >> from >> to)) continue;  // a comment
        std::getline(words, timing);
        fmt::print(out, "{} {}{}\n", 8 * machine + from, 8 * machine + to, timing);
      }
      const int next = (machine + 1) % kMachines;
      for (const int joined : {1, 5})
        fmt::print(out, "{} {}\n", 8 * machine + joined, 8 * next + joined);
    }
  }
  const Said said = synthesized(fmt::format("graph allgather --words 40 --time-limit {} --graph {}",
                                            kEnough, folder / "four.txt"));
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json().at("lower_bound") >= 240);  // 24 blocks over 4 links
  CHECK(said.json().at("cycles") <= 252);
}

TEST_CASE("very long messages have a schedule, too", "[synthesize][long]") {
  const auto line = GENERATE("ring allgather --nodes 3 --words 20000 --port-rule all-full",
                             "torus broadcast --sides 4,4 --words 20000 --startup 9",
                             "omega alltoall --nodes 16 --words 50",  // in passes of one word
                             "omega alltoall --nodes 16 --words 100 --bandwidth 3",
                             "pops scatter --d 32 --g 3 --words 100 --root 8");
  const Said said = synthesized(std::string{line} + " --time-limit 0");
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json().at("cycles") <= said.json().at("lower_bound").get<int>() * 3 / 2);
}

TEST_CASE("a time limit is kept, also where messages are long", "[synthesize][long]") {
  const auto line = GENERATE("torus reduce-scatter --sides 10,10 --words 100 --startup 27 --op min",
                             "pops scatter --d 32 --g 3 --words 100 --root 8",
                             "pops alltoall --d 2 --g 4 --words 9");
  const auto begin = std::chrono::steady_clock::now();
  const Said said =
      plexus_command(std::string{"run "} + line + " --algorithm optimal --time-limit 1 --json");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  CAPTURE(line, said.out, said.err, took.count());
  CHECK(said.status == kVerified);
#ifndef PLEXUS_SANITIZED     // whose programs take as long as they take
  CHECK(took.count() < 20);  // some 5 s on one core
#endif
}

TEST_CASE("an alltoall of nine nodes is proved where ports work one at a time",
          "[synthesize][alltoall]") {
  const auto figure = GENERATE(from_range(thinned(std::vector<Figure>{
      {"torus alltoall --sides 3,3 --port-rule one-port", 27, "bound"},
      {"torus alltoall --sides 3,3 --wrap false --port-rule one-port", 36, "bound"},
      {"torus alltoall --sides 3,3 --wrap false --port-rule one-in-one-out", 18, "bound"},
      {"torus alltoall --sides 3,3 --port-rule uniform", 9, "bound"},
      {"ring alltoall --nodes 9 --port-rule one-port", 45, "bound"},
      {"ring alltoall --nodes 9 --port-rule uniform", 23, "bound"},
  })));
  find_optimum(figure);
}

TEST_CASE("draws that are stopped leave the best schedule so far", "[synthesize][alltoall]") {
  const Said said = synthesized("torus alltoall --sides 8,8 --port-rule all-full --time-limit 5");
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json().at("cycles") <= said.json().at("lower_bound").get<int>() * 3 / 2);
}

namespace {

/// Machine and size, operation, port rule.
std::vector<std::tuple<std::string, std::string, std::string>> every_operation() {
  std::vector<std::tuple<std::string, std::string, std::string>> all;
  for (const char* machine : {"ring --nodes 4", "torus --sides 3,3", "hypercube --dimension 2",
                              "graph --graph example"}) {
    for (const char* operation : {"move", "broadcast", "scatter", "gather", "allgather", "alltoall",
                                  "reduce-scatter", "permutation", "reduce", "allreduce"}) {
      for (const char* rule : {"all-full", "one-port"}) all.emplace_back(machine, operation, rule);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("every operation of every machine of links is found, run and verified", "[synthesize]") {
  const auto [machine, operation, rule] = GENERATE(from_range(thinned(every_operation())));
  const std::string name = machine.substr(0, machine.find(' '));
  const std::string rest = machine.substr(name.size());
  const std::string line =
      name + ' ' + operation + rest + " --words 1 --startup 0 --time-limit 2 --port-rule " + rule;
  CAPTURE(line);
  const Said said = synthesized(line);
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  const Json json = said.json();
  CHECK(json.at("verified") == true);
  CHECK(json.at("lower_bound") <= json.at("cycles"));
  const bool pair = operation == "allreduce";  // an algorithm may be faster
  CHECK((json.at("upper_bound") == json.at("cycles") || pair));
  for (const char* same : {"upper_bound", "optimal", "proof"}) {
    CHECK(json.at("statistics").at(same) == json.at(same));
  }
  if (!json.at("best_algorithm").is_null()) {
    CHECK(json.at(pair ? "upper_bound" : "cycles") <= json.at("best_algorithm").at("cycles"));
  }
}

TEST_CASE("a link that is too slow for a step carries nothing", "[synthesize]") {
  const TemporaryFolder folder;
  std::ofstream{folder / "graph.txt"} << "0 1 9 9\n0 2\n1 2\n";
  const Said one =
      synthesized("graph allgather --startup 1 --steps 1 --graph " + (folder / "graph.txt"));
  CAPTURE(one.out, one.err);
  check(one.json(), 10);
  const Said two =
      synthesized("graph allgather --startup 1 --steps 2 --graph " + (folder / "graph.txt"));
  check(two.json(), 4);
}

TEST_CASE("a schedule that is searched for runs as any algorithm", "[synthesize]") {
  const std::string line =
      "run ring allgather --algorithm optimal --nodes 8 --words 2 --port-rule all-full --json";
  const Json alone = plexus_command(line).json();
  CHECK(alone.at("cycles") == 7);
  CHECK(alone.at("verified") == true);
  CHECK(alone.at("statistics").at("optimal") == true);
  const TemporaryFolder folder;
  const Said drawn = plexus_command(line + " --lockstep link --vcd " + (folder / "run.vcd") +
                                    " --picture " + (folder / "run.svg"));
  REQUIRE(drawn.status == kVerified);
  CHECK(drawn.json().at("cycles") == 7);
  CHECK(folder.names() == std::set<std::string>{"run.gtkw", "run.svg", "run.vcd"});
}

TEST_CASE("no schedule is slower than the fastest algorithm, or what it is backwards",
          "[synthesize][long]") {
  struct Case {
    const char* line;
    int cycles;  // of the algorithm
    bool optimal;
  };
  const auto [line, cycles, optimal] = GENERATE(values<Case>(
      {{"allgather --sides 8,8 --words 500", 7875, true},
       {"allgather --sides 8,8 --words 1000 --startup 10", 15830, false},
       {"reduce-scatter --sides 8,8 --words 100 --startup 10", 1655, false}}));  // of an allgather
  const Said said = synthesized(fmt::format("torus {} --port-rule all-full --time-limit 0", line));
  CAPTURE(line, said.out, said.err);
  REQUIRE(said.status == kVerified);
  const Json json = said.json();
  CHECK(json.at("cycles") <= cycles);
  CHECK(json.at("upper_bound") == json.at("cycles"));
  CHECK(json.at("statistics").at("upper_bound") == json.at("cycles"));
  CHECK(json.at("optimal") == optimal);
  CHECK((json.at("lower_bound") == json.at("cycles")) == optimal);
}

TEST_CASE("a run that is asked for by name begins with the fastest algorithm, too",
          "[synthesize][long]") {
  const Said said = plexus_command(
      "run torus allgather --algorithm optimal --sides 8,8 --words 200 --startup 10 --port-rule "
      "all-full --time-limit 0 --json");
  CAPTURE(said.out, said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json().at("cycles") <= 3230);  // all-ports
}

TEST_CASE("a schedule that is kept is found again, and the same is said of it", "[synthesize]") {
  const std::string line = GENERATE(
      "ring allreduce --nodes 4 --words 4 --port-rule all-full",  // two halves
      "torus allgather --sides 3,3 --wrap false --startup 0",
      "ring alltoall --nodes 5 --steps 3 --port-rule all-full", "pops alltoall --d 2 --g 2");
  const Said searched = synthesized(line);
  const Said again = plexus_command("synthesize " + line + " --json");
  CAPTURE(line, searched.err, again.err);
  CHECK_THAT(searched.err, Catch::Contains("searched for"));
  CHECK_THAT(again.err, Catch::Contains("it had been found before"));
  Json first = searched.json();
  first["parameters"]["confirm"] = false;
  CHECK(first == again.json());
}

TEST_CASE("what is not proved is not kept, and never said to be proved", "[synthesize]") {
  const std::string line = "reconfigurable alltoall --nodes 13 --ports 3 --words 2";  // of no other
  for (int time = 0; time < 2; ++time) {
    const Said said = plexus_command("synthesize " + line + " --time-limit 0 --json");
    CAPTURE(time, said.err);
    CHECK(said.json().at("optimal") == false);
    CHECK(said.json().at("proof") == "none");
    CHECK_THAT(said.err, !Catch::Contains("it had been found before"));
  }
}

namespace {

/// Ctrl-C as soon as there is a schedule.
class Impatient final : public std::stringbuf {
 public:
  int sync() override {
    const bool now = !ended_ && str().find("between") != std::string::npos;
    if (now) {
      ended_ = true;
      std::raise(SIGINT);
    }
    return 0;
  }

 private:
  bool ended_ = false;
};

}  // namespace

TEST_CASE("Ctrl-C ends a search with the best schedule so far", "[synthesize]") {
  const std::string line =
      GENERATE("torus alltoall --sides 6,6 --port-rule all-full",
               "reconfigurable broadcast --nodes 11 --words 5",
               "torus allgather --sides 4,4 --port-rule one-port --startup 3 --words 3");
  Impatient heard;
  std::ostringstream out;
  std::ostream err{&heard};
  const int status = run_command(
      every_machine(), words_of("synthesize " + line + " --time-limit 100000 --json"), out, err);
  CAPTURE(line, out.str(), heard.str());
  REQUIRE(status == kVerified);
  const Json json = Json::parse(out.str());
  CHECK(json.at("verified") == true);
  CHECK(json.at("proof") == "none");
  CHECK(json.at("lower_bound") < json.at("cycles"));
  CHECK(json.at("upper_bound") <= json.at("cycles"));
}

namespace {

/// Machine and size, operation, port rule; a switch has none of these, and not all operations.
std::vector<std::tuple<std::string, std::string, std::string>> every_written() {
  auto all = every_operation();
  for (const char* operation :
       {"move", "scatter", "gather", "allgather", "alltoall", "reduce-scatter", "permutation"}) {
    all.emplace_back("omega --nodes 4 --network crossbar", operation, "");
  }
  return all;
}

}  // namespace

TEST_CASE("a schedule that is written to a file runs again, in as many cycles", "[synthesize]") {
  const auto [machine, operation, rule] = GENERATE(from_range(thinned(every_written())));
  const TemporaryFolder folder;
  const std::size_t blank = machine.find(' ');
  const std::string name = machine.substr(0, blank);
  const std::string rest = machine.substr(blank) + (rule.empty() ? "" : " --port-rule " + rule);
  const std::set<std::string> rooted{"broadcast", "scatter", "gather", "reduce"};
  const std::string root = rooted.contains(operation) ? " --root 1" : "";
  const auto found = [&](const std::string& file) {
    return synthesized(fmt::format("{} {}{}{} --words 2 --time-limit 5 --out {}", name, operation,
                                   rest, root, folder / file));
  };
  // Files have no word for some operations: they say what lies where, word by word.
  const auto again = [&](const std::string& file, const std::set<std::string>& custom) {
    const bool own = custom.contains(operation);
    const Said checked = plexus_command({"check", folder / file});
    CAPTURE(checked.out);
    CHECK(checked.status == kVerified);
    return plexus_command(
        fmt::format("run {} {}{}{} --words {} --algorithm schedule --schedule {} --json", name,
                    own ? "custom" : operation, rest, own ? "" : root, own ? 1 : 2, folder / file));
  };
  CAPTURE(machine, operation, rule);
  const Said written = found("found.schedule");
  CAPTURE(written.err);
  REQUIRE(written.status == kVerified);
  const Said run = again("found.schedule", {"move", "permutation", "reduce"});
  CAPTURE(run.out, run.err);
  REQUIRE(run.status == kVerified);
  CHECK(run.json().at("cycles") == written.json().at("cycles"));
  if (rule != "all-full") return;  // others need cycles, and MSCCL has the order alone
  REQUIRE(found("found.xml").status == kVerified);
  const Said xml =
      again("found.xml", {"move", "permutation", "reduce", "broadcast", "scatter", "gather"});
  CAPTURE(xml.out, xml.err);
  REQUIRE(xml.status == kVerified);
  if (name == "graph") return;  // words of a cycle that do not lie together go in two steps
  CHECK(xml.json().at("cycles") == written.json().at("cycles"));
}

TEST_CASE("an allreduce is the best pair, and said to be no more", "[synthesize]") {
  const Said said = synthesized("ring allreduce --nodes 4 --words 4 --port-rule all-full");
  REQUIRE(said.status == kVerified);
  const Json json = said.json();
  CHECK(json.at("best_algorithm").at("name") == "ring");
  CHECK(json.at("optimal") == false);
  CHECK(json.at("proof") == "none");
  CHECK(json.at("cycles") <= 4);
  CHECK(json.at("lower_bound") < json.at("cycles"));
}

TEST_CASE("what belongs to a run is said to belong there", "[synthesize]") {
  const std::string option = GENERATE("--vcd", "--trace", "--picture", "--lockstep");
  const Said said = plexus_command("synthesize ring allgather " + option + " x");
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains(option +
                                       " is an option of plexus run: say plexus run ring "
                                       "allgather --algorithm optimal " +
                                       option));
}

TEST_CASE("what cannot be searched for is refused", "[synthesize]") {
  const auto line = GENERATE(
      "synthesize", "synthesize moon", "synthesize bus allgather", "synthesize ring",
      "synthesize ring scan", "synthesize ring dance",
      "synthesize ring allgather --algorithm daisy-chain", "synthesize ring allgather --out x.txt",
      "synthesize ring allgather --steps 0", "synthesize ring allgather --steps 1",
      "synthesize ring allgather --nodes 1000", "synthesize ring scatter --out",
      "synthesize ring allreduce --steps 4", "synthesize omega allgather --network omega",
      "synthesize omega broadcast", "synthesize omega allgather --setup parallel",
      "synthesize omega allgather --startup 1", "synthesize pops alltoall --startup 1",
      "synthesize pops alltoall --steps 3", "synthesize pops alltoall --out x.schedule",
      "synthesize pops reduce", "synthesize reconfigurable alltoall --beta-r 1",
      "synthesize reconfigurable alltoall --mode dynamic", "synthesize ring allgather --steps x",
      "synthesize ring allgather --steps 1001", "synthesize ring allgather --steps",
      "synthesize ring allgather --time-limit -1", "synthesize ring allgather --time-limit 1.5",
      "synthesize ring allgather --time-limit", "synthesize ring allgather --time-limit 1000001",
      "synthesize ring allgather --confirm perhaps", "synthesize ring allgather --words 0",
      "synthesize ring allgather --words 10000 --nodes 100", "synthesize ring allgather --nodes 0",
      "synthesize ring allgather --port-rule none", "synthesize ring allgather more",
      "synthesize ring allgather --colour red", "synthesize ring move --destination 100",
      "synthesize ring permutation --permutation 0,0,1,2,3,4,5,6",
      "synthesize graph allgather --graph absent.txt",
      "synthesize ring allgather --out absent/x.schedule",
      "synthesize ring permutation --nodes 3 --permutation 0,1,2 --out x.schedule");
  CAPTURE(line);
  const Said said = plexus_command(line);
  CHECK(said.status == kRefused);
  CHECK(said.out.empty());
  CHECK(said.err.size() > 20);
}

TEST_CASE("the help of a search has what it takes, and nothing of other runs", "[synthesize]") {
  const Said said = plexus_command("synthesize ring allgather --help");
  CHECK(said.status == kVerified);
  CHECK_THAT(said.out, Catch::StartsWith("plexus synthesize ring allgather"));
  for (const char* own : {"--steps", "--time-limit", "--confirm", "--out", "--json", "--words"}) {
    CHECK_THAT(said.out, Catch::Contains(own));
  }
  for (const char* other : {"--vcd", "--algorithm", "--lockstep"}) {
    CHECK_THAT(said.out, !Catch::Contains(other));
  }
}

TEST_CASE("algorithms stand beside optima with their cycles, or with none where none fits",
          "[synthesize]") {
  const bool fit = GENERATE(true, false);
  const auto run = [&](const Request& request) {  // optima take 4 cycles, algorithms 6
    Report report;
    report.verified = true;
    const bool searched = request.algorithm == "optimal";
    if (!searched && !fit) throw Refusal{RefusalClass::kSize, "it does not fit."};
    report.cycles = searched ? 4_cycles : 6_cycles;
    report.lower_bound = 4_cycles;
    report.statistics["proof"] = "refuted";
    return report;
  };
  const Study study = optima_study();
  const StudyReport report =
      study.run(every_machine(), run, complete(study.parameters, Json::object()));
  CHECK(report.good);
  REQUIRE(report.json.at("rows").size() > 100);
  std::set<std::string> with;
  for (const Json& row : report.json.at("rows")) {
    CAPTURE(row);
    const bool has = row.at("algorithm") != "-";
    if (has) with.insert(row.at("operation"));
    CHECK(row.at("cycles") == (has ? Json(6) : Json()));
    CHECK(row.at("verdict") == (has ? "1.5 times" : "no algorithm"));
    CHECK(row.at("lower_bound") == 4);
  }
  CHECK(with.empty() != fit);
  for (const StudyTable& table : report.tables) {
    for (const auto& row : table.rows) CHECK(row[3] == (row[1] == "-" ? "-" : "6"));
  }
}

}  // namespace plexus
