#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>

/// Seconds of the processor that an ended process has taken, and those that it had started.
inline double seconds_of(const rusage& used) {
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/// Seconds of the processor that a process has taken so far, and all that it has started.
inline double worked(int process) {
  const std::string folder = "/proc/" + std::to_string(process);
  std::ifstream stat{folder + "/stat"};
  std::string text;
  std::getline(stat, text, ')');  // its name, which may have spaces
  double clocks = 0;
  for (int field = 3; field <= 17 && stat >> text; ++field) {
    if (field >= 14) clocks += std::stod(text);  // own ones, and of children that ended
  }
  double seconds = clocks / static_cast<double>(sysconf(_SC_CLK_TCK));
  std::ifstream children{folder + "/task/" + std::to_string(process) + "/children"};
  for (int child = 0; children >> child;) seconds += worked(child);
  return seconds;
}

/// How long a process is waited for from now on: so many seconds in which it works, or ten times as
/// many, since others may work too.
class Patience {
 public:
  Patience(int process, double seconds)
      : process_{process}, seconds_{seconds}, before_{worked(process)} {}
  [[nodiscard]] bool is_over() const {
    return worked(process_) - before_ > seconds_ ||
           std::chrono::steady_clock::now() - began_ > std::chrono::duration<double>(10 * seconds_);
  }
  /// Milliseconds until it is worth looking again.
  [[nodiscard]] int pause() const {
    return static_cast<int>(seconds_ < 1 ? 1000 * seconds_ : 1000);
  }

 private:
  int process_;
  double seconds_;
  double before_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};
