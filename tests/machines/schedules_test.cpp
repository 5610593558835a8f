#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

const std::string kFiles = in_tree("docs/examples/schedules/");

const std::string kHeader = "node,thread,operation,peer,blocks,after\n";

}  // namespace

TEST_CASE("the direct schedule does every operation on every machine of links and on the switch",
          "[schedule]") {
  const std::string machine =
      GENERATE("ring --nodes 5", "torus --sides 3,4", "hypercube --dimension 3", "omega --nodes 8",
               "omega --network crossbar --nodes 7", "graph");
  const std::string operation = GENERATE("broadcast", "scatter", "gather", "allgather", "alltoall",
                                         "allreduce", "reduce-scatter");
  CAPTURE(machine, operation);
  const std::size_t blank = machine.find(' ');
  const std::string rest = blank == std::string::npos ? "" : machine.substr(blank);
  const Said said =
      plexus_command("run " + machine.substr(0, blank) + ' ' + operation + rest +
                     " --algorithm schedule --words 13 --startup 2 --bandwidth 3 --json");
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["verified"] == true);
  CHECK(said.json()["statistics"]["data"] == "checked");
}

TEST_CASE("a schedule of rows takes the cycles of its messages", "[schedule]") {
  const Json report =
      plexus_command(
          "run ring allgather --nodes 3 --words 10 --startup 2 --algorithm schedule "
          "--json --schedule " +
          kFiles + "allgather_3.schedule")
          .json();
  CHECK(report["verified"] == true);
  CHECK(report["cycles"] == 2 * 12);  // two rounds of c(10)
  CHECK(report["statistics"]["rows"] == 12);
}

TEST_CASE("schedules of MSCCL and GOAL run", "[schedule]") {
  const TemporaryFolder folder;
  const std::string out = folder / "out.schedule";
  const auto [file, run, cycles,
              data] = GENERATE(table<std::string, std::string, int, std::string>({
      // three rounds of c(8); six rounds of c(8/4)
      {"allgather_ring_4.xml", "ring allgather --nodes 4 --words 8", 3 * 9, "checked"},
      {"allreduce_ring_4.xml", "ring allreduce --nodes 4 --words 8", 6 * 3, "checked"},
      {"allgather_ring_4.xml", "omega allgather --nodes 4 --words 8", 3 * 9, "checked"},
      // a third to both others at once, and when all is reduced in the gpu, the sums
      {"allreduce_pairs_3.xml", "ring allreduce --nodes 3 --words 9", 2 * 4, "checked"},
      // a pass after another: to node 2, to node 1 while node 2 works, to node 3
      {"broadcast_4.goal", "omega broadcast --network crossbar --nodes 4", 3 * 65, "sizes only"},
      // a block over each link in each of three epochs
      {"allgather_epochs_4.json", "ring allgather --nodes 4 --words 8", 3 * 9, "checked"},
      // half a block over each link between neighbours in each of four epochs
      {"alltoall_halves_3.json", "ring alltoall --nodes 3 --words 8", 4 * 5, "checked"},
      // to all others in the order of their numbers, into a place for each: on a crossbar five
      // passes
      // (0-1 1-0, 0-2 2-0, 0-3 1-2 2-1 3-0, 1-3 3-1, 2-3 3-2)
      {"allreduce_one_step_4.xml", "omega allreduce --network crossbar --nodes 4 --words 8", 5 * 9,
       "checked"},
      // a half between the two of a host, a half between hosts, a half again
      {"allreduce_two_hosts_4.xml", "hypercube allreduce --dimension 2 --words 8", 3 * 5,
       "checked"},
  }));
  CAPTURE(file, run);
  const Said converted = plexus_command("convert " + kFiles + file + " " + out);
  CAPTURE(converted.err);
  REQUIRE(converted.status == kVerified);
  const Said said =
      plexus_command("run " + run + " --startup 1 --algorithm schedule --json --schedule " + out);
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["cycles"] == cycles);
  CHECK(said.json()["statistics"]["data"] == data);
  CHECK(said.json()["verified"] == (data == "checked" ? Json(true) : Json()));
}

TEST_CASE("a file of another tool runs as what it is converted to", "[schedule]") {
  const TemporaryFolder folder;
  const std::string trace = folder / "run.csv";
  REQUIRE(plexus_command("run torus allreduce --sides 3,3 --words 18 --trace " + trace).status ==
          kVerified);
  const auto [named, run] = GENERATE(table<std::string, std::string>({
      {kFiles + "allgather_ring_4.xml", "ring allgather --nodes 4 --words 8"},
      {kFiles + "broadcast_4.goal", "omega broadcast --nodes 4"},
      {kFiles + "allgather_epochs_4.json", "ring allgather --nodes 4"},
      {kFiles + "custom_3.xml", "ring custom --nodes 3"},
      {"trace", "torus allreduce --sides 3,3 --words 18"},
  }));
  const std::string file = named == "trace" ? trace : named;
  CAPTURE(file, run);
  const std::string out = folder / "same.schedule";
  REQUIRE(plexus_command("convert " + file + " " + out).status == kVerified);
  const std::string line = "run " + run + " --algorithm schedule --json --schedule ";
  Json at_once = plexus_command(line + file).json();
  Json converted = plexus_command(line + out).json();
  REQUIRE(at_once.contains("cycles"));
  CHECK(at_once["parameters"]["schedule"] == file);
  at_once.erase("parameters");
  converted.erase("parameters");
  CHECK(at_once == converted);
}

TEST_CASE("where a schedule names sizes alone, a sweep's rows say nothing of data", "[schedule]") {
  const TemporaryFolder folder;
  const std::string schedule = folder / "sizes.schedule";
  REQUIRE(plexus_command("convert " + kFiles + "broadcast_4.goal " + schedule).status == kVerified);
  const std::string study = folder / "study.toml";
  std::ofstream{study} << "[run]\nmachine = \"omega\"\noperation = \"broadcast\"\nnodes = 4\n"
                          "[[points]]\nalgorithm = \"schedule\"\nschedule = \""
                       << schedule << "\"\n[[points]]\nalgorithm = \"hardware\"\n";
  const std::string out = folder / "rows";
  REQUIRE(plexus_command({"sweep", study, "--out", out, "--jobs", "1"}).status == kVerified);
  std::ifstream file{out + "/results.csv"};
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    rows.emplace_back(1);
    for (const char letter : line) {
      if (letter == ',') {
        rows.back().emplace_back();
      } else {
        rows.back().back() += letter;
      }
    }
  }
  REQUIRE(rows.size() == 3);
  const auto column = std::ranges::find(rows[0], "verified") - rows[0].begin();
  CHECK(rows[1].at(static_cast<std::size_t>(column)).empty());
  CHECK(rows[2].at(static_cast<std::size_t>(column)) == "true");
}

TEST_CASE("a run becomes a schedule without findings that takes the same cycles, and GOAL",
          "[schedule]") {
  const auto [what, operation, size] = GENERATE(table<std::string, std::string, std::string>({
      {"ring", "allgather", "--nodes 5 --words 7"},
      {"ring", "allreduce", "--nodes 5 --words 10"},
      {"ring", "reduce-scatter", "--nodes 4 --words 3"},
      {"ring", "broadcast", "--nodes 6 --words 7"},
      {"hypercube", "scatter", "--dimension 3 --words 4"},
      {"hypercube", "allreduce", "--dimension 3 --words 16 --op sum"},
      {"hypercube", "allreduce", "--dimension 3 --words 5 --algorithm recursive-doubling --op max"},
      {"hypercube", "allreduce",  // what has come is combined when what was there has been sent
       "--dimension 2 --words 2 --port-rule all-full --algorithm recursive-doubling --op max"},
      {"torus", "alltoall", "--sides 3,3 --words 2"},
      {"omega", "allgather", "--nodes 8 --words 4"},
      {"graph", "allgather", "--words 5"},
  }));
  CAPTURE(what, operation, size);
  const TemporaryFolder folder;
  const std::string trace = folder / "run.csv";
  const std::string schedule = folder / "run.schedule";
  const std::string goal = folder / "run.goal";
  const Json run =
      plexus_command("run " + what + ' ' + operation + ' ' + size + " --json --trace " + trace)
          .json();
  REQUIRE(plexus_command("convert " + trace + ' ' + schedule).status == kVerified);
  REQUIRE(plexus_command("convert " + trace + ' ' + goal).status == kVerified);
  std::string bare = size;  // without the algorithm
  if (const std::size_t at = size.find("--algorithm"); at != std::string::npos) {
    bare.erase(at, size.find("--op") - at);
  }
  const Said checked = plexus_command("check " + schedule + " --operation " + operation);
  CAPTURE(checked.out);
  CHECK(checked.status == kVerified);
  const auto run_again = [&](const std::string& file) {
    return plexus_command("run " + what + ' ' + operation + ' ' + bare +
                          " --algorithm schedule --json --schedule " + file);
  };
  const Said again = run_again(schedule);
  CAPTURE(again.err);
  REQUIRE(again.status == kVerified);
  CHECK(again.json()["cycles"] <= run["cycles"]);
  CHECK(again.json()["statistics"]["word_hops"] == run["statistics"]["word_hops"]);
  const std::string sizes = folder / "sizes.schedule";
  REQUIRE(plexus_command("convert " + goal + ' ' + sizes).status == kVerified);
  const Said told = run_again(sizes);
  REQUIRE(told.status == kVerified);
  CHECK(told.json()["cycles"] == again.json()["cycles"]);
  CHECK(told.json()["statistics"]["data"] == "sizes only");
}

TEST_CASE("a packet that the switch drops, and takes later, is one message", "[schedule]") {
  const TemporaryFolder folder;
  const std::string run =
      "run omega broadcast --nodes 8 --words 3 --network crossbar --startup 1 --bandwidth 2 --json "
      "--algorithm ";
  const std::string first = folder / "first.csv";
  const std::string second = folder / "second.csv";
  REQUIRE(plexus_command(run + "scatter-allgather --trace " + first).status == kVerified);
  const std::string again = run + "schedule --schedule ";
  const Said said = plexus_command(again + first + " --trace " + second);
  REQUIRE(said.status == kVerified);
  REQUIRE_THAT(content(second), Catch::Contains(",drop,"));
  CHECK(plexus_command(again + second).json()["cycles"] == said.json()["cycles"]);
}

TEST_CASE("what stands in files of others is understood", "[schedule]") {
  const TemporaryFolder folder;
  const std::string out = folder / "out.schedule";
  // An allgather in place: one memory, named by its output alone; two chunks a gpu.
  std::string xml =
      "<algo name=\"x\" nchannels=\"1\" ngpus=\"2\" coll=\"allgather\" inplace=\"1\" "
      "minBytes=\"0\">\n";
  for (const std::string gpu : {"0", "1"}) {
    const std::string other = gpu == "0" ? "1" : "0";
    const auto step = [](const std::string& number, const std::string& type,
                         const std::string& chunk) {
      const std::string place = "buf=\"o\" ";
      return "<step s=\"" + number + "\" type=\"" + type + "\" src" + place + "srcoff=\"" + chunk +
             "\" dst" + place + "dstoff=\"" + chunk +
             "\" cnt=\"2\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>\n";
    };
    const std::string own = gpu == "0" ? "0" : "2";
    const std::string theirs = gpu == "0" ? "2" : "0";
    xml += "<gpu id=\"" + gpu +
           "\" i_chunks=\"0\" o_chunks=\"4\" s_chunks=\"0\">\n<tb id=\"0\" send=\"" + other +
           "\" recv=\"" + other + "\" chan=\"0\">\n" + step("0", "s", own) +
           step("1", "r", theirs) + "</tb></gpu>\n";
  }
  const std::string place = written(folder, "place.xml", xml + "</algo>\n");
  REQUIRE(plexus_command("convert " + place + " " + out).status == kVerified);
  CHECK(plexus_command("run graph allgather --algorithm schedule --words 4 --json --graph " +
                       written(folder, "pair.txt", "0 1\n") + " --schedule " + out)
            .json()["cycles"] == 4);
  // GOAL: comments of both kinds, places, a blank before the colon, starts that wait for starts.
  const std::string goal =
      written(folder, "all.goal",
              "/* of two\n ranks */ num_ranks 2\nrank 0{\n"
              "a: calc 10 cpu 1 // first\nb : calc 5\nc: send 3b to 1 cpu 0 nic 0\n"
              "d: calc 1\nc irequires b\nb irequires d\nd requires a\n}\n"
              "rank 1{\nrecv 3b from 0\n}\n");
  REQUIRE(plexus_command("convert " + goal + " " + out).status == kVerified);
  // The message starts when d may start, which is when a has ended.
  CHECK(plexus_command("run graph broadcast --algorithm schedule --json --graph " +
                       (folder / "pair.txt") + " --schedule " + out)
            .json()["cycles"] == 10 + 3);
  // A rank without tasks is a node, there and back.
  const std::string four = written(folder, "four.goal",
                                   "num_ranks 4\nrank 0 {\nsend 3b to 1\n}\n"
                                   "rank 1 {\nrecv 3b from 0\n}\n");
  REQUIRE(plexus_command("convert " + four + " " + out).status == kVerified);
  CHECK_THAT(content(out), Catch::StartsWith("nodes 4\n"));
  REQUIRE(plexus_command("convert " + out + " " + four).status == kVerified);
  CHECK_THAT(content(four), Catch::StartsWith("num_ranks 4\n"));
}

TEST_CASE("a schedule is written for MSCCL, and is the same when it is read again", "[schedule]") {
  const TemporaryFolder folder;
  const std::string trace = folder / "run.csv";
  const std::string one = folder / "one.schedule";
  const std::string xml = folder / "one.xml";
  const std::string two = folder / "two.schedule";
  const std::string operation =
      GENERATE("allgather", "alltoall", "allreduce", "reduce-scatter", "broadcast");
  const std::string machine = GENERATE("ring --nodes 5", "hypercube --dimension 3", "graph");
  const std::size_t blank = std::min(machine.find(' '), machine.size());
  const std::string run = "run " + machine.substr(0, blank) + " " + operation +
                          machine.substr(blank) + " --words 16 --json";
  CAPTURE(run);
  REQUIRE(plexus_command(run + " --trace " + trace).status == kVerified);
  REQUIRE(plexus_command("convert " + trace + " " + one).status == kVerified);
  const Said unnamed = plexus_command("convert " + one + " " + xml);
  CHECK(unnamed.status == kRefused);
  CHECK_THAT(unnamed.err, Catch::Contains("one.schedule:1: "));
  CHECK_FALSE(std::ifstream{xml}.good());
  const std::string rows = content(one);
  std::ofstream{one} << "operation " << operation << '\n' << rows;
  const Said written_down = plexus_command("convert " + one + " " + xml);
  if (rows.find('[') != std::string::npos) {  // packets that no chunk is
    CHECK(written_down.status == kRefused);
    return;
  }
  REQUIRE(written_down.status == kVerified);
  const Said checked = plexus_command("check " + xml);
  CAPTURE(checked.out);
  CHECK(checked.status == kVerified);
  REQUIRE(plexus_command("convert " + xml + " " + two).status == kVerified);
  const auto cycles = [&](const std::string& file) {
    const Said said = plexus_command(run + " --algorithm schedule --schedule " + file);
    CAPTURE(said.err);
    CHECK(said.status == kVerified);
    return said.json()["cycles"];
  };
  CHECK(cycles(one) == cycles(two));
  const Said other =
      plexus_command("run graph scatter --algorithm schedule --json --schedule " + two);
  CHECK(other.status == kRefused);
  CHECK_THAT(other.err,
             Catch::Contains("the schedule is one of " + operation + ", not of scatter"));
}

TEST_CASE("what MSCCL has no word for says there what lies where", "[schedule][custom]") {
  const TemporaryFolder folder;
  const std::string xml = folder / "own.xml";
  const auto [head, rows, says] = GENERATE(table<std::string, std::string, std::string>({
      {"operation broadcast\nroot 1\nnodes 3\n",
       "1,0,send,2,0,\n2,0,receive,1,0,\n2,0,send,0,0,\n0,0,receive,2,0,\n",
       "<start gpu=\"1\" places=\"o0\" items=\"0\"/>"},
      {"operation gather\npieces 2\n", "1,0,send,0,2-3,\n0,0,receive,1,2-3,\n",
       "<end gpu=\"0\" places=\"o0-3\" items=\"0 1 2 3\"/>"},
      // In one memory: i2 is what node 1 has in o0.
      {"operation scatter\nroot 1\npieces 2\nin place\n",
       "1,0,send,0,i0-1,\n0,0,receive,1,s0-1,\n0,0,copy,s0-1,o0-1,\n", "i_chunks=\"4\""},
  }));
  CAPTURE(head);
  const std::string schedule = written(folder, "own.schedule", head + kHeader + rows);
  REQUIRE(plexus_command("check " + schedule).status == kVerified);
  REQUIRE(plexus_command("convert " + schedule + " " + xml).status == kVerified);
  const Said checked = plexus_command("check " + xml);
  CAPTURE(content(xml), checked.out, checked.err);
  CHECK(checked.status == kVerified);
  CHECK_THAT(content(xml), Catch::Contains(says));
  const Said run = plexus_command("run graph custom --words 3 --json --schedule " + xml);
  CHECK(run.status == kVerified);
}

TEST_CASE("a message to a neighbour keeps to their link, if no table says another way",
          "[schedule]") {
  const TemporaryFolder folder;
  const std::string graph = written(folder, "slow.txt", "0 1 0 1\n0 2 0 1\n1 2 5 10\n");
  const std::string trace = folder / "run.csv";
  const std::string line = "run graph allgather --words 10 --json --graph " + graph;
  const auto cycles = [&](const std::string& more) {
    return plexus_command(line + more).json()["cycles"];
  };
  CHECK(cycles(" --algorithm ring --trace " + trace) == 20);
  const std::string again = " --algorithm schedule --schedule " + trace;
  CHECK(cycles(again) == 20);
  const std::string ways = written(folder, "ways.csv", "at,to,next\n1,2,0\n2,1,0\n");
  CHECK(cycles(again + " --routes " + ways) == 30);
}

TEST_CASE("a schedule that leaves a block out, or sends what is not there, does not pass",
          "[schedule]") {
  const TemporaryFolder folder;
  const std::string run = "run ring allgather --nodes 3 --algorithm schedule --json --schedule ";
  const std::string whole = content(kFiles + "allgather_3.schedule");
  const std::string less =
      written(folder, "less.schedule",
              replaced(replaced(whole, "0,0,send,1,2,1.0\n", ""), "1,1,receive,0,2,\n", ""));
  const Said lacks = plexus_command(run + less);
  CHECK(lacks.status == kWrong);
  CHECK(lacks.json()["verified"] == false);
  const std::string early =
      written(folder, "early.schedule",
              kHeader + "0,0,send,1,2,\n1,0,receive,0,2,\n1,1,send,2,1,\n2,0,receive,1,1,\n");
  const Said unheld = plexus_command(run + early);
  CHECK(unheld.status == kFaulted);
  CHECK_THAT(unheld.err, Catch::Contains("does not hold"));
}

TEST_CASE("the ring schedule sends round, and takes what the ring's algorithms take",
          "[schedule][round]") {
  const std::string operation = GENERATE("allgather", "allreduce", "reduce-scatter");
  const std::string size =
      GENERATE("--nodes 3 --words 3", "--nodes 5 --words 20 --startup 3", "--nodes 8 --words 19");
  CAPTURE(operation, size);
  const std::string line = "run ring " + operation + " " + size + " --port-rule all-full --json";
  const Json round = plexus_command(line + " --algorithm schedule --schedule ring").json();
  REQUIRE(round["verified"] == true);
  const std::string usual = operation == "allgather" ? "daisy-chain" : "ring";
  CHECK(round["cycles"] == plexus_command(line + " --algorithm " + usual).json()["cycles"]);
}

TEST_CASE("what does not go round is refused", "[schedule][round]") {
  const Said other = plexus_command("run ring alltoall --algorithm schedule --schedule ring");
  CHECK(other.status == kRefused);
  CHECK_THAT(other.err, Catch::Contains("one of allgather, allreduce and reduce-scatter"));
  const Said few =
      plexus_command("run ring allreduce --nodes 8 --words 7 --algorithm schedule --schedule ring");
  CHECK(few.status == kRefused);
  CHECK_THAT(few.err, Catch::Contains("8 chunks"));
}

TEST_CASE("an operation of a schedule's own runs and is verified, wherever schedules run",
          "[schedule][custom]") {
  const std::string machine = GENERATE("ring --nodes 3", "graph", "torus --sides 3,3",
                                       "hypercube --dimension 2", "omega --nodes 4");
  const std::size_t blank = std::min(machine.find(' '), machine.size());
  const std::string run =
      "run " + machine.substr(0, blank) + " custom" + machine.substr(blank) + " --words 9 --json";
  CAPTURE(run);
  const Said direct = plexus_command(run);
  CAPTURE(direct.err);
  REQUIRE(direct.status == kVerified);
  CHECK(direct.json()["verified"] == true);
  const TemporaryFolder folder;
  const std::string sums = folder / "sums.schedule";
  REQUIRE(plexus_command("convert " + kFiles + "custom_3.xml " + sums).status == kVerified);
  const Said added = plexus_command(run + " --schedule " + sums);
  CAPTURE(added.err);
  REQUIRE(added.status == kVerified);
  CHECK(added.json()["verified"] == true);
  CHECK(added.json()["statistics"]["rows"] == 12);
  // Node 1 must have another sum than it gets.
  const std::string other = written(folder, "other.schedule",
                                    replaced(content(sums), "end 1 o0 11+10", "end 1 o0 11+12"));
  const Said wrong = plexus_command(run + " --schedule " + other);
  CHECK(wrong.status == kWrong);
  CHECK_THAT(wrong.json()["problem"].dump(),
             Catch::Contains("Node 1 does not hold the right item 11+12 at o0"));
}

TEST_CASE("some nodes alone do an operation by a schedule that names them", "[schedule][custom]") {
  const std::string machine =
      GENERATE("ring --nodes 7", "torus --sides 3,4", "omega --nodes 8", "graph");
  const std::string what =
      GENERATE("broadcast:direct", "scatter:direct", "gather:direct", "allgather:direct",
               "alltoall:direct", "allreduce:direct", "reduce-scatter:direct", "allgather:ring",
               "allreduce:ring", "reduce-scatter:ring");
  CAPTURE(machine, what);
  const std::size_t blank = std::min(machine.find(' '), machine.size());
  const Said said =
      plexus_command("run " + machine.substr(0, blank) + " custom" + machine.substr(blank) +
                     " --words 13 --schedule " + what + ":5,1-3 --json");
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["statistics"]["data"] == "checked");
}

TEST_CASE("the nodes of a group take the cycles of a machine that has no others",
          "[schedule][custom]") {
  const auto cycles = [](const std::string& line) {
    return plexus_command("run omega " + line + " --network crossbar --startup 2 --bandwidth 3" +
                          " --words 13 --json")
        .json()["cycles"];
  };
  const std::string operation = GENERATE("allgather", "allreduce", "reduce-scatter");
  CHECK(cycles("custom --nodes 9 --schedule " + operation + ":ring:2,4,5,8") ==
        cycles(operation + " --nodes 4 --algorithm schedule --schedule ring"));
  CHECK(cycles("custom --nodes 9 --schedule " + operation + ":direct:2,4,5,8") ==
        cycles(operation + " --nodes 4 --algorithm schedule --schedule direct"));
}

namespace {

/// An operation of its own in MSCCL's XML, which does not say what it is: in `steps`, gpu 0 sends
/// to gpu 1.
std::string own_algorithm(const std::string& head, const std::string& steps_0,
                          const std::string& steps_1) {
  const auto gpu = [](int id, const std::string& send, const std::string& steps) {
    return "<gpu id=\"" + std::to_string(id) +
           "\" i_chunks=\"2\" o_chunks=\"2\" s_chunks=\"0\">\n" + "<tb id=\"0\" " + send +
           " chan=\"0\">\n" + steps + "</tb>\n</gpu>\n";
  };
  return "<algo ngpus=\"2\" coll=\"custom\" " + head + ">\n" +
         gpu(0, "send=\"1\" recv=\"-1\"", steps_0) + gpu(1, "send=\"-1\" recv=\"0\"", steps_1) +
         "</algo>\n";
}

std::string own_step(const std::string& type, const std::string& from, const std::string& to,
                     int count) {
  return "<step type=\"" + type + "\" srcbuf=\"" + from + "\" srcoff=\"0\" dstbuf=\"" + to +
         "\" dstoff=\"0\" cnt=\"" + std::to_string(count) + "\" depid=\"-1\" deps=\"-1\"/>\n";
}

}  // namespace

TEST_CASE("an operation that does not say what it does has to do what its steps leave",
          "[schedule][custom]") {
  const TemporaryFolder folder;
  const std::string xml =
      written(folder, "own.xml",
              own_algorithm("inplace=\"0\"", own_step("s", "i", "o", 2),
                            own_step("cpy", "i", "o", 1) + own_step("rrc", "o", "o", 2)));
  // What comes last is added to o1, which holds nothing: refused; then to what was copied there.
  const Said refused = plexus_command("convert " + xml + " " + (folder / "own.schedule"));
  CHECK(refused.status == kRefused);
  CHECK_THAT(refused.err, Catch::Contains("o1, where nothing lies by then"));
  written(folder, "own.xml",
          own_algorithm("inplace=\"0\"", own_step("s", "i", "o", 2),
                        own_step("cpy", "i", "o", 2) + own_step("rrc", "o", "o", 2)));
  const Said said = plexus_command("convert " + xml + " " + (folder / "own.schedule"));
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK_THAT(said.out, Catch::Contains("what they leave is the end"));
  CHECK_THAT(content(folder / "own.schedule"),
             Catch::StartsWith("start 0 i0-1 0 1\nstart 1 i0-1 2 3\nend 1 o0-1 0+2 1+3\n"));
  CHECK(
      plexus_command("run omega custom --nodes 2 --schedule " + (folder / "own.schedule")).status ==
      kVerified);
  const Said checked = plexus_command("check " + xml);
  CHECK(checked.status == kVerified);
  CHECK_THAT(checked.out, Catch::Contains("results are not judged"));
}

TEST_CASE("in place or not: an operation of its own is read as it can be", "[schedule][custom]") {
  const TemporaryFolder folder;
  const std::string out = folder / "own.schedule";
  const auto text = [&](const std::string& steps) {
    const std::string xml = written(
        folder, "own.xml", own_algorithm("inplace=\"1\"", own_step("s", "i", "o", 2), steps));
    const Said said = plexus_command("convert " + xml + " " + out);
    CAPTURE(said.err);
    REQUIRE(said.status == kVerified);
    return content(out);
  };
  CHECK_THAT(text(own_step("r", "o", "o", 2)), Catch::StartsWith("in place\n"));
  CHECK_THAT(text(own_step("r", "o", "o", 2) + "</tb>\n<tb id=\"1\" send=\"-1\" recv=\"-1\">\n" +
                  "<step type=\"cpy\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"s\" dstoff=\"0\" " +
                  "cnt=\"1\" depid=\"-1\" deps=\"-1\"/>\n"),
             Catch::StartsWith("start 0 i0-1 0 1\n"));
}

TEST_CASE("pieces of a block that are not equally long have their own words", "[schedule]") {
  const TemporaryFolder folder;
  const std::string file = written(
      folder, "pieces.schedule", "pieces 2\n" + kHeader + "0,0,send,1,0 1,\n1,0,receive,0,0 1,\n");
  CHECK(
      plexus_command("run hypercube broadcast --dimension 1 --words 5 --algorithm schedule --json "
                     "--schedule " +
                     file)
          .json()["cycles"] == 5);  // 3 words and 2
}

TEST_CASE("words in brackets are the words that are sent", "[schedule]") {
  const TemporaryFolder folder;
  const std::string file = written(folder, "halves.schedule",
                                   kHeader +
                                       "0,0,send,1,0[0+4],\n0,0,send,1,0[4+6],\n"
                                       "1,0,receive,0,0[0+4],\n1,0,receive,0,0[4+6],\n");
  const Said said = plexus_command(
      "run hypercube broadcast --dimension 1 --words 10 --startup 2 --algorithm schedule --json "
      "--schedule " +
      file);
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["cycles"] == 2 + 4 + 2 + 6);
  const std::string copy = folder / "copy.schedule";
  REQUIRE(plexus_command({"convert", file, copy}).status == kVerified);
  CHECK(content(copy) == content(file));
}

TEST_CASE("places keep apart what is combined later, and a run judges them", "[schedule]") {
  const TemporaryFolder folder;
  // Each sends its vector aside, and adds up: of two nodes, one pass.
  const std::string rows = "operation allreduce\npieces 2\nin place\n" + kHeader +
                           "0,0,send,1,i0-1,\n0,1,receive,1,s0-1,\n0,1,combine,s0-1,i0-1,0.0\n"
                           "1,0,send,0,i0-1,\n1,1,receive,0,s0-1,\n1,1,combine,s0-1,i0-1,0.0\n";
  const std::string run =
      "run hypercube allreduce --dimension 1 --words 6 --algorithm schedule "
      "--json --schedule ";
  const std::string right = written(folder, "right.schedule", rows);
  CHECK(plexus_command(run + right).json()["cycles"] == 6);
  CHECK(plexus_command("check " + right).status == kVerified);
  // Half of what came is left aside.
  const std::string half = written(folder, "half.schedule",
                                   replaced(rows, "0,1,combine,s0-1,i0-1,", "0,1,combine,s0,i0,"));
  const Said lacks = plexus_command(run + half);
  CHECK(lacks.status == kWrong);
  CHECK(plexus_command("check " + half).status == kWrong);
  // What never came is added.
  const std::string early = written(
      folder, "early.schedule", replaced(rows, "0,1,combine,s0-1,i0-1,", "0,1,combine,s7-8,i0-1,"));
  const Said unheld = plexus_command(run + early);
  CHECK(unheld.status == kFaulted);
  CHECK_THAT(unheld.err, Catch::Contains("takes from s7 but does not hold anything there"));
  // It says whose root it has.
  const std::string root =
      written(folder, "root.schedule",
              "operation broadcast\nroot 1\n" + kHeader + "1,0,send,0,0,\n0,0,receive,1,0,\n");
  CHECK(plexus_command("check " + root).status == kVerified);
  CHECK(plexus_command("run hypercube broadcast --dimension 1 --root 1 --algorithm schedule "
                       "--schedule " +
                       root)
            .status == kVerified);
  CHECK(plexus_command("run hypercube broadcast --dimension 1 --algorithm schedule --schedule " +
                       root)
            .status == kRefused);
}

TEST_CASE("check tells all that is wrong with a file, by line", "[schedule][check]") {
  const TemporaryFolder folder;
  for (const char* name :
       {"allgather_ring_4.xml", "allreduce_ring_4.xml", "allreduce_pairs_3.xml",
        "allreduce_one_step_4.xml", "allreduce_two_hosts_4.xml", "custom_3.xml", "broadcast_4.goal",
        "allgather_3.schedule", "allgather_epochs_4.json", "alltoall_halves_3.json"}) {
    const Said right = plexus_command({"check", kFiles + name, "--json"});
    CAPTURE(name, right.out);
    CHECK(right.status == kVerified);
    CHECK(right.json()["findings"].empty());
    const bool sizes_only = std::string{name} == "broadcast_4.goal";
    CHECK(right.json()["result_judged"] == !sizes_only);
    const bool sums = std::string{name}.starts_with("allreduce");
    CHECK(right.json()["unit"] == (sizes_only ? "words" : sums ? "vectors" : "blocks"));
  }
  const auto [file, what, by, kind, line] =
      GENERATE(table<std::string, std::string, std::string, std::string, int>({
          {"allreduce_pairs_3.xml", "dstoff=\"0\" cnt=\"1\" depid=\"0\" deps=\"3\"",
           "dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\"", "race", 7},
          {"allreduce_pairs_3.xml", "type=\"re\" srcbuf=\"s\" srcoff=\"1\"",
           "type=\"re\" srcbuf=\"s\" srcoff=\"0\"", "doubled-contribution", 7},
          {"allreduce_pairs_3.xml", "type=\"re\" srcbuf=\"s\" srcoff=\"1\"",
           "type=\"nop\" srcbuf=\"s\" srcoff=\"1\"", "missing-contribution", 6},
          {"allgather_ring_4.xml", "srcoff=\"1\" dstbuf=\"o\" dstoff=\"1\"",
           "srcoff=\"1\" dstbuf=\"o\" dstoff=\"2\"", "wrong-result", 7},
          {"allgather_ring_4.xml", "type=\"s\"", "type=\"cpy\"", "unmatched-receive", 18},
          {"allgather_ring_4.xml", "type=\"r\"", "type=\"cpy\"", "unmatched-send", 39},
          {"allreduce_ring_4.xml",
           "type=\"s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"i\" "
           "dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\"",
           "type=\"s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"i\" dstoff=\"0\" cnt=\"1\" "
           "depid=\"0\" deps=\"2\"",
           "deadlock", 4},
          {"allgather_3.schedule", "0,0,send,1,2,1.0", "0,0,send,1,2,", "read-before-write", 5},
          {"allgather_3.schedule", "0,0,send,1,2,1.0", "0,0,send,1,2,5.0", "unknown-row", 5},
          {"broadcast_4.goal", "send 64b to 3", "send 63b to 3", "other-data", 16},
          {"allgather_epochs_4.json", "Chunk 0 from 1 traveled over 2->3",
           "Chunk 0 from 2 traveled over 2->3", "wrong-result", 1},
          {"alltoall_halves_3.json", "Chunk 1 from 3 traveled over 3->2 with volume 0.5 in epoch 3",
           "Chunk 0 from 1 traveled over 1->2 with volume 0.5 in epoch 3", "wrong-result", 1},
      }));
  CAPTURE(file, what, by);
  const std::string path = written(folder, file, replaced(content(kFiles + file), what, by));
  const Said said = plexus_command({"check", path, "--json"});
  CAPTURE(said.out, said.err);
  CHECK(said.status == kWrong);
  bool is_told = false;
  const Json findings = said.json()["findings"];
  for (const Json& finding : findings) {
    is_told = is_told || (finding["kind"] == kind && finding["line"] == line);
  }
  CHECK(is_told);
  const Said person = plexus_command({"check", path});
  CHECK(person.status == kWrong);
  CHECK_THAT(person.out, Catch::Contains(path + ":" + std::to_string(line) + ": " + kind + ": "));
}

TEST_CASE("an operation that no schedule has is refused by its line", "[schedule][check]") {
  const TemporaryFolder folder;
  const std::string sort =
      written(folder, "sort.schedule",
              replaced(content(kFiles + "allgather_3.schedule"), "allgather", "sort"));
  for (const std::string words :
       {"check ", "run ring allgather --nodes 3 --algorithm schedule --schedule ", "convert "}) {
    const Said said = plexus_command(words + sort + (words == "convert " ? " x.xml" : ""));
    CHECK(said.status == kRefused);
    CHECK_THAT(said.err,
               Catch::Contains(sort + ":2: 'sort' is no operation of a schedule: write broadcast"));
  }
}

TEST_CASE("check calls what a schedule's own operation moves items", "[schedule][check]") {
  const TemporaryFolder folder;
  const std::string path =
      written(folder, "other.xml",
              replaced(content(kFiles + "custom_3.xml"), "items=\"10+12\"", "items=\"10+11\""));
  CHECK_THAT(plexus_command("check " + path).out,
             Catch::Contains("node 0 at the end: o0 holds the sum of items 10 12 in place of the "
                             "sum of items 10-11."));
  const std::string beside =
      written(folder, "beside.schedule",
              "operation allreduce\n" + kHeader + "0,0,send,1,i0,\n1,0,receive,0,o7,\n");
  CHECK_THAT(plexus_command("check " + beside).out,
             Catch::Contains("there is no o7 at node 1: allreduce has o0."));
}

TEST_CASE("check names the item that a sum lacks", "[schedule][check]") {
  const TemporaryFolder folder;
  const std::string short_of_one =
      written(folder, "short.xml",
              replaced(content(kFiles + "custom_3.xml"), "items=\"10+12\"", "items=\"10+11+12\""));
  CHECK_THAT(plexus_command("check " + short_of_one).out,
             Catch::Contains("node 0 at the end: o0 lacks item 11."));
}

TEST_CASE("a block has one piece or more", "[schedule]") {
  const TemporaryFolder folder;
  const auto with_pieces = [&](const std::string& pieces) {
    return plexus_command(
        "check " + written(folder, "pieces.schedule",
                           "pieces " + pieces + "\n" + content(kFiles + "allgather_3.schedule")));
  };
  CHECK(with_pieces("1").status == kVerified);
  const Said none = with_pieces("0");
  CHECK(none.status == kRefused);
  CHECK_THAT(none.err, Catch::Contains(":1: a block has at least one piece"));
}

TEST_CASE("where blocks have pieces, words of a block have no place", "[schedule][check]") {
  const TemporaryFolder folder;
  const int count = GENERATE(1, 2);
  const std::string sent = "0,0,send,1,0[0+" + std::to_string(count) + "],";
  const std::string path = written(
      folder, "parts.schedule",
      "pieces 2\n" + replaced(content(kFiles + "allgather_3.schedule"), "0,0,send,1,0,", sent));
  const Said said = plexus_command({"check", path, "--json"});
  CHECK(said.status == kWrong);
  std::vector<int> lines;
  const Json findings = said.json()["findings"];
  for (const Json& finding : findings) {
    if (finding["kind"] == "no-such-place") lines.push_back(finding["line"]);
  }
  CHECK(lines == std::vector<int>{5});
}

TEST_CASE("check says which operands of which chunks lie where a sum has to be",
          "[schedule][check]") {
  const TemporaryFolder folder;
  const std::string crossed = written(folder, "crossed.schedule",
                                      "operation allreduce\npieces 2\n" + kHeader +
                                          "0,0,send,1,i0,\n1,0,receive,0,s0,\n"
                                          "1,0,copy,i1,o0,\n1,0,combine,s0,o0,\n");
  CHECK_THAT(plexus_command("check " + crossed).out,
             Catch::Contains("node 1 at the end: o0 holds the operands of nodes 0-1 of chunks 0-1 "
                             "in place of the sum of chunk 0."));
}

TEST_CASE("check keeps what rows touch, however many pieces a file says that there are",
          "[schedule][check]") {
  const TemporaryFolder folder;
  const std::string head = "operation allgather\npieces 1000000\n" + kHeader;
  const std::string places = written(folder, "places.schedule",
                                     head +
                                         "0,0,send,1,i0,\n1,0,receive,0,o0,\n"
                                         "2,0,send,3,i0,\n3,0,receive,2,o0,\n");
  const Said said = plexus_command("check " + places + " --json");
  CHECK(said.status == kWrong);
  const Json findings = said.json()["findings"];
  REQUIRE(findings.size() == 5);
  CHECK(findings[0]["message"] ==
        "node 0 at the end: o0-3999999 hold nothing in place of pieces 0-3999999.");
  CHECK(findings[4]["message"] == "node 3 at the end: o0 holds piece 2000000 in place of piece 0.");

  const std::string blocks = written(folder, "blocks.schedule",
                                     head +
                                         "0,0,send,1,0,\n1,0,receive,0,0,\n"
                                         "2,0,send,3,2000000,\n3,0,receive,2,2000000,\n");
  CHECK(plexus_command("check " + blocks + " --json").json()["findings"].size() == 4);

  // each place that was not sent away still holds what it held before
  const std::string exchange = written(folder, "exchange.schedule",
                                       "operation alltoall\npieces 30000\nin place\n" + kHeader +
                                           "0,0,send,1,i0,\n1,0,receive,0,o1,\n");
  const Json many = plexus_command("check " + exchange + " --json").json()["findings"];
  REQUIRE(many.size() == 10001);
  CHECK(many[10000]["message"] == "50000 more places do not hold what they have to at the end.");

  const std::string named = written(folder, "named.schedule",
                                    "operation broadcast\npieces 5000000\n" + kHeader +
                                        "0,0,send,1,i0-4999999,\n1,0,receive,0,o0-4999999,\n");
  const Said large = plexus_command("check " + named);
  CHECK(large.status == kRefused);
  CHECK_THAT(large.err, Catch::Contains("its rows name 10000000 places"));
}

namespace {

/// A result of TE-CCL: an alltoall of three nodes with two chunks from each to each other one,
/// which go straight on, but one by way of node 8. `number` is the chunk for node v, 0 or 1.
std::string two_chunks_each(const std::function<int(int, int)>& number) {
  const std::array<int, 3> names{3, 5, 8};
  std::string flows;
  std::string demands;
  for (int k = 0; k < 2; ++k) {
    for (int from = 0; from < 3; ++from) {
      for (int to = 0; to < 3; ++to) {
        if (from == to) continue;
        const auto step = [&](int a, int b, int epoch) {
          flows += fmt::format("{}\n  \"Chunk {} from {} traveled over {}->{} in epoch {}\"",
                               flows.empty() ? "" : ",", number(to, k), names[from], names[a],
                               names[b], epoch);
        };
        const bool far = from == 0 && to == 1 && k == 1;
        if (far) step(from, 2, 1);
        step(far ? 2 : from, to, k + (far ? 1 : 0));
        demands += fmt::format("{}\n  \"Demand at {} for chunk {} from {} met by epoch 2\": []",
                               demands.empty() ? "" : ",", names[to], number(to, k), names[from]);
      }
    }
  }
  return "{\n \"7-Flows\": [" + flows + "\n ],\n \"8-Chunk paths\": {" + demands + "\n }\n}\n";
}

}  // namespace

TEST_CASE("a result of TE-CCL may have several chunks from each node to each, by its demands",
          "[schedule]") {
  const TemporaryFolder folder;
  const std::string in_turn = two_chunks_each([](int to, int k) { return to + 3 * k; });
  const std::string together = two_chunks_each([](int to, int k) { return 2 * to + k; });
  for (const std::string& text : {in_turn, together}) {
    const std::string path = written(folder, "two.json", text);
    CHECK(plexus_command("check " + path).status == kVerified);
    const Said run = plexus_command(
        "run ring alltoall --nodes 3 --words 8 --json "
        "--algorithm schedule --schedule " +
        path);
    CAPTURE(run.err);
    CHECK(run.status == kVerified);
    // two half blocks over each of six links, and one of them twice
    CHECK(run.json()["cycles"] == 12);
  }
  const std::string named = replaced(in_turn, "{\n", "{\n \"0-Collective\": \"alltoall\",\n");
  const auto [what, by, sentence] = GENERATE(table<std::string, std::string, std::string>({
      {"Demand at 8 for chunk 2 from 5", "Demand at 3 for chunk 0 from 8",
       "no node wants chunk 2 of node 5."},
      {"Demand at 8 for chunk 2 from 5", "Demand at 8 for chunk 0 from 5",
       "chunk 0 of node 5 is wanted at a second node"},
  }));
  CAPTURE(what, by);
  const std::string path = written(folder, "odd.json", replaced(named, what, by));
  const Said said = plexus_command("check " + path);
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains(path + ":"));
  CHECK_THAT(said.err, Catch::Contains(sentence));
}
