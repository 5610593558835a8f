#include "testbenches/outputs/run_picture.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace plexus {

namespace {

/// More transfers than this nobody looks at one by one.
constexpr std::size_t kMostTransfers = 40'000;
constexpr std::size_t kMostSayings = 80'000;

/// `0-1 3-5` behind the last ` to ` of a setting: who receives.
std::vector<NodeId> receivers_in(std::string_view setting) {
  constexpr std::size_t kMost = 256;
  std::vector<NodeId> nodes;
  const std::size_t to = setting.rfind(" to ");
  if (!setting.starts_with("node ") || to == std::string::npos) return nodes;
  const char* at = setting.data() + to + 4;
  const char* const end = setting.data() + setting.size();
  while (at < end && nodes.size() < kMost) {
    NodeId first = 0;
    const auto [behind, error] = std::from_chars(at, end, first);
    if (error != std::errc{}) break;
    NodeId last = first;
    at = behind;
    if (at < end && *at == '-') {
      const auto [further, wrong] = std::from_chars(at + 1, end, last);
      if (wrong != std::errc{}) break;
      at = further;
    }
    for (NodeId node = first; node <= last && nodes.size() < kMost; ++node) nodes.push_back(node);
    if (at < end) ++at;
  }
  return nodes;
}

}  // namespace

void RunPicture::draw(Layout layout, const std::string& top) {
  layout_ = std::move(layout);
  top_ = top + '.';
  for (std::size_t i = 0; i < layout_.places.size(); ++i) {
    const Layout::Place& place = layout_.places[i];
    if (!place.part.empty()) places_.emplace(place.part, static_cast<std::int32_t>(i));
    for (NodeId v = 0; place.count > 1 && v < place.count; ++v) {
      places_.emplace("node_" + std::to_string(place.first + v), static_cast<std::int32_t>(i));
    }
  }
  for (std::size_t i = 0; i < layout_.wires.size(); ++i) {
    const Layout::Wire& wire = layout_.wires[i];
    if (!wire.part.empty()) wires_.emplace(wire.part, static_cast<std::int32_t>(i));
  }
}

/// The place that has this name or one above it.
std::int32_t RunPicture::find_place(const std::string& name) const {
  for (std::string_view at = name; !at.empty();) {
    if (const auto found = places_.find(std::string{at}); found != places_.end()) {
      return found->second;
    }
    const std::size_t dot = at.rfind('.');
    at = dot == std::string_view::npos ? std::string_view{} : at.substr(0, dot);
  }
  return kNowhere;
}

std::uint32_t RunPicture::part_of(const std::string& name) {
  const auto [place, is_new] =
      numbers_.try_emplace(name, static_cast<std::uint32_t>(parts_.size()));
  if (!is_new) return place->second;
  Part part;
  part.view = words_.view(name);
  const std::string below = name.starts_with(top_) ? name.substr(top_.size()) : name;
  if (const auto wire = wires_.find(below); wire != wires_.end()) {
    part.wire = wire->second;
  } else {
    part.place = find_place(below);
  }
  parts_.push_back(std::move(part));
  return place->second;
}

void RunPicture::see(const SeenRow& row) {
  const std::int64_t cycle = row.cycle.count();
  if (cycle > now_) settle(cycle);
  now_ = cycle;
  cycles_ = std::max(cycles_, cycle);
  words_.see(row);
  const std::uint32_t number = part_of(std::string{row.name});
  switch (row.kind) {
    case TraceKind::kSend: {
      if (transfers_.size() >= kMostTransfers) {
        ++left_out_;
      } else {
        moving_[number].push_back(transfers_.size());
        transfers_.push_back({number,
                              row.packet,
                              row.source,
                              {row.destination},
                              cycle,
                              cycle + row.startup.count(),
                              -1,
                              row.words.count(),
                              words_of_transfer(row.packet, row.blocks, words_.whole())});
      }
      const std::uint32_t place = place_of(layout_, row.source);
      if (place < layout_.places.size()) loads_.push_back({place, cycle, row.words.count()});
      break;
    }
    case TraceKind::kReceive:
    case TraceKind::kDrop: {
      std::vector<std::size_t>& moving = moving_[number];
      const auto ended = std::ranges::find_if(
          moving, [&](std::size_t transfer) { return transfers_[transfer].packet == row.packet; });
      if (ended == moving.end()) break;
      Transfer& transfer = transfers_[*ended];
      transfer.to = cycle;
      transfer.lost = row.kind == TraceKind::kDrop;
      Part& part = parts_[number];
      part.busy += std::max<std::int64_t>(0, cycle - std::max(transfer.from, part.idle_at));
      part.idle_at = cycle;
      moving.erase(ended);
      break;
    }
    case TraceKind::kSetting:
      if (const auto receivers = receivers_in(row.setting); !receivers.empty()) {
        pending_[number] = receivers;
      }
      break;
    case TraceKind::kHold: {
      std::int64_t& held = held_[row.source];
      held += row.words.count();
      most_held_ = std::max(most_held_, held);
      if (gains_.size() < kMostSayings) gains_.push_back({row.source, cycle, held});
      break;
    }
    case TraceKind::kWait:
      break;
  }
}

/// All of the cycles before `before` has been seen.
void RunPicture::settle(std::int64_t before) {
  const auto tell = [&](std::int64_t cycle) {
    words_.settle(Cycles{cycle}, [&](std::uint32_t row, const std::string& text) {
      if (sayings_.size() >= kMostSayings) return;
      const RunWords::Row& said = words_.rows()[row];
      sayings_.push_back({part_of(said.view.part), said.holds, cycle, text});
    });
  };
  if (now_ >= 0) tell(now_);
  for (auto next = words_.next(); next && next->count() < before; next = words_.next()) {
    tell(next->count());
  }
  for (const auto& [number, receivers] : pending_) {
    for (const std::size_t transfer : moving_[number]) transfers_[transfer].receivers = receivers;
  }
  pending_.clear();
}

void RunPicture::end(const std::optional<Fault>& failed) {
  if (failed) cycles_ = std::max(cycles_, failed->cycle.count());
  settle(cycles_ + 1);
  for (Transfer& transfer : transfers_) {
    if (transfer.to >= 0) continue;
    transfer.to = cycles_;
    transfer.lost = failed && transfer.from == failed->cycle.count() &&
                    parts_[transfer.part].view.part == failed->part;
  }
}

std::vector<std::vector<double>> RunPicture::load(std::size_t bins) const {
  std::vector<std::vector<double>> words(layout_.places.size(), std::vector<double>(bins, 0));
  const double length = static_cast<double>(std::max<std::int64_t>(1, cycles_));
  for (const Load& one : loads_) {
    const double at = static_cast<double>(one.from) / length * static_cast<double>(bins);
    words[one.place][std::min(bins - 1, static_cast<std::size_t>(at))] +=
        static_cast<double>(one.words);
  }
  return words;
}

}  // namespace plexus
