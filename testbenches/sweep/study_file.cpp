#include "testbenches/sweep/study_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <unordered_set>

#define TOML_EXCEPTIONS 1
#include <fmt/format.h>
#include <toml++/toml.h>

#include "models/catalogue/json.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/cost/cost.hpp"

namespace plexus {

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// Points of a sweep are numbered; more are a slip of the pen.
constexpr std::size_t kMostPoints = 10'000'000;

/// Reads one file; all that it refuses names the file and the line.
class Reader {
 public:
  Reader(const Catalogue& catalogue, std::string path)
      : catalogue_{catalogue}, path_{std::move(path)} {}

  SweepStudy read() {
    std::ifstream file{path_, std::ios::binary};
    std::ostringstream text;
    if (!file || std::filesystem::is_directory(path_)) {
      plexus::refuse("The study {} cannot be read: name a TOML file.", path_);
    }
    text << file.rdbuf();  // an empty one has no text
    study_.text = text.str();
    toml::table root;
    try {
      root = toml::parse(study_.text, path_);
    } catch (const toml::parse_error& wrong) {
      refuse(wrong.source().begin.line, "{}.", wrong.description());
    }
    require_keys(root, {"title", "about", "run", "vary", "points", "seeds", "max_cycles", "plot",
                        "pareto", "cost", "slurm"});
    study_.title = text_at(root, "title", path_);
    study_.about = text_at(root, "about", "");
    if (const auto* node = root.get("max_cycles")) max_cycles_ = whole(*node, 0);
    expand(root);
    read_plots(root);
    read_pareto(root);
    read_cost(root);
    read_slurm(root);
    check_figures();
    return std::move(study_);
  }

 private:
  template <typename... Values>
  [[noreturn]] void refuse(std::size_t line, fmt::format_string<Values...> sentence,
                           Values&&... values) const {
    plexus::refuse("{}, line {}: {}", path_, line,
                   fmt::format(sentence, std::forward<Values>(values)...));
  }
  template <typename... Values>
  [[noreturn]] void refuse(const toml::node& where, fmt::format_string<Values...> sentence,
                           Values&&... values) const {
    refuse(where.source().begin.line, sentence, std::forward<Values>(values)...);
  }

  void require_keys(const toml::table& table, const std::vector<std::string>& known) const {
    for (const auto& [key, node] : table) {
      const std::string name{key.str()};
      if (std::ranges::find(known, name) != known.end()) continue;
      refuse(key.source().begin.line, "'{}' is not known here:{} there are {}.", name,
             guess(name, known), fmt::join(known, ", "));
    }
  }

  const toml::table* table_at(const toml::table& root, const char* name) const {
    const toml::node* const node = root.get(name);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) refuse(*node, "'{0}' is a table: write [{0}].", name);
    return node->as_table();
  }

  std::string text_at(const toml::table& table, const char* name, std::string fallback) const {
    const toml::node* const node = table.get(name);
    if (node == nullptr) return fallback;
    if (!node->is_string()) refuse(*node, "'{}' is a text: put it in quotes.", name);
    std::string text = node->as_string()->get();
    while (text.ends_with('\n')) text.pop_back();
    return text;
  }

  std::vector<std::string> texts_at(const toml::table& table, const char* name) const {
    std::vector<std::string> texts;
    const toml::node* const node = table.get(name);
    if (node == nullptr) return texts;
    if (node->is_string()) return {node->as_string()->get()};
    if (!node->is_array()) refuse(*node, "'{}' is a name or a list of names.", name);
    for (const toml::node& entry : *node->as_array()) {
      if (!entry.is_string()) refuse(entry, "'{}' is a list of names.", name);
      texts.push_back(entry.as_string()->get());
    }
    return texts;
  }

  std::int64_t whole(const toml::node& node, std::int64_t least) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value || *value < least) refuse(node, "A whole number >= {} goes here.", least);
    return *value;
  }

  double number(const toml::table& table, const char* name) const {
    const toml::node* const node = table.get(name);
    if (node == nullptr || !node->is_number()) {
      refuse(table, "A range needs the number '{}': {{ from, to, step }} or {{ from, to, times }}.",
             name);
    }
    return *node->value<double>();
  }

  /// A number as a person writes it, without what binary fractions add in the last places.
  static std::string shown(double value) { return fmt::format("{:.12g}", value); }

  Json json_of(const toml::node& node) const {
    if (node.is_array()) {
      Json list = Json::array();
      for (const toml::node& entry : *node.as_array()) list.push_back(json_of(entry));
      return list;
    }
    if (const auto whole_number = node.value_exact<std::int64_t>()) return *whole_number;
    if (const auto fraction = node.value_exact<double>()) return *fraction;
    if (const auto flag = node.value_exact<bool>()) return *flag;
    if (const auto text = node.value_exact<std::string>()) return *text;
    refuse(node, "A parameter is a number, a text, true, false or a list of these.");
  }

  /// A value as the command line writes it.
  std::string value_of(const toml::node& node) const {
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (const auto fraction = node.value_exact<double>()) return shown(*fraction);
    const Json value = json_of(node);
    if (!value.is_array()) return value.dump();
    const bool flat = !value.empty() && std::ranges::all_of(value, [](const Json& entry) {
      return entry.is_number();
    });
    if (!flat) return value.dump();
    std::string list;
    for (const Json& entry : value) list += (list.empty() ? "" : ",") + entry.dump();
    return list;
  }

  /// The values of a `{ from, to, step }` or `{ from, to, times }`.
  std::vector<std::string> range_of(const toml::table& table) const {
    require_keys(table, {"from", "to", "step", "times"});
    const double from = number(table, "from");
    const double to = number(table, "to");
    const bool grows = table.contains("times");
    const double by = number(table, grows ? "times" : "step");
    const bool endless = grows ? by <= 1 || from <= 0 : by <= 0;
    if (endless || to < from || table.contains("step") == grows) {
      refuse(table, "A range goes up: from <= to, and step > 0 or times > 1 (from > 0).");
    }
    std::vector<std::string> values;
    const double slack = std::abs(grows ? to : by) * 1e-9;
    for (std::size_t i = 0; values.size() < kMostPoints; ++i) {
      const auto steps = static_cast<double>(i);
      const double value = grows ? from * std::pow(by, steps) : from + by * steps;
      if (value > to + slack) return values;
      values.push_back(shown(value));
    }
    refuse(table, "The range has too many values.");
  }

  /// Refuses what has just been added if it is there already: the same run twice is no second
  /// sample.
  template <typename Value>
  void refuse_twice(const std::vector<Value>& values, const toml::node& node,
                    const std::string& name) const {
    if (std::ranges::find(values, values.back()) == std::prev(values.end())) return;
    refuse(node, "'{}' has a value twice: write it once.", name);
  }

  /// One step of an axis: what it sets.
  std::vector<Pairs> axis_of(const std::string& names, const toml::node& node) const {
    std::vector<Pairs> steps;
    const std::vector<std::string> linked = split_at_commas(names);
    if (node.is_table()) {
      for (const std::string& value : range_of(*node.as_table())) steps.push_back({{names, value}});
      return steps;
    }
    if (!node.is_array() || node.as_array()->empty()) {
      refuse(node, "'{}' varies: give a list of values or a range {{ from, to, step }}.", names);
    }
    for (const toml::node& entry : *node.as_array()) {
      if (linked.size() == 1) {
        steps.push_back({{names, value_of(entry)}});
        refuse_twice(steps, entry, names);
        continue;
      }
      if (!entry.is_array() || entry.as_array()->size() != linked.size()) {
        refuse(entry, "'{}' vary together: each entry is a list of {} values.", names,
               linked.size());
      }
      Pairs step;
      for (std::size_t i = 0; i < linked.size(); ++i) {
        std::string name = linked[i];
        std::erase(name, ' ');
        step.emplace_back(name, value_of(*entry.as_array()->get(i)));
      }
      steps.push_back(std::move(step));
      refuse_twice(steps, entry, names);
    }
    return steps;
  }

  /// What a table holds, as the file has it: toml++ sorts it by name.
  static std::map<std::pair<std::size_t, std::size_t>, std::pair<std::string, const toml::node*>>
  in_order(const toml::table& table) {
    std::map<std::pair<std::size_t, std::size_t>, std::pair<std::string, const toml::node*>> all;
    for (const auto& [key, node] : table) {
      const auto& begin = key.source().begin;
      all[{begin.line, begin.column}] = {std::string{key.str()}, &node};
    }
    return all;
  }

  Pairs pairs_of(const toml::table& table) const {
    Pairs pairs;
    for (const auto& [place, entry] : in_order(table)) {
      pairs.emplace_back(entry.first, value_of(*entry.second));
    }
    return pairs;
  }

  static void set(Pairs& pairs, const std::pair<std::string, std::string>& pair) {
    const auto known =
        std::ranges::find(pairs, pair.first, &std::pair<std::string, std::string>::first);
    if (known == pairs.end()) {
      pairs.push_back(pair);
    } else {
      known->second = pair.second;
    }
  }

  static std::string take(Pairs& pairs, const std::string& name) {
    const auto known = std::ranges::find(pairs, name, &std::pair<std::string, std::string>::first);
    if (known == pairs.end()) return {};
    std::string value = known->second;
    pairs.erase(known);
    return value;
  }

  void note_varied(const std::string& name) {
    if (std::ranges::find(study_.varied, name) == study_.varied.end())
      study_.varied.push_back(name);
  }

  /// All points: run x points x vary x algorithms x seeds.
  void expand(const toml::table& root) {
    const toml::table* const run = table_at(root, "run");
    const Pairs shared = run != nullptr ? pairs_of(*run) : Pairs{};
    std::vector<Pairs> points{{}};
    std::vector<std::size_t> lines{run != nullptr ? run->source().begin.line : 1};
    if (const toml::node* const list = root.get("points")) {
      if (!list->is_array_of_tables())
        refuse(*list, "Points are tables: write [[points]] for each.");
      points.clear();
      lines.clear();
      for (const toml::node& entry : *list->as_array()) {
        points.push_back(pairs_of(*entry.as_table()));
        lines.push_back(entry.source().begin.line);
        for (const auto& [name, value] : points.back()) note_varied(name);
      }
    }
    std::vector<std::vector<Pairs>> axes;
    if (const toml::table* const vary = table_at(root, "vary")) {
      for (const auto& [place, entry] : in_order(*vary)) {
        axes.push_back(axis_of(entry.first, *entry.second));
        for (const auto& [name, value] : axes.back().front()) note_varied(name);
      }
    }
    read_seeds(root);
    require_said_once(root, points, axes);
    for (std::size_t i = 0; i < points.size(); ++i) {
      Pairs pairs = shared;
      for (const auto& pair : points[i]) set(pairs, pair);
      vary(pairs, axes, 0, lines[i]);
    }
    if (study_.points.empty()) refuse(1, "The study has no point.");
  }

  /// What varies has its values from one place alone; [run] may say what it is elsewhere.
  void require_said_once(const toml::table& root, const std::vector<Pairs>& points,
                         const std::vector<std::vector<Pairs>>& axes) const {
    const toml::node* const vary = root.get("vary");
    const toml::node& where_varied = vary != nullptr ? *vary : root;
    std::set<std::string> names;
    if (!seeds_.empty()) names.insert("seed");
    for (const std::vector<Pairs>& axis : axes) {
      for (const auto& [name, value] : axis.front()) {
        if (names.insert(name).second) continue;
        refuse(where_varied, "'{}' varies twice: name it once.", name);
      }
    }
    for (const Pairs& point : points) {
      for (const auto& [name, value] : point) {
        if (!names.contains(name)) continue;
        refuse(where_varied, "'{}' varies, and a point sets it: leave one of the two out.", name);
      }
    }
  }

  void read_seeds(const toml::table& root) {
    const toml::node* const node = root.get("seeds");
    if (node == nullptr) return;
    study_.seeds = true;
    if (node->is_array()) {
      for (const toml::node& seed : *node->as_array()) {
        seeds_.push_back(std::to_string(whole(seed, 0)));
        refuse_twice(seeds_, seed, "seeds");
      }
    } else {
      for (std::int64_t seed = 1; seed <= whole(*node, 1); ++seed) {
        seeds_.push_back(std::to_string(seed));
      }
    }
    if (seeds_.empty()) refuse(*node, "'seeds' is how many, or a list of seeds.");
  }

  void vary(const Pairs& pairs, const std::vector<std::vector<Pairs>>& axes, std::size_t axis,
            std::size_t line) {
    if (axis == axes.size()) {
      add(pairs, line);
      return;
    }
    for (const Pairs& step : axes[axis]) {
      Pairs more = pairs;
      for (const auto& pair : step) set(more, pair);
      vary(more, axes, axis + 1, line);
    }
  }

  void add(Pairs pairs, std::size_t line) {
    SweepPoint point;
    point.machine = take(pairs, "machine");
    point.operation = take(pairs, "operation");
    const std::string standard = standard_name(point.operation);
    if (!catalogue_.all_of(point.machine, standard).empty()) point.operation = standard;
    point.algorithm = take(pairs, "algorithm");
    point.parameters = std::move(pairs);
    const auto machines = catalogue_.machines();
    const auto require = [&](const char* what, const std::string& name,
                             const std::vector<std::string>& known) {
      if (std::ranges::find(known, name) != known.end()) return;
      refuse(line, "{} {}:{}",
             name.empty() ? "No name stands for" : fmt::format("'{}' is no", name), what,
             guess(name, known, fmt::format(" choose {}.", fmt::join(known, ", "))));
    };
    require("machine", point.machine, machines);
    std::vector<std::string> known;
    for (const CatalogueEntry* entry : catalogue_.all_of(point.machine, point.operation)) {
      known.push_back(entry->name);
      known_figures(*entry);
    }
    if (known.empty()) {
      require(("operation of " + point.machine).c_str(), point.operation,
              catalogue_.operations(point.machine));
    }
    std::vector<std::string> algorithms;
    for (const CatalogueEntry* entry : catalogue_.algorithms_of(point.machine, point.operation)) {
      const bool wanted = point.algorithm == "*" || (point.algorithm.empty() && entry->is_default);
      if (wanted) algorithms.push_back(entry->name);
    }
    if (point.algorithm == "*") note_varied("algorithm");
    if (algorithms.empty()) {
      require(fmt::format("algorithm of {} {}", point.machine, point.operation).c_str(),
              point.algorithm, known);
      algorithms.push_back(point.algorithm);
    }
    for (const std::string& algorithm : algorithms) {
      point.algorithm = algorithm;
      point.max_cycles = is_run(point) ? max_cycles_ : std::nullopt;
      require_new(point, line);
      if (seeds_.empty()) study_.points.push_back(point);
      for (const std::string& seed : seeds_) {
        study_.points.push_back(point);
        set(study_.points.back().parameters, {"seed", seed});
      }
      if (study_.points.size() > kMostPoints) refuse(line, "The study has too many points.");
    }
  }

  /// The same run twice is no second sample.
  void require_new(const SweepPoint& point, std::size_t line) {
    if (commands_.insert(std::hash<std::string>{}(point.command())).second) return;
    if (std::ranges::find(study_.points, point) == study_.points.end() && seeds_.empty()) return;
    refuse(line, "'{}' is a point twice: write it once.", point.command());
  }

  /// Can cycles of the point be limited? Not where it is worked out, or of many runs.
  [[nodiscard]] bool is_run(const SweepPoint& point) const {
    const auto entries = catalogue_.algorithms_of(point.machine, point.operation);
    const auto found = std::ranges::find(entries, point.algorithm, &CatalogueEntry::name);
    return found == entries.end() || (*found)->simulates;
  }

  void known_figures(const CatalogueEntry& entry) {
    if (!seen_.insert(&entry).second) return;
    for (const Statistic& statistic : entry.statistics) known_.insert(statistic.name);
    for (const Parameter& parameter : entry.parameters) {
      known_.insert(parameter.name);
      if (parameter.type == "word") names_.insert(parameter.name);
    }
  }

  void read_plots(const toml::table& root) {
    const toml::node* const list = root.get("plot");
    if (list == nullptr) return;
    if (!list->is_array_of_tables()) refuse(*list, "Plots are tables: write [[plot]] for each.");
    for (const toml::node& entry : *list->as_array()) {
      const toml::table& table = *entry.as_table();
      require_keys(table, {"title", "x", "y", "series", "form", "log"});
      SweepStudy::Curve curve;
      curve.x = texts_at(table, "x");
      curve.y = texts_at(table, "y");
      if (curve.x.empty() || curve.y.empty()) refuse(table, "A plot needs 'x' and 'y'.");
      curve.series = texts_at(table, "series");
      curve.title = text_at(table, "title", "");
      const std::string form = text_at(table, "form", "");
      if (form == "lines") curve.form = Plot::Form::kLines;
      if (form == "points") curve.form = Plot::Form::kPoints;
      if (form == "bars") curve.form = Plot::Form::kBars;
      if (!form.empty() && !curve.form) refuse(table, "'form' is lines, points or bars.");
      for (const std::string& axis : texts_at(table, "log")) {
        if (axis != "x" && axis != "y") refuse(table, "'log' names axes: x, y or both in a list.");
        (axis == "x" ? curve.log_x : curve.log_y) = true;
      }
      require_numbers(table, curve);
      require_told_apart(table, curve);
      study_.plots.push_back(std::move(curve));
    }
  }

  /// What stands along `y` is measured there.
  void require_numbers(const toml::table& table, const SweepStudy::Curve& curve) const {
    for (const std::string& name : curve.y) {
      if (!names_.contains(name)) continue;
      refuse(table, "'{}' is no number: name a figure in 'y', and this in 'x' or 'series'.", name);
    }
  }

  /// A line leads from point to point along `x`: no two of them are at the same place of a curve.
  void require_told_apart(const toml::table& table, const SweepStudy::Curve& curve) const {
    std::vector<std::string> told = curve.x;
    told.insert(told.end(), curve.series.begin(), curve.series.end());
    const auto tells = [&](const std::string& name) {
      return std::ranges::find(told, name) != told.end();
    };
    const auto varies = [&](const std::string& name) {
      return std::ranges::find(study_.varied, name) != study_.varied.end();
    };
    if (curve.form == Plot::Form::kPoints || !std::ranges::all_of(curve.x, varies)) return;
    std::map<std::vector<std::string>, const SweepPoint*> at;
    for (const SweepPoint& point : study_.points) {
      std::vector<std::string> place;
      for (const std::string& name : told) place.push_back(text_of(point, name));
      const SweepPoint& other = *at.try_emplace(place, &point).first->second;
      for (const std::string& name : study_.varied) {
        if (tells(name) || text_of(point, name) == text_of(other, name)) continue;
        refuse(table,
               "Points of one curve are at the same place of 'x' and differ in '{0}': name '{0}' "
               "in 'series', or choose form = \"points\".",
               name);
      }
    }
  }

  /// What is said of a point under a name; empty: nothing.
  static std::string text_of(const SweepPoint& point, const std::string& name) {
    if (name == "machine") return point.machine;
    if (name == "operation") return point.operation;
    if (name == "algorithm") return point.algorithm;
    const auto said = std::ranges::find(point.parameters, name, &Pairs::value_type::first);
    return said == point.parameters.end() ? "" : said->second;
  }

  void read_pareto(const toml::table& root) {
    const toml::table* const table = table_at(root, "pareto");
    if (table == nullptr) return;
    require_keys(*table, {"minimise", "maximise", "over", "at"});
    study_.minimise = texts_at(*table, "minimise");
    study_.maximise = texts_at(*table, "maximise");
    if (study_.minimise.size() + study_.maximise.size() < 2) {
      refuse(*table, "A front needs two figures or more, in 'minimise' and 'maximise'.");
    }
    const auto varies = [&](const std::string& name) {
      return std::ranges::find(study_.varied, name) != study_.varied.end();
    };
    study_.over = text_at(*table, "over", varies("load") ? "load" : "");
    if (!study_.over.empty() && !varies(study_.over)) {
      refuse(*table, "'over' names what a design is run over, one of what varies: {}.",
             fmt::join(study_.varied, ", "));
    }
    const toml::node* const node = table->get("at");
    if (node == nullptr) return;
    study_.at = node->value<double>();
    const bool there = std::ranges::any_of(study_.points, [&](const SweepPoint& point) {
      return std::ranges::any_of(point.parameters, [&](const auto& pair) {
        return pair.first == study_.over && study_.at && pair.second == shown(*study_.at);
      });
    });
    if (!there) {
      refuse(*node, "'at' is a value of '{}' that points have.",
             study_.over.empty() ? "over" : study_.over);
    }
  }

  void read_cost(const toml::table& root) {
    const toml::table* const table = table_at(root, "cost");
    if (table == nullptr) return;
    study_.cost_part = text_at(*table, "part", "");
    if (study_.cost_part.empty()) refuse(*table, "'part' names a block or a machine.");
    try {
      const CostPart part{catalogue_, study_.cost_part};
      const std::vector<std::string> known = part.parameters();
      for (const auto& [name, value] : pairs_of(*table)) {
        if (name == "part") continue;
        if (std::ranges::find(known, name) == known.end()) {
          refuse(*table, "{} has no parameter '{}': it has {}.", study_.cost_part, name,
                 fmt::join(known, ", "));
        }
        study_.cost_parameters.emplace_back(name, value);
      }
      for (const std::string& figure : part.figures()) known_.insert("cost." + figure);
    } catch (const Refusal& refusal) {
      if (std::string_view{refusal.what()}.starts_with(path_)) throw;
      refuse(*table, "{}", refusal.what());
    }
  }

  void read_slurm(const toml::table& root) {
    const toml::table* const table = table_at(root, "slurm");
    if (table == nullptr) return;
    require_keys(*table, {"shards", "options"});
    if (const toml::node* const node = table->get("shards")) study_.shards = whole(*node, 1);
    study_.slurm_options = texts_at(*table, "options");
  }

  void check_figures() {
    for (const char* const always : {"machine", "operation", "algorithm", "cycles", "lower_bound",
                                     "status", "verified", "exact"}) {
      known_.insert(always);
    }
    known_.insert(study_.varied.begin(), study_.varied.end());
    known_.insert(kOptionsOfPoints.begin() + (catalogue_.parts.empty() ? 1 : 0),
                  kOptionsOfPoints.end());
    const std::vector<std::string> known{known_.begin(), known_.end()};
    for (const std::string& figure : study_.figures()) {
      if (known_.contains(figure)) continue;
      const std::size_t place = study_.text.find('"' + figure + '"');
      std::string where = path_;
      if (place != std::string::npos) {
        const auto end = study_.text.begin() + static_cast<std::ptrdiff_t>(place);
        where += fmt::format(", line {}", 1 + std::count(study_.text.begin(), end, '\n'));
      }
      plexus::refuse(
          "{}: '{}' is no figure of these runs:{}", where, figure,
          guess(figure, known,
                " plexus list NAME names parameters; figures are cycles, lower_bound, exact and "
                "the statistics of the report."));
    }
  }

  const Catalogue& catalogue_;
  std::string path_;
  SweepStudy study_;
  std::vector<std::string> seeds_;
  std::optional<std::int64_t> max_cycles_;
  std::unordered_set<std::size_t> commands_;  ///< of the points, as hashes
  std::set<const CatalogueEntry*> seen_;
  std::set<std::string> known_;
  std::set<std::string> names_{"machine", "operation", "algorithm", "status"};  ///< are no figures
};

}  // namespace

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && std::ranges::all_of(word, [](unsigned char letter) {
    return std::isalnum(letter) != 0 ||
           std::string_view{"-_.,:/=+@"}.find(static_cast<char>(letter)) != std::string_view::npos;
  });
  if (plain) return word;
  std::string safe = "'";
  for (const char letter : word)
    safe += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
  return safe + '\'';
}

bool is_option_of_points(const std::string& name) {
  return std::ranges::find(kOptionsOfPoints, name) != kOptionsOfPoints.end();
}

std::vector<std::string> SweepPoint::words() const {
  std::vector<std::string> words{"run", machine, operation, "--algorithm", algorithm};
  for (const auto& [name, text] : parameters) {
    if (text.empty() && is_option_of_points(name)) continue;
    words.push_back(option_of(name));
    words.push_back(text);
  }
  return words;
}

std::string SweepPoint::command() const {
  std::string line = "plexus";
  for (const std::string& word : words()) line += ' ' + shell_word(word);
  return max_cycles ? fmt::format("{} --max-cycles {}", line, *max_cycles) : line;
}

std::string SweepStudy::mark() const {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  const auto add = [&hash](const std::string& part) {
    for (const char letter : part + '\n') {
      hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    }
  };
  for (const SweepPoint& point : points) add(point.command());
  add(cost_part);
  for (const auto& [name, value] : cost_parameters) add(name + '=' + value);
  return fmt::format("{} points, {:016x}", points.size(), hash);
}

std::vector<std::string> SweepStudy::figures() const {
  std::vector<std::string> names;
  const auto add = [&names](const std::vector<std::string>& more) {
    for (const std::string& name : more) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  };
  for (const Curve& curve : plots) {
    add(curve.x);
    add(curve.y);
    add(curve.series);
  }
  add(minimise);
  add(maximise);
  return names;
}

SweepStudy read_study(const Catalogue& catalogue, const std::string& path) {
  return Reader{catalogue, path}.read();
}

}  // namespace plexus
