#include "testbenches/outputs/spectators.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace plexus {

namespace {

/// Everything that a row says, so that the order of the rows of one cycle is always the same.
bool comes_before(const TraceRow& a, const TraceRow& b) {
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.rank != b.rank) return a.rank < b.rank;  // which mostly says it
  const auto key = [](const TraceRow& row) {
    return std::tie(row.part, row.packet, row.source, row.destination, row.words,
                    row.blocks.slice().first, row.blocks.slice().count, row.setting);
  };
  const auto one = key(a);
  const auto other = key(b);
  if (one != other) return one < other;
  return std::ranges::lexicographical_compare(
      a.blocks.intervals(), b.blocks.intervals(), [](const Interval& left, const Interval& right) {
        return std::tie(left.first, left.count) < std::tie(right.first, right.count);
      });
}

bool is_transfer(const TraceRow& row) {
  return row.kind == TraceKind::kSend || row.kind == TraceKind::kReceive ||
         row.kind == TraceKind::kDrop;
}

/// A part that becomes empty and is set again in the same cycle was empty for no time.
bool is_void(const TraceRow& row, const TraceRow& next) {
  return row.kind == TraceKind::kSetting && row.setting.empty() &&
         next.kind == TraceKind::kSetting && row.part == next.part;
}

}  // namespace

/// A node whose programs go on one after the other says several times what it waits for: what it
/// said last in the cycle holds.
void Spectators::drop_outdated_waits() {
  std::set<std::string_view> said;
  for (auto place = order_.rbegin(); place != order_.rend(); ++place) {
    const TraceRow& row = rows_[*place];
    if (row.kind == TraceKind::kWait && !said.insert(row.part).second) *place = kOutdated;
  }
  std::erase(order_, kOutdated);
}

/// Keeps rows at their places, because a name that fits the memory of the one before costs nothing.
void Spectators::record(const TraceRow& row) {
  if (kept_ > 0 && row.cycle != rows_.front().cycle) {
    if (row.cycle < rows_.front().cycle) {
      throw std::logic_error{"a trace row of " + row.part + " comes after its cycle is over"};
    }
    flush();
  }
  if (kept_ == rows_.size()) rows_.emplace_back();
  rows_[kept_++] = row;
}

bool Spectators::wants(const std::string& part) const {
  return std::ranges::any_of(all_, [&](const spectator_if* one) { return one->wants(part); });
}

bool Spectators::wants_waits() const {
  return std::ranges::any_of(all_, [](const spectator_if* one) { return one->wants_waits(); });
}

void Spectators::describe(const PartView& view) {
  for (spectator_if* one : all_) one->describe(view);
}

void Spectators::flush() {
  order_.resize(kept_);
  std::iota(order_.begin(), order_.end(), 0U);
  if (std::any_of(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(kept_),
                  [](const TraceRow& row) { return row.kind == TraceKind::kWait; })) {
    drop_outdated_waits();
  }
  std::ranges::sort(order_, comes_before,
                    [this](std::uint32_t place) -> const TraceRow& { return rows_[place]; });
  for (const std::uint32_t place : order_) {  // before settings name them in another order
    if (rows_[place].kind == TraceKind::kSend) number(rows_[place].packet);
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    TraceRow& row = rows_[order_[i]];
    if (i + 1 < order_.size() && is_void(row, rows_[order_[i + 1]])) continue;
    if (is_transfer(row)) row.packet = number(row.packet);
    if (row.kind == TraceKind::kSetting) number_words(row.setting);
    for (spectator_if* one : all_) one->see(row);
  }
  kept_ = 0;
}

PacketId Spectators::number(PacketId packet) {
  return numbers_.try_emplace(packet, numbers_.size()).first->second;
}

/// Puts the numbers behind the word `packet` into the words of a setting.
void Spectators::number_words(std::string& words) {
  constexpr std::string_view kPacket = "packet ";
  for (std::size_t at = words.find(kPacket); at != std::string::npos;
       at = words.find(kPacket, at + kPacket.size())) {
    const std::size_t begin = at + kPacket.size();
    PacketId packet = 0;
    const char* const first = words.data() + begin;
    const auto [end, error] = std::from_chars(first, words.data() + words.size(), packet);
    if (error != std::errc{}) continue;
    words.replace(begin, static_cast<std::size_t>(end - first), std::to_string(number(packet)));
  }
}

}  // namespace plexus
