#include "models/synthesis/algorithm.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/synthesis/bounds.hpp"
#include "models/system/kept.hpp"

namespace plexus {

SearchWatch& search_watch() {
  static SearchWatch watch;
  return watch;
}

namespace {

constexpr std::int64_t kSeconds = 60;
constexpr const char* kAny = "any";
constexpr const char* kKind = "optima";  ///< of what is kept
constexpr const char* kKept = "schedule";

Parameter steps_parameter() {
  Parameter parameter =
      free_text("steps", "integer or word", ">= 1, or any: packets start whenever they can", kAny,
                "most lock steps, in each of which a link carries one packet at most");
  parameter.read = [](const std::string& text) {
    return text == kAny ? Json(kAny) : Json(read_integer("steps", text, ">= 1, or any"));
  };
  parameter.check = [](const Json& value, const Values&) {
    if (value == kAny) return;
    if (!value.is_number_integer()) {
      throw Refusal{RefusalClass::kUsage, "--steps: write a number >= 1, or any."};
    }
    constexpr std::int64_t kMost = 1000;
    const auto steps = value.get<std::int64_t>();
    if (steps < 1 || steps > kMost) {
      throw Refusal{
          RefusalClass::kRange,
          fmt::format("--steps {} is out of range: choose 1 .. {}, or any.", steps, kMost)};
    }
  };
  return parameter;
}

/// While somebody may watch a search.
class Watched {
 public:
  Watched() {
    if (search_watch().begin) search_watch().begin();
  }
  ~Watched() {
    if (search_watch().end) search_watch().end();
  }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
};

}  // namespace

std::vector<Parameter> synthesis_parameters() {
  constexpr std::int64_t kMost = 1'000'000;
  return {steps_parameter(), integer("time_limit", 0, kMost, kSeconds, "seconds of the search"),
          flag("confirm", false, "have a second solver confirm what is refuted")};
}

SynthesisWish synthesis_wish(const std::string& machine, const Values& values) {
  SynthesisWish wish;
  if (!values.has("time_limit")) return wish;
  wish.machine = machine;
  wish.values = values;
  wish.seconds = values.number("time_limit");
  wish.confirm = values.flag("confirm");
  if (values.at("steps").is_number_integer()) wish.steps = values.number("steps");
  return wish;
}

NextHopOf neighbours_of(const SynthesisNetwork& network) {
  std::map<std::pair<NodeId, NodeId>, NextHop> hops;
  for (const SynthesisLink& link : network.links) {
    hops[{link.from, link.to}] = {link.channel, link.to, network.links[link.back].channel};
  }
  return [hops](NodeId here, NodeId destination) { return hops.at({here, destination}); };
}

void report_optimum(const Optimum& best, Statistics& statistics) {
  statistics.set(kOptimal, best.found.optimal());
  statistics.set(kProof, to_string(best.found.proof));
  statistics.set(kUpperBound, best.found.cycles);
}

void keep_searches(Catalogue& catalogue, Catalogue found) {
  for (CatalogueEntry& entry : found.algorithms) catalogue.searches.push_back(std::move(entry));
}

Operation words_operation(const SynthesisRequest& request) {
  const std::vector<Token> tokens = tokens_of(request);
  std::vector<std::vector<Interval>> before(request.nodes);
  std::vector<std::vector<Interval>> after(request.nodes);
  std::uint64_t words = 1;  // one more than the highest number
  for (const Token& token : tokens) {
    before[token.source].push_back({token.piece, 1});
    for (const NodeId target : token.targets) after[target].push_back({token.piece, 1});
    words = std::max(words, token.piece + 1);
  }
  return {to_string(request.operation),
          {words, 1_words},
          [before = std::move(before)](NodeId v) { return before[v]; },
          [after = std::move(after)](NodeId v) { return after[v]; }};
}

void require_searchable(double nodes, Words words, SynthesisOperation operation) {
  constexpr double kMostSearched = 256;
  constexpr double kMostWords = 200'000;
  if (nodes > kMostSearched) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("An optimal schedule is searched for on at most {:.0f} nodes, and "
                              "there are {:.0f}: choose a smaller machine.",
                              kMostSearched, nodes)};
  }
  double blocks = nodes;
  if (operation == SynthesisOperation::kAlltoall) blocks = nodes * nodes;
  if (operation == SynthesisOperation::kBroadcast || operation == SynthesisOperation::kMove ||
      operation == SynthesisOperation::kReduce) {
    blocks = 1;
  }
  const double all = blocks * static_cast<double>(words.count());
  if (all > kMostWords) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("An optimal schedule is searched for of at most {:.0f} words in all, "
                              "and there are {:.0f}: choose fewer --words.",
                              kMostWords, all)};
  }
}

namespace {

using Clock = std::chrono::steady_clock;

/// Until when somebody may look, and who is told how far it is.
SearchLimits limits_of(const SynthesisWish& wish, Clock::time_point end) {
  const SearchWatch& watch = search_watch();
  SearchLimits limits;
  limits.confirm = wish.confirm;
  const auto interrupted = [&watch] { return watch.stop && watch.stop(); };
  limits.stop = [interrupted, end] { return interrupted() || Clock::now() > end; };
  limits.stop_first = limits.stop;
  if (wish.seconds == 0) limits.stop_first = interrupted;  // one is asked for, and no search
  if (watch.tell) limits.tell = watch.tell;
  return limits;
}

/// Schedules to begin with: that of the fastest algorithm, and where something is combined that of
/// the operation that it is backwards.
std::vector<TransferTimetable> known_schedules(const SynthesisProblem& problem,
                                               const SynthesisWish& wish,
                                               const SearchLimits& limits, Optimum& best) {
  std::vector<TransferTimetable> schedules;
  if (!search_watch().known || problem.steps) return schedules;
  // Words that come to nodes, at most. A schedule of a run is always made of five million; of more
  // if there are at most 400,000, about what is made in a second, for each second of the limit.
  constexpr std::int64_t kArrivalsInASecond = 400'000;
  constexpr std::int64_t kAlways = 5'000'000;
  const std::int64_t arrivals = std::ssize(problem.tokens) * std::int64_t{problem.network.nodes};
  const bool in_time = arrivals <= std::max(kAlways, kArrivalsInASecond * wish.seconds);
  const auto run = [&](SynthesisOperation operation) {
    auto known = search_watch().known(wish, operation, limits.stop_first);
    if (known && in_time) {
      if (auto schedule = timetable_of(problem, *known)) schedules.push_back(std::move(*schedule));
    }
    return known;
  };
  const SynthesisOperation operation = problem.request.operation;
  auto known = run(operation);
  if (!std::exchange(best.asked, true)) {
    const bool whole = operation == best.request.operation;  // or a half of an allreduce
    best.known = whole ? std::move(known)
                       : search_watch().known(wish, best.request.operation, limits.stop_first);
  }
  if (in_time && operation == SynthesisOperation::kReduce) {
    run(SynthesisOperation::kBroadcast);
  } else if (in_time && operation == SynthesisOperation::kReduceScatter) {
    run(SynthesisOperation::kAllgather);
  }
  return schedules;
}

/// An optimum that is kept, or the best schedule until the limits end the search.
Synthesis kept_or_found(const SynthesisProblem& problem, const SynthesisWish& wish,
                        const SearchLimits& limits, Optimum& best) {
  const std::string key = key_of(problem);
  if (!limits.confirm) {
    if (auto found = synthesis_from(kept_answer(kKind, kKept, key), problem))
      return std::move(*found);
  }
  best.kept = false;
  Synthesis found = synthesize(problem, limits, known_schedules(problem, wish, limits, best));
  if (found.optimal()) keep_answer(kKind, kKept, key, synthesis_json(found));
  return found;
}

/// Cycles below which no allreduce can be: it is a reduce to any node, and a broadcast from it.
std::int64_t allreduce_bound(const SynthesisNetwork& network, SynthesisRequest request,
                             const SearchLimits& limits) {
  constexpr NodeId kMostRoots = 16;  // each is looked at by itself
  std::int64_t bound = quick_bound(network, request);
  if (network.nodes > kMostRoots) return bound;
  for (const auto operation : {SynthesisOperation::kReduce, SynthesisOperation::kBroadcast}) {
    request.operation = operation;
    for (request.root = 0; request.root < network.nodes; ++request.root) {
      bound = std::max(bound,
                       cycles_bound(problem_of(network, request), limits.stop, limits.stop_first));
    }
  }
  return bound;
}

void refuse_no_schedule(const SynthesisWish& wish) {
  const std::function<bool()>& interrupted = search_watch().stop;
  if (interrupted && interrupted()) {
    throw Refusal{RefusalClass::kFeature, "The search was ended before it found a schedule."};
  }
  throw Refusal{
      RefusalClass::kFeature,
      fmt::format("No schedule was found within --time-limit {}: choose more{}.", wish.seconds,
                  wish.seconds == 0 || wish.steps
                      ? ""
                      : ", or 0 for the first one that is made, however long it takes")};
}

}  // namespace

std::shared_ptr<const Optimum> best_schedule(const SynthesisNetwork& network,
                                             const SynthesisRequest& request,
                                             const SynthesisWish& wish) {
  const auto begin = Clock::now();
  const bool pair = request.operation == SynthesisOperation::kAllreduce;
  if (pair && wish.steps) {
    throw Refusal{RefusalClass::kFeature,
                  "--steps is for one operation, and an allreduce is a reduce-scatter and an "
                  "allgather: leave it out."};
  }
  auto best = std::make_shared<Optimum>();
  best->request = request;
  best->kept = true;
  std::vector<SolvedProblem> parts;
  {
    const Watched watched;
    const Clock::duration all = std::chrono::seconds{wish.seconds};
    std::vector<SynthesisProblem> problems =
        pair ? allreduce_halves(network, request) : std::vector{problem_of(network, request)};
    for (SynthesisProblem& problem : problems) {
      problem.steps = wish.steps;
      // Of a pair the first one has half of the time, and the second one is made in any case.
      const bool second = pair && &problem == &problems.back();
      SearchLimits limits = limits_of(wish, begin + (pair && !second ? all / 2 : all));
      if (second) limits.stop_first = [] { return false; };
      Synthesis found = kept_or_found(problem, wish, limits, *best);
      if (found.timetable.empty() && !problem.tokens.empty()) refuse_no_schedule(wish);
      parts.push_back({std::move(problem), std::move(found.timetable)});
      best->found = {{}, best->found.cycles + found.cycles, found.lower_bound, found.proof};
    }
    if (pair) {
      best->found.lower_bound = allreduce_bound(network, request, limits_of(wish, begin + all));
      const bool met = best->found.cycles <= best->found.lower_bound;
      best->found.proof = met ? Proof::kBound : Proof::kNone;
    }
  }
  // Where links work in both directions a packet that goes as early as it can is never late.
  best->timed = network.rule != PortRule::kAllFull || wish.steps;
  best->schedule = rows_of(parts, request, best->timed);
  best->ordered = best->timed ? rows_of(parts, request, false) : best->schedule;
  best->took = std::chrono::duration<double>(Clock::now() - begin).count();
  if (search_watch().found) search_watch().found(best);
  return best;
}

std::shared_ptr<const Optimum> best_slots(const SlotProblem& problem, const SynthesisWish& wish) {
  const auto begin = Clock::now();
  if (wish.steps) {
    throw Refusal{RefusalClass::kFeature,
                  "--steps is for machines of links: a slot is a step. Leave it out."};
  }
  auto best = std::make_shared<Optimum>();
  const Watched watched;
  const SearchLimits limits = limits_of(wish, begin + std::chrono::seconds{wish.seconds});
  const std::string key = key_of(problem);
  auto kept = wish.confirm ? std::nullopt : slots_from(kept_answer(kKind, kKept, key), problem);
  best->kept = kept.has_value();
  SlotSchedule found;
  if (kept) {
    found = std::move(*kept);
  } else {
    if (search_watch().known) {
      best->known = search_watch().known(wish, problem.request.operation, limits.stop_first);
      best->asked = true;
    }
    found = schedule_slots(problem, limits,
                           best->known ? timetable_of(problem, *best->known) : std::nullopt);
  }
  if (!kept && found.proof != Proof::kNone) keep_answer(kKind, kKept, key, slots_json(found));
  if (found.sends.empty() && !problem.tokens.empty()) refuse_no_schedule(wish);
  best->found = {{}, found.slots, found.lower_bound, found.proof};
  best->slots = std::move(found.sends);
  best->took = std::chrono::duration<double>(Clock::now() - begin).count();
  if (search_watch().found) search_watch().found(best);
  return best;
}

}  // namespace plexus
