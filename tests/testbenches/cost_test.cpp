#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "testbenches/cost/blocks.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

TEST_CASE("every block of rtl/ is known with its sizes", "[cost]") {
  const auto names = block_names();
  CHECK(names.size() >= 41);
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto block = find_block(name);
    REQUIRE(block);
    CHECK(block->help.ends_with('.'));
    const std::string& source = block->files.front().second;
    std::size_t declared = 0;
    for (std::size_t at = 0; (at = source.find("\n  parameter ", at)) != std::string::npos; ++at) {
      ++declared;
    }
    CHECK(block->parameters.size() == declared);
    for (const BlockParameter& parameter : block->parameters) {
      CHECK_NOTHROW(parameter.check(parameter.fallback));
    }
  }
  const auto router = find_block("ft_router");  // with ft_route, of which it has instances
  CHECK(std::ranges::any_of(
      router->files, [](const auto& file) { return file.first.filename() == "ft_route.sv"; }));
  CHECK(router->files.size() < 5);
  CHECK_FALSE(find_block("ft_rooter"));
}

TEST_CASE("a block costs what Yosys makes of it, and the second answer is kept", "[cost]") {
  const Said first = plexus_command("cost omega_element --data-width 8 --json");
  REQUIRE(first.status == 0);
  CHECK(first.json()["cells"] == 37);
  CHECK(first.json()["flip_flops"] == 0);
  CHECK(first.json()["logic_depth"] == 7);
  const auto begin = std::chrono::steady_clock::now();
  const Said second = plexus_command("cost omega_element --data-width 8 --json");
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  CHECK(second.json()["cached"] == true);
  CHECK(taken.count() < 0.2);
  CHECK(second.json()["cells"] == 37);
  CHECK(second.json()["area"] == first.json()["area"]);
}

TEST_CASE("a block that consists of others costs at least what they do", "[cost]") {
  const Said whole = plexus_command("cost recon_net --ports 4 --data 2 --width 4 --json");
  REQUIRE(whole.status == 0);
  const Said crossbar = plexus_command("cost xbar2 --ports 4 --data 2 --width 4 --json");
  REQUIRE(crossbar.status == 0);
  CHECK(whole.json()["flip_flops"] > crossbar.json()["flip_flops"]);
  CHECK(whole.json()["area"] > crossbar.json()["area"]);
}

TEST_CASE("gates and registers of a small file cost what its transistors say", "[cost]") {
  const TemporaryFolder folder;
  const auto path = folder / "two_gates.sv";
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::string mark = "// " + std::to_string(now) + "\n";  // content that nobody has asked for
  const auto write = [&](const std::string& gate) {
    std::ofstream{path}
        << "/// A gate behind two inputs.\nmodule two_gates (\n  input logic clk_i,\n"
           "  input logic a_i,\n  input logic b_i,\n  output logic q_o\n);\n" +
               gate + "\nendmodule\n" + mark;
  };
  write("  assign q_o = ~(a_i & b_i);");  // a NAND: 4 transistors, (4/3 + 2)/5 FO4 without load
  Json cost = plexus_command({"cost", path, "--json"}).json();
  CHECK(cost["cells"] == 1);
  CHECK(cost["area"] == 1.0);
  CHECK(cost["delay"] == Approx(0.67));
  write("  always_ff @(posedge clk_i) q_o <= a_i & b_i;");  // an AND and a flip-flop
  cost = plexus_command({"cost", path, "--json"}).json();
  CHECK(cost["cached"] == false);  // the content tells, not the name
  CHECK(cost["flip_flops"] == 1);
  CHECK(cost["area"] == (6 + 24) / 4.0);
  CHECK(cost["delay"] == Approx((10.0 / 3 + 1 + 1) / 5 + 4).margin(0.01));
  write("  always_ff @(posedge clk_i or negedge a_i) if (!a_i) q_o <= 0; else q_o <= b_i;");
  CHECK(plexus_command({"cost", path, "--json"}).json()["area"] == (6 + 24) / 4.0);  // a reset
  write("  assign q_o = unknown_thing;\n  no_module u_no (.a(a_i));");
  const Said broken = plexus_command({"cost", path});
  CHECK(broken.status == 2);
  CHECK(broken.err.find("Yosys says: ERROR") != std::string::npos);
}

TEST_CASE("sizes are found in any list of parameters", "[cost]") {
  const TemporaryFolder folder;
  const auto path = folder / "sized.sv";
  std::ofstream{path}
      << "module sized #(parameter int W = 4, DEPTH_OF_IT = 3, /* no int X = 1, */\n"
         "  /// of flits, at least 2\n  parameter Other = 8'h10, localparam int L = W"
         ")(input logic clk_i);\nendmodule\n";
  const std::vector<BlockParameter> found = find_block(path)->parameters;
  REQUIRE(found.size() == 3);
  CHECK(found[0].option() == "--w");
  CHECK(found[1].option() == "--depth-of-it");
  CHECK(found[1].fallback == 3);
  CHECK(found[2].fallback == 16);
  CHECK(found[2].least == 2);
}

TEST_CASE("a large netlist is read as fast as it is long", "[cost]") {
  const TemporaryFolder folder;
  const auto path = folder / "many_gates.sv";
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  std::ofstream{path} << "/// Flip-flops side by side.\nmodule many_gates #(\n"
                         "  parameter int Width = 20000\n) (\n  input logic clk_i,\n"
                         "  input logic [Width-1:0] d_i,\n  output logic [Width-1:0] q_o\n);\n"
                         "  always_ff @(posedge clk_i) q_o <= d_i;\nendmodule\n// "
                      << now << '\n';
  const auto clock = std::clock();  // of this process: Yosys is another one
  const Json cost = plexus_command({"cost", path, "--json"}).json();
  const double seconds = static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
  CHECK(cost["cached"] == false);
  CHECK(cost["flip_flops"] == 20000);
  CHECK(cost["area"] == 20000 * 24 / 4.0);
  CHECK(cost["delay"] == 4.0);
  CHECK(seconds < 4);
}

TEST_CASE("a machine's parts are counted, several sizes make a table", "[cost]") {
  const Json ring = plexus_command("cost ring --nodes 12 --json").json();
  CHECK(ring["structure"]["links"] == 12);
  CHECK(ring["parameters"]["nodes"] == 12);
  const Said table = plexus_command("cost omega_element --data-width 8,32");
  CHECK(table.out.find("| 8 | 37 | 0 | 7 |") != std::string::npos);
  CHECK(table.out.find("| 32 | 85 | 0 | 7 |") != std::string::npos);
  const Said beside = plexus_command("cost omega_element=" PLEXUS_TREE
                                     "/rtl/switch/omega_element.sv --data-width 8,32");
  CHECK(beside.out.find("| data_width | cells | of omega_element | flip_flops |") !=
        std::string::npos);
  CHECK(beside.out.find("| 32 | 85 | 85 | 0 | 0 | 7 | 7 |") != std::string::npos);
}

TEST_CASE("costs that make no sense are refused", "[cost]") {
  const auto refused = [](const std::string& line, const std::string& words) {
    CAPTURE(line);
    const Said said = plexus_command(line);
    CHECK(said.status == 2);
    CHECK(said.err.find(words) != std::string::npos);
  };
  refused("cost", "No part is named");
  refused("cost omega_nt", "did you mean 'omega_net'");
  refused("cost omega_net --ports 6", "no power of two: choose 4 or 8");
  refused("cost omega_net --ports 0", "choose 2 .. 1000000");
  refused("cost omega_net --prts 8", "did you mean '--ports'");
  refused("cost omega_net --ports", "--ports needs a value");
  refused("cost omega_net --ports 8 --ports 8", "given twice");
  refused("cost omega_net --ports eight", "not a whole number");
  refused("cost ring --nodes 2", "out of range");
  refused("cost nowhere.sv", "cannot be read");
}

TEST_CASE("sizes are worked out beside each other, and told in their order", "[cost]") {
  const TemporaryFolder folder;
  const auto path = folder / "register_of.sv";
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  std::ofstream{path}
      << "/// A register.\nmodule register_of #(\n  parameter int unsigned Width = 1\n) (\n"
         "  input logic clk_i,\n  input logic [Width-1:0] d_i,\n"
         "  output logic [Width-1:0] q_o\n);\n"
         "  always_ff @(posedge clk_i) q_o <= d_i;\nendmodule\n// "
      << now << '\n';
  const Said table = plexus_command({"cost", path, "--width", "16,2,8"});
  CAPTURE(table.out, table.err);
  REQUIRE(table.status == 0);
  const Json all = plexus_command({"cost", path, "--width", "16,2,8", "--json"}).json();
  REQUIRE(all.size() == 3);
  std::size_t place = 0;
  for (const int width : {16, 2, 8}) {
    const std::size_t row = table.out.find(fmt::format("| {} |", width));
    CHECK(row != std::string::npos);
    CHECK(row > place);
    place = row;
    const Json& one = all[width == 16 ? 0 : width == 2 ? 1 : 2];
    CHECK(one["flip_flops"] == width);
    CHECK(one["cached"] == true);  // by the table before
  }
  // One that cannot be costs the others nothing: they are kept.
  const Said wrong = plexus_command({"cost", path, "--width", "3,0,5"});
  CHECK(wrong.status == kRefused);
  CHECK(wrong.out.empty());
  for (const char* const width : {"3", "5"}) {
    CHECK(plexus_command({"cost", path, "--width", width, "--json"}).json()["cached"] == true);
  }
}
