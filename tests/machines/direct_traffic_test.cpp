#include "models/direct/direct_traffic.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "hw/rule/fault.hpp"
#include "tests/command.hpp"
#include "tests/run_bench.hpp"

namespace plexus {

namespace {

struct Place {
  std::string machine;
  Json shape;
};

const std::vector<Place>& places() {
  static const std::vector<Place> all{{"torus", {{"sides", {4, 3}}}},
                                      {"torus", {{"sides", {4, 3}}, {"wrap", false}}},
                                      {"hypercube", {{"dimension", 3}}},
                                      {"ring", {{"nodes", 6}}},
                                      {"fat-tree", {{"nodes", 8}, {"capacities", {1, 2, 3}}}}};
  return all;
}

Report run_traffic(const Place& place, const Json& given) {
  Json values = place.shape;
  values.update(given);
  return run_report(place.machine, "traffic", "synthetic", values);
}

}  // namespace

TEST_CASE("at low load packets take what the formula of hops, pipeline and words says",
          "[machine][traffic][vc_router]") {
  const auto place = GENERATE(range(0, 5));
  const std::string switching = GENERATE(as<std::string>{}, "store-and-forward", "cut-through");
  const auto& at = places()[static_cast<std::size_t>(place)];
  CAPTURE(at.machine, at.shape.dump(), switching);
  // One node sends, so nothing is in anybody's way.
  const Report report = run_traffic(at, {{"load", 0.001},
                                         {"words", 3},
                                         {"pipeline", 2},
                                         {"fifo_depth", 8},
                                         {"switching", switching},
                                         {"warmup", 0},
                                         {"measure", 6000},
                                         {"seed", 2}});
  const Json& seen = report.statistics;
  REQUIRE(seen["delivered"] > 10);
  const double alone = seen["zero_load_latency_mean"];
  CHECK(seen["latency_mean"] == Approx(alone).epsilon(0.01));
  CHECK(alone == Approx(switching == "cut-through"
                            ? 1 + 2 * (seen["hops_mean"].get<double>() + 1) + 2
                            : 1 + 4 * (seen["hops_mean"].get<double>() + 1) + 2)
                     .epsilon(1e-5));
}

TEST_CASE("every pattern, routing, switching and arbitration comes out whole, the same each time",
          "[machine][traffic][vc_router]") {
  const auto place = GENERATE(range(0, 4));
  const auto& at = places()[static_cast<std::size_t>(place)];
  std::vector<Json> runs;
  for (const char* pattern : {"uniform", "hotspot:1,0.3", "complement", "tornado", "neighbour"}) {
    runs.push_back({{"pattern", pattern}});
  }
  for (const char* routing : {"valiant", "minimal-adaptive"}) {
    for (const char* switching : {"wormhole", "cut-through", "store-and-forward"}) {
      runs.push_back({{"routing", routing}, {"switching", switching}});
    }
  }
  for (const char* arbitration : {"fixed", "oldest", "random"}) {
    runs.push_back({{"arbitration", arbitration}, {"fifo_depth", 1}, {"switching", "wormhole"}});
  }
  runs.push_back({{"flow", "bypass"}, {"fifo_depth", 1}, {"source_queue", "none"}});
  if (at.machine != "hypercube" && !at.shape.contains("wrap")) {
    runs.push_back({{"deadlock", "bubble"}, {"switching", "cut-through"}});
  }
  for (Json& given : runs) {
    given.update({{"load", 0.3}, {"words", 2}, {"warmup", 50}, {"measure", 400}});
    CAPTURE(at.machine, given.dump());
    const Report first = run_traffic(at, given);
    CHECK(first.verified);
    CHECK(first.statistics["delivered"] > 0);
    CHECK(first.statistics == run_traffic(at, given).statistics);
  }
}

TEST_CASE("a tree of routers with channels carries every pattern, the same each time",
          "[machine][traffic][vc_router][channel-tree]") {
  const char* const switching = GENERATE("wormhole", "cut-through", "store-and-forward");
  const Json capacities = GENERATE(values<Json>({"constant", "exponential"}));
  for (const char* pattern : {"uniform", "hotspot:1,0.3", "complement", "bit-reversal"}) {
    const Json given{{"nodes", 8},           {"capacities", capacities},
                     {"load", 0.3},          {"words", 2},
                     {"warmup", 50},         {"measure", 400},
                     {"pattern", pattern},   {"switching", switching},
                     {"virtual_channels", 2}};
    CAPTURE(given.dump());
    const Report first = run_report("fat-tree", "traffic", "synthetic", given);
    CHECK(first.verified);
    CHECK(first.statistics["delivered"] > 0);
    CHECK(first.statistics == run_report("fat-tree", "traffic", "synthetic", given).statistics);
  }
  const Json quiet = run_report("fat-tree", "traffic", "filling",
                                {{"nodes", 8},
                                 {"capacities", capacities},
                                 {"load", 0.02},
                                 {"switching", switching},
                                 {"warmup", 0},
                                 {"measure", 20000}})
                         .statistics["filling"];
  double held = 0;
  const std::vector<double> links =
      capacities == "constant" ? std::vector<double>{8, 4, 2} : std::vector<double>{8, 8, 8};
  for (const Json& row : quiet) {
    held +=
        8 * (row["leaves from the node"].get<double>() + row["leaves from above"].get<double>());
    for (std::size_t level = 1; level <= 3; ++level) {
      const std::string name = "level " + std::to_string(level) + " from ";
      held += links[level - 1] * row[name + "below"].get<double>();
      if (level < 3) held += links[level] * row[name + "above"].get<double>();
    }
  }
  // Without contention a word stays one cycle in each of its queues: Little's law.
  const double hops = 2 * (1 * 1 + 2 * 2 + 4 * 3) / 7.0 + 1;
  CHECK(held / 100 / 8 == Approx(0.02 * hops).epsilon(0.05));
}

TEST_CASE("a packet that overtakes another one on the same channels is found",
          "[machine][traffic][vc_router]") {
  path_order_check check{16};
  RouterPacket packet;
  packet.header = {3, 5, 0, 0};
  const auto deliver = [&](std::uint32_t number, std::uint64_t path) {
    packet.number = number;
    packet.path = path;
    check.deliver(packet, "torus.network");
  };
  deliver(4, 77);
  deliver(2, 78);  // by another way
  deliver(9, 77);
  packet.header.source = 4;
  deliver(1, 77);
  packet.header.source = 3;
  try {
    deliver(8, 77);
    FAIL("packet 8 came behind packet 9");
  } catch (const sc_core::sc_report& stopped) {
    const Fault fault = fault_of(stopped);
    CHECK(fault.kind == "order");
    CHECK(fault.message ==
          "Packet 8 from node 3 to node 5 comes out behind packet 9, which took the same "
          "channels.");
  }
}

TEST_CASE("a tree carries packets whose lengths differ from source to source",
          "[machine][traffic]") {
  const Report report = run_report("fat-tree", "traffic", "synthetic",
                                   {{"words", "varied:1,1,3"}, {"load", 0.2}, {"measure", 500}});
  CHECK(report.verified);
  CHECK(report.statistics["accepted_words"] > report.statistics["accepted"]);
}

TEST_CASE("queues of routers fill around a hot spot, and what is shown is what they hold",
          "[machine][traffic][vc_router]") {
  const Json given{{"sides", {4, 4}},
                   {"pattern", "hotspot:5,0.5"},
                   {"load", 0.3},
                   {"warmup", 0},
                   {"measure", 1000}};
  const Report report = run_report("torus", "traffic", "filling", given);
  const Json rows = report.statistics["filling"];
  REQUIRE(rows.size() == 100);
  CHECK(rows.back()["cycle"] == 1000);
  CHECK(rows.back()["sources"] > rows[50]["sources"]);
  const auto mean = [&](const std::string& name, std::size_t from, std::size_t to) {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += rows[i][name].get<double>();
    return sum / static_cast<double>(to - from);
  };
  for (const char* group : {"0 hops away", "1 hop away", "2 hops away", "3 hops away"}) {
    CHECK(mean(group, 0, 3) < mean(group, 50, 100));
  }
  CHECK(rows[0].size() == 7);  // 4 hops away, cycle and sources
  // Of more than eight distances neighbours are shown together: of 17, the nearest three.
  const Report ring = run_report("ring", "traffic", "filling",
                                 {{"nodes", 32},
                                  {"pattern", "hotspot:0,0.5"},
                                  {"load", 0.1},
                                  {"warmup", 0},
                                  {"measure", 100}});
  const Json around = ring.statistics["filling"][0];
  CHECK(around.size() == 2 + 8);
  CHECK(around.contains("0 to 2 hops away"));
  for (int first = 3; first <= 15; first += 2) {
    CHECK(around.contains(fmt::format("{} to {} hops away", first, first + 1)));
  }
  // Without contention a word stays one cycle in each of its queues: Little's law.
  const Report quiet =
      run_report("ring", "traffic", "filling",
                 {{"nodes", 8}, {"load", 0.02}, {"warmup", 0}, {"measure", 50000}});
  double held = 0;
  for (const Json& row : quiet.statistics["filling"]) {
    for (const char* group : {"from +x", "from -x", "from node"}) {
      held += row[group].get<double>() * 2 / 100;  // two channels
    }
  }
  const double hops = 1 + 16.0 / 7;  // in as many routers: the distances 1, 1, 2, 2, 3, 3, 4
  CHECK(held == Approx(0.02 * hops).epsilon(0.05));
}

TEST_CASE("links are as busy as the words that go over them", "[machine][traffic][vc_router]") {
  const Report report =
      run_report("ring", "traffic", "synthetic",
                 {{"nodes", 8}, {"load", 0.1}, {"warmup", 0}, {"measure", 20000}});
  const double hops = 16.0 / 7;  // the distances 1, 1, 2, 2, 3, 3, 4, over two links of each node
  CHECK(report.statistics["link_utilisation"].get<double>() ==
        Approx(0.1 * hops / 2).epsilon(0.05));
}

TEST_CASE("a router has up to 64 channels", "[machine][traffic][vc_router]") {
  const auto status = [](const std::string& cube) {
    return plexus_command("run hypercube traffic --measure 10 --dimension " + cube).status;
  };
  CHECK(status("3 --virtual-channels 16") == kVerified);  // three neighbours and the node
  CHECK(status("4 --virtual-channels 12") == kVerified);
  CHECK(status("4 --virtual-channels 13") == kRefused);
}

TEST_CASE("the picture of a traffic run draws its busiest link strongest, of a collective none",
          "[machine][traffic]") {
  const auto drawn = [](const std::string& line) {
    const auto file = std::filesystem::temp_directory_path() / "plexus_traffic_load.svg";
    REQUIRE(plexus_command("run " + line + " --picture " + file.string()).status == 0);
    std::ifstream in{file};
    std::string svg{std::istreambuf_iterator<char>{in}, {}};
    std::filesystem::remove(file);
    return svg;
  };
  // Whoever sends, sends to node 1: all that comes from node 2 and beyond uses one link.
  const std::string traffic =
      drawn("torus traffic --sides 5 --wrap false --pattern hotspot:1,1 --load 0.1 --measure 500");
  CHECK_THAT(traffic, Catch::Contains("the stronger, the longer they carried something"));
  std::size_t strongest = 0;
  std::size_t wires = 0;
  const std::string mark = "\" class=\"load\" style=\"stroke-width:";
  for (std::size_t at = traffic.find(mark); at != std::string::npos;
       at = traffic.find(mark, at + 1)) {
    ++wires;
    if (traffic[at + mark.size()] == '3') ++strongest;
  }
  CHECK(wires == 4);
  CHECK(strongest == 1);
  CHECK_THAT(drawn("ring broadcast"), !Catch::Contains("they carried something"));
}

TEST_CASE("queues of a tree fill up to the root of a hot spot", "[machine][traffic]") {
  const Json given{{"nodes", 8},  {"pattern", "hotspot:5,0.5"},
                   {"load", 0.2}, {"fifo_depth", 4},
                   {"warmup", 0}, {"measure", 2000}};
  const Json rows = run_report("fat-tree", "traffic", "filling", given).statistics["filling"];
  const Json whole = run_report("fat-tree", "traffic", "synthetic", given).statistics;
  double waited = 0;
  for (const Json& row : rows) {  // 4, 2 and 1 routers, each with one way up and two down
    waited += 20 * (4 * row["level 1 up"].get<double>() + 8 * row["level 1 down"].get<double>() +
                    2 * row["level 2 up"].get<double>() + 4 * row["level 2 down"].get<double>() +
                    2 * row["level 3 down"].get<double>());
  }
  // The machine's own figure leaves out those that wait at the end.
  CHECK(waited >= whole["total_wait"].get<double>() - 0.1);
  CHECK(waited == Approx(whole["total_wait"].get<double>()).epsilon(0.05));
  const Json requests = run_report("reconfigurable", "traffic", "filling",
                                   {{"load", 0.4}, {"pattern", "hotspot:3,0.9"}, {"measure", 500}})
                            .statistics["filling"];
  CHECK(requests.back()["sources"] > requests[20]["sources"]);
}

TEST_CASE("what no router can do is refused before anything runs",
          "[machine][traffic][vc_router]") {
  const auto [line, words] = GENERATE(table<std::string, std::string>(
      {{"torus traffic --virtual-channels 1", "needs 2 here"},
       {"torus traffic --routing valiant --virtual-channels 3", "needs 4 here"},
       {"ring traffic --routing minimal-adaptive --virtual-channels 2", "needs 3 here"},
       {"torus traffic --deadlock bubble", "counts whole packets"},
       {"hypercube traffic --deadlock bubble --switching cut-through", "has none"},
       {"torus traffic --sides 4,4 --wrap false --deadlock bubble --switching cut-through",
        "has none"},
       {"ring traffic --words 5 --switching cut-through --fifo-depth 4", "need queues of 5 here"},
       {"ring traffic --words 5000 --switching cut-through", "need queues of 5000 here"},
       {"ring traffic --words 3 --switching cut-through --deadlock bubble --fifo-depth 5",
        "need queues of 6 here"},
       {"hypercube traffic --dimension 10 --virtual-channels 6", "can have 5 at most"},
       {"ring traffic --flow bypass --credit-delay 2", "--credit-delay"},
       {"fat-tree traffic --virtual-channels 2", "applies only with --switching"},
       {"fat-tree traffic --pipeline 2", "applies only with --switching"},
       {"fat-tree traffic --switching wormhole --startup 2", "only with --switching packets"},
       {"fat-tree traffic --switching wormhole --duplex half", "only with --switching packets"},
       {"fat-tree traffic --switching wormhole --duplex half --priority up",
        "only with --switching packets"},
       {"fat-tree traffic --switching wormhole --fifo-depth unlimited", "a number of words"},
       {"fat-tree traffic --switching wormhole --words varied:1,1,3", "choose a number"},
       {"fat-tree traffic --switching cut-through --words 5 --fifo-depth 4",
        "need queues of 5 here"},
       {"fat-tree traffic --switching wormhole --nodes 64 --capacities exponential",
        "has 64 links, one with virtual channels 63 at most"},
       {"fat-tree traffic --switching wormhole --nodes 32 --capacities exponential "
        "--virtual-channels 2",
        "can have 1 at most"}}));
  CAPTURE(line);
  const Said refused = plexus_command("run " + line);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Catch::Contains(words));
}

TEST_CASE("a run that deadlocks ends with status 3 and its circle",
          "[machine][traffic][vc_router]") {
  const Said ended = plexus_command(
      "run torus traffic --sides 4,4 --load 1 --words 4 --deadlock none --virtual-channels 1 "
      "--json");
  CHECK(ended.status == 3);
  const Json error = ended.json()["error"];
  CHECK(error["class"] == "deadlock");
  REQUIRE(error["waiting"].size() >= 2);
  for (const Json& one : error["waiting"]) {
    for (const char* name : {"router", "port", "channel", "packet"}) CHECK(one.contains(name));
  }
}

}  // namespace plexus
