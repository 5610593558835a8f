#include "testbenches/outputs/words.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "hw/observe/words.hpp"

namespace plexus {

namespace {

/// More letters than this do not fit the rows of a viewer.
constexpr std::size_t kMostLetters = 72;
/// A list of blocks is told one by one up to this length.
constexpr std::size_t kMostLettersOfBlocks = 24;

void shorten(std::string& text) {
  if (text.size() <= kMostLetters) return;
  text.resize(kMostLetters - 2);
  text += "..";
}

void shorten(TextBuffer& text) {
  if (text.size() <= kMostLetters) return;
  text.cut(kMostLetters - 2);
  text.add("..");
}

/// Appends `block 5`, `blocks 0-3 7`, or `12 blocks` where the list would be long. next(first, end)
/// is false when there are no more intervals.
template <typename Next>
void add_blocks(TextBuffer& text, std::uint64_t count, Next next) {
  const std::size_t before = text.size();
  text.add(phrase(count == 1 ? Phrase::kBlock : Phrase::kBlocks));
  const std::size_t list = text.size() + 1;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  while (next(first, end)) {
    text.add(' ', first);
    if (end - first > 1) text.add('-', end - 1);
    if (text.size() - list <= kMostLettersOfBlocks) continue;
    text.cut(before);
    return text.add(count, phrase(Phrase::kSomeBlocks));
  }
  if (text.size() < list) text.add(' ');
}

void add_blocks(TextBuffer& text, const Blocks& blocks) {
  const auto intervals = blocks.intervals();
  std::size_t at = 0;
  add_blocks(text, blocks.count(), [&](std::uint64_t& first, std::uint64_t& end) {
    if (at == intervals.size()) return false;
    first = intervals[at].first;
    end = intervals[at++].end();
    return true;
  });
}

}  // namespace

std::string words_of_blocks(const Blocks& blocks) {
  TextBuffer text;
  add_blocks(text, blocks);
  return std::string{text.view()};
}

namespace {

/// Appends `block 5 w0-15`: the words are told where it is not a whole block.
void add_data(TextBuffer& text, const Blocks& blocks, Words whole) {
  add_blocks(text, blocks);
  const Slice slice = blocks.slice();
  if (slice == Slice{0_words, whole}) return;
  text.add(" w", slice.first.count());
  if (slice.count > 1_words) text.add('-', (slice.first + slice.count).count() - 1);
}

/// Appends the packet behind what it carries: `block 5 (pkt 3)`.
void add_transfer(TextBuffer& text, const Blocks& blocks, Words whole, PacketId packet,
                  bool again) {
  if (blocks.empty()) {
    text.add(phrase(Phrase::kPkt), packet);
    if (again) text.add(phrase(Phrase::kAgain));
    return;
  }
  add_data(text, blocks, whole);
  text.add(" (", phrase(Phrase::kPkt), packet);
  if (again) text.add(phrase(Phrase::kAgain));
  text.add(')');
}

}  // namespace

std::string words_of_transfer(PacketId packet, const Blocks& blocks, Words whole) {
  TextBuffer text;
  add_transfer(text, blocks, whole, packet, false);
  return std::string{text.view()};
}

std::string words_of_waits(const Waits* waits, PartViews& views) {
  if (waits == nullptr) return {};
  std::string words =
      in_brief(*waits, [&](const std::string& part) -> const PartView& { return views.of(part); });
  shorten(words);
  return words;
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
    add_run({first, end});
  }
}

void RunWords::Held::add_run(Run added) {
  const auto touched = std::ranges::lower_bound(runs, added.first, {}, &Run::end);
  auto behind = touched;
  for (; behind != runs.end() && behind->first <= added.end; ++behind) {
    added.first = std::min(added.first, behind->first);
    added.end = std::max(added.end, behind->end);
    blocks -= behind->end - behind->first;
  }
  blocks += added.end - added.first;
  if (touched == behind) {
    runs.insert(touched, added);
  } else {
    *touched = added;
    runs.erase(std::next(touched), behind);
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
      remove_run({block, block + 1});
    }
    if (!in_part) remove_run({interval.first, interval.end()});
  }
}

void RunWords::Held::remove_run(Run removed) {
  const auto touched = std::ranges::upper_bound(runs, removed.first, {}, &Run::end);
  auto behind = touched;
  std::vector<Run> rest;  // of those touched
  for (; behind != runs.end() && behind->first < removed.end; ++behind) {
    blocks -= std::min(behind->end, removed.end) - std::max(behind->first, removed.first);
    if (behind->first < removed.first) rest.push_back({behind->first, removed.first});
    if (behind->end > removed.end) rest.push_back({removed.end, behind->end});
  }
  runs.insert(runs.erase(touched, behind), rest.begin(), rest.end());
}

void RunWords::Held::write(TextBuffer& text, Words whole) const {
  if (blocks == 0) return;
  auto next = runs.begin();
  add_blocks(text, blocks, [&](std::uint64_t& first, std::uint64_t& end) {
    if (next == runs.end()) return false;
    first = next->first;
    end = (next++)->end;
    return true;
  });
  if (words == blocks * whole) return;
  text.add(", ", words.count());
  if (blocks == 1) text.add(phrase(Phrase::kOf), whole.count());
  text.add(phrase(Phrase::kWords));
}

std::uint32_t RunWords::row_of(std::int64_t& number, const Part& part, bool holds) {
  if (number < 0) {
    number = static_cast<std::int64_t>(rows_.size());
    rows_.push_back({part.view, holds, "", false});
  }
  return static_cast<std::uint32_t>(number);
}

void RunWords::touch(std::uint32_t part) {
  if (!std::exchange(parts_[part].dirty, true)) dirty_.push_back(part);
}

void RunWords::see(const SeenRow& row) {
  if (row.part >= parts_.size()) parts_.resize(row.part + std::size_t{1});
  Part& part = parts_[row.part];
  if (part.view == nullptr) {
    part.view = row.view;
    part.wanted = !wants_ || wants_(*part.view);
  }
  if (!part.wanted) return;
  whole_ = std::max(whole_, row.blocks.slice().first + row.blocks.slice().count);
  switch (row.kind) {
    case TraceKind::kSend:
      part.carried.push_back({*row.transfer, whole_});
      if (row.startup > 0_cycles) begins_.emplace((row.cycle + row.startup).count(), row.part);
      break;
    case TraceKind::kReceive:
    case TraceKind::kDrop: {
      if (row.transfer != nullptr) {
        std::erase_if(part.carried, [&](const Carried& one) {
          return one.transfer.number == row.transfer->number;
        });
      }
      part.lost = part.lost || row.kind == TraceKind::kDrop;
      if (part.carried.empty()) {
        part.setting.clear();
        part.ends.clear();
      }
      break;
    }
    case TraceKind::kSetting:
      part.setting = in_brief(*row.setting);
      shorten(part.setting);
      part.ends.clear();
      if (const auto* const driven = std::get_if<Driven>(row.setting)) {
        const std::string sender = std::to_string(driven->sender);
        const std::size_t receivers = in_brief(Driven{driven->sender, {}}).size();
        part.ends = sender + " -> " + part.setting.substr(receivers);
      }
      break;
    case TraceKind::kWait:
      part.wait = words_of_waits(row.waits.get(), *views_);
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
  part.changed = part.changed || row.kind != TraceKind::kHold;
  touch(row.part);
}

/// What the part does; until the next words are made.
std::string_view RunWords::words_of(const Part& part, Cycles now) {
  if (part.carried.empty() && part.setting.empty()) return part.wait;
  text_.clear();
  write(part, now);
  shorten(text_);
  return text_.view();
}

/// Writes what it carries and what it is set to.
void RunWords::write(const Part& part, Cycles now) {
  bool starts = false;
  for (const auto& [transfer, whole] : part.carried) {
    if (now < transfer.data_from()) {
      starts = true;
      continue;
    }
    const bool has_ends = part.carried.size() == 1 && !part.ends.empty();
    if (has_ends) {  // as the label of a link, and behind it what is sent
      text_.add(part.ends, ": ");
    } else if (text_.size() > 0) {
      text_.add(", ");
    }
    add_transfer(text_, transfer.blocks, whole, transfer.packet, transfer.again);
    if (has_ends) return;
  }
  if (starts && text_.size() == 0) return text_.add(phrase(Phrase::kStartUp));
  if (part.setting.empty()) return;
  if (text_.size() > 0) text_.add(", ");
  text_.add(part.setting);
}

std::optional<Cycles> RunWords::next() const {
  if (begins_.empty()) return std::nullopt;
  return Cycles{begins_.top().first};
}

void RunWords::settle(Cycles now, const Tell& tell) {
  while (!begins_.empty() && begins_.top().first <= now.count()) {
    parts_[begins_.top().second].changed = true;
    touch(begins_.top().second);
    begins_.pop();
  }
  const auto say = [&](std::uint32_t number, std::string_view text) {
    Row& row = rows_[number];
    if (row.text == text) return;
    row.text = text;
    tell(number, row.text);
  };
  for (const std::uint32_t number : dirty_) {
    Part& part = parts_[number];
    part.dirty = false;
    if (std::exchange(part.gained, false)) {
      text_.clear();
      part.held.write(text_, whole_);
      say(row_of(part.holds, part, true), text_.view());
    }
    if (!std::exchange(part.changed, false)) continue;
    const std::string_view words = words_of(part, now);
    if (part.does >= 0 || !words.empty()) say(row_of(part.does, part, false), words);
    if (part.lost && part.does >= 0) rows_[static_cast<std::size_t>(part.does)].lost = true;
  }
  dirty_.clear();
}

}  // namespace plexus
