#include "models/synthesis/search.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/catalogue/json.hpp"
#include "models/catalogue/refusal.hpp"
#include "models/synthesis/bounds.hpp"
#include "models/synthesis/drawn.hpp"
#include "models/synthesis/flow_schedule.hpp"
#include "models/synthesis/greedy.hpp"

namespace plexus {

const char* to_string(Proof proof) {
  switch (proof) {
    case Proof::kBound:
      return "bound";
    case Proof::kRefuted:
      return "refuted";
    case Proof::kNone:
      break;
  }
  return "none";
}

Proof proof_named(const std::string& name) {
  return name == "bound" ? Proof::kBound : Proof::kRefuted;
}

bool is_confirmed(const Clauses& clauses, std::int64_t cycles, const SearchLimits& limits) {
  if (!limits.confirm) return true;
  limits.tell(fmt::format("a second solver looks at {} cycles", cycles));
  const Answer answer = second_opinion(clauses, limits.confirm_seconds);
  if (answer == Answer::kYes) {
    throw std::logic_error{fmt::format(
        "the second solver finds a schedule of {} cycles that the first one has refuted", cycles)};
  }
  if (answer == Answer::kUnknown) limits.tell("it did not end, and nothing is refuted");
  return answer == Answer::kNo;
}

namespace {

constexpr double kMostVariables = 4e6;  ///< of a question that is put to the solver

/// A question that the solver works on: is there a schedule of so many cycles among some?
struct Question {
  Question(const SynthesisProblem& problem, std::int64_t cycles, const Wanted& wanted,
           const SearchLimits& limits)
      : encoding{problem, cycles, wanted, limits.fault, limits.stop},
        solver{encoding.clauses(), limits.stop} {}
  Encoding encoding;
  Solver solver;
};

NodeMap composed(const NodeMap& first, const NodeMap& second) {
  NodeMap both;
  for (const NodeId v : first) both.push_back(second[v]);
  return both;
}

/// What schedules are looked for, each found much sooner than any other: those that look the same
/// from many nodes, large groups first, and where each token has one target those in which it goes
/// a shortest way. The last are all.
std::vector<Wanted> wanted_of(const SynthesisProblem& problem) {
  constexpr std::size_t kAlike = 60;
  const std::vector<NodeMap> symmetries = symmetries_of(problem.network, kAlike);
  std::vector<Wanted> all;
  const auto keep = [&](std::vector<NodeMap> group) {
    std::erase_if(group, [&](const NodeMap& map) {
      return std::ranges::is_sorted(map) || !token_map(problem, map);
    });
    if (!group.empty() && std::ranges::find(all, group, &Wanted::same) == all.end()) {
      all.push_back({.same = std::move(group)});
    }
  };
  const auto& shifts = problem.network.shifts;
  keep(shifts);
  for (std::size_t i = 0; i < shifts.size(); ++i) {  // half of them along one generator
    std::vector<NodeMap> group = shifts;
    group[i] = composed(shifts[i], shifts[i]);
    keep(group);
  }
  constexpr std::size_t kSingles = 4;
  for (std::size_t i = 0; i < std::min(kSingles, symmetries.size()); ++i) {
    keep({symmetries[i * symmetries.size() / std::min(kSingles, symmetries.size())]});
  }
  if (problem.single()) all.push_back({.straight = true});
  all.push_back({.alike = symmetries});
  return all;
}

/// One search.
class Search {
 public:
  Search(const SynthesisProblem& problem, const SearchLimits& limits)
      : problem_{problem}, limits_{limits} {}

  Synthesis run(int rounds, const std::vector<TransferTimetable>& known = {}) {
    best_.lower_bound = cycles_bound(problem_, limits_.stop, limits_.stop_first);
    if (problem_.tokens.empty()) {
      best_.proof = Proof::kBound;
      return best_;
    }
    if (limits_.fault == PlantedFault::kNone) simple();
    for (const TransferTimetable& one : known) take(one);
    if (!met()) with_fewer_words(rounds);
    if (!met()) in_rounds(rounds);
    if (best_.timetable.empty() && stepped_) take(std::move(*stepped_));
    if (met()) best_.proof = refuted_ == best_.cycles - 1 ? Proof::kRefuted : Proof::kBound;
    return best_;
  }

 private:
  [[nodiscard]] bool known() const { return !best_.timetable.empty(); }
  [[nodiscard]] bool met() const { return known() && best_.cycles <= best_.lower_bound; }
  [[nodiscard]] bool stopped() const { return limits_.stop(); }

  /// `most`: cycles that it is said to have.
  void take(TransferTimetable timetable, std::int64_t most = SynthesisNetwork::kFar) {
    const std::int64_t cycles = std::min(most, cycles_of(problem_.network, timetable));
    if (known() && cycles >= best_.cycles) return;
    best_.timetable = std::move(timetable);
    best_.cycles = cycles;
    tell();
  }

  void tell() const {
    if (!known()) return;
    if (met()) {
      limits_.tell(fmt::format("{} cycles", best_.cycles));
    } else {
      limits_.tell(fmt::format("between {} and {} cycles", best_.lower_bound, best_.cycles));
    }
  }

  /// What needs no solver.
  void simple() {
    if (problem_.steps) {
      stepped_ = greedy_steps(problem_, limits_.stop_first);
      return;
    }
    if (auto flow = flow_schedule(problem_, best_.lower_bound)) {
      take(std::move(*flow));
      return;
    }
    const auto greedy = [&](GreedyTries tries, const std::function<bool()>& stop) {
      auto found = greedy_schedule(problem_, best_.lower_bound, tries, stop);
      if (found) take(std::move(*found));
    };
    greedy(GreedyTries::kOne, limits_.stop_first);
    if (known() && best_.cycles > best_.lower_bound + 1) in_trees();
    if (!met() && !stopped()) greedy(GreedyTries::kMany, limits_.stop);
  }

  /// Words that go to all nodes, along trees that share the links as the worst cut lets them.
  void in_trees() {
    if (!suits_forest(problem_)) return;
    const auto forest = forest_of(problem_, limits_.stop);
    if (!forest) return;
    auto schedule =
        greedy_schedule(problem_, best_.lower_bound, GreedyTries::kMany, limits_.stop, &*forest);
    if (schedule) take(std::move(*schedule));
  }

  /// Of links that start at once: schedules of some of the words, one behind the other.
  void with_fewer_words(int rounds) {
    const std::int64_t words = problem_.request.words.count();
    const auto of_word = [&](std::int64_t word) {
      return std::ranges::count(problem_.tokens, static_cast<std::uint64_t>(word), &Token::word);
    };
    constexpr std::size_t kManyTokens = 20'000;
    if (problem_.tokens.size() > kManyTokens) return;
    if (of_word(0) != of_word(words - 1)) return;  // blocks of unequal sizes
    if (problem_.steps || words < 2 || rounds == 0 || !problem_.network.starts_at_once() ||
        limits_.fault != PlantedFault::kNone) {
      return;
    }
    constexpr std::int64_t kMost = 8;
    struct Part {
      SynthesisProblem problem;
      TransferTimetable timetable;
      std::int64_t cycles;
    };
    std::map<std::int64_t, Part> parts;
    const auto cycles = [&](std::int64_t some) {
      const std::int64_t rest = words % some;
      return words / some * parts.at(some).cycles + (rest == 0 ? 0 : parts.at(rest).cycles);
    };
    for (std::int64_t some = 1; some <= std::min(kMost, words / 2); ++some) {
      if (stopped() || met()) return;
      SynthesisProblem few = problem_;
      few.request.words = Words{some};
      std::erase_if(few.tokens, [&](const Token& token) {
        return token.word >= static_cast<std::uint64_t>(some);
      });
      SearchLimits quiet = limits_;
      quiet.tell = [](const std::string&) {};
      quiet.confirm = false;
      constexpr int kQuick = 3;
      Synthesis found = Search{few, quiet}.run(some == 1 ? std::min(rounds, kQuick) : 1);
      if (found.timetable.empty()) return;
      parts.emplace(some, Part{std::move(few), std::move(found.timetable), found.cycles});
      const std::int64_t rest = words % some;
      if (rest != 0 && !parts.contains(rest)) continue;
      if (known() && cycles(some) >= best_.cycles) continue;
      std::vector<TransferTimetable> timetables;
      std::vector<SynthesisProblem> problems;
      const auto add = [&](std::int64_t of) {
        timetables.push_back(parts.at(of).timetable);
        problems.push_back(parts.at(of).problem);
      };
      for (std::int64_t i = 0; i < words / some; ++i) add(some);
      if (rest != 0) add(rest);
      take(one_behind_the_other(problem_, timetables, problems));
    }
  }

  /// Puts questions to the solver, each for a number of conflicts that grows from round to round,
  /// and draws schedules in between.
  void in_rounds(int rounds) {
    constexpr int kFirst = 4000;     // conflicts
    constexpr int kMostDrawn = 256;  // rounds of draws
    const double least = Encoding::size(problem_, best_.lower_bound, {}) / problem_.network.nodes;
    const bool small = least <= kMostVariables;  // in a group of symmetries, at least
    if (small) wanted_ = wanted_of(problem_);
    std::optional<DrawnSchedules> drawn;
    if (known() && limits_.fault == PlantedFault::kNone && DrawnSchedules::suit(problem_)) {
      drawn.emplace(problem_);
    }
    int times = 1;
    for (int round = 0; round < rounds && !met() && !stopped(); ++round) {
      bool asked = small && with_clauses(times * kFirst, round);
      if (drawn && !met() && !stopped() && times <= kMostDrawn) {
        drawn->draw(best_.lower_bound, times, limits_.stop);
        take(drawn->best());
        asked = true;
      }
      if (!asked) break;  // all of them are too large, or have been answered
      times = std::min(kMostConflicts / kFirst, 4 * times);
    }
  }

  /// One round: schedules of a group first, then all. Returns whether there was something to ask.
  bool with_clauses(int conflicts, int round) {
    constexpr int kStraight = 16;  // times as many: few ways, and long chains of them
    const std::size_t all = wanted_.size() - 1;
    bool asked = false;
    for (std::size_t some = 0; some < all; ++some) {
      const int more = wanted_[some].straight ? std::min(kStraight, kMostConflicts / conflicts) : 1;
      asked = close_in(some, more * conflicts, round) || asked;
    }
    while (!met() && !stopped() && may_be()) {  // all schedules, of the fewest cycles
      const std::int64_t bound = best_.lower_bound;
      asked = ask(bound, all, conflicts) || asked;
      if (best_.lower_bound == bound) break;
    }
    asked = close_in(all, conflicts, round) || asked;
    return (problem_.steps && !known() && of_any_length(conflicts)) || asked;
  }

  /// Whether no length of the lock steps that are asked for, up to the longest, has been refuted.
  [[nodiscard]] bool may_be() const {
    return !problem_.steps || best_.lower_bound <= Encoding::longest_steps(problem_);
  }

  /// Looks for any schedule in so many lock steps, however long they are. Returns whether there was
  /// something to ask.
  bool of_any_length(int conflicts) {
    const bool asked =
        may_be() && ask(Encoding::longest_steps(problem_), wanted_.size() - 1, conflicts);
    if (may_be()) return asked;
    throw Refusal{
        RefusalClass::kRange,
        fmt::format("--steps {} is out of range: no schedule has so few lock steps. Choose "
                    "more.",
                    *problem_.steps)};
  }

  /// Halves the room between what cannot be, of those wanted, and the best schedule. Returns
  /// whether there was something to ask.
  bool close_in(std::size_t wanted, int conflicts, int round) {
    bool asked = false;
    std::int64_t low = std::max(best_.lower_bound, refuted_in_[wanted] + 1);
    // Without any schedule yet, some room above what cannot be: of those wanted there may be none.
    const std::int64_t room = low + 2 + 2 * round;
    while (!met() && !stopped()) {
      const std::int64_t high = known() ? best_.cycles : room;
      if (low >= high) break;
      const std::int64_t middle = low + (high - 1 - low) / 2;
      if (!ask(middle, wanted, conflicts)) break;
      asked = true;
      if (!known() || best_.cycles > middle) low = middle + 1;
    }
    return asked;
  }

  /// Returns whether the question could be put.
  bool ask(std::int64_t cycles, std::size_t wanted, int conflicts) {
    if (Encoding::size(problem_, cycles, wanted_[wanted]) > kMostVariables) return false;
    const auto name = std::pair{wanted, cycles};
    if (!questions_.contains(name)) forget();
    auto& question = questions_[name];
    try {
      if (question == nullptr) {
        question = std::make_unique<Question>(problem_, cycles, wanted_[wanted], limits_);
      }
    } catch (const TooManyClauses&) {
      return false;
    } catch (const TimeToEnd&) {
      return true;
    }
    const Answer answer = question->solver.solve(conflicts, limits_.stop);
    if (answer == Answer::kUnknown) return true;
    if (answer == Answer::kYes) {
      take(question->encoding.timetable(question->solver), cycles);
    } else {
      refuted_in_[wanted] = std::max(refuted_in_[wanted], cycles);
      if (wanted + 1 == wanted_.size() &&  // of all schedules
          is_confirmed(question->encoding.clauses(), cycles, limits_)) {
        best_.lower_bound = std::max(best_.lower_bound, cycles + 1);
        refuted_ = std::max(refuted_, cycles);
        tell();
      }
    }
    question = nullptr;  // its room
    return true;
  }

  /// Gives the room of open questions to the next one where they have much.
  void forget() {
    std::size_t room = 0;
    for (const auto& [name, question] : questions_) {
      if (question != nullptr) room += question->encoding.clauses().literals().size();
    }
    if (room > Clauses::kMost / 4) questions_.clear();
  }

  static constexpr int kMostConflicts = 1 << 28;

  const SynthesisProblem& problem_;
  const SearchLimits& limits_;
  Synthesis best_;
  std::int64_t refuted_ = -1;                   ///< cycles, of all schedules
  std::optional<TransferTimetable> stepped_{};  ///< in lock steps, if clauses find none
  std::vector<Wanted> wanted_;
  std::map<std::size_t, std::int64_t> refuted_in_;  ///< by those wanted: cycles
  std::map<std::pair<std::size_t, std::int64_t>, std::unique_ptr<Question>> questions_;
};

}  // namespace

Synthesis synthesize(const SynthesisProblem& problem, const SearchLimits& limits,
                     const std::vector<TransferTimetable>& known) {
  if (problem.steps && *problem.steps < steps_bound(problem)) {
    throw Refusal{RefusalClass::kRange,
                  fmt::format("--steps {} is out of range: some word has to go {} links: choose >= "
                              "{}.",
                              *problem.steps, steps_bound(problem), steps_bound(problem))};
  }
  constexpr int kAll = 1 << 20;
  Synthesis found = Search{problem, limits}.run(kAll, known);
  const bool must = limits.fault == PlantedFault::kNone && !found.timetable.empty();
  if (must) {
    if (const auto flaw = flaw_of(problem, found.timetable)) throw std::logic_error{*flaw};
  }
  return found;
}

/// All that the schedule depends on.
std::string key_of(const SynthesisProblem& problem) {
  std::string key =
      fmt::format("plexus optimum 2\nnodes {}\nrule {}{}{}\n", problem.network.nodes,
                  to_string(problem.network.rule), problem.network.backwards ? " backwards" : "",
                  problem.network.switched ? " switched" : "");
  if (problem.steps) key += fmt::format("steps {}\n", *problem.steps);
  for (const SynthesisLink& link : problem.network.links) {
    key += fmt::format("link {} {} {} {} {} {}\n", link.from, link.to, link.startup, link.bandwidth,
                       link.written, link.read);
  }
  for (const NodeMap& map : problem.network.shifts) {
    key += fmt::format("shift {}\n", fmt::join(map, " "));
  }
  for (const Token& token : problem.tokens) {
    key += fmt::format("token {} {} {}\n", token.source, token.word, fmt::join(token.targets, " "));
  }
  return key;
}

Json synthesis_json(const Synthesis& found) {
  Json transfers = Json::array();
  for (const TimedTransfer& one : found.timetable) {
    transfers.push_back(Json::array({one.link, one.start, one.tokens}));
  }
  return {{"cycles", found.cycles},
          {"proof", to_string(found.proof)},
          {"transfers", std::move(transfers)}};
}

std::optional<Synthesis> synthesis_from(const Json& kept, const SynthesisProblem& problem) try {
  Synthesis found;
  found.cycles = kept.at("cycles").get<std::int64_t>();
  found.lower_bound = found.cycles;
  found.proof = proof_named(kept.at("proof"));
  for (const Json& one : kept.at("transfers")) {
    found.timetable.push_back({one.at(0).get<std::size_t>(), one.at(1).get<std::int64_t>(),
                               one.at(2).get<std::vector<std::uint32_t>>()});
  }
  const bool whole = std::ranges::all_of(found.timetable, [&](const TimedTransfer& one) {
    return one.link < problem.network.links.size() &&
           std::ranges::all_of(one.tokens,
                               [&](std::uint32_t token) { return token < problem.tokens.size(); });
  });
  if (!whole || flaw_of(problem, found.timetable)) return std::nullopt;
  return found;
} catch (const Json::exception&) {  // nothing is kept, or no such answer
  return std::nullopt;
}

}  // namespace plexus
