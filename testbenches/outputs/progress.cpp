#include "testbenches/outputs/progress.hpp"

#include <ostream>

#include <fmt/format.h>

namespace plexus {

namespace {

constexpr std::chrono::milliseconds kPatience{2000};
constexpr std::chrono::milliseconds kBetween{250};

/// 1234567 as `1.23 million`.
std::string large(double number) {
  if (number >= 1e9) return fmt::format("{:.3g} billion", number / 1e9);
  if (number >= 1e6) return fmt::format("{:.3g} million", number / 1e6);
  if (number >= 1e4) return fmt::format("{:.3g} thousand", number / 1e3);
  return fmt::format("{:.0f}", number);
}

}  // namespace

bool Progress::due() const {
  const Clock::time_point now = Clock::now();
  return person_ && now - begun_ >= kPatience && now - shown_ >= kBetween;
}

void Progress::tell(const std::string& what, bool at_once) {
  if ((at_once && person_) || due()) show(what);
}

void Progress::tell(Cycles now, std::optional<double> all, std::optional<std::uint64_t> hops) {
  if (!due()) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - counted_).count();
  const auto cycles = static_cast<double>(now.count());
  std::string line = fmt::format("cycle {}", large(cycles));
  if (all && cycles <= *all) {
    line = fmt::format("{:.0f} %: {} of {}", 100 * cycles / *all, line, large(*all));
  }
  if (hops) line += fmt::format(", {} transfers", large(static_cast<double>(*hops)));
  const double done = hops ? static_cast<double>(*hops) : cycles;
  if (seconds > 0) {
    line += fmt::format(", {} {} per second", large(done / seconds), hops ? "transfers" : "cycles");
  }
  show(line + fmt::format(", {:.0f} s", seconds));
}

void Progress::show(const std::string& line) {
  *out_ << "\r\x1b[K" << line << std::flush;
  shown_ = Clock::now();
  visible_ = true;
}

void Progress::clear() {
  if (visible_) *out_ << "\r\x1b[K" << std::flush;
  visible_ = false;
}

}  // namespace plexus
