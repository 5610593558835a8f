#include "models/synthesis/problem.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "models/ensemble/pipelining.hpp"

namespace plexus {

bool SynthesisProblem::single() const {
  return std::ranges::all_of(tokens, [](const Token& token) { return token.targets.size() == 1; });
}

namespace {

std::vector<NodeId> all_but(NodeId nodes, NodeId one) {
  std::vector<NodeId> others;
  for (NodeId v = 0; v < nodes; ++v) {
    if (v != one) others.push_back(v);
  }
  return others;
}

}  // namespace

namespace {

constexpr std::array kNames{"move",     "broadcast",      "scatter",     "gather", "allgather",
                            "alltoall", "reduce-scatter", "permutation", "reduce", "allreduce"};

}  // namespace

const char* to_string(SynthesisOperation operation) {
  return kNames[static_cast<std::size_t>(operation)];
}

SynthesisOperation synthesis_operation(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  return static_cast<SynthesisOperation>(found - kNames.begin());
}

ScheduleRequest played_as(const SynthesisRequest& request) {
  constexpr std::array kPlayed{ScheduledOperation::kBroadcast,     ScheduledOperation::kBroadcast,
                               ScheduledOperation::kScatter,       ScheduledOperation::kGather,
                               ScheduledOperation::kAllgather,     ScheduledOperation::kAlltoall,
                               ScheduledOperation::kReduceScatter, ScheduledOperation::kAllgather,
                               ScheduledOperation::kAllreduce,     ScheduledOperation::kAllreduce};
  const bool move = request.operation == SynthesisOperation::kMove;
  return {kPlayed[static_cast<std::size_t>(request.operation)], request.nodes, request.words,
          move ? request.source : request.root, request.op};
}

Operation asked_of(const SynthesisRequest& request, Operation played) {
  const auto words = static_cast<std::uint64_t>(request.words.count());
  using Runs = std::vector<Interval>;
  played.name = to_string(request.operation);
  if (request.operation == SynthesisOperation::kMove) {
    played.after = [to = request.destination, words](NodeId v) {
      return v == to ? Runs{{0, words}} : Runs{};
    };
  } else if (request.operation == SynthesisOperation::kPermutation) {
    std::vector<NodeId> preimage(request.image.size());
    for (NodeId v = 0; v < request.image.size(); ++v) preimage[request.image[v]] = v;
    played.after = [preimage, words](NodeId v) { return Runs{{preimage[v] * words, words}}; };
  } else if (request.operation == SynthesisOperation::kReduce) {
    played.after = [root = request.root, all = played.after](NodeId v) {
      return v == root ? all(v) : Runs{};
    };
  }
  return played;
}

std::vector<Token> tokens_of(const SynthesisRequest& request) {
  std::vector<Token> tokens;
  const NodeId nodes = request.nodes;
  const auto words = static_cast<std::uint64_t>(request.words.count());
  const auto add = [&](std::uint64_t block, NodeId source, std::vector<NodeId> targets) {
    if (targets.empty() || (targets.size() == 1 && targets.front() == source)) return;
    for (std::uint64_t word = 0; word < words; ++word) {
      tokens.push_back({source, targets, block * words + word, word});
    }
  };
  switch (request.operation) {
    case SynthesisOperation::kMove:
      add(0, request.source, {request.destination});
      break;
    case SynthesisOperation::kBroadcast:
    case SynthesisOperation::kReduce:
      add(0, request.root, all_but(nodes, request.root));
      break;
    case SynthesisOperation::kScatter:
      for (NodeId v = 0; v < nodes; ++v) add(v, request.root, {v});
      break;
    case SynthesisOperation::kGather:
      for (NodeId v = 0; v < nodes; ++v) add(v, v, {request.root});
      break;
    case SynthesisOperation::kPermutation:
      for (NodeId v = 0; v < nodes; ++v) add(v, v, {request.image[v]});
      break;
    case SynthesisOperation::kAlltoall:
      for (NodeId from = 0; from < nodes; ++from) {
        for (NodeId to = 0; to < nodes; ++to) {
          add(alltoall_block(nodes, from, to), from, {to});
        }
      }
      break;
    case SynthesisOperation::kAllgather:
    case SynthesisOperation::kReduceScatter:
      for (NodeId v = 0; v < nodes; ++v) add(v, v, all_but(nodes, v));
      break;
    case SynthesisOperation::kAllreduce:
      throw std::logic_error{"an allreduce is two problems"};
  }
  return tokens;
}

Held held_at_first(const std::vector<Token>& tokens, NodeId nodes) {
  Held held(tokens.size(), std::vector<bool>(nodes, false));
  for (std::size_t c = 0; c < held.size(); ++c) held[c][tokens[c].source] = true;
  return held;
}

SynthesisProblem problem_of(const SynthesisNetwork& network, const SynthesisRequest& request) {
  return {combines(request.operation) ? backwards(network) : network, tokens_of(request), request};
}

std::optional<std::vector<std::uint32_t>> token_map(const SynthesisProblem& problem,
                                                    const NodeMap& map) {
  std::map<std::tuple<NodeId, std::vector<NodeId>, std::uint64_t>, std::uint32_t> number;
  for (std::uint32_t c = 0; c < problem.tokens.size(); ++c) {
    const Token& token = problem.tokens[c];
    number[{token.source, token.targets, token.word}] = c;
  }
  std::vector<std::uint32_t> image;
  for (const Token& token : problem.tokens) {
    std::vector<NodeId> targets;
    for (const NodeId target : token.targets) targets.push_back(map[target]);
    std::ranges::sort(targets);
    const auto found = number.find({map[token.source], targets, token.word});
    if (found == number.end()) return std::nullopt;
    image.push_back(found->second);
  }
  return image;
}

std::vector<SynthesisProblem> allreduce_halves(const SynthesisNetwork& network,
                                               const SynthesisRequest& request) {
  const EvenSplit shares{request.words, network.nodes};
  SynthesisRequest half = request;
  half.words = shares.largest();
  half.operation = SynthesisOperation::kReduceScatter;
  SynthesisProblem combining{backwards(network), {}, half};
  half.operation = SynthesisOperation::kAllgather;
  SynthesisProblem spreading{network, {}, half};
  for (NodeId v = 0; v < network.nodes && network.nodes > 1; ++v) {
    for (std::uint64_t word = 0; word < static_cast<std::uint64_t>(shares.size(v).count());
         ++word) {
      const auto piece = static_cast<std::uint64_t>(shares.first(v).count()) + word;
      combining.tokens.push_back({v, all_but(network.nodes, v), piece, word});
    }
  }
  spreading.tokens = combining.tokens;
  return {std::move(combining), std::move(spreading)};
}

std::int64_t cycles_of(const SynthesisNetwork& network, const TransferTimetable& timetable) {
  std::int64_t end = 0;
  for (const TimedTransfer& transfer : timetable) {
    const auto words = static_cast<std::int64_t>(transfer.tokens.size());
    end = std::max(end, transfer.start + network.links[transfer.link].hop(words));
  }
  return end;
}

namespace {

/// When a word is at some nodes: by their numbers, close together, for there are very many words.
class Arrivals {
 public:
  [[nodiscard]] std::optional<std::int64_t> at(NodeId v) const {
    const auto found = std::ranges::lower_bound(all_, v, {}, &Arrival::first);
    if (found == all_.end() || found->first != v) return std::nullopt;
    return found->second;
  }
  /// Returns whether it was not there.
  bool add(NodeId v, std::int64_t cycle) {
    const auto place = std::ranges::lower_bound(all_, v, {}, &Arrival::first);
    if (place != all_.end() && place->first == v) return false;
    all_.insert(place, {v, cycle});
    return true;
  }

 private:
  using Arrival = std::pair<NodeId, std::int64_t>;
  std::vector<Arrival> all_;  // by nodes
};

}  // namespace

std::optional<std::string> flaw_of(const SynthesisProblem& problem,
                                   const TransferTimetable& timetable) {
  const SynthesisNetwork& network = problem.network;
  const auto end_of = [&](const TimedTransfer& one) {
    return one.start + network.links[one.link].hop(static_cast<std::int64_t>(one.tokens.size()));
  };
  std::vector<const TimedTransfer*> by_start;
  for (const TimedTransfer& transfer : timetable) by_start.push_back(&transfer);
  std::ranges::stable_sort(by_start, {}, &TimedTransfer::start);
  std::vector<const TimedTransfer*> working;  // one on each link, at most
  for (const TimedTransfer* next : by_start) {
    std::erase_if(working, [&](const TimedTransfer* one) { return end_of(*one) <= next->start; });
    for (const TimedTransfer* other : working) {
      if (other->link == next->link) {
        return fmt::format("two packets are on link {} in cycle {}", next->link, next->start);
      }
      if (network.exclude(network.links[other->link], network.links[next->link])) {
        return fmt::format("links {} and {} work together in cycle {}", other->link, next->link,
                           next->start);
      }
    }
    working.push_back(next);
  }
  std::vector<Arrivals> there(problem.tokens.size());
  for (std::size_t c = 0; c < there.size(); ++c) there[c].add(problem.tokens[c].source, 0);
  std::vector<const TimedTransfer*> by_end;
  for (const TimedTransfer& transfer : timetable) by_end.push_back(&transfer);
  std::ranges::stable_sort(by_end, {}, [&](const TimedTransfer* one) { return end_of(*one); });
  for (const TimedTransfer* transfer : by_end) {
    const SynthesisLink& link = network.links[transfer->link];
    for (const std::uint32_t token : transfer->tokens) {
      const auto held = there[token].at(link.from);
      if (transfer->start < 0 || !held || *held > transfer->start) {
        return fmt::format("node {} sends token {} in cycle {}, before it is there", link.from,
                           token, transfer->start);
      }
      if (!there[token].add(link.to, end_of(*transfer))) {
        return fmt::format("token {} comes to node {} twice", token, link.to);
      }
    }
  }
  for (std::size_t c = 0; c < there.size(); ++c) {
    for (const NodeId target : problem.tokens[c].targets) {
      if (!there[c].at(target)) {
        return fmt::format("token {} does not come to node {}", c, target);
      }
    }
  }
  return std::nullopt;
}

TransferTimetable tidy(const SynthesisProblem& problem, const TransferTimetable& timetable) {
  TransferTimetable all = timetable;
  const auto order = [](const TimedTransfer& one) { return std::tuple{one.start, one.link}; };
  std::ranges::sort(all, {}, order);
  std::vector<std::vector<NodeId>> needed;  // rising
  for (const Token& token : problem.tokens) needed.push_back(token.targets);
  for (auto one = all.rbegin(); one != all.rend(); ++one) {  // from the last one back
    const SynthesisLink& link = problem.network.links[one->link];
    std::erase_if(one->tokens, [&](std::uint32_t token) {
      return !std::ranges::binary_search(needed[token], link.to);
    });
    for (const std::uint32_t token : one->tokens) {
      auto& nodes = needed[token];
      const auto place = std::ranges::lower_bound(nodes, link.from);
      if (place == nodes.end() || *place != link.from) nodes.insert(place, link.from);
    }
    std::ranges::sort(one->tokens);
  }
  std::erase_if(all, [](const TimedTransfer& one) { return one.tokens.empty(); });
  return all;
}

TransferTimetable in_lock_steps(const SynthesisNetwork& network, TransferTimetable timetable) {
  std::map<std::int64_t, std::int64_t> lasts;  // by step
  for (const TimedTransfer& one : timetable) {
    std::int64_t& step = lasts[one.start];
    step =
        std::max(step, network.links[one.link].hop(static_cast<std::int64_t>(one.tokens.size())));
  }
  std::int64_t now = 0;
  for (auto& [step, cycles] : lasts) now += std::exchange(cycles, now);  // from now on its begin
  for (TimedTransfer& one : timetable) one.start = lasts.at(one.start);
  return timetable;
}

namespace {

/// Rows of one thread of a node.
using Threads = std::map<std::pair<NodeId, std::uint32_t>, std::vector<ScheduleRow>>;

/// A packet as it runs forwards.
struct Leg {
  NodeId from;
  NodeId to;
  std::int64_t start;
  std::int64_t end;
  RowKind taken;  ///< how the receiver takes it
  std::size_t link;
  Blocks blocks;
  std::vector<std::uint64_t> pieces;
};

/// A row by which a piece has come to a node, with the cycle in which it had.
struct Came {
  NodeId node;
  std::int64_t end;
  RowName name;
};

/// The packets of all parts, in the order of their starts.
std::vector<Leg> legs_of(const std::vector<SolvedProblem>& parts) {
  std::vector<Leg> legs;
  std::int64_t begin = 0;  // of a part
  for (const auto& [problem, timetable] : parts) {
    const std::int64_t last = cycles_of(problem.network, timetable);
    for (const TimedTransfer& one : timetable) {
      const SynthesisLink& link = problem.network.links[one.link];
      const std::int64_t end = one.start + link.hop(static_cast<std::int64_t>(one.tokens.size()));
      Leg leg{link.from, link.to, begin + one.start, begin + end, RowKind::kReceive, one.link,
              {},        {}};
      if (problem.combined()) {
        leg = {link.to,
               link.from,
               begin + last - end,
               begin + last - one.start,
               RowKind::kReduce,
               one.link,
               {},
               {}};
      }
      BlockList list;
      for (const std::uint32_t token : one.tokens) {
        leg.pieces.push_back(problem.tokens[token].piece);
        list.add(leg.pieces.back());
      }
      leg.blocks = list.blocks({});
      legs.push_back(std::move(leg));
    }
    begin += last;
  }
  std::ranges::sort(legs, {}, [](const Leg& leg) { return std::tuple{leg.start, leg.link}; });
  return legs;
}

}  // namespace

Schedule rows_of(const std::vector<SolvedProblem>& parts, const SynthesisRequest& request,
                 bool clocked) {
  constexpr std::uint32_t kClock = 0;
  Threads threads;
  std::map<NodeId, std::int64_t> clock;
  const std::vector<Leg> legs = legs_of(parts);
  std::vector<std::vector<Came>> came;                      // by piece
  std::map<NodeId, std::map<NodeId, std::uint32_t>> sends;  // threads of a node by neighbour
  std::map<NodeId, std::map<NodeId, std::uint32_t>> takes;
  std::map<NodeId, std::uint32_t> next;
  for (const Leg& leg : legs) {
    for (const auto& [table, node, peer] :
         {std::tuple{&sends, leg.from, leg.to}, std::tuple{&takes, leg.to, leg.from}}) {
      auto& of_node = (*table)[node];
      if (!of_node.contains(peer)) of_node[peer] = ++next[node];
    }
  }
  for (const Leg& leg : legs) {  // receipts first: a send names those that it waits for
    const std::uint32_t thread = takes[leg.to][leg.from];
    auto& rows = threads[{leg.to, thread}];
    const RowName name{thread, static_cast<std::uint32_t>(rows.size())};
    rows.push_back({leg.to, thread, leg.taken, leg.from, 0, leg.blocks, 0, {}, 0});
    for (const std::uint64_t piece : leg.pieces) {
      if (came.size() <= piece) came.resize(piece + 1);
      came[piece].push_back({leg.to, leg.end, name});
    }
  }
  for (auto& of_piece : came) {  // those that combine one piece at a node do so in their order
    std::ranges::stable_sort(of_piece, {}, [](const Came& one) {
      return std::pair{one.node, one.end};
    });
    for (std::size_t i = 1; i < of_piece.size(); ++i) {
      const Came& before = of_piece[i - 1];
      const Came& one = of_piece[i];
      ScheduleRow& row = threads[{one.node, one.name.thread}][one.name.number];
      if (row.kind != RowKind::kReduce || before.node != one.node) continue;
      if (std::ranges::find(row.after, before.name) == row.after.end()) {
        row.after.push_back(before.name);
      }
    }
  }
  for (const Leg& leg : legs) {
    std::vector<RowName> after;
    for (const std::uint64_t piece : leg.pieces) {
      if (piece >= came.size()) continue;
      for (const auto& [node, end, name] :
           std::ranges::equal_range(came[piece], leg.from, {}, &Came::node)) {
        if (end <= leg.start && std::ranges::find(after, name) == after.end()) {
          after.push_back(name);
        }
      }
    }
    if (clocked && leg.start > 0) {
      auto& ticks = threads[{leg.from, kClock}];
      std::int64_t& now = clock[leg.from];
      if (leg.start > now) {
        ticks.push_back({leg.from, kClock, RowKind::kCompute, 0, 0, {}, leg.start - now, {}, 0});
        now = leg.start;
      }
      after.push_back({kClock, static_cast<std::uint32_t>(ticks.size() - 1)});
    }
    const std::uint32_t thread = sends[leg.from][leg.to];
    threads[{leg.from, thread}].push_back(
        {leg.from, thread, RowKind::kSend, leg.to, 0, leg.blocks, 0, std::move(after), 0});
  }
  Schedule schedule{"the schedule that was found", request.words.count(), {}};
  const ScheduleRequest played = played_as(request);
  schedule.operation = to_string(played.operation);
  if (has_root(played.operation)) schedule.root = played.root;
  for (auto& [name, rows] : threads) {
    for (ScheduleRow& row : rows) {
      row.line = schedule.rows.size() + 1;
      schedule.rows.push_back(std::move(row));
    }
  }
  return schedule;
}

}  // namespace plexus
