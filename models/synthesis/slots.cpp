#include "models/synthesis/slots.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/catalogue/json.hpp"
#include "models/synthesis/slot_encoding.hpp"
#include "models/synthesis/slot_greedy.hpp"

namespace plexus {

SlotSchedule schedule_slots(const SlotProblem& problem, const SearchLimits& limits,
                            const std::optional<SlotTimetable>& known) {
  constexpr unsigned kTries = 40;
  constexpr double kMostVariables = 2e6;
  constexpr int kConflicts = 1 << 30;
  constexpr int kStraightConflicts = 100'000;  // these are few, and found soon if they exist
  SlotSchedule best;
  best.lower_bound = slots_bound(problem);
  best.slots = static_cast<std::int64_t>(problem.tokens.size() * problem.network.nodes) + 1;
  const auto take = [&best](SlotTimetable sends) {
    best.sends = std::move(sends);
    std::ranges::sort(best.sends, in_order);
    best.slots = best.sends.empty() ? 0 : best.sends.back().slot + 1;
  };
  if (known) take(*known);
  for (unsigned seed = 0; seed < kTries && best.slots > best.lower_bound; ++seed) {
    const auto& stop = best.sends.empty() ? limits.stop_first : limits.stop;
    if (stop()) break;
    auto found = greedy_slots(problem, seed, best.slots - 1, stop);
    if (found) take(std::move(*found));
  }
  const std::int64_t counted = best.lower_bound;
  while (best.slots > best.lower_bound && !limits.stop()) {
    limits.tell(fmt::format("between {} and {} slots", best.lower_bound, best.slots));
    if (SlotEncoding::size(problem, best.lower_bound) > kMostVariables) break;
    Answer answer = Answer::kUnknown;
    for (const bool straight : {true, false}) {  // all of them last
      answer = Answer::kUnknown;                 // what no straight one can, others may
      std::optional<SlotEncoding> encoding;
      std::optional<Solver> solver;
      try {
        encoding.emplace(problem, best.lower_bound, straight, limits.stop);
        solver.emplace(encoding->clauses(), limits.stop);
      } catch (const TooManyClauses&) {
        break;
      } catch (const TimeToEnd&) {
        break;
      }
      answer = solver->solve(straight ? kStraightConflicts : kConflicts, limits.stop);
      if (answer == Answer::kYes) {
        best.sends = encoding->timetable(*solver);
        best.slots = best.lower_bound;
        break;
      }
      if (answer == Answer::kNo && !straight) {
        if (is_confirmed(encoding->clauses(), best.lower_bound, limits)) {
          ++best.lower_bound;
        } else {
          answer = Answer::kUnknown;
        }
      }
    }
    if (answer == Answer::kUnknown) break;
  }
  if (best.slots <= best.lower_bound) {
    best.proof = best.lower_bound == counted ? Proof::kBound : Proof::kRefuted;
  }
  if (const auto flaw = flaw_of(problem, best.sends); flaw && !best.sends.empty()) {
    throw std::logic_error{*flaw};
  }
  return best;
}

std::string key_of(const SlotProblem& problem) {
  const SlotNetwork& network = problem.network;
  std::string key = fmt::format("plexus slots 1\nnodes {} {} {} {}\n", network.nodes,
                                network.one_word, network.one_ear, network.ports);
  for (const SlotMedium& one : network.media) {
    key += fmt::format("medium {} to {}\n", fmt::join(one.from, " "), fmt::join(one.to, " "));
  }
  for (const Token& token : problem.tokens) {
    key += fmt::format("token {} {} {}\n", token.source, token.word, fmt::join(token.targets, " "));
  }
  return key;
}

Json slots_json(const SlotSchedule& found) {
  Json sends = Json::array();
  for (const SlotSend& one : found.sends) {
    sends.push_back(Json::array({one.slot, one.medium, one.from, one.token, one.to}));
  }
  return {{"slots", found.slots}, {"proof", to_string(found.proof)}, {"sends", std::move(sends)}};
}

std::optional<SlotSchedule> slots_from(const Json& kept, const SlotProblem& problem) try {
  SlotSchedule found;
  found.slots = found.lower_bound = kept.at("slots").get<std::int64_t>();
  found.proof = proof_named(kept.at("proof"));
  for (const Json& one : kept.at("sends")) {
    found.sends.push_back({one.at(0).get<std::int64_t>(), one.at(1).get<std::size_t>(),
                           one.at(2).get<NodeId>(), one.at(3).get<std::uint32_t>(),
                           one.at(4).get<std::vector<NodeId>>()});
    if (found.sends.back().medium >= problem.network.media.size() ||
        found.sends.back().token >= problem.tokens.size()) {
      return std::nullopt;
    }
  }
  if (flaw_of(problem, found.sends)) return std::nullopt;
  return found;
} catch (const Json::exception&) {  // nothing is kept, or no such answer
  return std::nullopt;
}

}  // namespace plexus
