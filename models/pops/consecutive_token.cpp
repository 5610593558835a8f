#include <optional>

#include <fmt/format.h>

#include "models/pops/window_sums.hpp"

namespace plexus::pops {

namespace {

/// One array in hand: its processor.
using Array = std::optional<NodeId>;

/// Does a block hold whole subgroups? Otherwise a subgroup has several blocks.
bool whole_subgroups(const PopsCase& at) {
  return at.shape.d <= at.shape.g || at.subgroup <= at.shape.g;
}

/// Token runs of one processor in one block, in cycles of columns: it is home of p(i, j), and relay
/// for one other.
class TokenRun {
 public:
  TokenRun(pops_node& self, const PopsCase& at, const WindowBlock& block, Array stored)
      : self_{&self},
        m_{at.words},
        windows_{at},
        block_{block},
        cycle_{whole_subgroups(at) ? at.subgroup : at.shape.g},
        stored_{stored} {}

  /// Array of this processor's home or relay role.
  [[nodiscard]] Array array(bool at_home) const {
    if (!at_home) return stored_;
    return block_.holds(self_->index()) ? Array{self_->id()} : std::nullopt;
  }

  /// Lines (13)-(22): the token of column j begins at position 1 of its cycle and takes element
  /// q(j) at each, `element(j)`. It is alternately at home and at the relay of a position and ends
  /// at position j, at home or at the relay. The token that ends here comes out.
  template <typename Element>
  Program run(Element element, bool ends_at_home, Sum& token) {
    const PopsShape& pops = self_->shape();
    bool at_home = cycle_ % 2 == 1 ? ends_at_home : !ends_at_home;
    token = {};
    if (const Array array = this->array(at_home)) {
      // The token at this position, at step t, is that of the column t places before it.
      token = windows_.operand(*array, element(before(*array, 1)));
    }
    for (NodeId t = 1; t < cycle_; ++t) {
      std::optional<Packet> message;
      if (const Array array = this->array(at_home)) {
        const NodeId i = pops.group(*array);
        const NodeId next = after(pops.index(*array), 1);
        const NodeId to = at_home ? block_.relay(pops, i, next) : pops.at(i, next);
        message = self_->hand(m_, to, token.payload());
      }
      const auto heard = co_await self_->slot(m_, std::move(message));
      at_home = !at_home;
      token = {};
      if (const Array array = this->array(at_home); heard && array) {
        token = Sum::of(data_of(*heard));
        token += windows_.operand(*array, element(before(*array, t + 1)));
      }
    }
  }

 private:
  /// The column t places after j in its cycle.
  [[nodiscard]] NodeId after(NodeId j, NodeId t) const {
    const NodeId first = block_.base + (j - block_.base) / cycle_ * cycle_;
    return first + (j - first + t) % cycle_;
  }
  /// The column whose token is at the position of array x at step t.
  [[nodiscard]] NodeId before(NodeId x, NodeId t) const {
    return after(self_->shape().index(x), cycle_ - t % cycle_);
  }

  pops_node* self_;
  Words m_;
  Windows windows_;
  WindowBlock block_;
  NodeId cycle_;
  Array stored_;
};

/// M > g: M/g blocks share a subgroup; each works out what it contributes to the sums of all of
/// them, and sends it there. `fused`: tokens for other blocks end at relays.
Program share_subgroup(pops_node& self, const PopsCase& at, const WindowBlock& block,
                       TokenRun& tokens, bool fused, Sum& sum) {
  const PopsShape& pops = at.shape;
  const NodeId g = pops.g;
  const NodeId blocks = at.subgroup / g;
  const NodeId base = block.base;
  const NodeId subgroup = base / at.subgroup * at.subgroup;  // its first index
  const NodeId own = (base - subgroup) / g;
  std::vector<Numbers> others;  // contributions to the other blocks, ascending
  for (NodeId to = 0; to < blocks; ++to) {
    const auto element = [&](NodeId j) { return to * g + (j - base); };
    const bool ends_at_home = !fused || to == own;
    Sum token;
    co_await tokens.run(element, ends_at_home, token);
    if (!tokens.array(ends_at_home)) continue;
    if (to == own) sum += token;
    if (to != own) others.push_back(token.payload());
  }
  if (!fused) {  // the contributions to other blocks as one message to the relay
    std::optional<Packet> message;
    if (!others.empty()) {
      message = self.hand((blocks - 1) * at.words, block.relay(pops, self.group(), self.index()),
                          {others.front(), {others.begin() + 1, others.end()}});
    }
    const auto heard = co_await self.slot((blocks - 1) * at.words, std::move(message));
    others.clear();
    if (heard) {
      const Load& load = load_of(*heard);
      others = load.more;
      others.insert(others.begin(), load.data);
    }
  }
  std::size_t next = 0;
  for (NodeId to = 0; to < blocks; ++to) {  // relay -> the column in block `to` of the subgroup
    if (to == own) continue;
    std::optional<Packet> message;
    if (const Array array = tokens.array(false); array && next < others.size()) {
      const NodeId column = subgroup + to * g + (pops.index(*array) - base);
      message = self.hand(at.words, pops.at(pops.group(*array), column), others[next++]);
    }
    const auto heard = co_await self.slot(at.words, std::move(message));
    if (heard) sum += Sum::of(data_of(*heard));
  }
}

template <bool fused>
Program token_sum(pops_node& self, const PopsCase& at) {
  const NodeId M = at.subgroup;
  Sum sum;
  for (const WindowBlock& block : window_blocks(at)) {
    const auto heard = co_await self.slot(at.array(), to_relay(self, at.array(), block));
    const Array stored = heard ? Array{static_cast<NodeId>(data_of(*heard)[0])} : std::nullopt;
    TokenRun tokens{self, at, block, stored};
    if (whole_subgroups(at)) {
      Sum token;
      co_await tokens.run([M](NodeId column) { return column % M; }, true, token);
      if (block.holds(self.index())) sum += token;
    } else {
      co_await share_subgroup(self, at, block, tokens, fused, sum);
    }
    if (stored) self.passed_on();
  }
  if (M <= 1) sum = Windows{at}.own(self.id());
  self.result(sum.payload());
}

Prepare needs_whole_blocks(const char* algorithm) {
  return [algorithm](const PopsCase& at) {
    if (whole_subgroups(at) || at.subgroup % at.shape.g == 0) return;
    throw Refusal{
        RefusalClass::kSize,
        fmt::format("--algorithm {} needs a --subgroup that is no larger than --g {} or a multiple "
                    "of it, not {}: choose direct.",
                    algorithm, at.shape.g, at.subgroup)};
  };
}

template <bool fused>
Cycles cycles_consecutive_token(const PopsCase& at) {
  const std::uint64_t M = at.subgroup;
  const std::uint64_t g = at.shape.g;
  Cycles block = at.slot(at.array());
  if (whole_subgroups(at)) {
    block += (M - 1) * at.slot();
  } else {
    block += (M / g * (g - 1) + M / g - 1) * at.slot();
    if (!fused) block += at.slot((M / g - 1) * at.words);
  }
  return window_blocks(at).size() * block;
}

/// 3.3: M/B + M - 1 cycles for d <= g, B the bandwidth.
double token_cycles(const PopsCase& at) {
  const double M = at.subgroup;
  return M / static_cast<double>(at.rules.slot.bandwidth.count()) + M - 1;
}

Relation token_relation(const PopsCase& at) {
  const LinkTiming& slot = at.rules.slot;
  return equal_if(at.words == 1_words && slot.startup == 0_cycles &&
                  at.subgroup % static_cast<std::uint64_t>(slot.bandwidth.count()) == 0);
}

}  // namespace

Algorithm<PopsCase> consecutive_token() {
  return {.operation = kConsecutive,
          .name = "token",
          .summary =
              "arrays go to relays, then tokens visit their subgroups and add one element at each",
          .parameters = window_parameters(kConsecutive),
          .prepare = in_windows(kConsecutive, needs_whole_blocks("token")),
          .program = token_sum<false>,
          .equations = {{"M/B + M - 1", section("3.3"), token_cycles, token_relation,
                         [](const PopsCase& at) {
                           return at.shape.d <= at.shape.g && at.subgroup > 1;
                         }}},
          .exact = cycles_consecutive_token<false>};
}

Algorithm<PopsCase> consecutive_token_fused() {
  return {
      .operation = kConsecutive,
      .name = "token-fused",
      .summary = "as token, but tokens for other blocks end at relays: a slot less in each block",
      .parameters = window_parameters(kConsecutive),
      .prepare = in_windows(kConsecutive, needs_whole_blocks("token-fused")),
      .program = token_sum<true>,
      .exact = cycles_consecutive_token<true>};
}

}  // namespace plexus::pops
