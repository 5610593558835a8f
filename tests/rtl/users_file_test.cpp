#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "models/catalogue/installation.hpp"
#include "tests/run_bench.hpp"
#include "tests/testbenches/files.hpp"

namespace plexus::users_file_test {

namespace {

const std::filesystem::path kExample =
    std::filesystem::path{PLEXUS_RTL_TESTS}.parent_path().parent_path() /
    "docs/examples/longest_queue_first.sv";

/// The example with the first `old` in it replaced.
std::string changed(const std::string& old, const std::string& now) {
  std::string text = content(kExample.string());
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), now);
}

CommandResult run_on(const std::string& option, const std::string& file) {
  return run_json({"omega", "traffic", "--nodes", "8", "--load", "0.9", "--warmup", "10",
                   "--measure", "200", "--fifo-depth", "2", option, "omega_fifo_element=" + file});
}

/// What there is of libraries that are made, or have been, of a file with this text in it.
std::vector<std::filesystem::path> left_of(const std::string& text) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator{kept_folder("verilated")}) {
    std::error_code gone;
    if (std::filesystem::exists(entry.path() / "recipe", gone) &&
        content((entry.path() / "recipe").string()).find(text) != std::string::npos) {
      found.push_back(entry.path());
    }
  }
  return found;
}

constexpr const char* kDecision = "  assign lower_wins = lower_is_longer;\n";
constexpr const char* kRestless = "  assign lower_wins = !lower_wins && waiting == 2'b11;\n";

}  // namespace

TEST_CASE("an element of one's own takes the place of a switch's elements", "[rtl][users_file]") {
  const CommandResult model = run_json({"omega", "traffic", "--nodes", "8", "--load", "0.9",
                                        "--warmup", "10", "--measure", "200", "--fifo-depth", "2"});
  const CommandResult longest = run_on("--rtl", kExample.string());
  CAPTURE(longest.error);
  REQUIRE(model.status == 0);
  CHECK(longest.status == 0);
  CHECK(longest.json["verified"] == true);
  CHECK(longest.json["statistics"] != model.json["statistics"]);
  CHECK_THAT(longest.error, Catch::Contains("%Warning-UNUSEDSIGNAL"));  // style is told
}

TEST_CASE("lockstep tells where one's own element decides otherwise", "[rtl][users_file]") {
  const CommandResult result = run_on("--lockstep", kExample.string());
  CHECK(result.status == 3);
  const Json& error = result.json["error"];
  CHECK(error["class"] == "lockstep");
  CHECK(error["signal"] == "grant");
  REQUIRE(error["context"].is_array());
  CHECK(error["context"].back()["cycle"] == error["cycle"]);
  CHECK(error["context"].back()["inputs"]["arbitration"] == "alternating");
  CHECK(error["context"].back()["model"]["grant"] == error["model"]);
  CHECK(error["context"].back()["twin"]["grant"] == error["twin"]);
  CHECK_THAT(result.error, Catch::Contains("out  grant"));
}

TEST_CASE("a file that is no twin is refused with Verilator's words, and nothing of it is kept",
          "[rtl][users_file]") {
  const auto [text, words] = GENERATE(table<std::string, std::string>({
      {changed("output logic [3:0]                grant_o", "output logic [2:0] grant_o"),
       "`grant_o` has 3 bits, and in the block 4 bits."},
      {changed(kDecision, "  assign lower_wins = lower_is_longer\n"), "syntax error"},
      {changed(kDecision, kRestless), "UNOPTFLAT"},
      {"module a; endmodule\nmodule b; endmodule\n", "several modules"},
      {"// nothing\n", "no module"},
  }));
  CAPTURE(words);
  const TemporaryFolder folder;
  const std::string file = folder / "mine.sv";
  const std::string mark = "// " + std::to_string(getpid()) + " breaks " + words + '\n';
  std::ofstream{file} << text << mark;
  const CommandResult result = run_on("--rtl", file);
  CAPTURE(result.error);
  CHECK(result.status == 2);
  CHECK(result.json["error"]["class"] == "usage");
  CHECK_THAT(result.error, Catch::Contains(words));
  CHECK(left_of(mark).empty());
}

TEST_CASE("a file that was broken is taken anew when it is mended, and the other way round",
          "[rtl][users_file]") {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.sv";
  const std::string whole = content(kExample.string());
  const auto run = [&](const std::string& text) {
    std::ofstream{file} << text;
    return run_on("--rtl", file).status;
  };
  CHECK(run(changed(kDecision, "  assign lower_wins = lower_is_longer\n")) == 2);
  CHECK(run(whole) == 0);
  CHECK(run(changed(kDecision, kRestless)) == 2);
  CHECK(run(whole) == 0);
}

TEST_CASE("what a killed run has left is made anew by the next one that needs it",
          "[rtl][users_file]") {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.sv";
  const std::string mark = "// " + std::to_string(getpid()) + " is killed\n";
  std::ofstream{file} << content(kExample.string()) << mark;
  REQUIRE(run_on("--rtl", file).status == 0);
  REQUIRE(left_of(mark).size() == 1);
  const std::filesystem::path made = left_of(mark).front();
  const std::filesystem::path making = made.string() + ".making";
  std::filesystem::rename(made, making);  // not whole yet, and nobody goes on
  std::filesystem::create_directories(making / "made");
  std::ofstream{making / "made" / "model.cc"} << "half of a file";
  const std::string program = std::string{PLEXUS_PROGRAM} +
                              " run omega traffic --nodes 8 --measure 20 --fifo-depth 2 --rtl "
                              "omega_fifo_element=" +
                              file + " > /dev/null 2>&1";
  CHECK(std::system(program.c_str()) == 0);
  CHECK(std::filesystem::exists(made / "recipe"));
  CHECK_FALSE(std::filesystem::exists(making));
  std::filesystem::remove_all(made);
}

TEST_CASE("a file that does not settle ends the run", "[rtl][users_file]") {
  const TemporaryFolder folder;
  const std::string file = folder / "restless.sv";
  std::ofstream{file} << "/*verilator lint_off UNOPTFLAT*/\n" << changed(kDecision, kRestless);
  const CommandResult result = run_on("--rtl", file);
  CAPTURE(result.error);
  CHECK(result.status == 3);
  CHECK(result.json["error"]["class"] == "rtl");
  CHECK_THAT(result.error, Catch::Contains("did not converge"));
}

TEST_CASE("a network of one's own differs from the model at one of its elements",
          "[rtl][users_file]") {
  const TemporaryFolder folder;
  const std::string file = folder / "net.sv";
  const auto own = std::filesystem::path{PLEXUS_RTL_TESTS}.parent_path().parent_path() /
                   "rtl/switch/omega_fifo_net.sv";
  std::string text = content(own.string());
  const std::string arbitration = "        .arbitration_i,\n";
  const std::size_t at = text.find(arbitration);
  REQUIRE(at != std::string::npos);
  std::ofstream{file} << text.replace(at, arbitration.size(), "        .arbitration_i(2'd1),\n");
  const CommandResult result =
      run_json({"omega", "traffic", "--nodes", "8", "--load", "0.9", "--warmup", "10", "--measure",
                "200", "--fifo-depth", "2", "--lockstep", "omega_fifo_net=" + file});
  CAPTURE(result.error);
  REQUIRE(result.status == 3);
  CHECK(result.json["error"]["class"] == "lockstep");
  CHECK(result.json["error"]["signal"] == "grant");
  CHECK_THAT(result.json["error"]["part"].get<std::string>(), Catch::Contains(".element_"));
}

TEST_CASE("a file that says $finish ends the run as a fault", "[rtl][users_file]") {
  const TemporaryFolder folder;
  const std::string file = folder / "ends.sv";
  const std::string statement = GENERATE("$finish", "$stop", "$fatal(1, \"enough\")");
  std::ofstream{file} << changed(
      "endmodule", "  always @(posedge clk_i) if (rst_ni) " + statement + ";\nendmodule");
  const CommandResult result = run_on("--rtl", file);
  CAPTURE(result.error);
  CHECK(result.status == 3);
  CHECK(result.json["error"]["class"] == "rtl");
  CHECK_THAT(result.error,
             Catch::Contains("ends.sv") &&
                 Catch::Contains(statement.starts_with("$fatal") ? "enough" : statement));
}

TEST_CASE("Verilator's words keep their lines", "[rtl][users_file]") {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.sv";
  std::ofstream{file} << changed(kDecision, "  assign lower_wins = lower_is_longer\n");
  const CommandResult result = run_on("--rtl", file);
  CHECK(result.status == 2);
  CHECK_THAT(result.error, Catch::Contains("Verilator says:\n%Error: ") && !Catch::Contains("\\n"));
}

TEST_CASE("a block with a sign of equality and no file is refused", "[rtl][users_file]") {
  const CommandResult result = run_on("--lockstep", "");
  CHECK(result.status == 2);
  CHECK(result.json["error"]["class"] == "usage");
  CHECK_THAT(result.error, Catch::Contains("the name of a file is missing"));
}

TEST_CASE("a file that cannot be read is refused", "[rtl][users_file]") {
  const CommandResult result = run_on("--rtl", "absent.sv");
  CHECK(result.status == 2);
  CHECK(result.json["error"]["class"] == "usage");
  CHECK_THAT(result.error, Catch::Contains("absent.sv cannot be read"));
}

}  // namespace plexus::users_file_test
