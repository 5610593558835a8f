#include "hw/fast/line_pool.hpp"

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

using namespace plexus;

TEST_CASE("pieces of the pool begin at a line and do not overlap", "[line_pool]") {
  const auto seed = GENERATE(range(1U, 6U));
  CAPTURE(seed);
  struct Piece {
    unsigned char* bytes;
    std::size_t size;
    unsigned char mark;
  };
  std::mt19937 random{seed};
  std::vector<Piece> held;
  const auto check = [](const Piece& piece) {
    for (std::size_t i = 0; i < piece.size; ++i) REQUIRE(piece.bytes[i] == piece.mark);
  };
  for (int i = 0; i < 20000; ++i) {
    if (held.empty() || random() % 100 < 55) {
      const std::size_t most = random() % 50 == 0 ? 20000 : 600;  // larger ones than it keeps too
      const std::size_t size = 1 + random() % most;
      auto* const bytes = static_cast<unsigned char*>(LinePool::take(size));
      REQUIRE(reinterpret_cast<std::uintptr_t>(bytes) % LinePool::kLine == 0);
      const auto mark = static_cast<unsigned char>(random());
      std::memset(bytes, mark, size);
      held.push_back({bytes, size, mark});
    } else {
      std::swap(held[random() % held.size()], held.back());
      check(held.back());
      LinePool::give_back(held.back().bytes, held.back().size);
      held.pop_back();
    }
  }
  for (const Piece& piece : held) {
    check(piece);
    LinePool::give_back(piece.bytes, piece.size);
  }
}

#if !defined(PLEXUS_SANITIZED)
TEST_CASE("what is given back to the pool is taken again", "[line_pool]") {
  void* const piece = LinePool::take(200);
  LinePool::give_back(piece, 200);
  CHECK(LinePool::take(256) == piece);  // of as many lines
  LinePool::give_back(piece, 256);
}
#endif
