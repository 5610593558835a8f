#include "models/synthesis/algorithm.hpp"

#include <chrono>
#include <map>

#include <fmt/format.h>

#include "models/catalogue/json.hpp"
#include "models/synthesis/store.hpp"

namespace plexus {

SearchWatch& search_watch() {
  static SearchWatch watch;
  return watch;
}

namespace {

constexpr std::int64_t kSeconds = 300;
constexpr const char* kAny = "any";

Parameter steps_parameter() {
  Parameter parameter;
  parameter.name = "steps";
  parameter.type = "integer or word";
  parameter.range = ">= 1, or any: packets start whenever they can";
  parameter.help = "most lock steps, in each of which a link carries one packet at most";
  *parameter.shown_default = kAny;
  parameter.fallback = [](const Values&) { return Json(kAny); };
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

SynthesisWish synthesis_wish(const Values& values) {
  SynthesisWish wish;
  if (!values.has("time_limit")) return wish;
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

void require_searchable(double nodes, Words words, SynthesisOperation operation) {
  constexpr double kMostNodes = 256;
  constexpr double kMostWords = 200'000;
  if (nodes > kMostNodes) {
    throw Refusal{RefusalClass::kSize,
                  fmt::format("An optimal schedule is searched for on at most {:.0f} nodes, and "
                              "there are {:.0f}: choose a smaller machine.",
                              kMostNodes, nodes)};
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

std::shared_ptr<const Optimum> best_schedule(const SynthesisNetwork& network,
                                             const SynthesisRequest& request,
                                             const SynthesisWish& wish) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  SynthesisProblem problem = problem_of(network, request);
  problem.steps = wish.steps;
  auto best = std::make_shared<Optimum>();
  auto kept = wish.confirm ? std::nullopt : kept_optimum(problem);
  if (kept) {
    best->found = std::move(*kept);
    best->kept = true;
  } else {
    const Watched watched;
    const SearchWatch& watch = search_watch();
    SearchLimits limits;
    limits.confirm = wish.confirm;
    limits.stop = [&] {
      return (watch.stop && watch.stop()) ||
             Clock::now() - begin > std::chrono::seconds{wish.seconds};
    };
    if (watch.tell) limits.tell = watch.tell;
    best->found = synthesize(problem, limits);
    keep_optimum(problem, best->found);
  }
  if (best->found.timetable.empty() && !problem.tokens.empty()) {
    throw Refusal{
        RefusalClass::kFeature,
        fmt::format("No schedule was found within --time-limit {}: choose more.", wish.seconds)};
  }
  // Where links work in both directions a packet that goes as early as it can is never late.
  best->timed = network.rule != PortRule::kAllFull || wish.steps;
  best->schedule = rows_of(problem, best->found.timetable, best->timed);
  best->ordered = rows_of(problem, best->found.timetable, false);
  best->took = std::chrono::duration<double>(Clock::now() - begin).count();
  if (search_watch().found) search_watch().found(best);
  return best;
}

}  // namespace plexus
