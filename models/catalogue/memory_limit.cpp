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

#include "models/catalogue/control_group.hpp"
#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

constexpr double kKibi = 1024;
constexpr double kGibi = kKibi * 1024 * 1024;

/// The whole number at the beginning of a file; nothing where there is none.
std::optional<double> number_in(const std::string& file) {
  std::ifstream in{file};
  double number = 0;
  return in >> number ? std::optional{number} : std::nullopt;
}

/// The number behind `name` in a file of names and numbers: `MemAvailable:  123 kB`.
std::optional<double> number_behind(const std::string& name, const std::string& file) {
  std::ifstream in{file};
  std::string word;
  double number = 0;
  while (in >> word) {
    if (word == name && in >> number) return number;
  }
  return std::nullopt;
}

std::string size_text(double bytes) {
  return bytes < kGibi ? fmt::format("{:.0f} MiB", 1024 * bytes / kGibi)
                       : fmt::format("{:.{}f} GiB", bytes / kGibi, bytes < 10 * kGibi ? 1 : 0);
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
    std::string path = line.substr(colon + 1);
    if (!path.starts_with('/')) continue;
    if (!one_tree && line.find(":memory:") == std::string::npos) continue;
    const std::string root = one_tree ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    for (; path != "/"; path.resize(std::max<std::size_t>(path.rfind('/'), 1))) {
      folders.push_back(root + path);
    }
    folders.push_back(root);
  }
  return folders;
}

}  // namespace

std::optional<double> left_by_control_group(const std::string& group) {
  constexpr double kNone = 1e18;  // what a group without a limit says
  for (const auto& [most, now] : {std::pair{"/memory.max", "/memory.current"},
                                  {"/memory.limit_in_bytes", "/memory.usage_in_bytes"}}) {
    const auto limit = number_in(group + most);
    if (!limit) continue;
    if (*limit >= kNone) return std::nullopt;
    double used = number_in(group + now).value_or(0);
    for (const char* const files : {"inactive_file", "active_file"}) {
      used -= number_behind(files, group + "/memory.stat").value_or(0);
    }
    return beyond(*limit, std::max(0.0, used));
  }
  return std::nullopt;
}

namespace {

/// Pages of memory as bytes.
double bytes_of_pages(double pages) { return pages * static_cast<double>(sysconf(_SC_PAGE_SIZE)); }

/// Bytes of address space and of data that this process has, by the limit that bounds them.
double size_of_process(decltype(RLIMIT_AS) limit) {
  std::ifstream in{"/proc/self/statm"};
  double size = 0, resident = 0, shared = 0, text = 0, libraries = 0, data = 0;
  in >> size >> resident >> shared >> text >> libraries >> data;
  return bytes_of_pages(limit == RLIMIT_AS ? size : data);
}

/// Bytes of memory that this process may still have: what is free here, what its control groups
/// and its own limits leave.
double memory_left() {
  double left = bytes_of_pages(static_cast<double>(sysconf(_SC_PHYS_PAGES)));
  if (const auto available = number_behind("MemAvailable:", "/proc/meminfo")) {
    left = std::min(left, kKibi * *available);
  }
  for (const std::string& group : control_groups()) {
    left = std::min(left, left_by_control_group(group).value_or(left));
  }
  for (const auto which : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit{};
    if (getrlimit(which, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    left = std::min(left, beyond(static_cast<double>(limit.rlim_cur), size_of_process(which)));
  }
  return left;
}

/// Of what is left: the rest is for tables of pages, and for what others ask for meanwhile.
constexpr double kShare = 0.9;

/// The kernel lends memory that it does not have, and kills who uses it. So the process may not
/// have more data than there is room for, from now on: to ask for more fails.
void bound_data() {
  static const rlimit given = [] {  // by whoever started the process
    rlimit limit{};
    return getrlimit(RLIMIT_DATA, &limit) == 0 ? limit : rlimit{RLIM_INFINITY, RLIM_INFINITY};
  }();
  setrlimit(RLIMIT_DATA, &given);
  const rlimit bound{static_cast<rlim_t>(size_of_process(RLIMIT_DATA) + kShare * memory_left()),
                     given.rlim_max};
  if (bound.rlim_cur < given.rlim_cur) setrlimit(RLIMIT_DATA, &bound);
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
  if (bytes < kShare * left) return;
  throw Refusal{RefusalClass::kSize,
                fmt::format("The run needs about {} of memory, and {} is left for it here: choose "
                            "a smaller machine, or less data in fewer packets.",
                            size_text(bytes), size_text(kShare * left))};
}

void watch_memory() {
  constexpr std::size_t kReserve = std::size_t{1} << 18;
  ran_out = false;
  bound_data();
  reserve() = std::make_unique_for_overwrite<char[]>(kReserve);  // asked for, not touched
  std::set_new_handler(run_out);
}

bool memory_ran_out() { return ran_out; }

double memory_of(double nodes, double links) {
  constexpr double kNode = 1800;  // module, ports, program
  constexpr double kLink = 350;   // channel, bindings
  return nodes * kNode + links * kLink;
}

}  // namespace plexus
