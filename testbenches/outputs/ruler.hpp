#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/plot.hpp"
#include "testbenches/outputs/svg.hpp"

namespace plexus {

/// The values that an axis has to show.
struct Span {
  explicit Span(const Plot::Axis& axis)
      : logarithmic{axis.scale == Plot::Scale::kLogarithmic}, least{axis.least} {}

  void add(double value) {
    if (logarithmic && value <= least) return;
    low = std::min(low, value);
    high = std::max(high, value);
    values.insert(value);
  }
  /// Once all are in.
  void settle(bool from_zero) {
    if (low > high) low = high = 1;
    if (from_zero && !logarithmic) low = std::min(low, 0.0);
    if (low < high) return;
    if (low == 0) high = 1;
    const double half = std::fabs(low) / 2;  // a single one is in the middle
    low = logarithmic ? low / 2 : low - half;
    high = logarithmic ? high * 2 : high + half;
  }

  bool logarithmic;
  double least;  ///< of a logarithmic axis: shows none that are not larger
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
  std::set<double> values;
};

/// Values with few digits in `low` .. `high`, about `most` of them.
inline std::vector<double> round_marks(double low, double high, double most) {
  double step = std::pow(10, std::floor(std::log10((high - low) / most)));
  for (const double times : {2.0, 2.5, 2.0}) {
    if ((high - low) / step > most) step *= times;
  }
  std::vector<double> marks;
  for (double mark = std::ceil(low / step - 1e-9); mark * step <= high + step * 1e-9; ++mark) {
    marks.push_back(mark * step + 0.0);  // and never -0
  }
  return marks;
}

/// One direction of a plot: values to lengths, and where its marks stand.
class Ruler {
 public:
  /// `values`: are marked themselves, if they are far enough apart. `edges`: the ends are marks.
  Ruler(const Span& span, double from, double to, bool values, bool edges)
      : logarithmic_{span.logarithmic},
        from_{from},
        to_{to},
        low_{stretched(span.low)},
        high_{stretched(span.high)} {
    const double room = std::fabs(to - from);
    constexpr double kGap = 44;  // between marks
    const auto touch = [&](double one, double next) {
      return (stretched(next) - stretched(one)) * room < kGap * (high_ - low_);
    };
    if (values && std::ranges::adjacent_find(span.values, touch) == span.values.end()) {
      marks_.assign(span.values.begin(), span.values.end());
    } else {
      find_marks(room / (to > from ? kGap : 30));
    }
    if (edges) {
      widen();
    } else {
      const double margin = 0.03 * (high_ - low_);
      low_ -= margin;
      high_ += margin;
    }
  }

  /// Where a value is, or the end beyond which it is.
  [[nodiscard]] double at(double value) const {
    return from_ + (to_ - from_) * std::clamp(part(value), 0.0, 1.0);
  }
  /// -1: the value is less than what the ruler shows, 1: it is more.
  [[nodiscard]] int beyond(double value) const {
    constexpr double kSlack = 1e-6;
    return part(value) < -kSlack ? -1 : part(value) > 1 + kSlack ? 1 : 0;
  }
  [[nodiscard]] const std::vector<double>& marks() const { return marks_; }
  /// For a script: `from to log low high`, the ends as they are stretched.
  [[nodiscard]] std::string told() const {
    return fmt::format("{} {} {} {:.9g} {:.9g}", Svg::at(from_), Svg::at(to_),
                       logarithmic_ ? "log" : "lin", low_, high_);
  }

 private:
  [[nodiscard]] double stretched(double value) const {
    return logarithmic_ ? std::log10(std::max(value, std::numeric_limits<double>::min())) : value;
  }
  [[nodiscard]] double part(double value) const {
    return (stretched(value) - low_) / (high_ - low_);
  }
  void find_marks(double most) {
    if (!logarithmic_) {
      marks_ = round_marks(low_, high_, std::min(8.0, most));
      return;
    }
    // The finest steps for which there is room.
    for (const std::vector<double>& steps :
         {std::vector<double>{1, 2, 3, 5}, {1, 2, 5}, {1, 3}, {1}}) {
      marks_ = decade_marks(steps, 1);
      if (static_cast<double>(marks_.size()) <= most) break;
    }
    if (static_cast<double>(marks_.size()) > most) {
      marks_ = decade_marks({1}, std::ceil((high_ - low_) / most));
    }
    if (marks_.size() < 4) marks_ = round_marks(std::pow(10, low_), std::pow(10, high_), 5);
  }
  /// These times every `apart`-th power of ten.
  [[nodiscard]] std::vector<double> decade_marks(const std::vector<double>& steps,
                                                 double apart) const {
    std::vector<double> marks;
    for (double decade = std::floor(low_); decade <= high_; decade += apart) {
      for (const double times : steps) {
        const double mark = times * std::pow(10, decade);
        if (stretched(mark) >= low_ - 1e-9 && stretched(mark) <= high_ + 1e-9) {
          marks.push_back(mark);
        }
      }
    }
    return marks;
  }
  /// To the marks around the values.
  void widen() {
    if (marks_.size() < 2 || logarithmic_) {
      const double margin = 0.05 * (high_ - low_);
      low_ -= margin;
      high_ += margin;
      return;
    }
    const double step = marks_[1] - marks_[0];
    if (low_ < marks_.front() - step * 1e-9) marks_.insert(marks_.begin(), marks_.front() - step);
    if (high_ > marks_.back() + step * 1e-9) marks_.push_back(marks_.back() + step);
    low_ = marks_.front();
    high_ = marks_.back();
  }

  bool logarithmic_;
  double from_;
  double to_;
  double low_;  ///< of the field, stretched
  double high_;
  std::vector<double> marks_;
};

}  // namespace plexus
