#include "models/catalogue/memory_limit.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "models/catalogue/refusal.hpp"

namespace plexus {

namespace {

/// Bytes of memory that this computer has.
double memory_here() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace

void require_memory(double bytes) {
  constexpr double kGibi = 1024.0 * 1024 * 1024;
  if (bytes < 0.9 * memory_here()) return;
  throw Refusal{
      RefusalClass::kSize,
      fmt::format("The run needs about {:.0f} GiB of memory, and this computer has {:.0f} "
                  "GiB: choose a smaller machine, or less data in fewer packets.",
                  bytes / kGibi, memory_here() / kGibi)};
}

double memory_of(double nodes, double links) {
  constexpr double kNode = 3000;  // module, ports, program
  constexpr double kLink = 350;   // channel, bindings
  return nodes * kNode + links * kLink;
}

}  // namespace plexus
