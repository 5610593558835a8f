#include "hw/fast/line_pool.hpp"

#include <sys/mman.h>

#include <algorithm>

namespace plexus {

/// A quarter of what there is already: small machines take little, large ones few chunks. They stay
/// until the process ends. What is left of the chunk before is less than a piece.
void LinePool::add_chunk() {
  constexpr std::size_t kPage = std::size_t{1} << 21;  // a large one
  constexpr std::size_t kSmallest = std::size_t{1} << 16;
  constexpr std::size_t kLargest = std::size_t{1} << 26;
  std::size_t size = std::clamp(chunks_ / 4, kSmallest, kLargest);
  const bool large = size >= kPage;
  if (large) size = (size + kPage - 1) / kPage * kPage;
  const std::align_val_t alignment{large ? kPage : kLine};
  next_ = static_cast<std::byte*>(::operator new(size, alignment));
  left_ = size / kLine;
  chunks_ += size;
#if defined(MADV_HUGEPAGE)
  if (large) madvise(next_, size, MADV_HUGEPAGE);  // a wish
#endif
}

}  // namespace plexus
