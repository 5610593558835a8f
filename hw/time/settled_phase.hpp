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

 private:
  void come() { update_.request(); }

  sc_core::sc_event soon_{"soon"};
  update_phase update_;
};

}  // namespace plexus
