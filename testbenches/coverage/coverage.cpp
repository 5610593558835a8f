#include "testbenches/coverage/coverage.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "models/catalogue/installation.hpp"
#include "models/catalogue/json.hpp"
#include "models/system/output_file.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/svg.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

namespace fs = std::filesystem;
using Kind = TwinCoverage::Kind;
using Points = std::map<TwinCoverage::Point, std::uint64_t>;

constexpr std::array kKinds{std::pair{Kind::kLine, "lines"}, std::pair{Kind::kBranch, "branches"},
                            std::pair{Kind::kToggle, "toggles"},
                            std::pair{Kind::kFunction, "functional"}};

/// `C '\1key\2value\1key\2value' count`: its values by key.
std::map<std::string, std::string, std::less<>> fields_of(std::string_view line) {
  std::map<std::string, std::string, std::less<>> fields;
  const std::size_t end = line.rfind('\'');
  for (std::size_t at = line.find('\1'); at < end;) {
    const std::size_t next = std::min(line.find('\1', at + 1), end);
    const std::string_view field = line.substr(at + 1, next - at - 1);
    const std::size_t middle = std::min(field.find('\2'), field.size());
    fields.emplace(field.substr(0, middle), field.substr(std::min(middle + 1, field.size())));
    at = next;
  }
  return fields;
}

unsigned number_of(const std::string& text) {
  unsigned number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// A file of ours by its place under rtl/, another by its name.
std::string shown_name(const std::string& file) {
  const std::string ours = (source_folder() / "rtl").string() + '/';
  if (file.starts_with(ours)) return "rtl/" + file.substr(ours.size());
  return fs::path{file}.filename().string();
}

struct Count {
  std::size_t points = 0;
  std::size_t reached = 0;
};

Count count(const Points& points, Kind kind) {
  Count all;
  for (const auto& [point, times] : points) {
    if (point.kind != kind) continue;
    ++all.points;
    all.reached += times > 0 ? 1 : 0;
  }
  return all;
}

std::string share(const Count& of) {
  if (of.points == 0) return "-";
  const double share = 100.0 * static_cast<double>(of.reached) / static_cast<double>(of.points);
  return fmt::format("{:.0f} % of {}", share, of.points);
}

/// What was not reached in a line: `the else branch`, `req_i[3] never changes`.
std::map<unsigned, std::string> missed_in(const Points& points) {
  std::map<unsigned, std::string> missed;
  for (const auto& [point, times] : points) {
    if (times > 0) continue;
    std::string& said = missed[point.line];
    said += said.empty() ? "" : ", ";
    said += point.kind == Kind::kLine       ? "never run"
            : point.kind == Kind::kBranch   ? "never the branch " + point.what
            : point.kind == Kind::kFunction ? point.what + " never met"
                                            : point.what + " never changes";
  }
  return missed;
}

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Coverage of twins</title><style>
body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
table { border-collapse: collapse; } td, th { padding: .15em .8em; text-align: right; }
td:first-child, th:first-child { text-align: left; } tr:nth-child(even) { background: #f3f3f3; }
pre { background: #f8f8f8; padding: .5em; overflow-x: auto; } .missed { background: #fcd5d0; }
i { color: #a02010; }
</style></head><body><h1>Coverage of twins</h1>
<p>What the runs have reached in the SystemVerilog of their twins: lines and branches that were run,
bits that have been 0 and 1, and functional points: the cover properties that were met.</p>
)";

}  // namespace

void TwinCoverage::add(const fs::path& data) {
  std::ifstream in{data, std::ios::binary};
  if (!in) {
    refuse("{} cannot be read.", data.string());
  }
  std::string line;
  if (!std::getline(in, line) || !line.starts_with("# SystemC::Coverage")) {
    refuse("{} is no coverage of twins: plexus run .. --twin-coverage FILE writes one.",
           data.string());
  }
  while (std::getline(in, line)) {
    if (!line.starts_with("C ")) continue;
    const std::size_t space = line.rfind("' ");
    if (space == std::string::npos || in.eof()) {
      refuse("{} ends within a line: write it anew.", data.string());
    }
    auto fields = fields_of(line);
    const std::string& page = fields["page"];
    const std::size_t slash = page.find('/');
    if (slash == std::string::npos) continue;
    const std::string kind = page.substr(0, slash);
    const Point point{fields["f"], number_of(fields["l"]), number_of(fields["n"]),
                      kind == "v_toggle"   ? Kind::kToggle
                      : kind == "v_branch" ? Kind::kBranch
                      : kind == "v_user"   ? Kind::kFunction
                                           : Kind::kLine,
                      kind == "v_line" ? "" : readable(fields["o"])};
    std::uint64_t times = 0;
    std::from_chars(line.data() + space + 2, line.data() + line.size(), times);
    modules_[readable(page.substr(slash + 1))][point] += times;
  }
}

Json TwinCoverage::json() const {
  Json all = Json::object();
  for (const auto& [name, points] : modules_) {
    Json module = Json::object();
    for (const auto& [kind, word] : kKinds) {
      const Count of = count(points, kind);
      module[word] = {{"points", of.points}, {"reached", of.reached}};
    }
    module["missed"] = Json::array();
    for (const auto& [line, said] : missed_in(points)) {
      module["missed"].push_back({{"line", line}, {"what", said}});
    }
    all[name] = module;
  }
  return all;
}

std::string TwinCoverage::page() const {
  std::string html = kHead;
  html += "<table><tr><th>module</th>";
  for (const auto& [kind, word] : kKinds) html += fmt::format("<th>{}</th>", word);
  html += "</tr>\n";
  for (const auto& [name, points] : modules_) {
    html += fmt::format("<tr><td><a href=\"#{0}\">{0}</a></td>", escaped(name));
    for (const auto& [kind, word] : kKinds) {
      html += fmt::format("<td>{}</td>", share(count(points, kind)));
    }
    html += "</tr>\n";
  }
  html += "</table>\n";
  for (const auto& [name, points] : modules_) {
    const std::string& file = points.begin()->first.file;
    html += fmt::format("<h2 id=\"{}\">{}</h2>\n<p>{}</p>\n<pre>", escaped(name), escaped(name),
                        escaped(shown_name(file)));
    const auto missed = missed_in(points);
    std::ifstream source{file};
    unsigned number = 0;
    for (std::string line; std::getline(source, line);) {
      const auto said = missed.find(++number);
      html += said == missed.end()
                  ? fmt::format("{:>4}  {}\n", number, escaped(line))
                  : fmt::format("<span class=\"missed\">{:>4}  {}</span>  <i>{}</i>\n", number,
                                escaped(line), escaped(said->second));
    }
    for (const auto& [line, said] : missed) {  // of a file that is not there any more
      if (line > number) html += fmt::format("{:>4}  <i>{}</i>\n", line, escaped(said));
    }
    html += "</pre>\n";
  }
  return html + "</body></html>\n";
}

void report_coverage(const std::vector<std::string>& files, const std::string& page, bool json,
                     std::ostream& out) {
  if (files.empty()) {
    refuse(
        "No file is named: say plexus coverage FILE .., files that plexus run .. --twin-coverage "
        "FILE has written.");
  }
  TwinCoverage coverage;
  for (const std::string& file : files) coverage.add(file);
  refuse_file_read("--page", page, files);
  if (!page.empty()) {
    OutputFile written{"--page", page};
    written.stream() << coverage.page();
    written.commit();
  }
  if (json) {
    out << dumped(coverage.json()) << '\n';
    return;
  }
  std::vector<std::vector<std::string>> rows{{"module"}};
  for (const auto& [kind, word] : kKinds) rows[0].push_back(word);
  for (const auto& [name, points] : coverage.modules()) {
    rows.push_back({name});
    for (const auto& [kind, word] : kKinds) rows.back().push_back(share(count(points, kind)));
  }
  print_table(out, rows, Terminal::of(out), true);
}

}  // namespace plexus
