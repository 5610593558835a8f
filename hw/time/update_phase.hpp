#pragma once

#include <functional>
#include <utility>

#include "hw/systemc.hpp"

namespace plexus {

/// Calls a function in the update phase, when all requests of the present delta cycle are in: the
/// way in which a module with processes decides something for several parties at once.
class update_phase final : public sc_core::sc_prim_channel {
 public:
  update_phase(const char* name, std::function<void()> decide)
      : sc_prim_channel{name}, decide_{std::move(decide)} {}

  void request() {
    if (!requested_) request_update();
    requested_ = true;
  }

 private:
  void update() override {
    requested_ = false;
    decide_();
  }

  std::function<void()> decide_;
  bool requested_ = false;
};

}  // namespace plexus
