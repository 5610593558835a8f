#include "models/pops/scan.hpp"

namespace plexus::pops {

namespace {

/// Step 1: K = ceil(d/g) consecutive operands go to one relay, p(r, i) for chunk r of group i, or
/// by rho for d <= g; the relays halve recursively, and the finished prefixes go back.
Program prefixes_by_chunks(pops_node& self, Words m, Operands& prefix) {
  const PopsShape pops = self.shape();
  const NodeId K = pops.passes();
  const NodeId chunks = static_cast<NodeId>(ceil_div(pops.d, K));
  const NodeId i = self.group();
  const NodeId f = self.index();
  const bool by_rho = K == 1;
  // Whom this processor relays for: chunk `its` of group `of`.
  const NodeId origin = f * pops.g + i;
  const NodeId its = by_rho ? pops.index(origin) : i;
  const NodeId of = by_rho ? pops.group(origin) : f;
  const bool relay = by_rho || (its < chunks && of < pops.g);
  const auto relay_of = [&](NodeId group, NodeId chunk) {
    return by_rho ? pops.rho(pops.at(group, chunk)) : pops.at(chunk, group);
  };

  std::vector<Operands> stored;  // prefixes inside the chunk
  for (NodeId s = 0; s < K; ++s) {
    std::optional<Packet> message;
    if (f % K == s) message = self.hand(m, relay_of(i, f / K), prefix.payload());
    const auto heard = co_await self.slot(m, std::move(message));
    if (!heard) continue;
    const Operands next = Operands::of(data_of(*heard));
    stored.push_back(stored.empty() ? next : stored.back() + next);
  }
  Operands before;
  std::vector<NodeId> receivers;
  for (std::uint64_t level = 0; level < ceil_log(chunks); ++level) {
    std::optional<Packet> message;  // the relay of `last` -> p(i, last)
    if (relay && !stored.empty() && halving_of(chunks, level, its).sends(its)) {
      message = self.hand(m, pops.at(of, its), (before + stored.back()).payload());
    }
    auto heard = co_await self.slot(m, std::move(message));
    message.reset();  // p(i, last) -> the relays of all t in C
    if (heard) {
      const Halving halving = halving_of(chunks, level, f);
      receivers.clear();
      for (NodeId t = halving.first; t < halving.end; ++t) receivers.push_back(relay_of(i, t));
      message = self.hand(m, NodeSet{receivers}, data_of(*heard));
    }
    heard = co_await self.slot(m, std::move(message));
    if (heard) before = Operands::of(data_of(*heard)) + before;
  }
  for (NodeId s = 0; s < K; ++s) {
    std::optional<Packet> message;
    if (relay && s < stored.size()) {
      message = self.hand(m, pops.at(of, its * K + s), (before + stored[s]).payload());
    }
    const auto heard = co_await self.slot(m, std::move(message));
    if (heard) prefix = Operands::of(data_of(*heard));
  }
}

Program chunked(pops_node& self, const PopsCase& at) {
  Operands prefix = operand(at, self.id());
  if (at.shape.d > 1) co_await prefixes_by_chunks(self, at.words, prefix);
  Operands before;
  co_await scan_groups(self, at.words, prefix, true, before);
  finish_scan(self, at, before + prefix);
}

std::uint64_t slots_scan_chunked(const PopsShape& pops) {
  if (pops.d == 1) return ceil_log(pops.g);
  const std::uint64_t K = pops.passes();
  return 2 * K + 2 * ceil_log(ceil_div(pops.d, K)) + ceil_log(pops.g);
}

Algorithm<PopsCase> in_chunks(const char* operation) {
  return {.operation = operation,
          .name = "chunked",
          .summary = "chunks of operands at one relay each; all of a group learn its offset",
          .is_default = true,
          .parameters = scan_parameters(operation),
          .program = chunked,
          .equations = {prefix_sum(
              [](const PopsCase& at) { return at_most_if(at.shape.powers_of_two()); })},
          .exact = in_slots<slots_scan_chunked>};
}

}  // namespace

Algorithm<PopsCase> scan_chunked() { return in_chunks("scan"); }
Algorithm<PopsCase> rank_chunked() { return in_chunks("rank"); }

}  // namespace plexus::pops
