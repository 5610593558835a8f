#include "testbenches/outputs/space_time.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "testbenches/outputs/machine_view.hpp"

namespace plexus {

namespace {

constexpr std::size_t kMostNumbered = 120;  ///< packets with their numbers
constexpr double kFar = 2.5;                ///< rows that a broken line passes
constexpr double kNames = 84;               ///< room of the rows' names

/// A step of 1, 2 or 5 times a power of ten, so that there are about `pieces` of them.
std::int64_t round_step(std::int64_t length, int pieces) {
  std::int64_t step = 1;
  for (int i = 0; length / step > pieces; ++i) {
    constexpr std::array<std::int64_t, 3> kSteps{2, 5, 10};
    step = kSteps[static_cast<std::size_t>(i % 3)] * static_cast<std::int64_t>(std::pow(10, i / 3));
  }
  return step;
}

/// Do packets carry their numbers?
bool is_numbered(const RunPicture& run) { return run.transfers().size() <= kMostNumbered; }

}  // namespace

std::string SpaceTime::legend(const RunPicture& run) {
  if (!run.single()) {
    return fmt::format(
        "too much for single packets: words on their way from each {} in {}, the "
        "stronger, the more",
        run.grouped() ? "circle's nodes" : "node",
        run.bin_cycles() == 1 ? "each cycle" : fmt::format("every {} cycles", run.bin_cycles()));
  }
  std::vector<int> rows;  // by place
  int row = 0;
  for (const Layout::Place& place : run.layout().places) {
    rows.push_back(place.count > 0 ? row++ : row);
  }
  rows.push_back(row);
  bool starts = false;
  bool far = false;
  bool inside = false;    // no node receives it: a router passes it on
  bool accesses = false;  // a memory
  bool lost = false;
  for (const RunPicture::Transfer& one : run.transfers()) {
    starts = starts || one.data > one.from;
    lost = lost || one.lost;
    if (one.access != RunPicture::Access::kNone) {
      accesses = true;
      continue;
    }
    const std::uint32_t source = place_of(run.layout(), one.source);
    for (const NodeId receiver : one.receivers) {
      const std::uint32_t place = place_of(run.layout(), receiver);
      inside = inside || place == source;
      far = far || std::abs(rows[place] - rows[source]) > kFar;
    }
  }
  return std::string{"a line for each packet from sender to receiver; "} +
         (is_numbered(run) ? "colour and number: packet" : "colour: packet") +
         (starts ? "; pale and thick: the link starts up" : "") +
         (accesses ? "; down: written to the memory, up: read from it" : "") +
         (inside ? "; thick along a row: inside the machine, between nodes" : "") +
         (far ? "; broken: far" : "") + (lost ? "; red: lost on its way, nobody gets it" : "");
}

SpaceTime::SpaceTime(const RunPicture& run, double margin, double width, double top,
                     double most_high)
    : run_{&run}, width_{width}, left_{margin + kNames}, right_{width - margin}, top_{top} {
  const std::vector<Layout::Place>& places = run.layout().places;
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    if (places[i].count > 0) rows_.push_back(i);
  }
  row_ = std::clamp(most_high / static_cast<double>(std::max<std::size_t>(1, rows_.size())), 0.6,
                    44.0);
  place_y_.assign(places.size(), top);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    place_y_[rows_[i]] = top + row_ * (static_cast<double>(i) + 0.5);
  }
  bottom_ = top + row_ * static_cast<double>(rows_.size());
}

double SpaceTime::time(std::int64_t cycle) const {
  return left_ + (right_ - left_) * static_cast<double>(cycle) /
                     static_cast<double>(std::max<std::int64_t>(1, run_->cycles()));
}

void SpaceTime::draw(Svg& svg) const {
  FreeRoom room{width_};
  draw_rows(svg, room);
  draw_axis(svg);
  room.take_box({0, bottom_ - 1, width_, bottom_ + 40});
  draw_phases(svg, room);
  if (run_->single()) {
    draw_packets(svg, room);
  } else {
    draw_loads(svg);
  }
}

void SpaceTime::draw_rows(Svg& svg, FreeRoom& room) const {
  const auto named = static_cast<std::size_t>(std::ceil(12 / row_));  // each so many-th row
  for (std::size_t i = 0; i < rows_.size(); i += named) {
    const Layout::Place& place = run_->layout().places[rows_[i]];
    const double y = place_y_[rows_[i]];
    const std::string name = place.count == 1
                                 ? "node " + place.label
                                 : fmt::format("{}-{}", place.first, place.first + place.count - 1);
    svg.text(left_ - 10, y + 4, name, "soft", "end", std::clamp(row_, 10.0, 12.0));
    svg.line(left_, y, right_, y, "faint");
    room.take_line({left_, y, right_, y});
  }
}

void SpaceTime::draw_axis(Svg& svg) const {
  svg.line(left_, bottom_, right_, bottom_, "axis");
  const auto digits = static_cast<double>(std::to_string(run_->cycles()).size());
  const int marks = std::min(12, static_cast<int>((right_ - left_) / (7.2 * digits + 14)));
  const std::int64_t step = round_step(run_->cycles(), marks);
  for (std::int64_t cycle = 0; cycle <= run_->cycles(); cycle += step) {
    const double x = time(cycle);
    svg.line(x, bottom_, x, bottom_ + 4, "axis");
    svg.text(x, bottom_ + 17, std::to_string(cycle), "soft", "middle", 11);
  }
  svg.text(left_ - 10, bottom_ + 17, "cycle", "soft", "end", 11);
}

/// Where a machine tells its phases, the beginning of each: with its name and a line where there is
/// room for the name, else a short mark.
void SpaceTime::draw_phases(Svg& svg, FreeRoom& room) const {
  double free = left_;  // from here on no name stands
  for (const auto& [cycle, name] : run_->phases()) {
    const double x = time(cycle);
    const double end = x + 10 + 7.2 * static_cast<double>(name.size());
    if (x < free || end > width_) {
      svg.line(x, top_, x, top_ + 5, "axis");
      continue;
    }
    svg.line(x, top_ - 4, x, bottom_, "axis");
    room.take_line({x, top_, x, bottom_});
    room.take_box({x + 4, top_ - 12, end, top_ + 1});
    svg.text(x + 4, top_ - 2, name, "soft", "start", 11);
    free = end;
  }
}

void SpaceTime::draw_packets(Svg& svg, FreeRoom& room) const {
  const bool numbers = is_numbered(*run_);
  const auto draw = [&](double x, double y, double end_x, double end_y, const std::string& look) {
    svg.line(x, y, end_x, end_y, look);
    if (numbers) room.take_line({x, y, end_x, end_y});
  };
  for (const RunPicture::Transfer& transfer : run_->transfers()) {
    const std::uint32_t source = place_of(run_->layout(), transfer.source);
    if (source >= place_y_.size()) continue;
    const double y = place_y_[source];
    const double from = time(transfer.from);
    const double data = time(transfer.data);
    const double to = time(transfer.to);
    const std::string look = transfer.lost ? "gone" : colour_of(transfer.packet);
    if (data > from) draw(from, y, data, y, "begin " + look);
    if (transfer.access != RunPicture::Access::kNone) {  // the memory lies below
      const bool writes = transfer.access == RunPicture::Access::kWrites;
      const double low = y + 0.42 * row_;
      draw(data, writes ? y : low, to, writes ? low : y, "send " + look);
      continue;
    }
    for (const NodeId receiver : transfer.receivers) {
      const std::uint32_t place = place_of(run_->layout(), receiver);
      if (place >= place_y_.size()) continue;
      const double end = place_y_[place];
      const bool far = std::fabs(end - y) > kFar * row_;
      draw(data, y, to, end, (place == source ? "lit " : far ? "send far " : "send ") + look);
    }
  }
  for (const RunPicture::Transfer& transfer : run_->transfers()) {
    const std::uint32_t source = place_of(run_->layout(), transfer.source);
    if (!numbers || source >= place_y_.size()) continue;
    const std::string text = std::to_string(transfer.packet);
    const double x = time(transfer.data);
    const double y = place_y_[source];
    const double half = 3.3 * static_cast<double>(text.size());
    room.put(svg, text, 10,
             {{x + 5 + half, y - 7},
              {x + 5 + half, y + 8},
              {x + 16 + half, y - 7},
              {x + 16 + half, y + 8}});
  }
}

/// Words over time, of several rows at once where they are narrow.
void SpaceTime::draw_loads(Svg& svg) const {
  constexpr double kLeastHigh = 6;
  const auto at_once = static_cast<std::size_t>(std::ceil(kLeastHigh / row_));
  const auto words = run_->load();
  std::vector<std::vector<double>> bands;
  double most = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (i % at_once == 0) bands.emplace_back(words[rows_[i]].size(), 0);
    for (std::size_t bin = 0; bin < bands.back().size(); ++bin) {
      bands.back()[bin] += words[rows_[i]][bin];
      most = std::max(most, bands.back()[bin]);
    }
  }
  for (std::size_t band = 0; band < bands.size(); ++band) {
    const double top = place_y_[rows_[band * at_once]] - row_ * 0.42;
    const double last = place_y_[rows_[std::min(rows_.size(), (band + 1) * at_once) - 1]];
    for (std::size_t i = 0; i < bands[band].size(); ++i) {
      const double share = bands[band][i] / std::max(most, 1e-9);
      if (share <= 0) continue;
      const std::int64_t begin = static_cast<std::int64_t>(i) * run_->bin_cycles();
      const double x = time(begin);
      const double end = time(std::min(begin + run_->bin_cycles(), run_->cycles()));
      svg.rectangle(x, top, end - x, last + row_ * 0.42 - top, "heat", 0.12 + 0.87 * share);
    }
  }
}

}  // namespace plexus
