#include "testbenches/command/command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "rtl/frame/block.hpp"
#include "testbenches/command/command.hpp"
#include "tests/command.hpp"
#include "tests/every_machine.hpp"
#include "tests/testbenches/files.hpp"

using namespace plexus;

// ---- errors -------------------------------------------------------------------------------------

TEST_CASE("bytes that are no text are refused as the value of any option", "[command][errors]") {
  std::set<std::pair<std::string, std::string>> asked;
  for (const Json& entry : plexus_command("list --json").json()) {
    if (entry["kind"] != "algorithm") continue;
    for (const Json& parameter : entry["parameters"]) {
      const std::string option = parameter["option"];
      if (!asked.emplace(entry["machine"], option).second) continue;
      CAPTURE(entry["machine"], entry["operation"], entry["algorithm"], option);
      const Said said = plexus_command({"run", entry["machine"], entry["operation"], "--algorithm",
                                        entry["algorithm"], option, "\xff\xfe", "--json"});
      CHECK(said.status == 2);
      CHECK(said.json()["error"]["class"] != "internal");
    }
  }
  CHECK(asked.size() > 100);
}

TEST_CASE("an output that cannot be written is refused before anything runs", "[command][errors]") {
  const std::string option = GENERATE("--vcd", "--trace", "--rtl-vcd");
  if (option == "--rtl-vcd" && twin_blocks().empty()) return;
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "folder.csv");
  std::ofstream{folder / "file"} << "a file";
  const auto names = folder.names();
  for (const std::string& path :
       {folder / "folder.csv", folder / "missing/r.csv", folder / "file/r.csv",
        std::string{"/dev/null/r.csv"}, folder / "folder.csv/"}) {
    CAPTURE(option, path);
    std::vector<std::string> words{"run", "ring", "broadcast", option, path, "--json"};
    if (option == "--rtl-vcd") words.insert(words.end(), {"--rtl", "link"});
    const Said said = plexus_command(words);
    CHECK(said.status == kRefused);
    CHECK(said.json()["error"]["class"] == "usage");
    CHECK_THAT(said.err, Catch::Contains(option + ' ' + path));
    CHECK(folder.names() == names);
    CHECK(content(folder / "file") == "a file");
  }
}

TEST_CASE("of two outputs one that cannot be written stops the other", "[command][errors]") {
  const TemporaryFolder folder;
  const Said said = plexus_command("run ring broadcast --trace " + (folder / "r.csv") + " --vcd " +
                                   (folder / "missing/r.vcd"));
  CHECK(said.status == kRefused);
  CHECK(folder.names().empty());
}

TEST_CASE("a result that cannot be written is no success", "[command][errors]") {
  const std::string line = GENERATE("list", "list --json", "run ring broadcast", "--help",
                                    "run ring broadcast --help", "reproduce ensemble --nodes 4");
  CAPTURE(line);
  std::ostream full{nullptr};  // takes nothing
  std::ostringstream err;
  CHECK(run_command(every_machine(), words_of(line), full, err) == kFaulted);
  CHECK_THAT(err.str(), Catch::Contains("could not be written to standard output"));
}

TEST_CASE("a table has one form", "[command][errors]") {
  const Said said = plexus_command("reproduce ensemble --json --markdown");
  CHECK(said.status == kRefused);
  CHECK(said.json()["error"]["class"] == "usage");
}

TEST_CASE("two outputs are not written to one file", "[command][errors]") {
  const TemporaryFolder folder;
  const std::string path = folder / "r.csv";
  const Said said = plexus_command("run ring broadcast --trace " + path + " --vcd " + path);
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains(path));
  CHECK(folder.names().empty());
}

TEST_CASE("a refused run leaves the files of the last one as they were", "[command][errors]") {
  const TemporaryFolder folder;
  const std::string outputs = " --trace " + (folder / "r.csv") + " --vcd " + (folder / "r.vcd");
  REQUIRE(plexus_command("run ring broadcast" + outputs).status == kVerified);
  const std::string trace = content(folder / "r.csv");
  const auto names = folder.names();
  CHECK(plexus_command("run ring broadcast --nodes 900000000" + outputs).status == kRefused);
  CHECK(content(folder / "r.csv") == trace);
  CHECK(folder.names() == names);
}

TEST_CASE("a part without a twin, or named twice, is refused", "[command][errors][rtl]") {
  if (twin_blocks().empty()) return;
  struct Case {
    std::string line;
    std::string says;
  };
  const auto expected = GENERATE(values<Case>({
      {"run ring broadcast --rtl lnk", "did you mean 'link'"},
      {"run ring broadcast --rtl link --lockstep link", "'link' is named twice"},
      {"run ring broadcast --rtl link,link", "'link' is named twice"},
      {"run ring broadcast --lockstep link --lockstep link", "'link' is named twice"},
      {"run ring broadcast --rtl link,lnk", "'lnk'"},
      {"run bus broadcast --rtl link", "'link'"},
  }));
  CAPTURE(expected.line);
  const Said said = plexus_command(expected.line);
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains(expected.says));
}

// ---- run ----------------------------------------------------------------------------------------

TEST_CASE("run --json prints the object of the contract", "[command][json]") {
  const Said said = plexus_command("run ring broadcast --startup 2 --words 10 --packets 3 --json");
  REQUIRE(said.status == kVerified);
  CHECK(said.err.empty());
  const Json json = said.json();
  CHECK(keys_of(json) == Keys{"machine", "operation", "algorithm", "parameters", "cycles",
                              "verified", "predictions", "lower_bound", "statistics", "version"});
  CHECK(json["machine"] == "ring");
  CHECK(json["operation"] == "broadcast");
  CHECK(json["algorithm"] == "two-way");
  CHECK(json["parameters"] == Json{{"nodes", 8},
                                   {"words", 10},
                                   {"startup", 2},
                                   {"bandwidth", 1},
                                   {"port_rule", "ring-strict"},
                                   {"root", 0},
                                   {"packets", 3}});
  CHECK(json["cycles"].is_number_integer());
  CHECK(json["verified"] == true);
  CHECK(json["lower_bound"].is_number_integer());
  CHECK(json["version"].is_string());
  REQUIRE(json["predictions"].size() == 3);
  for (const Json& prediction : json["predictions"]) {
    CHECK(keys_of(prediction) == Keys{"equation", "source", "cycles", "relation", "holds"});
    CHECK(prediction["cycles"].is_number());
    CHECK(prediction["holds"] == true);
    const Keys relations{"equal", "at-most", "at-least", "approximate"};
    CHECK(std::ranges::count(relations, prediction["relation"].get<std::string>()) == 1);
  }
  CHECK(json["predictions"][0]["equation"] == "t(nu)");
  CHECK(json["predictions"][0]["cycles"] == Approx((3 - 1 + 4) * (2 + 10 / 3.0)));  // not rounded
  CHECK(json["predictions"][0]["source"] == "Saad and Schultz 1986, 3.1(C)");
  CHECK(json["predictions"][2]["equation"] == "exact");
  for (const char* figure :
       {"transfers", "word_hops", "links_used", "max_link_busy", "peak_active", "packets"}) {
    CHECK(json["statistics"][figure].is_number_integer());
  }
}

TEST_CASE("options may stand anywhere and be joined to their values", "[command]") {
  const Json expected = plexus_command("run ring move --words 9 --algorithm naive --json").json();
  for (const char* line : {"run --json --algorithm naive ring move --words 9",
                           "run ring --words=9 move --json "
                           "--algorithm=naive",
                           "run ring move --json --words +9 --algorithm naive"}) {
    CAPTURE(line);
    CHECK(plexus_command(line).json() == expected);
  }
}

TEST_CASE("a parameter of yes or no that stands alone says yes", "[command]") {
  const Json expected = plexus_command("run torus broadcast --wrap true --json").json();
  for (const char* line : {"run torus broadcast --wrap --json", "run torus broadcast --json --wrap",
                           "run torus broadcast --wrap --words 64 --json"}) {
    CAPTURE(line);
    CHECK(plexus_command(line).json() == expected);
  }
  CHECK(plexus_command("run torus broadcast --wrap no").status == 2);
}

TEST_CASE("the papers' words for operations are understood", "[command]") {
  struct Case {
    std::string alias;
    std::string name;
  };
  const auto expected = GENERATE(values<Case>({{"gossiping", "allgather"},
                                               {"multinode-broadcasting", "allgather"},
                                               {"one-to-one", "move"},
                                               {"multiscatter", "alltoall"}}));
  CAPTURE(expected.alias);
  const Said said = plexus_command("run ring " + expected.alias + " --words 2 --json");
  CHECK(said.status == kVerified);
  CHECK(said.json()["operation"] == expected.name);
  CHECK(said.json() == plexus_command("run ring " + expected.name + " --words 2 --json").json());
  CHECK(plexus_command("run ring " + expected.alias + " --help").status == kVerified);
  CHECK(plexus_command("list " + expected.alias).out ==
        plexus_command("list " + expected.name).out);
}

TEST_CASE("equations are found by a part of their number", "[command]") {
  CHECK_THAT(plexus_command("list 3.17").out, Catch::Contains("two-way"));
  CHECK_THAT(plexus_command("list (17)").out, Catch::Contains("(15) + (17)"));
  CHECK(plexus_command("list 99.99").status == kRefused);
}

TEST_CASE("a value can be read from a file as JSON", "[command]") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& text, const std::string& option) {
    std::ofstream{folder / "value.json"} << text;
    return plexus_command("run torus broadcast " + option + " @" + (folder / "value.json") +
                          " --json");
  };
  CHECK(run("[3, 5]\n", "--sides").json()["parameters"]["sides"] == Json::array({3, 5}));
  CHECK(run("12", "--words").json()["parameters"]["words"] == 12);
  CHECK(run("\"optimal\"", "--packets").json()["parameters"]["packets"] == "optimal");
  for (const char* bad : {"", "[3,", "\"abc\"", "2.5", "1e30", "9223372036854775807",
                          "18446744073709551615", "-1", "null", "{}", "[]", "12 13", "true"}) {
    CAPTURE(bad);
    const Said said = run(bad, "--words");
    CHECK(said.status == kRefused);
    CHECK_THAT(said.err, Catch::Contains("--words"));
  }
  CHECK(plexus_command("run ring broadcast --words @" + (folder / "")).status == kRefused);
}

TEST_CASE("a person is told the formula beside the measured cycles", "[command]") {
  const Said said = plexus_command("run ring broadcast --startup 1 --words 10 --packets 3");
  CHECK(said.status == kVerified);
  CHECK(said.err.empty());
  for (const char* part :
       {"ring broadcast, algorithm two-way: 28 cycles, result verified", "(3.17)", "t(nu)",
        "at-least", "measured", "lower bound", "Saad and Schultz 1986", "transfers"}) {
    CHECK_THAT(said.out, Catch::Contains(part));
  }
}

TEST_CASE("figures for people have at most three decimals", "[command]") {
  const Said said = plexus_command("run torus broadcast --startup 1 --words 7");
  for (std::size_t dot = said.out.find('.'); dot != std::string::npos;
       dot = said.out.find('.', dot + 1)) {
    std::size_t digits = 0;
    while (std::isdigit(static_cast<unsigned char>(said.out[dot + 1 + digits])) != 0) ++digits;
    CHECK(digits <= 3);
  }
}

TEST_CASE("no line for people ends in blanks or is very long", "[command]") {
  const std::string line = GENERATE(
      "--help", "list", "list machines", "list operations", "list algorithms", "list parameters",
      "list blocks", "run --help", "run ring --help", "run ring move --help",
      "run torus broadcast --help", "run ring broadcast", "run bus alltoall");
  CAPTURE(line);
  const Said said = plexus_command(line);
  CHECK(said.status == kVerified);
  std::istringstream lines{said.out};
  for (std::string text; std::getline(lines, text);) {
    CAPTURE(text);
    CHECK_FALSE(text.ends_with(' '));
    if (!line.starts_with("list")) CHECK(text.size() <= 130);
  }
}

// ---- help ---------------------------------------------------------------------------------------

TEST_CASE("help of an operation shows each parameter once, and which algorithms take it",
          "[command][help]") {
  const Said said = plexus_command("run ring move --help");
  CHECK(said.status == kVerified);
  std::istringstream words{said.out};
  std::string page;  // in one line
  for (std::string word; words >> word;) page += word + ' ';
  const auto count = [&](const std::string& part) {
    int times = 0;
    for (std::size_t at = page.find(part); at != std::string::npos; at = page.find(part, at + 1)) {
      ++times;
    }
    return times;
  };
  for (const char* option : {"--nodes ", "--words ", "--source ", "--destination ", "--packets "}) {
    CAPTURE(option);
    CHECK(count(option) == 1);
  }
  CHECK(count("(pipelined, two-path only)") == 1);
  CHECK(count("pipelined *") == 1);
  CHECK(count("1 .. words, optimal, formula; default 1") == 1);
  CHECK(count("the farthest node") == 1);
}

TEST_CASE("help of an algorithm shows what it takes and no more", "[command][help]") {
  const Said said = plexus_command("run ring move --algorithm naive --help");
  CHECK_THAT(said.out, Catch::Contains("--source") && !Catch::Contains("--packets") &&
                           !Catch::Contains("two-path"));
}

TEST_CASE("help is given for what is half said, and refused for what does not exist",
          "[command][help]") {
  CHECK_THAT(plexus_command("--help").out, Catch::Contains("run") && Catch::Contains("list"));
  CHECK_THAT(plexus_command("run --help").out,
             Catch::Contains("ring  ") && Catch::Contains("--max-cycles"));
  const Said ring = plexus_command("run ring --help");
  CHECK_THAT(ring.out, Catch::Contains("allgather") && !Catch::Contains("torus"));
  const Said wrong = plexus_command("run rign --help");
  CHECK(wrong.status == kRefused);
  CHECK_THAT(wrong.err, Catch::Contains("did you mean 'ring'"));
  CHECK(plexus_command("run ring brodcast --help").status == kRefused);
  CHECK(plexus_command("run ring broadcast --algorithm none --help").status == kRefused);
  CHECK(plexus_command("list --help").status == kVerified);
}

TEST_CASE("every page of help fits a screen and has each option once", "[command][help]") {
  for (const CommandEntry& command : all_commands()) {
    const HelpPage page = page_of(command);
    for (const char* const more : {"", " ring", " ring broadcast", " link", " ensemble"}) {
      const Said said = plexus_command(fmt::format("{}{} --help", command.name, more));
      CAPTURE(command.name, more, said.err);
      if (more == std::string{}) CHECK(said.status == kVerified);
      if (said.status != kVerified) continue;
      CHECK_THAT(said.out, Catch::StartsWith(fmt::format("plexus {}", command.name)));
      std::istringstream lines{said.out};
      std::map<std::string, int> met;
      for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
        CHECK_FALSE(line.ends_with(' '));
        if (line.starts_with("  --")) ++met[line.substr(2, line.find(' ', 2) - 2)];
      }
      for (const std::string& option : page.option_names()) {
        CAPTURE(option);
        CHECK(met[option] == (option == "--part" ? 0 : 1));  // this program has no parts
      }
    }
  }
}

TEST_CASE("the command says its version", "[command][help]") {
  const Said said = plexus_command("--version");
  CHECK(said.status == kVerified);
  CHECK_THAT(said.out, Catch::StartsWith("plexus "));
}

// ---- list ---------------------------------------------------------------------------------------

TEST_CASE("list --json prints one array with everything", "[command][list]") {
  const Said said = plexus_command("list --json");
  CHECK(said.status == kVerified);
  const Json list = said.json();
  REQUIRE(list.is_array());
  CHECK(list.size() == every_machine().algorithms.size() + every_machine().searches.size() +
                           every_machine().blocks.size());
  for (const Json& entry : list) {
    if (entry["kind"] == "block") {
      CHECK(keys_of(entry) == Keys{"kind", "block", "part", "twin", "sizes", "help"});
      continue;
    }
    CHECK(keys_of(entry) == Keys{"kind", "machine", "operation", "algorithm", "default", "searched",
                                 "summary", "parameters", "equations", "statistics", "blocks"});
    CHECK(entry["default"].is_boolean());
    for (const Json& parameter : entry["parameters"]) {
      CHECK(keys_of(parameter) == Keys{"name", "option", "type", "range", "default", "help"});
    }
    for (const Json& equation : entry["equations"]) {
      CHECK(keys_of(equation) == Keys{"equation", "source"});
    }
  }
}

TEST_CASE("list names machines, operations, algorithms, parameters and blocks", "[command][list]") {
  const auto first = [](const std::string& what) {
    const Said said = plexus_command("list " + what + " --json");
    CHECK(said.status == kVerified);
    REQUIRE(said.json().is_array());
    return said.json().empty() ? Json{} : said.json()[0];
  };
  CHECK(keys_of(first("machines")) == Keys{"machine"});
  CHECK(keys_of(first("operations")) == Keys{"machine", "operation"});
  CHECK(first("algorithms")["kind"] == "algorithm");
  CHECK(keys_of(first("parameters")) == Keys{"machine", "operation", "algorithm", "name", "option",
                                             "type", "range", "default", "help"});
  if (!twin_blocks().empty()) CHECK(first("blocks")["block"] == "link");
  CHECK(plexus_command("list machines").out ==
        fmt::format("{}\n", fmt::join(every_machine().machines(), "\n")));
}

TEST_CASE("a list without a word fits a screen and says how to go on", "[command][list]") {
  const Said said = plexus_command("list");
  CHECK(said.status == kVerified);
  std::istringstream lines{said.out};
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) CHECK(line.size() <= 80);
  CHECK(count < 24);  // the prompt stands below
  for (const std::string& machine : every_machine().machines()) {
    CHECK_THAT(said.out, Catch::Contains('\n' + machine + ' '));
  }
  for (const char* const more : {"plexus list ring", "plexus list algorithms", "plexus run ring"}) {
    CHECK_THAT(said.out, Catch::Contains(more));
  }
}

TEST_CASE("help begins with three examples that run", "[command][help]") {
  std::istringstream lines{plexus_command("--help").out};
  for (int i = 0; i < 3; ++i) {
    std::string line;
    std::getline(lines, line);
    CAPTURE(line);
    REQUIRE(line.starts_with("  plexus "));
    std::string words = line.substr(9, line.find("  ", 9) - 9);
    const TemporaryFolder folder;
    if (const auto at = words.find("ring.html"); at != std::string::npos) {
      words.replace(at, 9, folder / "ring.html");
    }
    CHECK(plexus_command(words).status == kVerified);
  }
}

TEST_CASE("the manual has every command, machine, operation, algorithm and parameter",
          "[command][manual]") {
  const auto in_manual = [](std::string text) {
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) {
      text.insert(at, 1, '\\');
    }
    return text;
  };
  const Said man = plexus_command("manual");
  const Said bash = plexus_command("manual bash");
  CHECK(man.status == kVerified);
  CHECK(bash.status == kVerified);
  const std::set<std::string> offered = [&] {  // words between blanks, quotes and line ends
    std::string words = bash.out;
    std::ranges::replace(words, '\'', ' ');
    std::istringstream text{words};
    return std::set<std::string>{std::istream_iterator<std::string>{text}, {}};
  }();
  for (const CommandEntry& command : all_commands()) {
    CHECK_THAT(man.out, Catch::Contains(in_manual(fmt::format(".B plexus {} ", command.name))));
    CHECK(offered.contains(std::string{command.name}));
    const HelpPage page = page_of(command);
    for (const auto& [said, meaning] : page.options()) {
      CAPTURE(said);
      CHECK_THAT(man.out, Catch::Contains(in_manual(fmt::format(".B {}\n{}\n", said, meaning))));
    }
    for (const std::string& option : page.option_names()) {
      CAPTURE(option);
      CHECK(offered.contains(option) == (option != "--part"));
    }
  }
  std::set<std::string> names;
  std::set<std::string> options;  // and the machine before them
  for (const Json& entry : plexus_command("list --json").json()) {
    if (entry["kind"] != "algorithm") continue;
    for (const char* const name : {"machine", "operation", "algorithm"}) {
      names.insert(entry[name].get<std::string>());
    }
    for (const Json& parameter : entry["parameters"]) {
      options.insert(entry["machine"].get<std::string>() + ' ' +
                     parameter["option"].get<std::string>());
    }
  }
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(man.out.find(in_manual(name)) != std::string::npos);
    CHECK(offered.contains(name));
  }
  for (const std::string& option : options) {
    CAPTURE(option);
    CHECK(man.out.find(in_manual(option)) != std::string::npos);
    CHECK(offered.contains(option.substr(option.find(' ') + 1)));
  }
  std::istringstream lines{man.out};  // what begins with a dot asks for something
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('.')) continue;
    const std::string request = line.substr(0, line.find(' '));
    CHECK(std::set<std::string>{".TH", ".SH", ".SS", ".TP", ".B", ".br"}.contains(request));
  }
  CHECK(plexus_command("manual woman").status == kRefused);
}

TEST_CASE("every machine understands a number of nodes", "[command]") {
  const auto [line, name, value] = GENERATE(table<std::string, std::string, Json>({
      {"hypercube allgather --nodes 16", "dimension", 4},
      {"torus allgather --nodes 16", "sides", Json{4, 4}},
      {"torus allgather --nodes=12", "sides", Json{4, 3}},
      {"torus allgather --nodes 7", "sides", Json::array({7})},
      {"torus allgather --nodes 8", "sides", Json::array({8})},  // two in a ring are too few
      {"express-mesh reduce --nodes 36", "sides", Json{6, 6}},
      {"pops alltoall --nodes 8", "d", 2},
      {"pops alltoall --nodes 8", "g", 4},
      {"ring allgather --nodes 16", "nodes", 16},
  }));
  CAPTURE(line);
  const Said said = plexus_command("run " + line + " --json");
  CAPTURE(said.err);
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["parameters"][name] == value);
}

TEST_CASE("an operation runs also where its default algorithm does not exist", "[command]") {
  const std::string line = "run torus broadcast --sides 3,3,3";
  const Said said = plexus_command(line + " --json");
  REQUIRE(said.status == kVerified);
  CHECK(said.json()["algorithm"] != "split-trees");
  const Said asked = plexus_command(line + " --algorithm split-trees");
  CHECK(asked.status == kRefused);
  CHECK_THAT(asked.err, Catch::Contains("choose another --algorithm"));
}

TEST_CASE("what list says of the ring is what the specification says", "[command][list]") {
  for (const Json& entry : plexus_command("list algorithms --json").json()) {
    if (entry["machine"] != "ring" || entry["algorithm"] != "two-way" ||
        entry["operation"] != "broadcast") {
      continue;
    }
    CHECK(entry["default"] == true);
    CHECK(entry["equations"][1] ==
          Json{{"equation", "(3.17)"}, {"source", "Saad and Schultz 1986, 3.2(C)"}});
    std::vector<std::string> names;
    for (const Json& parameter : entry["parameters"]) names.push_back(parameter["name"]);
    CHECK(names == Keys{"nodes", "words", "startup", "bandwidth", "port_rule", "root", "packets"});
    CHECK(entry["parameters"][4]["default"] == "ring-strict");
    return;
  }
  FAIL("ring broadcast two-way is not listed");
}

TEST_CASE("without a name the default algorithm is one that the parameters allow", "[command]") {
  for (const std::string& operation : {std::string{"move"}, std::string{"alltoall"}}) {
    const Said open = plexus_command("run torus " + operation + " --wrap false --json");
    CAPTURE(operation, open.err);
    CHECK(open.status == kVerified);
    CHECK(open.json()["parameters"]["wrap"] == false);
  }
  const Said named = plexus_command("run torus move --wrap false --algorithm multi-path");
  CHECK(named.status == kRefused);
  CHECK_THAT(named.err, Catch::Contains("--wrap false"));
}
