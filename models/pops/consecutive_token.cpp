#include <fmt/format.h>

#include "models/pops/window_sums.hpp"

namespace plexus {

namespace {

/// The tokens of one block: cycles of `cycle` columns each, from `base` on.
struct TokenBlock {
  NodeId base = 0;
  NodeId length = 0;
  NodeId cycle = 1;
  /// First column of the cycle of column j.
  [[nodiscard]] NodeId first(NodeId j) const { return base + (j - base) / cycle * cycle; }
  /// The column t places after j in its cycle.
  [[nodiscard]] NodeId after(NodeId j, NodeId t) const {
    return first(j) + (j - first(j) + t) % cycle;
  }
};

/// One array in hand: its processor.
using Array = std::optional<NodeId>;

/// Token runs of one processor in one block: it is home of p(i, j), and relay for one other.
class TokenRun {
 public:
  TokenRun(pops_node& self, Words m, const Windows& windows, const WindowBlock& block, NodeId cycle,
           Array stored)
      : self_{&self},
        m_{m},
        windows_{&windows},
        block_{block.base, block.length, cycle},
        stored_{stored} {}

  [[nodiscard]] bool home() const {
    const NodeId j = self_->index();
    return j >= block_.base && j < block_.base + block_.length;
  }
  /// Array of this processor's home or relay role.
  [[nodiscard]] Array array(bool at_home) const {
    if (!at_home) return stored_;
    return home() ? Array{self_->id()} : std::nullopt;
  }
  [[nodiscard]] const TokenBlock& block() const { return block_; }

  /// Lines (13)-(22): the token of column j begins at position 1 of its cycle and takes element
  /// q(j) at each, `element(j)`. It is alternately at home and at the relay of a position and ends
  /// at position j, at home or at the relay. The token that ends here comes out.
  template <typename Element>
  Program run(Element element, bool ends_at_home, Sum& token) {
    const PopsShape& pops = self_->shape();
    bool at_home = block_.cycle % 2 == 1 ? ends_at_home : !ends_at_home;
    token = {};
    if (const Array array = this->array(at_home)) {
      // The token at this position, at step t, is that of the column t places before it.
      token = windows_->operand(*array, element(before(*array, 1)));
    }
    for (NodeId t = 1; t < block_.cycle; ++t) {
      std::optional<Message> message;
      if (const Array array = this->array(at_home)) {
        const NodeId i = pops.group(*array);
        const NodeId next = block_.after(pops.index(*array), 1);
        const NodeId to = at_home ? window_relay(pops, i, next, block_.base) : pops.at(i, next);
        message = self_->hand(to, token.payload());
      }
      const auto heard = co_await self_->slot(m_, std::move(message));
      at_home = !at_home;
      token = {};
      const Array array = this->array(at_home);
      if (heard && array) {
        token = Sum::of(heard->data);
        token += windows_->operand(*array, element(before(*array, t + 1)));
      }
    }
  }

 private:
  /// The column whose token is at the position of array x at step t.
  [[nodiscard]] NodeId before(NodeId x, NodeId t) const {
    const NodeId j = self_->shape().index(x);
    return block_.after(j, block_.cycle - t % block_.cycle);
  }

  pops_node* self_;
  Words m_;
  const Windows* windows_;
  TokenBlock block_;
  Array stored_;
};

/// M > g: `nb` blocks share a subgroup; each works out what it contributes to the sums of all of
/// them, and sends it there.
Program share_subgroup(pops_node& self, Words m, const Windows& windows, TokenRun& tokens,
                       bool fused, Sum& sum) {
  const PopsShape pops = self.shape();
  const NodeId g = pops.g;
  const NodeId M = windows.size();
  const NodeId nb = M / g;
  const NodeId base = tokens.block().base;
  const NodeId subgroup = base / M * M;  // its first index
  const NodeId own = (base - subgroup) / g;
  std::vector<MessageData> others;  // contributions to the other blocks, ascending
  for (NodeId to = 0; to < nb; ++to) {
    const auto element = [&](NodeId j) { return to * g + (j - base); };
    const bool ends_at_home = !fused || to == own;
    Sum token;
    co_await tokens.run(element, ends_at_home, token);
    const bool here = tokens.array(ends_at_home).has_value();
    if (to == own && here) sum += token;
    if (to != own && here) others.push_back(token.payload());
  }
  if (!fused) {  // the contributions to other blocks as one message to the relay
    std::optional<Message> message;
    if (!others.empty()) {
      message = self.hand(window_relay(pops, self.group(), self.index(), base), others.front());
      message->more = Shared{std::vector<MessageData>(others.begin() + 1, others.end())};
    }
    const auto heard = co_await self.slot((nb - 1) * m, std::move(message));
    others.clear();
    if (heard) {
      others.push_back(heard->data);
      if (heard->more) others.insert(others.end(), (*heard->more).begin(), (*heard->more).end());
    }
  }
  std::size_t next = 0;
  for (NodeId to = 0; to < nb; ++to) {  // relay -> the column in block `to` of the subgroup
    if (to == own) continue;
    std::optional<Message> message;
    if (const Array array = tokens.array(false); array && next < others.size()) {
      const NodeId column = subgroup + to * g + (pops.index(*array) - base);
      message = self.hand(pops.at(pops.group(*array), column), others[next++]);
    }
    const auto heard = co_await self.slot(m, std::move(message));
    if (heard) sum += Sum::of(heard->data);
  }
}

Program token_sum(pops_node& self, Words m, const Windows& windows,
                  const std::vector<WindowBlock>& blocks, bool fused) {
  const PopsShape pops = self.shape();
  const NodeId M = windows.size();
  const bool whole = pops.d <= pops.g || M <= pops.g;  // a block holds whole subgroups
  Sum sum;
  for (const WindowBlock& block : blocks) {
    const NodeId j = self.index();
    const bool home = j >= block.base && j < block.base + block.length;
    std::optional<Message> message;  // arrays to relays
    if (home) {
      message = self.hand(window_relay(pops, self.group(), j, block.base), datum(self.id()));
      message->for_relay = true;
    }
    const auto heard = co_await self.slot(M * m, std::move(message));
    const Array stored = heard ? Array{static_cast<NodeId>(heard->data[0])} : std::nullopt;
    TokenRun tokens{self, m, windows, block, whole ? M : pops.g, stored};
    if (whole) {
      Sum token;
      co_await tokens.run([M](NodeId column) { return column % M; }, true, token);
      if (home) sum += token;
    } else {
      co_await share_subgroup(self, m, windows, tokens, fused, sum);
    }
    if (stored) self.passed_on();
  }
  if (M <= 1) sum = windows.own(self.id());
  self.result(sum.payload());
}

std::function<Program(pops_node&)> programs(const PopsCase& at, bool fused) {
  struct Plan {
    Windows windows;
    std::vector<WindowBlock> blocks;
  };
  const Windows windows{at.shape, at.subgroup, false};
  auto plan = std::make_shared<const Plan>(Plan{windows, window_blocks(windows, false)});
  return [m = at.words, fused, plan](pops_node& self) {
    return token_sum(self, m, plan->windows, plan->blocks, fused);
  };
}

bool whole_subgroups(const PopsCase& at) {
  return at.shape.d <= at.shape.g || at.subgroup <= at.shape.g;
}

void require_whole_blocks(const PopsCase& at, const char* algorithm) {
  if (whole_subgroups(at) || at.subgroup % at.shape.g == 0) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("--algorithm {} needs a --subgroup that is no larger than --g {} or a "
                            "multiple of it, not {}: choose direct.",
                            algorithm, at.shape.g, at.subgroup)};
}

Cycles cycles(const PopsCase& at, bool fused) {
  const std::uint64_t M = at.subgroup;
  const std::uint64_t g = at.shape.g;
  if (M <= 1) return 0_cycles;
  const Cycles arrays = at.slot(at.array());
  if (whole_subgroups(at)) {
    const std::uint64_t blocks = at.shape.d <= g ? 1 : ceil_div(at.shape.d, M * (g / M));
    return blocks * (arrays + (M - 1) * at.slot());
  }
  const std::uint64_t nb = M / g;
  Cycles block = arrays + (nb * (g - 1) + nb - 1) * at.slot();
  if (!fused) block += at.slot((nb - 1) * at.words);
  return at.shape.d / g * block;
}

/// 3.3: d <= g, M/B + M - 1 cycles.
std::optional<double> paper_cycles(const PopsCase& at) {
  if (at.shape.d > at.shape.g || at.subgroup <= 1) return std::nullopt;
  const double M = at.subgroup;
  const auto B = static_cast<double>(at.rules.slot.bandwidth.count());
  return M / B + M - 1;
}

Relation paper_relation(const PopsCase& at) {
  const LinkTiming& slot = at.rules.slot;
  return equal_if(at.words == 1_words && slot.startup == 0_cycles &&
                  at.subgroup % static_cast<std::uint64_t>(slot.bandwidth.count()) == 0);
}

}  // namespace

const PopsAlgorithm kConsecutiveToken{
    .operation = "consecutive-sum",
    .name = "token",
    .summary = "arrays go to relays, then tokens visit their subgroups and add one element at each",
    .knobs = {PopsKnob::kSubgroup},
    .require = [](const PopsCase& at) { require_whole_blocks(at, "token"); },
    .data = [](const PopsCase& at) { return window_data(at, false); },
    .programs = [](const PopsCase& at) { return programs(at, false); },
    .equations = {{"M/B + M - 1", "3.3", paper_cycles, paper_relation}},
    .exact = [](const PopsCase& at) { return cycles(at, false); },
    .lower_bound = {}};

const PopsAlgorithm kConsecutiveTokenFused{
    .operation = "consecutive-sum",
    .name = "token-fused",
    .summary = "as token, but tokens for other blocks end at relays: a slot less in each block",
    .knobs = {PopsKnob::kSubgroup},
    .require = [](const PopsCase& at) { require_whole_blocks(at, "token-fused"); },
    .data = [](const PopsCase& at) { return window_data(at, false); },
    .programs = [](const PopsCase& at) { return programs(at, true); },
    .equations = {},
    .exact = [](const PopsCase& at) { return cycles(at, true); },
    .lower_bound = {}};

}  // namespace plexus
