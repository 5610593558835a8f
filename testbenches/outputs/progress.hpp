#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "hw/time/units.hpp"
#include "testbenches/outputs/terminal.hpp"

namespace plexus {

/// Tells a person who waits how far a run has come: one line on a terminal that is written anew,
/// from the third second on, and taken away at the end.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Where no person reads along, nothing is told.
  explicit Progress(std::ostream& out) : out_{&out}, person_{Terminal::of(out).person} {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Something that may take long begins, or goes on.
  void tell(const std::string& what, bool at_once = false);
  /// Is it time to tell something?
  [[nodiscard]] bool due() const;
  /// The simulation has come to cycle `now` of `all`, if that is known; `hops` transfers so far,
  /// likewise.
  void tell(Cycles now, std::optional<double> all, std::optional<std::uint64_t> hops);
  /// The simulation begins.
  void count() { counted_ = Clock::now(); }
  void clear();

 private:
  void show(const std::string& line);

  std::ostream* out_;
  bool person_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point shown_{};
  Clock::time_point counted_ = Clock::now();  ///< since then cycles are counted
  bool visible_ = false;
};

}  // namespace plexus
