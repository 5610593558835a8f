#include <fstream>
#include <initializer_list>
#include <string>

#include <catch2/catch.hpp>

#include "models/catalogue/json.hpp"
#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;
using Catch::Matchers::Contains;

namespace {

/// A point as Verilator writes it: keys and values behind \1 and \2.
std::string point(const std::string& kind, const std::string& file, int line, int column,
                  const std::string& what, const std::string& instance, int times) {
  return "C '\1f\2" + file + "\1l\2" + std::to_string(line) + "\1n\2" + std::to_string(column) +
         "\1page\2" + kind + "/gate\1o\2" + what + "\1h\2" + instance + "' " +
         std::to_string(times) + "\n";
}

std::string written(const std::string& path, std::initializer_list<std::string> points) {
  std::ofstream file{path};
  file << "# SystemC::Coverage-3\n";
  for (const std::string& one : points) file << one;
  return path;
}

}  // namespace

TEST_CASE("coverage of runs and instances is merged point by point", "[coverage]") {
  const TemporaryFolder folder;
  const std::string source = folder / "gate.sv";
  std::ofstream{source} << "module gate (input logic a_i, output logic q_o);\n"
                           "  assign q_o = a_i < 1'b1;\n"
                           "endmodule\n";
  const std::string first =
      written(folder / "a.cov", {point("v_line", source, 2, 3, "block", "top.x", 0),
                                 point("v_line", source, 2, 3, "block", "top.y", 7),
                                 point("v_toggle", source, 1, 26, "a_i", "top.x", 0),
                                 point("v_toggle", source, 1, 44, "q_o", "top.x", 0),
                                 point("v_branch", source, 2, 9, "else", "top.x", 0),
                                 point("v_user", source, 3, 1, "Met", "top.x", 0)});
  const std::string second =
      written(folder / "b.cov", {point("v_toggle", source, 1, 26, "a_i", "top.x", 2),
                                 point("v_user", source, 3, 1, "Met", "top.x", 1),
                                 point("v_user", source, 3, 1, "Other", "top.x", 0)});

  const Json one = plexus_command({"coverage", first, "--json"}).json()["gate"];
  CHECK(one["lines"] == Json{{"points", 1}, {"reached", 1}});
  CHECK(one["toggles"] == Json{{"points", 2}, {"reached", 0}});
  CHECK(one["functional"] == Json{{"points", 1}, {"reached", 0}});

  const std::string page = folder / "page.html";
  const Said said = plexus_command({"coverage", first, second, "--json", "--page", page});
  REQUIRE(said.status == 0);
  const Json both = said.json()["gate"];
  CHECK(both["lines"] == Json{{"points", 1}, {"reached", 1}});
  CHECK(both["branches"] == Json{{"points", 1}, {"reached", 0}});
  CHECK(both["toggles"] == Json{{"points", 2}, {"reached", 1}});
  CHECK(both["functional"] == Json{{"points", 2}, {"reached", 1}});
  CHECK(both["missed"] == Json::array({{{"line", 1}, {"what", "q_o never changes"}},
                                       {{"line", 2}, {"what", "never the branch else"}},
                                       {{"line", 3}, {"what", "Other never met"}}}));

  const std::string html = content(page);
  CHECK_THAT(html, Contains("<td>50 % of 2</td>"));
  CHECK_THAT(html, Contains("q_o = a_i &lt; 1'b1;</span>  <i>never the branch else</i>"));
  CHECK_THAT(html, !Contains("a_i never changes"));

  const Said table = plexus_command({"coverage", second});
  CHECK_THAT(table.out, Contains("functional") && Contains("50 % of 2") && Contains("100 % of 1"));
}

TEST_CASE("coverage of a file that is gone still says what was missed", "[coverage]") {
  const TemporaryFolder folder;
  const std::string gone = folder / "gone.sv";
  const std::string data =
      written(folder / "a.cov", {point("v_line", gone, 12, 3, "block", "top.x", 0)});
  const std::string page = folder / "page.html";
  REQUIRE(plexus_command({"coverage", data, "--page", page}).status == 0);
  CHECK_THAT(content(page), Contains("12  <i>never run</i>") && Contains("gone.sv"));
}

TEST_CASE("what is no coverage is refused, and nothing is written over", "[coverage]") {
  const TemporaryFolder folder;
  const std::string data =
      written(folder / "a.cov", {point("v_line", "gate.sv", 2, 3, "block", "top.x", 1)});
  const std::string before = content(data);
  const std::string text = folder / "text";
  std::ofstream{text} << "nothing of the kind\n";
  const std::string page = folder / "page.html";
  const auto refused = [&](std::vector<std::string> words, const std::string& sentence) {
    words.insert(words.begin(), "coverage");
    const Said said = plexus_command(words);
    CAPTURE(words);
    CHECK(said.status == 2);
    CHECK_THAT(said.err, Contains(sentence));
  };
  refused({}, "No file is named");
  refused({text, "--page", page}, "is no coverage of twins");
  refused({data, folder / "absent.cov", "--page", page}, "absent.cov cannot be read");
  const std::string cut = folder / "cut.cov";
  std::ofstream{cut} << before.substr(0, before.size() - 4);
  refused({cut, "--page", page}, "ends within a line");
  refused({data, "--page", data}, "is one of the files that are read");
  refused({data, "--page", folder / "nowhere/page.html"}, "nowhere");
  CHECK(content(data) == before);
  CHECK_FALSE(std::filesystem::exists(page));
}

TEST_CASE("a module's name that no terminal can show is told byte by byte", "[coverage]") {
  const TemporaryFolder folder;
  const std::string file = folder / "odd.cov";
  std::ofstream{file} << "# SystemC::Coverage-3\nC '\1f\2gate.sv\1l\2"
                         "1\1n\2"
                         "1\1page\2v_line/g\xff\x1b\1o\2\1h\2top' 0\n";
  const Said said = plexus_command({"coverage", file});
  CHECK(said.status == 0);
  CHECK_THAT(said.out, Contains("g\\xff\\x1b  "));
}
