#include "hw/time/timer.hpp"

#include "hw/node/node.hpp"

namespace plexus {

timer::timer(sc_core::sc_module_name name) : sc_module{name} {
  HW_PROCESSES(timer);
  SC_METHOD(wake);
  sensitive << due_;
  dont_initialize();
}

void timer::add(Cycles cycle, Action& alarm) {
  const bool first = calendar_.empty() || cycle < calendar_.next();
  calendar_.add(cycle, &alarm);
  if (first) due_.notify(clock_.time(cycle - clock_.now()));
}

void timer::remove(Cycles cycle, const Action& alarm) {
  calendar_.replace(cycle, [&](Action*& item) {
    if (item == &alarm) item = nullptr;
  });
}

void timer::wake() {
  const Cycles now = clock_.now();
  for (Action* const alarm : calendar_.take_next()) {
    if (alarm != nullptr) alarm->complete();
  }
  if (!calendar_.empty()) due_.notify(clock_.time(calendar_.next() - now));
}

}  // namespace plexus
