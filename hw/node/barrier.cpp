#include "hw/node/barrier.hpp"

#include <string>
#include <utility>

#include "hw/node/node.hpp"

namespace plexus {

barrier::barrier(sc_core::sc_module_name name) : sc_module{name} {
  HW_PROCESSES(barrier);
  SC_METHOD(release);
  sensitive << complete_;
  dont_initialize();
}

void barrier::leave() {
  --members_;
  end_step_if_complete();
}

void barrier::arrive(Action& arrival, std::uint64_t count) {
  if (count > 1) {
    sleepers_[steps_ + count].push_back(&arrival);
    ++asleep_;
  } else {
    arrived_.push_back(&arrival);
  }
  end_step_if_complete();
}

void barrier::end_step_if_complete() {
  if (waiting() > 0 && waiting() == members_) complete_.notify(sc_core::SC_ZERO_TIME);
}

void barrier::release() {
  ++steps_;
  std::swap(released_, arrived_);
  arrived_.clear();
  if (!sleepers_.empty()) {
    const auto first = sleepers_.begin();
    if (released_.empty()) steps_ = first->first;  // nobody had a part in the steps before
    if (first->first == steps_) {
      asleep_ -= first->second.size();
      released_.insert(released_.end(), first->second.begin(), first->second.end());
      sleepers_.erase(first);
    }
  }
  for (Action* arrival : released_) arrival->complete();
}

void barrier::trace(sc_core::sc_trace_file* file) const {
  sc_core::sc_trace(file, steps_, std::string{name()} + ".steps");
}

}  // namespace plexus
