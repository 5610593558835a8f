#include <algorithm>
#include <map>
#include <utility>

#include "testbenches/outputs/run_picture.hpp"

namespace plexus {

// What nodes hold: the part of a picture that is about data, not about what moves.

namespace {

constexpr std::size_t kMostGains = 150'000;

}  // namespace

void RunPicture::combined(const OperandsRow& row) {
  if (row.cycle.count() > now_) {
    settle(row.cycle.count());
    now_ = row.cycle.count();
  }
  combines_ = true;  // what it sends first need not be what it had first
  origins_.clear();
  if (row.of > 0 && result_ == 0) {  // until then nothing was told
    result_ = static_cast<double>(row.of);
    const double own = static_cast<double>(row.all.count()) / result_;
    for (NodeId v = 0; v < nodes_.size(); ++v) {
      const std::int32_t where = place(v);
      if (where < 0) continue;
      nodes_[v].own = own - nodes_[v].words / result_;
      nodes_[v].told += nodes_[v].own;
      filled_[static_cast<std::size_t>(where)].words += nodes_[v].own;
    }
  }
  if (row.node >= nodes_.size()) return;
  Node& node = nodes_[row.node];
  if (row.operands < row.of) {
    gain(row.cycle.count(), row.node, row.blocks, true, static_cast<double>(row.operands));
  }
  if (row.of == 0) node.operands = static_cast<std::int64_t>(row.operands);
  for (const Interval& interval : row.blocks.intervals()) {
    for (BlockId block = interval.first; block < interval.end(); ++block) {
      if (row.operands == row.of) {  // it is told that it holds them
        node.partly.erase(block);
        if (results_.insert(block).second) combined_ = row.cycle.count();
      } else {
        node.partly[block] = static_cast<double>(row.words.count()) /
                             static_cast<double>(row.blocks.count()) *
                             (static_cast<double>(row.operands) - 1) / result_;
      }
    }
  }
  fill(row.node);
}

/// Notes it for the matrix of nodes and blocks.
void RunPicture::gain(std::int64_t cycle, NodeId node, const Blocks& blocks, bool operands,
                      double amount) {
  if (gains_lost_) return;
  for (const Interval& interval : blocks.intervals()) {
    gains_.push_back({cycle, node, interval.first, interval.count, operands, amount});
  }
  if (gains_.size() <= kMostGains) return;
  gains_lost_ = true;
  gains_.clear();
}

/// Of blocks that nobody is known to have had: this node has had them from the start. It says so
/// (`told`), or sends or has them and has got them from nobody.
void RunPicture::note_origin(NodeId node, const Blocks& blocks, bool told) {
  if (combines_) return;
  for (const Interval& interval : blocks.intervals()) {
    BlockId at = interval.first;
    while (at < interval.end()) {
      const auto next = origins_.upper_bound(at);
      if (next != origins_.begin() && std::prev(next)->second.end > at) {
        at = std::prev(next)->second.end;
        continue;
      }
      const BlockId end =
          next == origins_.end() ? interval.end() : std::min(interval.end(), next->first);
      auto run = origins_.emplace_hint(next, at, Origin{end, node, told});
      const auto continues = [](const auto& one, const auto& other) {
        return one->second.end == other->first && one->second.node == other->second.node &&
               one->second.told == other->second.told;
      };
      if (run != origins_.begin() && continues(std::prev(run), run)) {
        std::prev(run)->second.end = end;
        run = std::prev(origins_.erase(run));
      }
      if (next != origins_.end() && continues(run, next)) {
        run->second.end = next->second.end;
        origins_.erase(next);
      }
      at = end;
    }
  }
}

/// How many of these the node has not had from the start, untold.
std::uint64_t RunPicture::not_given(NodeId node, const Blocks& blocks) const {
  std::uint64_t count = blocks.count();
  for (const Interval& interval : blocks.intervals()) {
    auto run = origins_.upper_bound(interval.first);
    if (run != origins_.begin()) --run;
    for (; run != origins_.end() && run->first < interval.end(); ++run) {
      const BlockId first = std::max(run->first, interval.first);
      const BlockId end = std::min(run->second.end, interval.end());
      if (run->second.node == node && !run->second.told && first < end) count -= end - first;
    }
  }
  return count;
}

/// What nodes have had from the start without a word of it is theirs from the first cycle on.
void RunPicture::give() {
  if (combines_ || !tells_holds_) return;
  const auto each = static_cast<double>(words_.whole().count());
  std::vector<Gain> first;
  std::vector<double> to_place(filled_.size(), 0);
  for (const auto& [block, origin] : origins_) {
    if (origin.told || origin.node >= nodes_.size()) continue;
    const std::uint64_t count = origin.end - block;
    nodes_[origin.node].given.push_back({block, count});
    nodes_[origin.node].told += each * static_cast<double>(count);
    first.push_back({0, origin.node, block, count, false, each});
  }
  if (first.empty()) return;
  if (!gains_lost_ && gains_.size() + first.size() <= kMostGains) {
    gains_.insert(gains_.begin(), first.begin(), first.end());
  } else {
    gains_lost_ = true;
    gains_.clear();
  }
  for (NodeId v = 0; v < nodes_.size(); ++v) {
    Node& node = nodes_[v];
    if (node.given.empty()) continue;
    double words = 0;
    for (const Interval& run : node.given) words += each * static_cast<double>(run.count);
    most_held_ = std::max(most_held_, node.most + words);
    if (const std::int32_t where = place(v); where >= 0) {
      to_place[static_cast<std::size_t>(where)] += words;
    }
  }
  say_given();
  for (Level& level : levels_) level.words += to_place[level.place];
  for (std::uint32_t i = 0; i < filled_.size(); ++i) filled_[i].words += to_place[i];
}

/// Who says nothing of the first cycle holds from then on also what it has had without a word.
void RunPicture::say_given() {
  std::map<std::uint32_t, std::string> given;  // by part
  for (std::uint32_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (part.view->kind != PartKind::kNode || part.place < 0) continue;
    const Layout::Place& at = layout_.places[static_cast<std::size_t>(part.place)];
    if (at.count != 1 || nodes_[at.first].given.empty()) continue;
    given[i] = words_of_blocks({nodes_[at.first].given, {}}) + " from the start";
  }
  for (const Saying& one : sayings_) {
    if (one.holds && one.cycle == 0) given.erase(one.part);
  }
  for (Saying& one : sayings_) {
    const auto own = one.holds ? given.find(one.part) : given.end();
    if (own != given.end()) one.text = own->second + (one.text.empty() ? "" : ", ") + one.text;
  }
  for (const auto& [part, text] : given) sayings_.push_back({part, true, 0, text, cycles_ + 1});
}

/// Something has changed in what a node holds.
void RunPicture::fill(NodeId number) {
  const std::int32_t where = place(number);
  if (where < 0) return;
  Node& node = nodes_[number];
  double words = node.words + node.own + static_cast<double>(node.operands);
  for (const auto& [block, part] : node.partly) words += part;
  node.most = std::max(node.most, words);
  most_held_ = std::max(most_held_, words);
  Filled& filled = filled_[static_cast<std::size_t>(where)];
  if (filled.since < now_ && is_shown(filled.since, now_)) {
    levels_.push_back({static_cast<std::uint32_t>(where), filled.since, filled.words, now_});
    thin_out();
  }
  filled.since = now_;
  filled.words += words - std::exchange(node.told, words);
}

}  // namespace plexus
