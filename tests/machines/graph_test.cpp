#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/graph/shape.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

/// Where the documents' examples are: beside this file's folder.
std::string examples() {
  const std::filesystem::path tests = std::filesystem::path{__FILE__}.parent_path().parent_path();
  return (tests.parent_path() / "docs" / "examples").string();
}

const std::string kGraphs = examples() + "/graphs/";

std::string written(const TemporaryFolder& folder, const std::string& name,
                    const std::string& text) {
  std::ofstream{folder / name} << text;
  return folder / name;
}

}  // namespace

TEST_CASE("a list of edges and GraphML give the same machine", "[graph]") {
  for (const char* line : {"topology", "move --packets 3 --destination 7", "allgather", "allreduce",
                           "allreduce --algorithm tree", "broadcast --packets 4 --root 5"}) {
    CAPTURE(line);
    Json list = plexus_command("run graph " + std::string{line} + " --json --graph " + kGraphs +
                               "ladder.txt")
                    .json();
    Json graphml = plexus_command("run graph " + std::string{line} + " --json --graph " + kGraphs +
                                  "ladder.graphml")
                       .json();
    list["parameters"].erase("graph");
    graphml["parameters"].erase("graph");
    REQUIRE(list.contains("statistics"));
    CHECK(list == graphml);
  }
}

TEST_CASE("the collectives of a graph take their exact count, whatever its links cost", "[graph]") {
  const std::string graph = GENERATE(std::string{"example"}, kGraphs + "ladder.txt");
  const std::string line = GENERATE(
      "move --packets 1", "move --packets optimal", "broadcast --packets 1",
      "broadcast --packets optimal --root 3", "allgather", "reduce-scatter", "allreduce",
      "allreduce --algorithm tree --packets 1", "allreduce --algorithm tree --packets optimal");
  const std::string size = GENERATE("--words 1", "--words 5 --startup 2",
                                    "--words 13 --startup 1 --bandwidth 3", "--words 64");
  CAPTURE(graph, line, size);
  const Said said = plexus_command("run graph " + line + " " + size + " --json --graph " + graph);
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  const Json report = said.json();
  CHECK(report["verified"] == true);
  REQUIRE(report["predictions"].size() == 1);
  CHECK(report["predictions"][0]["equation"] == "exact");
  CHECK(report["predictions"][0]["cycles"] == report["cycles"]);
}

TEST_CASE("a packet goes the way that is shortest in cycles, not in links", "[graph]") {
  const TemporaryFolder folder;
  // 0 - 3 straight is slow; 0 - 1 - 2 - 3 is quicker.
  const std::string path = written(folder, "detour.txt", "0 3 20 1\n0 1 0 1\n1 2 0 1\n2 3 0 1\n");
  const Json report = plexus_command(
                          "run graph move --words 4 --source 0 --destination 3 --json "
                          "--graph " +
                          path)
                          .json();
  CHECK(report["statistics"]["distance"] == 3);
  CHECK(report["cycles"] == 3 * 4);
}

TEST_CASE("a ring is found where there is one, and a tree everywhere", "[graph]") {
  const TemporaryFolder folder;
  const std::string star = written(folder, "star.txt", "hub a\nhub b\nhub c\n");
  const Said none = plexus_command("run graph allgather --json --graph " + star);
  CHECK(none.status == kRefused);
  CHECK(none.json()["error"]["class"] == "feature");
  CHECK(plexus_command("run graph allreduce --algorithm tree --graph " + star).status == kVerified);
  CHECK(plexus_command("run graph allgather --algorithm schedule --graph " + star).status ==
        kVerified);
  const auto ring = read_graph(kGraphs + "ladder.txt").ring();
  REQUIRE(ring);
  CHECK(ring->size() == 8);
}

TEST_CASE("a broken graph is refused by file and line", "[graph]") {
  const auto [name, text, line, words] =
      GENERATE(table<std::string, std::string, std::string, std::string>({
          {"a.txt", "0 1\n1 2 3\n", ":2: ", "an edge is two nodes"},
          {"b.txt", "0 1\n1 1\n", ":2: ", "joined to itself"},
          {"c.txt", "0 1\n1 0\n", ":2: ", "joined twice"},
          {"d.txt", "0 1 x 1\n", ":1: ", "no whole number"},
          {"e.txt", "0 1 1 0\n", ":1: ", "at least 1"},
          {"f.txt", "0 1\n2 3\n", ": ", "no way leads"},
          {"g.txt", "", ":1: ", "at least two nodes"},
          {"h.graphml",
           "<graphml>\n<graph>\n<node id=\"a\"/>\n<edge source=\"a\" target=\"b\"/>"
           "</graph></graphml>",
           ":4: ", "no node 'b'"},
          {"i.graphml", "<graphml>\n<graph>\n</grap></graphml>", ":3: ", "mismatch"},
      }));
  CAPTURE(name);
  const TemporaryFolder folder;
  const std::string path = written(folder, name, text);
  const Said said = plexus_command("run graph broadcast --json --graph " + path);
  CHECK(said.status == kRefused);
  CAPTURE(said.err);
  CHECK_THAT(said.err, Catch::Contains(name + line));
  CHECK_THAT(said.err, Catch::Contains(words));
}
