// Arbiters for the couplers of a POPS: in turns, as its own, or who was refused most often first.
#include <algorithm>
#include <map>
#include <plexus/hw/optical/pops_arbiter.hpp>

#include "parts.hpp"

using namespace plexus;

namespace {

template <bool Turns>
class my_coupler_arbiter final : public sc_core::sc_module, public coupler_grant_if {
 public:
  my_coupler_arbiter(sc_core::sc_module_name name, const coupler_arbiter& place)
      : sc_module{name}, sources_{place.requesters()} {}

  std::uint32_t grant(std::uint64_t number, std::span<const std::uint32_t> requests) override {
    Star& star = stars_[number];
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
      if (!Turns && star.refused[a] != star.refused[b]) return star.refused[a] > star.refused[b];
      return Turns ? turn(star, a) < turn(star, b) : a < b;
    };
    star.winner = *std::ranges::min_element(requests, before);
    for (const std::uint32_t source : requests) ++star.refused[source];
    return star.winner;
  }
  void advance(std::uint64_t number) override {  // the receiver has granted it, too
    Star& star = stars_[number];
    star.refused[star.winner] = 0;
    star.first = (star.winner + 1) % sources_;
    ++granted_;
  }
  void trace(sc_core::sc_trace_file* file) const override {
    sc_core::sc_trace(file, granted_, std::string{name()} + ".granted");
  }

 private:
  struct Star {
    std::uint32_t winner = 0;
    std::uint32_t first = 0;                         ///< whose turn it is
    std::map<std::uint32_t, std::uint64_t> refused;  ///< in a row, by source
  };
  std::uint32_t turn(const Star& star, std::uint32_t source) const {
    return (source + sources_ - star.first) % sources_;
  }

  std::uint32_t sources_;
  std::map<std::uint64_t, Star> stars_;
  std::uint64_t granted_ = 0;
};

}  // namespace

OwnPart in_turns_coupler() {
  return own_part<coupler_arbiter, my_coupler_arbiter<true>>("in-turns", "as the machine's own");
}
OwnPart refused_first_coupler() {
  return own_part<coupler_arbiter, my_coupler_arbiter<false>>("refused-first", "the most refused");
}
