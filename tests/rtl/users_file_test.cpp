#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "rtl/frame/verilate.hpp"
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

/// What has been left of a file with this text in it in the folder of the libraries, where other
/// processes are at work, too: libraries made of it, and folders of work that nobody has.
std::set<std::string> left_of(const std::string& text) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator{kept_folder()}) {
    std::error_code gone;
    if (std::filesystem::exists(entry.path() / "recipe", gone) &&
        content((entry.path() / "recipe").string()).find(text) != std::string::npos) {
      names.insert(entry.path().filename());
    }
  }
  for (const auto& entry : std::filesystem::directory_iterator{kept_folder() / ".work"}) {
    const int folder = open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) continue;
    if (flock(folder, LOCK_EX | LOCK_NB) == 0) names.insert(entry.path().filename());
    close(folder);
  }
  return names;
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
      {changed("output logic [3:0]                grant_o", "output logic [3:0] granted_o"),
       "'grant_o'"},
      {changed("output logic [3:0]                grant_o", "output logic [2:0] grant_o"),
       "expects 3 bits"},
      {changed("parameter  int unsigned Depth ", "parameter  int unsigned Deep "), "Depth"},
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
  const std::set<std::string> before = left_of(mark);  // of others that were killed
  const CommandResult result = run_on("--rtl", file);
  CAPTURE(result.error);
  CHECK(result.status == 2);
  CHECK(result.json["error"]["class"] == "usage");
  CHECK_THAT(result.error, Catch::Contains(words));
  for (const std::string& left : left_of(mark)) {
    CAPTURE(left);
    CHECK(before.contains(left));
  }
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

TEST_CASE("what a killed run has left is cleared by the next one", "[rtl][users_file]") {
  const std::filesystem::path left = kept_folder() / ".work" / "abcdef";
  const std::filesystem::path used = kept_folder() / ".work" / "ghijkl";
  for (const auto& folder : {left, used}) {
    std::filesystem::create_directories(folder / "made");
    std::ofstream{folder / "model.cpp"} << "half of a file";
  }
  const int owner = open(used.c_str(), O_RDONLY | O_DIRECTORY);  // somebody works in this one
  REQUIRE(flock(owner, LOCK_EX | LOCK_NB) == 0);
  const std::string program =
      std::string{PLEXUS_PROGRAM} + " run ring move --nodes 3 --rtl link > /dev/null";
  CHECK(std::system(program.c_str()) == 0);
  CHECK_FALSE(std::filesystem::exists(left));
  CHECK(std::filesystem::exists(used));
  close(owner);
  CHECK(std::system(program.c_str()) == 0);
  CHECK_FALSE(std::filesystem::exists(used));
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

TEST_CASE("Verilator's words keep their lines", "[rtl][users_file]") {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.sv";
  std::ofstream{file} << changed(kDecision, "  assign lower_wins = lower_is_longer\n");
  const CommandResult result = run_on("--rtl", file);
  CHECK(result.status == 2);
  CHECK_THAT(result.error, Catch::Contains("mine.sv:\n%Error: ") && !Catch::Contains("\\n"));
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
