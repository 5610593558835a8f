#pragma once

#include <cmath>
#include <cstdint>

#include "models/pops/shape.hpp"

namespace plexus {

/// Optical power of a star: our assumptions, in dB and dBm.
struct Optics {
  double stage_loss = 0.5;    ///< alpha: of one 2 x 2 stage, dB, >= 0
  double connector_loss = 1;  ///< beta: of the connectors, dB, >= 0
  double transmit_power = 0;  ///< dBm
  double sensitivity = -25;   ///< of a receiver, dBm
  double reserve = 3;         ///< dB, >= 0

  /// Loss of a d x d star in dB: 10 log10 d + alpha ceil(log2 d) + beta.
  [[nodiscard]] double loss(std::uint64_t d) const {
    return 10 * std::log10(static_cast<double>(d)) + stage_loss * static_cast<double>(ceil_log(d)) +
           connector_loss;
  }
  /// What is left of the power at a receiver, dB; negative: the star cannot be built so.
  [[nodiscard]] double margin(std::uint64_t d) const {
    return transmit_power - loss(d) - sensitivity - reserve;
  }
  [[nodiscard]] bool feasible(std::uint64_t d) const { return margin(d) >= 0; }
  /// The largest d with a margin of 0 or more, at most 2^62; 0 if there is none.
  [[nodiscard]] std::uint64_t largest_d() const {
    std::uint64_t good = 0;  // the loss rises with d
    for (std::uint64_t step = std::uint64_t{1} << 61; step > 0; step /= 2) {
      if (feasible(good + step)) good += step;
    }
    return good;
  }
};

}  // namespace plexus
