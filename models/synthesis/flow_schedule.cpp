#include "models/synthesis/flow_schedule.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "models/synthesis/time_flow.hpp"

namespace plexus {

namespace {

/// A flow may take a word round a circle: it waits in place of that.
TransferTimetable without_loops(const SynthesisProblem& problem, TransferTimetable timetable) {
  std::ranges::stable_sort(timetable, {}, &TimedTransfer::start);
  std::vector<std::vector<std::size_t>> way(problem.tokens.size());  // transfers of a token
  for (std::size_t i = 0; i < timetable.size(); ++i) {
    for (const std::uint32_t token : timetable[i].tokens) {
      auto& legs = way[token];
      const NodeId to = problem.network.links[timetable[i].link].to;
      const auto back = std::ranges::find_if(legs, [&](std::size_t leg) {
        return problem.network.links[timetable[leg].link].from == to;
      });
      if (back == legs.end()) {
        legs.push_back(i);
      } else {
        legs.erase(back, legs.end());
      }
    }
  }
  for (TimedTransfer& transfer : timetable) transfer.tokens.clear();
  for (std::uint32_t token = 0; token < way.size(); ++token) {
    for (const std::size_t leg : way[token]) timetable[leg].tokens.push_back(token);
  }
  std::erase_if(timetable, [](const TimedTransfer& one) { return one.tokens.empty(); });
  return timetable;
}

}  // namespace

std::optional<TransferTimetable> flow_schedule(const SynthesisProblem& problem,
                                               std::int64_t cycles) {
  const SynthesisNetwork& network = problem.network;
  const bool free = network.rule == PortRule::kAllFull || network.rule == PortRule::kAllHalf;
  if (!free || !network.starts_at_once() || problem.steps || !problem.single() ||
      problem.tokens.empty() || !fits(network, cycles)) {
    return std::nullopt;
  }
  const Token& first = problem.tokens.front();
  const bool from_one = std::ranges::all_of(
      problem.tokens, [&](const Token& token) { return token.source == first.source; });
  const bool to_one = std::ranges::all_of(
      problem.tokens, [&](const Token& token) { return token.targets == first.targets; });
  if (!from_one && !to_one) return std::nullopt;
  Amounts sources;
  Amounts sinks;
  for (const Token& token : problem.tokens) {
    ++sources[token.source];
    ++sinks[token.targets.front()];
  }
  TimeFlow flow{network, cycles};
  if (flow.value(sources, sinks) != sum_of(sources)) return std::nullopt;
  // How many words go on each link in each cycle; of both directions of a link one can stay at
  // home.
  std::vector<std::vector<std::int64_t>> amount(
      network.links.size(), std::vector<std::int64_t>(static_cast<std::size_t>(cycles)));
  for (const TimeFlow::Send& send : flow.sends()) {
    amount[send.link][static_cast<std::size_t>(send.start)] = flow.flow(send.edge);
  }
  for (std::size_t l = 0; l < network.links.size(); ++l) {
    for (std::size_t t = 0; t < static_cast<std::size_t>(cycles); ++t) {
      std::int64_t& back = amount[network.links[l].back][t];
      const std::int64_t both = std::min(amount[l][t], back);
      amount[l][t] -= both;
      back -= both;
    }
  }
  // Which word: forwards from a node all are alike where they go to one node; where they come from
  // one, they are followed backwards from their ends.
  TransferTimetable timetable;
  std::vector<std::vector<std::uint32_t>> at(network.nodes);
  for (std::uint32_t c = 0; c < problem.tokens.size(); ++c) {
    at[to_one ? problem.tokens[c].source : problem.tokens[c].targets.front()].push_back(c);
  }
  for (std::int64_t i = 0; i < cycles; ++i) {
    const std::int64_t t = to_one ? i : cycles - 1 - i;
    std::vector<std::pair<NodeId, std::uint32_t>> moved;
    for (std::size_t l = 0; l < network.links.size(); ++l) {
      const std::int64_t words = amount[l][static_cast<std::size_t>(t)];
      if (words == 0) continue;
      const SynthesisLink& link = network.links[l];
      auto& here = at[to_one ? link.from : link.to];
      TimedTransfer transfer{l, t, {}};
      for (std::int64_t w = 0; w < words; ++w) {
        if (here.empty()) return std::nullopt;
        transfer.tokens.push_back(here.back());
        moved.emplace_back(to_one ? link.to : link.from, here.back());
        here.pop_back();
      }
      timetable.push_back(std::move(transfer));
    }
    for (const auto& [node, token] : moved) at[node].push_back(token);
  }
  timetable = tidy(problem, without_loops(problem, std::move(timetable)));
  if (flaw_of(problem, timetable)) return std::nullopt;
  return timetable;
}

}  // namespace plexus
