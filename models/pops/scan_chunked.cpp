#include "models/pops/scan.hpp"

namespace plexus {

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
    std::optional<Message> message;
    if (f % K == s) message = self.hand(relay_of(i, f / K), prefix.payload());
    const auto heard = co_await self.slot(m, std::move(message));
    if (!heard) continue;
    const Operands next = Operands::of(heard->data);
    stored.push_back(stored.empty() ? next : stored.back() + next);
  }
  Operands before;
  std::vector<NodeId> receivers;
  for (std::uint64_t level = 0; level < ceil_log(chunks); ++level) {
    std::optional<Message> message;  // the relay of `last` -> p(i, last)
    if (relay && !stored.empty()) {
      const Halving halving = halving_of(chunks, level, its);
      if (halving.first < halving.end && its == halving.last) {
        message = self.hand(pops.at(of, its), (before + stored.back()).payload());
      }
    }
    auto heard = co_await self.slot(m, std::move(message));
    message.reset();  // p(i, last) -> the relays of all t in C
    if (heard) {
      const Halving halving = halving_of(chunks, level, f);
      receivers.clear();
      for (NodeId t = halving.first; t < halving.end; ++t) receivers.push_back(relay_of(i, t));
      message = self.hand(receivers, heard->data);
    }
    heard = co_await self.slot(m, std::move(message));
    if (heard) before = Operands::of(heard->data) + before;
  }
  for (NodeId s = 0; s < K; ++s) {
    std::optional<Message> message;
    if (relay && s < stored.size()) {
      message = self.hand(pops.at(of, its * K + s), (before + stored[s]).payload());
    }
    const auto heard = co_await self.slot(m, std::move(message));
    if (heard) prefix = Operands::of(heard->data);
  }
}

Program chunked(pops_node& self, Words m, const ScanInput& input) {
  Operands prefix = input.operand(self.id());
  if (self.shape().d > 1) co_await prefixes_by_chunks(self, m, prefix);
  Operands before;
  co_await scan_groups(self, m, prefix, true, before);
  self.result(input.result(self.id(), before + prefix));
}

std::uint64_t slots(const PopsCase& at) {
  const PopsShape& pops = at.shape;
  if (pops.d == 1) return ceil_log(pops.g);
  const std::uint64_t K = pops.passes();
  return 2 * K + 2 * ceil_log(ceil_div(pops.d, K)) + ceil_log(pops.g);
}

PopsAlgorithm algorithm(const char* operation, std::vector<PopsKnob> knobs) {
  return {.operation = operation,
          .name = "chunked",
          .summary = "chunks of operands at one relay each; all of a group learn its offset",
          .knobs = std::move(knobs),
          .require = {},
          .data = scan_data,
          .programs =
              [](const PopsCase& at) {
                return [m = at.words, input = scan_input(at)](pops_node& self) {
                  return chunked(self, m, *input);
                };
              },
          .equations = {{"prefix sum", "3.2",
                         [](const PopsCase& at) -> std::optional<double> {
                           if (at.shape.d == 1) return std::nullopt;
                           return real_slots_of(at, prefix_sum_slots(at));
                         },
                         [](const PopsCase& at) { return at_most_if(at.shape.powers_of_two()); }}},
          .exact = [](const PopsCase& at) { return slots_of(at, slots(at)); },
          .lower_bound = {}};
}

}  // namespace

const PopsAlgorithm kScanChunked = algorithm("scan", {});
const PopsAlgorithm kRankChunked = algorithm("rank", {PopsKnob::kSelected});

}  // namespace plexus
