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

/// What goes on after a portion of hops is in the second cache, but for the links by which it sends;
/// a longer list may be in none.
inline void executor::look_ahead(std::size_t present, std::size_t known) const {
  constexpr std::size_t kFrame = 192;  // bytes of a program that most steps touch
  constexpr std::size_t kFew = 256;    // nodes that are in the first cache since the last time
  if (present + kLookAhead >= known) return;
  prefetch(due_[present + kLookAhead].rest.address(), kFrame);
  if (known > kFew) look_at_channels(present, known);
}

void executor::look_at_channels(std::size_t present, std::size_t known) const {
  const NodeContext& context = due_[present].self->context();
  if (context.prefetch_endpoints == nullptr) return;
  context.prefetch_channels(*due_[present + kLookAhead / 4].self);
  if (known <= kShortList) return;
  due_[present + kLookAhead].self->prefetch_state();
  context.prefetch_endpoints(*due_[present + kLookAhead / 2].self);
}

void executor::resume_due() {
  std::size_t next = 0;
  while (next < due_.size()) {  // which may grow under way
    for (const std::size_t known = due_.size(); next < known; ++next) {
      look_ahead(next, known);
      const Due due = due_[next];
      due.rest.resume();
      due.self->resumed();
    }
  }
  due_.clear();
  awake_ = false;
}

}  // namespace plexus
