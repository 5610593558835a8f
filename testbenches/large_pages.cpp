#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

// Before `main` begins, the SystemC library takes 3 MB for values of its own and clears them, small
// page by small page: a third of what a program takes that only loads it. So large arrays come in
// large pages, as what a hop touches does (hw/fast/line_pool.hpp). The other kinds of new and
// delete, which give back either piece, are the standard library's.
#if defined(MADV_HUGEPAGE) && !defined(PLEXUS_SANITIZED)
void* operator new[](std::size_t bytes) {
  constexpr std::size_t kPage = std::size_t{1} << 21;
  const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
  const bool large = bytes >= kPage && whole >= bytes;
  void* const array = large ? std::aligned_alloc(kPage, whole) : nullptr;
  if (array == nullptr) return ::operator new(bytes);  // tells who is to be told if there is none
  madvise(array, whole, MADV_HUGEPAGE);                // a wish
  return array;
}
#endif
