#include "testbenches/outputs/words.hpp"

#include <algorithm>
#include <array>
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

/// The end of a link as its label has it: `3` or `4` of `3 -> 4`; nothing of a port, which leads to
/// many.
std::string end_of(const std::string& link, bool source) {
  const std::string label = view_of(link).label;
  const std::size_t arrow = label.find(" -> ");
  if (arrow == std::string::npos) return {};
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

namespace {

/// `block 5 w0-15`: the words are told where it is not a whole block.
std::string words_of_data(const Blocks& blocks, Words whole) {
  if (blocks.empty()) return {};
  std::string text = words_of_blocks(blocks);
  const Slice slice = blocks.slice();
  if (slice != Slice{0_words, whole}) {
    text += " w" + std::to_string(slice.first.count());
    if (slice.count > 1_words)
      text += '-' + std::to_string((slice.first + slice.count).count() - 1);
  }
  return text;
}

/// `packet` behind what it is said of: `block 5 (pkt 3)`.
std::string with_packet(std::string text, PacketId packet, bool again) {
  const std::string name = "pkt " + std::to_string(packet) + (again ? " again" : "");
  if (text.empty()) return name;
  text += " (" + name + ')';
  return text;
}

}  // namespace

std::string words_of_transfer(PacketId packet, const Blocks& blocks, Words whole) {
  return with_packet(words_of_data(blocks, whole), packet, false);
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
  // The name of a setting says again what the ways do: it comes behind them.
  const std::size_t colon = text.find(": pkt ");
  const bool is_named =
      colon != std::string::npos && std::ranges::all_of(text.substr(0, colon), [](char letter) {
        return letter == ' ' || std::islower(static_cast<unsigned char>(letter)) != 0;
      });
  const std::size_t way = text.find('>');
  if (is_named && way != std::string::npos && text[way - 1] != ' ') {
    text = text.substr(colon + 2) + " (" + text.substr(0, colon) + ')';
  }
  return shortened(std::move(text));
}

namespace {

/// What reports of deadlocks say of parts that several nodes share, by its first words and its
/// last, as a node's own row has it.
struct Plain {
  std::string_view begin;
  std::string_view end;
  std::string_view does;
  std::string_view waits_for;
};
constexpr std::array kPlain{
    Plain{"the end of a lock step", "", "", "all"},
    Plain{"a channel of ", " and a packet on it", "", "a channel and a packet"},
    Plain{"a channel of ", "", "", "a channel"},
    Plain{"the end of its transaction on ", " and a packet", "sends", "a packet"},
    Plain{"the end of its transaction on ", "", "sends", ""},
    Plain{"a slot of ", "", "", "a slot"},
    Plain{"the end of its access to ", "", "uses its slot", ""},
    Plain{"the end of a slot in which it sends", "", "sends", ""},
    Plain{"the end of a slot in which it listens", "", "listens", ""},
    Plain{"something that no part of the machine has promised", "", "works", ""}};

}  // namespace

std::string words_of_wait(const std::string& wait) {
  std::string text;
  std::string waits;
  const auto does = [&](std::string_view what) {
    text += (text.empty() ? "" : " ") + std::string{what};
  };
  const auto waits_for = [&](std::string_view what) {
    if (what.empty() || waits.ends_with(' ' + std::string{what})) return;
    const bool is_long = what.find(' ') != std::string_view::npos;
    waits += (waits.empty() ? "waits for " : is_long ? ", " : " ") + std::string{what};
  };
  for (std::size_t begin = 0; begin < wait.size();) {
    const std::size_t end = std::min(wait.find(", ", begin), wait.size());
    const std::string one = wait.substr(begin, end - begin);
    begin = end + 2;
    const auto plain = std::ranges::find_if(kPlain, [&](const Plain& shared) {
      return one.starts_with(shared.begin) && one.ends_with(shared.end);
    });
    if (plain != kPlain.end()) {
      if (!plain->does.empty()) does(plain->does);
      waits_for(plain->waits_for);
      continue;
    }
    constexpr std::string_view kPacket = "a packet on ";
    constexpr std::string_view kSend = "the end of a send on ";
    if (one.starts_with(kSend)) {
      const std::string goal = end_of(one.substr(kSend.size()), false);
      if (text.empty()) text = goal.empty() ? "sends" : "sends to";
      if (!goal.empty()) text += ' ' + goal;
    } else if (one.starts_with(kPacket)) {
      const bool named = one.find('.') != std::string::npos;  // a link, not what all share
      const std::string source = named ? end_of(one.substr(kPacket.size()), true) : "";
      waits_for(source.empty() ? "a packet" : source);
    } else {
      waits_for(one);
    }
  }
  if (!text.empty() && !waits.empty()) text += ", ";
  return shortened(text + waits);
}

// ---- rows ------------------------------------------------------------------------------------

void RunWords::Held::add(const Blocks& gained, Words gained_words, Words whole) {
  words += gained_words;
  const bool in_part = gained.slice().count < whole;
  for (const Interval& interval : gained.intervals()) {
    std::uint64_t first = interval.first;
    std::uint64_t end = interval.end();
    for (std::uint64_t block = first; in_part && block < end; ++block) {
      Words& held = partly[block];
      held += gained.slice().count;
      if (held >= whole) partly.erase(block);
    }
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

void RunWords::Held::remove(const Blocks& lost, Words lost_words, Words whole) {
  words = std::max(0_words, words - lost_words);
  const bool in_part = lost.slice().count < whole;
  for (const Interval& interval : lost.intervals()) {
    for (std::uint64_t block = interval.first; in_part && block < interval.end(); ++block) {
      Words& held = partly.try_emplace(block, whole).first->second;
      held = held - lost.slice().count;
      if (held > 0_words) continue;
      partly.erase(block);
      remove(block, block + 1);
    }
    if (!in_part) remove(interval.first, interval.end());
  }
}

/// Blocks first .. end - 1 are no longer held.
void RunWords::Held::remove(std::uint64_t first, std::uint64_t end) {
  auto next = intervals.upper_bound(first);
  if (next != intervals.begin() && std::prev(next)->second > first) --next;
  while (next != intervals.end() && next->first < end) {
    const auto [from, to] = *next;
    blocks -= std::min(to, end) - std::max(from, first);
    intervals.erase(next);
    if (from < first) intervals.emplace(from, first);
    if (to > end) intervals.emplace(end, to);
    next = intervals.lower_bound(end);
  }
}

std::string RunWords::Held::text(Words whole) const {
  if (blocks == 0) return {};
  std::string list;
  for (const auto& [first, end] : intervals) {
    add_interval(list, first, end);
    if (list.size() > kMostLettersOfBlocks) break;
  }
  std::string text = named(list, blocks);
  if (words == blocks * whole) return text;
  return text + (blocks == 1 ? fmt::format(", {} of {} words", words.count(), whole.count())
                             : fmt::format(", {} words", words.count()));
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

void RunWords::touch(Part& part) {
  if (!std::exchange(part.dirty, true)) dirty_.push_back(&part);
}

void RunWords::see(const TraceRow& row) {
  const auto [place, is_new] = parts_.try_emplace(row.part);
  Part& part = place->second;
  if (is_new) {
    part.name = &place->first;
    part.wanted = !wants_ || wants_(row.part);
  }
  if (!part.wanted) return;
  whole_ = std::max(whole_, row.blocks.slice().first + row.blocks.slice().count);
  switch (row.kind) {
    case TraceKind::kSend:
      part.carried.push_back({row.packet, row.cycle + row.startup,
                              words_of_data(row.blocks, whole_),
                              part.lost && part.lost_last == row.packet});
      if (row.startup > 0_cycles) begins_.emplace((row.cycle + row.startup).count(), &part);
      break;
    case TraceKind::kReceive:
    case TraceKind::kDrop: {
      const auto ended = std::ranges::find(part.carried, row.packet, &Transfer::packet);
      if (ended != part.carried.end()) part.carried.erase(ended);
      if (row.kind == TraceKind::kDrop) {
        part.lost = true;
        part.lost_last = row.packet;
      }
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
      if (row.words < 0_words) {
        part.held.remove(row.blocks, 0_words - row.words, whole_);
      } else {
        part.held.add(row.blocks, row.words, whole_);
      }
      part.gained = true;
      break;
  }
  touch(part);
}

std::string RunWords::text_of(const Part& part, Cycles now) {
  std::string text;
  bool starts = false;
  for (const Transfer& transfer : part.carried) {
    if (now < transfer.data_from) {
      starts = true;
      continue;
    }
    constexpr std::string_view kSender = "node ";
    const std::size_t to = part.setting.find(" to ");
    if (part.carried.size() == 1 && part.setting.starts_with(kSender) && to != std::string::npos) {
      // node 3 to 0-2: as the label of a link has it, 3 -> 0-2, and behind it what is sent
      const std::string ends = part.setting.substr(kSender.size(), to - kSender.size()) + " -> " +
                               part.setting.substr(to + 4);
      return shortened(ends + ": " + with_packet(transfer.data, transfer.packet, transfer.again));
    }
    text +=
        (text.empty() ? "" : ", ") + with_packet(transfer.data, transfer.packet, transfer.again);
  }
  if (starts && text.empty()) return "start-up";
  if (!part.setting.empty()) text += (text.empty() ? "" : ", ") + part.setting;
  return text.empty() ? part.wait : shortened(std::move(text));
}

std::optional<Cycles> RunWords::next() const {
  if (begins_.empty()) return std::nullopt;
  return Cycles{begins_.top().first};
}

void RunWords::settle(Cycles now, const Tell& tell) {
  while (!begins_.empty() && begins_.top().first <= now.count()) {
    touch(*begins_.top().second);
    begins_.pop();
  }
  const auto say = [&](std::uint32_t number, std::string text) {
    Row& row = rows_[number];
    if (row.text == text) return;
    row.text = std::move(text);
    tell(number, row.text);
  };
  for (Part* const part : dirty_) {
    part->dirty = false;
    if (std::exchange(part->gained, false)) {
      say(row_of(part->holds, *part->name, true), part->held.text(whole_));
    }
    std::string text = text_of(*part, now);
    if (part->does >= 0 || !text.empty()) {
      say(row_of(part->does, *part->name, false), std::move(text));
    }
    if (part->lost && part->does >= 0) rows_[static_cast<std::size_t>(part->does)].lost = true;
  }
  dirty_.clear();
}

}  // namespace plexus
