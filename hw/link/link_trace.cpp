#include <algorithm>
#include <cstdint>
#include <string>

#include "hw/link/link.hpp"

namespace plexus {

void link_bank::listen(trace_sink_if& sink) {
  sink_ = &sink;
  rows_.clear();
  row_.assign(links_.size(), kNoRow);
  const sc_core::sc_object* const machine = get_parent_object();
  for (const link& one : links_) {
    TraceRow row;
    row.rank = one.index();
    row.part = one.full_name();
    row.source = one.source();
    row.destination = one.destination();
    row.startup = one.timing().startup;
    if (!sink.wants(link_view(row.part, machine == nullptr ? name() : machine->name(),
                              std::to_string(one.source()), one.end_name()))) {
      continue;
    }
    row.number = sink.number_of(row.part);
    row_[one.index()] = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back(std::move(row));
  }
}

void link_bank::record(const link& moved, TraceKind kind) {
  if (row_[moved.index()] == kNoRow) return;
  TraceRow& row = rows_[row_[moved.index()]];
  row.cycle = kind == TraceKind::kSend ? moved.started_ : clock_.now();
  row.kind = kind;
  row.packet = moved.packet_.id();
  row.words = moved.packet_.words();
  row.blocks = moved.packet_.blocks();
  sink_->record(row);
}

void link_bank::trace(sc_core::sc_trace_file* file) const {
  waves_.resize(links_.size());
  beating_ = BitSet{links_.size()};
  for (const link& shown : links_) {
    const std::string prefix = shown.full_name() + '.';
    const Wave& wave = waves_[shown.index()];
    sc_core::sc_trace(file, wave.busy, prefix + "busy");
    sc_core::sc_trace(file, wave.valid, prefix + "beat_valid");
    sc_core::sc_trace(file, wave.first, prefix + "beat_first");
    sc_core::sc_trace(file, wave.count, prefix + "beat_count");
    sc_core::sc_trace(file, wave.last, prefix + "beat_last");
  }
}

namespace {

/// Beats of a transfer that a wave shows one by one: so many at its beginning, so many at its end.
constexpr std::int64_t kShownBeats = 1000;

/// Cycles until a wave shows the next beat of a transfer of `beats` beats, of which `beat` crosses
/// now. In between, a long one is shown where the first digit of the beat's number changes.
std::int64_t until_shown_beat(std::int64_t beat, std::int64_t beats) {
  if (beat < kShownBeats || beat >= beats - kShownBeats) return 1;
  std::int64_t digit = 1;
  while (beat / digit >= 10) digit *= 10;
  return std::min((beat / digit + 1) * digit, beats - kShownBeats) - beat;
}

}  // namespace

/// Brings the wave up to the present cycle; asks to be called when it shows something else, while
/// links work.
void link_bank::show_beats() {
  const Cycles now = clock_.now();
  std::int64_t next = std::numeric_limits<std::int64_t>::max();
  beating_.for_each([&](std::uint32_t index) {
    const link& shown = links_[index];
    const Beat beat = shown.beat(now);
    waves_[index] = {beat.busy, beat.valid, beat.last,
                     static_cast<std::uint64_t>(beat.first.count()),
                     static_cast<std::uint64_t>(beat.count.count())};
    if (!beat.busy) {
      if (shown.started() <= now) beating_.remove(index);
      return;
    }
    const std::int64_t present = (now - shown.started() - shown.timing().startup).count();
    if (present < 0) {
      next = std::min(next, -present);
    } else if (present < kShownBeats) {
      next = 1;
    } else {
      const std::int64_t beats = shown.timing().beats(shown.packet().words()).count();
      next = std::min(next, until_shown_beat(present, beats));
    }
  });
  if (next < std::numeric_limits<std::int64_t>::max()) beat_.notify(clock_.time(Cycles{next}));
}

}  // namespace plexus
