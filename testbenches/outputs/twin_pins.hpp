#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plexus {

/// The pins of the twins of a run, out of the wave that Verilator has written of them. What is
/// inside a twin stays out.
struct TwinPins {
  struct Pin {
    std::string part;  ///< full name of the part: `ring.links.link_0_to_1`
    std::string name;  ///< `busy_o`
    unsigned width = 1;
    /// `ring.links.link_0_to_1.busy_o`: what a save file calls it.
    [[nodiscard]] std::string full_name() const;
  };
  struct Change {
    std::int64_t time = 0;  ///< ns
    std::uint32_t pin = 0;
    std::string value;  ///< binary digits
  };

  std::vector<Pin> pins;
  std::vector<Change> changes;  ///< by rising time
  std::int64_t end = 0;         ///< of the wave, ns
};

/// Reads the VCD at `path`; of one that cannot be read nothing.
[[nodiscard]] TwinPins read_twin_pins(const std::string& path);

/// Is it a pin that carries a result?
[[nodiscard]] bool is_output(const TwinPins::Pin& pin);

}  // namespace plexus
