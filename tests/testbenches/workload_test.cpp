#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/refusal.hpp"
#include "testbenches/workload/timeline.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

std::string workloads() { return in_tree("docs/examples/workloads/"); }

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

TEST_CASE("what is ready at one time goes as the file has it, behind work of no time, too",
          "[workload]") {
  const Timeline timeline = laid_out(R"(
[[task]]
name = "none"
compute = 0
[[task]]
name = "first"
after = "none"
collective = "allreduce"
words = 1
[[task]]
name = "second"
collective = "allreduce"
words = 1
)",
                                     100);
  REQUIRE(timeline.network.size() == 2);
  CHECK(timeline.network[0].task == 1);
  CHECK(timeline.network[1].from == 100);
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
      {message("\x08\x01\x18\x05"), "byte 5: node 1: a message has two ends"},
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

namespace {

/// One message of protobuf behind its length, as nodes follow each other in a trace.
std::string counted(const std::string& fields) {
  REQUIRE(fields.size() < 128);
  return std::string(1, static_cast<char>(fields.size())) + fields;
}

/// A field that is a small number, or a text.
std::string field(int number, int value) {
  REQUIRE(value < 128);
  return {static_cast<char>(number << 3), static_cast<char>(value)};
}
std::string field(int number, const std::string& text) {
  return std::string(1, static_cast<char>(number << 3 | 2)) + counted(text);
}

std::string attribute(const std::string& name, int value) {
  return field(10, field(1, name) + field(13, value));
}
std::string attribute(const std::string& name, const std::string& text) {
  return field(10, field(1, name) + std::string{"\xea\x01"} + counted(text));
}

constexpr int kMetadata = 1;
constexpr int kComputes = 4;
constexpr int kSends = 5;
constexpr int kReceives = 6;
constexpr int kCollective = 7;

/// A node of a trace; `more`: its fields behind number and kind.
std::string trace_node(int id, int kind, const std::string& more = {}) {
  return counted(field(1, id) + field(3, kind) + more);
}
std::string after(int id) { return field(5, id); }
std::string allreduce(int size, const std::string& group = {}) {
  return attribute("comm_type", 0) + attribute("comm_size", size) +
         (group.empty() ? std::string{} : attribute("pg_name", group));
}
std::string broadcast(int root) {
  return attribute("comm_type", 5) + attribute("comm_size", 8) + attribute("root_rank", root);
}

/// Traces of nodes 0, 1, .. as `run.0.et`, `run.1.et`, .. of a folder.
std::string traces(const TemporaryFolder& folder, const std::vector<std::string>& nodes) {
  for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
    std::ofstream{folder / ("run." + std::to_string(rank) + ".et"), std::ios::binary}
        << counted(field(1, "1")) << nodes[rank];
  }
  return folder / "run.*.et";
}

}  // namespace

TEST_CASE("traces of all nodes are joined where they speak of the same", "[workload][ranks]") {
  const Workload workload = read_workload(workloads() + "pipeline.*.et", {0, 1});
  CHECK(workload.nodes == 4);
  // Four of each trace of its own, four messages, two collectives.
  REQUIRE(workload.tasks.size() == 22);
  std::vector<std::int64_t> cycles;
  for (const WorkloadTask& task : workload.tasks) {
    cycles.push_back(task.collective.empty() ? 0 : task.collective == "move" ? 10 : 100);
  }
  const Timeline timeline = lay_out(workload, cycles);
  REQUIRE(timeline.network.size() == 6);
  // Both replicas of stage 0 send at once, and so stage 1 begins at once.
  CHECK(timeline.network[0].from == 400);
  CHECK(timeline.network[1].from == 400);
  CHECK(timeline.lanes[2][0].from == 410);
  // The replica of stage 1 that computes longer sends last, and its group waits for it.
  CHECK(timeline.network[2].from == 1610);
  CHECK(workload.tasks[timeline.network[4].task].nodes == std::vector<NodeId>{2, 3});
  CHECK(timeline.network[4].from == 1720);
  CHECK(workload.tasks[timeline.network[5].task].nodes == std::vector<NodeId>{0, 1});
  CHECK(timeline.network[5].from == 1710 + 10 + 600);
  CHECK(timeline.end == 2320 + 100 + 200);
}

TEST_CASE("a message sets out when its sender is ready, and is taken when both are",
          "[workload][ranks]") {
  const TemporaryFolder folder;
  const std::string files =
      traces(folder, {trace_node(1, kSends, attribute("comm_dst", 1) + attribute("comm_size", 8)) +
                          trace_node(2, kComputes, after(1) + field(7, 5)),
                      trace_node(7, kComputes, field(7, 50)) +
                          trace_node(8, kReceives, after(7) + attribute("comm_src", 0)) +
                          trace_node(9, kComputes, after(8) + field(7, 9))});
  const Workload workload = read_workload(files, {0, 1});
  std::vector<std::int64_t> cycles(workload.tasks.size(), 10);
  Timeline timeline = lay_out(workload, cycles);
  CHECK(timeline.network[0].from == 0);
  CHECK(timeline.lanes[0][0].from == 10);
  CHECK(timeline.lanes[1][1].from == 50);
  cycles[0] = 70;  // the message
  timeline = lay_out(workload, cycles);
  CHECK(timeline.lanes[1][1].from == 70);
  CHECK(timeline.exposed() == 20);
  CHECK(timeline.critical() == std::vector<std::size_t>{0, 3, 4});
}

TEST_CASE("a node sends one message and takes another at the same time", "[workload][ranks]") {
  const Timeline timeline = laid_out(R"(
[[task]]
name = "there"
nodes = [0, 1]
collective = "move"
words = 1
parameters = { source = 0, destination = 1 }
[[task]]
name = "on"
nodes = [1, 2]
collective = "move"
words = 1
parameters = { source = 1, destination = 2 }
[[task]]
name = "again"
nodes = [0, 2]
collective = "move"
words = 1
parameters = { source = 0, destination = 2 }
[[task]]
name = "sum"
nodes = [1, 2]
collective = "allreduce"
words = 1
)",
                                     10);
  REQUIRE(timeline.network.size() == 4);
  CHECK(timeline.network[1].from == 0);
  CHECK(timeline.network[2].from == 10);  // from a node that sends, to one that takes
  CHECK(timeline.network[3].from == 20);
  CHECK(timeline.communication() == 30);
}

TEST_CASE("collectives of nodes that have none in common run beside each other, others do not",
          "[workload][ranks]") {
  const Timeline timeline = laid_out(R"(
[[task]]
name = "low"
nodes = [0, 1]
collective = "allreduce"
words = 1
[[task]]
name = "all"
collective = "allreduce"
words = 1
[[task]]
name = "high"
nodes = [2, 3]
collective = "allreduce"
words = 1
[[task]]
name = "work"
after = "low"
nodes = [1, 2]
compute = [7, 9]
)",
                                     10);
  REQUIRE(timeline.lanes.size() == 4);
  REQUIRE(timeline.network.size() == 3);
  CHECK(timeline.network[0].to == 10);
  CHECK(timeline.network[1].from == 10);  // of all: it was ready before `high`, and goes first
  CHECK(timeline.network[2].from == 20);
  CHECK(timeline.communication() == 30);
  CHECK(timeline.lanes[1][0].to == 17);
  CHECK(timeline.lanes[2][0].to == 19);  // node 2 has no part in `low`, and waits for its end
  CHECK(timeline.exposed() == 21);
}

TEST_CASE("who is in a process group is told by metadata, or by the traces that name it",
          "[workload][ranks]") {
  const TemporaryFolder folder;
  const std::string told =
      trace_node(1, kMetadata,
                 field(2, "## process_group:init ##") +
                     field(8, field(1, "['[{\"pg_name\":\"7\",\"ranks\":[0,2]}]']"))) +
      trace_node(2, kCollective, allreduce(9, "7"));
  const std::string named = trace_node(2, kCollective, allreduce(9, "x"));
  Workload workload = read_workload(traces(folder, {told, named, told, named}), {0, 1});
  std::map<std::vector<NodeId>, int> groups;
  for (const WorkloadTask& task : workload.tasks) {
    if (!task.collective.empty()) ++groups[task.nodes];
  }
  CHECK(groups == std::map<std::vector<NodeId>, int>{{{0, 2}, 1}, {{1, 3}, 1}});
}

TEST_CASE("a root is asked of collectives that have one, whatever else a trace tells",
          "[workload][ranks]") {
  const TemporaryFolder folder;
  const std::string all = trace_node(1, kCollective, allreduce(8) + attribute("root_rank", 1)) +
                          trace_node(2, kCollective, broadcast(1));
  const Workload workload = read_workload(traces(folder, {all, all}), {0, 1});
  REQUIRE(workload.tasks.size() == 2);
  CHECK(workload.tasks[0].parameters.empty());
  CHECK(workload.tasks[1].parameters == Json{{"root", 1}});
}

TEST_CASE("traces that do not fit each other are refused by their place", "[workload][ranks]") {
  const std::string alone = trace_node(1, kComputes);
  const std::string to_1 =
      trace_node(1, kSends, attribute("comm_dst", 1) + attribute("comm_size", 8));
  const auto [nodes, file,
              words] = GENERATE_COPY(table<std::vector<std::string>, std::string, std::string>({
      {{trace_node(1, kCollective, allreduce(8)), alone}, "0.et: byte ", "has no such"},
      {{trace_node(1, kCollective, allreduce(8)), trace_node(1, kCollective, allreduce(9))},
       "1.et: byte ",
       "allreduce of 9 bytes"},
      {{trace_node(1, kCollective, allreduce(8)),
        trace_node(1, kCollective, attribute("comm_type", 9))},
       "1.et: byte ",
       "barrier of 0 bytes"},
      {{trace_node(1, kCollective, broadcast(1)), trace_node(1, kCollective, broadcast(0))},
       "1.et: byte ",
       "broadcast of 8 bytes with root 0;"},
      {{trace_node(1, kCollective, broadcast(1)), trace_node(1, kCollective, broadcast(0))},
       "0.et: byte ",
       "has broadcast of 8 bytes with root 1 there"},
      {{to_1, alone}, "0.et: byte ", "nobody takes it"},
      {{alone, trace_node(1, kReceives, attribute("comm_src", 0))}, "1.et: byte ", "nobody sends"},
      {{to_1, trace_node(1, kReceives, attribute("comm_src", 0) + attribute("comm_size", 9))},
       "1.et: byte ",
       "it takes 9 bytes"},
      {{trace_node(1, kSends, attribute("comm_size", 9)), alone}, "0.et: byte ", "has a comm_dst"},
      {{trace_node(1, kSends, attribute("comm_dst", 2) + attribute("comm_size", 9)), alone},
       "0.et: byte ",
       "its comm_dst is 2"},
      {{trace_node(1, kSends, attribute("comm_dst", 1)), alone}, "0.et: byte ", "comm_size of 1"},
      {{trace_node(1, kMetadata, field(2, "process_group") + field(8, field(1, "[{]}]"))), alone},
       "0.et: byte ",
       "list of process groups"},
      {{trace_node(
            1, kMetadata,
            field(2, "process_group") + field(8, field(1, "[{\"pg_name\":\"7\",\"ranks\":[4]}]"))),
        alone},
       "0.et: byte ",
       "has rank 4"},
      {{alone, alone, alone}, "*.et: ", "traces of 3 nodes, and the machine has 2"},
  }));
  CAPTURE(words);
  const TemporaryFolder folder;
  const Said said = plexus_command("run omega workload --nodes 2 --file " + traces(folder, nodes));
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains("/run." + file));
  CHECK_THAT(said.err, Catch::Contains(words));
}

TEST_CASE("a folder of traces is those of one run, from node 0 on", "[workload][ranks]") {
  const TemporaryFolder folder;
  const std::string bytes = counted(field(1, "1")) + trace_node(1, kComputes);
  const auto file = [&](const std::string& name) {
    std::ofstream{folder / name, std::ios::binary} << bytes;
  };
  const auto told = [&](const std::string& path) {
    return plexus_command("run omega workload --nodes 2 --file " + path).err;
  };
  const std::string whole = (folder / "a.0.et").substr(0, (folder / "a.0.et").rfind('/'));
  CHECK_THAT(told(whole), Catch::Contains("no traces are there"));
  file("a.0.et");
  CHECK(told(whole).empty());
  file("a.2.et");
  CHECK_THAT(told(whole), Catch::Contains("no a.1.et"));
  file("a.1.et");
  file("b.0.et");
  CHECK_THAT(told(whole), Catch::Contains("traces a.*.et and b.*.et"));
  CHECK(told(folder / "b.*.et").empty());
}

TEST_CASE("a group does its collective by a schedule of its nodes, which takes what it takes alone",
          "[workload][ranks]") {
  const std::string machine =
      " --graph " + workloads().substr(0, workloads().rfind("workloads")) + "graphs/rack.csv";
  const Json report = plexus_command("run graph workload" + machine + " --json --file " +
                                     workloads() + "pipeline.*.et")
                          .json();
  REQUIRE(report["verified"] == true);
  const Json rows = report["statistics"]["collectives"];
  REQUIRE(rows.size() == 6);
  const auto took = [](const Json& row) {
    return row["to"].get<std::int64_t>() - row["from"].get<std::int64_t>();
  };
  const auto alone = [&](const std::string& line) {
    return plexus_command("run graph " + line + machine + " --json")
        .json()["cycles"]
        .get<std::int64_t>();
  };
  CHECK(rows[0]["nodes"] == "0 to 2");
  CHECK(took(rows[0]) == alone("move --source 0 --destination 2 --words 1000000"));
  CHECK(rows[4]["nodes"] == "2,3");
  CHECK(rows[4]["algorithm"] == "ring");
  CHECK(took(rows[4]) == alone("custom --words 2000000 --schedule allreduce:ring:2,3"));
  const TemporaryFolder folder;
  const std::string picture = folder / "pipeline.svg";
  REQUIRE(plexus_command("run graph workload" + machine + " --file " + workloads() +
                         "pipeline.*.et --picture " + picture)
              .status == kVerified);
  const std::string drawn = content(picture);
  for (const char* word : {"links of 3", "node 3", "allreduce", "move"}) {
    CHECK_THAT(drawn, Catch::Contains(word));
  }
}

TEST_CASE("a group on a ring, a torus or a cube needs all of the ports", "[workload][ranks]") {
  const std::string machine =
      GENERATE("ring workload --nodes 4", "torus workload --sides 3,3", "hypercube workload");
  CAPTURE(machine);
  const TemporaryFolder folder;
  const std::string path = folder / "group.toml";
  std::ofstream{path} << "[[task]]\nname = \"a\"\ncollective = \"allreduce\"\nwords = 8\n"
                         "nodes = [0, 2]\n";
  const std::string line = "run " + machine + " --json --file " + path;
  const Said broken = plexus_command(line);
  CHECK(broken.status == kFaulted);
  CHECK(broken.json()["error"]["class"] == "port-rule");
  CHECK(plexus_command(line + " --port-rule all-full").status == kVerified);
}

TEST_CASE("a picture of a workload shows the network above the nodes", "[workload]") {
  const TemporaryFolder folder;
  const std::string picture = folder / "step.svg";
  REQUIRE(plexus_command("run ring workload --nodes 4 --file " + workloads() +
                         "slow_node.toml --picture " + picture)
              .status == kVerified);
  const std::string drawn = content(picture);
  for (const char* word : {"network", "node 3", "alltoall", "computes", "more work: "}) {
    CHECK_THAT(drawn, Catch::Contains(word));
  }
}
