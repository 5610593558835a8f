#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "tests/command.hpp"
#include "tests/testbenches/files.hpp"

/// Runs the rows of tests/golden: what is asked, as one types it, and what comes of it. A file is a
/// list of tables; each has rows of one kind:
///
/// - `rows`: a line, its figures in the order of `columns`, and an object with further ones:
///   `cycles`, `lower_bound`, `status` (else 0, or 3 with `error.class`), `error.NAME`, `equation
///   LABEL` (its relation, or its cycles), or a statistic; null: there is none; "-": not stated.
///   Where there is `across`, each of its lines goes before that of the row, and the figure that it
///   names is the row's next one.
/// - `keeps`: a line, and of each of `rules` whether the run keeps it, y or n.
/// - `tells`: a line, and rows that its trace has, in their order; one that begins with `!` it has
///   not.
/// - `needs`: a line that no computer has room for, and the GiB that its refusal says.
/// - `refused`: lines by the class of their refusal.
/// - `broken`: a file, what is in it (or of one in docs/examples: what is replaced, by what), and
///   the line and words by which `asks` refuses it, the file's name in the place of `{}`; 0: no
///   line. `head`: how each file begins.
/// - `says`: any command, the class of its refusal, if it can say it, and parts of the sentence.
///
/// The command is `run`, or what `command` says; of `synthesize` every row is an optimum.
/// A line is `[MACHINE] OPERATION [ALGORITHM] OPTIONS`, in one string or several; `machine` stands
/// before every line of a table, what `options` says behind it where the line does not say it, and
/// a word of `sets` for options; files are named from the root of the tree.
namespace plexus::golden {
namespace {

const std::set<std::string> kKeys{"about",   "command", "machine", "options", "sets",  "columns",
                                  "across",  "rows",    "keeps",   "rules",   "tells", "needs",
                                  "refused", "says",    "asks",    "head",    "broken"};

/// A word, or where a file of the documents is.
std::string with_path(const std::string& word) {
  return word.starts_with("docs/") ? in_tree(word) : word;
}

/// The words behind the command.
std::vector<std::string> words_of(const Json& table, const std::string& line) {
  std::vector<std::string> words;
  if (table.contains("machine")) words.push_back(table["machine"]);
  const auto append = [&](const std::string& text) {
    for (const std::string& word : plexus::words_of(text)) words.push_back(word);
  };
  for (const std::string& word : plexus::words_of(line)) {
    if (table.contains("sets") && table["sets"].contains(word)) {
      append(table["sets"][word]);
    } else {
      append(word);
    }
  }
  if (words.size() > 2 && !words[2].starts_with("--")) {
    words.insert(words.begin() + 2, "--algorithm");
  }
  const std::set<std::string> said{words.begin(), words.end()};
  const std::vector<std::string> more = plexus::words_of(table.value("options", ""));
  for (std::size_t i = 0; i < more.size(); i += 2) {
    if (!said.contains(more[i])) words.insert(words.end(), {more[i], more[i + 1]});
  }
  for (std::string& word : words) word = with_path(word);
  return words;
}

Said run(std::vector<std::string> words, const std::string& command = "run") {
  words.insert(words.begin(), command);
  words.emplace_back("--json");
  return plexus_command(words);
}

Json found(const Json& report, const std::string& name, const Json& wanted) {
  if (name == "cycles" || name == "lower_bound") return report[name];
  if (name.starts_with("error.")) return report["error"].value(name.substr(6), Json{});
  if (!name.starts_with("equation ")) return report["statistics"].value(name, Json{});
  for (const Json& prediction : report["predictions"]) {
    if (prediction["equation"] == name.substr(9)) {
      return prediction[wanted.is_string() ? "relation" : "cycles"];
    }
  }
  return "none";
}

/// What a run that ends well says of itself agrees: data, equations, exact count and bound, and the
/// parameters are those of the line.
void check_sound(const Json& report, const std::vector<std::string>& words) {
  CHECK(report["verified"] == (report["operation"] == "topology" ? Json() : Json(true)));
  for (const Json& prediction : report["predictions"]) {
    CAPTURE(prediction.dump());
    CHECK(prediction["holds"] == true);
    if (prediction["equation"] == "exact") CHECK(prediction["cycles"] == report["cycles"]);
  }
  if (!report["lower_bound"].is_null()) CHECK(report["lower_bound"] <= report["cycles"]);
  std::map<std::string, std::string> parameters;
  for (const auto& [name, value] : report["parameters"].items()) {
    if (!value.is_number_float()) parameters[option_of(name)] = typed(value);
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!parameters.contains(words[i])) continue;
    CAPTURE(words[i]);
    CHECK(parameters[words[i]] == words[i + 1]);
  }
}

void check_run(const Json& table, const std::string& line,
               const std::map<std::string, Json>& wanted) {
  const std::vector<std::string> words = words_of(table, line);
  const std::string command = table.value("command", "run");
  const Said said = run(words, command);
  CAPTURE(words, said.out, said.err);
  const Json report = said.json();
  const Json status = wanted.contains("status") ? wanted.at("status")
                                                : Json(wanted.contains("error.class") ? 3 : 0);
  CHECK(said.status == status);
  for (const auto& [name, value] : wanted) {
    CAPTURE(name);
    if (value != "-" && name != "status") CHECK(found(report, name, value) == value);
  }
  if (said.status == kVerified) check_sound(report, words);
  if (command != "synthesize") return;
  CHECK(report["optimal"] == true);
  CHECK(report["lower_bound"] == report["cycles"]);
  CHECK(report["upper_bound"] == report["cycles"]);
}

void check_row(const Json& table, const Json& row) {
  std::string line = row[0];
  std::size_t at = 1;
  for (; at < row.size() && row[at].is_string(); ++at) {
    if (!row[at].get<std::string>().starts_with("--")) break;
    line += ' ' + row[at].get<std::string>();
  }
  for (const Json& one : table.value("across", Json::array())) {
    check_run(table, one[0].get<std::string>() + ' ' + line, {{one[1], row[at++]}});
  }
  if (table.contains("across")) return;
  std::map<std::string, Json> wanted;
  for (const Json& name : table.value("columns", Json::array())) {
    if (at == row.size() || row[at].is_object()) break;
    wanted[name] = row[at++];
  }
  if (at < row.size()) {
    for (const auto& [name, value] : row[at].items()) wanted[name] = value;
  }
  check_run(table, line, wanted);
}

/// The run ends well under the rules that it keeps; the others stop it, with all that tells where.
void check_rules(const Json& table, const Json& row) {
  const std::string keeps = row[1];
  for (std::size_t i = 0; i < keeps.size(); ++i) {
    const std::string rule = table["rules"][i];
    const Said said = run(words_of(table, row[0].get<std::string>() + " --port-rule " + rule));
    CAPTURE(row.dump(), rule, said.out);
    CHECK(said.status == (keeps[i] == 'y' ? kVerified : kFaulted));
    if (keeps[i] == 'y') continue;
    const Json report = said.json();
    const Json& error = report["error"];
    CHECK(error["class"] == "port-rule");
    CHECK(error["cycle"].is_number_integer());
    CHECK(error["node"].is_number_integer());
    CHECK(error["rule"] == rule);
    CHECK_THAT(error["part"].get<std::string>(),
               Catch::StartsWith(table["machine"].get<std::string>() + ".links.link_"));
    CHECK_THAT(error["message"].get<std::string>(),
               Catch::StartsWith("Node ") && Catch::Contains("port rule " + rule));
    CHECK_FALSE(report.contains("cycles"));
  }
}

void check_told(const Json& table, const Json& row) {
  const TemporaryFolder folder;
  std::vector<std::string> words = words_of(table, row[0]);
  words.insert(words.end(), {"--trace", folder / "t.csv"});
  const Said said = run(words);
  const std::string told = content(folder / "t.csv");
  CAPTURE(words, said.err, told);
  std::size_t at = 0;
  for (std::size_t i = 1; i < row.size(); ++i) {
    const std::string line = row[i];
    CAPTURE(line);
    if (line.starts_with('!')) {
      CHECK_THAT(told, !Catch::Contains('\n' + line.substr(1) + '\n'));
      continue;
    }
    const std::size_t found = told.find('\n' + line + '\n', at);
    CHECK(found != std::string::npos);
    if (found != std::string::npos) at = found + 1;
  }
}

void check_need(const Json& table, const Json& row) {
  const Said said = run(words_of(table, row[0]));
  CAPTURE(row.dump(), said.err);
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::StartsWith("plexus: The run needs about " + row[1].dump() + " GiB "));
}

/// Status 2, one sentence, its class, and no file. `says`: parts of the sentence, culprit and way
/// out.
void check_refused(std::vector<std::string> words, const std::string& kind,
                   const std::vector<std::string>& says = {}) {
  CAPTURE(words);
  const TemporaryFolder folder;
  const bool runs = words.size() > 2 && words[0] == "run";
  const auto has = [&](const char* option) { return std::ranges::count(words, option) > 0; };
  if (runs && !has("--vcd") && !has("--trace")) {  // it must not leave what it was asked for
    std::vector<std::string> files{"--picture", folder / "r.svg"};
    if (words[2] != "topology") {  // a question has no wave
      files.insert(files.end(), {"--vcd", folder / "r.vcd", "--trace", folder / "r.csv"});
    }
    words.insert(words.begin() + 3, files.begin(), files.end());
  }
  const Said told = plexus_command(words);
  words.emplace_back("--json");
  const Said said = plexus_command(words);
  CAPTURE(told.err, said.out);
  CHECK(told.status == kRefused);
  CHECK(told.out.empty());
  CHECK(folder.names().empty());
  CHECK_THAT(told.err, Catch::StartsWith("plexus: ") && Catch::EndsWith("\n"));
  CHECK(std::ranges::count(told.err, '\n') == 1);
  const std::string sentence = told.err.substr(8, told.err.size() - 9);
  CHECK((sentence.ends_with('.') || sentence.ends_with('?')));
  CHECK(sentence.find("  ") == std::string::npos);
  for (std::size_t at = sentence.find(". "); at != std::string::npos;
       at = sentence.find(". ", at + 1)) {
    CHECK(sentence[at - 1] == '.');  // a range, `1 .. 16`: one sentence in all
  }
  for (const std::string& part : says) CHECK_THAT(sentence, Catch::Contains(part));
  if (kind.empty()) return;  // no command that could answer in JSON
  CHECK(said.status == kRefused);
  const Json report = said.json();
  CHECK(keys_of(report) == Keys{"machine", "operation", "algorithm", "error"});
  CHECK(keys_of(report["error"]) == Keys{"class", "message"});
  CHECK_THAT(kind, Catch::Contains(report["error"]["class"].get<std::string>()));
  CHECK(said.err == "plexus: " + report["error"]["message"].get<std::string>() + '\n');
  CHECK(folder.names().empty());
}

void check_broken(const Json& table, const Json& row) {
  const std::string name = row[0];
  const int line = row[2];
  std::string text = table.value("head", "");
  if (row[1].is_string()) {
    text += row[1].get<std::string>();
  } else {
    text = content(in_tree(name));
    for (const auto& [what, by] : row[1].items()) text = replaced(std::move(text), what, by);
  }
  const TemporaryFolder folder;
  const std::string file = name.substr(name.rfind('/') + 1);
  const std::string path = written(folder, file, text);
  std::vector<std::string> words = plexus::words_of(table["asks"]);
  for (std::string& word : words) {
    word = with_path(word);
    if (word.starts_with("{}")) word.replace(0, 2, path);
  }
  const Said said = plexus_command(words);
  CAPTURE(words, text, said.err);
  CHECK(said.status == kRefused);
  CHECK_THAT(said.err, Catch::Contains(path + (line > 0 ? fmt::format(":{}: ", line) : ": ")));
  CHECK_THAT(said.err, Catch::Contains(row[3].get<std::string>()));
  CHECK(folder.names() == std::set<std::string>{file});
}

/// The words of a line in which `''` is an empty one.
std::vector<std::string> with_empty_words(const std::string& line) {
  std::vector<std::string> words = plexus::words_of(line);
  for (std::string& word : words) word = word == "''" ? "" : with_path(word);
  return words;
}

void check_file(const std::string& name) {
  std::ifstream file{in_tree("tests/golden/" + name + ".json")};
  REQUIRE(file);
  for (const Json& table : Json::parse(file)) {
    INFO(table["about"]);
    for (const auto& [key, value] : table.items()) {  // a misspelt one would run nothing
      CAPTURE(key);
      CHECK((kKeys.contains(key) && !value.empty()));
    }
    CHECK(table.contains("rows") + table.contains("keeps") + table.contains("tells") +
              table.contains("needs") + table.contains("refused") + table.contains("says") +
              table.contains("broken") ==
          1);
    for (const Json& row : table.value("rows", Json::array())) check_row(table, row);
    for (const Json& row : table.value("keeps", Json::array())) check_rules(table, row);
    for (const Json& row : table.value("tells", Json::array())) check_told(table, row);
    for (const Json& row : table.value("needs", Json::array())) check_need(table, row);
    const Json refused = table.value("refused", Json::object());
    for (const auto& [kind, lines] : refused.items()) {
      for (const std::string line : lines) {
        std::vector<std::string> words = words_of(table, line);
        words.insert(words.begin(), "run");
        check_refused(std::move(words), kind);
      }
    }
    for (const Json& row : table.value("broken", Json::array())) check_broken(table, row);
    for (const std::vector<std::string> row : table.value("says", Json::array())) {
      check_refused(with_empty_words(row[0]), row[1], {row.begin() + 2, row.end()});
    }
  }
}

}  // namespace

TEST_CASE("golden rows: the acceptance table of ensemble architectures", "[golden][acceptance]") {
  check_file("1986");
}
TEST_CASE("golden rows: the acceptance table of express meshes", "[golden][acceptance]") {
  check_file("express-mesh");
}
TEST_CASE("golden rows: the acceptance table of fat trees", "[golden][acceptance]") {
  check_file("fat-tree");
}
TEST_CASE("golden rows: the acceptance table of POPS", "[golden][acceptance]") {
  check_file("pops");
}
TEST_CASE("golden rows: the acceptance table of the reconfigurable machine",
          "[golden][acceptance]") {
  check_file("reconfigurable");
}
TEST_CASE("golden rows: schedules with the fewest cycles", "[golden][synthesize]") {
  check_file("optima");
}
TEST_CASE("golden rows: sizes drawn by lot", "[golden]") { check_file("sizes"); }
TEST_CASE("golden rows: how equations stand to counts", "[golden][prediction]") {
  check_file("relations");
}
TEST_CASE("golden rows: the port rules that algorithms keep", "[golden][port-rule]") {
  check_file("port-rules");
}
TEST_CASE("golden rows: what traces tell", "[golden][trace]") { check_file("traces"); }
TEST_CASE("golden rows: what is too large is told with the memory that it needs", "[golden]") {
  check_file("memory");
}
TEST_CASE("golden rows: what makes no sense is refused", "[golden][refusal]") {
  check_file("refusals");
}
TEST_CASE("golden rows: what is refused says what is wrong and what to do",
          "[golden][command][errors]") {
  check_file("senseless");
}
TEST_CASE("golden rows: broken files are refused by file and line", "[golden][graph][schedule]") {
  check_file("broken");
}

}  // namespace plexus::golden
