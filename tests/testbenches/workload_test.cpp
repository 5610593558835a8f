#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "testbenches/workload/timeline.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

std::string workloads() {
  const std::filesystem::path tests = std::filesystem::path{__FILE__}.parent_path().parent_path();
  return (tests.parent_path() / "docs" / "examples" / "workloads").string() + '/';
}

/// The workload of a text, and when what runs if each collective takes so many cycles.
Timeline laid_out(const std::string& text, std::int64_t cycles) {
  const Workload workload = read_workload_toml(text, "it.toml", {});
  return lay_out(workload, std::vector<std::int64_t>(workload.tasks.size(), cycles));
}

}  // namespace

TEST_CASE("a task waits for those that it comes after, a node and the network for themselves",
          "[workload]") {
  const Timeline timeline = laid_out(R"(
[[task]]
name = "first"
compute = 10
times = 3
words = 5
[[task]]
name = "sums"
collective = "allreduce"
of = "first"
bucket = 5
[[task]]
name = "last"
after = "sums"
compute = 7
)",
                                     100);
  REQUIRE(timeline.lanes.size() == 1);
  REQUIRE(timeline.network.size() == 3);
  CHECK(timeline.network[0].from == 10);
  CHECK(timeline.network[1].ready == 20);
  CHECK(timeline.network[1].from == 110);
  CHECK(timeline.network[2].to == 310);
  CHECK(timeline.end == 317);
  CHECK(timeline.computing() == 37);
  CHECK(timeline.communication() == 300);
  CHECK(timeline.exposed() == 280);  // two of the three tasks run beside the network
  CHECK(timeline.waits().at({0, 5}) == 280);
  CHECK(timeline.critical() == std::vector<std::size_t>{0, 3, 4, 5, 6});
}

TEST_CASE("a collective begins when the slowest node is ready", "[workload]") {
  const Timeline timeline = laid_out(R"(
[[task]]
name = "work"
compute = [10, 40, 20]
[[task]]
name = "exchange"
after = "work"
collective = "alltoall"
words = 1
[[task]]
name = "rest"
after = "exchange"
compute = [1, 1, 30]
)",
                                     5);
  CHECK(timeline.network[0].from == 40);
  CHECK(timeline.meetings.at(1).first == 10);
  CHECK(timeline.meetings.at(1).last_lane == 1);
  CHECK(timeline.end == 75);
  CHECK(timeline.computing() == 50);
  CHECK(timeline.waits().at({0, 1}) == 35);
  CHECK(timeline.waits().at({1, 1}) == 5);
}

TEST_CASE("buckets are filled in the order of the tasks, the last one with what is left",
          "[workload]") {
  const std::string text = R"(
[[task]]
name = "layer"
compute = 1
times = 5
words = 10
[[task]]
name = "sums"
collective = "allreduce"
of = "layer"
bucket = 20
)";
  const auto words = [&](std::int64_t bucket) {
    std::vector<std::int64_t> all;
    for (const WorkloadTask& task : read_workload_toml(text, "it.toml", {bucket, 0}).tasks) {
      if (!task.collective.empty()) all.push_back(task.words);
    }
    return all;
  };
  CHECK(words(0) == std::vector<std::int64_t>{20, 20, 10});
  CHECK(words(25) == std::vector<std::int64_t>{30, 20});
  CHECK(words(50) == std::vector<std::int64_t>{50});
  CHECK(words(99) == std::vector<std::int64_t>{50});
  CHECK(words(1) == std::vector<std::int64_t>(5, 10));
}

TEST_CASE("the collectives of a workload take what they take alone", "[workload]") {
  const Json report = plexus_command("run ring workload --startup 4 --json --file " + workloads() +
                                     "slow_node.toml"
                                     " --nodes 4")
                          .json();
  REQUIRE(report["statistics"]["collectives"].size() == 2);
  const Json exchange = report["statistics"]["collectives"][0];
  const Json result = report["statistics"]["collectives"][1];
  const auto cycles = [](const std::string& line) {
    return plexus_command("run ring " + line + " --nodes 4 --startup 4 --json")
        .json()["cycles"]
        .get<std::int64_t>();
  };
  CHECK(exchange["from"] == 250);
  CHECK(exchange["last_node"] == 2);
  CHECK(exchange["to"].get<std::int64_t>() - 250 == cycles("alltoall --words 16"));
  CHECK(result["to"].get<std::int64_t>() - result["from"].get<std::int64_t>() ==
        cycles("allreduce --algorithm tree --words 64 --packets 4"));
  CHECK(report["cycles"] == result["to"]);
  CHECK(report["verified"] == true);
}

TEST_CASE("a workload runs on every machine that has collectives", "[workload]") {
  const std::string machine = GENERATE("bus", "shared-memory", "ring", "hypercube", "torus",
                                       "omega", "fat-tree", "pops", "graph");
  CAPTURE(machine);
  const Said said = plexus_command("run " + machine + " workload --json");
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["statistics"]["overlap"] >= 0);
}

TEST_CASE("a trace of Chakra is a workload in microseconds and bytes", "[workload]") {
  const Workload workload = read_workload(workloads() + "step.et", {0, 100});
  REQUIRE(workload.tasks.size() == 7);
  CHECK(workload.tasks[0].compute == std::vector<std::int64_t>{1600});
  CHECK(workload.tasks[2].collective == "allreduce");
  CHECK(workload.tasks[2].words == 4096);
  CHECK(workload.tasks[2].after == std::vector<std::size_t>{1});
  CHECK(workload.tasks[5].after == std::vector<std::size_t>{2, 4});
  CHECK(workload.tasks[6].collective == "allgather");
  const Said said =
      plexus_command("run graph workload --clock 10 --json --file " + workloads() + "step.et");
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["statistics"]["computing"] == 400);
}

TEST_CASE("a trace of Chakra that cannot be followed is refused by its place", "[workload]") {
  const auto message = [](const std::string& fields) {
    return std::string(1, static_cast<char>(fields.size())) + fields;
  };
  const std::string head = message(
      "\x0a\x01"
      "1");
  const auto [nodes, words] = GENERATE_COPY(table<std::string, std::string>({
      {"", "byte 0: there is no node"},
      {"\x05\x08\x01", "5 bytes should follow, and there are 2"},
      {message("\x08\x01\x18\x05"), "byte 5: node 1: messages of two nodes"},
      {message("\x08\x01\x18\x07"), "a collective has a comm_type of 0 .. 9"},
      {message("\x08\x01\x18\x04\x28\x09"), "node 1 waits for node 9, which is not there"},
      {message("\x08\x01\x18\x04") + message("\x08\x01\x18\x04"), "one of this id already"},
      {message("\x08\x01\x18\x04\x28\x01"), "wait for each other: 1 waits for 1"},
      {message("\x0b"), "no fields of wire type 3"},
      {message("\x08\xff"), "the file ends inside a number"},
  }));
  CAPTURE(words);
  const TemporaryFolder folder;
  const std::string path = folder / "bad.et";
  std::ofstream{path, std::ios::binary} << head << nodes;
  const Said said = plexus_command("run ring workload --file " + path);
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains(path + ": "));
  CHECK_THAT(said.err, Catch::Contains(words));
}

TEST_CASE("a broken workload is refused by file and line", "[workload]") {
  const auto [text, line, words] = GENERATE(table<std::string, int, std::string>({
      {"", 1, "write [[task]]"},
      {"[[task]]\ncompute = 1\n", 1, "a task has a name"},
      {"[[task]]\nname = \"a\"\n", 1, "a task computes or is a collective"},
      {"[[task]]\nname = \"a\"\ncompute = -1\n", 3, "a whole number of 0 .."},
      {"[[task]]\nname = \"a\"\ncompute = 1\nwait = 2\n", 4, "'wait' is not known here"},
      {"[[task]]\nname = \"a\"\ncompute = 1\nafter = \"b\"\n", 4, "there is no task 'b'"},
      {"[[task]]\nname = \"a\"\ncompute = 1\nafter = \"a\"\n", 1, "a waits for a"},
      {"[[task]]\nname = \"a\"\ncompute = 1\n[[task]]\nname = \"a\"\ncompute = 1\n", 5,
       "a task 'a' already"},
      {"[[task]]\nname = \"a\"\ncollective = \"sort\"\nwords = 1\n", 1, "'sort' is no collective"},
      {"[[task]]\nname = \"a\"\ncollective = \"allreduce\"\nwords = 1\nalgorithm = \"x\"\n", 1,
       "'x' is no algorithm of ring allreduce"},
      {"[[task]]\nname = \"a\"\ncollective = \"allreduce\"\n", 1, "words = NUMBER"},
      {"[[task]]\nname = \"a\"\ncollective = \"allreduce\"\nwords = 1\nparameters = { q = 1 }\n", 1,
       "q"},
      {"[[task]]\nname = \"a\"\ncompute = [1, 2, 3]\n", 1, "the machine has 4"},
      {"[[task]]\nname = \"a\"\ncompute = 1\n[[task]]\nname = \"b\"\ncollective = \"allreduce\"\n"
       "of = \"a\"\nbucket = 1\n",
       7, "'a' leaves no words"},
      {"[[task]\n", 1, ""},
  }));
  CAPTURE(text);
  const TemporaryFolder folder;
  const std::string path = folder / "bad.toml";
  std::ofstream{path} << text;
  const Said said = plexus_command("run ring workload --nodes 4 --file " + path);
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains(path + ":" + std::to_string(line) + ": "));
  CHECK_THAT(said.err, Catch::Contains(words));
}

TEST_CASE("a picture of a workload shows the network above the nodes", "[workload]") {
  const TemporaryFolder folder;
  const std::string picture = folder / "step.svg";
  REQUIRE(plexus_command("run ring workload --nodes 4 --file " + workloads() +
                         "slow_node.toml --picture " + picture)
              .status == kVerified);
  std::ifstream in{picture};
  const std::string drawn{std::istreambuf_iterator<char>{in}, {}};
  for (const char* word : {"network", "node 3", "alltoall", "computes", "more work: "}) {
    CHECK_THAT(drawn, Catch::Contains(word));
  }
}
