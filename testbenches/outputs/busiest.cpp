#include "testbenches/outputs/busiest.hpp"

#include <algorithm>
#include <cmath>

namespace plexus {

namespace {

constexpr double kLineHigh = 20;
constexpr std::size_t kMostBusiest = 12;

}  // namespace

std::string share_in_words(std::int64_t cycles, std::int64_t of) {
  const double share =
      100 * static_cast<double>(cycles) / static_cast<double>(std::max<std::int64_t>(1, of));
  if (cycles > 0 && share < 0.05) return "< 0.1 %";
  return fmt::format("{:.4g} %", share < 10 ? std::round(10 * share) / 10 : std::round(share));
}

BusiestList::BusiestList(const RunPicture& run)
    : run_{&run}, lines_{run.busiest()}, used_{lines_.size()} {
  lines_.resize(std::min(used_, kMostBusiest));
}

std::string BusiestList::in_words() const {
  return used_ > lines_.size()
             ? fmt::format("{} of the {} links and channels used", lines_.size(), used_)
             : "share of the run in which it was taken";
}

double BusiestList::height(std::size_t columns) const {
  return kLineHigh * static_cast<double>(rows(columns));
}

void BusiestList::draw(Svg& svg, double x, double y, double width, std::size_t columns,
                       bool touched) const {
  std::size_t letters = 10;
  for (const RunPicture::Busy& line : lines_) letters = std::max(letters, line.label.size());
  const double name = std::max(110.0, 7 * static_cast<double>(letters) + 12);
  const double apart = width / static_cast<double>(columns);
  const double room = apart - name - 60;
  const auto cycles = static_cast<double>(std::max<std::int64_t>(1, run_->cycles()));
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const double share = static_cast<double>(lines_[i].cycles) / cycles;
    const double left = x + apart * static_cast<double>(i / rows(columns)) + name;
    const double top = y + kLineHigh * static_cast<double>(i % rows(columns));
    if (touched) svg.begin_group(fmt::format("data-line=\"{}\"", i));
    svg.text(left - 8, top + 12, lines_[i].label, "plain", "end", 12);
    svg.rectangle(left, top + 2, room, 12, "rest");
    svg.rectangle(left, top + 2, room * share, 12, "bar");
    svg.text(left + room + 8, top + 12, share_in_words(lines_[i].cycles, run_->cycles()), "soft",
             "start", 12);
    if (touched) svg.end_group();
  }
}

}  // namespace plexus
