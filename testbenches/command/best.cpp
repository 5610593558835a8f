#include "testbenches/studies/best.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ostream>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/outputs/picture_file.hpp"
#include "testbenches/outputs/progress.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "testbenches/studies/study.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kMostWords = 1'000'000'000;

/// One `plexus best`: parameters as for a run, and sizes of messages.
struct BestRequest : RunRequest {
  std::optional<std::string> words;
  std::optional<std::string> picture;  ///< of all sizes
};

/// A size of `--words`: digits, or as in 1e6.
std::int64_t size_of(const std::string& text, const std::string& all) {
  constexpr double kMost = kMostWords;
  char* end = nullptr;
  const double size = text.empty() ? 0 : std::strtod(text.c_str(), &end);
  const bool plain = text.find_first_not_of("0123456789e") == std::string::npos;
  if (text.empty() || !plain || *end != '\0') {
    refuse("--words {}: write sizes as in 64 or 1..4096 or 1..1e6.", all);
  }
  if (size < 1 || size > kMost) {
    refuse(RefusalClass::kRange, "--words {} is out of range: choose sizes of 1 .. {}.", all,
           kMostWords);
  }
  return static_cast<std::int64_t>(size);
}

std::pair<std::int64_t, std::int64_t> sizes_of(const std::string& text) {
  const std::size_t dots = text.find("..");
  const std::int64_t from = size_of(text.substr(0, dots), text);
  const std::int64_t to = dots == std::string::npos ? from : size_of(text.substr(dots + 2), text);
  if (to < from) {
    refuse(RefusalClass::kRange, "--words {} ends before it begins: write {}..{}.", text, to, from);
  }
  return {from, to};
}

bool has(const CatalogueEntry& entry, const std::string& parameter) {
  return std::ranges::find(entry.parameters, parameter, &Parameter::name) != entry.parameters.end();
}

/// What is said behind `best` goes to `request`.
void declare_best(CLI::App& best, BestRequest& request) {
  best.allow_extras();
  best.description(
      "Runs every algorithm of the operation for messages of FROM, 2 FROM, 4 FROM, .. TO words and "
      "tells which one is the fastest for which sizes, beside its formula and the bound.");
  best.footer(
      "Parameters are those of plexus run MACHINE OPERATION, for all that have them; what is not "
      "said is as the operation's default algorithm has it, --port-rule among it. Those that send "
      "packets send as many as are best for them, and each has an operator that it takes, and a "
      "placement of its operands. Who cannot run with that, or breaks the port "
      "rule, is left out and named with the reason.");
  declare(best, "MACHINE", request.machine);
  declare(best, "OPERATION", request.operation);
  declare(best, "--words FROM..TO", request.words,
          "1..4096 if none; one number: that size alone; 1e6 is a number, too");
  declare(best, "--picture FILE", request.picture,
          "cycles over words, of each and of the bound: .svg, .html or .png");
  declare(best, "--json", request.json, "one JSON object");
}

/// What need not be the same for all: the size that varies, and what each chooses for itself; an
/// operator and the order of its operands take no cycles.
bool is_own(const std::string& parameter) {
  constexpr std::array kOwn{"words", "packets", "op", "placement"};
  return std::ranges::find(kOwn, parameter) != kOwn.end();
}

/// The values of the first algorithm that exists with what is said: those of the machine, its port
/// rule among them, are everybody's.
std::optional<Values> usual_values(const std::vector<const CatalogueEntry*>& entries,
                                   const Texts& said) {
  for (const CatalogueEntry* entry : entries) {
    try {
      return values_of(*entry, said);
    } catch (const Refusal&) {  // told when all are read
    }
  }
  return std::nullopt;
}

/// With the first of some sizes of messages that the algorithm can have. Throws Refusal.
Values values_of_some(const CatalogueEntry& entry, const Texts& said,
                      const std::pair<std::int64_t, std::int64_t>& sizes) {
  const auto with = [&](std::int64_t words) {
    Texts all = said;
    all.emplace_back("--words", std::to_string(words));
    return values_of(entry, all);
  };
  try {
    return with(sizes.first);
  } catch (const Refusal&) {
    return with(sizes.second);
  }
}

/// `nodes 8, startup 30, port_rule ring-strict`
std::string in_common(const std::vector<const CatalogueEntry*>& entries,
                      const std::optional<Values>& usual, const Texts& said) {
  if (!usual) return "the parameters that are asked for";
  std::string text;
  for (const auto& [name, value] : usual->json().items()) {
    const auto is_there = [&name](const CatalogueEntry* entry) { return has(*entry, name); };
    const bool differs =
        is_own(name) && (name == "words" || find_text(said, option_of(name)) == nullptr);
    if (differs || !std::ranges::all_of(entries, is_there)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, plain_text(value));
  }
  return text;
}

/// Measures all, and tells who is the fastest.
int best(const Catalogue& catalogue, BestRequest& request, std::ostream& out, std::ostream& err,
         Ending /*ending*/) {
  require_machine(catalogue, request.machine, "best MACHINE OPERATION");
  find_algorithm(catalogue, request);
  request.algorithm = {};
  std::vector<const CatalogueEntry*> entries =
      catalogue.algorithms_of(request.machine, request.operation);
  const bool endless = request.operation == "traffic" || request.operation == "raw";
  std::erase_if(entries, [&](const CatalogueEntry* entry) {
    return endless || !entry->simulates || !has(*entry, "words");
  });
  if (entries.empty()) {
    refuse(RefusalClass::kFeature,
           "{} {} has no algorithm that sends messages of --words: choose another operation.",
           request.machine, request.operation);
  }
  std::ranges::stable_partition(entries,
                                [](const CatalogueEntry* entry) { return entry->is_default; });
  CLI::App app;
  const Texts given = read_options(app, catalogue, entries, request.rest);
  const auto [from, to] = sizes_of(request.words.value_or("1..4096"));
  const std::optional<Values> usual = usual_values(entries, given);
  std::vector<Contender> contenders;
  std::optional<Refusal> first;
  for (const CatalogueEntry* entry : entries) {
    Texts said = given;
    if (find_text(said, "--packets") == nullptr) said.emplace_back("--packets", "optimal");
    Contender one{entry};
    try {
      const Values values = values_of_some(*entry, said, {from, to});
      for (const Parameter& parameter : entry->parameters) {
        const std::string& name = parameter.name;
        const bool own = find_text(said, parameter.option()) != nullptr;
        const bool shared = usual && !is_own(name) && usual->has(name) && values.has(name);
        if (own) {
          one.given[name] = values.at(name);
        } else if (shared && values.at(name) != usual->at(name)) {
          one.given[name] = usual->at(name);
        }
      }
    } catch (const Refusal& refusal) {
      if (!first) first = refusal;
      one.refused = refusal.what();
    }
    std::ranges::move(in_all_ways(one), std::back_inserter(contenders));
  }
  if (std::ranges::none_of(contenders, &std::string::empty, &Contender::refused)) throw *first;
  std::unique_ptr<PictureFile> picture;
  if (request.picture) picture = std::make_unique<PictureFile>(*request.picture);
  Progress progress{err};
  const auto sizes = std::ceil(std::log2(static_cast<double>(to) / static_cast<double>(from))) + 1;
  const double all = sizes * static_cast<double>(contenders.size());
  double runs = 0;
  BestStudy study{
      std::move(contenders), [&](const Request& one) {
        progress.tell(fmt::format("{:.0f} %: {} of {} words", std::min(99.0, 100 * runs / all),
                                  one.algorithm, one.parameters.at("words").dump()));
        ++runs;
        return run_request(catalogue, one);
      }};
  study.measure(from, to);
  progress.clear();
  const std::string common = in_common(entries, usual, given);
  StudyReport report = study.report(request.machine, request.operation, common);
  if (picture) {
    picture->complete(study.plots(),
                      {report.title, fmt::format("{}", fmt::join(study.facts(common), "\n"))});
    picture->place();
  }
  if (request.json) {
    out << dumped(report.json) << '\n';
  } else {
    print_study(out, report);
  }
  return report.good ? kVerified : kWrong;
}

}  // namespace

std::unique_ptr<Command> make_best() {
  return std::make_unique<RequestCommand<BestRequest, declare_best, best>>();
}

}  // namespace plexus
