#include "hw/switch/fifo_queue.hpp"

#include <fmt/core.h>

namespace plexus {

std::string fifo_queue::full_name() const {
  const auto number = static_cast<std::uint32_t>(this - context->queues);
  const std::uint32_t stage = number / context->lines;
  if (stage + 1 >= context->awake.size()) {
    return fmt::format("{}.queue_{}", context->net, reader()[1]);
  }
  return fmt::format("{}.stage_{}.queue_{}", context->net, stage, number % context->lines);
}

}  // namespace plexus
