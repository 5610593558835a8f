#include "hw/node/executor.hpp"

#include <cstddef>
#include <utility>

#include "hw/fast/prefetch.hpp"
#include "hw/node/node.hpp"

namespace plexus {

executor::executor(sc_core::sc_module_name name) : sc_module{name} {
  HW_PROCESSES(executor);
  SC_METHOD(resume_due);
  sensitive << soon_;
}

void executor::resume_apart(const Rest& rest) {
  if (!awake_) soon_.notify();
  awake_ = true;
  due_.put_growing(rest);
}

/// Asks for what programs some places behind `present` will touch: what goes on after a portion of
/// hops is in the second cache, but for the links by which it sends; of a longer list nothing may
/// be in a cache.
template <executor::Looks kLooks>
inline void executor::look_ahead(const Rest* present, const NodeContext& context) {
  constexpr std::size_t kFrame = 192;  // bytes of a program that most steps touch
  const Rest& far = present[kLookAhead];
  prefetch(far.handle.address(), kFrame);
  if (kLooks == Looks::kAtPrograms) return;
  context.prefetch_channels(*present[kLookAhead / 4].self);
  if (kLooks == Looks::kAtLinks) return;
  far.self->prefetch_state();
  context.prefetch_endpoints(*present[kLookAhead / 2].self);
}

template <executor::Looks kLooks>
void executor::resume_all(std::span<const Rest> rests) {
  const auto resume = [](const Rest& rest) {
    rest.handle.resume();
    rest.self->resumed();
  };
  const NodeContext& context = rests.front().self->context();
  const Rest* next = rests.data();
  const Rest* const end = next + rests.size();
  for (; next + kLookAhead < end; ++next) {
    look_ahead<kLooks>(next, context);
    resume(*next);
  }
  for (; next < end; ++next) resume(*next);
}

void executor::resume_due() {
  constexpr std::size_t kFew = 256;  // nodes that are in the first cache since the last time
  while (!due_.empty()) {            // some may become due under way
    std::swap(due_, resumed_);
    const std::span<const Rest> rests = resumed_.items();
    if (rests.size() <= kFew || rests.front().self->context().prefetch_endpoints == nullptr) {
      resume_all<Looks::kAtPrograms>(rests);
    } else if (rests.size() <= kShortList) {
      resume_all<Looks::kAtLinks>(rests);
    } else {
      resume_all<Looks::kAtAll>(rests);
    }
    resumed_.clear();
  }
  awake_ = false;
}

}  // namespace plexus
