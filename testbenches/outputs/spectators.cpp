#include "testbenches/outputs/spectators.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace plexus {

namespace {

/// Everything that a row says, so that the order of the rows of one cycle is always the same.
bool comes_before(const TraceRow& a, const TraceRow& b) {
  const auto key = [](const TraceRow& row) {
    return std::tie(row.kind, row.rank, row.part, row.packet, row.source, row.destination,
                    row.words, row.blocks.slice().first, row.blocks.slice().count, row.setting);
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

/// A node whose programs go on one after the other says several times what it waits for: what it
/// said last in the cycle holds.
void drop_outdated_waits(std::vector<TraceRow>& cycle) {
  std::set<std::string_view> said;
  std::vector<bool> outdated(cycle.size());
  for (std::size_t i = cycle.size(); i-- > 0;) {
    if (cycle[i].kind == TraceKind::kWait) outdated[i] = !said.insert(cycle[i].part).second;
  }
  std::size_t i = 0;
  std::erase_if(cycle, [&](const TraceRow&) { return outdated[i++]; });
}

}  // namespace

void Spectators::record(const TraceRow& row) {
  if (!cycle_.empty() && row.cycle != cycle_.front().cycle) {
    if (row.cycle < cycle_.front().cycle) {
      throw std::logic_error{"a trace row of " + row.part + " comes after its cycle is over"};
    }
    flush();
  }
  cycle_.push_back(row);
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
  drop_outdated_waits(cycle_);
  std::ranges::sort(cycle_, comes_before);
  for (std::size_t i = 0; i < cycle_.size(); ++i) {
    TraceRow& row = cycle_[i];
    if (i + 1 < cycle_.size() && is_void(row, cycle_[i + 1])) continue;
    if (is_transfer(row)) row.packet = number(row.packet);
    if (row.kind == TraceKind::kSetting) number_words(row.setting);
    for (spectator_if* one : all_) one->see(row);
  }
  cycle_.clear();
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
