#include "models/schedule/segments.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace plexus {

namespace {

/// `0-2 5`, of numbers in rising order.
std::string runs_of(const std::vector<std::uint64_t>& numbers) {
  BlockList list;
  for (const std::uint64_t number : numbers) list.add(number);
  std::string text;
  for (const Interval& run : list.intervals()) {
    if (!text.empty()) text += ' ';
    text += run.count == 1 ? fmt::format("{}", run.first)
                           : fmt::format("{}-{}", run.first, run.end() - 1);
  }
  return text;
}

}  // namespace

Segments::Segments(const Schedule& schedule, std::optional<ScheduledOperation> operation,
                   std::vector<Finding>& findings)
    : pieces_{static_cast<std::uint64_t>(schedule.pieces)} {
  if (schedule.has_places()) return;
  std::set<std::pair<std::int64_t, std::int64_t>> slices;
  std::uint64_t end = 1;
  for (const ScheduleRow& row : schedule.rows) {
    if (row.blocks.empty()) continue;
    slices.emplace(row.blocks.slice().first.count(), row.blocks.slice().count.count());
    for (const Interval& run : row.blocks.intervals()) end = std::max(end, run.end());
  }
  if (operation == ScheduledOperation::kAllreduce && pieces_ == 1) pieces_ = end;
  const bool whole = slices.size() <= 1 && (slices.empty() || slices.begin()->first == 0);
  if (whole) return;
  if (schedule.pieces > 1 || (operation && combines(*operation))) {
    for (const ScheduleRow& row : schedule.rows) {
      if (row.blocks.empty() || row.blocks.slice().count == 0_words) continue;
      findings.push_back({FindingKind::kNoSuchPlace, row.line,
                          "parts of blocks have no place here: cut the blocks in pieces"});
    }
    return;
  }
  std::set<std::int64_t> cuts{0};
  for (const auto& [first, count] : slices) {
    if (count > 0) cuts.insert({first, first + count});
  }
  cuts_.assign(cuts.begin(), cuts.end());
  pieces_ = cuts_.size() - 1;
}

Places Segments::places(const ScheduleRow& row) const {
  if (!row.places.empty()) return row.places;
  Places places;
  const Slice slice = row.blocks.slice();
  for (const Interval& run : row.blocks.intervals()) {
    if (cuts_.empty()) {
      places.push_back({Buffer::kBlocks, run});
    } else if (slice.count == 0_words) {
      places.push_back({Buffer::kBlocks, {run.first * pieces_, run.count * pieces_}});
    } else {
      const auto place = [&](Words word) {
        const auto at = std::ranges::lower_bound(cuts_, word.count());
        return static_cast<std::uint64_t>(at - cuts_.begin());
      };
      const std::uint64_t first = place(slice.first);
      const std::uint64_t count = place(slice.first + slice.count) - first;
      for (BlockId block = run.first; block < run.end(); ++block) {
        places.push_back({Buffer::kBlocks, {block * pieces_ + first, count}});
      }
    }
  }
  return places;
}

double Segments::volume(const ScheduleRow& row) const {
  if (row.kind != RowKind::kSend) return 0;
  if (!row.places.empty()) {
    return static_cast<double>(count_of(row.places)) / static_cast<double>(pieces_);
  }
  if (row.blocks.empty()) return static_cast<double>(row.count);
  const auto blocks = static_cast<double>(row.blocks.count());
  if (cuts_.empty()) return blocks / static_cast<double>(pieces_);
  const std::int64_t words = row.blocks.slice().count.count();
  if (words == 0) return blocks;
  return blocks * static_cast<double>(words) / static_cast<double>(cuts_.back());
}

const char* SegmentNames::unit() const {
  if (items_) return "item";
  if (sums_) return "chunk";
  return segments_.pieces() > 1 ? "piece" : "block";
}

std::string SegmentNames::number(std::uint64_t number) const {
  const auto& cuts = segments_.cuts();
  if (cuts.empty()) return fmt::format("{} {}", unit(), number);
  const auto piece = static_cast<std::size_t>(number % segments_.pieces());
  return fmt::format("words {}-{} of block {}", cuts[piece], cuts[piece + 1] - 1,
                     number / segments_.pieces());
}

std::string SegmentNames::places(const Places& places) const {
  if (places.front().buffer != Buffer::kBlocks) return to_text(places);
  const std::uint64_t count = count_of(places);
  if (!segments_.cuts().empty()) {
    std::string first = number(places.front().offsets.first);
    return count == 1 ? first : fmt::format("{} and {} more pieces", first, count - 1);
  }
  return fmt::format("{}{} {}", unit(), count == 1 ? "" : "s", to_text(places));
}

std::string SegmentNames::room(const DataLayout& layout, NodeId node, Buffer buffer) const {
  if (buffer == Buffer::kBlocks) return fmt::format("{} {}s", layout.numbers(), unit());
  const std::uint64_t size = layout.size(node, buffer);
  if (size == 0) return buffer == Buffer::kInput ? "no input there" : "no output there";
  return to_text({{buffer, {0, size}}});
}

std::string SegmentNames::value(const DataLayout& layout, std::span<const Term> terms) const {
  constexpr std::size_t kShown = 64;
  if (!layout.sums()) {
    if (terms.size() == 1 && terms.front().times == 1) return number(terms.front().atom);
    std::vector<std::uint64_t> numbers;
    for (const Term& term : terms.first(std::min(kShown, terms.size()))) {
      numbers.insert(numbers.end(), std::min<std::size_t>(term.times, kShown), term.atom);
    }
    return fmt::format("the sum of {}s {}", unit(), runs_of(numbers));
  }
  std::set<std::uint64_t> chunks;
  std::vector<std::uint64_t> owners;
  for (const Term& term : terms) {
    chunks.insert(layout.number(term.atom));
    owners.push_back(layout.owner(term.atom));
  }
  const bool all = chunks.size() == 1 && owners.size() == layout.nodes();
  if (all) return fmt::format("the sum of chunk {}", *chunks.begin());
  std::ranges::sort(owners);
  const std::vector<std::uint64_t> named{chunks.begin(), chunks.end()};
  return fmt::format("the operands of node{} {} of chunk{} {}", owners.size() == 1 ? "" : "s",
                     runs_of(owners), named.size() == 1 ? "" : "s", runs_of(named));
}

std::string SegmentNames::parts(const DataLayout& layout, const std::vector<Term>& terms) const {
  std::vector<std::uint64_t> numbers;
  for (const Term& term : terms) {
    numbers.push_back(layout.sums() ? layout.owner(term.atom) : term.atom);
  }
  const char* const plural = numbers.size() == 1 ? "" : "s";
  if (!layout.sums()) return fmt::format("{}{} {}", unit(), plural, runs_of(numbers));
  return fmt::format("the operand{} of node{} {}", plural, plural, runs_of(numbers));
}

}  // namespace plexus
