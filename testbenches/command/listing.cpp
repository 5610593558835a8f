#include "testbenches/command/listing.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <ostream>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

Json parameter_json(const Parameter& parameter) {
  return {
      {"name", parameter.name},   {"option", parameter.option()},        {"type", parameter.type},
      {"range", parameter.range}, {"default", *parameter.shown_default}, {"help", parameter.help}};
}

/// `searched`: does it run for who names it alone?
Json algorithm_json(const CatalogueEntry& algorithm, bool searched = false) {
  Json parameters = Json::array();
  for (const Parameter& parameter : algorithm.parameters) {
    parameters.push_back(parameter_json(parameter));
  }
  Json equations = Json::array();
  for (const CitedEquation& equation : algorithm.equations) {
    equations.push_back({{"equation", equation.equation}, {"source", equation.source}});
  }
  Json statistics = Json::array();
  for (const Statistic& figure : algorithm.statistics) {
    statistics.push_back({{"name", figure.name}, {"unit", figure.unit}, {"help", figure.help}});
  }
  return {{"kind", "algorithm"},
          {"machine", algorithm.machine},
          {"operation", algorithm.operation},
          {"algorithm", algorithm.name},
          {"default", algorithm.is_default},
          {"searched", searched},
          {"summary", algorithm.summary},
          {"parameters", parameters},
          {"equations", equations},
          {"statistics", statistics},
          {"blocks", algorithm.blocks}};
}

Json block_json(const Block& block) {
  return {{"kind", "block"},    {"block", block.name},  {"part", block.part},
          {"twin", block.twin}, {"sizes", block.sizes}, {"help", block.help}};
}

Json part_json(const OwnPart& part) {
  return {{"kind", "own-part"}, {"role", part.role}, {"name", part.name}, {"help", part.help}};
}

/// What the list holds, as JSON objects; the text is made of the same.
Json entries(const Catalogue& catalogue, const std::string& what) {
  Json list = Json::array();
  const auto add_new = [&list](Json entry) {
    if (std::ranges::find(list, entry) == list.end()) list.push_back(std::move(entry));
  };
  const auto add = [&](const CatalogueEntry& algorithm, bool searched) {
    if (what == "machines") add_new({{"machine", algorithm.machine}});
    if (what == "operations") {
      add_new({{"machine", algorithm.machine}, {"operation", algorithm.operation}});
    }
    if (what.empty() || what == "algorithms") {
      list.push_back(algorithm_json(algorithm, searched));
    }
    if (what != "parameters") return;
    for (const Parameter& parameter : algorithm.parameters) {
      Json entry = {{"machine", algorithm.machine},
                    {"operation", algorithm.operation},
                    {"algorithm", algorithm.name}};
      entry.update(parameter_json(parameter));
      list.push_back(std::move(entry));
    }
  };
  for (const CatalogueEntry& algorithm : catalogue.algorithms) add(algorithm, false);
  const bool of_algorithms = what != "machines" && what != "operations";
  for (const CatalogueEntry& search : catalogue.searches) {
    if (of_algorithms) add(search, true);
  }
  if (what.empty() || what == "blocks") {
    for (const Block& block : catalogue.blocks) list.push_back(block_json(block));
  }
  if (what.empty() || what == "parts") {
    for (const OwnPart& part : catalogue.parts) list.push_back(part_json(part));
  }
  return list;
}

using Row = std::vector<std::string>;

std::string equations_of(const Json& entry) {
  std::vector<std::string> names;
  for (const Json& equation : entry["equations"]) names.push_back(equation["equation"]);
  return fmt::format("{}", fmt::join(names, " "));
}

std::string in_lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return text;
}

/// The entries that have `word` in one of their names, or take a parameter of this name, or have
/// equations of this name; a number in it, as of `(3.17)` or `Theorem 2`, may be a part of that.
Json found(const Json& list, const std::string& word) {
  const std::string wanted = in_lower_case(word);
  const auto has = [&](const Json& name) {
    return in_lower_case(plain_text(name)).find(wanted) != std::string::npos;
  };
  const bool numbered = word.find_first_of("0123456789") != std::string::npos;
  Json fitting = Json::array();
  for (const Json& entry : list) {
    bool fits = false;
    for (const char* const key : {"machine", "operation", "algorithm", "block", "role", "name"}) {
      fits = fits || (entry.contains(key) && has(entry[key]));
    }
    for (const Json& equation : entry.value("equations", Json::array())) {
      fits = fits || plain_text(equation["equation"]) == word ||
             (numbered && (has(equation["equation"]) || has(equation["source"])));
    }
    for (const Json& parameter : entry.value("parameters", Json::array())) {
      fits = fits || plain_text(parameter["option"]) == "--" + wanted ||
             plain_text(parameter["option"]) == wanted;
    }
    if (fits) fitting.push_back(entry);
  }
  return fitting;
}

/// An entry for people.
Row row_of(const Json& entry, const std::string& what) {
  if (what == "machines") return {plain_text(entry["machine"])};
  if (what == "operations") return {plain_text(entry["machine"]), plain_text(entry["operation"])};
  if (what == "parameters") {
    return {plain_text(entry["machine"]),   plain_text(entry["operation"]),
            plain_text(entry["algorithm"]), plain_text(entry["option"]),
            plain_text(entry["range"]),     "default " + plain_text(entry["default"]),
            plain_text(entry["help"])};
  }
  if (entry["kind"] == "own-part") {
    return {plain_text(entry["role"]) + '=' + plain_text(entry["name"]), plain_text(entry["help"])};
  }
  if (entry["kind"] == "block") {
    return {plain_text(entry["block"]), plain_text(entry["part"]), plain_text(entry["twin"]),
            plain_text(entry["help"]),
            fmt::format("{}", fmt::join(entry["sizes"].get<Row>(), "; "))};
  }
  return {plain_text(entry["machine"]), plain_text(entry["operation"]),
          plain_text(entry["algorithm"]) + (entry["default"] == true ? " *" : ""),
          equations_of(entry), plain_text(entry["summary"])};
}

/// For people each parameter of a machine once, with the operations that take it.
std::vector<Row> rows_of_parameters(const Json& list) {
  std::vector<Row> rows;
  std::map<Row, std::size_t> places;
  for (const Json& entry : list) {
    Row row{plain_text(entry["machine"]) + ' ' + plain_text(entry["option"]),
            plain_text(entry["range"]), "default " + plain_text(entry["default"]),
            plain_text(entry["help"])};
    const auto [place, is_new] = places.try_emplace(row, rows.size());
    const std::string operation = plain_text(entry["operation"]);
    if (is_new) {
      row.push_back("of " + operation);
      rows.push_back(std::move(row));
      continue;
    }
    std::string& takers = rows[place->second].back();
    if (!takers.ends_with(' ' + operation)) takers += ", " + operation;
  }
  return rows;
}

/// Do two algorithms mean the same by a parameter, whatever its default is?
bool same(const Parameter& one, const Parameter& other) {
  return one.name == other.name && one.help == other.help && one.range == other.range;
}

/// The parameters of several algorithms, each once, and which algorithms take it if not all do.
void print_parameters(std::ostream& out, const std::vector<const CatalogueEntry*>& algorithms) {
  std::vector<const Parameter*> told;
  for (const CatalogueEntry* algorithm : algorithms) {
    for (const Parameter& parameter : algorithm->parameters) {
      const auto means_it = [&](const Parameter& other) { return same(parameter, other); };
      if (std::ranges::any_of(told, means_it, [](const Parameter* one) { return *one; })) continue;
      told.push_back(&parameter);
      std::vector<std::string> takers;
      std::vector<std::string> others;
      std::string defaults;  // of those that have another one
      for (const CatalogueEntry* one : algorithms) {
        const auto own = std::ranges::find_if(one->parameters, means_it);
        const bool takes = own != one->parameters.end();
        (takes ? takers : others).push_back(one->name);
        if (takes && *own->shown_default != *parameter.shown_default) {
          defaults += fmt::format("; of {} {}", one->name, plain_text(*own->shown_default));
        }
      }
      constexpr std::size_t kFew = 3;  // can be named in a line
      std::string where;
      if (!others.empty()) where = fmt::format(" ({} only)", fmt::join(takers, ", "));
      if (!others.empty() && others.size() < takers.size() && takers.size() > kFew) {
        where = fmt::format(" (not {})", fmt::join(others, ", "));
      }
      const std::string usual = plain_text(*parameter.shown_default);
      print_term(out, parameter.option(),
                 {parameter.help + where,
                  parameter.range + (usual.empty() ? "" : "; default " + usual) + defaults});
    }
  }
}

/// The operations of each machine, or of one.
void print_operations(std::ostream& out, const std::vector<CatalogueEntry>& entries,
                      const std::string& machine = {}) {
  for (const std::string& name : machines_of(entries)) {
    if (!machine.empty() && name != machine) continue;
    print_term(out, name, {fmt::format("{}", fmt::join(operations_of(entries, name), ", "))});
  }
}

/// Where there are own parts: how they are asked for, too.
void print_options(std::ostream& out, const HelpPage& page, const Catalogue& catalogue) {
  out << "\noptions\n";
  page.print_options(out);
  if (!catalogue.parts.empty()) {
    std::vector<std::string> texts{"put parts of your own in the place of the machine's:"};
    for (const OwnPart& part : catalogue.parts) {
      texts.push_back(fmt::format("{}={}: {}", part.role, part.name, part.help));
    }
    print_term(out, "--part ROLE=NAME[,..]", texts);
  }
  page.print_foot(out);
}

/// What fits a screen: the machines, the operations, and how to go on.
void print_overview(std::ostream& out, const Catalogue& catalogue) {
  constexpr std::size_t kWidth = 80;
  std::vector<Row> rows{{"machine", "operations", "algorithms"}};
  std::set<std::string> operations;
  for (const std::string& machine : catalogue.machines()) {
    const std::vector<std::string> own = catalogue.operations(machine);
    operations.insert(own.begin(), own.end());
    std::size_t algorithms = 0;
    for (const std::string& one : own) algorithms += catalogue.all_of(machine, one).size();
    rows.push_back({machine, std::to_string(own.size()), std::to_string(algorithms)});
  }
  print_table(out, rows, {});
  const std::string all = fmt::format("operations: {}", fmt::join(operations, ", "));
  fmt::print(out, "\n{}\n\n", fmt::join(wrapped(all, kWidth), "\n"));
  std::vector<Row> ways;
  for (const Example& one : kWaysOn) {
    if (runs(catalogue, one)) ways.push_back({one.line, one.help});
  }
  if (!catalogue.parts.empty()) ways.push_back({"plexus list parts", "parts of your own"});
  print_table(out, ways, {});
}

}  // namespace

bool runs(const Catalogue& catalogue, const Example& example) {
  return example.machine == nullptr || !catalogue.operations(example.machine).empty();
}

Json listed(const Catalogue& catalogue) { return entries(catalogue, ""); }

std::vector<Row> listed_parameters(const Catalogue& catalogue) {
  return rows_of_parameters(entries(catalogue, "parameters"));
}

int print_list(std::ostream& out, const Catalogue& catalogue, const std::string& asked, bool json) {
  std::vector<std::string> kinds{"machines", "operations", "algorithms", "parameters", "blocks"};
  if (!catalogue.parts.empty()) kinds.emplace_back("parts");
  const bool finds = !asked.empty() && std::ranges::find(kinds, asked) == kinds.end();
  const std::string what = finds ? "" : asked;
  Json list = finds ? found(entries(catalogue, ""), asked) : entries(catalogue, what);
  if (list.empty() && finds) list = found(entries(catalogue, ""), standard_name(asked));
  if (list.empty() && finds) {
    std::vector<std::string> names = kinds;
    for (const std::string& machine : catalogue.machines()) names.push_back(machine);
    refuse(
        "'{}' cannot be listed, and nothing has it in its name:{} choose {}, or a word to look "
        "for.",
        asked, guess(asked, names), fmt::join(kinds, ", "));
  }
  if (json) {
    out << dumped(list) << '\n';
    return 0;
  }
  if (asked.empty()) {
    print_overview(out, catalogue);
    return 0;
  }
  std::vector<Row> rows;
  std::vector<Row> blocks;
  std::vector<Row> parts;
  const Terminal terminal = Terminal::of(out);
  if (what == "parameters" && terminal.width != Terminal::kNoLimit) {
    rows = rows_of_parameters(list);
  } else {
    for (const Json& entry : list) {
      const std::string kind = entry.value("kind", "");
      (kind == "block" ? blocks : kind == "own-part" ? parts : rows).push_back(row_of(entry, what));
    }
  }
  print_table(out, rows, terminal);
  if (!rows.empty() && (what.empty() || what == "algorithms")) {
    out << "* the operation's default on that machine\n";
  }
  if (what.empty() && !blocks.empty()) out << "\nblocks with a SystemVerilog twin\n";
  print_table(out, blocks, terminal);
  if (what.empty() && !parts.empty()) out << "\nparts of your own, as after --part\n";
  print_table(out, parts, terminal);
  return 0;
}

void print_run_help(std::ostream& out, const HelpPage& page, const Catalogue& catalogue,
                    const std::string& machine) {
  page.print_head(out);
  out << '\n';
  print_operations(out, catalogue.algorithms, machine);
  print_options(out, page, catalogue);
  print_paragraph(out << '\n',
                  fmt::format("plexus run {} OPERATION --help shows the parameters that apply.",
                              machine.empty() ? "MACHINE" : machine));
}

void print_synthesis_help(std::ostream& out, const HelpPage& page, const Catalogue& catalogue) {
  page.print_head(out);
  out << '\n';
  print_operations(out, catalogue.searches);
  out << "\noptions\n";
  page.print_options(out);
  page.print_foot(out);
}

void print_synthesis_help(std::ostream& out, const HelpPage& page, const CatalogueEntry& optimal) {
  page.print_head(out, fmt::format("synthesize {} {}", optimal.machine, optimal.operation));
  out << "\nparameters\n";
  print_parameters(out, {&optimal});
  out << "\noptions\n";
  page.print_options(out);
}

void print_operation_help(std::ostream& out, const HelpPage& page, const Catalogue& catalogue,
                          const CatalogueEntry& algorithm, bool all) {
  page.print_head(out, fmt::format("run {} {}", algorithm.machine, algorithm.operation));
  std::vector<const CatalogueEntry*> algorithms{&algorithm};
  if (all) algorithms = catalogue.all_of(algorithm.machine, algorithm.operation);
  out << (algorithms.size() > 1 ? "\nalgorithms, * is the default\n" : "\nalgorithm\n");
  for (const CatalogueEntry* one : algorithms) {
    const std::string equations = equations_of(algorithm_json(*one));
    print_term(out, one->name + (one->is_default ? " *" : ""),
               {one->summary + (equations.empty() ? "" : "; " + equations)});
  }
  out << "\nparameters\n";
  print_parameters(out, algorithms);
  print_options(out, page, catalogue);
}

}  // namespace plexus
