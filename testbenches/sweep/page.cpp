#include "testbenches/sweep/page.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "testbenches/outputs/svg.hpp"

namespace plexus {

namespace {

constexpr const char* kLook = R"(
body{margin:0 auto;max-width:1140px;padding:12px;background:#fff;color:#1b1f24;font:15px/1.45 system-ui,sans-serif}
svg{max-width:100%;height:auto}
table{border-collapse:collapse;font-size:13px;margin:8px 0}
th,td{border-bottom:1px solid #d0d5dc;padding:3px 10px;text-align:right;white-space:nowrap}
th{cursor:pointer;text-align:right}td:first-child,th:first-child{text-align:left}
.wide{overflow-x:auto}.front{font-weight:600;background:#e8f3ea}.soft{color:#59636e}
code{font-size:13px}
@media(prefers-color-scheme:dark){body{background:#14171c;color:#dfe3e8}
th,td{border-color:#3a424c}.front{background:#1f3a26}.soft{color:#9aa4af}})";

/// A click on the head of a column sorts its table.
constexpr const char* kSorting = R"(
for (const head of document.querySelectorAll("th")) {
  head.addEventListener("click", () => {
    const body = head.closest("table").tBodies[0];
    const column = head.cellIndex;
    const down = head.dataset.sorted !== "up";
    const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
    const order = (a, b) => {
      const [x, y] = [key(a), key(b)];
      const both = x !== "" && y !== "" && !isNaN(x) && !isNaN(y);
      return (both ? x - y : x < y ? -1 : x > y ? 1 : 0) * (down ? 1 : -1);
    };
    for (const row of [...body.rows].sort(order)) body.append(row);
    head.dataset.sorted = down ? "up" : "down";
  });
})";

std::string shown(double value) { return fmt::format("{:.6g}", value); }

std::string shown(const Mean& mean) {
  return mean.half > 0 ? fmt::format("{} ± {:.2g}", shown(mean.value), mean.half)
                       : shown(mean.value);
}

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// What a name means, and its unit, as an axis says it.
class Meanings {
 public:
  Meanings(const Catalogue& catalogue, const SweepStudy& study) {
    for (const auto& [name, meaning] :
         {std::pair{"cycles", "cycles of the run"}, std::pair{"lower_bound", "cycles, lower bound"},
          std::pair{"exact", "cycles, exact count"},
          std::pair{"cost.cells", "gates and flip-flops"},
          std::pair{"cost.flip_flops", "flip-flops"},
          std::pair{"cost.logic_depth", "cells on the longest path"},
          std::pair{"cost.area", "gate equivalents"}, std::pair{"cost.delay", "FO4"}}) {
      meanings_[name] = meaning;
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
        meanings_.emplace(one.name,
                          one.unit.empty() ? one.help : fmt::format("{}: {}", one.unit, one.help));
      }
      for (const Parameter& one : entry->parameters) meanings_.emplace(one.name, one.help);
    }
  }

  [[nodiscard]] std::string axis(const std::string& name) const {
    const auto meaning = meanings_.find(name);
    return meaning == meanings_.end() ? name : fmt::format("{} ({})", name, meaning->second);
  }

 private:
  std::map<std::string, std::string> meanings_;
};

std::string text_of(const Configuration& one, const std::string& name) {
  if (const auto text = one.names.find(name); text != one.names.end()) return text->second;
  if (const auto figure = one.figures.find(name); figure != one.figures.end()) {
    return shown(figure->second.value);
  }
  return "";
}

Plot plot_of(const Meanings& meanings, const SweepStudy::Curve& curve,
             const std::vector<Configuration>& configurations) {
  Plot plot;
  plot.title = curve.title;
  std::string what;
  for (const std::string& name : curve.y) {
    what += (what.empty() ? "" : ", ") + (curve.y.size() > 1 ? name : meanings.axis(name));
  }
  plot.y = {what, curve.log_y ? Plot::Scale::kLogarithmic : Plot::Scale::kLinear};
  plot.x = {meanings.axis(curve.x.front()),
            curve.log_x ? Plot::Scale::kLogarithmic : Plot::Scale::kLinear};
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
    for (const Configuration& one : configurations) {
      const auto figure = one.figures.find(y);
      if (figure == one.figures.end()) continue;
      std::string name = one.label(curve.series);
      if (name.empty() || curve.y.size() > 1) name = y + (name.empty() ? "" : ", " + name);
      auto series = std::ranges::find(plot.series, name, &Plot::Series::name);
      if (series == plot.series.end()) {
        plot.series.push_back({name, {}});
        series = std::prev(plot.series.end());
      }
      const Mean& mean = figure->second;
      series->values.push_back(
          {place_of(one), mean.value, mean.value - mean.half, mean.value + mean.half, ""});
    }
  }
  if (plot.form == Plot::Form::kLines) {
    for (Plot::Series& series : plot.series) {
      std::ranges::stable_sort(series.values, {}, &Plot::Value::x);
    }
  }
  return plot;
}

std::vector<std::string> aims_of(const SweepStudy& study) {
  std::vector<std::string> aims = study.minimise;
  aims.insert(aims.end(), study.maximise.begin(), study.maximise.end());
  return aims;
}

Plot front_of(const Meanings& meanings, const SweepStudy& study,
              const std::vector<Configuration>& configurations) {
  const std::vector<std::string> aims = aims_of(study);
  Plot plot;
  plot.title = fmt::format("Pareto front: {} against {}", aims[1], aims[0]);
  plot.form = Plot::Form::kPoints;
  plot.x.label = meanings.axis(aims[0]);
  plot.y.label = meanings.axis(aims[1]);
  plot.series = {{"beaten", {}}, {"on the front", {}}};  // the front is drawn last
  for (const Configuration& one : configurations) {
    const auto x = one.figures.find(aims[0]);
    const auto y = one.figures.find(aims[1]);
    if (x == one.figures.end() || y == one.figures.end()) continue;
    plot.series[one.front ? 1 : 0].values.push_back(
        {x->second.value, y->second.value, y->second.value - y->second.half,
         y->second.value + y->second.half, one.label(study.varied)});
  }
  std::erase_if(plot.series, [](const Plot::Series& series) { return series.values.empty(); });
  return plot;
}

/// A table of configurations: what varies, how often it ran, figures.
std::string table_of(const SweepStudy& study, const std::vector<Configuration>& configurations,
                     bool front_only) {
  std::vector<std::string> figures;
  for (const std::string& name : study.figures()) {
    const bool varies = std::ranges::find(study.varied, name) != study.varied.end();
    if (!varies && name != "cycles") figures.push_back(name);
  }
  std::string html = "<div class=\"wide\"><table><thead><tr>";
  for (const std::string& name : study.varied) html += "<th>" + escaped(name) + "</th>";
  html += "<th>runs</th><th>failed</th><th>cycles</th>";
  for (const std::string& name : figures) html += "<th>" + escaped(name) + "</th>";
  html += "</tr></thead><tbody>\n";
  figures.insert(figures.begin(), "cycles");
  for (const Configuration& one : configurations) {
    if (front_only && !one.front) continue;
    html += one.front ? "<tr class=\"front\">" : "<tr>";
    for (const std::string& name : study.varied) {
      html += "<td>" + escaped(text_of(one, name)) + "</td>";
    }
    html += fmt::format("<td>{}</td><td>{}</td>", one.rows.size(), one.failed.size());
    for (const std::string& name : figures) {
      const auto figure = one.figures.find(name);
      html += figure == one.figures.end()
                  ? "<td data-value=\"\">" + escaped(text_of(one, name)) + "</td>"
                  : fmt::format("<td data-value=\"{}\">{}</td>", figure->second.value,
                                shown(figure->second));
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string failures_of(const SweepStudy& study, const SweepRows& rows) {
  std::string lines;
  constexpr int kMostLines = 200;
  int count = 0;
  for (const auto& [number, row] : rows) {
    if (row.error.empty() && row.status == 0) continue;
    if (++count > kMostLines) continue;
    const std::string kind = row.error.empty() ? "wrong result" : row.error;
    lines += fmt::format(
        "<tr><td>{}</td><td style=\"text-align:left\"><code>{}</code><br>{}</td>"
        "</tr>\n",
        escaped(kind), escaped(study.points[static_cast<std::size_t>(number)].command()),
        escaped(row.message));
  }
  if (count == 0) return "";
  return fmt::format(
      "<h2>Points that failed: {}</h2>\n{}<div class=\"wide\"><table><thead><tr>"
      "<th>class</th><th style=\"text-align:left\">point</th></tr></thead><tbody>\n"
      "{}</tbody></table></div>\n",
      count, count > kMostLines ? fmt::format("<p>The first {}:</p>\n", kMostLines) : "", lines);
}

/// All figures, for programs.
std::string json_of(const SweepStudy& study, const std::vector<Configuration>& configurations) {
  Json list = Json::array();
  for (const Configuration& one : configurations) {
    Json figures = Json::object();
    for (const auto& [name, mean] : one.figures) {
      figures[name] = {{"mean", mean.value}, {"half", mean.half}, {"runs", mean.count}};
    }
    list.push_back({{"label", one.label(study.varied)},
                    {"names", one.names},
                    {"figures", figures},
                    {"failed", one.failed.size()},
                    {"front", one.front}});
  }
  std::string text = list.dump();
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) {
    text.replace(at, 1, "\\u003c");  // nothing in it may look like the end of the script
  }
  return text;
}

}  // namespace

std::vector<Plot> plots_of(const Catalogue& catalogue, const SweepStudy& study,
                           const std::vector<Configuration>& configurations) {
  const Meanings meanings{catalogue, study};
  std::vector<Plot> plots;
  for (const SweepStudy::Curve& curve : study.plots) {
    plots.push_back(plot_of(meanings, curve, configurations));
  }
  if (!aims_of(study).empty()) plots.push_back(front_of(meanings, study, configurations));
  return plots;
}

std::string page_of_sweep(const Catalogue& catalogue, const SweepStudy& study,
                          const SweepRows& rows, const std::vector<Configuration>& configurations,
                          const std::string& command) {
  const auto wrong =
      std::ranges::count_if(rows, [](const auto& row) { return row.second.status != 0; });
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>{0}</title>\n<style>{1}</style>"
      "</head>\n<body>\n<h1>{0}</h1>\n<p>{2}</p>\n<p class=\"soft\">{3} of {4} points are there, "
      "{5} "
      "of them failed. Plexus {6}, <code>{7}</code>. {8}</p>\n",
      escaped(study.title), kLook, escaped(study.about), rows.size(), study.points.size(), wrong,
      PLEXUS_VERSION, escaped(command),
      study.seeds ? "Figures are means over seeds, with 95 % confidence intervals (Student's t)."
                  : "");
  const std::vector<Plot> plots = plots_of(catalogue, study, configurations);
  if (!plots.empty()) html += svg_plots(study.title, plots) + '\n';
  const std::vector<std::string> aims = aims_of(study);
  if (!aims.empty()) {
    html += fmt::format(
        "<h2>Pareto front</h2>\n<p>No other configuration is as good in all and "
        "better in one of: {}{}{}.</p>\n",
        fmt::join(study.minimise, ", "), study.minimise.empty() ? "" : " (small)",
        study.maximise.empty() ? ""
                               : fmt::format("{}{} (large)", study.minimise.empty() ? "" : ", ",
                                             fmt::join(study.maximise, ", ")));
    html += table_of(study, configurations, true);
  }
  html += failures_of(study, rows);
  html += fmt::format("<h2>All configurations: {}</h2>\n{}", configurations.size(),
                      table_of(study, configurations, false));
  html += fmt::format(
      "<script type=\"application/json\" id=\"figures\">{}</script>\n"
      "<script>{}</script>\n</body></html>\n",
      json_of(study, configurations), kSorting);
  return html;
}

}  // namespace plexus
