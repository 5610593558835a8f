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

/// Asks for what programs some places behind `present` will touch: what goes on after a portion of
/// hops is in the second cache, but for the links by which it sends; of a longer list nothing may
/// be in a cache.
template <executor::Looks kLooks>
inline void executor::look_ahead(std::size_t present, const NodeContext& context) const {
  constexpr std::size_t kFrame = 192;  // bytes of a program that most steps touch
  const Due& far = due_[present + kLookAhead];
  prefetch(far.rest.address(), kFrame);
  if (kLooks == Looks::kAtPrograms) return;
  context.prefetch_channels(*due_[present + kLookAhead / 4].self);
  if (kLooks == Looks::kAtLinks) return;
  far.self->prefetch_state();
  context.prefetch_endpoints(*due_[present + kLookAhead / 2].self);
}

inline void executor::resume(std::size_t place) const {
  const Due due = due_[place];
  due.rest.resume();
  due.self->resumed();
}

template <executor::Looks kLooks>
void executor::resume_until(std::size_t end, std::size_t next) const {
  const NodeContext& context = due_[next].self->context();
  for (; next + kLookAhead < end; ++next) {
    look_ahead<kLooks>(next, context);
    resume(next);
  }
  for (; next < end; ++next) resume(next);
}

void executor::resume_due() {
  constexpr std::size_t kFew = 256;  // nodes that are in the first cache since the last time
  for (std::size_t next = 0; next < due_.size();) {  // which may grow under way
    const std::size_t end = due_.size();
    const std::size_t count = end - next;
    if (count <= kFew || due_[next].self->context().prefetch_endpoints == nullptr) {
      resume_until<Looks::kAtPrograms>(end, next);
    } else if (count <= kShortList) {
      resume_until<Looks::kAtLinks>(end, next);
    } else {
      resume_until<Looks::kAtAll>(end, next);
    }
    next = end;
  }
  due_.clear();
  awake_ = false;
}

}  // namespace plexus
