#include "hw/time/barrier.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "hw/rule/fault.hpp"

namespace plexus {

barrier::barrier(sc_core::sc_module_name name) : sc_module{name} {
  HW_PROCESSES(barrier);
  SC_METHOD(begin);
  sensitive << complete_;
  dont_initialize();
}

void barrier::leave() {
  --members_;
  begin_if_complete();
}

void barrier::arrive(Arrival& arrival, std::uint64_t count, const step_owner_if* by) {
  if (by != owner_) {
    raise("program", name(),
          "A program takes a lock step, and steps are slots here: let it listen for one.");
  }
  arrival.begun_ = steps_;
  arrival.until_ = steps_ + count;
  if (count > 1) {
    Sleepers& bed = sleepers_[arrival.until_];
    arrival.place_ = bed.arrivals.size();
    bed.arrivals.push_back(&arrival);
    ++bed.left;
    ++asleep_;
  } else {
    arrived_.push_back(&arrival);
  }
  begin_if_complete();
}

void barrier::wake(Arrival& arrival) {
  const auto bed = sleepers_.find(arrival.until_);
  bed->second.arrivals[arrival.place_] = nullptr;
  if (--bed->second.left == 0) sleepers_.erase(bed);
  --asleep_;
  arrival.over(steps_ + present_ - arrival.begun_);
}

Arrival& barrier::next() const {
  if (!arrived_.empty()) return *arrived_.front();
  const auto& sleeping = sleepers_.begin()->second.arrivals;
  return **std::ranges::find_if(sleeping, [](const Arrival* one) { return one != nullptr; });
}

void barrier::begin_if_complete() {
  if (present_ == 0 && waiting() > 0 && waiting() == members_)
    complete_.notify(sc_core::SC_ZERO_TIME);
}

/// All have come. If all sleep, nobody has a part in the steps before the first one wakes.
void barrier::begin() {
  present_ = arrived_.empty() ? sleepers_.begin()->first - steps_ : 1;
  owner_ == nullptr ? end() : owner_->steps_begin(present_);
}

void barrier::end() {
  steps_ += std::exchange(present_, 0);
  std::swap(released_, arrived_);
  arrived_.clear();
  if (const auto first = sleepers_.begin(); first != sleepers_.end() && first->first == steps_) {
    asleep_ -= first->second.left;
    std::ranges::remove_copy(first->second.arrivals, std::back_inserter(released_), nullptr);
    sleepers_.erase(first);
  }
  for (Arrival* const arrival : released_) arrival->over(steps_ - arrival->begun_);
  begin_if_complete();
}

void barrier::trace(sc_core::sc_trace_file* file) const {
  sc_core::sc_trace(file, steps_, std::string{name()} + ".steps");
}

}  // namespace plexus
