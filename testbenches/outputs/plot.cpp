#include "testbenches/outputs/plot.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "testbenches/outputs/svg.hpp"

namespace plexus {

namespace {

constexpr double kWidth = 1100;
constexpr double kLeft = 80;
constexpr double kRight = 24;
constexpr double kHeight = 300;  ///< of the field of a plot

/// 1200000 as `1.2M`.
std::string short_number(double value) {
  const double size = std::fabs(value);
  if (size >= 1e9) return fmt::format("{:.3g}G", value / 1e9);
  if (size >= 1e6) return fmt::format("{:.3g}M", value / 1e6);
  if (size >= 1e4) return fmt::format("{:.3g}k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

/// One direction of a plot: values to lengths, and where its marks stand.
class Ruler {
 public:
  Ruler(Plot::Axis axis, double low, double high, double from, double to)
      : axis_{std::move(axis)}, from_{from}, to_{to} {
    if (axis_.scale == Plot::Scale::kLogarithmic) {
      low_ = std::pow(10, std::floor(std::log10(low)));
      high_ = std::pow(10, std::ceil(std::log10(std::max(high, low * 1.01))));
      for (double mark = low_; mark <= high_ * 1.001; mark *= 10) marks_.push_back(mark);
      return;
    }
    const double span = std::max(high - low, 1e-12);
    double step = std::pow(10, std::floor(std::log10(span / 5)));
    for (const double times : {2.0, 2.5, 2.0}) {
      if (span / step > 8) step *= times;
    }
    low_ = std::floor(low / step) * step;
    high_ = std::ceil(high / step) * step;
    for (double mark = low_; mark <= high_ + step / 2; mark += step) marks_.push_back(mark);
  }

  [[nodiscard]] std::optional<double> at(double value) const {
    if (axis_.scale == Plot::Scale::kLogarithmic) {
      if (value <= 0) return std::nullopt;
      return from_ + (to_ - from_) * std::log(value / low_) / std::log(high_ / low_);
    }
    return from_ + (to_ - from_) * (value - low_) / (high_ - low_);
  }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] const std::vector<double>& marks() const { return marks_; }

 private:
  Plot::Axis axis_;
  double from_;
  double to_;
  double low_ = 0;
  double high_ = 1;
  std::vector<double> marks_;
};

struct Span {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();

  void add(double value, Plot::Scale scale) {
    if (scale == Plot::Scale::kLogarithmic && value <= 0) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void settle(bool from_zero) {
    if (low > high) low = high = 1;
    if (from_zero) low = std::min(low, 0.0);
    if (low == high) high = low + 1;
  }
};

class Drawing {
 public:
  double draw(const Plot& plot, double top) {
    svg_.text(kLeft, top + 16, plot.title, "head", "start", 14);
    field_ = legend(plot, top + 36) + 30;
    if (plot.form == Plot::Form::kSpans) return spans(plot) + 34;
    const Ruler y = vertical(plot);
    double bottom = field_ + kHeight;
    if (plot.form == Plot::Form::kBars) {
      bottom = bars(plot, y);
    } else {
      curves(plot, y);
    }
    return bottom + 34;
  }
  [[nodiscard]] std::string file(double height, const std::string& title) const {
    return svg_.file(kWidth, height, title);
  }
  Svg& svg() { return svg_; }

 private:
  static std::string number(std::size_t series) { return std::to_string(series % Svg::kColours); }

  /// Returns the height of its last line.
  double legend(const Plot& plot, double y) {
    double x = kLeft;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      const double width = 36 + 7.2 * static_cast<double>(plot.series[i].name.size());
      if (i > 0 && x + width > kWidth) {
        x = kLeft;
        y += 18;
      }
      sign(x + 5, y - 4, i);
      svg_.text(x + 16, y, plot.series[i].name, "soft", "start", 12);
      x += width;
    }
    return y;
  }

  /// Circle, square, triangle and rhombus in turn.
  void sign(double x, double y, std::size_t series) {
    const std::string look = "f" + number(series);
    constexpr double kSize = 4.2;
    switch (series % 4) {
      case 0:
        svg_.circle(x, y, kSize, look);
        return;
      case 1:
        svg_.rectangle(x - kSize, y - kSize, 2 * kSize, 2 * kSize, look);
        return;
      case 2:
        svg_.polygon(
            {{x, y - kSize * 1.2}, {x + kSize * 1.2, y + kSize}, {x - kSize * 1.2, y + kSize}},
            look);
        return;
      default:
        svg_.polygon({{x, y - kSize * 1.3},
                      {x + kSize * 1.3, y},
                      {x, y + kSize * 1.3},
                      {x - kSize * 1.3, y}},
                     look);
    }
  }

  /// `fifo_depth 4: 12.25 ± 0.5 at 0.6`
  static std::string hint_of(const std::string& series, const Plot::Value& value,
                             const std::string& where) {
    const double half = (value.high - value.low) / 2;
    return fmt::format("{}{}{}: {:.6g}{} at {}", value.hint, value.hint.empty() ? "" : ", ", series,
                       value.y, half > 0 ? fmt::format(" ± {:.3g}", half) : "", where);
  }

  Ruler vertical(const Plot& plot) {
    Span span;
    for (const Plot::Series& series : plot.series) {
      for (const Plot::Value& value : series.values) {
        span.add(value.y, plot.y.scale);
        if (value.low != value.high) {
          span.add(value.low, plot.y.scale);
          span.add(value.high, plot.y.scale);
        }
      }
    }
    const bool linear = plot.y.scale == Plot::Scale::kLinear;
    span.settle(linear && plot.form == Plot::Form::kBars);
    // The lowest bar is to be seen, be it 1 or 10: the ruler begins below it.
    if (!linear && plot.form == Plot::Form::kBars) span.low *= 0.99;
    Ruler ruler{plot.y, span.low, span.high, field_ + kHeight, field_};
    for (const double mark : ruler.marks()) {
      const double y = *ruler.at(mark);
      svg_.line(kLeft, y, kWidth - kRight, y, "faint");
      svg_.text(kLeft - 8, y + 4, short_number(mark), "soft", "end", 11);
    }
    svg_.line(kLeft, field_, kLeft, field_ + kHeight, "axis");
    svg_.text(kLeft - 44, field_ - 10, plot.y.label, "soft", "start", 11);
    return ruler;
  }

  void interval(double x, const Plot::Value& value, const Ruler& y, std::size_t series) {
    if (value.low == value.high) return;
    const auto low = y.at(value.low);
    const auto high = y.at(value.high);
    if (!low || !high) return;
    const std::string look = "send c" + number(series);
    svg_.line(x, *low, x, *high, look);
    for (const double end : {*low, *high}) svg_.line(x - 4, end, x + 4, end, look);
  }

  void curves(const Plot& plot, const Ruler& y) {
    Span span;
    for (const Plot::Series& series : plot.series) {
      for (const Plot::Value& value : series.values) span.add(value.x, plot.x.scale);
    }
    span.settle(false);
    const Ruler x{plot.x, span.low, span.high, kLeft, kWidth - kRight};
    for (const double mark : x.marks()) {
      const double place = *x.at(mark);
      svg_.line(place, field_ + kHeight, place, field_ + kHeight + 4, "axis");
      svg_.text(place, field_ + kHeight + 17, short_number(mark), "soft", "middle", 11);
    }
    svg_.line(kLeft, field_ + kHeight, kWidth - kRight, field_ + kHeight, "axis");
    svg_.text(kWidth - kRight, field_ + kHeight + 30, plot.x.label, "soft", "end", 11);
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      std::string points;
      for (const Plot::Value& value : plot.series[i].values) {
        const auto place = x.at(value.x);
        const auto height = y.at(value.y);
        if (!place || !height) continue;
        points += fmt::format("{},{} ", Svg::at(*place), Svg::at(*height));
        interval(*place, value, y, i);
      }
      if (plot.form == Plot::Form::kLines) svg_.polyline(points, "send c" + number(i));
      for (const Plot::Value& value : plot.series[i].values) {
        const auto place = x.at(value.x);
        const auto height = y.at(value.y);
        if (!place || !height) continue;
        svg_.begin_hint(hint_of(plot.series[i].name, value, fmt::format("{:.6g}", value.x)));
        sign(*place, *height, i);
        svg_.end_hint();
      }
    }
  }

  /// Returns where the plot ends: a row for each label.
  double spans(const Plot& plot) {
    constexpr double kRow = 26;
    constexpr double kLetter = 6.5;
    const double ground = field_ + kRow * static_cast<double>(plot.labels.size());
    Span span;
    for (const Plot::Series& series : plot.series) {
      for (const Plot::Value& value : series.values) {
        span.add(value.low, plot.x.scale);
        span.add(value.high, plot.x.scale);
      }
    }
    span.settle(true);
    const Ruler x{plot.x, span.low, span.high, kLeft, kWidth - kRight};
    for (std::size_t row = 0; row < plot.labels.size(); ++row) {
      const double middle = field_ + kRow * (static_cast<double>(row) + 0.5);
      svg_.text(kLeft - 8, middle + 4, plot.labels[row], "soft", "end", 11);
      svg_.line(kLeft, middle, kWidth - kRight, middle, "faint");
    }
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      for (const Plot::Value& value : plot.series[i].values) {
        const double from = *x.at(value.low);
        const double to = *x.at(value.high);
        const double top = field_ + kRow * value.x + 3;
        svg_.begin_hint(fmt::format("{}: {:.6g} .. {:.6g}", value.hint, value.low, value.high));
        svg_.rectangle(from, top, std::max(0.5, to - from - 0.6), kRow - 6, "f" + number(i));
        if (to - from > kLetter * static_cast<double>(value.hint.size())) {
          svg_.text((from + to) / 2, top + 14, value.hint, "on", "middle", 11);
        }
        svg_.end_hint();
      }
    }
    for (const double mark : x.marks()) {
      const double place = *x.at(mark);
      svg_.line(place, ground, place, ground + 4, "axis");
      svg_.text(place, ground + 17, short_number(mark), "soft", "middle", 11);
    }
    svg_.line(kLeft, ground, kWidth - kRight, ground, "axis");
    svg_.text(kWidth - kRight, ground + 30, plot.x.label, "soft", "end", 11);
    return ground;
  }

  /// Returns where the plot ends: long labels stand aslant below it.
  double bars(const Plot& plot, const Ruler& y) {
    const auto groups = static_cast<double>(std::max<std::size_t>(1, plot.labels.size()));
    const double group = (kWidth - kLeft - kRight) / groups;
    const double bar =
        group * 0.8 / static_cast<double>(std::max<std::size_t>(1, plot.series.size()));
    const double ground = field_ + kHeight;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      for (const Plot::Value& value : plot.series[i].values) {
        const auto height = y.at(value.y);
        if (!height) continue;
        const double x = kLeft + group * (value.x + 0.1) + bar * static_cast<double>(i);
        const auto label = static_cast<std::size_t>(value.x);
        svg_.begin_hint(hint_of(plot.series[i].name, value,
                                label < plot.labels.size() ? plot.labels[label] : ""));
        svg_.rectangle(x, std::min(*height, ground), bar * 0.92, std::fabs(ground - *height),
                       "f" + number(i));
        svg_.end_hint();
        interval(x + bar * 0.46, value, y, i);
      }
    }
    svg_.line(kLeft, ground, kWidth - kRight, ground, "axis");
    std::size_t longest = 0;
    for (std::size_t i = 0; i < plot.labels.size(); ++i) {
      longest = std::max(longest, plot.labels[i].size());
      svg_.slanted(kLeft + group * (static_cast<double>(i) + 0.55), ground + 14, plot.labels[i],
                   11);
    }
    return ground + 20 + 3.6 * static_cast<double>(longest);
  }

  Svg svg_;
  double field_ = 0;
};

}  // namespace

std::string svg_plots(const std::string& title, const std::vector<Plot>& plots) {
  Drawing drawing;
  drawing.svg().text(24, 32, title, "head", "start", 17);
  double y = 48;
  for (const Plot& plot : plots) y = drawing.draw(plot, y);
  return drawing.file(y + 8, title);
}

std::string page_of_plots(const std::string& title, const std::vector<Plot>& plots) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>{0}</title>\n<style>"
      "body{{margin:0 auto;max-width:1140px;padding:12px;background:#fff}}svg{{max-width:100%;"
      "height:auto}}@media(prefers-color-scheme:dark){{body{{background:#14171c}}}}</style></"
      "head>\n"
      "<body>\n{1}</body></html>\n",
      escaped(title), svg_plots(title, plots));
}

std::vector<Plot> plots_of(const StudyReport& report) {
  constexpr const char* kSizes = "N";
  const auto number_in = [](const std::string& cell) -> std::optional<double> {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
    return value;
  };
  // Growth over the size of a machine, or many rows over a rising quantity: the places of a curve's
  // points. Empty: bars.
  const auto quantity_of = [&](const StudyTable& table) {
    constexpr std::size_t kFewest = 6;
    const bool growth = table.columns.front() == kSizes;
    std::vector<double> quantity;
    for (const auto& row : table.rows) {
      const auto value = row.empty() ? std::nullopt : number_in(row.front());
      const bool rises = value && (quantity.empty() || *value > quantity.back());
      if (!growth && !rises) return std::vector<double>{};
      quantity.push_back(value.value_or(0));
    }
    if (!growth && quantity.size() < kFewest) quantity.clear();
    return quantity;
  };
  std::vector<Plot> plots;
  constexpr std::size_t kMostGroups = 48;  // more bars than that nobody can read
  for (const StudyTable& table : report.tables) {
    const std::vector<double> quantity = quantity_of(table);
    const bool curves = !quantity.empty();
    if (!curves && table.rows.size() > kMostGroups) continue;
    Plot plot;
    plot.title = table.title;
    const bool mixed = std::ranges::any_of(  // columns that name units of their own
        table.columns, [](const std::string& name) { return name.find(" in ") != name.npos; });
    plot.y.label = mixed ? "" : "cycles";
    plot.form = curves ? Plot::Form::kLines : Plot::Form::kBars;
    if (curves) plot.x.label = table.columns.front();
    double least = std::numeric_limits<double>::max();
    double most = 0;
    for (std::size_t column = 1; column < table.columns.size(); ++column) {
      Plot::Series series;
      // A column of figures says `cycles`; what they are of stands in the column before it.
      const bool of_before = table.columns[column] == plot.y.label;
      series.name = of_before ? table.columns[column - 1] : table.columns[column];
      for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (column >= table.rows[row].size()) continue;
        const auto value = number_in(table.rows[row][column]);
        if (!value) continue;
        const double place = curves ? quantity[row] : static_cast<double>(row);
        const double end = curves ? *value : 0;  // no interval
        series.values.push_back({place, *value, end, end});
      }
      const bool sparse = !curves && series.values.size() * 2 < table.rows.size();
      if (sparse || series.values.empty()) continue;
      for (const Plot::Value& value : series.values) {
        if (value.y > 0) least = std::min(least, value.y);
        most = std::max(most, value.y);
      }
      plot.series.push_back(std::move(series));
    }
    for (const auto& row : table.rows) plot.labels.push_back(row.empty() ? "" : row.front());
    constexpr double kMuch = 50;
    if (most > kMuch * least) plot.y.scale = Plot::Scale::kLogarithmic;
    const bool growth = table.columns.front() == kSizes;
    if (growth || (curves && quantity.front() > 0 && quantity.back() > kMuch * quantity.front())) {
      plot.x.scale = plot.y.scale = Plot::Scale::kLogarithmic;
    }
    if (!plot.series.empty()) plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace plexus
