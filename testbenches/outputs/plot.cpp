#include "testbenches/outputs/plot.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "testbenches/outputs/ruler.hpp"
#include "testbenches/outputs/svg.hpp"
#include "testbenches/outputs/terminal.hpp"

namespace plexus {

namespace {

constexpr double kWidth = 1100;  ///< of a file of plots
constexpr double kNarrow = 480;  ///< of a plot on a page
constexpr double kHeight = 300;  ///< of the field of a plot
constexpr double kLeft = 72;     ///< beside the field: marks of the axis
constexpr double kRight = 20;

/// 1200000 as `1.2M`.
std::string short_number(double value) {
  const double size = std::fabs(value);
  if (size >= 1e9) return fmt::format("{:.3g}G", value / 1e9);
  if (size >= 1e6) return fmt::format("{:.3g}M", value / 1e6);
  if (size >= 1e4) return fmt::format("{:.3g}k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

class Drawing {
 public:
  /// Draws a plot; returns where it ends. `shared`: the plots with whose axes it has to agree.
  double draw(const Plot& plot, std::span<const Plot> shared, double left, double top,
              double width) {
    left_ = left + kLeft;
    right_ = left + width - kRight;
    if (plot.form == Plot::Form::kSpans) {
      for (const std::string& label : plot.labels) {
        left_ = std::max(left_, left + 16 + kLetter * 11 * static_cast<double>(label.size()));
      }
    }
    if (plot.form == Plot::Form::kBars) left_ = std::max(left_, left + room_of_labels(plot, width));
    constexpr double kTitle = 14;
    double y = top + 16;
    for (const std::string& line : wrapped(plot.title, letters(right_ - left - 8, kTitle))) {
      svg_.text(left + 8, y, line, "head", "start", kTitle);
      y += 18;
    }
    field_ = legend(plot, y + 4) + 44;
    if (plot.form == Plot::Form::kSpans) return spans(plot) + 34;
    beyond_ = false;
    const double end = plot.form == Plot::Form::kBars ? bars(plot, shared) : curves(plot, shared);
    if (beyond_) {
      constexpr std::string_view kNote = "beyond the axis";
      arrow(right_ - 8 - kLetter * 12 * kNote.size(), field_ - 20, 0, 1, "send axis");
      svg_.text(right_, field_ - 23, kNote, "soft", "end", 12);
    }
    return end + 38;
  }
  [[nodiscard]] const Svg& svg() const { return svg_; }
  Svg& svg() { return svg_; }

 private:
  /// What labels need on the left, that end aslant below their bars.
  static double room_of_labels(const Plot& plot, double width) {
    constexpr double kReach = 5.1;  // of a letter, to the left
    const double group = (width - kLeft - kRight) / static_cast<double>(plot.labels.size() + 1);
    double room = 0;
    for (std::size_t i = 0; i < plot.labels.size(); ++i) {
      const auto size = static_cast<double>(plot.labels[i].size());
      room = std::max(room, kReach * size - group * static_cast<double>(i));
    }
    return room;
  }

  static std::string colour(std::size_t series) { return std::to_string(series % Svg::kColours); }
  static constexpr double kLetter = 0.56;  ///< mean width of one, of its size
  static std::size_t letters(double room, double size) {
    return static_cast<std::size_t>(std::max(8.0, room / (kLetter * size)));
  }

  /// Returns the height of its last line.
  double legend(const Plot& plot, double y) {
    constexpr double kSize = 12;
    double x = left_;
    const auto key = [&](std::string_view name, const auto& draw) {
      const double width = 30 + kLetter * kSize * static_cast<double>(name.size());
      if (x > left_ && x + width > right_) {
        x = left_;
        y += 19;
      }
      draw(x, y);
      svg_.text(x + 16, y, name, "soft", "start", kSize);
      x += width;
    };
    bool bounds = false;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      const Plot::Series& series = plot.series[i];
      if (series.values.empty()) continue;
      svg_.begin_group(fmt::format(R"(class="key" data-series="{}")", i));
      key(series.name, [&](double at, double height) {
        if (plot.form == Plot::Form::kLines) {
          line(fmt::format("{},{} {},{}", Svg::at(at - 7), Svg::at(height - 4), Svg::at(at + 13),
                           Svg::at(height - 4)),
               i);
        }
        sign(at + 3, height - 4, i, false);
      });
      svg_.end_group();
      bounds = bounds || std::ranges::any_of(series.values, &Plot::Value::bound);
    }
    if (bounds) {
      key("hollow: saturated",
          [&](double at, double height) { svg_.circle(at + 3, height - 4, 4.2, "back axis"); });
    }
    return y;
  }

  /// A line of a series: a dash of its own for each eight.
  void line(const std::string& points, std::size_t series) {
    const std::size_t dash = series / Svg::kColours % 4;
    svg_.polyline(points, fmt::format("send c{} d{}", colour(series), dash));
  }

  /// To what is beyond the field: at its left (`right` is -1), at its lower end (`up` is -1), and
  /// above it (1), where no sign is.
  void arrow(double x, double y, int right, int up, const std::string& look) {
    beyond_ = true;
    if (up > 0) y -= 13;
    const auto point = [&](double behind, double aside) {  // the tip
      return fmt::format("{} {}", Svg::at(x - (up == 0 ? behind * right : aside)),
                         Svg::at(y + (up == 0 ? aside : behind * up)));
    };
    svg_.path(fmt::format("M{}L{}M{}L{}L{}", point(12, 0), point(1, 0), point(6, 4), point(1, 0),
                          point(6, -4)),
              look);
  }

  /// Circle, square, triangle and rhombus in turn.
  void sign(double x, double y, std::size_t series, bool hollow) {
    const std::string look = hollow ? "back send c" + colour(series) : "f" + colour(series);
    constexpr double kSize = 4.2;
    switch ((series + series / Svg::kColours) % 4) {
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

  /// `fifo depth 4: 12.25 ± 0.5 at 0.6`
  static std::string hint_of(const std::string& series, const Plot::Value& value,
                             const std::string& where) {
    const double half = (value.high - value.low) / 2;
    return fmt::format("{}{}{}: {} at {}{}", value.hint, value.hint.empty() ? "" : ", ", series,
                       with_interval(value.y, half), where,
                       value.bound && value.hint.empty() ? ", saturated" : "");
  }
  static std::string row_of(const Plot::Value& value) {
    return value.row ? fmt::format(R"( data-row="{}")", *value.row) : "";
  }

  /// The heights that an axis has to show. A line ends at its first bound: those behind it stretch
  /// no axis.
  static Span heights_of(const Plot& plot, std::span<const Plot> shared) {
    const bool lines = plot.form == Plot::Form::kLines;
    Span height{plot.y};
    for (const Plot& one : shared) {
      for (const Plot::Series& series : one.series) {
        bool over = false;
        for (const Plot::Value& value : series.values) {
          if (lines && over && value.bound) continue;
          height.add(value.y);
          if (value.low != value.high) {
            height.add(value.low);
            height.add(value.high);
          }
          over = over || value.bound;
        }
      }
    }
    height.settle(plot.form == Plot::Form::kBars || (lines && 2 * height.low < height.high));
    return height;
  }

  void axis_of_heights(const Ruler& y, const Plot::Axis& axis) {
    svg_.begin_group(R"(class="marks-y")");
    for (const double mark : y.marks()) {
      const double height = y.at(mark);
      svg_.line(left_, height, right_, height, "faint");
      svg_.text(left_ - 8, height + 4, short_number(mark), "soft", "end", 11);
    }
    svg_.end_group();
    svg_.line(left_, field_, left_, field_ + kHeight, "axis");
    label(left_ - kLeft + 8, field_ - 23, axis, "start");
  }

  void axis_below(const Ruler& x, const Plot::Axis& axis, double ground) {
    svg_.begin_group(R"(class="marks-x")");
    for (const double mark : x.marks()) {
      const double place = x.at(mark);
      svg_.line(place, ground, place, ground + 4, "axis");
      svg_.text(place, ground + 17, short_number(mark), "soft", "middle", 11);
    }
    svg_.end_group();
    svg_.line(left_, ground, right_, ground, "axis");
    label(right_, ground + 33, axis, "end");
  }

  void label(double x, double y, const Plot::Axis& axis, std::string_view anchor) {
    if (axis.help.empty()) return svg_.text(x, y, axis.label, "soft", anchor, 12);
    svg_.begin_hint(axis.help);
    svg_.text(x, y, axis.label, "soft", anchor, 12);
    svg_.end_hint();
  }

  static std::string interval(const Plot::Value& value, const Ruler& y) {
    if (value.low == value.high || y.beyond(value.y) != 0) return "";
    const double middle = y.at(value.y);
    return fmt::format("M-4 {0}H4M-4 {1}H4M0 {0}V{1}", Svg::at(y.at(value.low) - middle),
                       Svg::at(y.at(value.high) - middle));
  }

  /// Lines or points; returns where the plot ends. What is on a line begins at a mark; of points
  /// none lies on an axis.
  double curves(const Plot& plot, std::span<const Plot> shared) {
    Span width{plot.x};
    for (const Plot& one : shared) {
      for (const Plot::Series& series : one.series) {
        for (const Plot::Value& value : series.values) width.add(value.x);
      }
    }
    width.settle(false);
    const bool lines = plot.form == Plot::Form::kLines;
    const Ruler y{heights_of(plot, shared), field_ + kHeight, field_, false, lines};
    const Ruler x{width, left_, right_, lines, false};
    svg_.begin_group(fmt::format(R"(class="plot" data-x="{}" data-y="{}")", x.told(), y.told()));
    axis_of_heights(y, plot.y);
    axis_below(x, plot.x, field_ + kHeight);
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      if (!plot.series[i].values.empty()) curve(plot, i, x, y);
    }
    names(plot, x, y);
    svg_.end_group();
    return field_ + kHeight;
  }

  /// How far beside its place an arrow of a curve stands: side by side with those of others.
  static double beside(const Plot& plot, std::size_t number, double x, const Ruler& y, int up) {
    constexpr double kApart = 10;
    double place = 0;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      const bool other = std::ranges::any_of(plot.series[i].values, [&](const Plot::Value& value) {
        return i != number && value.x == x && y.beyond(value.y) == up;
      });
      if (other) place += i < number ? kApart / 2 : -kApart / 2;
    }
    return place;
  }

  void curve(const Plot& plot, std::size_t number, const Ruler& x, const Ruler& y) {
    const Plot::Series& series = plot.series[number];
    svg_.begin_group(fmt::format(R"(class="series" data-series="{}")", number));
    if (plot.form == Plot::Form::kLines) {
      std::string points;
      for (const Plot::Value& value : series.values) {
        if (x.beyond(value.x) == 0 && y.beyond(value.y) == 0) {
          points += fmt::format("{},{} ", Svg::at(x.at(value.x)), Svg::at(y.at(value.y)));
        }
        if (value.bound) break;
      }
      line(points, number);
    }
    for (const Plot::Value& value : series.values) {
      const int right = x.beyond(value.x);
      const int up = y.beyond(value.y);
      const char* const end = up > 0 ? "up" : up < 0 ? "down" : right < 0 ? "left" : nullptr;
      svg_.begin_group(fmt::format(
          R"g(class="value" data-at="{:.9g} {:.9g} {:.9g} {:.9g}" transform="translate({} {})"{}{}{})g",
          value.x, value.y, value.low, value.high, Svg::at(x.at(value.x)), Svg::at(y.at(value.y)),
          value.bound ? " data-bound=\"\"" : "",
          end != nullptr ? fmt::format(" data-beyond=\"{}\"", end) : "", row_of(value)));
      svg_.begin_hint(hint_of(series.name, value, fmt::format("{:.6g}", value.x)));
      if (end != nullptr) {
        arrow(up != 0 ? beside(plot, number, value.x, y, up) : 0, 0, right, up,
              "send c" + colour(number));
      } else {
        const std::string whiskers = interval(value, y);
        if (!whiskers.empty()) svg_.path(whiskers, "send c" + colour(number));
        sign(0, 0, number, value.bound);
      }
      svg_.end_hint();
      svg_.end_group();
    }
    svg_.end_group();
  }

  /// Names beside their values, as far as there is room.
  void names(const Plot& plot, const Ruler& x, const Ruler& y) {
    constexpr double kSize = 11;
    constexpr double kReach = 9;  // from a value to its name
    FreeRoom room{right_};
    for (const Plot::Series& series : plot.series) {
      for (const Plot::Value& value : series.values) {
        const double place = x.at(value.x);
        const double height = y.at(value.y);
        room.take_free_box({place - 5, height - 5, place + 5, height + 5});
      }
    }
    for (auto series = plot.series.rbegin(); series != plot.series.rend(); ++series) {
      for (const Plot::Value& value : series->values) {
        if (value.name.empty()) continue;
        const double place = x.at(value.x);
        const double height = y.at(value.y);
        const double width = kLetter * kSize * static_cast<double>(value.name.size());
        for (const auto& [dx, dy] : {std::pair{kReach, 4.0}, std::pair{-kReach - width, 4.0},
                                     std::pair{-width / 2, -9.0}, std::pair{-width / 2, 17.0}}) {
          const double from = place + dx;
          const double top = height + dy - kSize;
          const double end = top + kSize + 3;
          const bool fits =
              from > left_ && from + width < right_ && top > field_ && end < field_ + kHeight;
          if (!fits || !room.take_free_box({from, top, from + width, end})) continue;
          svg_.begin_group("class=\"name\"" + row_of(value));
          svg_.text(from, height + dy, value.name, "soft", "start", kSize);
          svg_.end_group();
          break;
        }
      }
    }
  }

  /// Returns where the plot ends: a row for each label.
  double spans(const Plot& plot) {
    constexpr double kRow = 26;
    constexpr double kWide = 6.5;
    const double ground = field_ + kRow * static_cast<double>(plot.labels.size());
    Span span{plot.x};
    for (const Plot::Series& series : plot.series) {
      for (const Plot::Value& value : series.values) {
        span.add(value.low);
        span.add(value.high);
      }
    }
    span.settle(true);
    const Ruler x{span, left_, right_, false, true};
    for (std::size_t row = 0; row < plot.labels.size(); ++row) {
      const double middle = field_ + kRow * (static_cast<double>(row) + 0.5);
      svg_.text(left_ - 8, middle + 4, plot.labels[row], "soft", "end", 11);
      svg_.line(left_, middle, right_, middle, "faint");
    }
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      svg_.begin_group(fmt::format(R"(class="series" data-series="{}")", i));
      for (const Plot::Value& value : plot.series[i].values) {
        const double from = x.at(value.low);
        const double to = x.at(value.high);
        const double top = field_ + kRow * value.x + 3;
        svg_.begin_hint(fmt::format("{}: {:.6g} .. {:.6g}", value.hint, value.low, value.high));
        svg_.rectangle(from, top, std::max(0.5, to - from - 0.6), kRow - 6, "f" + colour(i));
        if (to - from > kWide * static_cast<double>(value.hint.size())) {
          svg_.text((from + to) / 2, top + 14, value.hint, "on", "middle", 11);
        }
        svg_.end_hint();
      }
      svg_.end_group();
    }
    axis_below(x, plot.x, ground);
    return ground;
  }

  /// Returns where the plot ends: long labels stand aslant below it.
  double bars(const Plot& plot, std::span<const Plot> shared) {
    Span span = heights_of(plot, shared);
    // The lowest bar is to be seen: on a ruler without a zero they begin below it.
    if (span.logarithmic) span.low /= 2;
    const Ruler y{span, field_ + kHeight, field_, false, true};
    svg_.begin_group(R"(class="plot")");
    axis_of_heights(y, plot.y);
    const auto groups = static_cast<double>(std::max<std::size_t>(1, plot.labels.size()));
    const double group = (right_ - left_) / groups;
    const double bar =
        group * 0.8 / static_cast<double>(std::max<std::size_t>(1, plot.series.size()));
    const double ground = field_ + kHeight;
    const double base = y.at(0);
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      svg_.begin_group(fmt::format(R"(class="series" data-series="{}")", i));
      for (const Plot::Value& value : plot.series[i].values) {
        const double height = y.at(value.y);
        const double x = left_ + group * (value.x + 0.1) + bar * static_cast<double>(i);
        const auto label = static_cast<std::size_t>(value.x);
        svg_.begin_group("class=\"value\"" + row_of(value));
        svg_.begin_hint(hint_of(plot.series[i].name, value,
                                label < plot.labels.size() ? plot.labels[label] : ""));
        svg_.rectangle(x, std::min(height, base), bar * 0.92, std::fabs(base - height),
                       value.bound ? "back send c" + colour(i) : "f" + colour(i));
        if (const int up = y.beyond(value.y); up != 0) {
          arrow(x + bar * 0.46, height, 0, up, "send c" + colour(i));
        }
        svg_.end_hint();
        if (const std::string whiskers = interval(value, y); !whiskers.empty()) {
          svg_.begin_group(fmt::format("transform=\"translate({} {})\"", Svg::at(x + bar * 0.46),
                                       Svg::at(height)));
          svg_.path(whiskers, "send axis");
          svg_.end_group();
        }
        svg_.end_group();
      }
      svg_.end_group();
    }
    svg_.line(left_, base, right_, base, "axis");
    std::size_t longest = 0;
    for (std::size_t i = 0; i < plot.labels.size(); ++i) {
      longest = std::max(longest, plot.labels[i].size());
      svg_.slanted(left_ + group * (static_cast<double>(i) + 0.55), ground + 14, plot.labels[i],
                   11);
    }
    svg_.end_group();
    return ground + 20 + 3.6 * static_cast<double>(longest);
  }

  Svg svg_;
  double left_ = 0;  ///< of the field
  double right_ = 0;
  double field_ = 0;     ///< its upper end
  bool beyond_ = false;  ///< Has a plot arrows?
};

/// The plots that `plots[i]` shares its axes with: those of which it is a facet.
std::span<const Plot> facets_with(const std::vector<Plot>& plots, std::size_t& first,
                                  std::size_t i) {
  if (i >= first + plots[first].facets) first = i;
  return std::span{plots}.subspan(first, std::min(plots[first].facets, plots.size() - first));
}

/// Looks of what is drawn.
std::string looks() {
  return std::string{Svg::style()} + R"(.d1{stroke-dasharray:8 4}.d2{stroke-dasharray:1 5}
.d3{stroke-dasharray:9 4 1 4}circle.back,rect.back,polygon.back{stroke-width:1.6}
)";
}

/// Does a plot need the whole width of a page?
bool is_wide(const Plot& plot) {
  constexpr std::size_t kMostGroups = 14;
  const bool grouped = plot.form == Plot::Form::kBars || plot.form == Plot::Form::kSpans;
  return grouped && plot.labels.size() > kMostGroups;
}

}  // namespace

std::string with_interval(double value, double half) {
  if (half <= 0) return fmt::format("{:.6g}", value);
  const int places = std::clamp(1 - static_cast<int>(std::floor(std::log10(half))), 0, 9);
  return fmt::format("{:.{}f} ± {:.{}f}", value, places, half, places);
}

std::string style_of_plots() {
  return looks() + R"(.figures{display:grid;gap:16px 12px;
grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr))}
figure{margin:0;max-width:760px;position:relative}figure svg{width:100%;height:auto;display:block}
figure.wide{grid-column:1/-1;max-width:none;overflow-x:auto}figure.wide svg{min-width:1000px}
figure button{position:absolute;right:4px;top:2px}
.key,.value[data-row]{cursor:pointer}.key.off{opacity:.35}
.field{fill:transparent}.pulled{fill:#0072b2;opacity:.15}
)";
}

std::string svg_plots(const std::string& title, const std::vector<Plot>& plots,
                      const std::vector<std::string>& facts) {
  Drawing drawing;
  drawing.svg().text(24, 32, title, "head", "start", 17);
  double top = 48;
  for (const std::string& fact : facts) {
    constexpr auto kLetters = static_cast<std::size_t>((kWidth - 48) / 6.6);
    for (const std::string& line : wrapped(fact, kLetters)) {
      drawing.svg().text(24, top + 6, line, "soft", "start", 12);
      top += 17;
    }
  }
  if (!facts.empty()) top += 8;
  double bottom = top;
  std::size_t first = 0;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const auto shared = facets_with(plots, first, i);
    const bool beside = shared.size() > 1;  // two in a row
    const bool right = beside && (i - first) % 2 == 1;
    if (!right) top = bottom;
    bottom = std::max(bottom, drawing.draw(plots[i], shared, right ? kWidth / 2 : 0, top,
                                           beside ? kWidth / 2 : kWidth));
  }
  return drawing.svg().file(kWidth, bottom + 8, title, looks());
}

std::string figures_of_plots(const std::vector<Plot>& plots) {
  std::string html = "<div class=\"figures\">\n";
  std::size_t first = 0;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    const auto shared = facets_with(plots, first, i);
    const bool wide = is_wide(plots[i]);
    const double width = wide ? kWidth : kNarrow;
    Drawing drawing;
    const double height = drawing.draw(plots[i], shared, 0, 0, width) + 4;
    html += fmt::format(
        "<figure{}><svg viewBox=\"0 0 {} {}\" role=\"group\" aria-label=\"{}\">{}</svg></figure>\n",
        wide ? " class=\"wide\"" : "", Svg::at(width), Svg::at(height), escaped(plots[i].title),
        drawing.svg().body());
  }
  return html + "</div>\n";
}

std::string page_of_plots(const std::string& title, const std::vector<Plot>& plots,
                          const std::vector<std::string>& facts) {
  std::string told;
  for (const std::string& fact : facts) told += "<p>" + escaped(fact) + "</p>\n";
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><title>{0}</title>\n<style>"
      "body{{margin:0 auto;max-width:1160px;padding:12px;background:#fff;color:#1b1f24;"
      "font-family:system-ui,sans-serif}}h1{{font-size:20px}}p{{font-size:13px;margin:4px 0;"
      "overflow-wrap:anywhere}}\n"
      "@media(prefers-color-scheme:dark){{body{{background:#14171c;color:#dfe3e8}}}}\n{1}</style>"
      "</head>\n<body>\n<h1>{0}</h1>\n{4}{2}<script>{3}</script>\n</body></html>\n",
      escaped(title), style_of_plots(), figures_of_plots(plots), script_of_plots(), told);
}

std::vector<Plot> plots_of(const StudyReport& report) {
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
    std::vector<double> quantity;
    for (const auto& row : table.rows) {
      const auto value = row.empty() ? std::nullopt : number_in(row.front());
      const bool rises = value && (quantity.empty() || *value > quantity.back());
      if (!table.grows && !rises) return std::vector<double>{};
      quantity.push_back(value.value_or(0));
    }
    if (!table.grows && quantity.size() < kFewest) quantity.clear();
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
    plot.y.label = table.unit;
    plot.form = curves ? Plot::Form::kLines : Plot::Form::kBars;
    if (curves) plot.x.label = table.columns.front();
    double least = std::numeric_limits<double>::max();
    double most = 0;
    for (std::size_t column = 1; column < table.columns.size(); ++column) {
      Plot::Series series;
      const auto called = table.called.find(column);
      series.name = called == table.called.end() ? table.columns[column] : called->second;
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
    if (table.grows ||
        (curves && quantity.front() > 0 && quantity.back() > kMuch * quantity.front())) {
      plot.x.scale = plot.y.scale = Plot::Scale::kLogarithmic;
    }
    if (!plot.series.empty()) plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace plexus
