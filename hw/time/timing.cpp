#include "hw/time/timing.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace plexus {

LinkTiming checked(const LinkTiming& timing, const std::string& part) {
  if (timing.startup < 0_cycles || timing.bandwidth < 1_words) {
    throw std::invalid_argument{fmt::format(
        "{}: LinkTiming{{{} cycles, {} words}}: a link starts after 0 cycles or more, and carries "
        "at least 1 word in each.",
        part, timing.startup.count(), timing.bandwidth.count())};
  }
  return timing;
}

}  // namespace plexus
