#include "models/catalogue/memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

constexpr double kGibi = 1024.0 * 1024 * 1024;

/// The whole number at the beginning of a file; nothing where there is none.
std::optional<double> number_in(const std::string& file) {
  std::ifstream in{file};
  double number = 0;
  return in >> number ? std::optional{number} : std::nullopt;
}

/// What a line of a file in /proc says in KiB, in bytes: `MemAvailable:  123 kB`.
std::optional<double> kibibytes_in(const std::string& file, const std::string& name) {
  std::ifstream in{file};
  std::string word;
  double number = 0;
  while (in >> word) {
    if (word == name && in >> number) return 1024 * number;
  }
  return std::nullopt;
}

std::string size_text(double bytes) {
  return bytes < kGibi ? fmt::format("{:.0f} MiB", 1024 * bytes / kGibi)
                       : fmt::format("{:.0f} GiB", bytes / kGibi);
}

/// Bytes that a limit leaves beyond those that are used already.
double beyond(double limit, double used) { return std::max(0.0, limit - used); }

/// The folders of the control groups that this process is in, from the innermost out.
std::vector<std::string> control_groups() {
  std::vector<std::string> folders;
  std::ifstream in{"/proc/self/cgroup"};
  for (std::string line; std::getline(in, line);) {
    const auto colon = line.rfind(':');
    if (colon == std::string::npos) continue;
    const bool one_tree = line.starts_with("0::");
    if (!one_tree && line.find(":memory:") == std::string::npos) continue;
    const std::string root = one_tree ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    for (std::string path = line.substr(colon + 1);; path.resize(path.rfind('/'))) {
      folders.push_back(root + (path == "/" ? "" : path));
      if (path.find('/') == std::string::npos || path == "/") break;
      if (path.rfind('/') == 0) {
        folders.push_back(root);
        break;
      }
    }
  }
  return folders;
}

/// Bytes of memory that this process may still have: what is free here, what its control groups
/// and its own limits leave.
double memory_left() {
  double left =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (const auto available = kibibytes_in("/proc/meminfo", "MemAvailable:")) {
    left = std::min(left, *available);
  }
  for (const std::string& folder : control_groups()) {
    for (const auto& [most, used] : {std::pair{"/memory.max", "/memory.current"},
                                     {"/memory.limit_in_bytes", "/memory.usage_in_bytes"}}) {
      if (const auto limit = number_in(folder + most)) {
        left = std::min(left, beyond(*limit, number_in(folder + used).value_or(0)));
      }
    }
  }
  for (const auto& [which, used] : {std::pair{RLIMIT_AS, "VmSize:"}, {RLIMIT_DATA, "VmData:"}}) {
    rlimit limit{};
    if (getrlimit(which, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    left = std::min(left, beyond(static_cast<double>(limit.rlim_cur),
                                 kibibytes_in("/proc/self/status", used).value_or(0)));
  }
  return left;
}

/// What is told when there is no more needs some memory too.
std::unique_ptr<char[]>& reserve() {
  static std::unique_ptr<char[]> kept;
  return kept;
}

bool ran_out = false;

void run_out() {
  ran_out = true;
  reserve().reset();
  std::set_new_handler(nullptr);
  throw std::bad_alloc{};
}

}  // namespace

void require_memory(double bytes) {
  constexpr double kSmall = 3e7;  // not worth looking
  if (bytes < kSmall) return;
  const double left = memory_left();
  if (bytes < 0.9 * left) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("The run needs about {} of memory, and {} is left for it here: choose "
                            "a smaller machine, or less data in fewer packets.",
                            size_text(bytes), size_text(left))};
}

void watch_memory() {
  constexpr std::size_t kReserve = std::size_t{1} << 18;
  ran_out = false;
  reserve() = std::make_unique<char[]>(kReserve);
  std::set_new_handler(run_out);
}

bool memory_ran_out() { return ran_out; }

double memory_of(double nodes, double links) {
  constexpr double kNode = 3000;  // module, ports, program
  constexpr double kLink = 350;   // channel, bindings
  return nodes * kNode + links * kLink;
}

}  // namespace plexus
