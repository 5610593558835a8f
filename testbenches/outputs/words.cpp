#include "testbenches/outputs/words.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace plexus {

namespace {

/// More letters than this do not fit the rows of a viewer.
constexpr std::size_t kMostLetters = 72;
/// A list of blocks is told one by one up to this length.
constexpr std::size_t kMostLettersOfBlocks = 24;

std::string shortened(std::string text) {
  if (text.size() <= kMostLetters) return text;
  text.resize(kMostLetters - 2);
  return text + "..";
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void add_interval(std::string& text, std::uint64_t first, std::uint64_t end) {
  if (!text.empty()) text += ' ';
  text += std::to_string(first);
  if (end - first > 1) text += '-' + std::to_string(end - 1);
}

std::string named(const std::string& list, std::uint64_t count) {
  if (list.size() > kMostLettersOfBlocks) return fmt::format("{} blocks", count);
  return (count == 1 ? "block " : "blocks ") + list;
}

/// The end of a link as its label has it: `3` or `4` of `3 -> 4`; the whole label if it has none.
std::string end_of(const std::string& link, bool source) {
  const std::string label = view_of(link).label;
  const std::size_t arrow = label.find(" -> ");
  if (arrow == std::string::npos) return label;
  return source ? label.substr(0, arrow) : label.substr(arrow + 4);
}

}  // namespace

std::string words_of_blocks(const Blocks& blocks) {
  std::string list;
  for (const Interval& interval : blocks.intervals()) {
    add_interval(list, interval.first, interval.end());
    if (list.size() > kMostLettersOfBlocks) break;
  }
  return named(list, blocks.count());
}

std::string words_of_transfer(PacketId packet, const Blocks& blocks, Words whole) {
  std::string text = "pkt " + std::to_string(packet);
  if (blocks.empty()) return text;
  text += ": " + words_of_blocks(blocks);
  const Slice slice = blocks.slice();
  if (slice != Slice{0_words, whole}) {
    text +=
        fmt::format(" words {}-{}", slice.first.count(), (slice.first + slice.count).count() - 1);
  }
  return text;
}

std::string words_of_setting(const std::string& setting) {
  std::string text = setting;
  replace_all(text, "packet ", "pkt ");
  // "pkt 3 from 0 to 1" is pkt 3 0>1; "pkt 3 from 0 waits for 1" needs no input to be understood
  for (std::size_t at = text.find(" from "); at != std::string::npos;
       at = text.find(" from ", at)) {
    std::size_t end = at + 6;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (text.compare(end, 4, " to ") == 0) {
      text.replace(end, 4, ">");
      text.erase(at + 1, 5);
    } else if (text.compare(end, 6, " waits") == 0 || text.compare(end, 8, " dropped") == 0) {
      text.erase(at, end - at);
    } else {
      text.replace(at, 6, " of ");
    }
  }
  return shortened(std::move(text));
}

std::string words_of_wait(const std::string& wait) {
  std::string text;
  std::string waits;
  for (std::size_t begin = 0; begin < wait.size();) {
    std::size_t end = std::min(wait.find(", ", begin), wait.size());
    const std::string one = wait.substr(begin, end - begin);
    begin = end + 2;
    constexpr std::string_view kPacket = "a packet on ";
    constexpr std::string_view kSend = "the end of a send on ";
    if (one.starts_with(kSend)) {
      text += (text.empty() ? "sends to " : " ") + end_of(one.substr(kSend.size()), false);
      continue;
    }
    std::string what = one;
    if (one.starts_with(kPacket) && one.find('.') != std::string::npos) {
      what = end_of(one.substr(kPacket.size()), true);
    }
    if (one == "the end of a lock step") what = "the others";
    waits += (waits.empty() ? "waits for " : " ") + what;
  }
  if (!text.empty() && !waits.empty()) text += ", ";
  return shortened(text + waits);
}

// ---- rows ------------------------------------------------------------------------------------

void RunWords::Held::add(const Blocks& gained, Words gained_words) {
  words += gained_words;
  for (const Interval& interval : gained.intervals()) {
    std::uint64_t first = interval.first;
    std::uint64_t end = interval.end();
    auto next = intervals.upper_bound(first);
    if (next != intervals.begin() && std::prev(next)->second >= first) --next;
    while (next != intervals.end() && next->first <= end) {
      first = std::min(first, next->first);
      end = std::max(end, next->second);
      blocks -= next->second - next->first;
      next = intervals.erase(next);
    }
    intervals.emplace(first, end);
    blocks += end - first;
  }
}

std::string RunWords::Held::text(Words whole) const {
  std::string list;
  for (const auto& [first, end] : intervals) {
    add_interval(list, first, end);
    if (list.size() > kMostLettersOfBlocks) break;
  }
  std::string text = named(list, blocks);
  if (words == blocks * whole) return text;
  return text + (blocks == 1 ? fmt::format(", {} of {} words", words.count(), whole.count())
                             : fmt::format(", {} words", words.count()));
  return text;
}

PartView RunWords::view(const std::string& part) const {
  const auto told = described_.find(part);
  return told == described_.end() ? view_of(part) : told->second;
}

std::uint32_t RunWords::row_of(std::int64_t& number, const std::string& part, bool holds) {
  if (number < 0) {
    number = static_cast<std::int64_t>(rows_.size());
    rows_.push_back({view(part), holds, "", false});
  }
  return static_cast<std::uint32_t>(number);
}

void RunWords::see(const TraceRow& row) {
  const auto [place, is_new] = parts_.try_emplace(row.part);
  Part& part = place->second;
  if (is_new) names_.emplace(&part, &place->first);
  whole_ = std::max(whole_, row.blocks.slice().first + row.blocks.slice().count);
  switch (row.kind) {
    case TraceKind::kSend:
      part.carried.push_back(
          {row.packet, row.cycle + row.startup, words_of_transfer(row.packet, row.blocks, whole_)});
      if (row.startup > 0_cycles) begins_.emplace((row.cycle + row.startup).count(), &part);
      break;
    case TraceKind::kReceive:
    case TraceKind::kDrop: {
      const auto ended = std::ranges::find(part.carried, row.packet, &Transfer::packet);
      if (ended != part.carried.end()) part.carried.erase(ended);
      part.lost = part.lost || row.kind == TraceKind::kDrop;
      if (part.carried.empty()) part.setting.clear();
      break;
    }
    case TraceKind::kSetting:
      part.setting = words_of_setting(row.setting);
      break;
    case TraceKind::kWait:
      part.wait = words_of_wait(row.setting);
      break;
    case TraceKind::kHold:
      part.held.add(row.blocks, row.words);
      part.gained = true;
      break;
  }
  if (!part.dirty) dirty_.emplace_back(&part, &place->first);
  part.dirty = true;
}

std::string RunWords::text_of(const Part& part, Cycles now) {
  std::string text;
  bool starts = false;
  for (const Transfer& transfer : part.carried) {
    if (now < transfer.data_from) {
      starts = true;
      continue;
    }
    text += (text.empty() ? "" : ", ") + transfer.text;
  }
  if (starts && text.empty()) return "start-up";
  constexpr std::string_view kSender = "node ";
  if (const std::size_t to = part.setting.find(" to ");
      part.carried.size() == 1 && part.setting.starts_with(kSender) && to != std::string::npos) {
    // node 3 to 0-2: who sends comes first, who reads last, where a narrow row leaves it out
    return shortened(part.setting.substr(kSender.size(), to - kSender.size()) + " sends " + text +
                     part.setting.substr(to));
  }
  if (!part.setting.empty()) text += (text.empty() ? "" : ", ") + part.setting;
  return text.empty() ? part.wait : shortened(std::move(text));
}

std::optional<Cycles> RunWords::next() const {
  if (begins_.empty()) return std::nullopt;
  return Cycles{begins_.top().first};
}

void RunWords::settle(Cycles now, const Tell& tell) {
  while (!begins_.empty() && begins_.top().first <= now.count()) {
    Part* const part = begins_.top().second;
    begins_.pop();
    if (!part->dirty) dirty_.emplace_back(part, names_.at(part));
    part->dirty = true;
  }
  const auto say = [&](std::uint32_t number, std::string text) {
    Row& row = rows_[number];
    if (row.text == text) return;
    row.text = std::move(text);
    tell(number, row.text);
  };
  for (const auto& [part, name] : dirty_) {
    part->dirty = false;
    if (std::exchange(part->gained, false))
      say(row_of(part->holds, *name, true), part->held.text(whole_));
    std::string text = text_of(*part, now);
    if (part->does >= 0 || !text.empty()) say(row_of(part->does, *name, false), std::move(text));
    if (part->lost && part->does >= 0) rows_[static_cast<std::size_t>(part->does)].lost = true;
  }
  dirty_.clear();
}

}  // namespace plexus
