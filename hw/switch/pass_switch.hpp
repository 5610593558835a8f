#pragma once

#include "hw/channel/pass.hpp"
#include "hw/switch/switch_fabric.hpp"
#include "hw/time/timing.hpp"

namespace plexus {

/// An unbuffered switch that messages cross in passes, one after the other.
class pass_switch : public switch_fabric, public pass_if, public pass_stream_if {
 public:
  using role_if = pass_stream_if;
  using switch_fabric::switch_fabric;

  [[nodiscard]] virtual LinkTiming timing() const = 0;
  [[nodiscard]] Cycles pass_end() const override {
    return pass_start() + timing().hop(pass_words());
  }
};

}  // namespace plexus
