#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/experiment.hpp"
#include "models/graph/shape.hpp"
#include "testbenches/catalogue.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

namespace {

const std::string kGraphs = in_tree("docs/examples/graphs/");

}  // namespace

TEST_CASE("a list of edges, a table and GraphML give the same machine", "[graph]") {
  const std::string other = GENERATE("ladder.graphml", "ladder.csv");
  for (const char* line : {"topology", "move --packets 3 --destination 7", "allgather", "allreduce",
                           "allreduce --algorithm tree", "broadcast --packets 4 --root 5"}) {
    CAPTURE(line);
    Json list = plexus_command("run graph " + std::string{line} + " --json --graph " + kGraphs +
                               "ladder.txt")
                    .json();
    Json graphml =
        plexus_command("run graph " + std::string{line} + " --json --graph " + kGraphs + other)
            .json();
    list["parameters"].erase("graph");
    graphml["parameters"].erase("graph");
    graphml["statistics"].erase("names");  // the GraphML calls them n0, n1, ..
    REQUIRE(list.contains("statistics"));
    CHECK(list == graphml);
  }
}

TEST_CASE("a table is read as spreadsheets write it, and switches as people say yes", "[graph]") {
  const TemporaryFolder folder;
  const auto figures = [&](const std::string& name, const std::string& text) {
    std::ofstream{folder / name} << text;
    const Said said = plexus_command("run graph topology --json --graph " + (folder / name));
    CAPTURE(name, said.err);
    REQUIRE(said.status == kVerified);
    return said.json()["statistics"];
  };
  const Json list = figures("list.txt", "0 1 2 4\n1 2 0 4\n2 0 2 4\n");
  CHECK(list == figures("table.csv",
                        "\xef\xbb\xbf\"from\",to,startup,bandwidth\n\"0\",1,2,4\n"
                        "1,2,,4\n2,0,2,4\n,,,\n"));
  Json named = figures("names.csv",  // as pandas writes a table
                       "Source,Target,startup,bandwidth\n\"rack 1, left\",\"a \"\"b\"\"\",2,4.0\n"
                       "\"a \"\"b\"\"\",c,,4,\nc,\"rack 1, left\",2.0,4\n");
  CHECK(named["names"] == Json{"rack 1, left", "a \"b\"", "c"});
  named.erase("names");
  CHECK(list == named);
  CHECK(figures("plain.edgelist", "0 1 {}\n1 2 {}\n")["links"] == 2);  // and networkx a list
  CHECK(figures("star.graphml",
                "<graphml><key id='s' attr.name='switch'/><graph><node id='a'>"
                "<data key='s'>True</data></node><node id='b'/><node id='c'/>"
                "<edge source='a' target='b'/><edge source='a' target='c'/>"
                "</graph></graphml>")["switches"] == 1);
}

TEST_CASE("the collectives of a graph take their exact count, whatever its links cost", "[graph]") {
  const std::string graph = GENERATE(std::string{"example"}, kGraphs + "ladder.txt");
  const std::string line = GENERATE(
      "move --packets 1", "move --packets optimal", "broadcast --packets 1", "scatter",
      "scatter --root 3", "gather", "gather --root 4", "alltoall --algorithm ring",
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
  REQUIRE(report["lower_bound"].is_number());
  CHECK(report["lower_bound"] <= report["cycles"]);
}

TEST_CASE("no schedule beats the bounds of a graph, and some algorithm reaches them", "[graph]") {
  const std::string operation = GENERATE("broadcast", "scatter", "gather", "allgather", "alltoall",
                                         "allreduce", "reduce-scatter");
  const std::string graph = GENERATE(std::string{"example"}, kGraphs + "ladder.txt");
  CAPTURE(operation, graph);
  const Json report =
      plexus_command("run graph " + operation +
                     " --algorithm schedule --words 9 --startup 3 --json --graph " + graph)
          .json();
  REQUIRE(report["lower_bound"].is_number());
  CHECK(report["lower_bound"] <= report["cycles"]);
  CHECK(report["lower_bound"] > 0);
  const TemporaryFolder folder;
  const std::string pair = written(folder, "pair.txt", "0 1 2 3\n");
  const Json two = plexus_command("run graph " + operation +
                                  " --algorithm schedule --words 6 --json --graph " + pair)
                       .json();
  // Each has what the other needs: one message of 6 words, or of half a vector and the result.
  const int cycles = operation == "allreduce" ? 2 * (2 + 1) : 2 + 2;
  CHECK(two["cycles"] == cycles);
  CHECK(two["lower_bound"] == 2 + 2);
}

TEST_CASE("of a large graph the ways to node 0 bound what all must hear of all", "[graph]") {
  std::string edges;
  for (int node = 0; node < 520; ++node) {
    edges += std::to_string(node) + ' ' + std::to_string((node + 1) % 520) + '\n';
  }
  const TemporaryFolder folder;
  const Json report = plexus_command("run graph allgather --words 1 --startup 3 --json --graph " +
                                     written(folder, "ring.txt", edges))
                          .json();
  CHECK(report["lower_bound"] == 260 * 4);  // 260 hops of 4 cycles; 519 words need 263
  CHECK(report["cycles"] == 519 * 4);
}

TEST_CASE("ends of a link that differ are counted each way", "[graph]") {
  const TemporaryFolder folder;
  const std::string path = written(
      folder, "ways.graphml",
      "<graphml><key id=\"s\" attr.name=\"startup\"/><key id=\"b\" attr.name=\"bandwidth\"/>"
      "<graph edgedefault=\"directed\"><node id=\"0\"/><node id=\"1\"/>"
      "<edge source=\"0\" target=\"1\"><data key=\"s\">5</data><data key=\"b\">2</data></edge>"
      "<edge source=\"1\" target=\"0\"><data key=\"s\">1</data></edge></graph></graphml>");
  const auto cycles = [&](const std::string& line) {
    const Json report =
        plexus_command("run graph " + line + " --words 8 --json --graph " + path).json();
    CHECK(report["lower_bound"] == report["cycles"]);
    return report["cycles"].get<int>();
  };
  CHECK(cycles("move --source 0 --destination 1") == 5 + 4);
  CHECK(cycles("move --source 1 --destination 0") == 1 + 8);
  CHECK(cycles("scatter --root 0") == 5 + 4);
  CHECK(cycles("gather --root 0") == 1 + 8);
}

TEST_CASE("traffic finds its way through any graph without a circle of waits", "[graph]") {
  const std::string edges =
      GENERATE(values<std::string>({"hub a\nhub b\nhub c\n", "0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n6 0\n",
                                    "0 1\n0 2\n0 3\n0 4\n1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n",
                                    "0 1\n1 2\n2 0\n2 3\n3 4\n4 5\n5 3\n"}));
  const std::string more = GENERATE(values<std::string>(
      {"--words 3", "--words 3 --routing valiant", "--words 3 --switching store-and-forward",
       "--words 5 --fifo-depth 1", "--routing minimal-adaptive --pattern hotspot:0,0.5"}));
  CAPTURE(edges, more);
  const TemporaryFolder folder;
  const Said said = plexus_command("run graph traffic --load 1 --measure 2000 --json " + more +
                                   " --graph " + written(folder, "edges.txt", edges));
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["statistics"]["accepted"] > 0);
}

TEST_CASE("a packet that is alone goes the shortest way up and down", "[graph]") {
  // In a complete graph every node is a hop away from every other.
  const TemporaryFolder folder;
  const std::string path = written(folder, "full.txt", "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n");
  const Json full =
      plexus_command("run graph traffic --load 0.01 --measure 2000 --json --graph " + path)
          .json()["statistics"];
  CHECK(full["hops_mean"] == 1);
}

TEST_CASE("a packet goes down by as few links as lead down alone", "[graph][traffic]") {
  // From 0 down to 5: by 2, or by 1 and 3; 4, between 2 and 5, is a way round that 2 need not go.
  const TemporaryFolder folder;
  const std::string graph = written(folder, "round.txt", "0 1\n0 2\n1 3\n2 4\n2 5\n3 5\n4 5\n");
  const std::string packet = written(folder, "one.json", "[[0,0,5,2]]");
  const Json figures = plexus_command("run graph traffic --json --warmup 0 --measure 40 --graph " +
                                      graph + " --recorded " + packet)
                           .json()["statistics"];
  CHECK(figures["hops_mean"] == 2);
}

TEST_CASE("of two ways a packet goes by the link that the file names first", "[graph][traffic]") {
  const auto [edges, by] =
      GENERATE(table<std::string, std::string>({{"0 2\n0 1\n2 3\n1 3\n", "link_0_to_2,send"},
                                                {"0 1\n0 2\n2 3\n1 3\n", "link_0_to_1,send"}}));
  const TemporaryFolder folder;
  const std::string trace = folder / "ways.csv";
  REQUIRE(plexus_command("run graph traffic --warmup 0 --measure 40 --graph " +
                         written(folder, "square.txt", edges) + " --recorded " +
                         written(folder, "one.json", "[[0,0,3,1]]") + " --trace " + trace)
              .status == kVerified);
  CHECK_THAT(content(trace), Catch::Contains(by));
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
  const auto ring = read_graph({kGraphs + "ladder.txt"}).ring();
  REQUIRE(ring);
  CHECK(ring->size() == 8);
}

TEST_CASE("GPUs are joined as NCCL says: each link by its count, PCIe by its width", "[graph]") {
  const GraphShape graph = read_graph({kGraphs + "four_gpus.xml", 1, 100});
  REQUIRE(graph.processors() == 4);
  CHECK(graph.switches() == 2);  // the two processors of the host
  CHECK(graph.links() == 6 + 4 + 1);
  const auto width = [&](NodeId from, NodeId to) {
    return graph.timing(from, graph.channel_to(from, to), {1_cycles, 9_words}).bandwidth;
  };
  CHECK(width(0, 1) == 400_words);  // two links of 20 GB/s, in 10 ns
  CHECK(width(1, 0) == 400_words);
  CHECK(width(0, 3) == 200_words);
  CHECK(width(0, 4) == 240_words);  // sixteen lanes of 1.5 GB/s
  CHECK(graph.name(4) == "cpu0");
  const Json report = plexus_command("run graph allreduce --words 64000 --json --graph " + kGraphs +
                                     "four_gpus.xml")
                          .json();
  CHECK(report["verified"] == true);
  CHECK(report["algorithm"] == "ring");
  CHECK(report["parameters"]["clock"] == 100);
}

TEST_CASE("a link of a GPU has the GB/s of its generation, a device those of its lanes",
          "[graph]") {
  const TemporaryFolder folder;
  const auto width = [&](const std::string& gpu, const std::string& link, const std::string& pci) {
    const auto device = [&](const std::string& at, const std::string& other, int number) {
      return fmt::format(R"(<pci busid="{}" class="0x030200" {}><gpu dev="{}" {} rank="{}">)"
                         R"(<{} target="{}" count="1" tclass="0x030200"/></gpu></pci>)",
                         at, pci, number, gpu, number, link, other);
    };
    const std::string path = written(
        folder, "pair.xml",
        R"(<system version="1"><cpu numaid="0">)" + device("0000:10:00.0", "0000:20:00.0", 0) +
            device("0000:20:00.0", "0000:10:00.0", 1) + "</cpu></system>\n");
    const GraphShape graph = read_graph({path, 1, 100});
    const auto timing = [&](NodeId to) {
      return graph.timing(0, graph.channel_to(0, to), {}).bandwidth.count();
    };
    return std::pair{timing(1), timing(2)};
  };
  const std::string lanes = R"(link_speed="16 GT/s" link_width="16")";
  // Tenths of GB/s: words of a byte in 10 ns.
  CHECK(width(R"(sm="60")", "nvlink", lanes) == std::pair{180L, 240L});
  CHECK(width(R"(sm="70")", "nvlink", lanes) == std::pair{200L, 240L});
  CHECK(width(R"(sm="86")", "nvlink", lanes) == std::pair{120L, 240L});
  CHECK(width(R"(sm="90")", "nvlink", lanes) == std::pair{206L, 240L});
  CHECK(width(R"(sm="100")", "nvlink", lanes) == std::pair{401L, 240L});
  CHECK(width(R"(gcn="gfx908")", "xgmi", lanes) == std::pair{240L, 240L});
  CHECK(width(R"(gcn="gfx90a")", "xgmi", lanes) == std::pair{360L, 240L});
  CHECK(width(R"(gcn="gfx942")", "xgmi", lanes) == std::pair{480L, 240L});
  const std::string card = R"(sm="80")";
  CHECK(width(card, "nvlink", R"(link_speed="8 GT/s" link_width="8")") == std::pair{200L, 60L});
  CHECK(width(card, "nvlink", R"(link_speed="16000 MT/s" link_width="16")") ==
        std::pair{200L, 240L});
  CHECK(width(card, "nvlink", "") == std::pair{200L, 120L});  // of the third generation
}

TEST_CASE("hosts are joined by their network ports, bridges that lead nowhere are left out",
          "[graph]") {
  const GraphShape one = read_graph({kGraphs + "switched_gpus.xml", 1, 100});
  CHECK(one.processors() == 4);
  CHECK(one.switches() == 1 + 2 + 2);  // nvswitch, bridges, processors
  const GraphShape two = read_graph({kGraphs + "switched_gpus.xml", 2, 100});
  CHECK(two.processors() == 8);
  CHECK(two.switches() == 2 * (5 + 2) + 1);  // and the ports, and the network
  const auto width = [&](const std::string& from, const std::string& to) {
    NodeId v = 0;
    while (two.name(v) != from) ++v;
    NodeId w = 0;
    while (two.name(w) != to) ++w;
    return two.timing(v, two.channel_to(v, w), {}).bandwidth;
  };
  CHECK(width("0", "0/nvswitch") == 1200_words);
  CHECK(width("5", "1/nvswitch") == 1200_words);
  CHECK(width("1/0000:23:00.0", "network") == 250_words);  // 200 Gbit/s
  const Said said = plexus_command("run graph allgather --words 1200 --hosts 2 --json --graph " +
                                   kGraphs + "switched_gpus.xml");
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["algorithm"] == "schedule");  // no ring leads through switches
  CHECK(said.json()["lower_bound"] <= said.json()["cycles"]);
}

TEST_CASE("where a topology names no GPU, devices of a GPU's class are numbered by their addresses",
          "[graph]") {
  const TemporaryFolder folder;
  const std::string path = written(folder, "cloud.xml", R"(<system version="1">
<cpu numaid="0" vendor="AuthenticAMD">
<pci busid="ffff:ff:01.0" class="0x060400" link_speed="16 GT/s" link_width="16">
<pci busid="000B:00:00.0" class="0x030200" link_speed="16 GT/s" link_width="16"/>
<pci busid="0101:00:00.0" class="0x020700" link_speed="16 GT/s" link_width="16"/>
<pci busid="0002:00:00.0" class="0x120000" link_speed="16 GT/s" link_width="8"/>
</pci>
</cpu>
</system>
)");
  const GraphShape graph = read_graph({path, 1, 100});
  REQUIRE(graph.processors() == 2);
  REQUIRE(graph.switches() == 1);  // the bridge: the processor and the port lead nowhere
  CHECK(graph.timing(0, graph.channel_to(0, 2), {}).bandwidth == 120_words);  // eight lanes
  CHECK(graph.timing(1, graph.channel_to(1, 2), {}).bandwidth == 240_words);

  // Ports are known by their class, too.
  const GraphShape hosts = read_graph({path, 2, 100});
  REQUIRE(hosts.processors() == 4);
  REQUIRE(hosts.switches() == 5);  // of each host the bridge and the port, and the network
  NodeId port = 0;
  while (hosts.name(port) != "1/0101:00:00.0") ++port;
  NodeId network = 0;
  while (hosts.name(network) != "network") ++network;
  CHECK(hosts.timing(port, hosts.channel_to(port, network), {}).bandwidth == 240_words);
}

TEST_CASE("a ring is looked for along a way of any length", "[graph]") {
  constexpr int kNodes = 60'000;
  std::string chain = "from,to\n";
  for (int v = 1; v < kNodes; ++v) chain += fmt::format("{},{}\n", v - 1, v);
  const TemporaryFolder folder;
  const std::string path = written(folder, "chain.csv", chain);
  CHECK_FALSE(read_graph({path, 1, 100}).ring().has_value());
  CHECK(
      read_graph({written(folder, "circle.csv", chain + fmt::format("{},0\n", kNodes - 1)), 1, 100})
          .ring()
          ->size() == kNodes);
}

TEST_CASE("several hosts need network ports", "[graph]") {
  const TemporaryFolder folder;  // a short name, of which no message leaves anything out
  const std::string graph = written(folder, "four.xml", content(kGraphs + "four_gpus.xml"));
  const Said said = plexus_command("run graph topology --hosts 2 --graph " + graph);
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains("four.xml:1: there is no <net>, which would join the "
                                       "2 hosts"));
}

TEST_CASE("a topology without processors has its bridges, and no link to a processor", "[graph]") {
  const TemporaryFolder folder;
  const auto topology = [&](const std::string& link) {
    const std::string gpu =
        R"(<pci busid="0000:03:00.0" class="0x030200" link_speed="16 GT/s" link_width="16">
<gpu dev="0" sm="80" rank="0">)" +
        link + R"(</gpu></pci>
<pci busid="0000:04:00.0" class="0x030200" link_speed="16 GT/s" link_width="8">
<gpu dev="1" sm="80" rank="1"></gpu></pci>
)";
    const std::string bridge = R"(<pci busid="0000:02:00.0" class="0x060400" link_speed="16 GT/s" )"
                               R"(link_width="16">)" +
                               gpu + "</pci>\n";
    return written(folder, "bridges.xml",
                   R"(<system version="1">
<pci busid="0000:01:00.0" class="0x060400" link_speed="16 GT/s" link_width="16">)" +
                       bridge + "</pci>\n</system>\n");
  };
  const GraphShape graph = read_graph({topology(""), 1, 100});
  REQUIRE(graph.processors() == 2);
  REQUIRE(graph.switches() == 1);
  CHECK(graph.timing(0, graph.channel_to(0, 2), {}).bandwidth == 240_words);
  CHECK(graph.timing(1, graph.channel_to(1, 2), {}).bandwidth == 120_words);
  const std::string link = R"(<nvlink target="ffff:ff:ff.0" count="1" tclass="0x068001"/>)";
  CHECK_THROWS_WITH((read_graph({topology(link), 1, 100})),
                    Catch::Contains("the gpu stands in no <cpu>"));
}

TEST_CASE("the diameter is the largest distance between two nodes, by way of switches, too",
          "[graph]") {
  const TemporaryFolder folder;
  const unsigned seed = GENERATE(range(1U, 60U));
  const std::uint32_t nodes = 5 + seed % 12;
  std::mt19937 random{seed};
  std::string edges = seed % 3 == 0 ? fmt::format("switches: {} {}\n", nodes - 1, nodes - 2) : "";
  for (std::uint32_t v = 1; v < nodes; ++v) {
    edges += fmt::format("{} {}\n", v < nodes - 2 ? v - 1 : random() % (nodes - 2), v);
  }
  if (seed % 2 == 0) edges += fmt::format("0 {}\n", nodes - 3);
  const std::string file = written(folder, "drawn.txt", edges);
  const GraphShape graph = read_graph({file, 1, 1});
  CAPTURE(seed, edges, graph.processors());
  NodeId largest = 0;
  for (NodeId v = 0; v < graph.processors(); ++v) {
    const std::vector<NodeId> far = graph.hops(v);
    largest = std::max(largest, *std::max_element(far.begin(), far.begin() + graph.processors()));
  }
  CHECK(graph.diameter() == std::pair{largest, largest});
}

TEST_CASE("the diameter of a large chain, tree or mesh takes no time, of a large ring some seconds",
          "[graph]") {
  const TemporaryFolder folder;
  constexpr NodeId kNodes = 100'000;
  const auto of = [&](NodeId nodes, const auto& before) {
    std::ofstream out{folder / "large.txt"};
    for (NodeId v = 1; v < nodes; ++v) fmt::print(out, "{} {}\n", before(v), v);
    out.close();
    return read_graph({folder / "large.txt", 1, 1}).diameter();
  };
  CHECK(of(kNodes, [](NodeId v) { return v - 1; }) == std::pair{kNodes - 1, kNodes - 1});
  CHECK(of((1U << 15U) - 1, [](NodeId v) { return (v - 1) / 2; }) == std::pair{28U, 28U});
  std::ofstream out{folder / "ring.txt"};
  for (NodeId v = 0; v < kNodes; ++v) fmt::print(out, "{} {}\n", v, (v + 1) % kNodes);
  out.close();
  const Json figures = plexus_command("run graph topology --json --graph " + (folder / "ring.txt"))
                           .json()["statistics"];
  CHECK_FALSE(figures.contains("diameter"));
  CHECK(figures["diameter_between"][0] == kNodes / 2);
  CHECK(figures["diameter_between"][1] > kNodes / 2);
  CHECK(figures["diameter_between"][1] <= kNodes);
}

TEST_CASE("the figures of a graph name its switches if it has any", "[graph]") {
  const auto figures = [](const std::string& file) {
    return plexus_command("run graph topology --json --graph " + kGraphs + file)
        .json()["statistics"];
  };
  CHECK(figures("rack.csv")["switches"] == read_graph({kGraphs + "rack.csv"}).switches());
  CHECK(figures("rack.csv")["switches"] > 0);
  CHECK_FALSE(figures("ladder.csv").contains("switches"));
}

TEST_CASE("switches pass on and take part in nothing, whatever the operation", "[graph]") {
  const std::string file = GENERATE("rack.csv", "rack.graphml");
  const std::string line = GENERATE(
      "move", "move --packets 4", "broadcast", "scatter --root 1", "gather", "allgather",
      "alltoall", "allreduce", "reduce-scatter", "custom", "allgather --port-rule one-in-one-out");
  CAPTURE(file, line);
  const Said said =
      plexus_command("run graph " + line + " --json --words 5000 --graph " + kGraphs + file);
  CAPTURE(said.err);
  if (line.ends_with("out")) {  // links are half duplex, at switches too
    CHECK(said.status == kFaulted);
    CHECK(said.json()["error"]["class"] == "port-rule");
    return;
  }
  REQUIRE(said.status == kVerified);
  const Json report = said.json();
  CHECK(report["verified"] == true);
  if (report["lower_bound"].is_number()) CHECK(report["lower_bound"] <= report["cycles"]);
}

TEST_CASE("no port rule binds a switch", "[graph]") {
  // Each node sends, then takes, so it breaks no rule; the switch does both for all four at once.
  const TemporaryFolder folder;
  const std::string star =
      written(folder, "star.txt", "switches: hub\na hub\nb hub\nc hub\nd hub\n");
  const auto cycles = [&](const std::string& more) {
    const Said said = plexus_command("run graph custom --words 10 --json --graph " + star + more);
    CAPTURE(said.err);
    return said.status == kVerified ? said.json()["cycles"].get<int>() : -said.status;
  };
  CHECK(cycles("") == 20);
  CHECK(cycles(" --port-rule one-in-one-out") == 20);
  const Json move =
      plexus_command("run graph move --words 10 --port-rule one-port --json --graph " + star)
          .json();
  CHECK(move["cycles"] == 20);
  CHECK(move["statistics"]["distance"] == 2);
}

TEST_CASE("start-up and bandwidth in us and GB/s are those of the clock", "[graph]") {
  const auto cycles = [&](const std::string& clock) {
    const Json report = plexus_command(
                            "run graph move --source 0 --destination 1 --words 10000 "
                            "--json --graph " +
                            kGraphs + "rack.csv" + clock)
                            .json();
    return report["cycles"].get<int>();
  };
  CHECK(cycles("") == 2 * (50 + 40));                 // 0.5 us, 250 bytes in 10 ns
  CHECK(cycles(" --clock 1000") == 2 * (500 + 400));  // 25 bytes in 1 ns
  const TemporaryFolder folder;
  const std::string seven = written(folder, "seven.csv", "from,to,us,GB/s\n0,1,0.07,1\n");
  CHECK(plexus_command("run graph move --words 10 --destination 1 --json --graph " + seven)
            .json()["cycles"] == 8);  // 7 + 10 bytes of 10 in a cycle
  const Said plain = plexus_command("run graph move --clock 10 --json");
  CHECK(plain.status == kRefused);
  CHECK_THAT(plain.err, Catch::Contains("GB/s or us"));
  const Said slow = plexus_command("run graph move --clock 100000 --graph " + kGraphs + "rack.csv");
  CHECK(slow.status == kRefused);
  CHECK_THAT(slow.err, Catch::Contains("rack.csv:4: 25 GB/s are 0 bytes"));
}

TEST_CASE("all of the equally quick ways of a schedule carry something", "[graph]") {
  const TemporaryFolder folder;
  std::string text = "switches: a b x y\n0 a\n1 a\n2 b\n3 b\n";
  for (const char* const leaf : {"a", "b"}) text += fmt::format("{0} x\n{0} y\n", leaf);
  const Said said = plexus_command("run graph alltoall --words 10 --json --graph " +
                                   written(folder, "spines.txt", text));
  CHECK(said.status == kVerified);
  CHECK(said.json()["statistics"]["links_used"] == 8);
}

TEST_CASE("of ways that take a word as long the one of more bandwidth is gone", "[graph]") {
  const TemporaryFolder folder;
  const std::string file =
      written(folder, "two.csv",
              "switches:,bridge,fabric\nfrom,to,startup,bandwidth\n0,bridge,0,2\n1,bridge,0,2\n"
              "0,fabric,0,10\n1,fabric,0,10\n");
  const Said said =
      plexus_command("run graph move --destination 1 --words 100 --json --graph " + file);
  CHECK(said.json()["cycles"] == 20);
}

TEST_CASE("a trace in which switches pass packets on becomes no schedule", "[graph][schedule]") {
  const TemporaryFolder folder;
  REQUIRE(plexus_command("run graph allgather --graph " + kGraphs + "rack.csv --trace " +
                         (folder / "rack.csv"))
              .status == kVerified);
  const Said said = plexus_command("convert " + (folder / "rack.csv") + ' ' + (folder / "r.goal"));
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains("passes on what it never holds"));
}

TEST_CASE("adaptive packets on a graph take each of the shortest ways", "[graph][traffic]") {
  const TemporaryFolder folder;
  const std::string line =
      "run graph traffic --warmup 0 --measure 60 --routing minimal-adaptive "
      "--recorded [[0,0,3,9],[1,0,3,9],[2,0,3,9]] --json --graph " +
      written(folder, "square.txt", "0 1\n0 2\n1 3\n2 3\n");
  const Json links = plexus_command(line + " --fifo-depth 16").json()["statistics"];
  CAPTURE(links);
  CHECK(links["delivered"] == 3);
  CHECK_THAT(links["busiest_links"].dump(), Catch::Contains("0 -> 1"));
  CHECK_THAT(links["busiest_links"].dump(), Catch::Contains("0 -> 2"));
}

TEST_CASE("what a table of routes says goes that way, the rest the shortest one", "[graph]") {
  const auto distance = [&](const std::string& more) {
    return plexus_command("run graph move --source 4 --json --graph " + kGraphs + "ladder.txt" +
                          more)
        .json()["statistics"]["distance"]
        .get<int>();
  };
  const TemporaryFolder folder;
  const std::string detour = written(folder, "detour.csv", "at,to,next\n4,7,0\n0,7,1\n1,7,5\n");
  CHECK(distance(" --destination 7") == 3);
  CHECK(distance(" --destination 7 --routes " + detour) == 5);
  CHECK(distance(" --destination 5 --routes " + detour) == 1);
  const std::string any = written(folder, "any.csv", "0,*,1\n");
  const Json round =
      plexus_command("run graph move --source 0 --destination 2 --json --graph " +
                     written(folder, "triangle.txt", "0 1\n1 2\n2 0\n") + " --routes " + any)
          .json();
  CHECK(round["statistics"]["distance"] == 2);
  CHECK(plexus_command("run graph alltoall --routes " + kGraphs + "ladder_routes.csv --graph " +
                       kGraphs + "ladder.txt")
            .status == kVerified);
}

TEST_CASE("lower bounds know that switches pass on and hold nothing", "[graph][bound]") {
  const TemporaryFolder folder;
  // Three nodes at each of two switches, which a slow link joins.
  const std::string dumbbell =
      written(folder, "dumbbell.csv",
              "switches:,l,r\nfrom,to,startup,bandwidth\n0,l,0,8\n1,l,0,8\n2,l,0,8\n3,r,0,8\n"
              "4,r,0,8\n5,r,0,8\nl,r,0,1\n");
  const auto bound = [&](const std::string& operation, const std::string& more = {}) {
    const Json report =
        plexus_command("run graph " + operation + " --words 240 --json --graph " + dumbbell + more)
            .json();
    CAPTURE(operation);
    REQUIRE(report["verified"] == true);
    CHECK(report["cycles"] >= report["lower_bound"]);
    return report["lower_bound"].get<int>();
  };
  // Words of one side over the slow link, a word a cycle; and before it and behind it a hop.
  CHECK(bound("allgather") >= 3 * 240);
  CHECK(bound("allgather") <= 3 * 240 + 2);
  CHECK(bound("alltoall") >= 9 * 240);
  CHECK(bound("broadcast --algorithm schedule") >= 240);
  CHECK(bound("allreduce") >= 240);
  CHECK(bound("allreduce") < 2 * 240);
  CHECK(bound("reduce-scatter") >= 3 * 240);
  CHECK(bound("scatter --algorithm schedule") >= 3 * 240);
  CHECK(bound("gather --algorithm schedule") >= 3 * 240);
}

TEST_CASE("no run on a graph with switches is below its bound", "[graph][bound]") {
  const TemporaryFolder folder;
  const auto [name, text] = GENERATE(table<std::string, std::string>({
      {"star.txt", "switches: s\n0 s\n1 s\n2 s\n3 s\n4 s\n"},
      {"tree.txt", "switches: a b c\n0 a\n1 a\n2 b\n3 b\na c 1 2\nb c 0 3\n4 c\n"},
      {"mixed.txt", "switches: s\n0 1\n1 2\n2 s\n3 s\n0 s 2 5\n"},
      {"large.txt",
       "switches: a b\n0 a\n1 a\n2 a\n3 a\n4 a\n5 a\n6 a\n7 a\n8 b\n9 b\n10 b\n11 b\n12 b\n13 b\n"
       "14 b\n15 b\na b 3 4\n"},
  }));
  const auto [rule, operation] = GENERATE(table<std::string, std::string>({
      {"all-full", "move"},
      {"all-full", "broadcast"},
      {"all-full", "scatter"},
      {"all-full", "gather"},
      {"all-full", "allgather"},
      {"all-full", "alltoall"},
      {"all-full", "allreduce"},
      {"all-full", "reduce-scatter"},
      {"all-half", "move"},
      {"all-half", "broadcast"},
      {"all-half", "scatter"},
      {"all-half", "gather"},
  }));
  CAPTURE(name, rule, operation);
  const Said said = plexus_command(
      "run graph " + operation +
      (operation == "move" ? "" : " --algorithm schedule --schedule direct") +
      " --words 19 --json --port-rule " + rule + " --graph " + written(folder, name, text));
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["cycles"] >= said.json()["lower_bound"]);
  CHECK(said.json()["lower_bound"] > 0);
}

TEST_CASE("traffic is offered by nodes, and switches route it", "[graph]") {
  const Json report = plexus_command("run graph traffic --load 0.1 --measure 2000 --json --graph " +
                                     kGraphs + "rack.graphml")
                          .json();
  CHECK(report["statistics"]["accepted"] > 0);
  CHECK(report["statistics"]["hops_mean"] > 2);
}

TEST_CASE("a folder is no graph", "[graph][refusal]") {
  const TemporaryFolder folder;
  const Said said = plexus_command({"run", "graph", "broadcast", "--graph", folder / ""});
  CHECK(said.status == 2);
  CHECK_THAT(said.err, Catch::Contains("the file cannot be read; name GraphML"));
}

TEST_CASE("a link whose file says that it starts at once does so, whatever the others take",
          "[graph]") {
  const TemporaryFolder folder;
  const std::string graph = written(folder, "graph.txt", "0 1 0 4\n1 2\n");
  const auto cycles = [&](const std::string& ends) {
    return plexus_command("run graph move --words 8 --startup 5 --packets 1 --json " + ends +
                          " --graph " + graph)
        .json()["cycles"];
  };
  CHECK(cycles("--source 0 --destination 1") == 8 / 4);
  CHECK(cycles("--source 1 --destination 2") == 5 + 8);
}

TEST_CASE("on a path packets go up to the first node and down, link by link", "[graph][traffic]") {
  const TemporaryFolder folder;
  const std::string graph = written(folder, "path.txt", "5 3\n3 1\n1 0\n0 2\n2 4\n4 6\n");
  const std::vector<int> path{5, 3, 1, 0, 2, 4, 6};
  for (std::size_t from = 0; from < path.size(); ++from) {
    for (std::size_t to = 0; to < path.size(); ++to) {
      if (from == to) continue;
      const std::string packet =
          written(folder, "one.json",
                  "[[0," + std::to_string(path[from]) + "," + std::to_string(path[to]) + ",2]]");
      const Json figures =
          plexus_command("run graph traffic --json --warmup 0 --measure 40 --graph " + graph +
                         " --recorded " + packet)
              .json()["statistics"];
      const auto hops = static_cast<int>(from < to ? to - from : from - to);
      CAPTURE(path[from], path[to]);
      CHECK(figures["hops_mean"] == hops);
      CHECK(figures["latency_mean"] == 1 + (hops + 1) + 1);
    }
  }
}
