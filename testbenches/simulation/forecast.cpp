#include "testbenches/simulation/forecast.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "hw/observe/trace.hpp"
#include "hw/systemc.hpp"
#include "hw/time/clock_period.hpp"

namespace plexus {

namespace {

/// What has been counted, and how far the run has come.
struct Counted {
  double bytes = 0;
  double cycle = 0;
  bool over = false;
};

/// Counts what a wave would show, and leaves the process when that is enough.
class WaveCounter final : public trace_sink_if {
 public:
  explicit WaveCounter(int answer) : answer_{answer} {}

  void record(const TraceRow& row) override {
    constexpr double kShownRow = 200;  // bytes of its changes: names, figures, states
    constexpr double kShownWord = 5.5;
    constexpr std::int64_t kWordsShown = 160'000;  // of a long packet not every one
    bytes_ += kShownRow;
    if (row.kind == TraceKind::kSend) {
      bytes_ += kShownWord * static_cast<double>(std::min(row.words.count(), kWordsShown));
    }
    constexpr std::uint32_t kMostRows = 6'000'000;
    if (++rows_ == kMostRows || bytes_ > kEnough) leave(false);
  }

  [[noreturn]] void leave(bool over) const {
    const Counted counted{bytes_, static_cast<double>(ClockPeriod{}.now().count()), over};
    const bool told = ::write(answer_, &counted, sizeof counted) == sizeof counted;
    _exit(told ? 0 : 1);
  }

 private:
  static constexpr double kEnough = 1e10;

  int answer_;
  double bytes_ = 0;
  std::uint32_t rows_ = 0;
};

[[noreturn]] void count(machine& top, Experiment& experiment, std::optional<Cycles> max_cycles,
                        int answer) {
  WaveCounter counter{answer};
  try {
    top.listen(counter);
    experiment.load(top);
    if (max_cycles) {
      sc_core::sc_start(ClockPeriod{}.time(*max_cycles), sc_core::SC_EXIT_ON_STARVATION);
    } else {
      sc_core::sc_start();
    }
  } catch (...) {  // it is told when it happens in the run itself
  }
  counter.leave(true);
}

}  // namespace

std::optional<double> forecast_wave(machine& top, Experiment& experiment,
                                    std::optional<Cycles> max_cycles,
                                    std::optional<double> cycles) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return std::nullopt;
  const pid_t copy = ::fork();
  if (copy == 0) {
    ::close(ends[0]);
    count(top, experiment, max_cycles, ends[1]);
  }
  ::close(ends[1]);
  Counted counted;
  ssize_t read = -1;
  if (copy > 0) {
    do {
      read = ::read(ends[0], &counted, sizeof counted);
    } while (read < 0 && errno == EINTR);
    while (::waitpid(copy, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  ::close(ends[0]);
  if (read != sizeof counted) return std::nullopt;
  if (!counted.over && cycles && counted.cycle > 0) counted.bytes *= *cycles / counted.cycle;
  return counted.bytes;
}

}  // namespace plexus
