#include "rtl/bus_arbiter_twin.hpp"

#include <algorithm>
#include <utility>

#include "rtl/lockstep.hpp"

namespace plexus {

bus_arbiter_twin::bus_arbiter_twin(std::string part, NodeId processors, NodeId channels,
                                   TwinMode mode, twin_clock& clock, BusArbiterModelMaker make)
    : part_{std::move(part)},
      clock_{&clock},
      mode_{mode},
      channels_{channels},
      model_{processors, channels} {
  if (!make) make = bus_arbiter_models(processors);
  twin_ = make(clock.context(), rtl_name(part_));
  clock.add(*this);
}

std::span<const NodeId> bus_arbiter_twin::edge(std::span<const NodeId> released,
                                               std::span<const BusRequest> requests) {
  if (decided_) twin_->edge();  // the second decision of this time step
  twin_->present({channels_, released, requests});
  seen_ = twin_->outputs().start;
  started_.clear();
  if (mode_ == TwinMode::kReplace) {
    for (NodeId writer = 0; writer < 64; ++writer) {
      if ((seen_ >> writer & 1) != 0) started_.push_back(writer);
    }
    starts_ = seen_;
  } else {
    const auto started = model_.edge(released, requests);
    started_.assign(started.begin(), started.end());
    starts_ = 0;
    for (const NodeId writer : started_) starts_ |= std::uint64_t{1} << writer;
  }
  waiting_.assign(requests.begin(), requests.end());
  std::erase_if(waiting_, [this](const BusRequest& request) {
    return std::ranges::binary_search(started_, request.writer);
  });
  active_ += started_.size();
  active_ -= released.size();
  decided_ = true;
  clock_->wake();
  return started_;
}

/// What is presented for a decision stays; else nothing is released, and the same requests wait.
void bus_arbiter_twin::present(Cycles /*cycle*/) {
  if (!decided_ && !clocked_) return;
  clocked_ = true;
  if (decided_) return;
  twin_->present({channels_, {}, waiting_});
  seen_ = twin_->outputs().start;
  starts_ = 0;
}

void bus_arbiter_twin::edge() {
  if (!clocked_) return;
  twin_->edge();
  if (clock_->asserted()) clock_->fail(part_, "The twin of " + part_ + " breaks its own contract.");
}

bool bus_arbiter_twin::look(Cycles cycle) {
  if (!clocked_) return false;
  if (mode_ == TwinMode::kLockstep) {
    const BusArbiterOutputs twin = twin_->outputs();
    std::uint64_t grant = 0;
    std::uint64_t busy = 0;
    for (NodeId node = 0; node < model_.processors(); ++node) {
      grant |= std::uint64_t{model_.grant(node)} << node;
      busy |= std::uint64_t{model_.busy(node)} << node;
    }
    const Lockstep lockstep{[this] { return part_; }, cycle};
    lockstep.check("start", starts_, seen_);
    lockstep.check("grant", grant, twin.grant);
    lockstep.check("busy", busy, twin.busy);
  } else if (seen_ != starts_) {
    clock_->fail(part_, "The twin of " + part_ +
                            " grants in a cycle in which nothing was released or asked for.");
  }
  clocked_ = std::exchange(decided_, false) || active_ > 0;
  return clocked_;
}

}  // namespace plexus
