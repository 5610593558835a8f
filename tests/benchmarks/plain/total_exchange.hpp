#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

/// A yardstick: what the data of a total exchange cost, in plain C++: every block in as many parts
/// as the cube has dimensions, of which each crosses another bit in each step; what a node holds of
/// a part is a subcube of blocks. Each packet is made, looked up at its sender and joined at its
/// receiver. No time, no links.
namespace plexus::plain {

struct Part {
  std::uint32_t base;
  std::uint32_t mask;

  [[nodiscard]] bool contains(const Part& other) const {
    return (other.mask & ~mask) == 0 && ((base ^ other.base) & ~mask) == 0;
  }
};

/// Returns the packets.
inline std::uint64_t exchange_totally(unsigned dimension) {
  const std::uint32_t nodes = 1U << dimension;
  std::vector<Part> held(std::size_t{nodes} * dimension);
  for (std::uint32_t v = 0; v < nodes; ++v) {
    for (unsigned j = 0; j < dimension; ++j) held[v * std::size_t{dimension} + j] = {v, 0};
  }
  std::vector<std::unique_ptr<Part>> sent(held.size());
  std::uint64_t packets = 0;
  for (unsigned i = 0; i < dimension; ++i) {
    for (std::uint32_t v = 0; v < nodes; ++v) {
      for (unsigned j = 0; j < dimension; ++j) {
        std::uint32_t mask = 0;
        for (unsigned bit = 0; bit < i; ++bit) mask |= 1U << (j + bit) % dimension;
        const Part part{v & ~mask, mask};
        if (!held[v * std::size_t{dimension} + j].contains(part)) {
          throw std::logic_error{"a node sends what it does not hold"};
        }
        const std::uint32_t neighbour = v ^ 1U << (i + j) % dimension;
        sent[neighbour * std::size_t{dimension} + j] = std::make_unique<Part>(part);
        ++packets;
      }
    }
    for (std::size_t place = 0; place < held.size(); ++place) {
      const auto part = std::move(sent[place]);
      const std::uint32_t bit = held[place].base ^ part->base;
      if (held[place].mask != part->mask || !std::has_single_bit(bit)) {
        throw std::logic_error{"a block came twice"};
      }
      held[place] = {held[place].base & part->base, part->mask | bit};
    }
  }
  for (const Part& part : held) {
    if (part.mask != nodes - 1) throw std::logic_error{"a block is missing"};
  }
  return packets;
}

}  // namespace plexus::plain
