#pragma once

#include "hw/systemc.hpp"

namespace plexus {

/// Something for the kernel to do at the beginning: it warns where elaboration is all there is.
class idle_process final : public sc_core::sc_module {
 public:
  explicit idle_process(sc_core::sc_module_name name) : sc_module{name} {
    HW_PROCESSES(idle_process);
    SC_METHOD(nothing);
  }

 private:
  void nothing() {}
};

/// Ends elaboration; nothing may have been simulated yet.
inline void elaborate() {
  const idle_process activity{"idle_process"};
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

}  // namespace plexus
