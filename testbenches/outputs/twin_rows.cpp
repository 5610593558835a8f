#include "testbenches/outputs/twin_rows.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "testbenches/outputs/save_file.hpp"

namespace plexus {

namespace {

using Side = TwinRecord::Side;
using Look = TwinRecord::Look;

const char* scope_of(Side side) {
  return side == Side::kTold ? "told" : side == Side::kModel ? "model" : "twin";
}

/// How little an output tells by itself: words say most, states among them, then whether it does
/// something.
int rank_of(Look look) { return look == Look::kWords ? 0 : look == Look::kBit ? 1 : 2; }

}  // namespace

std::string different_part(const TwinRecord& record, const std::string& failed) {
  const auto is = std::ranges::find(record.rows, failed, &TwinRecord::Row::part);
  if (is != record.rows.end()) return failed;
  const auto differs = std::ranges::find(record.rows, true, &TwinRecord::Row::differs);
  return differs == record.rows.end() ? std::string{} : differs->part;
}

/// `beat_count`; of a part that is one of several, `stage 0 element 1 state`.
std::string TwinRows::label_of(const TwinRecord::Row& row) const {
  const auto& [part, signal] = row.place;
  return part == row.part ? row.name : views_.of(part).label + ' ' + signal;
}

TwinRows::TwinRows(VcdWriter& vcd, const TwinRecord& record, const std::string& different,
                   PartViews& views)
    : vcd_{vcd}, record_{record}, views_{views}, different_{different} {
  for (std::size_t i = 0; i < record.rows.size(); ++i) {
    const TwinRecord::Row& row = record.rows[i];
    const auto kind = row.look == Look::kBit     ? VcdWriter::Kind::kBit
                      : row.look == Look::kWords ? VcdWriter::Kind::kText
                                                 : VcdWriter::Kind::kBits;
    ids_.push_back(vcd.add(row.part + '.' + scope_of(row.side), row.name, kind));
    vcd.late(0, ids_.back(), "z");  // until it is first compared
    if (!row.lives && !row.differs) continue;
    const PartView& shown = views_.of(row.part);
    const std::size_t letters = label_of(row).size() + 1;
    longest_ = std::max({longest_, letters + std::string_view{"model"}.size(),
                         letters + (row.place.first == row.part ? shown.label.size() : 0)});
    Group& group = parts_[(row.part == different ? '0' : '1') + shown.order + row.part];
    group.view = &shown;
    group.rows.push_back(i);
  }
  // What lives on one side of a pair is shown on both.
  for (auto& [order, group] : parts_) {
    const std::vector<std::size_t> living = std::exchange(group.rows, {});
    for (const std::size_t i : living) {
      const bool model = record.rows[i].side == Side::kModel;
      const bool twin =
          i > 0 && record.rows[i].side == Side::kTwin && record.rows[i - 1].side == Side::kModel;
      for (const std::size_t row : {twin ? i - 1 : i, model ? i + 1 : i}) {
        if (group.rows.empty() || group.rows.back() < row) group.rows.push_back(row);
      }
    }
  }
  for (const TwinRecord::Change& change : record.changes) {
    const std::int64_t time = kCycle * change.cycle.count();
    const VcdWriter::Id id = ids_[change.row];
    end_ = std::max(end_, time);
    if (!change.there) {
      vcd.late(time, id, "z");
    } else if (record.rows[change.row].look == Look::kWords) {
      vcd.late_text(time, id, record.texts[change.value]);
    } else {
      vcd.late(time, id, fmt::format("{:b}", change.value));
    }
  }
}

std::size_t TwinRows::rows_of_difference() const {
  if (parts_.empty() || different_.empty()) return 0;
  return parts_.begin()->second.rows.size() + 5;
}

void TwinRows::write_part(std::ostream& out, const Group& group) const {
  for (const bool different : {true, false}) {
    for (const std::size_t i : group.rows) {
      const TwinRecord::Row& row = record_.rows[i];
      if (row.differs != different) continue;
      const VcdWriter::Variable& variable = vcd_.variables()[ids_[i]];
      const bool wide = row.look == Look::kNumber && variable.width > 32;
      write_row(out, variable, wide ? kHexadecimal : look_of(variable),
                different                 ? kRed
                : row.side == Side::kTwin ? kBlue
                                          : 0,
                scope_of(row.side) + (' ' + label_of(row)));
    }
  }
}

void TwinRows::write_groups(std::ostream& out, const More& above, const More& below) const {
  for (const auto& [order, group] : parts_) {
    write_group(out, group.view->label, group.view->part == different_, [&] {
      if (above) above(group.view->part);
      write_part(out, group);
      if (below) below(group.view->part);
    });
  }
}

std::vector<TwinRows::Telling> TwinRows::telling(std::size_t most) const {
  const std::size_t each = std::max<std::size_t>(1, most / std::max<std::size_t>(1, parts_.size()));
  std::vector<Telling> all;
  for (const auto& [order, group] : parts_) {
    std::vector<std::size_t> rows;
    for (const std::size_t i : group.rows) {
      const TwinRecord::Row& row = record_.rows[i];
      const bool brief = row.look == Look::kWords || vcd_.variables()[ids_[i]].width <= 32;
      if (row.side == Side::kTwin && row.lives && brief) rows.push_back(i);
    }
    std::ranges::stable_sort(rows, {},
                             [&](std::size_t i) { return rank_of(record_.rows[i].look); });
    rows.resize(std::min(rows.size(), each));
    for (const std::size_t i : rows) {
      const TwinRecord::Row& row = record_.rows[i];
      all.push_back(
          {(row.place.first == row.part ? group.view->label + ' ' : "") + label_of(row), ids_[i]});
    }
  }
  return all;
}

}  // namespace plexus
