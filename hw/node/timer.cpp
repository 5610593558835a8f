#include "hw/node/timer.hpp"

#include "hw/node/node.hpp"

namespace plexus {

timer::timer(sc_core::sc_module_name name) : sc_module{name} {
  HW_PROCESSES(timer);
  SC_METHOD(wake);
  sensitive << calendar_.due_event();
  dont_initialize();
}

void timer::remove(Cycles cycle, const Action& alarm) {
  calendar_.replace(cycle, [&](Action*& item) {
    if (item == &alarm) item = nullptr;
  });
}

void timer::wake() {
  for (Action* const alarm : calendar_.take_due()) {
    if (alarm != nullptr) alarm->complete();
  }
}

}  // namespace plexus
