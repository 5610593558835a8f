#include "testbenches/sweep/results.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <set>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/outputs/svg.hpp"
#include "testbenches/outputs/text_buffer.hpp"

namespace plexus {

namespace {

/// What every run has, by the names of its results.
constexpr std::array kFigures{"cycles", "verified", "predictions_hold", "lower_bound", "exact"};

const SweepPoint& point_of(const SweepStudy& study, const SweepRow& row) {
  return study.points[static_cast<std::size_t>(row.point)];
}

/// A cell: quoted where it has to be.
std::string csv_cell(const Json& value) {
  if (value.is_null()) return "";
  TextBuffer cell;
  cell.add_csv(plain_text(value));
  return std::string{cell.view()};
}

/// As an attribute of XML has it, without what XML does not know.
std::string xml_text(const std::string& text) {
  std::string quoted;
  for (const char letter : escaped(text)) {
    if (letter == '\n') {
      quoted += "&#10;";
    } else if (static_cast<unsigned char>(letter) >= ' ') {
      quoted += letter;
    }
  }
  return quoted;
}

/// Names in the order in which they are first met.
class Columns {
 public:
  void add(const std::string& name) {
    if (met_.insert(name).second) names_.push_back(name);
  }
  void add_all(const Json& object) {
    if (!object.is_object()) return;
    for (const auto& [name, value] : object.items()) add(name);
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::set<std::string> met_;
  std::vector<std::string> names_;
};

const Json& value_in(const Json& object, const std::string& name) {
  static const Json kNothing;
  const auto found = object.find(name);
  return found == object.end() ? kNothing : *found;
}

const Json& part_of(const SweepRow& row, const char* part) {
  static const Json kEmpty = Json::object();
  const auto found = row.result->find(part);
  return found == row.result->end() ? kEmpty : *found;
}

/// Student's t for 95 % on both sides.
double student(std::size_t freedom) {
  constexpr std::array<double, 30> kTable{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                          2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                          2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                          2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  if (freedom == 0) return 0;
  if (freedom <= kTable.size()) return kTable[freedom - 1];
  // Cornish and Fisher's first terms, right to the third place from there on.
  constexpr double kNormal = 1.959964;
  const auto n = static_cast<double>(freedom);
  return kNormal + (std::pow(kNormal, 3) + kNormal) / (4 * n) +
         (5 * std::pow(kNormal, 5) + 16 * std::pow(kNormal, 3) + 3 * kNormal) / (96 * n * n);
}

/// Does `one` stand in no figure behind `other`, and before it in one?
bool better(const SweepStudy& study, const Design& one, const Design& other) {
  bool ahead = false;
  const auto compare = [&](const std::string& name, double sign) {
    const double difference = sign * (one.figures.at(name).value - other.figures.at(name).value);
    ahead = ahead || difference < 0;
    return difference <= 0;
  };
  const auto all = [&](const std::vector<std::string>& names, double sign) {
    return std::ranges::all_of(names, [&](const auto& name) { return compare(name, sign); });
  };
  return all(study.minimise, 1) && all(study.maximise, -1) && ahead;
}

/// Is it the place at which the study compares designs? Where it names none, every one is.
bool is_compared(const SweepStudy& study, const Configuration& one) {
  if (!study.at) return true;
  const auto value = one.names.find(study.over);
  return value != one.names.end() && value->second == fmt::format("{:.12g}", *study.at);
}

/// Cycles of packets: there are none where none arrived, though a run says 0.
bool is_latency(const std::string& name) {
  return name.find("latency") != std::string::npos || name.starts_with("source_wait");
}

/// A twin of a row that proves nothing, by its block; empty: none.
std::string still_twin(const SweepRow& row) {
  const auto twins = row.result->find("twins");
  if (twins == row.result->end()) return {};
  for (const Json& block : twins->at("blocks")) {
    if (block.at("changes") == 0) return block.at("block");
  }
  return {};
}

}  // namespace

Json figure_of(const SweepStudy& study, const SweepRow& row, const std::string& name) {
  const SweepPoint& point = point_of(study, row);
  if (name == "machine") return point.machine;
  if (name == "operation") return point.operation;
  if (name == "algorithm") return point.algorithm;
  if (name == "status") return row.status;
  if (name.starts_with("cost.")) return value_in(part_of(row, "cost"), name.substr(5));
  for (const char* const part : {"parameters", "statistics"}) {
    const Json& values = part_of(row, part);
    if (const auto found = values.find(name); found != values.end()) return *found;
  }
  return value_in(*row.result, name);
}

void write_csv(std::ostream& out, const SweepStudy& study, const SweepRows& rows) {
  Columns parameters;
  Columns statistics;
  Columns costs;
  for (const SweepPoint& point : study.points) {
    for (const auto& [name, text] : point.parameters) parameters.add(name);
  }
  for (const auto& [number, row] : rows) {
    parameters.add_all(part_of(row, "parameters"));
    statistics.add_all(part_of(row, "statistics"));
    costs.add_all(part_of(row, "cost"));
  }
  std::vector<std::string> head{"point", "machine", "operation", "algorithm"};
  for (const std::string& name : parameters.names()) head.push_back(name);
  head.insert(head.end(), {"status", "error", "message"});
  head.insert(head.end(), kFigures.begin(), kFigures.end());
  const std::set<std::string> taken{head.begin(), head.end()};
  for (const std::string& name : statistics.names()) {
    head.push_back(taken.contains(name) ? "statistics." + name : name);
  }
  for (const std::string& name : costs.names()) head.push_back("cost." + name);
  head.insert(head.end(), {"version", "command"});
  out << fmt::format("{}\n", fmt::join(head, ","));
  for (const auto& [number, row] : rows) {
    const SweepPoint& point = point_of(study, row);
    const Json& result = *row.result;
    std::string line =
        fmt::format("{},{},{},{}", number, point.machine, point.operation, point.algorithm);
    const auto add = [&line](const Json& value) { line += ',' + csv_cell(value); };
    const Json& values = part_of(row, "parameters");
    for (const std::string& name : parameters.names()) {
      const auto given =
          std::ranges::find(point.parameters, name, &std::pair<std::string, std::string>::first);
      const bool unread = !values.contains(name) && given != point.parameters.end();
      add(unread ? Json(given->second) : value_in(values, name));
    }
    add(row.status);
    add(row.error);
    add(row.message);
    for (const char* const name : kFigures) add(value_in(result, name));
    const Json& figures = part_of(row, "statistics");
    for (const std::string& name : statistics.names()) add(value_in(figures, name));
    const Json& cost = part_of(row, "cost");
    for (const std::string& name : costs.names()) add(value_in(cost, name));
    add(PLEXUS_VERSION);
    add(point.command());
    out << line << '\n';
  }
}

void write_junit(std::ostream& out, const SweepStudy& study, const SweepRows& rows) {
  const auto failed = [](const SweepRow& row) { return row.status != 0; };
  const auto still = [&](const SweepRow& row) { return !failed(row) && !still_twin(row).empty(); };
  const auto count = [&](const auto& is) {
    return std::ranges::count_if(rows, [&](const auto& row) { return is(row.second); });
  };
  fmt::print(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
             xml_text(study.title), rows.size(), count(failed), count(still));
  for (const auto& [number, row] : rows) {
    const SweepPoint& point = point_of(study, row);
    fmt::print(out, "  <testcase classname=\"{}.{}.{}\" name=\"{}\" time=\"{:.3f}\"",
               xml_text(point.machine), xml_text(point.operation), xml_text(point.algorithm),
               xml_text(point.command()), row.seconds);
    if (failed(row)) {
      fmt::print(
          out, ">\n    <failure type=\"{}\" message=\"{}\"/>\n  </testcase>\n",
          xml_text(row.error.empty() ? "wrong" : row.error),
          xml_text(row.message.empty() ? "Wrong data, or a prediction is broken." : row.message));
    } else if (still(row)) {
      fmt::print(out,
                 ">\n    <skipped message=\"No output of {} ever changed: that is no proof of "
                 "anything.\"/>\n  </testcase>\n",
                 xml_text(still_twin(row)));
    } else {
      out << "/>\n";
    }
  }
  out << "</testsuite>\n";
}

Mean mean_of(const std::vector<double>& values) {
  Mean mean;
  mean.count = values.size();
  if (values.empty()) return mean;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) mean.value += value / count;
  if (values.size() == 1) return mean;
  double squares = 0;
  for (const double value : values) squares += (value - mean.value) * (value - mean.value);
  mean.half = student(values.size() - 1) * std::sqrt(squares / (count - 1) / count);
  return mean;
}

std::string in_words(const std::string& name) {
  std::string text = name.starts_with("cost.") ? name.substr(5) : name;
  std::string before;
  for (const auto& [ending, words] :
       {std::pair{"_mean", "mean "}, std::pair{"_p50", "median "}, std::pair{"_max", "largest "},
        std::pair{"_p90", "90th percentile of "}, std::pair{"_p99", "99th percentile of "}}) {
    if (!text.ends_with(ending)) continue;
    text.resize(text.size() - std::string_view{ending}.size());
    before = words;
    break;
  }
  std::ranges::replace(text, '_', ' ');
  return before + text;
}

std::string Configuration::label(const std::vector<std::string>& varied) const {
  std::string label;
  for (const std::string& name : varied) {
    const auto value = names.find(name);
    if (value == names.end() || value->second.empty()) continue;
    const bool plain = name == "machine" || name == "operation" || name == "algorithm";
    label += (label.empty() ? "" : ", ") +
             (plain ? value->second : in_words(name) + ' ' + value->second);
  }
  return label;
}

std::vector<Configuration> configurations_of(const SweepStudy& study, const SweepRows& rows) {
  std::vector<std::string> wanted = study.figures();
  for (const std::string& name : study.varied) wanted.push_back(name);
  wanted.emplace_back("cycles");
  std::vector<Configuration> configurations;
  std::map<std::string, std::size_t> places;
  for (const auto& [number, row] : rows) {
    SweepPoint point = point_of(study, row);
    if (study.seeds)
      std::erase_if(point.parameters, [](const auto& pair) { return pair.first == "seed"; });
    const auto [place, added] = places.emplace(point.command(), configurations.size());
    if (added) configurations.emplace_back();
    Configuration& one = configurations[place->second];
    for (const auto& [name, text] : point.parameters) one.names.emplace(name, text);
    (row.error.empty() ? one.rows : one.failed).push_back(&row);
  }
  for (Configuration& one : configurations) {
    one.saturated = std::ranges::any_of(one.rows, [&](const SweepRow* row) {
      return value_in(part_of(*row, "statistics"), "saturated") == true;
    });
    for (const std::string& name : wanted) {
      std::vector<double> values;
      for (const SweepRow* row : one.rows) {
        if (is_latency(name) && value_in(part_of(*row, "statistics"), "accepted") == 0) continue;
        const Json value = figure_of(study, *row, name);
        if (value.is_number()) values.push_back(value);
        if (value.is_boolean()) values.push_back(value.get<bool>() ? 1 : 0);
        if (value.is_string()) one.names[name] = value;
      }
      if (!values.empty()) one.figures[name] = mean_of(values);
    }
    for (const char* const name : {"machine", "operation", "algorithm"}) {
      const SweepRow* any = one.rows.empty() ? one.failed.front() : one.rows.front();
      one.names[name] = figure_of(study, *any, name);
    }
  }
  return configurations;
}

std::vector<Design> designs_of(const SweepStudy& study,
                               std::vector<Configuration>& configurations) {
  if (study.minimise.empty() && study.maximise.empty()) return {};
  std::vector<std::string> own = study.varied;
  std::erase(own, study.over);
  std::vector<Design> designs;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    const auto [place, added] = places.emplace(configurations[i].label(own), designs.size());
    if (added) designs.push_back({{}, i, {}});
    Design& design = designs[place->second];
    design.configurations.push_back(i);
    if (study.at && is_compared(study, configurations[i])) design.shown = i;
    const auto take = [&](const std::string& name, double sign) {
      const auto figure = configurations[i].figures.find(name);
      if (figure == configurations[i].figures.end()) return;
      const auto [best, first] = design.figures.emplace(name, figure->second);
      if (!first && sign * figure->second.value < sign * best->second.value) {
        best->second = figure->second;
      }
    };
    if (is_compared(study, configurations[i]) && !configurations[i].saturated) {
      for (const std::string& name : study.minimise) take(name, 1);
    }
    for (const std::string& name : study.maximise) take(name, -1);
  }
  std::vector<Design*> counted;
  for (Design& one : designs) {
    const auto has = [&one](const std::string& name) { return one.figures.contains(name); };
    if (std::ranges::all_of(study.minimise, has) && std::ranges::all_of(study.maximise, has)) {
      counted.push_back(&one);
    }
  }
  for (Design* one : counted) {
    one->front = std::ranges::none_of(
        counted, [&](const Design* other) { return better(study, *other, *one); });
    for (const std::size_t i : one->configurations) configurations[i].front = one->front;
  }
  return designs;
}

}  // namespace plexus
