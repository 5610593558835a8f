#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "hw/time/fresh_kernel.hpp"
#include "models/catalogue/experiment.hpp"
#include "models/pops/module.hpp"
#include "models/pops/shape.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/thinned.hpp"

using namespace plexus;

namespace {

/// `plexus run pops ...` for `operation algorithm --option value ..`.
Said run(const std::string& line) {
  std::vector<std::string> words = words_of(line);
  words.insert(words.begin() + 1, "--algorithm");
  words.insert(words.begin(), {"run", "pops"});
  words.emplace_back("--json");
  return plexus_command(words);
}

std::string sizes(NodeId d, NodeId g) {
  return " --d " + std::to_string(d) + " --g " + std::to_string(g);
}

}  // namespace

namespace {

/// Runs all algorithms on one machine, with what is left to choose chosen at random.
void run_all_on(NodeId d, NodeId g, std::mt19937& random) {
  const NodeId n = d * g;
  for (const CatalogueEntry& entry : every_machine().algorithms) {
    if (entry.machine != "pops" || entry.name.find("printed") != std::string::npos) continue;
    std::string line = entry.operation + ' ' + entry.name + sizes(d, g);
    for (const Parameter& parameter : entry.parameters) {
      if (parameter.name.starts_with("multi_")) line += ' ' + parameter.option() + " true";
      if (parameter.name == "subgroup") line += " --subgroup " + std::to_string(1 + random() % d);
      if (parameter.name == "root") line += " --root " + std::to_string(random() % n);
      if (parameter.name == "measure") line += " --measure 200 --warmup 20";
      if (parameter.name == "bit") line += " --bit " + std::to_string(random() % 5);
    }
    line += " --words " + std::to_string(1 + random() % 3);
    line += " --startup " + std::to_string(random() % 3);
    line += " --bandwidth " + std::to_string(1 + random() % 2);
    CAPTURE(line);
    const Said said = run(line);
    CAPTURE(said.out, said.err);
    if (said.status == kRefused) continue;
    CHECK(said.status == kVerified);
  }
}

}  // namespace

TEST_CASE("every algorithm keeps its count, its equations and its data on every machine",
          "[pops]") {
  std::mt19937 random{14};
  constexpr NodeId kMost = 20;
  std::vector<std::pair<NodeId, NodeId>> shapes;
  for (NodeId d = 1; d <= kMost; ++d) {
    for (NodeId g = 1; d * g <= kMost; ++g) shapes.emplace_back(d, g);
  }
  for (const auto& [d, g] : thinned(shapes)) run_all_on(d, g, random);
}

TEST_CASE("the same on every POPS(d, g) with up to 256 processors", "[.full][pops-full]") {
  std::mt19937 random{256};
  constexpr NodeId kMost = 256;
  for (NodeId d = 1; d <= kMost; ++d) {
    for (NodeId g = 1; d * g <= kMost; ++g) run_all_on(d, g, random);
  }
}

TEST_CASE("and on larger ones, powers of two and others", "[pops]") {
  std::mt19937 random{15};
  run_all_on(8, 32, random);
  run_all_on(32, 8, random);
  run_all_on(16, 16, random);
  for (int i = 0; i < thinned(8); ++i) {
    const NodeId d = 1 + static_cast<NodeId>(random() % 40);
    run_all_on(d, 1 + static_cast<NodeId>(random() % (256 / d)), random);
  }
}

namespace {

/// A machine of `least` to `most` processors, all shapes alike: of few large groups, of many small
/// ones, and in between.
PopsShape random_machine(NodeId least, NodeId most, std::mt19937& random) {
  const auto nodes = static_cast<double>(least + random() % (most - least + 1));
  const double share = static_cast<double>(random() % 1001) / 1000;
  const auto d = std::max<NodeId>(1, static_cast<NodeId>(std::pow(nodes, share)));
  return {d, std::max<NodeId>(1, static_cast<NodeId>(nodes) / d)};
}

}  // namespace

TEST_CASE("and on a random machine beyond 256 processors", "[pops]") {
  std::mt19937 random{257};
  const PopsShape pops = random_machine(257, 600, random);
  run_all_on(pops.d, pops.g, random);
}

TEST_CASE("and on random ones of up to some thousands", "[.full][pops-large]") {
  std::mt19937 random{4096};
  for (int i = 0; i < 24; ++i) {
    const PopsShape pops = random_machine(601, 4096, random);
    run_all_on(pops.d, pops.g, random);
  }
  for (NodeId d = 1; d <= 2048; d *= 2) run_all_on(d, 2048 / d, random);
}

TEST_CASE("reproduce pops finds formulas, counts and hardware of one mind", "[pops]") {
  const Said said = plexus_command("reproduce pops --nodes 12,16 --json");
  CHECK(said.status == kVerified);
  const Json study = said.json();
  CHECK(study["good"] == true);
  CHECK(study["rows"].size() > 400);
  const auto row = std::ranges::find_if(study["rows"], [](const Json& one) {
    return one["operation"] == "scan" && one["algorithm"] == "chunked" && one["d"] == 8;
  });
  REQUIRE(row != study["rows"].end());
  CHECK((*row)["measured"] == 11);
}

TEST_CASE("reproduce pops plots custom against simulated slots, and the trade-off", "[pops]") {
  const TemporaryFolder folder;
  const Said said = plexus_command("reproduce pops --nodes 16 --picture " + (folder / "pops.svg"));
  CHECK(said.status == kVerified);
  CHECK_THAT(said.out, Catch::Contains("Pareto front"));
  CHECK_THAT(said.out, !Catch::Contains("are left out"));  // so few nodes run all
  const std::string picture = content(folder / "pops.svg");
  CHECK_THAT(picture, Catch::Contains("n = 16, scan: simulated against custom"));
  CHECK_THAT(picture, Catch::Contains("what a machine costs"));
}

TEST_CASE("traffic on a POPS takes the permutations that its moves take", "[pops][traffic]") {
  const auto delivered = [](const std::string& permutation) {
    const Said said = plexus_command(
        "run pops traffic --algorithm synthetic --d 4 --g 2 --json "
        "--load 0.1 --measure 500 --pattern permutation" +
        permutation);
    CAPTURE(said.err);
    CHECK(said.status == kVerified);
    return said.json()["statistics"]["delivered"].get<int>();
  };
  CHECK(delivered("") == delivered(" --permutation reverse"));
  CHECK(delivered(" --permutation [1,0,3,2,5,4,7,6]") > 0);
  CHECK(delivered(" --permutation [0,1,2,3,4,5,6,7]") == 0);
}

TEST_CASE("each processor of the trade-off has a transmitter and a receiver for each group",
          "[pops]") {
  const Json trades = plexus_command("reproduce pops --nodes 4 --json").json()["trade_off"];
  REQUIRE(trades.size() == 3);
  for (const Json& trade : trades) {
    const int groups = trade["g"];
    CHECK(trade["couplers"] == groups * groups);
    CHECK(trade["transmitters_receivers"] == 2 * 4 * groups);
  }
}

TEST_CASE("topology draws groups, couplers and receivers, and tells what the machine costs",
          "[pops]") {
  const TemporaryFolder folder;
  const Said said =
      plexus_command("run pops topology --d 3 --g 2 --json --picture " + (folder / "t.svg"));
  CHECK(said.status == kVerified);
  CHECK(said.json()["statistics"]["nodes"] == 6);
  CHECK(said.json()["statistics"]["coupler_count"] == 4);
  CHECK(said.json()["statistics"]["transmitters_receivers"] == 24);
  const Layout drawn = layout(PopsShape{3, 2});
  REQUIRE(drawn.places.size() == 6 + 6 + 4);
  for (NodeId x = 0; x < 6; ++x) {
    CHECK(drawn.places[x].count == 1);
    CHECK((drawn.places[6 + x].again == 1 && drawn.places[6 + x].first == x));
    CHECK(drawn.places[x].y == drawn.places[6 + x].y);
  }
  CHECK(drawn.places[12].part == "stars.coupler_0_0");
  const Layout many = layout(PopsShape{1, 17});  // its couplers as a field of crossings
  REQUIRE(many.places.size() == 17 + 17 + 17 * 17);
  CHECK(many.wires.size() == 2 * 17 * 17);
}

TEST_CASE("wave and picture show a collision over its slot, with its senders", "[pops]") {
  const TemporaryFolder folder;
  const Said said = plexus_command("run pops reduce --algorithm fold-printed --startup 1 --vcd " +
                                   (folder / "c.vcd") + " --picture " + (folder / "c.svg") +
                                   " --trace " + (folder / "c.csv"));
  CHECK(said.status == kFaulted);
  const std::string trace = content(folder / "c.csv");
  CHECK_THAT(trace, Catch::Contains("0,pops.stars.coupler_0_2,set,,,,,COLLISION of nodes 9 11"));
  CHECK_THAT(trace, Catch::Contains("2,pops.stars.coupler_0_2,drop,"));
  CHECK_THAT(trace, Catch::Contains("coupler_0_3,set,,,,,node 15 to 0"));
  CHECK_THAT(content(folder / "c.gtkw"), Catch::Contains("[color] 1"));
  const std::string picture = content(folder / "c.svg");
  CHECK_THAT(picture, Catch::Contains("far gone"));
  CHECK_THAT(picture, Catch::Contains("\"alarm\""));
}

TEST_CASE("with on_fault drop nothing that was lost is a success", "[pops]") {
  std::mt19937 random{6};
  for (int number = 0; number < 40; ++number) {
    Json slots = Json::array();
    for (int slot = 0; slot < 2; ++slot) {
      Json messages = Json::array();
      for (int k = 0; k < 2; ++k) {
        Json receivers = Json::array();
        receivers.push_back(random() % 6);
        receivers.push_back(random() % 6);
        messages.push_back({{"source", random() % 6}, {"message", "m"}, {"receivers", receivers}});
      }
      slots.push_back(messages);
    }
    CAPTURE(slots.dump());
    std::vector<std::string> command{
        "run", "pops", "raw", "--d", "3", "--g", "2", "--json", "--transmissions", slots.dump()};
    const Said aborted = plexus_command(command);
    command.insert(command.end(), {"--on-fault", "drop"});
    const Said dropped = plexus_command(command);
    CHECK((aborted.status == kFaulted || aborted.status == kVerified));
    CHECK(dropped.status == (aborted.status == kFaulted ? kWrong : kVerified));
    CHECK((dropped.json()["statistics"]["lost"] > 0) == (dropped.status == kWrong));
    if (aborted.status != kFaulted) continue;
    const Json error = aborted.json()["error"];
    const std::string kind = error["class"];
    CHECK(kind == (error["collisions"] > 0     ? "collision"
                   : error["tx_conflicts"] > 0 ? "transmit-conflict"
                                               : "receive-conflict"));
  }
}

TEST_CASE("on a permutation arbitrated traffic takes as many slots as direct", "[pops]") {
  const NodeId d = GENERATE(1, 2, 3, 8);
  const NodeId g = GENERATE(1, 3, 4);
  CAPTURE(d, g);
  std::mt19937 random{d * 10 + g};
  std::vector<NodeId> image(d * g);
  std::iota(image.begin(), image.end(), NodeId{0});
  std::ranges::shuffle(image, random);
  Json messages = Json::array();
  for (NodeId x = 0; x < image.size(); ++x) messages.push_back({x, image[x]});
  const Json direct =
      run("permutation direct" + sizes(d, g) + " --permutation " + Json(image).dump()).json();
  const Json traffic =
      run("traffic arbitrated" + sizes(d, g) + " --messages " + messages.dump()).json();
  CHECK(direct["statistics"]["slots"] == traffic["statistics"]["slots"]);
}

TEST_CASE("packets of traffic that change places are missed", "[pops][traffic]") {
  struct Swap final : slot_watch_if {
    void slot_ends(std::vector<Acceptance>& accepted) override {
      if (accepted.size() < 2 || swapped) return;
      swapped = true;
      std::swap(accepted[0].packet, accepted[1].packet);
    }
    bool swapped = false;
  };
  const auto watched = GENERATE(false, true);
  const CatalogueEntry& one = *every_machine().find("pops", "traffic", "synthetic");
  const FreshKernel kernel;
  const auto experiment = one.prepare(complete(
      one.parameters, {{"d", 2}, {"g", 2}, {"load", 0.5}, {"measure", 200}, {"warmup", 0}}));
  const auto top = experiment->build({});
  Swap swap;
  if (watched) dynamic_cast<pops_machine&>(*top).stars.watch(swap);
  experiment->load(*top);
  sc_core::sc_start();
  CHECK(swap.swapped == watched);
  const auto problem = experiment->check(*top);
  CHECK(problem.value_or("").ends_with("has received other packets than those for it.") == watched);
  CHECK(problem.has_value() == watched);
}

TEST_CASE("what stands beside the couplers hears of every slot and can end it",
          "[pops][coupler_bank]") {
  struct Watch final : slot_watch_if, slot_clock_if, coupler_lights_if {
    explicit Watch(coupler_bank& bank) : stars{&bank} {}
    void slot_begins() override {
      ++begun;
      messages += stars->packets().size();
    }
    void start(std::uint64_t count, Cycles end) override {
      paced += count;
      if (!takes_over || paced != 1) clock->start(count, end);
    }
    [[nodiscard]] std::span<const NodeId> lights(const Packet& packet) override {
      ++lit;
      const auto lit_by = stars->grid().groups_of(packet);
      groups.assign(lit_by.begin(), lit_by.end());
      if (dark) groups.clear();
      return groups;
    }
    coupler_bank* stars;
    slot_clock_if* clock = nullptr;  ///< that it stands in front of
    bool takes_over = false;
    bool dark = false;
    std::uint64_t begun = 0;
    std::uint64_t messages = 0;
    std::uint64_t paced = 0;
    std::uint64_t lit = 0;
    std::vector<NodeId> groups;
  };
  struct Heard {
    std::uint64_t begun, messages, paced, lit;
  };
  const Catalogue catalogue = make_catalogue("pops");
  const CatalogueEntry& one = *every_machine().find("pops", "scatter", "direct");
  const auto run = [&](auto&& arrange) {
    const FreshKernel kernel;
    const auto experiment = one.prepare(complete(one.parameters, {{"d", 4}, {"g", 2}}));
    const auto top = experiment->build({});
    auto& machine = dynamic_cast<pops_machine&>(*top);
    Watch watch{machine.stars};
    experiment->load(*top);
    arrange(machine, watch);
    sc_core::sc_start();
    const Heard heard{watch.begun, watch.messages, watch.paced, watch.lit};
    return std::tuple{top->completed(), heard, machine.stars.figures()};
  };
  SECTION("it hears of slots, messages and what they light") {
    const auto [cycles, heard, figures] = run([](pops_machine& machine, Watch& watch) {
      machine.stars.watch(watch);
      machine.stars.lights.in_front(watch);
      watch.clock = &machine.stars.clock.in_front(watch);
    });
    CHECK(cycles == 7_cycles);
    CHECK(heard.begun == 7);
    CHECK(heard.messages == 7);
    CHECK(heard.paced == 7);
    CHECK(heard.lit == 7);
  }
  SECTION("it ends a slot in the place of the bank") {
    const auto [cycles, heard, figures] = run([](pops_machine& machine, Watch& watch) {
      watch.takes_over = true;
      machine.stars.watch(watch);
      watch.clock = &machine.stars.clock.in_front(watch);
      sc_core::sc_start(ClockPeriod{}.time(20_cycles));
      CHECK(machine.stars.busy());
      machine.stars.finish();
    });
    CHECK(cycles == 26_cycles);
    CHECK(heard.paced == 7);
  }
  SECTION("nobody receives by a dark coupler") {
    const auto [cycles, heard, figures] = run([](pops_machine& machine, Watch& watch) {
      watch.dark = true;
      machine.stars.lights.in_front(watch);
    });
    CHECK(figures.drives == 0);
    CHECK(figures.receives == 0);
    CHECK(heard.lit > 0);
  }
}
