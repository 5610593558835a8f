#include "models/synthesis/known.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace plexus {

namespace {

constexpr std::uint32_t kNoToken = ~std::uint32_t{0};

/// By piece: the number of its token.
std::vector<std::uint32_t> tokens_by_piece(const std::vector<Token>& tokens) {
  std::vector<std::uint32_t> by_piece;
  for (std::uint32_t c = 0; c < tokens.size(); ++c) {
    const std::uint64_t piece = tokens[c].piece;
    if (piece >= by_piece.size()) by_piece.resize(piece + 1, kNoToken);
    by_piece[piece] = c;
  }
  return by_piece;
}

/// The words of a packet that have somewhere to go, rising.
std::vector<std::uint32_t> tokens_in(const Blocks& blocks, std::uint64_t words,
                                     const std::vector<std::uint32_t>& by_piece) {
  std::vector<std::uint32_t> tokens;
  const auto first = static_cast<std::uint64_t>(blocks.slice().first.count());
  const auto count = static_cast<std::uint64_t>(blocks.slice().count.count());
  for (const Interval& run : blocks.intervals()) {
    for (std::uint64_t block = run.first; block < run.end(); ++block) {
      for (std::uint64_t word = first; word < first + count; ++word) {
        const std::uint64_t piece = block * words + word;
        if (piece < by_piece.size() && by_piece[piece] != kNoToken) {
          tokens.push_back(by_piece[piece]);
        }
      }
    }
  }
  std::ranges::sort(tokens);
  return tokens;
}

}  // namespace

std::optional<TransferTimetable> timetable_of(const SynthesisProblem& problem,
                                              const KnownRun& run) {
  const SynthesisNetwork& network = problem.network;
  const std::vector<std::uint32_t> by_piece = tokens_by_piece(problem.tokens);
  const auto words = static_cast<std::uint64_t>(problem.request.words.count());
  const bool film = problem.combined() && run.combined;  // backwards what ended last begins first
  TransferTimetable timetable;
  std::vector<std::int64_t> idle_from(network.links.size(), 0);
  for (const SeenPacket& packet : run.packets) {
    const auto [from, to] =
        film ? std::pair{packet.to, packet.from} : std::pair{packet.from, packet.to};
    if (from >= network.nodes) return std::nullopt;
    const auto& links = network.out[from];
    const auto link = std::ranges::find_if(links, [&, target = to](std::size_t l) {
      return network.links[l].to == target && idle_from[l] <= packet.start;
    });
    if (link == links.end()) return std::nullopt;
    TimedTransfer transfer{*link, packet.start, tokens_in(packet.blocks, words, by_piece)};
    if (transfer.tokens.empty()) continue;
    const auto carried = static_cast<std::int64_t>(transfer.tokens.size());
    idle_from[*link] = packet.start + network.links[*link].hop(carried);
    if (film) transfer.start = run.cycles - idle_from[*link];
    timetable.push_back(std::move(transfer));
  }
  // A word that has come before needs not come again.
  std::ranges::stable_sort(timetable, {}, &TimedTransfer::start);
  Held there = held_at_first(problem.tokens, network.nodes);
  for (TimedTransfer& transfer : timetable) {
    const NodeId to = network.links[transfer.link].to;
    std::erase_if(transfer.tokens, [&](std::uint32_t token) -> bool { return there[token][to]; });
    for (const std::uint32_t token : transfer.tokens) there[token][to] = true;
  }
  timetable = tidy(problem, timetable);
  if (flaw_of(problem, timetable)) return std::nullopt;
  return timetable;
}

std::optional<SlotTimetable> timetable_of(const SlotProblem& problem, const KnownRun& run) {
  const SlotNetwork& network = problem.network;
  const std::vector<std::uint32_t> by_piece = tokens_by_piece(problem.tokens);
  const auto words = static_cast<std::uint64_t>(problem.request.words.count());
  std::vector<std::vector<std::size_t>> out(network.nodes);  // media that a node can drive
  for (std::size_t medium = 0; medium < network.media.size(); ++medium) {
    for (const NodeId from : network.media[medium].from) out[from].push_back(medium);
  }
  std::map<std::int64_t, SlotState> slots;
  SlotTimetable timetable;
  for (const SeenPacket& packet : run.packets) {
    std::int64_t slot = packet.start;
    for (const std::uint32_t token : tokens_in(packet.blocks, words, by_piece)) {
      SlotState& state = slots.try_emplace(slot, network).first->second;
      const auto& media = out[packet.from];
      const auto medium = std::ranges::find_if(media, [&](std::size_t one) {
        return has(network.media[one].to, packet.to) && state.can_send(one, packet.from, token);
      });
      if (medium == media.end()) return std::nullopt;
      timetable.push_back({slot++, *medium, packet.from, token, {packet.to}});
      state.add(timetable.back());
    }
  }
  std::ranges::sort(timetable, in_order);
  Held there = held_at_first(problem.tokens, network.nodes);
  std::erase_if(timetable, [&](const SlotSend& one) {  // a word that has come needs not come again
    const bool had = there[one.token][one.to.front()];
    there[one.token][one.to.front()] = true;
    return had;
  });
  if (flaw_of(problem, timetable)) return std::nullopt;
  return timetable;
}

}  // namespace plexus
