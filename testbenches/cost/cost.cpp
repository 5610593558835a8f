#include "testbenches/cost/cost.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <ostream>
#include <thread>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/field.hpp"
#include "models/catalogue/json.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/cost/synthesis.hpp"
#include "testbenches/outputs/progress.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/simulation/simulation.hpp"

namespace plexus {

namespace {

std::string cell(const Json& value) {
  if (value.is_number_float()) return fmt::format("{:.1f}", value.get<double>());
  return plain_text(value);
}

void print_rows(std::ostream& out, const char* heading, const Json& figures) {
  if (figures.empty()) return;
  fmt::print(out, "\n{}\n", heading);
  for (const auto& [name, value] : figures.items()) {
    fmt::print(out, "  {:<20} {}\n", name, cell(value));
  }
}

constexpr std::array kFigures{"cells", "flip_flops", "logic_depth", "area",
                              "delay"};  ///< of a block

void print_answer(std::ostream& out, const Json& answer) {
  if (answer["kind"] == "machine") {
    fmt::print(out, "{}: structure, counted\n", cell(answer["part"]));
    print_rows(out, "parameters", answer["parameters"]);
    print_rows(out, "structure", answer["structure"]);
    return;
  }
  fmt::print(out, "{}: synthesised with {}\n", cell(answer["part"]), cell(answer["tool"]));
  print_rows(out, "parameters", answer["parameters"]);
  const bool beside = answer.contains("block");
  fmt::print(out, "\ncost{}\n",
             beside ? fmt::format("{:>30}  {}", "", "of " + cell(answer["block"]["part"])) : "");
  for (const auto& [name, unit] :
       {std::pair{"cells", "gates and flip-flops"}, std::pair{"flip_flops", ""},
        std::pair{"logic_depth", "cells on the longest path"},
        std::pair{"area", "gate equivalents, estimated"}, std::pair{"delay", "FO4, estimated"}}) {
    const std::string other = beside ? fmt::format("{:>10}  ", cell(answer["block"][name])) : "";
    fmt::print(out, "  {:<20} {:>10}  {}{}\n", name, cell(answer[name]), other, unit);
  }
  print_rows(out, "cells by kind", answer["cells_by_kind"]);
  fmt::print(out, "\nThe estimates know no technology. They assume\n");
  for (const Json& sentence : answer["assumptions"]) {
    fmt::print(out, "- {}.\n", cell(sentence));
  }
}

/// Answers for several sizes, as a table in Markdown: what differs, then the figures.
class TableOfSizes {
 public:
  TableOfSizes(std::ostream& out, std::vector<std::string> varied)
      : out_{&out}, varied_{std::move(varied)}, head_{varied_} {}

  void add(const Json& answer) {
    const bool machine = answer["kind"] == "machine";
    if (head_.size() == varied_.size()) begin(answer, machine);
    std::vector<std::string> cells;
    for (const std::string& name : head_) {
      const bool size = is_size(name);
      const Json& from = size ? answer["parameters"] : machine ? answer["structure"] : answer;
      cells.push_back(cell(from.value(name, Json(""))));
      if (!size && answer.contains("block")) cells.push_back(cell(answer["block"][name]));
    }
    print(cells);
    out_->flush();
  }
  void end() { *out_ << '\n'; }

 private:
  void begin(const Json& answer, bool machine) {
    for (const auto& [name, value] : (machine ? answer["structure"] : answer).items()) {
      const bool shown =
          machine ? value.is_number() : std::ranges::find(kFigures, name) != kFigures.end();
      if (shown) head_.push_back(name);
    }
    fmt::print(*out_, "{}\n\n", cell(answer["part"]));
    std::vector<std::string> heads;
    for (const std::string& name : head_) {
      heads.push_back(name);
      if (is_size(name) || !answer.contains("block")) continue;
      heads.push_back(fmt::format("of {}", cell(answer["block"]["part"])));
    }
    print(heads);
    print(std::vector<std::string>(heads.size(), "---:"));
  }
  [[nodiscard]] bool is_size(const std::string& name) const {
    return std::ranges::find(varied_, name) != varied_.end();
  }
  void print(const std::vector<std::string>& cells) {
    fmt::print(*out_, "| {} |\n", fmt::join(cells, " | "));
  }

  std::ostream* out_;
  std::vector<std::string> varied_;
  std::vector<std::string> head_;  ///< what varies, and after the first answer the figures
};

/// Answers of a block at several sizes, on all processors: what is synthesised is kept, whatever
/// becomes of the other sizes. `take` gets them in the order of `given`, each as soon as those
/// before it are there, and `wait` how many are while it has none. Throws the first Refusal when
/// all have been tried.
void answer_all(const CostPart& part, const std::vector<Json>& given,
                const std::function<void(const Json&)>& take,
                const std::function<void(std::size_t)>& wait) {
  std::vector<std::future<Json>> answers;
  std::vector<std::promise<Json>> promises(given.size());
  for (auto& one : promises) answers.push_back(one.get_future());
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < given.size(); i = next++) {
      try {
        promises[i].set_value(part.answer(given[i]));
      } catch (...) {
        promises[i].set_exception(std::current_exception());
      }
      ++done;
    }
  };
  const std::size_t workers =
      std::min<std::size_t>(given.size(), std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < workers; ++i) threads.emplace_back(work);
  std::exception_ptr first;
  for (auto& one : answers) {
    constexpr std::chrono::milliseconds kPatience{250};
    while (one.wait_for(kPatience) != std::future_status::ready) wait(done);
    try {
      const Json answer = one.get();
      take(answer);
    } catch (const Refusal&) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace

CostPart::CostPart(const Catalogue& catalogue, const std::string& name)
    : catalogue_{catalogue}, name_{name} {
  const auto machines = catalogue.machines();
  if (std::ranges::find(machines, name) != machines.end()) {
    structure_ = catalogue.find(name, "topology");
    if (structure_ == nullptr) {
      refuse(RefusalClass::kFeature,
             "The parts of {} cannot be counted: it has no operation topology.", name);
    }
    return;
  }
  const std::size_t equals = std::min(name.find('='), name.size());
  block_ = find_block(name.substr(0, equals));
  if (block_ && equals < name.size()) {
    replaced_ = std::exchange(block_, find_users_block(*block_, name.substr(equals + 1)));
  }
  if (block_) return;
  std::vector<std::string> names = block_names();
  names.insert(names.end(), machines.begin(), machines.end());
  refuse("'{}' is no block and no machine:{}", name,
         guess(name.substr(0, equals), names, " plexus cost --help names them."));
}

std::vector<std::string> CostPart::parameters() const {
  std::vector<std::string> names;
  if (structure_ != nullptr) {
    for (const Parameter& parameter : structure_->parameters) names.push_back(parameter.name);
  } else {
    for (const BlockParameter& parameter : block_->parameters) names.push_back(parameter.key());
  }
  return names;
}

std::vector<std::string> CostPart::figures() const {
  if (structure_ == nullptr) return {kFigures.begin(), kFigures.end()};
  std::vector<std::string> names;
  for (const Statistic& statistic : structure_->statistics) names.push_back(statistic.name);
  return names;
}

Json CostPart::answer(const Json& given) const {
  if (structure_ != nullptr) {
    const Values values = complete(structure_->parameters, given);
    const Report report =
        run_request(catalogue_, {name_, structure_->operation, structure_->name, given});
    return {{"part", name_},
            {"kind", "machine"},
            {"parameters", values.json()},
            {"structure", report.statistics},
            {"version", PLEXUS_VERSION}};
  }
  Json sizes = Json::object();
  std::vector<std::pair<std::string, std::int64_t>> set;
  for (const BlockParameter& parameter : block_->parameters) {
    const Json value = given.value(parameter.key(), Json(parameter.fallback));
    if (!value.is_number_integer() && !value.is_boolean()) {
      refuse("{} {} is no whole number.", parameter.option(), value.dump());
    }
    const auto size =
        value.is_boolean() ? std::int64_t{value.get<bool>()} : value.get<std::int64_t>();
    parameter.check(size);
    sizes[parameter.key()] = size;
    set.emplace_back(parameter.name, size);
  }
  Json answer{{"part", name_}, {"kind", "block"}, {"parameters", sizes}};
  answer.update(synthesise(*block_, set));
  answer["version"] = PLEXUS_VERSION;
  if (replaced_) {
    const Json own = synthesise(*replaced_, set);
    answer["block"]["part"] = replaced_->name;
    for (const char* const name : kFigures) answer["block"][name] = own[name];
  }
  return answer;
}

Json CostPart::figures_at(const Json& given) const {
  const Json all = answer(given);
  if (structure_ != nullptr) return all["structure"];
  Json figures = Json::object();
  for (const char* const name : kFigures) figures[name] = all[name];
  return figures;
}

std::pair<std::string, Json> CostPart::read(const std::string& option,
                                            const std::string& text) const {
  if (structure_ != nullptr) {
    const auto found = std::ranges::find(structure_->parameters, option, &Parameter::option);
    return {found->name, found->read(text)};
  }
  const auto found = std::ranges::find(block_->parameters, option, &BlockParameter::option);
  return {found->key(), read_integer(found->key(), text, found->range())};
}

Texts CostPart::read_options(const WordsLeft& rest) const {
  CLI::App app{"", "plexus cost " + name_};
  if (structure_ == nullptr) {
    add_sizes(app, *block_);
    return read_rest(app, rest);
  }
  add_parameters(app, structure_->parameters);
  return in_own_words(structure_->parameters, read_rest(app, rest));
}

std::vector<std::string> CostPart::sizes_in(const std::string& text) const {
  if (structure_ != nullptr) return {text};  // a list may be one value there
  return split_at_commas(text);
}

void CostPart::print_parameters(std::ostream& out) const {
  print_paragraph(out << '\n', structure_ != nullptr ? structure_->summary : block_->help);
  out << '\n';
  if (structure_ == nullptr) return print_sizes(out, *block_);
  for (const Parameter& parameter : structure_->parameters) print_parameter(out, parameter);
}

namespace {

/// One `plexus cost`.
struct CostWords {
  std::string part;
  bool json = false;
  WordsLeft rest;  ///< sizes
};

/// What is said behind `cost` goes to `asked`.
void declare_cost(CLI::App& app, CostWords& asked) {
  app.allow_extras();
  app.description(
      "What a SystemVerilog block costs in gates, or of what parts a machine consists. A file of "
      "your own, mine.sv, is a PART too; fifo=mine.sv has the sizes of that block, and is laid "
      "beside it.");
  app.footer(
      "plexus cost PART --help shows the parameters. Sizes of a block separated by commas, "
      "as in --ports 4,8,16, give a table, worked out on all processors.");
  declare(app, "PART", asked.part);
  declare(app, "--json", asked.json, "one JSON object, or a list of one for each size");
}

/// Its help: of all parts, or of one.
void show(const Catalogue& catalogue, CostWords& asked, const HelpPage& page, std::ostream& out) {
  page.print_head(out, asked.part.empty() ? "" : "cost " + asked.part);
  if (asked.part.empty()) {
    out << '\n';
    print_term(out, "blocks", {fmt::format("{}", fmt::join(block_names(), ", "))});
    print_term(out, "machines", {fmt::format("{}", fmt::join(catalogue.machines(), ", "))});
    out << '\n';
  } else {
    CostPart{catalogue, asked.part}.print_parameters(out);
  }
  page.print_options(out);
  page.print_foot(out);
}

/// Carries it out: several sizes are worked out on all processors.
int work_out_cost(const Catalogue& catalogue, CostWords& asked, std::ostream& out,
                  std::ostream& err, Ending /*ending*/) {
  if (asked.part.empty()) {
    refuse(
        "No part is named: say plexus cost PART, a block or a machine; plexus cost --help names "
        "them.");
  }
  const CostPart part{catalogue, asked.part};
  std::vector<std::string> varied;
  std::vector<Json> given{Json::object()};  // one object for each combination
  for (const auto& [option, text] : part.read_options(asked.rest)) {
    const std::vector<std::string> sizes = part.sizes_in(text);
    std::vector<Json> more;
    for (const Json& one : given) {
      for (const std::string& size : sizes) {
        const auto [name, value] = part.read(option, size);
        more.push_back(one);
        more.back()[name] = value;
      }
    }
    if (sizes.size() > 1) varied.push_back(part.read(option, sizes.front()).first);
    given = std::move(more);
  }
  Json answers = Json::array();
  Progress progress{err};
  TableOfSizes table{out, varied};
  const bool reads_along = Terminal::of(out).person && !asked.json && !varied.empty();
  answer_all(
      part, given,
      [&](const Json& answer) {
        progress.clear();
        if (reads_along) table.add(answer);
        answers.push_back(answer);
      },
      [&](std::size_t done) {
        const std::string sizes =
            fmt::format("{} of {} sizes, {} %; ", done, given.size(), 100 * done / given.size());
        progress.tell(
            fmt::format("{}: {}large ones take minutes", asked.part, given.size() > 1 ? sizes : ""),
            true);
      });
  progress.clear();
  if (asked.json) {
    out << dumped(varied.empty() ? answers[0] : answers) << '\n';
  } else if (varied.empty()) {
    print_answer(out, answers[0]);
  } else {
    if (!reads_along) {
      for (const Json& answer : answers) table.add(answer);
    }
    table.end();
  }
  return kVerified;
}

}  // namespace

std::unique_ptr<Command> make_cost() {
  return std::make_unique<RequestCommand<CostWords, declare_cost, work_out_cost, show>>();
}

}  // namespace plexus
