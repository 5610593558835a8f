#include "testbenches/sweep/page.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "testbenches/outputs/plot.hpp"
#include "testbenches/outputs/svg.hpp"

namespace plexus {

namespace {

constexpr const char* kLook = R"(
body{margin:0 auto;max-width:1160px;padding:12px;background:#fff;color:#1b1f24;font:15px/1.45 system-ui,sans-serif}
h1{font-size:22px}h2{font-size:18px;margin:28px 0 8px}
table{border-collapse:collapse;font-size:13px;margin:8px 0}
th,td{border-bottom:1px solid #d0d5dc;padding:3px 10px;text-align:right;white-space:nowrap}
th{cursor:pointer;vertical-align:bottom}td:first-child,th:first-child{text-align:left}
.wide{overflow-x:auto}.wide.more{mask-image:linear-gradient(to right,#000 calc(100% - 40px),#0003)}
.wide.over::before{content:"goes on to the right: pull it, or scroll sideways";position:sticky;left:0;display:block;
width:fit-content;font-size:12px;color:#59636e}
tr.front{font-weight:600;background:#e8f3ea}.soft{color:#59636e}
tr[data-row]{cursor:pointer}
code{font-size:13px;overflow-wrap:anywhere}details{margin:6px 0}summary{cursor:pointer}
.filter{display:flex;flex-wrap:wrap;gap:8px}fieldset{border:1px solid #d0d5dc;border-radius:6px;max-height:7em;overflow:auto}
label{margin-right:10px;white-space:nowrap}
dialog{max-width:min(1100px,94vw);width:94vw;border:1px solid #8a94a3;border-radius:8px;background:inherit;color:inherit}
dialog iframe{width:100%;height:62vh;border:0}dialog dl{display:grid;grid-template-columns:auto 1fr;gap:2px 14px}dd{margin:0}
@media(prefers-color-scheme:dark){body{background:#14171c;color:#dfe3e8}
th,td,fieldset{border-color:#3a424c}tr.front{background:#1f3a26}.soft,.wide.over::before{color:#9aa4af}})";

/// Says where a table goes on, sorts it at the head of a column, filters rows and values, and shows
/// the runs behind one.
constexpr const char* kScript = R"js(
for (const one of document.querySelectorAll("th, tr[data-row]")) pressable(one);
for (const head of document.querySelectorAll("th")) {
  head.addEventListener("click", () => {
    const body = head.closest("table").tBodies[0];
    const column = head.cellIndex;
    const rising = head.ariaSort !== "ascending";
    const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
    const order = (a, b) => {
      const [x, y] = [key(a), key(b)];
      const both = x !== "" && y !== "" && !isNaN(x) && !isNaN(y);
      return (both ? x - y : x < y ? -1 : x > y ? 1 : 0) * (rising ? 1 : -1);
    };
    for (const row of [...body.rows].sort(order)) body.append(row);
    for (const other of head.parentNode.cells) other.ariaSort = null;
    head.ariaSort = rising ? "ascending" : "descending";
  });
}
function tellWide() {
  for (const one of document.querySelectorAll(".wide")) {
    one.classList.toggle("over", one.scrollWidth > one.clientWidth + 1);
    one.classList.toggle("more", one.scrollLeft + one.clientWidth < one.scrollWidth - 1);
  }
}
for (const one of document.querySelectorAll(".wide")) one.addEventListener("scroll", tellWide);
addEventListener("resize", tellWide);
tellWide();
const [figures, words] = ["figures", "words"].map((id) => JSON.parse(document.getElementById(id).textContent));
const filters = [...document.querySelectorAll("fieldset[data-name]")];
function filter() {
  const wanted = filters.map((one) => [one.dataset.name, new Set(
      [...one.querySelectorAll(":checked")].map((box) => box.value))]);
  const shown = (row) => wanted.every(([name, values]) => values.has(figures[row].values[name]));
  for (const plot of plots) {
    plot.shown = shown;
    plot.show();
  }
  for (const row of document.querySelectorAll("tr[data-row]")) row.hidden = !shown(+row.dataset.row);
}
for (const one of filters) one.addEventListener("change", filter);
const dialog = document.getElementById("run");
const add = (parent, name, text) => {
  const made = document.createElement(name);
  made.textContent = text;
  parent.append(made);
  return made;
};
document.addEventListener("click", (event) => {
  const place = event.target.closest("[data-row]");
  if (!place || dialog.contains(event.target)) return;
  const one = figures[+place.dataset.row];
  dialog.replaceChildren();
  add(add(dialog, "form", ""), "button", "close").formMethod = "dialog";
  add(dialog, "h2", one.label || "the run");
  if (one.saturated) add(dialog, "p", "Saturated: latencies are lower bounds.");
  const list = add(dialog, "dl", "");
  for (const [name, figure] of Object.entries(one.figures)) {
    add(list, "dt", words[name]);
    add(list, "dd", figure.text);
  }
  add(dialog, "p", one.picture ? "The run, drawn:" : "The run, drawn by");
  add(dialog, "code", one.command + (one.picture ? "" : " --picture run.html"));
  if (one.picture) {
    const link = add(add(dialog, "p", ""), "a", "on a page of its own");
    link.href = one.picture;
    link.target = "_blank";
    add(dialog, "iframe", "").src = one.picture;
  }
  dialog.showModal();
});
)js";

std::string shown(double value) { return fmt::format("{:.6g}", value); }

std::string shown(const Mean& mean) { return with_interval(mean.value, mean.half); }

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// What names mean: words for people, a unit, a line of help.
class Meanings {
 public:
  Meanings(const Catalogue& catalogue, const SweepStudy& study) {
    for (const auto& [name, unit] :
         {std::pair{"cycles", "cycles"}, std::pair{"lower_bound", "cycles"},
          std::pair{"exact", "cycles"}, std::pair{"cost.cells", "gates and flip-flops"},
          std::pair{"cost.flip_flops", ""}, std::pair{"cost.logic_depth", "cells on a path"},
          std::pair{"cost.area", "gate equivalents"}, std::pair{"cost.delay", "FO4"}}) {
      meanings_[name] = {unit, ""};
    }
    const SweepPoint* before = nullptr;
    for (const SweepPoint& point : study.points) {
      if (before != nullptr && before->machine == point.machine &&
          before->operation == point.operation && before->algorithm == point.algorithm) {
        continue;
      }
      before = &point;
      const CatalogueEntry* entry = catalogue.find(point.machine, point.operation, point.algorithm);
      if (entry == nullptr) continue;
      for (const Statistic& one : entry->statistics) {
        meanings_.emplace(one.name, Meaning{one.unit, one.help});
      }
      for (const Parameter& one : entry->parameters) {
        meanings_.emplace(one.name, Meaning{"", one.help});
      }
    }
  }

  [[nodiscard]] std::string unit(const std::string& name) const { return of(name).unit; }
  /// `mean latency (cycles)`
  [[nodiscard]] Plot::Axis axis(const std::string& name, bool logarithmic) const {
    const Meaning meaning = of(name);
    const std::string words = in_words(name);
    const bool says = meaning.unit.empty() || words == meaning.unit;
    return {says ? words : fmt::format("{} ({})", words, meaning.unit),
            logarithmic ? Plot::Scale::kLogarithmic : Plot::Scale::kLinear, meaning.help};
  }
  /// The head of a column.
  [[nodiscard]] std::string head(const std::string& name) const {
    const std::string help = of(name).help;
    return fmt::format("<th{}>{}</th>",
                       help.empty() ? "" : fmt::format(" title=\"{}\"", escaped(help)),
                       escaped(axis(name, false).label));
  }

 private:
  struct Meaning {
    std::string unit;
    std::string help;
  };
  [[nodiscard]] Meaning of(const std::string& name) const {
    const auto meaning = meanings_.find(name);
    return meaning == meanings_.end() ? Meaning{} : meaning->second;
  }

  std::map<std::string, Meaning> meanings_;
};

std::string text_of(const Configuration& one, const std::string& name) {
  if (const auto text = one.names.find(name); text != one.names.end()) return text->second;
  if (const auto figure = one.figures.find(name); figure != one.figures.end()) {
    return shown(figure->second.value);
  }
  return "";
}

/// What stands above a plot.
std::string title_of(const SweepStudy::Curve& curve) {
  if (!curve.title.empty()) return curve.title;
  const auto in = [](const std::vector<std::string>& names) {
    std::vector<std::string> words;
    for (const std::string& name : names) words.push_back(in_words(name));
    return fmt::format("{}", fmt::join(words, ", "));
  };
  return fmt::format("{} over {}", in(curve.y), in(curve.x));
}

Plot plot_of(const Meanings& meanings, const SweepStudy::Curve& curve,
             const std::vector<Configuration>& configurations) {
  Plot plot;
  plot.title = title_of(curve);
  plot.y = meanings.axis(curve.y.front(), curve.log_y);
  if (curve.y.size() > 1) {  // the legend names them
    const std::string unit = meanings.unit(curve.y.front());
    const bool same = std::ranges::all_of(
        curve.y, [&](const std::string& name) { return meanings.unit(name) == unit; });
    plot.y.label = same ? unit : "";
    plot.y.help = "";
  }
  plot.x = meanings.axis(curve.x.front(), curve.log_x);
  const bool numbers =
      curve.x.size() == 1 && std::ranges::all_of(configurations, [&](const Configuration& one) {
        return one.figures.contains(curve.x.front()) || number_in(text_of(one, curve.x.front()));
      });
  plot.form = curve.form.value_or(numbers ? Plot::Form::kLines : Plot::Form::kBars);
  const auto place_of = [&](const Configuration& one) -> double {
    if (plot.form != Plot::Form::kBars) {
      const auto figure = one.figures.find(curve.x.front());
      return figure != one.figures.end() ? figure->second.value
                                         : number_in(text_of(one, curve.x.front())).value_or(0);
    }
    std::string label;
    for (const std::string& name : curve.x) {
      label += (label.empty() ? "" : ", ") + text_of(one, name);
    }
    const auto known = std::ranges::find(plot.labels, label);
    if (known != plot.labels.end()) return static_cast<double>(known - plot.labels.begin());
    plot.labels.push_back(label);
    return static_cast<double>(plot.labels.size() - 1);
  };
  for (const std::string& y : curve.y) {
    for (std::size_t row = 0; row < configurations.size(); ++row) {
      const Configuration& one = configurations[row];
      const auto figure = one.figures.find(y);
      if (figure == one.figures.end()) continue;
      std::string name = one.label(curve.series);
      if (name.empty() || curve.y.size() > 1) {
        name = in_words(y) + (name.empty() ? "" : ", " + name);
      }
      auto series = std::ranges::find(plot.series, name, &Plot::Series::name);
      if (series == plot.series.end()) {
        plot.series.push_back({name, {}});
        series = std::prev(plot.series.end());
      }
      const Mean& mean = figure->second;
      series->values.push_back({place_of(one), mean.value, mean.value - mean.half,
                                mean.value + mean.half, "", "", one.saturated, row});
    }
  }
  if (plot.form == Plot::Form::kLines) {
    for (Plot::Series& series : plot.series) {
      std::ranges::stable_sort(series.values, {}, &Plot::Value::x);
    }
  }
  return plot;
}

/// The plot; where it has more curves than a person tells apart, a facet for each value of the
/// first name that tells them apart, with equal colours for what is equal beside it.
std::vector<Plot> facets_of(const Meanings& meanings, const SweepStudy::Curve& curve,
                            const std::vector<Configuration>& configurations) {
  constexpr std::size_t kMostCurves = 8;
  Plot whole = plot_of(meanings, curve, configurations);
  if (whole.series.size() <= kMostCurves || curve.series.size() < 2) return {std::move(whole)};
  const std::string& by = curve.series.front();
  SweepStudy::Curve rest = curve;
  rest.series.erase(rest.series.begin());
  rest.form = whole.form;
  const Plot merged = plot_of(meanings, rest, configurations);
  std::vector<Plot> facets;
  for (const Configuration& one : configurations) {
    const std::string value = text_of(one, by);
    const std::string title = fmt::format("{}: {}", title_of(curve), one.label({by}));
    if (std::ranges::find(facets, title, &Plot::title) != facets.end()) continue;
    Plot& facet = facets.emplace_back(merged);
    facet.title = title;
    for (Plot::Series& series : facet.series) {
      std::erase_if(series.values, [&](const Plot::Value& at) {
        return text_of(configurations[*at.row], by) != value;
      });
    }
  }
  for (Plot& facet : facets) facet.facets = facets.size();
  return facets;
}

std::vector<std::string> aims_of(const SweepStudy& study) {
  std::vector<std::string> aims = study.minimise;
  aims.insert(aims.end(), study.maximise.begin(), study.maximise.end());
  return aims;
}

/// What varies between designs.
std::vector<std::string> names_of_designs(const SweepStudy& study) {
  std::vector<std::string> names = study.varied;
  std::erase(names, study.over);
  return names;
}

/// `mean latency at load 0.3`, `largest throughput`: which of a design's figures counts.
std::string aim_in_words(const SweepStudy& study, const std::string& name) {
  const bool large = std::ranges::find(study.maximise, name) != study.maximise.end();
  const std::string words = in_words(name);
  const bool own = std::ranges::find(study.varied, name) != study.varied.end();
  if (study.over.empty() || own || name.starts_with("cost.")) return words;
  if (large) return "largest " + words;
  return study.at ? fmt::format("{} at {} {:.12g}", words, in_words(study.over), *study.at)
                  : "smallest " + words;
}

Plot front_of(const Meanings& meanings, const SweepStudy& study, const std::vector<Design>& designs,
              const std::vector<Configuration>& configurations) {
  const std::vector<std::string> aims = aims_of(study);
  Plot plot;
  plot.title = fmt::format("Pareto front: {} against {}", aim_in_words(study, aims[1]),
                           aim_in_words(study, aims[0]));
  plot.form = Plot::Form::kPoints;
  plot.x = meanings.axis(aims[0], false);
  plot.y = meanings.axis(aims[1], false);
  plot.series = {{"beaten", {}}, {"on the front", {}}};  // the front is drawn last
  for (const Design& one : designs) {
    const auto x = one.figures.find(aims[0]);
    const auto y = one.figures.find(aims[1]);
    if (x == one.figures.end() || y == one.figures.end()) continue;
    const std::string label = configurations[one.shown].label(names_of_designs(study));
    plot.series[one.front ? 1 : 0].values.push_back(
        {x->second.value, y->second.value, y->second.value - y->second.half,
         y->second.value + y->second.half, label, label, false, one.shown});
  }
  return plot;
}

/// A row of a table: what varies, and figures.
std::string cells_of(const std::vector<std::string>& names, const std::vector<std::string>& figures,
                     const Configuration& one, const std::map<std::string, Mean>& values) {
  std::string html;
  for (const std::string& name : names) html += "<td>" + escaped(text_of(one, name)) + "</td>";
  for (const std::string& name : figures) {
    const auto figure = values.find(name);
    html += figure == values.end() ? "<td data-value=\"\">" + escaped(text_of(one, name)) + "</td>"
                                   : fmt::format("<td data-value=\"{}\">{}</td>",
                                                 figure->second.value, shown(figure->second));
  }
  return html;
}

/// Is no design beaten by another one?
bool all_on_front(const std::vector<Design>& designs) {
  return std::ranges::all_of(designs,
                             [](const Design& one) { return one.front || one.figures.empty(); });
}

/// A table of designs, those of the front marked where there are others.
std::string table_of_designs(const SweepStudy& study, const std::vector<Design>& designs,
                             const std::vector<Configuration>& configurations) {
  const std::vector<std::string> names = names_of_designs(study);
  std::vector<std::string> aims = aims_of(study);
  std::erase_if(
      aims, [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); });
  std::string html = "<div class=\"wide\"><table id=\"designs\"><thead><tr>";
  for (const std::string& name : names) html += "<th>" + escaped(in_words(name)) + "</th>";
  for (const std::string& name : aims) {
    html += "<th>" + escaped(aim_in_words(study, name)) + "</th>";
  }
  html += "</tr></thead><tbody>\n";
  for (const Design& one : designs) {
    if (one.figures.empty()) continue;  // none of its runs has any
    Configuration bare;                 // what the design does not reach has no figure
    bare.names = configurations[one.shown].names;
    if (configurations[one.shown].saturated) {
      for (const std::string& name : aims) bare.names.emplace(name, "saturated");
    }
    html += fmt::format("<tr{} data-row=\"{}\">{}</tr>\n",
                        one.front && !all_on_front(designs) ? " class=\"front\"" : "", one.shown,
                        cells_of(names, aims, bare, one.figures));
  }
  return html + "</tbody></table></div>\n";
}

/// A table of configurations: what varies, how often it ran, figures.
std::string table_of(const Meanings& meanings, const SweepStudy& study,
                     const std::vector<Configuration>& configurations) {
  std::vector<std::string> figures{"cycles"};
  for (const std::string& name : study.figures()) {
    const bool varies = std::ranges::find(study.varied, name) != study.varied.end();
    if (!varies && name != "cycles") figures.push_back(name);
  }
  const bool saturates = std::ranges::any_of(configurations, &Configuration::saturated);
  // One by one they are on the front only where each is a design of its own.
  const bool marks =
      study.over.empty() && !std::ranges::all_of(configurations, &Configuration::front);
  std::string html = "<div class=\"wide\"><table id=\"configurations\"><thead><tr>";
  for (const std::string& name : study.varied) html += meanings.head(name);
  for (const std::string& name : figures) html += meanings.head(name);
  html += fmt::format("<th>runs</th><th>failed</th>{}</tr></thead><tbody>\n",
                      saturates ? "<th>saturated</th>" : "");
  for (std::size_t row = 0; row < configurations.size(); ++row) {
    const Configuration& one = configurations[row];
    html += fmt::format("<tr{} data-row=\"{}\">{}<td>{}</td><td>{}</td>{}</tr>\n",
                        marks && one.front ? " class=\"front\"" : "", row,
                        cells_of(study.varied, figures, one, one.figures), one.rows.size(),
                        one.failed.size(),
                        saturates ? fmt::format("<td>{}</td>", one.saturated ? "yes" : "") : "");
  }
  return html + "</tbody></table></div>\n";
}

// ---- failures -----------------------------------------------------------------------------------

/// What all failures of a group have in common but the numbers in it.
std::string without_numbers(const std::string& text) {
  std::string kind;
  for (const char letter : text) {
    const bool digit = letter >= '0' && letter <= '9';
    if (!digit) kind += letter;
    if (digit && !kind.ends_with('#')) kind += '#';
  }
  return kind;
}

/// A command as its beginning and its options with their values.
std::vector<std::string> pieces_of(const SweepPoint& point) {
  std::vector<std::string> pieces{"plexus"};
  for (const std::string& word : point.words()) {
    const bool value =
        pieces.back().starts_with("--") && pieces.back().find(' ') == std::string::npos;
    if (value || (!word.starts_with("--") && pieces.size() == 1)) {
      pieces.back() += ' ' + shell_word(word);
    } else {
      pieces.push_back(word);
    }
  }
  return pieces;
}

std::vector<std::string> pieces_of(const SweepStudy& study, const SweepRow& row) {
  return pieces_of(study.points[static_cast<std::size_t>(row.point)]);
}

/// In what the commands of points differ: each option with its values where all combinations are
/// there, else a line for each point.
std::string differences_of(const SweepStudy& study, const std::vector<const SweepRow*>& members,
                           const std::vector<std::string>& common) {
  constexpr std::size_t kMostLines = 200;
  std::vector<std::string> lines;
  std::vector<std::size_t> options;                                      // of each member
  std::vector<std::pair<std::string, std::vector<std::string>>> values;  // by option
  for (const SweepRow* row : members) {
    std::vector<std::string> own = pieces_of(study, *row);
    std::erase_if(own, [&](const std::string& piece) {
      return std::ranges::find(common, piece) != common.end();
    });
    lines.push_back(fmt::format("{}", fmt::join(own, " ")));
    options.push_back(own.size());
    for (const std::string& piece : own) {
      const std::size_t blank = std::min(piece.find(' '), piece.size());
      const std::string option = piece.substr(0, blank);
      auto known = std::ranges::find(values, option, [](const auto& one) { return one.first; });
      if (known == values.end()) known = values.insert(values.end(), {option, {}});
      const std::string value = piece.substr(std::min(blank + 1, piece.size()));
      if (std::ranges::find(known->second, value) == known->second.end()) {
        known->second.push_back(value);
      }
    }
  }
  std::size_t combinations = 1;
  for (const auto& [option, all] : values) combinations *= all.size();
  const bool alike =
      std::ranges::all_of(options, [&](std::size_t count) { return count == values.size(); });
  const std::set<std::string> others{lines.begin(), lines.end()};
  if (alike && others.size() == members.size() && combinations == members.size()) {
    lines.clear();
    for (const auto& [option, all] : values) {
      lines.push_back(fmt::format("{} {}", option, fmt::join(all, " | ")));
    }
  }
  std::string html = "<ul>\n";
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) {
    html += fmt::format("<li><code>{}</code></li>\n", escaped(lines[i]));
  }
  if (lines.size() > kMostLines) {
    html += fmt::format("<li>and {} more</li>\n", lines.size() - kMostLines);
  }
  return html + "</ul>\n";
}

/// Points that failed for the same reason: the reason, what their commands have in common, and in
/// what each of them differs.
std::string failures_of(const SweepStudy& study, const SweepRows& rows) {
  std::vector<std::pair<std::string, std::vector<const SweepRow*>>> groups;
  std::size_t count = 0;
  for (const auto& [number, row] : rows) {
    if (row.error.empty() && row.status == 0) continue;
    ++count;
    const std::string kind = row.error + '\n' + without_numbers(row.message);
    auto group = std::ranges::find(groups, kind, [](const auto& one) { return one.first; });
    if (group == groups.end()) group = groups.insert(groups.end(), {kind, {}});
    group->second.push_back(&row);
  }
  if (count == 0) return "";
  std::string html = fmt::format("<h2>Points that failed: {}</h2>\n", count);
  for (const auto& [kind, members] : groups) {
    const SweepRow& first = *members.front();
    std::vector<std::string> common = pieces_of(study, first);
    for (const SweepRow* row : members) {
      const std::vector<std::string> own = pieces_of(study, *row);
      std::erase_if(common, [&](const std::string& piece) {
        return std::ranges::find(own, piece) == own.end();
      });
    }
    html += fmt::format(
        "<details open><summary><b>{}</b>, {} point{}: {}</summary>\n<p><code>{}</code></p>\n{}"
        "</details>\n",
        first.error.empty() ? "wrong result" : escaped(first.error), members.size(),
        members.size() == 1 ? "" : "s", escaped(first.message),
        escaped(fmt::format("{}", fmt::join(common, " "))),
        members.size() == 1 ? "" : differences_of(study, members, common));
  }
  return html;
}

// ---- what is compared ---------------------------------------------------------------------------

/// Under which port rules the runs were, where they have one.
std::string port_rules_of(const std::vector<Configuration>& configurations) {
  std::map<std::string, std::set<std::string>> runs;  // by rule
  for (const Configuration& one : configurations) {
    if (one.rows.empty()) continue;
    const Json& result = *one.rows.front()->result;
    const auto parameters = result.find("parameters");
    if (parameters == result.end() || !parameters->contains("port_rule")) continue;
    runs[parameters->at("port_rule")].insert(one.label({"machine", "algorithm"}));
  }
  if (runs.empty()) return "";
  if (runs.size() == 1) {
    return fmt::format("All nodes with ports keep the port rule {}. ", runs.begin()->first);
  }
  std::string text = "These runs keep several port rules, so compare those within one: ";
  for (auto rule = runs.begin(); rule != runs.end(); ++rule) {
    text += fmt::format("{}{} ({})", rule == runs.begin() ? "" : "; ", rule->first,
                        fmt::join(rule->second, "; "));
  }
  return text + ". ";
}

/// A box for each value of what varies, where there are a few.
std::string filters_of(const SweepStudy& study, const std::vector<Configuration>& configurations) {
  constexpr std::size_t kMostValues = 40;
  std::string html;
  for (const std::string& name : study.varied) {
    std::vector<std::string> values;
    for (const Configuration& one : configurations) {
      const std::string value = text_of(one, name);
      if (std::ranges::find(values, value) == values.end()) values.push_back(value);
    }
    if (values.size() < 2 || values.size() > kMostValues) continue;
    html += fmt::format("<fieldset data-name=\"{}\"><legend>{}</legend>", escaped(name),
                        escaped(in_words(name)));
    for (const std::string& value : values) {
      html += fmt::format("<label><input type=\"checkbox\" checked value=\"{0}\"> {1}</label>",
                          escaped(value), value.empty() ? "none" : escaped(value));
    }
    html += "</fieldset>\n";
  }
  if (html.empty()) return "";
  return "<details><summary>Show only some</summary><div class=\"filter\">\n" + html +
         "</div></details>\n";
}

/// All figures, for programs and for the page's own script.
std::string json_of(const SweepStudy& study, const std::vector<Configuration>& configurations,
                    const std::set<std::int64_t>& pictures) {
  Json list = Json::array();
  for (const Configuration& one : configurations) {
    Json figures = Json::object();
    for (const auto& [name, mean] : one.figures) {
      figures[name] = {
          {"mean", mean.value}, {"half", mean.half}, {"runs", mean.count}, {"text", shown(mean)}};
    }
    Json values = Json::object();
    for (const std::string& name : study.varied) values[name] = text_of(one, name);
    const SweepRow& row = one.rows.empty() ? *one.failed.front() : *one.rows.front();
    list.push_back({{"label", one.label(study.varied)},
                    {"names", one.names},
                    {"values", std::move(values)},
                    {"figures", figures},
                    {"failed", one.failed.size()},
                    {"saturated", one.saturated},
                    {"front", one.front},
                    {"command", study.points[static_cast<std::size_t>(row.point)].command()},
                    {"picture", pictures.contains(row.point)
                                    ? Json(fmt::format("{}/{}.html", kPictures, row.point))
                                    : Json()}});
  }
  return in_script(list.dump());
}

/// What figures are called.
std::string words_of(const Meanings& meanings, const std::vector<Configuration>& configurations) {
  Json words = Json::object();
  for (const Configuration& one : configurations) {
    for (const auto& [name, mean] : one.figures) words[name] = meanings.axis(name, false).label;
  }
  return in_script(words.dump());
}

}  // namespace

std::vector<Plot> plots_of(const Catalogue& catalogue, const SweepStudy& study,
                           const std::vector<Configuration>& configurations,
                           const std::vector<Design>& designs) {
  const Meanings meanings{catalogue, study};
  std::vector<Plot> plots;
  for (const SweepStudy::Curve& curve : study.plots) {
    for (Plot& one : facets_of(meanings, curve, configurations)) plots.push_back(std::move(one));
  }
  if (!aims_of(study).empty()) plots.push_back(front_of(meanings, study, designs, configurations));
  return plots;
}

std::string page_of_sweep(const Catalogue& catalogue, const SweepStudy& study,
                          const SweepRows& rows, const std::vector<Configuration>& configurations,
                          const std::vector<Design>& designs,
                          const std::set<std::int64_t>& pictures, const std::string& command) {
  const auto wrong =
      std::ranges::count_if(rows, [](const auto& row) { return row.second.status != 0; });
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>{0}</title>\n<style>{1}{9}</style>"
      "</head>\n<body>\n<h1>{0}</h1>\n<p>{2}</p>\n<p class=\"soft\">{3} of {4} points are there, "
      "{5} of them failed. Plexus {6}, <code>{7}</code>. {8}</p>\n",
      escaped(study.title), kLook, escaped(study.about), rows.size(), study.points.size(), wrong,
      PLEXUS_VERSION, escaped(command),
      escaped(port_rules_of(configurations)) +
          (study.seeds
               ? "Figures are means over seeds, with 95 % confidence intervals (Student's t)."
               : ""),
      style_of_plots());
  const std::vector<Plot> plots = plots_of(catalogue, study, configurations, designs);
  html += filters_of(study, configurations);
  if (!plots.empty()) {
    html +=
        "<p class=\"soft\">A click on a name of a legend takes its curve away, on a value shows "
        "the "
        "run behind it; pull a rectangle to look closely.</p>\n" +
        figures_of_plots(plots);
  }
  const std::vector<std::string> aims = aims_of(study);
  if (!aims.empty()) {
    const auto in = [&](const std::vector<std::string>& names) {
      std::vector<std::string> words;
      for (const std::string& name : names) words.push_back(aim_in_words(study, name));
      return fmt::format("{}", fmt::join(words, ", "));
    };
    const bool all = all_on_front(designs);
    html += fmt::format(
        "<h2>Pareto front</h2>\n<p>{}{}{}{}{}. On the front{} are those that no other "
        "equals in all of it and beats in one{}.</p>\n",
        study.over.empty()
            ? ""
            : fmt::format("A design is run over {}. ", escaped(in_words(study.over))),
        study.minimise.empty() ? "" : "Small: ", escaped(in(study.minimise)),
        study.maximise.empty() ? "" : (study.minimise.empty() ? "Large: " : "; large: "),
        escaped(in(study.maximise)), all ? "" : " (marked)",
        all ? "; here these are all, so that none is marked" : "");
    html += table_of_designs(study, designs, configurations);
  }
  html += failures_of(study, rows);
  html += fmt::format("<h2>All configurations: {}</h2>\n{}", configurations.size(),
                      table_of({catalogue, study}, study, configurations));
  html += fmt::format(
      "<dialog id=\"run\"></dialog>\n<script type=\"application/json\" id=\"figures\">{}</script>\n"
      "<script type=\"application/json\" id=\"words\">{}</script>\n"
      "<script>{}{}</script>\n</body></html>\n",
      json_of(study, configurations, pictures), words_of({catalogue, study}, configurations),
      script_of_plots(), kScript);
  return html;
}

}  // namespace plexus
