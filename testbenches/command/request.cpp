#include "testbenches/command/request.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/json.hpp"
#include "testbenches/command/command_line.hpp"
#include "testbenches/command/listing.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/report.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace plexus {

namespace {

constexpr const char* kNodesOption = "--nodes";

/// Words of the papers, of MPI and of NCCL for operations that have a standard name here.
const std::map<std::string, std::string>& aliases() {
  static const std::map<std::string, std::string> words{
      {"gossiping", "allgather"},
      {"multinode-broadcasting", "allgather"},
      {"multinode-broadcast", "allgather"},
      {"multiscatter", "alltoall"},
      {"multi-scattering", "alltoall"},
      {"multigather", "alltoall"},
      {"transposition", "alltoall"},
      {"personalized-all-to-all", "alltoall"},
      {"one-to-one", "move"},
      {"one-to-all", "broadcast"},
      {"broadcasting", "broadcast"},
      {"scattering", "scatter"},
      {"gathering", "gather"},
      {"semigroup-computation", "reduce"},
      {"semigroup-computations", "reduce"},
      {"data-sum", "reduce"},
      {"prefix", "scan"},
      {"prefix-sum", "scan"},
      {"prefix-computation", "scan"},
      {"ranking", "rank"},
      {"median-finding", "median"},
      {"all-points-closest-neighbor", "closest-point"},
      {"bcast", "broadcast"},
      {"all-gather", "allgather"},
      {"all-to-all", "alltoall"},
      {"all-reduce", "allreduce"},
      {"reducescatter", "reduce-scatter"},
      {"reduce-scatter-block", "reduce-scatter"}};
  return words;
}

/// `@FILE`: the value as JSON.
Json read_file(const std::string& option, const std::string& path) {
  std::ifstream in;
  std::error_code ignored;
  const bool waits = std::filesystem::is_fifo(path, ignored) && !path.starts_with("/dev/");
  if (!waits) in.open(path);
  if (!in || waits || std::filesystem::is_directory(path, ignored)) {
    refuse("{} @{}: the file cannot be read; name one that holds a JSON value.", option, path);
  }
  constexpr std::size_t kMost = std::size_t{1} << 28;
  std::string text;
  std::string piece(std::size_t{1} << 16, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())), in.gcount() > 0) {
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() <= kMost) continue;
    refuse("{} @{}: the file has more than {} MiB; name one that holds a JSON value.", option, path,
           kMost >> 20U);
  }
  Json value = parse_value(text);
  if (value.is_discarded()) {
    refuse("{} @{}: the file holds no JSON value.", option, path);
  }
  return value;
}

[[noreturn]] void refuse_option(const Catalogue& catalogue, const CatalogueEntry& algorithm,
                                const std::string& word, const Texts& said, const WordsLeft& rest) {
  if (!word.starts_with("--")) {
    refuse("'{}' belongs to no option: write --PARAMETER VALUE, as in --words 64.", word);
  }
  const std::string option = word.substr(0, word.find('='));
  bool exists = false;           // on any machine
  bool of_this_machine = false;  // with another algorithm
  bool is_feature = false;
  for (const auto* const list : {&catalogue.algorithms, &catalogue.searches}) {
    for (const CatalogueEntry& other : *list) {
      const auto found = std::ranges::find(other.parameters, option, &Parameter::option);
      if (found == other.parameters.end()) continue;
      exists = true;
      if (other.machine != algorithm.machine) continue;
      of_this_machine = true;
      is_feature = is_feature || found->feature;
    }
  }
  if (of_this_machine) {
    // What it does not offer comes first: `--mode dynamic`, and then `--batch` that belongs to it.
    try {
      static_cast<void>(values_of(algorithm, said));
    } catch (const Refusal& refusal) {
      if (refusal.kind() == RefusalClass::kFeature) throw;
    }
  }
  std::vector<std::string> valid;
  for (const Parameter& parameter : algorithm.parameters) valid.push_back(parameter.option());
  const std::string here =
      fmt::format("{} {} {}", algorithm.machine, algorithm.operation, algorithm.name);
  if (exists) {
    refuse(is_feature || !of_this_machine ? RefusalClass::kFeature : RefusalClass::kUsage,
           "{} takes no {}: it takes {}.", here, option, fmt::join(valid, ", "));
  }
  CLI::App run;
  RunRequest request;
  declare_run(run, request);
  const std::vector<std::string> of_runs = option_names(run);
  if (std::ranges::find(of_runs, option) != of_runs.end()) {
    const bool chooses = option == "--algorithm";
    refuse("{} is an option of plexus run: say plexus run {} {} --algorithm {}, or leave it out.",
           option, algorithm.machine, algorithm.operation,
           chooses ? "NAME" : algorithm.name + ' ' + option);
  }
  for (const std::string& own : rest.options) {
    if (own != "--part" || !catalogue.parts.empty()) valid.push_back(own);
  }
  refuse("'{}' is no option of {}:{} plexus run {} {} --help shows all.", option, here,
         guess(option, valid), algorithm.machine, algorithm.operation);
}

}  // namespace

std::string one_of(const std::vector<std::string>& names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

void refuse_name(RefusalClass kind, const std::string& what, const std::string& name,
                 const std::vector<std::string>& names) {
  const std::string near = nearest(name, names);
  if (near.empty() || near == name) {
    refuse(kind, "'{}' is no {}: choose {}.", name, what, one_of(names));
  }
  refuse(kind, "'{}' is no {}: did you mean '{}'? There are {}.", name, what, near,
         fmt::join(names, ", "));
}

void refuse_twice(const std::string& option) { refuse("{} is given twice: give it once.", option); }

std::string standard_name(const std::string& word) {
  std::string plain = word;
  for (char& letter : plain) {
    letter = letter == '_' ? '-' : static_cast<char>(std::tolower(letter));
  }
  for (const char* prefix : {"mpi-", "nccl"}) {
    if (plain.starts_with(prefix)) plain.erase(0, std::string{prefix}.size());
  }
  if (const auto alias = aliases().find(plain); alias != aliases().end()) return alias->second;
  return plain;
}

void require_machine(const Catalogue& catalogue, const std::string& name, const char* said) {
  const auto machines = catalogue.machines();
  if (name.empty()) {
    refuse("No machine is named: say plexus {}, the machine {}.", said, one_of(machines));
  }
  if (std::ranges::find(machines, name) != machines.end()) return;
  refuse_name(RefusalClass::kUsage, "machine", name, machines);
}

const CatalogueEntry& find_algorithm(const Catalogue& catalogue, RunRequest& request) {
  require_machine(catalogue, request.machine);
  const auto operations = catalogue.operations(request.machine);
  if (request.operation.empty()) {
    refuse("No operation is named: choose {} on {}.", one_of(operations), request.machine);
  }
  const std::string standard = standard_name(request.operation);
  if (!catalogue.all_of(request.machine, standard).empty() ||
      aliases().contains(request.operation)) {
    request.operation = standard;
  }
  if (request.operation == "total-exchange") {
    refuse(
        "'total-exchange' means allgather in one paper (Saad and Schultz 1986) and alltoall in "
        "another (Dimakopoulos and Dimopoulos 1995): say allgather or alltoall.");
  }
  const auto named = [&](const auto& what) {
    return std::ranges::any_of(catalogue.algorithms, what) ||
           std::ranges::any_of(catalogue.searches, what);
  };
  const auto algorithms = catalogue.all_of(request.machine, request.operation);
  if (algorithms.empty()) {
    const bool exists =
        named([&](const CatalogueEntry& any) { return any.operation == request.operation; });
    refuse_name(exists ? RefusalClass::kFeature : RefusalClass::kUsage,
                fmt::format("operation of {}", request.machine), request.operation, operations);
  }
  std::vector<std::string> names;
  for (const CatalogueEntry* algorithm : algorithms) {
    names.push_back(algorithm->name);
    if (request.algorithm.empty() ? algorithm->is_default : algorithm->name == request.algorithm) {
      request.algorithm = algorithm->name;
      return *algorithm;
    }
  }
  if (request.algorithm.empty()) {
    refuse(RefusalClass::kFeature,
           "'{}' has no algorithm on {} but one that is searched for: say --algorithm {}, or "
           "choose {}.",
           request.operation, request.machine, one_of(names), one_of(operations));
  }
  const bool exists =
      named([&](const CatalogueEntry& any) { return any.name == request.algorithm; });
  refuse_name(exists ? RefusalClass::kFeature : RefusalClass::kUsage,
              fmt::format("algorithm of {} {}", request.machine, request.operation),
              request.algorithm, names);
}

std::vector<OwnPart> find_parts(const std::vector<OwnPart>& known,
                                const std::vector<std::string>& asked) {
  std::vector<OwnPart> parts;
  for (const std::string& one : asked) {
    if (known.empty()) {
      refuse(
          "--part {} asks for a part of your own, and this program has none: a project that adds "
          "some has them (docs/library.md).",
          one);
    }
    const std::size_t equals = one.find('=');
    const std::string role = one.substr(0, equals);
    std::vector<std::string> roles;
    std::vector<std::string> names;
    for (const OwnPart& part : known) {
      if (std::ranges::find(roles, part.role) == roles.end()) roles.push_back(part.role);
      if (part.role == role) names.push_back(part.name);
    }
    if (names.empty()) refuse_name(RefusalClass::kUsage, "role of an own part", role, roles);
    if (equals == std::string::npos) {
      refuse("--part {} names no part: write {}={}.", one, role, one_of(names));
    }
    if (std::ranges::find(parts, role, &OwnPart::role) != parts.end()) {
      refuse("--part names {} twice: one part stands there, name it once.", role);
    }
    const std::string name = one.substr(equals + 1);
    const auto part = std::ranges::find_if(
        known, [&](const OwnPart& any) { return any.role == role && any.name == name; });
    if (part == known.end()) {
      refuse_name(RefusalClass::kUsage, fmt::format("own part for the role {}", role), name, names);
    }
    parts.push_back(*part);
  }
  return parts;
}

void split_parts(const char* option, std::vector<std::string>& parts) {
  std::vector<std::string> single;
  for (const std::string& some : parts) {
    for (std::string& part : split_at_commas(some)) single.push_back(std::move(part));
    if (single.empty() || std::ranges::find(single, "") != single.end()) {
      refuse("{} '{}' names '': parts are separated by single commas.", option, some);
    }
  }
  parts = std::move(single);
}

void add_parameters(CLI::App& app, const std::vector<Parameter>& parameters) {
  for (const Parameter& parameter : parameters) {
    add_text(app, parameter.option(), parameter.type == "boolean" ? "true" : "");
    if (parameter.of_nodes) add_text(app, kNodesOption);
  }
}

Texts in_own_words(const std::vector<Parameter>& parameters, Texts said) {
  const std::string* const text = find_text(said, kNodesOption);
  const bool has =
      std::ranges::find(parameters, kNodesOption, &Parameter::option) != parameters.end();
  if (text == nullptr || has) return said;
  const std::string range = fmt::format("1 .. {}", kMostNodes);
  const std::int64_t count = read_integer("nodes", *text, range);
  if (count < 1 || count > kMostNodes) {
    refuse(RefusalClass::kRange, "--nodes {} is out of range: choose {}.", count, range);
  }
  Texts own;
  for (const Parameter& parameter : parameters) {
    if (!parameter.of_nodes) continue;
    const std::string size = parameter.of_nodes(parameter, count);
    if (find_text(said, parameter.option()) != nullptr) {
      refuse("--nodes and {} both say how large the machine is: give one of them.",
             parameter.option());
    }
    own.emplace_back(parameter.option(), size);
  }
  std::erase_if(said, [](const auto& one) { return one.first == kNodesOption; });
  said.insert(said.end(), own.begin(), own.end());
  return said;
}

Texts read_options(CLI::App& app, const Catalogue& catalogue,
                   const std::vector<const CatalogueEntry*>& algorithms, const WordsLeft& rest) {
  for (const CatalogueEntry* algorithm : algorithms) add_parameters(app, algorithm->parameters);
  const CatalogueEntry& first = *algorithms.front();
  return in_own_words(first.parameters,
                      read_rest(app, rest, [&](const std::string& word, const Texts& said) {
                        refuse_option(catalogue, first, word, said, rest);
                      }));
}

Values values_of(const CatalogueEntry& algorithm, const Texts& said) {
  Values values;
  std::optional<Refusal> misplaced;  // the first one; what the machine does not offer goes before
  for (const Parameter& parameter : algorithm.parameters) {
    const std::string* const text = find_text(said, parameter.option());
    if (parameter.applies && !parameter.applies(values)) {
      if (text == nullptr) continue;
      if (parameter.misplaced) parameter.misplaced(parameter.read(*text), values);
      if (misplaced) continue;
      misplaced = {RefusalClass::kUsage, fmt::format("{} applies only with {}.", parameter.option(),
                                                     parameter.condition)};
      continue;
    }
    Json value;
    try {
      if (text == nullptr) {
        value = parameter.fallback(values);
      } else if (text->starts_with('@')) {
        value = read_file(parameter.option(), text->substr(1));
      } else {
        value = parameter.read(*text);
      }
      if (parameter.check && !misplaced) parameter.check(value, values);
    } catch (const Json::type_error&) {  // it cannot even be told
      if (text == nullptr) throw;
      refuse("{} '{}' is no text in UTF-8: write {}.", parameter.option(), *text, parameter.range);
    }
    values.set(parameter.name, std::move(value));
  }
  if (misplaced) throw *misplaced;
  return values;
}

Values read_values(const Catalogue& catalogue, const CatalogueEntry& algorithm,
                   const WordsLeft& rest) {
  CLI::App app;
  return values_of(algorithm, read_options(app, catalogue, {&algorithm}, rest));
}

std::optional<Cycles> cycles_of(const char* option, const char* name,
                                const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const std::int64_t cycles = read_integer(name, *text);
  if (cycles < 0) {
    refuse(RefusalClass::kRange, "{} {} is out of range: choose >= 0.", option, cycles);
  }
  return Cycles{cycles};
}

int refused(const Request& request, bool json, const Refusal& refusal, std::ostream& out,
            std::ostream& err) {
  const bool lines = dynamic_cast<const RefusedByTool*>(&refusal) != nullptr;
  std::string message = lines ? readable_lines(refusal.what()) : readable(refusal.what());
  if (!lines && !message.ends_with('.') && !message.ends_with('?')) message += '.';
  if (json) out << dumped(error_json(request, to_string(refusal.kind()), message)) << '\n';
  fmt::print(err, "plexus: {}\n", message);
  return kRefused;
}

Refusal out_of_memory() {
  return {RefusalClass::kSize,
          "The run needs more memory than this process may have: choose a smaller machine, or less "
          "data in fewer packets."};
}

void tell(const Fault& fault, const Request& request, bool json, std::ostream& out,
          std::ostream& err) {
  if (json) out << dumped(fault_json(request, fault)) << '\n';
  fmt::print(err, "plexus: {}\nThe run stopped in cycle {} at {}: {}.\n{}", fault.message,
             fault.cycle.count(), fault.part.empty() ? "the machine" : fault.part, fault.kind,
             fault.context);
}

int told(std::ostream& out, std::ostream& err, int status) {
  if (out.flush()) return status;
  fmt::print(err,
             "plexus: The result could not be written to standard output: make room or send it "
             "elsewhere.\nThe command ended with its output lost: output.\n");
  return status == kRefused ? kRefused : kFaulted;
}

}  // namespace plexus
