#include "models/synthesis/known.hpp"

#include <algorithm>
#include <utility>

namespace plexus {

namespace {

constexpr std::uint32_t kNoToken = ~std::uint32_t{0};

/// By piece: the number of its token.
std::vector<std::uint32_t> tokens_by_piece(const SynthesisProblem& problem) {
  std::vector<std::uint32_t> tokens;
  for (std::uint32_t c = 0; c < problem.tokens.size(); ++c) {
    const std::uint64_t piece = problem.tokens[c].piece;
    if (piece >= tokens.size()) tokens.resize(piece + 1, kNoToken);
    tokens[piece] = c;
  }
  return tokens;
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
  const std::vector<std::uint32_t> by_piece = tokens_by_piece(problem);
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
  std::vector<std::vector<bool>> there(problem.tokens.size(), std::vector<bool>(network.nodes));
  for (std::size_t c = 0; c < there.size(); ++c) there[c][problem.tokens[c].source] = true;
  for (TimedTransfer& transfer : timetable) {
    const NodeId to = network.links[transfer.link].to;
    std::erase_if(transfer.tokens, [&](std::uint32_t token) -> bool { return there[token][to]; });
    for (const std::uint32_t token : transfer.tokens) there[token][to] = true;
  }
  timetable = tidy(problem, timetable);
  if (flaw_of(problem, timetable)) return std::nullopt;
  return timetable;
}

}  // namespace plexus
