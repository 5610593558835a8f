#include "models/reconfigurable/plan.hpp"

#include <algorithm>

namespace plexus {

Blocks whole_blocks(std::span<const NodeId> blocks, Words words) {
  BlockList list;
  for (const NodeId block : blocks) list.add(block);
  return list.blocks({0_words, words});
}

Blocks cyclic_blocks(std::int64_t first, std::int64_t count, std::int64_t nodes, Words words) {
  const std::int64_t start = wrapped(first, nodes);
  const std::int64_t before_wrap = std::min(count, nodes - start);
  if (before_wrap == count) return run_of_blocks(start, count, words);
  BlockList list;  // by rising number
  list.add(Interval{0, static_cast<std::uint64_t>(count - before_wrap)});
  list.add(Interval{static_cast<std::uint64_t>(start), static_cast<std::uint64_t>(before_wrap)});
  return list.blocks({0_words, words});
}

Slice part_of(const Slice& whole, std::int64_t part, std::int64_t parts) {
  const std::int64_t words = whole.count.count();
  // The parts before it: of part 0 .. part - 1 those with the highest numbers are one word longer.
  const std::int64_t least = words / parts;
  const std::int64_t short_parts = parts - words % parts;
  const std::int64_t longer_before = std::max<std::int64_t>(0, part - short_parts);
  return {whole.first + Words{part * least + longer_before}, Words{(words + part) / parts}};
}

}  // namespace plexus
