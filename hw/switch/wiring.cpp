#include "hw/switch/wiring.hpp"

#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace plexus {
namespace {

/// Links of one block; throws unless the blocks divide the links and the radix divides a block.
std::uint32_t block_size(std::uint32_t links, std::uint32_t radix, std::uint32_t blocks) {
  if (radix < 2 || blocks == 0 || links % blocks != 0 || (links / blocks) % radix != 0) {
    throw std::invalid_argument{"wiring: " + std::to_string(links) + " links do not make " +
                                std::to_string(blocks) + " blocks of a multiple of radix " +
                                std::to_string(radix)};
  }
  return links / blocks;
}

}  // namespace

Wiring::Wiring(std::vector<std::uint32_t> to) : to_{std::move(to)} {
  std::vector<bool> reached(to_.size(), false);
  for (const std::uint32_t end : to_) {
    if (end >= to_.size() || reached[end]) {
      throw std::invalid_argument{"wiring: link " + std::to_string(end) + " of " +
                                  std::to_string(to_.size()) +
                                  (end >= to_.size() ? " does not exist" : " is wired twice")};
    }
    reached[end] = true;
  }
}

Wiring Wiring::identity(std::uint32_t links) {
  std::vector<std::uint32_t> to(links);
  std::iota(to.begin(), to.end(), 0U);
  return Wiring{std::move(to)};
}

Wiring Wiring::shuffle(std::uint32_t links, std::uint32_t radix, std::uint32_t blocks) {
  const std::uint32_t block = block_size(links, radix, blocks);
  std::vector<std::uint32_t> to(links);
  for (std::uint32_t i = 0; i < links; ++i) {
    const std::uint32_t inside = i % block;
    const std::uint32_t top_digit = inside / (block / radix);
    to[i] = i - inside + inside % (block / radix) * radix + top_digit;
  }
  return Wiring{std::move(to)};
}

Wiring Wiring::inverse_shuffle(std::uint32_t links, std::uint32_t radix, std::uint32_t blocks) {
  return shuffle(links, radix, blocks).inverse();
}

Wiring Wiring::butterfly(std::uint32_t links, std::uint32_t digit, std::uint32_t radix) {
  std::uint64_t place = 1;
  for (std::uint32_t d = 0; d < digit && place <= links; ++d) place *= radix;
  if (radix < 2 || place > links || links % (place * radix) != 0) {
    throw std::invalid_argument{"wiring: " + std::to_string(links) + " links have no digit " +
                                std::to_string(digit) + " in base " + std::to_string(radix)};
  }
  const auto weight = static_cast<std::uint32_t>(place);
  std::vector<std::uint32_t> to(links);
  for (std::uint32_t i = 0; i < links; ++i) {
    const std::uint32_t high = i / weight % radix;
    const std::uint32_t low = i % radix;
    to[i] = digit == 0 ? i : i - high * weight - low + low * weight + high;
  }
  return Wiring{std::move(to)};
}

Wiring Wiring::rotation(std::uint32_t links, std::int64_t distance) {
  std::vector<std::uint32_t> to(links);
  for (std::uint32_t i = 0; i < links; ++i) {
    const std::int64_t end = (i + distance % links + links) % links;
    to[i] = static_cast<std::uint32_t>(end);
  }
  return Wiring{std::move(to)};
}

Wiring Wiring::inverse() const {
  std::vector<std::uint32_t> from(to_.size());
  for (std::uint32_t i = 0; i < links(); ++i) from[to_[i]] = i;
  return Wiring{std::move(from)};
}

Wiring Wiring::then(const Wiring& next) const {
  if (next.links() != links()) {
    throw std::invalid_argument{"wiring: " + std::to_string(links()) + " links lead into " +
                                std::to_string(next.links())};
  }
  std::vector<std::uint32_t> to(to_.size());
  for (std::uint32_t i = 0; i < links(); ++i) to[i] = next[to_[i]];
  return Wiring{std::move(to)};
}

std::ostream& operator<<(std::ostream& out, const Wiring& wiring) {
  out << '[';
  for (std::uint32_t i = 0; i < wiring.links(); ++i) out << (i == 0 ? "" : " ") << wiring[i];
  return out << ']';
}

}  // namespace plexus
