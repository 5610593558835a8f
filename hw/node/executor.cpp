#include "hw/node/executor.hpp"

#include <cstddef>

#include "hw/kernel/prefetch.hpp"
#include "hw/node/node.hpp"

namespace plexus {

executor::executor(sc_core::sc_module_name name) : sc_module{name} {
  HW_PROCESSES(executor);
  SC_METHOD(resume_due);
  sensitive << soon_;
}

void executor::resume_apart(Due due) {
  if (!awake_) soon_.notify();
  awake_ = true;
  due_.put_growing(due);
}

inline void executor::look_ahead(std::size_t present) const {
  constexpr std::size_t kFrame = 256;  // bytes of a program that most steps touch
  if (present + kLookAhead >= due_.size()) return;
  const Due& far = due_[present + kLookAhead];
  prefetch(far.rest.address(), kFrame);
  if (due_.size() <= kShortList) return;
  far.self->prefetch_state();
  const NodeContext& context = due_[present].self->context();
  if (context.prefetch_endpoints == nullptr) return;
  context.prefetch_endpoints(*due_[present + kLookAhead / 2].self);
  context.prefetch_channels(*due_[present + kLookAhead / 4].self);
}

void executor::resume_due() {
  for (std::size_t i = 0; i < due_.size(); ++i) {  // which may grow under way
    look_ahead(i);
    const Due due = due_[i];
    due.rest.resume();
    due.self->resumed();
  }
  due_.clear();
  awake_ = false;
}

}  // namespace plexus
