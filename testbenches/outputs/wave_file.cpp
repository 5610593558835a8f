#include "testbenches/outputs/wave_file.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "hw/observe/light_parts.hpp"
#include "hw/time/clock_period.hpp"
#include "testbenches/outputs/save_file.hpp"
#include "testbenches/refuse.hpp"

namespace plexus {

namespace {

constexpr std::int64_t kHalf = kCycle / 2;

/// As waves count: what happens behind an edge or a middle of a cycle belongs to it.
std::int64_t nanoseconds_now() {
  const double halves = sc_core::sc_time_stamp().to_seconds() * 1e9 / kHalf;
  return static_cast<std::int64_t>(halves + 1e-6) * kHalf;
}

// ---- patterns --------------------------------------------------------------------------------

/// `*` and `?` do not mean a dot.
bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == '*') {
    for (std::size_t used = 0;; ++used) {
      if (fits(pattern.substr(1), name.substr(used))) return true;
      if (used == name.size() || name[used] == '.') return false;
    }
  }
  if (name.empty()) return false;
  const bool same = pattern.front() == '?' ? name.front() != '.' : pattern.front() == name.front();
  return same && fits(pattern.substr(1), name.substr(1));
}

/// The same at the end of a name, from a dot on.
bool fits_end(const std::string& pattern, std::string_view name) {
  while (true) {
    if (fits(pattern, name)) return true;
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return false;
    name.remove_prefix(dot + 1);
  }
}

/// Does `pattern` (WaveRange::parts) mean the part of this name and label?
bool means(const std::string& pattern, std::string_view name, std::string_view label) {
  const bool is_label = pattern.find(' ') != std::string::npos;
  return is_label ? pattern == label : fits_end(pattern, name);
}

/// Does `pattern` mean a way through a switch below `top`, which has its name when it is first
/// used?
bool means_way(const std::string& pattern, const sc_core::sc_object& top) {
  constexpr std::string_view kTo = "_to_";
  const std::size_t to = pattern.rfind(kTo);
  if (to == std::string::npos) return false;
  bool found = false;
  if (const auto* const bank = dynamic_cast<const light_parts_if*>(&top)) {
    bank->for_each_light_part([&](const LightPart& part) {
      found = found || (part.name.ends_with("_to_*") &&
                        fits_end(pattern.substr(0, to + kTo.size()),
                                 std::string_view{part.name}.substr(0, part.name.size() - 1)));
    });
  }
  return found || std::ranges::any_of(top.get_child_objects(), [&](const auto* below) {
           return means_way(pattern, *below);
         });
}

}  // namespace

bool shows_twin(const WaveRange& range, const PartView& view) {
  return range.parts.empty() || std::ranges::any_of(range.parts, [&](const std::string& pattern) {
           return means(pattern, view.part, view.label) ||
                  means(pattern.substr(0, pattern.rfind('.')), view.part, view.label);
         });
}

WaveFile::WaveFile(const std::string& path, WaveRange range, const std::string& option)
    : range_{std::move(range)},
      files_{option, path},
      vcd_{kCycle * range_.from.count(),
           range_.to ? std::optional{end_of(*range_.to)} : std::nullopt},
      meant_(range_.parts.size(), false) {
  if (!shows_everything()) {
    words_.look_only_at([this](const PartView& view) { return wants(view); });
  }
}

WaveFile::~WaveFile() = default;

void WaveFile::look_up(PartViews& views) {
  views_ = &views;
  words_.look_up(views);
}

bool WaveFile::shows(const std::string& name, std::string_view label) {
  if (shows_everything()) return true;
  const auto [known, is_new] = wanted_.try_emplace(name, false);
  if (!is_new) return known->second;
  bool& wanted = known->second;
  for (std::size_t i = 0; i < range_.parts.size(); ++i) {
    if (!means(range_.parts[i], name, label)) continue;
    wanted = meant_[i] = true;
  }
  return wanted;
}

void WaveFile::attach(const sc_core::sc_module& top, Story& story) {
  story_ = &story;
  top_ = top.name();
  raw_ = std::make_unique<raw_signals>(
      vcd_, [this](const std::string& signal) { return shows(signal); }, [this] { step(); });
  if (shows(top_ + ".cycle")) cycle_.emplace(vcd_, top_);
  if (shows(top_ + ".clock")) clock_ = vcd_.add(top_, "clock", VcdWriter::Kind::kBit);
  // Pins cost the parts time, so they are asked for only where a pattern may mean some.
  if (shows_everything() || std::ranges::find(meant_, false) != meant_.end() ||
      std::ranges::any_of(range_.parts, [](const std::string& part) {
        return part.find('.') != std::string::npos;
      })) {
    trace_tree(raw_.get(), top);
  }
  for (std::size_t i = 0; i < meant_.size(); ++i) {
    if (meant_[i] || means_way(range_.parts[i], top)) continue;
    refuse("--wave-parts {} means no part of {}: name some as traces do, {}.node_0 or node_*.",
           range_.parts[i], top_, top_);
  }
}

// ---- while it runs ---------------------------------------------------------------------------

void WaveFile::see(const SeenRow& row) { words_.see(row); }

/// A time step has ended. What happened in the one before is all known now.
void WaveFile::step() {
  const std::int64_t time = nanoseconds_now();
  if (time == now_) return;
  if (now_ >= 0) leave();
  pass_time(time);
  now_ = time;
}

/// Writes down all of the time step `now_`.
void WaveFile::leave() {
  story_->flush(Cycles{now_ / kCycle + 1});
  vcd_.at(now_);
  show_clock(now_);
  raw_->write();
  words_.settle(Cycles{now_ / kCycle},
                [this](std::uint32_t row, const std::string& text) { say(row, text); });
  if (vcd_.size() < told_) return;
  if (grows_) grows_(vcd_.size());
  told_ *= 2;
}

/// What changes by itself between the present time step and the one of time `until`. Where nothing
/// but the clock does for long, it is shown for a while at both ends, and not drawn between them.
void WaveFile::pass_time(std::int64_t until) {
  constexpr std::int64_t kShown = 500 * kCycle;
  std::int64_t time = now_;
  std::int64_t event = now_;
  while (true) {
    std::int64_t next = until;
    const auto data = words_.next();
    if (clock_ || cycle_) {
      std::int64_t edge = (time / kHalf + 1) * kHalf;
      const std::int64_t quiet_to = data ? std::min(until, kCycle * data->count()) : until;
      const std::int64_t again = (quiet_to / kCycle) * kCycle - kShown;
      if (time >= 0 && edge > event + kShown && edge < again - kShown) {
        stop_clock(edge);
        edge = again;
      }
      next = std::min(next, edge);
    }
    const bool begins = data && kCycle * data->count() <= next;
    if (begins) next = kCycle * data->count();
    if (next >= until || time < 0) return;
    time = next;
    vcd_.at(time);
    show_clock(time);
    if (begins) {
      event = time;
      words_.settle(*data, [this](std::uint32_t row, const std::string& text) { say(row, text); });
    }
  }
}

/// The clock is not drawn from here on, until it is shown again.
void WaveFile::stop_clock(std::int64_t time) {
  if (clock_stops_) return;
  clock_stops_ = true;
  vcd_.at(time);
  if (clock_) vcd_.digits(*clock_, "z");
  if (cycle_) cycle_->stop();
}

void WaveFile::show_clock(std::int64_t time) {
  if (time % kHalf != 0) return;
  const bool rises = time % kCycle == 0;
  if (clock_) vcd_.bit(*clock_, rises);
  if (rises) clock_stops_ = false;
  if (cycle_ && rises) cycle_->show(time / kCycle);
}

void WaveFile::say(std::uint32_t number, const std::string& text) {
  while (ids_.size() <= number) {
    const RunWords::Row& row = words_.rows()[ids_.size()];
    ids_.push_back(vcd_.add(row.view->part, row.holds ? "holds" : "does", VcdWriter::Kind::kText));
  }
  vcd_.text(ids_[number], text);
}

std::string WaveFile::remark() const {
  std::string text;
  if (ended_ && kCycle * range_.from.count() > end_) {
    text += fmt::format("{} shows nothing: the run was over in cycle {}, before --wave-from {}.\n",
                        files_.path(), end_ / kCycle, range_.from.count());
  }
  return text + files_.remark();
}

void WaveFile::end() {
  if (!raw_ || !sc_core::sc_start_of_simulation_invoked()) return;
  step();
  raw_->sample();
  leave();
  end_ = now_;
  shown_until_ = with_tail(end_);
  raw_.reset();
  ended_ = true;
}

void WaveFile::accompany(const TwinRecord& twins, const std::string& failed) {
  if (!ended_) return;
  const std::string different = different_part(twins, failed);
  differs_ = !different.empty();
  first_of_twins_ = static_cast<VcdWriter::Id>(vcd_.variables().size());
  twins_.emplace(vcd_, twins, different, *views_);
  shown_until_ = std::max(shown_until_, twins_->end());
}

void WaveFile::complete(const std::optional<Fault>& failed) {
  end();
  if (!ended_) return;
  write_save_file(failed);
  files_.complete(vcd_, shown_until_);
}

void WaveFile::place() {
  if (ended_) files_.place();
}

// ---- save file -------------------------------------------------------------------------------

/// Both sides of each part that has a twin. `words`: the rows that say what parts do.
void WaveFile::write_twins(std::ostream& out,
                           const std::map<std::string, VcdWriter::Id>& words) const {
  if (!twins_ || twins_->empty()) return;
  write_group(out, "model and twin", differs_, [&] {
    twins_->write_groups(out, [&](const std::string& part) {
      const auto row = words.find(part);
      if (row == words.end()) return;
      write_row(out, vcd_.variables()[row->second], kText, 0, "model says");
    });
  });
}

/// Rows in the order in which data flow: what a node holds, what leaves it, the next node. Groups
/// that are closed at first: what programs wait for, if there is much else, and the pins of each
/// part.
void WaveFile::write_save_file(const std::optional<Fault>& failed) {
  struct Row {
    std::string order;
    bool does = false;
    VcdWriter::Id id = 0;
    const RunWords::Row* words = nullptr;
    bool operator<(const Row& other) const {
      return std::tie(order, does) < std::tie(other.order, other.does);
    }
  };
  std::vector<Row> overview;
  std::vector<Row> waits;
  std::map<std::string, std::vector<VcdWriter::Id>> pins;  // by the order of their part
  std::vector<bool> worded(vcd_.variables().size(), false);
  std::size_t longest = 8;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const RunWords::Row& row = words_.rows()[i];
    const bool waits_only = row.view->kind == PartKind::kNode && !row.holds;
    (waits_only ? waits : overview).push_back({row.view->order, !row.holds, ids_[i], &row});
    worded[ids_[i]] = true;
    longest = std::max(longest, row.view->label.size() + (row.holds ? 6 : 0));
  }
  std::ranges::sort(overview, std::less<>{});
  std::ranges::sort(waits, std::less<>{});
  std::map<std::string, VcdWriter::Id> words;  // what parts do
  for (const Row& row : overview) {
    if (row.does && twins_) words.emplace(row.words->view->part, row.id);
  }
  if (twins_) longest = std::max(longest, twins_->longest_label());
  const int names = width_of_names(longest);
  const std::int64_t from = std::min(kCycle * range_.from.count(), end_);
  const std::int64_t to = range_.to ? std::min(end_of(*range_.to), shown_until_) : shown_until_;
  std::optional<VcdWriter::Id> ruler;
  if (cycle_) ruler = cycle_->to_read(from, to, names);
  const std::string* part = nullptr;  // whose pins are `its_pins`
  std::vector<VcdWriter::Id>* its_pins = nullptr;
  for (VcdWriter::Id id = 0; id < worded.size(); ++id) {
    if (worded[id] || id == ruler || (twins_ && id >= first_of_twins_)) continue;
    if (const std::string& next = vcd_.variables()[id].scope; part == nullptr || *part != next) {
      part = &next;
      its_pins = &pins[views_->of(next).order];
    }
    its_pins->push_back(id);
  }

  const bool all_fit = overview.size() + waits.size() <= kMostRows;
  const auto rows =
      std::min<std::size_t>(kMostRows, overview.size() + 8 + (all_fit ? waits.size() : 0));
  const std::size_t difference = twins_ ? twins_->rows_of_difference() : 0;
  std::ostream& out = files_.save();
  write_head(out, files_.path(), from, to, rows + difference, names,
             failed ? std::optional{failed->cycle} : std::nullopt);
  const auto group = [&out](const std::string& name, bool open, const auto& body) {
    write_group(out, name, open, body);
  };
  const auto row_of = [&](const char* look, int colour, const std::string& label,
                          VcdWriter::Id id) {
    write_row(out, vcd_.variables()[id], look, colour, label);
  };
  if (ruler) row_of(kDecimal, 0, "cycle", *ruler);
  write_twins(out, words);
  group("overview", true, [&] {
    for (const Row& row : overview) {
      const std::string label = row.words->view->label + (row.words->holds ? " holds" : "");
      const bool guilty = failed && row.words->view->part == failed->part;
      row_of(kText, row.words->lost || guilty ? kRed : colour_of(row.words->view->kind), label,
             row.id);
    }
  });
  if (!waits.empty()) {
    group("programs", all_fit, [&] {
      for (const Row& row : waits) row_of(kText, kBlue, row.words->view->label, row.id);
    });
  }
  if (pins.empty()) return;
  group("pins", false, [&] {
    for (const auto& in_order : pins) {
      const auto& ids = in_order.second;
      const std::string& scope = vcd_.variables()[ids.front()].scope;
      group(scope == top_ ? top_ : scope.substr(scope.find('.') + 1), false, [&] {
        for (const VcdWriter::Id id : ids) {
          row_of(look_of(vcd_.variables()[id]), 0, "", id);
        }
      });
    }
  });
}

void trace_tree(sc_core::sc_trace_file* file, const sc_core::sc_object& top) {
  top.trace(file);
  for (const sc_core::sc_object* const part : top.get_child_objects()) trace_tree(file, *part);
}

}  // namespace plexus
