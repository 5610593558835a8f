#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/benchmarks/plain/trace_rows.hpp"

/// A yardstick: what it costs to write the wave of a ring's allgather, in plain C++: the changes of
/// known signals, each of which is known to be one, put as letters into one buffer.
namespace plexus::plain {

/// Of blocks of four words on `nodes` nodes: the beats of each link, the words that say what it
/// carries and what the node behind it holds, and how many blocks. Returns the lines.
inline std::uint64_t write_wave(std::uint32_t nodes, const std::string& path) {
  constexpr std::uint64_t kHop = 4;
  std::vector<std::string> codes;
  for (std::uint32_t signal = 0; signal < 5 * nodes; ++signal) {
    codes.push_back(std::string{static_cast<char>('!' + signal / 94),
                                static_cast<char>('!' + signal % 94), '\n'});
  }
  letters out{path};
  const auto bits = [&](std::uint64_t value, const std::string& code) {
    std::array<char, 64> digits{};
    std::size_t first = digits.size();
    do {
      digits[--first] = static_cast<char>('0' + (value & 1));
      value >>= 1;
    } while (value > 0);
    out << "b" << std::string_view{digits.data() + first, digits.size() - first} << " " << code;
    out.end_row();
  };
  const auto words = [&](std::string_view text, const std::string& code) {
    std::array<char, 8> letter{};
    out << "b";
    for (const char one : text) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        letter[bit] = static_cast<char>('0' + (static_cast<unsigned char>(one) >> (7 - bit) & 1));
      }
      out << std::string_view{letter.data(), letter.size()};
    }
    out << " " << code;
    out.end_row();
  };
  for (std::uint64_t cycle = 0; cycle < kHop * (nodes - 1); ++cycle) {
    out << "#" << 10 * cycle << "\n";
    out.end_row();
    const std::uint64_t beat = cycle % kHop;
    const std::uint64_t step = cycle / kHop;
    for (std::uint32_t v = 0; v < nodes; ++v) {
      const std::string* const code = &codes[std::size_t{5} * v];
      bits(beat, code[0]);
      if (beat == 0 || beat + 1 == kHop) {
        out << (beat == 0 ? "0" : "1") << code[1];
        out.end_row();
      }
      if (beat > 0) continue;
      const std::string packet = std::to_string((v + nodes - step) % nodes);
      words("block " + packet + " (pkt " + packet + ")", code[2]);
      words("blocks " + packet + "-" + std::to_string(v), code[3]);
      bits(step + 1, code[4]);
    }
  }
  return out.rows();
}

}  // namespace plexus::plain
