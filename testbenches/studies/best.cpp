#include "testbenches/studies/best.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hw/rule/fault.hpp"
#include "hw/systemc.hpp"
#include "models/catalogue/json.hpp"
#include "models/catalogue/verdict.hpp"
#include "models/schedule/named_schedules.hpp"
#include "testbenches/outputs/readable.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

std::vector<Contender> in_all_ways(const Contender& one) {
  std::vector<Contender> all{one};
  const auto& parameters = one.entry->parameters;
  const auto schedule = std::ranges::find(parameters, "schedule", &Parameter::name);
  if (schedule == parameters.end() || one.given.contains("schedule") || !one.refused.empty()) {
    return all;
  }
  for (const std::string& way : ways_of_group(one.entry->operation, 1, 1)) {
    if (*schedule->shown_default == way) continue;
    all.push_back(one);
    all.back().given["schedule"] = all.back().way = way;
  }
  return all;
}

BestStudy::BestStudy(std::vector<Contender> contenders, Runner run)
    : contenders_{std::move(contenders)}, run_{std::move(run)} {
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    if (!contenders_[i].refused.empty()) left_out_.emplace(i, contenders_[i].refused);
  }
}

/// Nothing where the algorithm does not exist for this size, or breaks the rules of the machine.
std::optional<Measured> BestStudy::measured(std::size_t contender, std::int64_t words) {
  const CatalogueEntry* const entry = contenders_[contender].entry;
  Json parameters = contenders_[contender].given;
  parameters["words"] = words;
  const auto out = [&](const std::string& why) {
    left_out_.emplace(contender, words == contests_.front().words
                                     ? why
                                     : fmt::format("with {} words: {}", words, why));
    return std::nullopt;
  };
  try {
    const Report report = run_({entry->machine, entry->operation, entry->name, parameters});
    if (!plexus::good(report)) {
      good_ = false;
      return out("its run is wrong: plexus run tells what is");
    }
    Measured found{contender, report.cycles.count()};
    if (report.lower_bound) found.bound = report.lower_bound->count();
    if (!report.predictions.empty()) {
      found.predicted = report.predictions.front().cycles;
      found.equation = report.predictions.front().equation;
      found.relation = report.predictions.front().relation;
    }
    return found;
  } catch (const Refusal& refusal) {  // it may run with other sizes
    refused_.try_emplace(contender, words, refusal.what());
    return std::nullopt;
  } catch (const sc_core::sc_report& stopped) {
    return out(fault_of(stopped).message);
  }
}

bool BestStudy::ran(std::size_t contender) const {
  return std::ranges::any_of(contests_, [contender](const Contest& one) {
    return std::ranges::find(one.places, contender, &Measured::contender) != one.places.end();
  });
}

Contest BestStudy::contest(std::int64_t words) {
  Contest all{words};
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    if (left_out_.contains(i)) continue;
    if (auto one = measured(i, words)) all.places.push_back(std::move(*one));
  }
  std::ranges::stable_sort(all.places, {}, &Measured::cycles);
  return all;
}

std::int64_t BestStudy::crossing(const Contest& before, const Contest& after) {
  const std::size_t old = before.places.front().contender;
  const std::size_t next = after.places.front().contender;
  const auto wins = [&](std::int64_t words) {  // the next one
    const auto a = measured(old, words);
    const auto b = measured(next, words);
    if (!a || !b) return b.has_value();
    return std::pair{b->cycles, next} < std::pair{a->cycles, old};
  };
  std::int64_t low = before.words;
  std::int64_t high = after.words;
  while (low + 1 < high) {
    const std::int64_t middle = low + (high - low) / 2;
    (wins(middle) ? high : low) = middle;
  }
  return high;
}

void BestStudy::measure(std::int64_t from, std::int64_t to) {
  for (std::int64_t words = from; words < to; words *= 2) contests_.push_back({words});
  contests_.push_back({to});
  for (Contest& one : contests_) one = contest(one.words);
  for (const auto& [contender, first] : refused_) {
    const auto& [words, why] = first;
    left_out_.emplace(contender,
                      ran(contender) ? fmt::format("with {} words: {}", words, why) : why);
  }
  std::erase_if(contests_, [](const Contest& one) { return one.places.empty(); });
  if (contests_.empty()) {
    refuse(RefusalClass::kFeature, "No algorithm runs with that: {}", left_out_.begin()->second);
  }
  for (std::size_t i = 0; i < contests_.size(); ++i) {
    const std::size_t winner = contests_[i].places.front().contender;
    if (i > 0 && reigns_.back().contender == winner) {
      reigns_.back().to = contests_[i].words;
      continue;
    }
    std::int64_t first = contests_[i].words;
    if (i > 0) {
      first = crossing(contests_[i - 1], contests_[i]);
      reigns_.back().to = first - 1;
    }
    reigns_.push_back({first, contests_[i].words, winner});
  }
}

namespace {

/// `12`, `<= 12`: what a formula says of the cycles.
std::string predicted_of(const Measured& one) {
  if (!one.predicted) return "-";
  const char* const sign = one.relation == Relation::kAtMost        ? "<= "
                           : one.relation == Relation::kAtLeast     ? ">= "
                           : one.relation == Relation::kApproximate ? "~ "
                                                                    : "";
  return fmt::format("{}{:.6g}", sign, *one.predicted);
}

}  // namespace

StudyReport BestStudy::report(const std::string& machine, const std::string& operation,
                              const std::string& asked) const {
  const auto times = [](std::int64_t cycles, std::int64_t bound) {
    return bound > 0
               ? fmt::format("{:.3g}", static_cast<double>(cycles) / static_cast<double>(bound))
               : std::string{"-"};
  };
  StudyReport report;
  report.good = good_;
  report.title = fmt::format("{} on {}: which algorithm is the fastest", operation, machine);
  report.opening = {
      fmt::format("All have {}. Measured on the simulated machine, with data checked.", asked)};
  StudyTable winners{"the fastest", {"words from", "to", "algorithm"}, {}};
  Json ranges = Json::array();
  for (const Reign& reign : reigns_) {
    winners.rows.push_back(
        {std::to_string(reign.from), std::to_string(reign.to), name(reign.contender)});
    ranges.push_back(
        {{"from", reign.from}, {"to", reign.to}, {"algorithm", name(reign.contender)}});
  }
  StudyTable sizes{"by size",
                   {"words", "algorithm", "cycles", "bound", "times the bound", "predicted",
                    "equation", "next", "cycles"},
                   {}};
  StudyTable all{"cycles of all", {"words"}, {}};
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    if (!ran(i)) continue;
    shown.push_back(i);
    all.columns.push_back(name(i));
  }
  Json contests = Json::array();
  for (const Contest& one : contests_) {
    const Measured& first = one.places.front();
    const Measured* const next = one.places.size() > 1 ? &one.places[1] : nullptr;
    sizes.rows.push_back(
        {std::to_string(one.words), name(first.contender), std::to_string(first.cycles),
         first.bound > 0 ? std::to_string(first.bound) : "-", times(first.cycles, first.bound),
         predicted_of(first), first.predicted ? first.equation : "-",
         next != nullptr ? name(next->contender) : "-",
         next != nullptr ? std::to_string(next->cycles) : "-"});
    std::vector<std::string> row{std::to_string(one.words)};
    for (const std::size_t i : shown) {
      const auto found = std::ranges::find(one.places, i, &Measured::contender);
      row.push_back(found == one.places.end() ? "-" : std::to_string(found->cycles));
    }
    all.rows.push_back(std::move(row));
    Json places = Json::array();
    for (const Measured& place : one.places) {
      places.push_back({{"algorithm", name(place.contender)},
                        {"cycles", place.cycles},
                        {"predicted", place.predicted ? Json(*place.predicted) : Json()},
                        {"equation", place.predicted ? Json(place.equation) : Json()},
                        {"relation", place.predicted ? Json(to_string(place.relation)) : Json()}});
    }
    contests.push_back({{"words", one.words},
                        {"algorithm", name(first.contender)},
                        {"cycles", first.cycles},
                        {"lower_bound", first.bound > 0 ? Json(first.bound) : Json()},
                        {"ratio", first.bound > 0 ? Json(static_cast<double>(first.cycles) /
                                                         static_cast<double>(first.bound))
                                                  : Json()},
                        {"algorithms", std::move(places)}});
  }
  report.tables = {std::move(winners), std::move(sizes), std::move(all)};
  Json out = Json::array();
  for (const auto& [contender, why] : left_out_) {
    report.notes.push_back(fmt::format("Without {}: {}", name(contender), readable(why)));
    out.push_back({{"algorithm", name(contender)}, {"reason", readable(why)}});
  }
  report.json = {{"machine", machine},           {"operation", operation},
                 {"fastest", std::move(ranges)}, {"sizes", std::move(contests)},
                 {"left_out", std::move(out)},   {"good", good_}};
  return report;
}

std::vector<std::string> BestStudy::facts(const std::string& asked) const {
  std::string fastest;
  for (const Reign& reign : reigns_) {
    fastest += fmt::format("{}{} for {}{} word{}", fastest.empty() ? "The fastest: " : ", ",
                           name(reign.contender), reign.from,
                           reign.to > reign.from ? fmt::format(" to {}", reign.to) : "",
                           reign.to > 1 ? "s" : "");
  }
  std::vector<std::string> facts{fmt::format("All have {}.", asked), fastest + "."};
  for (const auto& [contender, why] : left_out_) {
    facts.push_back(fmt::format("Without {}: {}", name(contender), readable(why)));
  }
  return facts;
}

std::vector<Plot> BestStudy::plots() const {
  Plot plot;
  plot.title = "cycles over words";
  plot.x = {"words", Plot::Scale::kLogarithmic};
  plot.y = {"cycles", Plot::Scale::kLogarithmic};
  Plot::Series bound{"lower bound", {}};
  std::map<std::size_t, Plot::Series> lines;
  const auto point = [](std::int64_t words, std::int64_t cycles) {
    const auto y = static_cast<double>(cycles);
    return Plot::Value{static_cast<double>(words), y, y, y};
  };
  for (const Contest& one : contests_) {
    const std::int64_t least = one.places.front().bound;
    if (least > 0) bound.values.push_back(point(one.words, least));
    for (const Measured& place : one.places) {
      Plot::Series& line = lines[place.contender];
      line.name = name(place.contender);
      line.values.push_back(point(one.words, place.cycles));
    }
  }
  for (auto& [contender, line] : lines) plot.series.push_back(std::move(line));
  if (!bound.values.empty()) plot.series.push_back(std::move(bound));
  Plot fastest;
  fastest.title = "the fastest";
  fastest.form = Plot::Form::kSpans;
  fastest.x = plot.x;
  for (const auto& [contender, line] : lines) {
    Plot::Series& spans = fastest.series.emplace_back(Plot::Series{name(contender), {}});
    for (std::size_t i = 0; i < reigns_.size(); ++i) {
      if (reigns_[i].contender != contender) continue;
      const auto row = static_cast<double>(fastest.labels.size());
      const std::int64_t end = i + 1 < reigns_.size() ? reigns_[i + 1].from : reigns_[i].to;
      spans.values.push_back({row, 0, static_cast<double>(reigns_[i].from),
                              static_cast<double>(end), name(contender)});
    }
    if (!spans.values.empty()) fastest.labels.push_back(name(contender));
  }
  return {std::move(plot), std::move(fastest)};
}

}  // namespace plexus
