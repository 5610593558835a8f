#include <string>

#include <catch2/catch.hpp>

#include "rtl/frame/block.hpp"
#include "tests/command.hpp"
#include "tests/machines/ring_runs.hpp"
#include "tests/testbenches/files.hpp"
#include "tests/twin_report.hpp"

using namespace plexus;

TEST_CASE("every ring run on RTL links has the model's report and trace", "[rtl][ring]") {
  if (twin_blocks().empty()) {
    WARN("this build has no twins: nothing is checked");
    return;
  }
  const auto line = GENERATE(from_range(ring_runs()));
  const std::string sizes = GENERATE(" --nodes 3 --words 5", " --nodes 7 --words 13 --startup 2",
                                     " --nodes 9 --words 8 --startup 1 --bandwidth 3",
                                     " --nodes 8 --words 7 --startup 0 --bandwidth 8");
  std::string chosen = line;
  const char nodes = sizes[std::string{" --nodes "}.size()];
  for (const std::string option : {"--destination ", "--root "}) {  // one that this ring has
    const std::size_t at = chosen.find(option);
    if (at != std::string::npos && chosen[at + option.size()] >= nodes) {
      chosen[at + option.size()] = '1';
    }
  }
  CAPTURE(chosen, sizes);
  const TemporaryFolder folder;
  const auto run = [&](const std::string& options) {
    const Said said = plexus_command("run ring " + chosen + sizes + " --json --trace " +
                                     (folder / "r.csv") + options);
    REQUIRE(said.status == kVerified);
    return said.json();
  };
  const Json report = run("");
  const std::string trace = content(folder / "r.csv");
  for (const char* mode : {" --rtl link", " --lockstep link"}) {
    CAPTURE(mode);
    CHECK(without_twins(run(mode)) == report);
    CHECK(content(folder / "r.csv") == trace);
  }
}

TEST_CASE("a run on RTL links breaks rules in the model's cycle", "[rtl][ring]") {
  if (twin_blocks().empty()) return;
  const std::string line = "run ring move --algorithm two-path --words 13 --startup 2 --json";
  const Said model = plexus_command(line);
  REQUIRE(model.status == kFaulted);
  CHECK(plexus_command(line + " --rtl link").out == model.out);
  CHECK(plexus_command(line + " --lockstep link").out == model.out);
}

TEST_CASE("the twins' wave is a file of its own, the same for the same command", "[rtl][wave]") {
  if (twin_blocks().empty()) return;
  const std::string mode = GENERATE("--rtl", "--lockstep");
  const TemporaryFolder folder;
  const auto run = [&](const std::string& name) {
    const Said said =
        plexus_command("run ring broadcast --nodes 4 --words 6 " + mode + " link --vcd " +
                       (folder / name + ".vcd") + " --rtl-vcd " + (folder / name + "_twins.vcd"));
    CHECK(said.status == kVerified);
  };
  run("a");
  run("b");
  CHECK(folder.names() == std::set<std::string>{"a.gtkw", "a.vcd", "a_twins.gtkw", "a_twins.vcd",
                                                "b.gtkw", "b.vcd", "b_twins.gtkw", "b_twins.vcd"});
  CHECK_FALSE(content(folder / "a_twins.vcd").empty());
  CHECK(content(folder / "a_twins.vcd") == content(folder / "b_twins.vcd"));
  CHECK(content(folder / "a.vcd") == content(folder / "b.vcd"));
  CHECK_THAT(content(folder / "a_twins.gtkw"), Catch::Contains("+{0 -> 1 busy} ring.links."));
  // In lockstep both sides stand in one wave.
  const bool both = mode == "--lockstep";
  CHECK((content(folder / "a.gtkw").find("+{twin busy} ring.links.link_0_to_1.twin.busy") !=
         std::string::npos) == both);
  CHECK((content(folder / "a.vcd").find("$scope module twin $end") != std::string::npos) == both);
}

TEST_CASE("a wave asks no twin what it may not be asked, in the first cycle neither",
          "[rtl][wave]") {
  if (twin_blocks().empty()) return;
  const auto [line, block] = GENERATE(table<std::string, std::string>({
      {"torus move --algorithm naive", "torus_route"},
      {"torus allgather --sides 3,3", "link"},
      {"hypercube move --algorithm naive", "cube_route"},
      {"fat-tree gather", "ft_router_qf"},
  }));
  CAPTURE(line);
  const TemporaryFolder folder;
  const Said said = plexus_command("run " + line + " --lockstep " + block + " --rtl-vcd " +
                                   (folder / "twins.vcd"));
  CAPTURE(said.err);
  CHECK(said.status == kVerified);
}

TEST_CASE("a limit on cycles holds on RTL links", "[rtl][ring]") {
  if (twin_blocks().empty()) return;
  const std::string mode = GENERATE(" --rtl link", " --lockstep link");
  const std::string line = "run ring broadcast --words 6 --startup 1 --json" + mode;
  CHECK(plexus_command(line + " --max-cycles 28").status == kVerified);  // 4 hops of 7
  const Said said = plexus_command(line + " --max-cycles 27");
  CHECK(said.status == kFaulted);
  CHECK(said.json()["error"]["class"] == "limit");
}
