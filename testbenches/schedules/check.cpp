#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/values.hpp"
#include "models/schedule/judgement.hpp"
#include "testbenches/command/request.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/outputs/terminal.hpp"
#include "testbenches/schedules/convert.hpp"

namespace plexus {

namespace {

constexpr std::size_t kLinksShown = 8;

/// What is judged, and what was found.
struct CheckedSchedule {
  std::string file;
  std::string operation;  ///< empty: not known
  Schedule schedule;
  Judgement judgement;
};

Json cost_json(const CostOfSchedule& cost) {
  const auto known = [](const auto& value) { return value ? Json(*value) : Json(); };
  Json links = Json::array();
  for (const ScheduleLink& link : cost.links) {
    links.push_back({{"from", link.from},
                     {"to", link.to},
                     {"messages", link.messages},
                     {"volume", link.volume}});
  }
  return {{"messages", cost.messages},
          {"rounds", cost.rounds},
          {"messages_a_round", cost.fan},
          {"volume", cost.volume},
          {"busiest", cost.busiest},
          {"bounds",
           {{"rounds", known(cost.least_rounds)},
            {"volume", known(cost.least_volume)},
            {"busiest", known(cost.least_busiest)}}},
          {"links", std::move(links)}};
}

/// What its volumes count.
const char* unit_of(const CheckedSchedule& checked) {
  if (checked.schedule.sizes_only()) return "words";
  return checked.operation == "allreduce" ? "vectors" : "blocks";
}

Json check_json(const CheckedSchedule& checked) {
  const Judgement& judgement = checked.judgement;
  Json findings = Json::array();
  for (const Finding& finding : judgement.findings) {
    findings.push_back({{"kind", to_string(finding.kind)},
                        {"line", finding.line},
                        {"lines", finding.lines},
                        {"message", finding.sentence + '.'}});
  }
  return {{"schedule", checked.file},
          {"operation", checked.operation.empty() ? Json() : Json(checked.operation)},
          {"nodes", judgement.nodes},
          {"rows", checked.schedule.rows.size()},
          {"unit", unit_of(checked)},
          {"result_judged", judgement.has_result},
          {"findings", std::move(findings)},
          {"cost", cost_json(judgement.cost)},
          {"version", PLEXUS_VERSION}};
}

/// Why the result is not judged; empty if it is.
std::string open_question(const CheckedSchedule& checked) {
  if (checked.judgement.has_result) return {};
  if (checked.schedule.sizes_only()) return "sizes only: no data can be followed";
  if (!checked.schedule.start.empty()) {
    return "the file does not say what has to lie where at the end, so results are not judged";
  }
  return "the file does not say what it does, so data are not followed: add --operation NAME";
}

void print_cost(std::ostream& out, const CheckedSchedule& checked, const Terminal& terminal) {
  const CostOfSchedule& cost = checked.judgement.cost;
  const std::string unit = unit_of(checked);
  const auto amount = [](double value) { return fmt::format("{:.6g}", value); };
  const auto bound = [&](const auto& value) {
    return value ? amount(static_cast<double>(*value)) : std::string{"-"};
  };
  std::vector<std::vector<std::string>> rows{{"  what it costs", "here", "at least", ""}};
  rows.push_back({"  rounds", std::to_string(cost.rounds), bound(cost.least_rounds),
                  fmt::format("a node sends {} message{} at most in one", cost.fan,
                              cost.fan == 1 ? "" : "s")});
  rows.push_back({"  volume", amount(cost.volume), bound(cost.least_volume),
                  fmt::format("{}, in {} messages", unit, cost.messages)});
  rows.push_back({"  busiest node", amount(cost.busiest), bound(cost.least_busiest),
                  fmt::format("{} sent or taken", unit)});
  out << '\n';
  print_table(out, rows, terminal, true);
  std::vector<ScheduleLink> links = cost.links;
  std::ranges::stable_sort(links, std::ranges::greater{}, &ScheduleLink::volume);
  std::vector<std::vector<std::string>> pairs{{"  from", "to", unit, "messages"}};
  for (std::size_t i = 0; i < std::min(links.size(), kLinksShown); ++i) {
    pairs.push_back({fmt::format("  {}", links[i].from), std::to_string(links[i].to),
                     amount(links[i].volume), std::to_string(links[i].messages)});
  }
  if (links.empty()) return;
  out << '\n';
  print_table(out, pairs, terminal, true);
  if (links.size() > kLinksShown) {
    fmt::print(out, "  and {} more pairs, none with more: --json has all\n",
               links.size() - kLinksShown);
  }
}

void print_check(std::ostream& out, const CheckedSchedule& checked) {
  const Terminal terminal = Terminal::of(out);
  const Judgement& judgement = checked.judgement;
  const std::size_t count = judgement.findings.size();
  const std::string verdict =
      count == 0 ? terminal.good("no findings")
                 : terminal.bad(fmt::format("{} finding{}", count, count == 1 ? "" : "s"));
  fmt::print(out, "{}: {} of {} nodes, {} rows: {}\n", checked.file,
             checked.operation.empty() ? "schedule" : checked.operation, judgement.nodes,
             checked.schedule.rows.size(), verdict);
  if (const std::string open = open_question(checked); !open.empty()) {
    fmt::print(out, "  {}\n", open);
  }
  if (count > 0) out << '\n';
  for (const Finding& finding : judgement.findings) {
    fmt::print(out, "{}:{}: {}: {}.\n", checked.file, finding.line,
               terminal.head(to_string(finding.kind)), finding.sentence);
  }
  print_cost(out, checked, terminal);
}

class CheckCommand final : public Command {
 public:
  void declare(CLI::App& app) override {
    plexus::declare(app, "SCHEDULE", files_,
                    ".xml (MSCCL), .json (TE-CCL), .goal, .schedule, a run's trace");
    plexus::declare(app, "--operation NAME", operation_,
                    "what it does, if the file does not say it");
    plexus::declare(app, "--root NODE", root_,
                    "where a broadcast, scatter or gather has its root; default 0");
    plexus::declare(app, "--json", json_, "print one JSON object");
  }

  int perform(const Catalogue& /*catalogue*/, const WordsLeft& /*rest*/, std::ostream& out,
              std::ostream& /*err*/, Ending /*ending*/) override {
    if (files_.size() != 1) {
      refuse("Name one schedule: plexus check FILE.");
    }
    CheckedSchedule checked{files_[0], {}, read_any_schedule(files_[0]), {}};
    const Schedule& schedule = checked.schedule;
    if (!operation_.empty()) operation_ = standard_name(operation_);
    const std::string& name = operation_.empty() ? schedule.operation : operation_;
    const auto operation = scheduled_operation(name);
    if (!name.empty() && !operation) {
      std::vector<std::string> names;
      for (const ScheduledOperation one : kScheduledOperations) names.emplace_back(to_string(one));
      refuse_name(RefusalClass::kUsage, "operation of a schedule", name, names);
    }
    if (!operation_.empty() && !schedule.operation.empty() && operation_ != schedule.operation) {
      refuse("--operation {}: {} says that it is one of {}.", operation_, files_[0],
             schedule.operation);
    }
    const std::int64_t root = read_integer("root", root_);
    if (root < 0 || root >= std::max<NodeId>(1, schedule.nodes())) {
      refuse(RefusalClass::kRange, "--root {}: the schedule has {} nodes, from 0 on.", root,
             schedule.nodes());
    }
    checked.operation = name;
    checked.judgement = judge(schedule, {operation, static_cast<NodeId>(root)});
    if (json_) {
      out << dumped(check_json(checked)) << '\n';
    } else {
      print_check(out, checked);
    }
    return checked.judgement.findings.empty() ? kVerified : kWrong;
  }

 private:
  std::vector<std::string> files_;
  std::string operation_;
  std::string root_ = "0";
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_check() { return std::make_unique<CheckCommand>(); }

}  // namespace plexus
