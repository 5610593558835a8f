
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "rtl/frame/block.hpp"
#include "testbenches/outputs/report.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/thinned.hpp"

using namespace plexus;

namespace {

const std::set<std::string>& known_operations() {
  static const std::set<std::string> names{
      "move",           "broadcast",   "scatter",    "gather",     "allgather",
      "alltoall",       "reduce",      "scan",       "rank",       "consecutive-sum",
      "adjacent-sum",   "concentrate", "distribute", "generalize", "permutation",
      "hypercube-move", "mesh-move",   "median-row", "median",     "closest-point",
      "ring-move",      "topology",    "traffic",    "raw",        "allreduce",
      "reduce-scatter", "custom",      "workload"};
  return names;
}

/// Is it a figure of what the machine or its traffic has only if asked for (banks, several
/// requests, slots that may be lost, queues), or of large machines alone?
bool comes_with_an_option(const CatalogueEntry& algorithm, const Statistic& figure) {
  static const std::map<std::string, std::set<std::string>> figures{
      {"ring", {"dimension_utilisation"}},
      {"torus", {"dimension_utilisation"}},  // a schedule names nodes, no dimensions
      {"graph", {"diameter_between", "dimension_utilisation", "names", "switches"}},
      {"omega",
       {"blocked_at_ports", "blocked_per_stage", "element_exchanges", "patel_acceptance",
        "patel_throughput"}},
      {"fat-tree",
       {"busiest_link_utilisation", "busiest_links", "flit_hops", "hops_mean", "link_utilisation",
        "queue_depth_max", "zero_load_latency_mean"}},
      {"express-mesh", {"chosen_lengths", "max_sets"}},
      {"pops", {"collisions", "lost", "rx_conflicts", "tx_conflicts"}},
      {"reconfigurable",
       {"most_requests_waiting", "request_wait_cycles", "setup_cycles", "setup_links", "steps"}},
      {"shared-memory", {"bank_stalls", "banks", "stalls_by_bank", "stalls_by_processor"}}};
  // Elements that find the way themselves are another network, which counts less.
  static const std::set<std::string> of_passes{"elements_changed", "peak_active", "word_hops"};
  const auto own = figures.find(algorithm.machine);
  return (own != figures.end() && own->second.contains(figure.name)) ||
         (algorithm.machine == "omega" && of_passes.contains(figure.name) &&
          (algorithm.name == "self-routed" || algorithm.name == "combining"));
}

}  // namespace

TEST_CASE("every operation of a machine has one default algorithm", "[catalogue]") {
  for (const std::string& machine : every_machine().machines()) {
    for (const std::string& operation : every_machine().operations(machine)) {
      CAPTURE(machine, operation);
      CHECK(std::ranges::count_if(every_machine().algorithms_of(machine, operation),
                                  [](const CatalogueEntry* one) { return one->is_default; }) == 1);
    }
  }
}

TEST_CASE("no algorithm and no parameter is registered twice", "[catalogue]") {
  std::set<std::string> names;
  for (const CatalogueEntry& one : every_machine().algorithms) {
    CHECK(names.insert(one.machine + ' ' + one.operation + ' ' + one.name).second);
    std::set<std::string> parameters;
    for (const Parameter& parameter : one.parameters) {
      CHECK(parameters.insert(parameter.name).second);
    }
  }
}

/// The options without which an algorithm does not run: a knob that it alone needs.
std::string needs(const CatalogueEntry& one) {
  if (one.name == "interleaved-exponential") return " --capacities exponential";
  std::string options;
  const auto knob = [&](const char* name, const char* option) {
    const bool has = std::ranges::any_of(
        one.parameters, [&](const Parameter& parameter) { return parameter.name == name; });
    if (has) options += std::string{" "} + option + " true";
  };
  knob("multi_tx", "--multi-tx");
  knob("multi_rx", "--multi-rx");
  return options;
}

/// What a paper prints and what collides when it is run.
bool is_demonstrator(const CatalogueEntry& one) { return one.name.ends_with("-printed"); }

TEST_CASE("every algorithm draws the same wave twice, and leaves nothing else",
          "[catalogue][wave]") {
  for (const CatalogueEntry& one : thinned(every_machine().algorithms)) {
    CAPTURE(one.machine, one.operation, one.name);
    const TemporaryFolder folder;
    const std::string line = "run " + one.machine + ' ' + one.operation + " --algorithm " +
                             one.name + " --vcd " + (folder / "run.vcd");
    if (!one.simulates) {
      const Said said = plexus_command(line + " --json");
      CHECK(said.status == kRefused);
      CHECK(said.json()["error"]["class"] == "feature");
      CHECK(folder.names().empty());
      continue;
    }
    const bool measures = std::ranges::any_of(
        one.parameters, [](const Parameter& parameter) { return parameter.name == "measure"; });
    const std::string size = measures ? " --measure 50 --warmup 5" : "";
    const std::string all = line + size + needs(one);
    const int status = plexus_command(all).status;
    CHECK((status == kVerified || status == kFaulted));  // two-path breaks the ring's own rule
    const std::string wave = content(folder / "run.vcd");
    const std::string save = content(folder / "run.gtkw");
    CHECK(folder.names() == std::set<std::string>{"run.gtkw", "run.vcd"});
    CHECK(plexus_command(all).status == status);
    CHECK(wave.size() > 500);
    CHECK(content(folder / "run.vcd") == wave);
    CHECK(content(folder / "run.gtkw") == save);
  }
}

TEST_CASE("operations have the names of the contract", "[catalogue]") {
  for (const CatalogueEntry& one : every_machine().algorithms) {
    CAPTURE(one.machine, one.operation);
    CHECK(known_operations().count(one.operation) == 1);
  }
}

TEST_CASE("everything in the catalogue is explained in a line", "[catalogue]") {
  const auto is_line = [](const std::string& text) {
    return !text.empty() && text.find('\n') == std::string::npos && !text.ends_with('.');
  };
  for (const CatalogueEntry& one : every_machine().algorithms) {
    CAPTURE(one.machine, one.operation, one.name);
    CHECK(is_line(one.summary));
    for (const Parameter& parameter : one.parameters) {
      CAPTURE(parameter.name);
      CHECK(is_line(parameter.help));
      CHECK_FALSE(parameter.type.empty());
      CHECK_FALSE(parameter.range.empty());
      CHECK_FALSE(parameter.shown_default->is_null());
      CHECK(parameter.name.find('-') == std::string::npos);
    }
    for (const CitedEquation& equation : one.equations) {
      CHECK(is_line(equation.equation));
      CHECK(is_line(equation.source));
    }
  }
}

TEST_CASE("one word means one thing on every machine", "[catalogue]") {
  // words, startup and bandwidth have the same defaults wherever a default stands for itself: 64
  // words on the machines of the 1986 paper, one on those whose papers count in steps or slots, and
  // in traffic.
  const std::set<std::string> in_steps{"reconfigurable", "fat-tree", "express-mesh", "pops"};
  std::map<std::string, std::set<std::string>> types;
  for (const CatalogueEntry& one : every_machine().algorithms) {
    for (const Parameter& parameter : one.parameters) {
      types[parameter.name].insert(parameter.type);
      if (parameter.name == "words") {
        const bool one_word = in_steps.contains(one.machine) || one.operation == "traffic";
        CHECK(*parameter.shown_default == (one_word ? 1 : 64));
      }
      if (parameter.name == "startup") CHECK(*parameter.shown_default == 0);
      if (parameter.name == "bandwidth") CHECK(*parameter.shown_default == 1);
      if (parameter.name == "packets") CHECK(*parameter.shown_default == 1);
      if (parameter.name == "root") CHECK(*parameter.shown_default == 0);
      if (parameter.name == "source") CHECK(*parameter.shown_default == 0);
    }
  }
  for (const auto& [name, all] : types) {
    CAPTURE(name);
    // Words and lists beside the number or pattern that other machines take.
    const std::set<std::string> wider{"destinations", "fifo_depth", "order", "permutation",
                                      "words"};
    CHECK(all.size() <= (wider.contains(name) ? 2 : 1));
  }
}

TEST_CASE("every algorithm runs bare, is verified, and tells what the list names", "[catalogue]") {
  const std::size_t index = GENERATE(range(std::size_t{0}, every_machine().algorithms.size()));
  const CatalogueEntry& algorithm = every_machine().algorithms[index];
  CAPTURE(algorithm.machine, algorithm.operation, algorithm.name);
  std::vector<std::string> words =
      words_of("run " + algorithm.machine + ' ' + algorithm.operation + " --algorithm " +
               algorithm.name + needs(algorithm) + " --json");
  Said said = plexus_command(every_machine(), words);
  CAPTURE(said.out, said.err);
  if (said.status == kFaulted && said.json()["error"]["class"] == "port-rule" &&
      !algorithm.is_default) {  // needs more than the strict rule, and says so
    CHECK_THAT(algorithm.summary, Catch::Contains("needs --port-rule"));
    const std::size_t word = algorithm.summary.find("--port-rule ") + 12;
    const std::string rule =
        algorithm.summary.substr(word, algorithm.summary.find_first_of(" ;,", word) - word);
    said = plexus_command(every_machine(),
                          {"run", algorithm.machine, algorithm.operation, "--algorithm",
                           algorithm.name, "--port-rule", rule, "--json"});
  }
  CHECK(said.json()["algorithm"] == algorithm.name);
  if (is_demonstrator(algorithm) && said.status == kFaulted) {
    CHECK(said.json()["error"]["class"] == "collision");
    return;
  }
  CHECK(said.status == kVerified);
  const Json report = said.json();
  CHECK(report["verified"] == (algorithm.operation == "topology" ? Json() : Json(true)));
  // What its equations and figures are, the list tells.
  for (const Json& prediction : report["predictions"]) {
    if (prediction["equation"] == "exact") continue;
    CAPTURE(prediction.dump());
    CHECK(std::ranges::any_of(algorithm.equations, [&](const CitedEquation& equation) {
      return prediction["equation"].get<std::string>().starts_with(equation.equation);
    }));
  }
  for (const auto& [name, value] : report["statistics"].items()) {
    CAPTURE(name);
    CHECK(std::ranges::count(algorithm.statistics, name, &Statistic::name) == 1);
  }
  for (const Statistic& figure : algorithm.statistics) {
    CAPTURE(figure.name);
    CHECK((report["statistics"].contains(figure.name) || comes_with_an_option(algorithm, figure)));
  }
}

TEST_CASE("a machine is busy up to the end of its last transfer, and then no more",
          "[catalogue][machine]") {
  for (const CatalogueEntry& one : every_machine().algorithms) {
    const bool has_buses = one.machine == "express-mesh" && one.name.ends_with("bus");
    if (!one.simulates || one.operation == "traffic" || !(one.is_default || has_buses)) continue;
    CAPTURE(one.machine, one.operation, one.name);
    const Values values = complete(one.parameters, Json::object());
    Cycles end{0};
    {
      const FreshKernel kernel;
      const auto experiment = one.prepare(values);
      const auto top = experiment->build({});
      experiment->load(*top);
      CHECK_FALSE(top->busy());
      sc_core::sc_start();
      end = top->completed();
      CHECK_FALSE(top->busy());
    }
    if (end == 0_cycles) continue;
    const FreshKernel kernel;
    const auto experiment = one.prepare(values);
    const auto top = experiment->build({});
    experiment->load(*top);
    const sc_core::sc_time cycle = ClockPeriod{}.time(1_cycles);
    sc_core::sc_start(static_cast<double>(end.count()) * cycle - 0.5 * cycle);
    CHECK(top->busy());
    sc_core::sc_start();  // the kernel loses what is still to come when it is reset
  }
}

TEST_CASE("a question about a machine takes nothing of a run", "[catalogue]") {
  for (const CatalogueEntry& one : every_machine().algorithms) {
    if (one.operation != "topology") continue;
    CAPTURE(one.machine, one.name);
    for (const Parameter& parameter : one.parameters) {
      CHECK(parameter.name != "words");
      CHECK(parameter.name != "startup");
    }
  }
  const Json loads =
      plexus_command("run omega topology --algorithm passes --nodes 8 --json").json()["statistics"];
  CHECK(loads["max_link_load_per_stage"] == Json{2, 2, 1});
}

TEST_CASE("blocks are the parts that have twins", "[catalogue]") {
  REQUIRE(every_machine().blocks.size() == twin_blocks().size());
  std::set<std::string> names;
  for (const Block& block : every_machine().blocks) {
    CHECK(names.insert(block.name).second);
    CHECK((block.part.starts_with("hw/") || block.part.starts_with("models/")));
    CHECK(block.twin.starts_with("rtl/"));
    CHECK_FALSE(block.sizes.empty());
  }
}

TEST_CASE("a machine tells what it is without a run, and can be drawn alone",
          "[catalogue][topology]") {
  struct Told {
    std::string words;
    std::string statistics;
  };
  const auto told = GENERATE(values<Told>({
      {"bus", R"({"nodes": 8, "channels": 1, "taps": 1})"},
      {"shared-memory", R"({"nodes": 8, "slots": 8})"},
      {"shared-memory --bank-mode interleaved --banks 4",
       R"({"nodes": 8, "slots": 8, "banks": 4})"},
      {"ring", R"({"nodes": 8, "links": 8, "degree": 2, "diameter": 4})"},
      {"torus", R"({"nodes": 16, "links": 32, "degree": 4, "diameter": 4})"},
      {"torus --sides 3,2,1 --wrap false",
       R"({"nodes": 6, "links": 7, "degree": 3, "diameter": 3})"},
      {"hypercube", R"({"nodes": 8, "links": 12, "degree": 3, "diameter": 3})"},
      {"hypercube --dimension 0", R"({"nodes": 1, "links": 0, "degree": 0, "diameter": 0})"},
      {"omega", R"({"stages": 3, "elements": 12})"},
      {"fat-tree", R"({"height": 3, "diameter": 6})"},
      {"express-mesh", R"({"nodes": 256, "express_links": 96})"},
      {"pops", R"({"nodes": 16, "degree": 4, "diameter": 1, "coupler_count": 16})"},
      {"reconfigurable", R"({"nodes": 9, "links": 9, "degree": 2, "diameter": 4})"},
  }));
  CAPTURE(told.words);
  std::vector<std::string> words = words_of(told.words);
  words.insert(words.begin(), "run");
  words.insert(words.begin() + 2, "topology");
  const TemporaryFolder folder;
  for (const char* const name : {"machine.svg", "machine.html"}) {
    std::vector<std::string> drawn = words;
    drawn.insert(drawn.end(), {"--json", "--picture", folder / name});
    const Said said = plexus_command(drawn);
    REQUIRE(said.status == kVerified);
    const Json json = said.json();
    CHECK(json["cycles"] == 0);
    CHECK(json["verified"].is_null());  // nothing has moved
    CHECK(json["predictions"].empty());
    const Json figures = Json::parse(told.statistics);
    for (const auto& [figure, value] : figures.items()) {
      CAPTURE(figure);
      CHECK(json["statistics"][figure] == value);
    }
    CHECK_THAT(content(folder / name), Catch::Contains("topology"));
  }
  const std::string text = plexus_command(words).out;
  CHECK_THAT(text, Catch::Contains("worked out without a run") && !Catch::Contains("verified"));
  std::vector<std::string> wave = words;
  wave.insert(wave.end(), {"--vcd", folder / "machine.vcd"});
  CHECK(plexus_command(wave).status == kRefused);
  CHECK(folder.names() == std::set<std::string>{"machine.svg", "machine.html"});
}
