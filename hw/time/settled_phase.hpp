#pragma once

#include <functional>
#include <utility>

#include "hw/systemc.hpp"
#include "hw/time/update_phase.hpp"

namespace plexus {

/// Calls a function once all requests of the present time step are in: in the update phase one
/// delta cycle after that of the first request. So what follows in this time step from the end of a
/// lock step counts like all else that happens in it. For what many parties share: a bus, a memory.
class settled_phase final : public sc_core::sc_module {
 public:
  settled_phase(sc_core::sc_module_name name, std::function<void()> decide)
      : sc_module{name}, update_{"update", std::move(decide)} {
    HW_PROCESSES(settled_phase);
    SC_METHOD(come);
    sensitive << soon_;
    dont_initialize();
  }

  void request() { soon_.notify(sc_core::SC_ZERO_TIME); }
  /// So many delta cycles after the first request of a time step instead of one: for requests of
  /// modules that come to them by steps of their own. Before the simulation starts.
  void wait_for(unsigned deltas) { deltas_ = deltas; }

 private:
  void come() {
    if (++come_ < deltas_) return request();
    come_ = 0;
    update_.request();
  }

  unsigned deltas_ = 1;
  unsigned come_ = 0;
  sc_core::sc_event soon_{"soon"};
  update_phase update_;
};

}  // namespace plexus
