#include "testbenches/outputs/story.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace plexus {

namespace {

/// Everything else that a row says than its kind and rank, so that the order of the rows of one
/// cycle is always the same.
bool comes_before(const SeenRow& a, const SeenRow& b) {
  const auto key = [](const SeenRow& row) {
    return std::tie(row.view->part, row.packet, row.source, row.destination, row.words,
                    row.blocks.slice().first, row.blocks.slice().count, *row.setting);
  };
  const auto one = key(a);
  const auto other = key(b);
  if (one != other) return one < other;
  return std::ranges::lexicographical_compare(
      a.blocks.intervals(), b.blocks.intervals(), [](const Interval& left, const Interval& right) {
        return std::tie(left.first, left.count) < std::tie(right.first, right.count);
      });
}

bool same(const std::shared_ptr<const Waits>& a, const std::shared_ptr<const Waits>& b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

}  // namespace

std::uint32_t PartViews::number(std::string_view part) { return shown(names_.number(part)); }

std::uint32_t PartViews::number_behind(std::uint32_t before, std::string_view part) {
  return shown(names_.number_behind(before, part));
}

void PartViews::add(const PartView& view) {
  PartView& kept = views_[number(view.part)];
  kept = view;
  if (!view.node) return;
  if (*view.node >= nodes_.size()) nodes_.resize(*view.node + std::size_t{1});
  nodes_[*view.node] = &kept;
}

std::uint32_t PartViews::shown(std::uint32_t number) {
  if (number == views_.size()) {
    views_.push_back(named_view(std::string{names_.name(number)}, PartKind::kControl));
  }
  return number;
}

void Story::add(spectator_if& spectator) {
  all_.push_back(&spectator);
  spectator.look_up(views_);
}

void Story::record(const TraceRow& row) {
  if (kept_ > 0 && row.cycle != rows_.front().cycle) {
    if (row.cycle < rows_.front().cycle) {
      throw std::logic_error{"a trace row of " + row.part + " comes after its cycle is over"};
    }
    flush();
  }
  const std::uint32_t part = row.number != TraceRow::kUnnumbered ? row.number : part_of(row);
  const bool waits = row.kind == TraceKind::kWait;
  if (waits && !note_wait(part, row.waits)) return;
  if (kept_ == rows_.size()) rows_.emplace_back();
  Kept& kept = rows_[kept_];
  kept.cycle = row.cycle;
  kept.kind = row.kind;
  kept.part = part;
  kept.rank = row.rank;
  kept.packet = row.packet;
  kept.source = row.source;
  kept.destination = row.destination;
  kept.words = row.words;
  kept.startup = row.startup;
  kept.blocks = row.blocks;
  kept.view = &views_[part];
  kept.setting = &SeenRow::kIdle;
  kept.own = nullptr;
  kept.transfer = nullptr;
  kept.waits.reset();
  if (!is_idle(row.setting)) {
    if (settings_kept_ == settings_.size()) settings_.emplace_back();
    kept.own = &settings_[settings_kept_++];
    *kept.own = row.setting;
    kept.setting = kept.own;
  }
  keys(row.kind).push_back({row.rank, kept_++});
}

/// Parts that do the same mostly come in the same order.
std::uint32_t Story::part_of(const TraceRow& row) {
  std::uint32_t& latest = latest_[static_cast<std::size_t>(row.kind)];
  if (views_.empty()) return latest = views_.number(row.part);
  return latest = views_.number_behind(latest, row.part);
}

/// A node whose programs go on one after the other says several times what it waits for: what it
/// says last in the cycle holds. True if it says something for the first time in this cycle.
bool Story::note_wait(std::uint32_t part, const std::shared_ptr<const Waits>& waits) {
  if (part >= waits_.size()) waits_.resize(part + std::size_t{1});
  Wait& wait = waits_[part];
  wait.now = waits;
  return std::exchange(wait.cycle, cycles_seen_) != cycles_seen_;
}

bool Story::wants(const PartView& view) {
  views_.add(view);
  return std::ranges::count_if(all_, [&](spectator_if* one) { return one->wants(view); }) > 0;
}

bool Story::wants_waits() const {
  return std::ranges::any_of(all_, [](const spectator_if* one) { return one->wants_waits(); });
}

void Story::combined(const OperandsRow& row) {
  flush(row.cycle);
  for (spectator_if* one : all_) one->combined(row);
}

/// By rank, and what has the same one by all else. Mostly they are sorted already.
void Story::sort(std::vector<Key>& keys) const {
  const auto before = [this](const Key& a, const Key& b) {
    return a.rank != b.rank ? a.rank < b.rank : comes_before(rows_[a.place], rows_[b.place]);
  };
  if (std::ranges::adjacent_find(keys, std::greater_equal<>{}, &Key::rank) == keys.end()) return;
  std::ranges::sort(keys, before);
}

void Story::flush() {
  for (std::vector<Key>& of_kind : keys_) sort(of_kind);
  for (const Key& key : keys(TraceKind::kSend)) {  // before settings name them in another order
    rows_[key.place].packet = packets_.number(rows_[key.place].packet);
  }
  shown_ = false;
  for (std::vector<Key>& of_kind : keys_) {
    if (&of_kind == &keys(TraceKind::kWait)) continue;
    for (std::size_t i = 0; i < of_kind.size(); ++i) {
      Kept& row = rows_[of_kind[i].place];
      if (row.kind == TraceKind::kSetting) {
        // A part that becomes empty and is set again in the same cycle was empty for no time.
        const bool is_void = is_idle(*row.setting) && i + 1 < of_kind.size() &&
                             rows_[of_kind[i + 1].place].part == row.part;
        if (is_void) continue;
        if (row.own != nullptr) {
          for_each_way(*row.own,
                       [this](PacketWay& way) { way.packet = packets_.number(way.packet); });
        }
        show(row);
      } else if (row.kind == TraceKind::kHold) {
        show(row);
      } else {
        if (row.kind != TraceKind::kSend) row.packet = packets_.number(row.packet);
        show_transfer(row);
      }
    }
    of_kind.clear();
  }
  show_waits();
  kept_ = 0;
  settings_kept_ = 0;
  ++cycles_seen_;
}

/// Of a packet that is twice on a part the way that began first ends first.
void Story::show_transfer(SeenRow& row) {
  if (row.part >= carried_.size()) carried_.resize(row.part + std::size_t{1});
  Carried& on = carried_[row.part];
  if (row.kind == TraceKind::kSend) {
    row.transfer = &on.transfers.emplace_back(
        Transfer{++transfers_, row.cycle, row.startup, row.packet, row.source, row.destination,
                 row.words, row.blocks, on.lost == row.packet});
    return show(row);
  }
  const auto ended = std::ranges::find(on.transfers, row.packet, &Transfer::packet);
  row.transfer = ended == on.transfers.end() ? nullptr : &*ended;
  if (row.kind == TraceKind::kDrop) on.lost = row.packet;
  show(row);
  if (ended != on.transfers.end()) on.transfers.erase(ended);
}

void Story::show(const SeenRow& row) {
  shown_ = true;
  for (spectator_if* one : all_) one->see(row);
}

/// Those that have changed; or else one, if nothing else is shown of the cycle, so that all know
/// how far the run has come.
void Story::show_waits() {
  std::vector<Key>& all = keys(TraceKind::kWait);
  for (const Key& key : all) {
    SeenRow& row = rows_[key.place];
    Wait& wait = waits_[row.part];
    if (std::exchange(wait.is_told, true) && same(wait.now, wait.told)) continue;
    wait.told.swap(wait.now);
    row.waits = wait.told;
    show(row);
  }
  if (!shown_ && !all.empty()) {
    SeenRow& row = rows_[all.front().place];
    row.waits = waits_[row.part].told;
    show(row);
  }
  all.clear();
}

}  // namespace plexus
