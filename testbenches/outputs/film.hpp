#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/outputs/run_picture.hpp"

namespace plexus {

/// The class of lines of a packet's colour.
[[nodiscard]] std::string colour_of(PacketId packet);

/// What changes in the drawing of a machine while a run goes, made once of what has happened: a
/// still asks for what is there in a cycle, a moving picture and a page play all of it.
struct Film {
  /// A wire, or where none is drawn the way from place to place.
  struct Way {
    std::int32_t wire = RunPicture::kNowhere;
    std::pair<std::uint32_t, std::uint32_t> across{};  ///< without a wire: places
    friend auto operator<=>(const Way&, const Way&) = default;
  };
  /// What shows how far a packet is: where many share a channel an arrow, because there it goes
  /// both to the channel and from it.
  enum class Mark : std::uint8_t { kNone, kDot, kArrow };
  /// When something is there.
  struct Span {
    std::int64_t from = 0;  ///< cycles
    std::int64_t to = 0;
    [[nodiscard]] bool holds(std::int64_t cycle) const { return from <= cycle && cycle < to; }
  };

  /// A packet on a way, which has its colour.
  struct Passage {
    Way way{};
    Span lit;
    PacketId packet = 0;
    bool forward = true;
    bool lost = false;
    Mark mark = Mark::kNone;
    double begin = 0;  ///< cycles in which the mark goes from one end to the other
    double end = 0;
    std::uint32_t of = 0;  ///< number of the transfer or setting of which it tells
    bool passes = false;   ///< of a setting: elements pass it on

    [[nodiscard]] std::string line() const { return "lit " + colour_of(packet); }
    [[nodiscard]] std::string look() const;  ///< the class of its mark
  };
  /// A packet that passes an element.
  struct Crossing {
    std::uint32_t place = 0;
    Span lit;
    PacketId packet = 0;
    std::int32_t input = 0;
    std::int32_t output = 0;
  };
  /// A star that carries something.
  struct Star {
    std::uint32_t place = 0;
    Span lit;
    std::string look;
    std::uint32_t of = 0;  ///< number of the transfer
  };
  /// From a cycle on the nodes of a place hold this.
  struct Fill {
    std::int64_t cycle = 0;
    double words = 0;
  };

  std::vector<Passage> passages;
  std::vector<Crossing> crossings;
  std::vector<Star> stars;
  std::vector<std::vector<Fill>> fills;  ///< by place
  std::vector<double> full;              ///< words of a circle that is full, by place
};

[[nodiscard]] Film film_of(const RunPicture& run);

}  // namespace plexus
