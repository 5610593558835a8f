#include "testbenches/listing.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <ostream>

namespace plexus {

namespace {

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Json parameter_json(const Parameter& parameter) {
  return {{"name", parameter.name},       {"option", parameter.option()},
          {"type", parameter.type},       {"range", parameter.range},
          {"default", parameter.shown_default}, {"help", parameter.help}};
}

Json algorithm_json(const Algorithm& algorithm) {
  Json parameters = Json::array();
  for (const Parameter& parameter : algorithm.parameters) {
    parameters.push_back(parameter_json(parameter));
  }
  Json equations = Json::array();
  for (const Equation& equation : algorithm.equations) {
    equations.push_back({{"equation", equation.equation}, {"source", equation.source}});
  }
  return {{"kind", "algorithm"},
          {"machine", algorithm.machine},
          {"operation", algorithm.operation},
          {"algorithm", algorithm.name},
          {"default", algorithm.is_default},
          {"summary", algorithm.summary},
          {"parameters", parameters},
          {"equations", equations},
          {"blocks", algorithm.blocks}};
}

Json block_json(const Block& block) {
  return {{"kind", "block"},     {"block", block.name}, {"part", block.part},
          {"twin", block.twin},  {"sizes", block.sizes}, {"help", block.help}};
}

/// What the list holds, as JSON objects; the text is made of the same.
Json entries(const Catalogue& catalogue, const std::string& what) {
  Json list = Json::array();
  const auto add_new = [&list](Json entry) {
    if (std::ranges::find(list, entry) == list.end()) list.push_back(std::move(entry));
  };
  for (const Algorithm& algorithm : catalogue.algorithms) {
    if (what == "machines") add_new({{"machine", algorithm.machine}});
    if (what == "operations") {
      add_new({{"machine", algorithm.machine}, {"operation", algorithm.operation}});
    }
    if (what.empty() || what == "algorithms") list.push_back(algorithm_json(algorithm));
    if (what != "parameters") continue;
    for (const Parameter& parameter : algorithm.parameters) {
      Json entry = {{"machine", algorithm.machine},
                    {"operation", algorithm.operation},
                    {"algorithm", algorithm.name}};
      entry.update(parameter_json(parameter));
      list.push_back(std::move(entry));
    }
  }
  if (what.empty() || what == "blocks") {
    for (const Block& block : catalogue.blocks) list.push_back(block_json(block));
  }
  return list;
}

void print_entry(std::ostream& out, const Json& entry, const std::string& what) {
  if (what == "machines") {
    fmt::print(out, "{}\n", plain(entry["machine"]));
  } else if (what == "operations") {
    fmt::print(out, "{:<15} {}\n", plain(entry["machine"]), plain(entry["operation"]));
  } else if (what == "parameters") {
    fmt::print(out, "{:<15} {:<12} {:<26} {:<20} {:<28} default {:<12} {}\n",
               plain(entry["machine"]), plain(entry["operation"]), plain(entry["algorithm"]),
               plain(entry["option"]), plain(entry["range"]), plain(entry["default"]),
               plain(entry["help"]));
  } else if (entry["kind"] == "block") {
    fmt::print(out, "block {:<20} twin {:<28} {} ({})\n", plain(entry["block"]),
               plain(entry["twin"]), plain(entry["help"]),
               fmt::join(entry["sizes"].get<std::vector<std::string>>(), "; "));
  } else {
    std::vector<std::string> equations;
    for (const Json& equation : entry["equations"]) equations.push_back(equation["equation"]);
    fmt::print(out, "{:<15} {:<12} {:<26}{} {:<28} {}\n", plain(entry["machine"]),
               plain(entry["operation"]), plain(entry["algorithm"]),
               entry["default"] == true ? "*" : " ", fmt::format("{}", fmt::join(equations, " ")),
               plain(entry["summary"]));
  }
}

void print_parameters(std::ostream& out, const Algorithm& algorithm) {
  for (const Parameter& parameter : algorithm.parameters) {
    fmt::print(out, "  {:<20} {}\n  {:<20} {}; default {}\n", parameter.option(), parameter.help,
               "", parameter.range, plain(parameter.shown_default));
  }
}

constexpr const char* kCommonOptions = R"(
options of every run
  --algorithm NAME     algorithm; the default is marked with *
  --json               print one JSON object instead of a table
  --max-cycles N       stop with status 3 when the run takes longer
  --vcd FILE           write a waveform, and FILE's .gtkw beside it for GTKWave
  --trace FILE         write a trace: FILE ends in .csv, .jsonl or .perfetto.json
  --rtl PART[,PART]    run the parts as their SystemVerilog twins
  --lockstep PART[,..] run the twins beside the parts and compare them in every cycle
  --rtl-vcd FILE       write the twins' own waveform
Any value can be read from a JSON file: --PARAMETER @FILE.
)";

}  // namespace

int print_list(std::ostream& out, const Catalogue& catalogue, const std::string& what, bool json) {
  const std::vector<std::string> kinds{"machines", "operations", "algorithms", "parameters",
                                       "blocks"};
  if (!what.empty() && std::ranges::find(kinds, what) == kinds.end()) {
    const std::string near = nearest(what, kinds);
    throw Refusal{RefusalClass::kUsage,
                  fmt::format("'{}' cannot be listed:{} choose {}.", what,
                              near.empty() ? "" : fmt::format(" did you mean '{}'?", near),
                              fmt::join(kinds, ", "))};
  }
  const Json list = entries(catalogue, what);
  if (json) {
    out << list.dump(2) << '\n';
    return 0;
  }
  for (const Json& entry : list) print_entry(out, entry, what);
  if (what.empty() || what == "algorithms") out << "* the operation's default on that machine\n";
  return 0;
}

void print_run_help(std::ostream& out, const Catalogue& catalogue, const std::string& machine) {
  out << "plexus run MACHINE OPERATION [--algorithm NAME] [--PARAMETER VALUE ...]\n\n";
  for (const std::string& name : catalogue.machines()) {
    if (!machine.empty() && name != machine) continue;
    fmt::print(out, "  {:<15} {}\n", name, fmt::join(catalogue.operations(name), ", "));
  }
  out << kCommonOptions
      << "\nplexus run MACHINE OPERATION --help shows the parameters that apply.\n";
}

void print_operation_help(std::ostream& out, const Catalogue& catalogue, const Algorithm& algorithm,
                          bool all) {
  fmt::print(out, "plexus run {} {} [--algorithm NAME] [--PARAMETER VALUE ...]\n",
             algorithm.machine, algorithm.operation);
  for (const Algorithm* one : catalogue.algorithms_of(algorithm.machine, algorithm.operation)) {
    if (!all && one->name != algorithm.name) continue;
    std::vector<std::string> equations;
    for (const Equation& equation : one->equations) equations.push_back(equation.equation);
    fmt::print(out, "\n{}{}: {}\n", one->name, one->is_default ? " *" : "", one->summary);
    if (!equations.empty()) fmt::print(out, "  equations {}\n", fmt::join(equations, ", "));
    print_parameters(out, *one);
  }
  out << kCommonOptions;
}

}  // namespace plexus
